//! The controls: what we do to the Pod, and what it is.

use super::parts::{Choice, Look, Segmented, Toggle, icon, press};
use super::set_controls::{self, SetSpec};
use super::spec_editor::SpecEditor;
use super::{faults, nodes};
use crate::act::{Act, Target};
use crate::app::{App, BranchMessage, ControlsMessage, RunMessage};
use crate::lanes::SetStage;
use crate::language::use_language;
use crate::sentences::say;
use crate::view::Stage;
use podlab::api::pod::PodSpec;
use podlab::rules::Feature;
use podlab::world::{Cadence, Jitter};
use yew::prelude::*;

/// The controls.
pub fn view(app: &App, set: Option<&SetStage<'_>>) -> Html {
    let is_ruled = set.is_none_or(SetStage::is_ruled);
    let settings = app.lab.settings();
    html! {
        <section class="controls" aria-label={say!("controls.section")}>
            { done_to(app, set) }
            <details class="group" open={app.host.is_wide}>
                <summary class="group-head">
                    <h2 class="heading">{ say!("controls.is") }</h2>
                    { icon("#i-down") }
                </summary>
                <fieldset disabled={!is_ruled} aria-describedby={(!is_ruled).then_some("set-absence")}>
                    if let Some(set) = set {
                        <SetSpec
                            spec={set.set.spec.clone()}
                            release={settings.release}
                            has_max_unavailable={settings.gates.is_enabled(Feature::MaxUnavailableStatefulSet)}
                            on={app.on.clone()}
                        />
                    }
                    if let Some(pod) = app.lab.manifest() {
                        <SpecEditor
                            spec={pod.spec}
                            has_restart_all={settings.release.has(Feature::RestartAllContainersOnContainerExits) && app.lab.scene.set.is_none()}
                            on={app.on.clone()}
                        />
                    }
                </fieldset>
            </details>
            <div class="group">
                <div class="group-head"><h2 class="heading">{ say!("controls.time") }</h2></div>
                <Timing jitter={settings.jitter} cadence={settings.cadence} on={app.on.clone()} />
            </div>
        </section>
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
        choice(say!("controls.jitter.real"), Jitter::Seeded),
        choice(say!("controls.jitter.short"), Jitter::Zero),
    ];
    let is_didactic = *cadence == Cadence::Didactic;
    let other = if is_didactic { Cadence::Real } else { Cadence::Didactic };
    html! {
        <section class="target">
            <Segmented name="jitter" legend={say!("controls.jitter")} look={Look::Line} {choices} on={on.clone()} />
            <Toggle checked={is_didactic} act={Act::Run(RunMessage::Cadence(other))} on={on.clone()}>
                <span>{ say!("controls.cadence") }</span>
            </Toggle>
        </section>
    }
}

/// The controls without what the Pod is to be.
pub fn of_faults(app: &App, set: Option<&SetStage<'_>>) -> Html {
    html! {
        <section class="controls" aria-label={say!("controls.section")}>{ done_to(app, set) }</section>
    }
}

/// What we do to it.
fn done_to(app: &App, set: Option<&SetStage<'_>>) -> Html {
    let stage = Stage::of(&app.lab);
    // A Pod that was never there is to be what the set's template says.
    let spec: Option<&PodSpec> = match (&stage, set) {
        (Some(stage), _) => Some(&stage.pod.spec),
        (None, Some(set)) => Some(&set.set.spec.template.spec),
        (None, None) => None,
    };
    let can_undo = app.lab.history().last_act().is_some();
    let can_redo = app.lab.history().next_undone().is_some();
    html! {
        <div class="group">
            <div class="group-head">
                <h2 class="heading">{ say!("controls.do") }</h2>
                <span class="back-and-forth">
                    <button
                        class="button is-small is-plain"
                        type="button"
                        disabled={!can_undo}
                        onclick={press(&app.on, Act::Branch(BranchMessage::Undo))}
                    >
                        { icon("#i-undo") }
                        { say!("controls.undo") }
                    </button>
                    <button
                        class="icon-button is-plain"
                        type="button"
                        title={say!("controls.redo")}
                        aria-label={say!("controls.redo")}
                        disabled={!can_redo}
                        onclick={press(&app.on, Act::Branch(BranchMessage::Redo))}
                    >
                        { icon("#i-undo") }
                    </button>
                </span>
            </div>
            if let Some(set) = set {
                { set_controls::acts(app, set) }
            }
            if set.is_some() {
                { whom(app) }
            }
            if let Some(spec) = spec {
                { faults::view(app, spec) }
            }
            { nodes::view(app) }
        </div>
    }
}

/// Whom faults concern.
fn whom(app: &App) -> Html {
    let (one, all) = (app.lab.scene.pod.to_string(), say!("controls.everyone"));
    let choices = vec![
        Choice::new(
            one,
            app.controls.target == Target::Pod,
            Act::Controls(ControlsMessage::FaultsOn(Target::Pod)),
        ),
        Choice::new(
            all,
            app.controls.target == Target::Set,
            Act::Controls(ControlsMessage::FaultsOn(Target::Set)),
        ),
    ];
    html! {
        <div class="target whom">
            <Segmented name="whom" legend={say!("controls.whom")} {choices} on={app.on.clone()} />
        </div>
    }
}
