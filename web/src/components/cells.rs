//! Very many lanes: a cell for each ordinal, with the gates between them, and the whole lane of the selected one.

use super::parts::press;
use super::{lanes, partition};
use crate::act::Act;
use crate::app::App;
use crate::lanes::{Gate, Lane, SetStage, of_claim};
use crate::markup::prelude::*;
use crate::tone::Tone;
use podlab::controller::stateful_set::identity::revision_of;
use podlab::kubectl::columns::pod_status;

/// The cells and the selected lane. There may be hundreds, so a cell is few elements, and what a wait says is said once.
pub fn view(app: &App, stage: &SetStage<'_>) -> Html {
    let selected = stage.lanes.iter().position(|lane| lane.name == app.lab.scene.pod);
    let mut is_holding = vec![false; stage.lanes.len()];
    for wait in &stage.outlook.waits {
        if let Ok(index) = stage.lanes.binary_search_by_key(&wait.ordinal, |lane| lane.ordinal) {
            is_holding[index] = true;
        }
    }
    let mut said: Vec<(Gate<'_>, String)> = Vec::new();
    let mut cells = Vec::with_capacity(stage.lanes.len());
    for (index, lane) in stage.lanes.iter().enumerate() {
        let words = match stage.gate(index) {
            None => String::new(),
            Some(Gate::Open) => "Gate open".to_owned(),
            Some(shut) => match said.iter().find(|(gate, _)| *gate == shut) {
                Some((_, words)) => words.clone(),
                None => {
                    let words = stage.gate_words(shut);
                    said.push((shut, words.clone()));
                    words
                }
            },
        };
        cells.push(cell(app, stage, lane, words, is_holding[index]));
    }
    html! {
        <section class="lanes-box" aria-label="Pods by ordinal">
            { partition::view(app, stage) }
            <ol class="cells" tabindex="0" aria-label="All ordinals">{ for cells }</ol>
            <ol class="lanes is-one" aria-label="The selected ordinal">
                { lanes::lane(app, stage, selected.unwrap_or(0)) }
            </ol>
        </section>
    }
}

/// A cell, and what the gate before it says; empty when there is none. Of an open gate only eyes are told: hundreds of
/// them would drown the shut ones.
fn cell(app: &App, stage: &SetStage<'_>, lane: &Lane<'_>, gate: String, is_holding: bool) -> Html {
    let status = lane.pod.map(|pod| pod_status(pod, app.settings.release)).unwrap_or_default();
    let look = lane.tone(&status);
    let is_ending = lane.is_ending();
    let revision = lane.pod.and_then(|pod| stage.revision(revision_of(pod)));
    let number = revision.map(|number| number.to_string());
    let (claim, claim_words) = claim_of(stage, lane).unwrap_or((Tone::Idle, ""));
    let label = [
        lane.name.as_str(),
        ": ",
        if lane.pod.is_none() { "no Pod" } else { &status },
        match look {
            Tone::Ready => ", ready",
            _ if lane.pod.is_some() => ", not ready",
            _ => "",
        },
        if number.is_some() { ", rev " } else { "" },
        number.as_deref().unwrap_or_default(),
        if lane.is_outdated { ", not the newest" } else { "" },
        if is_holding { ", the set waits for it" } else { "" },
        claim_words,
    ];
    let label = AttrValue::from(label.concat());
    let is_shut = gate.starts_with("Gate shut");
    let place = classes!(
        "cell-place",
        (!gate.is_empty()).then_some(if is_shut { "is-shut" } else { "is-open" }),
        (stage.partition_start() == Some(lane.ordinal)).then_some("is-partition"),
        (!claim_words.is_empty()).then_some("has-claim"),
        claim.class(),
    );
    let cell = classes!(
        "cell",
        look.class(),
        is_ending.then_some("is-ending"),
        lane.is_outdated.then_some("is-old"),
        is_holding.then_some("is-holding"),
        (!lane.is_wanted).then_some("is-unwanted"),
    );
    html! {
        <li class={place} key={lane.ordinal as usize} title={gate.clone()}>
            if is_shut {
                <span class="visually-hidden">{ gate }</span>
            }
            <button
                class={cell}
                type="button"
                aria-pressed={if lane.name == app.lab.scene.pod { "true" } else { "false" }}
                aria-label={label.clone()}
                title={label}
                data-ordinal={lane.ordinal.to_string()}
                data-revision={number}
                onclick={press(&app.on, Act::Pick(lane.name.clone()))}
            >
                { lane.ordinal }
            </button>
        </li>
    }
}

/// The claim of a lane that is farthest from being usable, in words that go on a sentence.
fn claim_of(stage: &SetStage<'_>, lane: &Lane<'_>) -> Option<(Tone, &'static str)> {
    if stage.set.spec.volume_claim_templates.is_empty() {
        return None;
    }
    let looks = lane.claims.iter().map(|claim| of_claim(claim));
    let worst = looks.min_by_key(|(look, _)| *look == Tone::Done);
    Some(match worst {
        None => (Tone::Idle, "; no claim"),
        Some((Tone::Done, _)) if lane.pod.is_none() => (Tone::Done, "; claim kept"),
        Some((Tone::Done, _)) => (Tone::Done, "; claim Bound"),
        Some((look, "Terminating")) => (look, "; claim Terminating"),
        Some((look, "Lost")) => (look, "; claim Lost"),
        Some((look, _)) => (look, "; claim Pending"),
    })
}
