//! Nodes: how that of the Pod on the stage is, and what we do to them.

use super::parts::{ActButton, Choice, Segmented, Toggle, icon, press};
use crate::act::Act;
use crate::app::{ClusterMessage, ControlsMessage, FeatureGate, RunMessage};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::tone::Tone;
use crate::view::Stage;
use podlab::api::ObjectRef;
use podlab::api::node::{in_words, status_of};
use podlab::api::status::{ConditionStatus, READY};
use podlab::base::text::Text;
use podlab::cluster::command::{Command, DrainOptions, NodeFault};
use podlab::cluster::machines::Connectivity;
use podlab::cluster::pressure::{EvictionSignal, capacity};
use podlab::rules::Feature;
use podlab_messages::{Term, text};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Seconds a machine's kubelet has for ending Pods when it is shut down here, and those of them for critical Pods.
const GRACE: u64 = 30;
const CRITICAL: u64 = 10;

/// How the node of the Pod on the stage is. Room for it is always kept.
pub fn line(stage: Stage<'_>) -> Html {
    let node = &stage.pod.spec.node_name;
    let (look, words) =
        if node.is_empty() { (Tone::Idle, String::new()) } else { state(stage.lab, node) };
    let twice = twice(stage);
    html! {
        <>
            <p class={classes!("node-line", look.class())} id="node-state">
                if !words.is_empty() {
                    { icon(look.icon()) }
                    <span>{ format!("{node}: {words}") }</span>
                }
            </p>
            if !twice.is_empty() {
                <p class="node-line is-failed" role="status">{ icon("#i-failed") }<span>{ twice }</span></p>
            }
        </>
    }
}

/// That the containers of two Pods of one name run at once, when they do. Rule S-95.
fn twice(stage: Stage<'_>) -> String {
    let quiet = stage.lab.sim().world().machines.iter().next().is_none();
    if quiet { String::new() } else { of_name(stage) }
}

fn of_name(stage: Stage<'_>) -> String {
    let name = &stage.pod.metadata.name;
    let two = stage.lab.sim().running_twice();
    let is_it = |(namespace, other): &(Text, Text)| {
        namespace == &stage.pod.metadata.namespace && other == name
    };
    if two.iter().any(is_it) { text::node_state_twice(name) } else { String::new() }
}

/// How a node is, in words, and its look.
fn state(lab: &podlab_stage::Lab, name: &Text) -> (Tone, String) {
    let world = lab.sim().world();
    let Some(id) = world.machine_named(name) else { return (Tone::Idle, String::new()) };
    let connectivity = world.machines.connectivity(id);
    if world.machines.get(id).is_none()
        && world.node(id).is_some_and(|node| !node.spec.unschedulable)
    {
        return (Tone::Ready, text::node_state_ready().to_owned());
    }
    troubled(lab, id, connectivity)
}

/// How a node is that something happened to.
fn troubled(lab: &podlab_stage::Lab, id: u16, connectivity: Connectivity) -> (Tone, String) {
    let world = lab.sim().world();
    let mut parts: Vec<String> = Vec::new();
    let mut look = Tone::Ready;
    let (of_connectivity, words) = match connectivity {
        Connectivity::Up => (Tone::Ready, ""),
        Connectivity::Returning => (Tone::Waiting, text::node_state_returning()),
        Connectivity::CutOff => (Tone::Unknown, text::node_state_cut_off()),
        Connectivity::Off => (Tone::Failed, text::node_state_off()),
        Connectivity::Broken => (Tone::Failed, text::node_state_broken()),
    };
    if !words.is_empty() {
        look = of_connectivity;
        parts.push(words.to_owned());
    }
    if let Some(machine) = world.machines.get(id) {
        let told = [
            (machine.shutdown.is_some(), text::node_state_shutting_down()),
            (machine.runtime_down.is_some(), text::node_state_no_runtime()),
            (machine.network_down, text::node_state_no_network()),
        ];
        for (_, words) in told.into_iter().filter(|(is_so, _)| *is_so) {
            look = Tone::Waiting;
            parts.push(words.to_owned());
        }
    }
    match world.node(id) {
        None => {
            look = Tone::Failed;
            parts.push(text::node_state_deleted().to_owned());
        }
        Some(node) => {
            let ready = match status_of(node, READY) {
                ConditionStatus::True => text::node_state_ready(),
                ConditionStatus::False => text::node_state_not_ready(),
                ConditionStatus::Unknown => text::node_state_lost(),
            };
            parts.push(ready.to_owned());
            if node.spec.unschedulable {
                parts.push(text::node_state_cordoned().to_owned());
            }
            for taint in &node.spec.taints {
                let words = in_words(taint);
                parts.push(words.strip_prefix("node.kubernetes.io/").unwrap_or(&words).to_owned());
            }
        }
    }
    if let Some(drain) = world.machines.get(id).and_then(|machine| machine.drain.as_ref()) {
        let left = drain.pods.iter().filter(|pod| world.pod(**pod).is_some()).count();
        parts.push(text::node_state_draining(left));
    }
    (look, parts.join(" · "))
}

