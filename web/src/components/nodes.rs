//! What we do to nodes, with what kubectl prints of them.

use super::parts::{Choice, Segmented, Toggle, icon, press};
use super::{node_acts, node_line};
use crate::act::{Act, ControlsMessage, FeatureGate, RunMessage};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use podlab::base::text::Text;
use podlab::rules::Feature;
use podlab_messages::text;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

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
            { node_line::of_node(lab, node) }
            { node_acts::view(lab, node, on) }
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
