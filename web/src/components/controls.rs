//! The controls: what we do to the Pod, and what it is.

use super::parts::{Choice, Look, icon, press, segmented, toggle};
use super::{faults, nodes, set_controls, spec_editor};
use crate::act::{Act, Target};
use crate::app::{App, BranchMessage, ControlsMessage, RunMessage};
use crate::lanes::SetStage;
use crate::sentences::say;
use crate::view::Stage;
use podlab::api::pod::PodSpec;
use podlab::world::{Cadence, Jitter};
use yew::prelude::*;

/// The controls.
pub fn view(app: &App, set: Option<&SetStage<'_>>) -> Html {
    let is_ruled = set.is_none_or(SetStage::is_ruled);
    let jitter = |label: &'static str, jitter: Jitter| {
        Choice::new(
            label,
            app.lab.settings().jitter == jitter,
            Act::Run(RunMessage::Jitter(jitter)),
        )
    };
    let is_didactic = app.lab.settings().cadence == Cadence::Didactic;
    let other = if is_didactic { Cadence::Real } else { Cadence::Didactic };
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
                        { set_controls::spec(app, set) }
                    }
                    { spec_editor::view(app) }
                </fieldset>
            </details>
            <div class="group">
                <div class="group-head"><h2 class="heading">{ say!("controls.time") }</h2></div>
                <section class="target">
                    { segmented(
                        &app.on,
                        "jitter",
                        say!("controls.jitter"),
                        Look::Line,
                        vec![jitter(say!("controls.jitter.real"), Jitter::Seeded), jitter(say!("controls.jitter.short"), Jitter::Zero)],
                    ) }
                    { toggle(&app.on, html! { <span>{ say!("controls.cadence") }</span> }, is_didactic, false, Act::Run(RunMessage::Cadence(other))) }
                </section>
            </div>
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
            { segmented(&app.on, "whom", say!("controls.whom"), Look::Block, choices) }
        </div>
    }
}
