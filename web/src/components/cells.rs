//! Very many lanes: a cell for each ordinal, with the gates between them, and the whole lane of the selected one.

use super::parts::press;
use super::run::Run;
use super::{follow, lane, menu_opener, partition};
use crate::act::{Act, AnswersMessage};
use crate::controls::Controls;
use crate::things::Thing;
use podlab::base::text::Text;
use podlab_messages::text;
use podlab_stage::lanes::{Gate, Lane, SetStage};
use podlab_stage::pods::PodSummary;
use podlab_stage::tone::Tone;
use yew::prelude::*;

/// The cells and the selected lane. There may be hundreds, so a cell is few elements, and what a wait says is said once.
pub fn view(run: Run<'_>, stage: &SetStage<'_>, partition: Option<i64>) -> Html {
    let selected = stage.lanes.iter().position(|lane| lane.name == *run.lab.pod_name());
    let mut said: Vec<(Gate<'_>, String)> = Vec::new();
    let mut cells = Vec::with_capacity(stage.lanes.len());
    for (index, lane) in stage.lanes.iter().enumerate() {
        let gate = stage.gate(index);
        let words = match gate {
            None => String::new(),
            Some(Gate::Open) => stage.gate_words(Gate::Open),
            Some(shut) => match said.iter().find(|(gate, _)| *gate == shut) {
                Some((_, words)) => words.clone(),
                None => {
                    let words = stage.gate_words(shut);
                    said.push((shut, words.clone()));
                    words
                }
            },
        };
        cells.push(cell(run, stage, lane, (words, gate.map(class))));
    }
    html! {
        <section class="lanes-box" aria-label={text::lanes_list()}>
            { partition::view(run, stage, partition) }
            <ol class="cells" tabindex="0" aria-label={text::lanes_all()}>{ for cells }</ol>
            <ol class="lanes is-one" aria-label={text::lanes_selected()}>
                { lane::view(run, stage, selected.unwrap_or(0)) }
            </ol>
            { follow::in_lanes(run.lab, stage) }
        </section>
    }
}

/// The CSS class of the gate before a cell.
const fn class(gate: Gate<'_>) -> &'static str {
    match gate {
        Gate::Open => "is-open",
        Gate::ShutUp(_) | Gate::ShutDown(_) => "is-shut",
        Gate::Stuck(_) => "is-stuck",
    }
}

/// A cell, and what the gate before it says, with its class; none when there is no gate. Of an open gate only eyes are told: hundreds of
/// them would drown the others.
fn cell(
    run: Run<'_>,
    stage: &SetStage<'_>,
    lane: &Lane<'_>,
    (gate, gate_class): (String, Option<&'static str>),
) -> Html {
    let pod = lane.pod.map(|pod| PodSummary::of(run.lab, pod));
    let look = pod.as_ref().map_or(Tone::Idle, |pod| pod.tone);
    let revision = stage.revision_words(lane).filter(|words| words.number.is_some());
    let number = revision.as_ref().and_then(|words| words.number).map(|number| number.to_string());
    let (claim, claim_words) = stage.worst_claim(lane).unwrap_or((Tone::Idle, String::new()));
    let parts = [
        Some(pod.as_ref().map_or(text::lane_no_pod(), |pod| &pod.row.status)),
        if let Tone::Ready = look {
            Some(text::card_ready())
        } else {
            lane.pod.map(|_| text::card_not_ready())
        },
        revision.as_ref().map(|words| &*words.text),
        pod.as_ref().and_then(|pod| pod.back_off.as_deref()),
        lane.is_outdated.then(text::cell_newest_not),
        lane.is_holding.then(text::cell_waited_for),
        stage.is_stuck(lane).then(text::cell_stuck),
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    let mut label = format!("{}: {}", lane.name, parts.join(", "));
    if !claim_words.is_empty() {
        label.push_str("; ");
        label.push_str(&claim_words);
    }
    let label = AttrValue::from(label);
    let place = classes!(
        "cell-place",
        gate_class,
        (stage.partition_start() == Some(lane.ordinal)).then_some("is-partition"),
        (!claim_words.is_empty()).then_some("has-claim"),
        claim.class(),
    );
    let cell = classes!(
        "cell",
        look.class(),
        lane.is_ending().then_some("is-ending"),
        lane.is_outdated.then_some("is-old"),
        lane.is_holding.then_some("is-holding"),
        (!lane.is_wanted).then_some("is-unwanted"),
    );
    let is_pressed = lane.name == *run.lab.pod_name();
    let (pod, ordinal, on) = (lane.name.clone(), lane.ordinal, run.on.clone());
    let can_act = lane.pod.is_some() && run.allows(Controls::Faults);
    html! { <Cell key={ordinal as usize} {place} {gate} is_told={gate_class.is_some_and(|class| class != "is-open")} {cell} {label} {pod} {ordinal} revision={number} {is_pressed} {can_act} {on} /> }
}

/// What a cell needs.
#[derive(Debug, PartialEq, Properties)]
struct CellProps {
    /// The CSS classes of its place.
    place: Classes,
    /// What the gate before it says; empty when there is none.
    gate: AttrValue,
    /// Whether assistive technology is told of that gate.
    is_told: bool,
    /// The CSS classes of the cell.
    cell: Classes,
    /// What it says.
    label: AttrValue,
    /// The name of the Pod.
    pod: Text,
    /// Its ordinal.
    ordinal: i64,
    /// The number of its revision.
    revision: Option<String>,
    /// Whether the Pod is on the stage.
    is_pressed: bool,
    /// Whether the Pod is there and a person may act on it.
    can_act: bool,
    /// Where acts go.
    on: Callback<Act>,
}

/// A cell.
#[component]
fn Cell(props: &CellProps) -> Html {
    let CellProps { gate, label, pod, ordinal, revision, on, .. } = props;
    let menu = props.can_act.then(|| menu_opener::by_context(on, &Thing::Pod(pod.clone())));
    html! {
        <li class={props.place.clone()} title={gate} data-pod={pod.to_string()} oncontextmenu={menu}>
            if props.is_told {
                <span class="visually-hidden">{ gate }</span>
            }
            <button
                class={props.cell.clone()}
                type="button"
                aria-pressed={if props.is_pressed { "true" } else { "false" }}
                aria-label={label}
                title={label}
                data-ordinal={ordinal.to_string()}
                data-revision={revision.clone()}
                onclick={press(on, Act::Answers(AnswersMessage::PickPod(pod.clone())))}
            >
                { *ordinal }
            </button>
        </li>
    }
}
