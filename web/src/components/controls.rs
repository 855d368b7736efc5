//! The controls: what we do to the Pod, and what it is.

use super::deployment_controls::DeploymentFields;
use super::nodes::NodeFaults;
use super::pane::{FoldButton, PaneView, Separator};
use super::parts::{ActButton, Choice, Look, Segmented, Toggle, icon};
use super::run::Run;
use super::set_controls::{self, SetSpec};
use super::spec_editor::SpecEditor;
use super::{faults, main_acts};
use crate::act::{Act, BranchMessage, ControlsMessage, RunMessage};
use crate::controls::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::panes::Pane;
use crate::state::ControlsState;
use crate::views::Target;
use podlab::api::pod::PodSpec;
use podlab::cluster::world::{Cadence, Jitter};
use podlab::rules::Feature;
use podlab_messages::text;
use podlab_stage::lanes::SetStage;
use podlab_stage::view::Stage;
use podlab_stage::workload::{Followed, Workload};
use yew::prelude::*;

/// What the controls need.
#[derive(PartialEq, Properties)]
pub struct ControlsPanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What a person may do to it.
    pub controls: Controls,
    /// What is chosen at them.
    pub state: ControlsState,
    /// Whether the run was started over, which can be taken back.
    pub was_started_over: bool,
    /// Whether they are on the page, rather than in a figure.
    pub is_on_page: bool,
    /// Whether there is room to show at once what the Pod is.
    pub is_wide: bool,
    /// The pane; folded, it has only the acts that matter most.
    pub pane: PaneView,
    /// Whether it can be folded.
    pub can_fold: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The controls: what we do to the Pod and, where a person may change everything, what it is.
#[component]
pub fn ControlsPanel(props: &ControlsPanelProps) -> Html {
    use_language();
    let lab = props.lab.read();
    let run = Run::in_panel(&lab, props.controls, &props.on);
    let set = SetStage::of(&lab);
    let (view, is_folded) = (props.pane, props.pane.is_folded);
    let class = if is_folded { "controls is-few" } else { "controls" };
    html! {
        <section {class} id={Pane::Controls.id()} aria-label={text::controls_section()} tabindex="-1">
            <div class="controls-body">
                <div class="controls-head">
                    if props.can_fold {
                        <FoldButton {view} on={props.on.clone()} />
                    }
                    { back_and_forth(run, props) }
                </div>
                if is_folded {
                    { main_acts::view(run) }
                } else {
                    { done_to(run, props) }
                    if run.allows(Controls::Full) {
                        { is(run, set.as_ref(), props.is_wide) }
                    }
                }
            </div>
            if props.is_on_page && !is_folded {
                <Separator {view} on={props.on.clone()} />
            }
        </section>
    }
}

/// What takes acts back, and does them again.
fn back_and_forth(run: Run<'_>, props: &ControlsPanelProps) -> Html {
    let can_undo = run.lab.history().last_act().is_some() || props.was_started_over;
    let can_redo = run.lab.history().next_undone().is_some();
    html! {
        <span class="back-and-forth">
            <ActButton
                class="button is-small is-plain"
                off={(!can_undo).then_some(text::controls_undo_off())}
                act={Act::Branch(BranchMessage::Undo)}
                on={run.on.clone()}
            >
                { icon("#i-undo") }
                <span class="words">{ text::controls_undo() }</span>
            </ActButton>
            <ActButton
                class="icon-button is-plain"
                name={text::controls_redo()}
                off={(!can_redo).then_some(text::controls_redo_off())}
                act={Act::Branch(BranchMessage::Redo)}
                on={run.on.clone()}
            >
                { icon("#i-undo") }
            </ActButton>
        </span>
    }
}

