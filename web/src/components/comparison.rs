//! Runs side by side on one clock, with marks where they begin to differ, and why.

use super::parts::{Toggle, percent, press, rich};
use super::{column, share_dialog, transport, why};
use crate::act::Act;
use crate::app::App;
use crate::comparison::{Comparison, ComparisonMessage};
use crate::offers::branch_name;
use crate::scale::Scale;
use crate::scenes;
use crate::sentences::say;
use crate::words;
use podlab::compare::Difference;
use podlab::story::Row;
use podlab::time::SimTime;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Most differences that are listed.
const LISTED: usize = 10;

/// The view.
pub fn view(app: &App, comparison: &Comparison) -> Html {
    let count = comparison.columns.len();
    let class = match count {
        4 => "comparison-columns is-four",
        3 => "comparison-columns is-three",
        _ => "comparison-columns",
    };
    html! {
        <div class="comparison">
            { head(app, comparison) }
            <main class="comparison-main" id="stage" tabindex="-1">
                <p class="comparison-parting" role={(!app.player.is_playing).then_some("status")}>{ parting(comparison) }</p>
                <div {class}>
                    { for comparison.columns.iter().enumerate().map(|(index, run)| column::view(app, comparison, index, run)) }
                </div>
                if count > 0 {
                    <div class="comparison-below">
                        { differences(app, comparison) }
                        { reason(app, comparison) }
                    </div>
                }
            </main>
            { transport::view(app) }
        </div>
    }
}

/// Where they part, or why nothing can be compared.
fn parting(comparison: &Comparison) -> String {
    if comparison.columns.is_empty() {
        let refusal = words::wrong(&comparison.refusal);
        let stop = if refusal.ends_with('.') { "" } else { "." };
        format!("{refusal}{stop}")
    } else if comparison.is_working() && comparison.found.all().is_empty() {
        say!("compare.running").to_owned()
    } else {
        podlab_words::parting(words::messages(), comparison.found.all().first(), comparison.end())
    }
}

fn head(app: &App, comparison: &Comparison) -> Html {
    let onchange = {
        let on = app.on.clone();
        Callback::from(move |event: Event| {
            let list: HtmlSelectElement = event.target_unchecked_into();
            on.emit(Act::Comparison(ComparisonMessage::Vary(list.selected_index() as usize)));
        })
    };
    html! {
        <header class="comparison-head">
            <button class="button" type="button" onclick={press(&app.on, Act::Close)}>
                { say!("compare.back") }
            </button>
            <h1 class="comparison-title" id="comparison-title" tabindex="-1">
                { say!("compare.title") }
                <span class="quiet">{ scenes::title(&app.cards, comparison.scene()) }</span>
            </h1>
            <label class="comparison-field">
                <span class="label">{ say!("compare.varies") }</span>
                <select class="select" {onchange}>
                    { for comparison.offers.iter().enumerate().map(|(index, offer)| html! {
                        <option selected={index == comparison.offer}>{ &offer.label }</option>
                    }) }
                </select>
            </label>
            { choice(app, comparison) }
            { share_dialog::button(&app.on) }
        </header>
    }
}

/// The values, or the branches.
fn choice(app: &App, comparison: &Comparison) -> Html {
    if comparison.offers[comparison.offer].aspect.is_none() {
        return html! {
            <fieldset class="comparison-branches">
                <legend class="visually-hidden">{ say!("compare.branches") }</legend>
                { for comparison.history().branches().iter().map(|branch| {
                    let act = Act::Comparison(ComparisonMessage::Toggle(branch.id));
                    let is_on = comparison.branches.contains(&branch.id);
                    html! {
                        <Toggle checked={is_on} {act} on={app.on.clone()}><span>{ branch_name(branch) }</span></Toggle>
                    }
                }) }
            </fieldset>
        };
    }
    let onchange = {
        let on = app.on.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on.emit(Act::Comparison(ComparisonMessage::Values(input.value())));
        })
    };
    html! {
        <label class="comparison-field is-wide">
            <span class="label">{ say!("compare.values") }</span>
            <input class="input" value={comparison.values.clone()} {onchange} />
        </label>
    }
}

/// The rows that differ, each a way to the moment where it begins.
fn differences(app: &App, comparison: &Comparison) -> Html {
    let shown = |found: &&(usize, &Difference)| match found.1.row {
        Row::Condition(ref kind) => *kind == "Ready" && comparison.scene().set.is_none(),
        Row::Phase | Row::Restarts(_) | Row::Container(_) | Row::Probe(..) => {
            comparison.scene().set.is_none()
        }
        Row::Status | Row::Endpoints(_) | Row::Node(_) | Row::Controller => true,
    };
    let all: Vec<(usize, &Difference)> = comparison.found.all().iter().enumerate().collect();
    let listed = all.iter().filter(shown).take(LISTED);
    html! {
        <section class="comparison-list" aria-labelledby="comparison-list">
            <h2 class="heading" id="comparison-list">{ say!("compare.where") }</h2>
            <ol>
                { for listed.map(|(index, found)| html! {
                    <li>
                        <button
                            class={classes!("comparison-part", (found.from <= comparison.now()).then_some("is-apart"))}
                            type="button"
                            onclick={press(&app.on, Act::Comparison(ComparisonMessage::Go(*index)))}
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
fn reason(app: &App, comparison: &Comparison) -> Html {
    let found = comparison.selected.and_then(|(column, change)| {
        let run = comparison.columns.get(column)?;
        Some((run, run.lab.story().change(change)?))
    });
    html! {
        <section class="comparison-why" aria-labelledby="comparison-why" aria-live="polite">
            <h2 class="heading" id="comparison-why">
                { say!("compare.why") }
                if let Some((run, _)) = found {
                    <span class="quiet">{ format!(": {}", run.name) }</span>
                }
            </h2>
            { match found {
                Some((run, change)) => why::chain(app, &run.lab, change),
                None => html! {
                    <p class="quiet">{ say!("compare.select") }</p>
                },
            } }
        </section>
    }
}

/// The line of time, with the moments at which rows begin to differ.
pub fn scrub(app: &App, comparison: &Comparison) -> Html {
    let end = transport::end_of(comparison.end().seconds());
    let scale = Scale::plain(SimTime::from_seconds(end));
    let place = |time: SimTime| percent(scale.place(time));
    let ticks = html! {
        <>
            { for comparison.found.all().iter().map(|found| html! {
                <line class="tick is-part" x1={place(found.from)} x2={place(found.from)} y1="20%" y2="50%" />
            }) }
        </>
    };
    transport::line(app, comparison.now(), scale, ticks)
}
