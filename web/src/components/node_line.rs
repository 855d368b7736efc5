//! How nodes are, in a line.

use super::menu_opener;
use super::parts::icon;
use super::run::Run;
use crate::things::Thing;
use podlab::api::node::{in_words, status_of};
use podlab::api::status::{ConditionStatus, READY};
use podlab::base::text::Text;
use podlab::cluster::machines::Connectivity;
use podlab_messages::text;
use podlab_stage::tone::Tone;
use podlab_stage::view::Stage;
use yew::prelude::*;

/// How the node of the Pod on the stage is. Room for it is always kept.
pub fn of_pod(run: Run<'_>, stage: Stage<'_>) -> Html {
    let node = &stage.pod.spec.node_name;
    let (look, words) =
        if node.is_empty() { (Tone::Idle, String::new()) } else { state(stage.lab, node) };
    let twice = twice(stage);
    html! {
        <>
            <p class={classes!("node-line", look.class())} id="node-state">
                if !words.is_empty() {
                    { icon(look.icon()) }
                    <span>
                        { menu_opener::opener(run, &Thing::Node(node.clone()), html! { node.to_string() }) }
                        { format!(": {words}") }
                    </span>
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

/// How a node is.
pub fn of_node(lab: &podlab_stage::Lab, node: &Text) -> Html {
    let (look, words) = state(lab, node);
    html! { <p class={classes!("node-line", look.class())}>{ icon(look.icon()) }<span>{ words }</span></p> }
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
