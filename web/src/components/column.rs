//! A column of runs that are compared: what there is now, and what happened.

use super::axis;
use super::parts::{icon, percent, press, rich};
use super::track::{Scope, tracks};
use crate::act::{Act, ComparisonMessage};
use crate::comparison::{Column, Comparison};
use crate::lab::Lab;
use crate::words;
use podlab::apiserver::columns::{PodRow, pod_counts, pod_row, pod_status};
use podlab::base::time::{SimTime, Timestamp};
use podlab::questions::compare::Difference;
use podlab::timeline::story::Row;
use podlab_messages::{Actor, text};
use podlab_stage::lanes::SetStage;
use podlab_stage::latest::latest;
use podlab_stage::rows::{self, Line};
use podlab_stage::scale::Scale;
use podlab_stage::tone;
use podlab_stage::view::Stage;
use yew::prelude::*;

/// The time all columns show, with room for the word at its end.
fn scale(comparison: &Comparison) -> Scale<'static> {
    Scale::plain(SimTime(comparison.end().0 * 21 / 20))
}

/// The acts that this run refused, so that it differs from the others.
fn refused(lab: &Lab) -> Html {
    let lines = lab.history().refused().map(|(act, why)| {
        let said = act.commands.last().map(|command| {
            let who = if act.by_person { Actor::You } else { Actor::Scene };
            podlab_messages::act(who, command)
        });
        let act_words = said.unwrap_or_default();
        let time = words::clock(act.time);
        let text = text::compare_refused(&act_words, why, &time);
        html! { <p class="comparison-refused">{ icon("#i-failed") }{ rich(&text) }</p> }
    });
    html! { <>{ for lines }</> }
}

/// The column of a run. A walk over the tracks has reached the change `reached`.
pub fn view(
    comparison: &Comparison,
    index: usize,
    run: &Column,
    reached: Option<u64>,
    on: &Callback<Act>,
) -> Html {
    let (lab, scale, now) = (&run.lab, scale(comparison), comparison.now());
    let here = percent(scale.place(now));
    let set = SetStage::of(lab);
    let selected = comparison.selected.as_ref().and_then(|selected| selected.of(index));
    let (story, end) = run.story();
    let scope = Scope { lab, story, end, now, on, selected, reached, column: Some(index) };
    let parts = |line: &Line| {
        let pod = line.pod.as_ref().unwrap_or(lab.pod_name());
        part(comparison, pod, &line.row).map(|found| found.from)
    };
    let title = format!("comparison-{index}");
    let change = latest(lab.story());
    html! {
        <section class="comparison-column" aria-labelledby={title.clone()}>
            <header class="comparison-column-head">
                <h2 class="heading" id={title}>{ &run.name }</h2>
                <button
                    class="button"
                    type="button"
                    aria-label={text::compare_open_of(&run.name)}
                    onclick={press(on, Act::Comparison(ComparisonMessage::Take(index)))}
                >
                    { text::compare_open() }
                </button>
            </header>
            { match &set {
                Some(set) => of_set(comparison, set),
                None => facts(comparison, lab),
            } }
            <p class="comparison-say">
                { rich(&change.map(|change| words::change_sentence(lab, change)).unwrap_or_default()) }
            </p>
            <div class="tracks-rows">
                { tracks(scope, &rows::lines(lab, story, false), scale, parts) }
                <svg class="tracks-over" aria-hidden="true">
                    <rect class="ahead" x={here.clone()} width="100%" height="100%" />
                    <line class="now-line" x1={here.clone()} x2={here} y2="100%" />
                </svg>
            </div>
            { axis::view(on, scale, now) }
            { refused(lab) }
        </section>
    }
}

/// Where a row begins to differ.
fn part<'a>(comparison: &'a Comparison, pod: &str, row: &Row) -> Option<&'a Difference> {
    let pod = (!matches!(row, Row::Endpoints(_) | Row::Node(_) | Row::Controller)).then_some(pod);
    comparison.found.of(pod, row)
}

/// The facts of the Pod. Those that differ now stand out.
fn facts(comparison: &Comparison, lab: &Lab) -> Html {
    let Some(stage) = Stage::of(lab) else {
        return html! { <p class="quiet">{ text::pod_none() }</p> };
    };
    let row = row_of(stage);
    let phase = stage.pod.status.phase();
    let (look, status) = (tone::of_phase(phase), tone::of_status(row.status_kind));
    let differ = |of: fn(&PodRow) -> &str| {
        let others = comparison.columns.iter().filter_map(|column| Stage::of(&column.lab));
        let differs = others.map(row_of).any(|other| of(&other) != of(&row));
        classes!("fact", differs.then_some("is-apart"))
    };
    if !stage.exists {
        return html! { <p class="quiet">{ text::pod_gone() }</p> };
    }
    html! {
        <dl class="facts">
            <div class="fact">
                <dt>{ "phase" }</dt>
                <dd>
                    <span class={classes!("badge", look.class())}>{ icon(look.icon()) }{ phase.as_str() }</span>
                </dd>
            </div>
            <div class={differ(|row| &row.status)}>
                <dt>{ "STATUS" }</dt>
                <dd><span class={classes!("chip", status.class())}>{ &row.status }</span></dd>
            </div>
            <div class={differ(|row| &row.ready)}>
                <dt>{ "READY" }</dt>
                <dd><span class="ready-count">{ &row.ready }</span></dd>
            </div>
            <div class={differ(|row| &row.restarts)}>
                <dt>{ "RESTARTS" }</dt>
                <dd><span class="ready-count">{ &row.restarts }</span></dd>
            </div>
        </dl>
    }
}

/// What kubectl prints of a Pod, without how long ago it was restarted.
fn row_of(stage: Stage<'_>) -> PodRow {
    let mut row = pod_row(stage.pod, Timestamp::of(stage.now), stage.release);
    row.restarts = pod_counts(stage.pod, stage.release).restarts.to_string();
    row
}

/// The Pods of the set, by ordinal. Those that differ now stand out.
fn of_set(comparison: &Comparison, set: &SetStage<'_>) -> Html {
    const MOST: usize = 12;
    let status = |lab: &podlab_stage::Lab, name: &str| {
        let (_, pod) = lab.sim().pod(&lab.scene.namespace, name)?;
        Some(pod_status(pod, lab.sim().settings().release))
    };
    html! {
        <ul class="comparison-lanes">
            { for set.lanes.iter().take(MOST).map(|lane| {
                let word = status(set.lab, &lane.name);
                let differs = comparison.columns.iter().any(|c| status(&c.lab, &lane.name) != word);
                let word = word.unwrap_or("–".into());
                html! {
                    <li class={classes!("comparison-lane", set.tone(lane).class(), differs.then_some("is-apart"))}>
                        <b>{ lane.name.to_string() }</b>
                        <span>{ word.to_string() }</span>
                    </li>
                }
            }) }
        </ul>
    }
}