/// What it is, and how time runs.
fn is(run: Run<'_>, set: Option<&SetStage<'_>>, is_wide: bool) -> Html {
    let is_ruled = run.lab.followed().is_none_or(|followed| followed.is_ruled());
    let settings = run.lab.settings();
    html! {
        <>
            <details class="group" open={is_wide}>
                <summary class="group-head">
                    <h2 class="heading">{ text::controls_is() }</h2>
                    { icon("#i-down") }
                </summary>
                <fieldset disabled={!is_ruled} aria-describedby={(!is_ruled).then_some(set_controls::ABSENCE)}>
                    if let Some(set) = set {
                        <SetSpec
                            spec={set.set.spec.clone()}
                            release={settings.release}
                            has_max_unavailable={settings.gates.is_enabled(Feature::MaxUnavailableStatefulSet)}
                            on={run.on.clone()}
                        />
                    }
                    if let Some(Followed { workload: Workload::Deployment(deployment), .. }) = run.lab.followed() {
                        <DeploymentFields spec={deployment.spec.clone()} on={run.on.clone()} />
                    }
                    if let Some(pod) = run.lab.manifest() {
                        <SpecEditor
                            spec={pod.spec}
                            has_restart_all={settings.release.has(Feature::RestartAllContainersOnContainerExits) && run.lab.scene.workload.is_none()}
                            on={run.on.clone()}
                        />
                    }
                </fieldset>
            </details>
            <div class="group">
                <div class="group-head"><h2 class="heading">{ text::controls_time() }</h2></div>
                <Timing jitter={settings.jitter} cadence={settings.cadence} on={run.on.clone()} />
            </div>
        </>
    }
}

/// What the choice of the timing needs.
#[derive(Debug, PartialEq, Properties)]
struct TimingProps {
    /// The jitter of the run.
    jitter: Jitter,
    /// When states show.
    cadence: Cadence,
    /// Where acts go.
    on: Callback<Act>,
}

/// How the run is timed: with the jitter of a real cluster or without, and when states show.
#[component]
fn Timing(TimingProps { jitter, cadence, on }: &TimingProps) -> Html {
    use_language();
    let choice = |label: &'static str, other: Jitter| {
        Choice::new(label, other == *jitter, Act::Run(RunMessage::Jitter(other)))
    };
    let choices = vec![
        choice(text::controls_jitter_real(), Jitter::Seeded),
        choice(text::controls_jitter_short(), Jitter::Zero),
    ];
    let is_didactic = *cadence == Cadence::Didactic;
    let other = if is_didactic { Cadence::Real } else { Cadence::Didactic };
    html! {
        <section class="target">
            <Segmented name="jitter" legend={text::controls_jitter()} look={Look::Line} {choices} on={on.clone()} />
            <Toggle checked={is_didactic} act={Act::Run(RunMessage::Cadence(other))} on={on.clone()}>
                <span>{ text::controls_cadence() }</span>
            </Toggle>
        </section>
    }
}

/// What we do to it.
fn done_to(run: Run<'_>, props: &ControlsPanelProps) -> Html {
    let state = &props.state;
    let stage = Stage::of(run.lab);
    // A Pod that was never there is to be what the workload's template says.
    let template = run.lab.manifest().filter(|_| run.lab.scene.workload.is_some());
    let spec: Option<&PodSpec> = match (&stage, &template) {
        (Some(stage), _) => Some(&stage.pod.spec),
        (None, Some(template)) => Some(&template.spec),
        (None, None) => None,
    };
    html! {
        <div class="group">
            <div class="group-head">
                <h2 class="heading">{ text::controls_do() }</h2>
            </div>
            { set_controls::acts(run) }
            if run.lab.scene.workload.is_some() {
                { whom(run, state.target) }
            }
            if let Some(spec) = spec {
                { faults::view(run, state.target, spec) }
            }
            <NodeFaults
                lab={props.lab.clone()}
                is_open={state.shows_nodes}
                node={state.node.clone()}
                has_backoff={props.is_on_page}
                on={props.on.clone()}
            />
        </div>
    }
}

/// Whom faults concern.
fn whom(run: Run<'_>, target: Target) -> Html {
    let (one, all) = (run.lab.pod_name().to_string(), text::controls_everyone());
    let choices = vec![
        Choice::new(
            one,
            target == Target::Pod,
            Act::Controls(ControlsMessage::FaultsOn(Target::Pod)),
        ),
        Choice::new(
            all,
            target == Target::Set,
            Act::Controls(ControlsMessage::FaultsOn(Target::Set)),
        ),
    ];
    html! {
        <div class="target whom">
            <Segmented name="whom" legend={text::controls_whom()} {choices} on={run.on.clone()} />
        </div>
    }
}