/// What the faults of nodes need.
#[derive(PartialEq, Properties)]
pub struct NodeFaultsProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// Whether they are shown.
    pub is_open: bool,
    /// The node that they concern; empty for that of the Pod on the stage.
    pub node: Text,
    /// Whether the settings of the kubelet's back-off are among them.
    pub has_backoff: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The faults of nodes, folded away until they are opened.
#[component]
pub fn NodeFaults(props: &NodeFaultsProps) -> Html {
    use_language();
    let is_open = props.is_open;
    let other = if is_open { ControlsMessage::FoldNodes } else { ControlsMessage::UnfoldNodes };
    html! {
        <div class="target" role="group" aria-labelledby="do-node">
            <button
                id="do-node"
                class="disclosure"
                type="button"
                aria-expanded={if is_open { "true" } else { "false" }}
                onclick={press(&props.on, Act::Controls(other))}
            >
                { text::fault_node() }
                { icon("#i-down") }
            </button>
            if is_open {
                { faults(props, &props.lab.read()) }
            }
        </div>
    }
}

/// What kubectl prints of the nodes, and of one of them.
fn as_kubectl(lab: &Lab, node: &Text) -> Html {
    let sim = lab.sim();
    html! {
        <>
            <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl get nodes">
                <b>{ "$ kubectl get nodes\n" }</b>
                { sim.get_nodes(false).trim_end().to_owned() }
            </pre>
            if let Some(text) = sim.describe_node(node) {
                <details class="node-text">
                    <summary class="mono">{ format!("kubectl describe node {node}") }</summary>
                    <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl describe node">{ text }</pre>
                </details>
            }
        </>
    }
}

/// Which node, and what can happen to it.
fn faults(NodeFaultsProps { node, has_backoff, on, .. }: &NodeFaultsProps, lab: &Lab) -> Html {
    let world = lab.sim().world();
    let names = world.machine_names();
    let of_pod = lab.last_pod().map(|(_, pod)| &pod.spec.node_name).filter(|name| !name.is_empty());
    let chosen = names.iter().find(|name| *name == node);
    let chosen = chosen.or_else(|| names.iter().find(|name| Some(*name) == of_pod));
    let Some(node) = chosen.or(names.first()) else { return Html::default() };
    let onchange = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            on.emit(Act::Controls(ControlsMessage::PickNode(select.value().into())));
        })
    };
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
    let (look, words) = state(lab, node);
    let settings = lab.settings();
    html! {
        <>
            <div class="target-head">
                <select class="select" aria-label={text::fault_node_which()} {onchange}>
                    { for names.iter().map(|name| html! {
                        <option value={name.to_string()} selected={name == node}>{ name.to_string() }</option>
                    }) }
                </select>
            </div>
            <p class={classes!("node-line", look.class())}>{ icon(look.icon()) }<span>{ words }</span></p>
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
            { as_kubectl(lab, node) }
            if settings.release.knows(Feature::ReduceDefaultCrashLoopBackOffDecay) && *has_backoff {
                <Backoff
                    most={settings.max_container_restart_period}
                    is_reduced={settings.gates.is_enabled(Feature::ReduceDefaultCrashLoopBackOffDecay)}
                    on={on.clone()}
                />
            }
        </>
    }
}

/// What the choice of the back-off needs.
#[derive(Debug, PartialEq, Properties)]
struct BackoffProps {
    /// For how many milliseconds restarts are held back at most; none for as long as usual.
    most: Option<u64>,
    /// Whether the gate `ReduceDefaultCrashLoopBackOffDecay` is on.
    is_reduced: bool,
    /// Where acts go.
    on: Callback<Act>,
}

/// How long restarts are held back. Rule P-414.
#[component]
fn Backoff(BackoffProps { most, is_reduced, on }: &BackoffProps) -> Html {
    use_language();
    let choice = |label: &'static str, other: Option<u64>| {
        Choice::new(label, other == *most, Act::Run(RunMessage::LimitBackoff(other)))
    };
    let choices = vec![
        choice(text::controls_backoff_usual(), None),
        choice("60s", Some(60_000)),
        choice("10s", Some(10_000)),
        choice("1s", Some(1000)),
    ];
    let act = Act::Run(RunMessage::BackoffDecay(FeatureGate::other(*is_reduced)));
    html! {
        <>
            <Segmented name="backoff" legend="maxContainerRestartPeriod" {choices} on={on.clone()} />
            <Toggle checked={*is_reduced} {act} on={on.clone()}>
                <span>{ text::is_set_gate() }{ " " }<code>{ "Reduce" }<wbr />{ "Default" }<wbr />{ "CrashLoop" }<wbr />{ "BackOffDecay" }</code></span>
            </Toggle>
        </>
    }
}
