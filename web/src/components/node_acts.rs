//! What we do to a node.

use super::parts::ActButton;
use crate::act::{Act, ClusterMessage};
use crate::lab::Lab;
use podlab::api::ObjectRef;
use podlab::base::text::Text;
use podlab::cluster::command::{Command, DrainOptions, NodeFault};
use podlab::cluster::machines::Connectivity;
use podlab::cluster::pressure::{EvictionSignal, capacity};
use podlab_messages::{Term, text};
use yew::prelude::*;

/// Seconds a machine's kubelet has for ending Pods when it is shut down here, and those of them for critical Pods.
const GRACE: u64 = 30;
const CRITICAL: u64 = 10;

/// The acts on a node.
pub fn view(lab: &Lab, node: &Text, on: &Callback<Act>) -> Html {
    let world = lab.sim().world();
    let connectivity = world.connectivity_of(node);
    let object = world.node_named(node).and_then(|id| world.node(id));
    let disturb = |fault| Command::DisturbNode { node: node.clone(), fault };
    let gone = object.is_none();
    let is_cordoned = object.is_some_and(|node| node.spec.unschedulable);
    let machine = world.machine_named(node).and_then(|id| world.machines.get(id));
    let off = !connectivity.runs();
    let no_runtime = machine.is_some_and(|machine| machine.runtime_down.is_some());
    let no_network = machine.is_some_and(|machine| machine.network_down);
    let is_ending = machine.is_some_and(|machine| machine.shutdown.is_some());
    let press_on = |signal: EvictionSignal, short: &'static str, free: &'static str| {
        let is_pressed = machine.is_some_and(|machine| machine.taken.of(signal) > 0);
        let has = object.map_or(0, |node| capacity(node, signal));
        // Memory is short below 100 MiB, of the others a tenth is the least.
        let left = if signal == EvictionSignal::Memory { 80 << 20 } else { has / 20 };
        let available = (!is_pressed).then_some(left);
        let command = Command::ConsumeNodeResource { node: node.clone(), signal, available };
        let label = if is_pressed { free } else { short };
        (label, Term::NodePressure, !is_pressed, off, command)
    };
    let options = DrainOptions { force: true, delete_empty_dir_data: true, timeout: None };
    let acts = [
        if connectivity == Connectivity::CutOff {
            (
                text::fault_node_reconnect(),
                Term::Unreachable,
                false,
                false,
                disturb(NodeFault::Reconnect),
            )
        } else {
            (
                text::fault_node_cut(),
                Term::Unreachable,
                true,
                !connectivity.is_heard(),
                disturb(NodeFault::CutOff),
            )
        },
        if connectivity.runs() {
            (text::fault_node_off(), Term::NodeShutdown, true, false, disturb(NodeFault::PowerOff))
        } else {
            let dead = connectivity == Connectivity::Broken && !gone;
            (text::fault_node_on(), Term::NodeShutdown, false, dead, disturb(NodeFault::PowerOn))
        },
        (
            text::fault_node_kubelet(),
            Term::Kubelet,
            true,
            connectivity != Connectivity::Up,
            disturb(NodeFault::RestartKubelet),
        ),
        (
            text::fault_node_shutdown(),
            Term::NodeShutdown,
            true,
            off || is_ending,
            Command::ShutDownNode { node: node.clone(), grace: GRACE, critical: CRITICAL },
        ),
        (text::fault_node_disk(), Term::Unreachable, true, off, disturb(NodeFault::FailDisk)),
        if no_runtime {
            (
                text::fault_node_runtime_up(),
                Term::ContainerRuntime,
                false,
                off,
                disturb(NodeFault::StartRuntime),
            )
        } else {
            (
                text::fault_node_runtime_down(),
                Term::ContainerRuntime,
                true,
                off,
                disturb(NodeFault::StopRuntime),
            )
        },
        if no_network {
            (text::fault_node_plugin_up(), Term::Cni, false, off, disturb(NodeFault::StartPlugin))
        } else {
            (text::fault_node_plugin_down(), Term::Cni, true, off, disturb(NodeFault::StopPlugin))
        },
        press_on(EvictionSignal::Memory, text::fault_node_memory(), text::fault_node_memory_free()),
        press_on(EvictionSignal::Disk, text::fault_node_full(), text::fault_node_full_free()),
        press_on(EvictionSignal::Pids, text::fault_node_pids(), text::fault_node_pids_free()),
        (
            if is_cordoned { text::fault_node_uncordon() } else { text::fault_node_cordon() },
            Term::Cordon,
            false,
            gone,
            Command::Cordon { node: node.clone(), unschedulable: !is_cordoned },
        ),
        (
            text::fault_node_drain(),
            Term::Drain,
            false,
            gone,
            Command::DrainNode { node: node.clone(), options },
        ),
        (
            text::fault_node_delete(),
            Term::Node,
            true,
            gone,
            Command::delete(ObjectRef::node(node.clone())),
        ),
    ];
    // A static Pod on the stage is a matter of its manifest.
    let manifest = lab.static_manifest().filter(|(on, _)| *on == node).map(|(_, pod)| pod);
    let by_manifest = manifest.map(|pod| {
        let (name, namespace) = (pod.metadata.name.clone(), lab.scene.namespace.clone());
        if lab.sim().has_manifest(node, &namespace, &name) {
            let remove = Command::RemoveManifest { node: node.clone(), namespace, name };
            (text::fault_node_unstatic(), Term::StaticPod, true, false, remove)
        } else {
            let put = Command::PutManifest { node: node.clone(), manifest: Box::new(pod.clone()) };
            let is_there = lab.pod().is_some() || !connectivity.runs();
            (text::fault_node_static(), Term::StaticPod, false, is_there, put)
        }
    });
    html! {
        <div class="acts">
            { for acts.into_iter().chain(by_manifest).map(|(label, term, is_fault, off, command)| html! {
                <ActButton
                    {term}
                    class={if is_fault { "act is-failed" } else { "act" }}
                    off={off.then_some(text::fault_off_node())}
                    act={Act::Cluster(ClusterMessage::Apply(vec![command]))}
                    on={on.clone()}
                >
                    { label }
                </ActButton>
            }) }
        </div>
    }
}
