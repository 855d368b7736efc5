//! Runs side by side on one clock, with marks where they begin to differ, and why.

use super::parts::{icon, percent, press, rich, toggle};
use super::track::{Scope, tracks};
use super::{axis, say, transport, why};
use crate::act::Act;
use crate::app::App;
use crate::lab::Lab;
use crate::lanes::SetStage;
use crate::markup::prelude::*;
use crate::offers::branch_name;
use crate::rows::{self, Line};
use crate::scale::Scale;
use crate::scenes;
use crate::sentences::{fill, say};
use crate::tone;
use crate::versus::{Column, Deed, Versus};
use crate::view::Stage;
use crate::words;
use podlab::compare::Difference;
use podlab::kubectl::columns::{PodRow, pod_row, pod_status};
use podlab::story::Row;
use podlab::time::{SimTime, Timestamp};
use web_sys::{HtmlInputElement, HtmlSelectElement};

/// Most differences that are listed.
const LISTED: usize = 10;

/// The view.
pub fn view(app: &App, versus: &Versus) -> Html {
    let count = versus.columns.len();
    let class = match count {
        4 => "versus-columns is-four",
        3 => "versus-columns is-three",
        _ => "versus-columns",
    };
    html! {
        <div class="versus">
            { head(app, versus) }
            <main class="versus-main" id="stage" tabindex="-1">
                <p class="versus-parting" role="status">{ parting(versus) }</p>
                <div {class}>
                    { for versus.columns.iter().enumerate().map(|(index, run)| column(app, versus, index, run)) }
                </div>
                if count > 0 {
                    <div class="versus-below">
                        { differences(app, versus) }
                        { reason(app, versus) }
                    </div>
                }
            </main>
            { transport::view(app) }
        </div>
    }
}

/// Where they part, or why nothing can be compared.
fn parting(versus: &Versus) -> String {
    if versus.columns.is_empty() {
        versus.refusal.clone()
    } else if versus.is_working() && versus.found.all().is_empty() {
        say!("compare.running").to_owned()
    } else {
        podlab_words::parting(words::messages(), versus.found.all().first(), versus.end())
    }
}

fn head(app: &App, versus: &Versus) -> Html {
    let onchange = {
        let on = app.on.clone();
        Callback::from(move |event: Event| {
            let list: HtmlSelectElement = event.target_unchecked_into();
            on.emit(Act::Versus(Deed::Vary(list.selected_index() as usize)));
        })
    };
    html! {
        <header class="versus-head">
            <button class="button" type="button" onclick={press(&app.on, Act::Close)}>
                { say!("compare.back") }
            </button>
            <h1 class="versus-title" id="versus-title" tabindex="-1">
                { say!("compare.title") }
                <span class="quiet">{ scenes::title(&app.cards, versus.scene()) }</span>
            </h1>
            <label class="versus-field">
                <span class="label">{ say!("compare.varies") }</span>
                <select class="select" {onchange}>
                    { for versus.offers.iter().enumerate().map(|(index, offer)| html! {
                        <option selected={index == versus.offer}>{ &offer.label }</option>
                    }) }
                </select>
            </label>
            { choice(app, versus) }
        </header>
    }
}

/// The values, or the branches.
fn choice(app: &App, versus: &Versus) -> Html {
    if versus.offers[versus.offer].aspect.is_none() {
        return html! {
            <fieldset class="versus-branches">
                <legend class="visually-hidden">{ say!("compare.branches") }</legend>
                { for versus.history().branches().iter().map(|branch| {
                    let act = Act::Versus(Deed::Toggle(branch.id));
                    let is_on = versus.branches.contains(&branch.id);
                    toggle(&app.on, html! { <span>{ branch_name(branch) }</span> }, is_on, false, act)
                }) }
            </fieldset>
        };
    }
    let onchange = {
        let on = app.on.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on.emit(Act::Versus(Deed::Values(input.value())));
        })
    };
    html! {
        <label class="versus-field is-wide">
            <span class="label">{ say!("compare.values") }</span>
            <input class="input" value={versus.values.clone()} {onchange} />
        </label>
    }
}

/// The time all columns show, with room for the word at its end.
fn scale(versus: &Versus) -> Scale<'static> {
    Scale::plain(SimTime(versus.end().0 * 21 / 20))
}

fn column(app: &App, versus: &Versus, index: usize, run: &Column) -> Html {
    let (lab, scale, now) = (&run.lab, scale(versus), versus.now());
    let here = percent(scale.place(now));
    let set = SetStage::of(lab);
    let selected = versus.selected.filter(|(column, _)| *column == index);
    let selected = selected.map(|(_, change)| change);
    let reached = app.walk.reached;
    let scope = Scope { lab, on: &app.on, selected, reached, column: Some(index) };
    let parts = |line: &Line| {
        let pod = line.pod.as_ref().unwrap_or(&lab.scene.pod);
        part(versus, pod, &line.row).map(|found| found.from)
    };
    let title = ["versus-", &index.to_string()].concat();
    let change = say::latest(lab);
    html! {
        <section class="versus-column" aria-labelledby={title.clone()}>
            <header class="versus-column-head">
                <h2 class="heading" id={title}>{ &run.name }</h2>
                <button
                    class="button"
                    type="button"
                    aria-label={fill!("compare.open-of", "run" => &run.name)}
                    onclick={press(&app.on, Act::Versus(Deed::Take(index)))}
                >
                    { say!("compare.open") }
                </button>
            </header>
            { match &set {
                Some(set) => of_set(versus, set),
                None => facts(versus, lab),
            } }
            <p class="versus-say">
                { rich(&change.map(|change| words::told(lab, change)).unwrap_or_default()) }
            </p>
            <div class="tracks-rows">
                { tracks(scope, &rows::lines(lab, set.as_ref(), false), scale, parts) }
                <svg class="tracks-over" aria-hidden="true">
                    <line class="now-line" x1={here.clone()} x2={here} y2="100%" />
                </svg>
            </div>
            { axis::view(&app.on, scale, now) }
        </section>
    }
}

/// Where a row begins to differ.
fn part<'a>(versus: &'a Versus, pod: &str, row: &Row) -> Option<&'a Difference> {
    let pod = (!matches!(row, Row::Endpoints(_) | Row::Controller)).then_some(pod);
    versus.found.of(pod, row)
}

/// The facts of the Pod. Those that differ now stand out.
fn facts(versus: &Versus, lab: &Lab) -> Html {
    let Some(stage) = Stage::of(lab) else {
        return html! { <p class="quiet">{ say!("pod.none") }</p> };
    };
    let row = row_of(stage);
    let phase = stage.pod.status.phase();
    let (look, status) = (tone::of_phase(phase), tone::of_status(&row.status));
    let differ = |of: fn(&PodRow) -> &str| {
        let others = versus.columns.iter().filter_map(|column| Stage::of(&column.lab));
        let differs = others.map(row_of).any(|other| of(&other) != of(&row));
        classes!("fact", differs.then_some("is-apart"))
    };
    if !stage.exists {
        return html! { <p class="quiet">{ say!("pod.gone") }</p> };
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
    if let Some(end) = row.restarts.find(' ') {
        row.restarts.truncate(end);
    }
    row
}

/// The Pods of the set, by ordinal. Those that differ now stand out.
fn of_set(versus: &Versus, set: &SetStage<'_>) -> Html {
    const MOST: usize = 12;
    let status = |lab: &Lab, name: &str| {
        let (_, pod) = lab.sim().pod(&lab.scene.namespace, name)?;
        Some(pod_status(pod, lab.sim().settings().release))
    };
    html! {
        <ul class="versus-lanes">
            { for set.lanes.iter().take(MOST).map(|lane| {
                let word = status(set.lab, &lane.name);
                let differs = versus.columns.iter().any(|c| status(&c.lab, &lane.name) != word);
                let word = word.unwrap_or_else(|| "–".into());
                html! {
                    <li class={classes!("versus-lane", lane.tone(&word).class(), differs.then_some("is-apart"))}>
                        <b>{ lane.name.to_string() }</b>
                        <span>{ word }</span>
                    </li>
                }
            }) }
        </ul>
    }
}

/// The rows that differ, each a way to the moment where it begins.
fn differences(app: &App, versus: &Versus) -> Html {
    let shown = |found: &&(usize, &Difference)| match found.1.row {
        Row::Condition(ref kind) => *kind == "Ready" && versus.scene().set.is_none(),
        Row::Probe(..) => false,
        Row::Phase | Row::Restarts(_) | Row::Container(_) => versus.scene().set.is_none(),
        Row::Status | Row::Endpoints(_) | Row::Controller => true,
    };
    let all: Vec<(usize, &Difference)> = versus.found.all().iter().enumerate().collect();
    let listed = all.iter().filter(shown).take(LISTED);
    html! {
        <section class="versus-list" aria-labelledby="versus-list">
            <h2 class="heading" id="versus-list">{ say!("compare.where") }</h2>
            <ol>
                { for listed.map(|(index, found)| html! {
                    <li>
                        <button
                            class={classes!("versus-part", (found.from <= versus.now()).then_some("is-apart"))}
                            type="button"
                            onclick={press(&app.on, Act::Versus(Deed::Go(*index)))}
                        >
                            { rich(&podlab_words::difference(words::messages(), found)) }
                        </button>
                    </li>
                }) }
            </ol>
        </section>
    }
}

/// Why the selected change happened.
fn reason(app: &App, versus: &Versus) -> Html {
    let found = versus.selected.and_then(|(column, change)| {
        let run = versus.columns.get(column)?;
        Some((run, run.lab.story().change(change)?))
    });
    html! {
        <section class="versus-why" aria-labelledby="versus-why" aria-live="polite">
            <h2 class="heading" id="versus-why">
                { say!("compare.why") }
                if let Some((run, _)) = found {
                    <span class="quiet">{ [" ", &fill!("compare.under", "run" => &run.name)].concat() }</span>
                }
            </h2>
            { match found {
                Some((run, change)) => why::chain(&app.on, &run.lab, change),
                None => html! {
                    <p class="quiet">{ say!("compare.select") }</p>
                },
            } }
        </section>
    }
}

/// The line of time, with the moments at which rows begin to differ.
pub fn scrub(app: &App, versus: &Versus) -> Html {
    let end = transport::end_of(versus.end().seconds());
    let scale = Scale::plain(SimTime::from_seconds(end));
    let place = |time: SimTime| percent(scale.place(time));
    let ticks = html! {
        <>
            { for versus.found.all().iter().map(|found| html! {
                <line class="tick is-part" x1={place(found.from)} x2={place(found.from)} y1="20%" y2="50%" />
            }) }
        </>
    };
    transport::line(app, versus.now(), scale, ticks)
}
