//! Runs side by side on one clock, with marks where they begin to differ, and why.

use super::parts::{Toggle, percent, press, rich};
use super::run::Run;
use super::{column, share_dialog, transport, why};
use crate::act::Act;
use crate::comparison::{Comparison, ComparisonMessage};
use crate::figure::Controls;
use crate::handle::Handle;
use crate::language::use_language;
use crate::offers::branch_name;
use crate::scale::{Scale, end_of};
use crate::scenes::{self, Card};
use crate::words;
use podlab::base::time::SimTime;
use podlab::questions::compare::Difference;
use podlab::timeline::story::Row;
use podlab_messages::text;
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Most differences that are listed.
const LISTED: usize = 10;

/// What the view needs.
#[derive(PartialEq, Properties)]
pub struct ComparisonViewProps {
    /// The runs.
    pub comparison: Handle<Comparison>,
    /// The scenes, which say what the run is called.
    pub cards: Rc<Vec<Card>>,
    /// Whether time passes.
    pub is_playing: bool,
    /// The change that a walk over the tracks has reached.
    pub reached: Option<u64>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The view.
#[component]
pub fn ComparisonView(props: &ComparisonViewProps) -> Html {
    use_language();
    let comparison = &*props.comparison.read();
    let on = &props.on;
    let count = comparison.columns.len();
    let class = match count {
        4 => "comparison-columns is-four",
        3 => "comparison-columns is-three",
        _ => "comparison-columns",
    };
    html! {
        <>
            { head(comparison, &scenes::title(&props.cards, comparison.scene()), on) }
            <main class="comparison-main" id="stage" tabindex="-1">
                <p class="comparison-parting" role={(!props.is_playing).then_some("status")}>{ parting(comparison) }</p>
                <div {class}>
                    { for comparison.columns.iter().enumerate().map(|(index, run)| column::view(comparison, index, run, props.reached, on)) }
                </div>
                if count > 0 {
                    <div class="comparison-below">
                        { differences(comparison, on) }
                        { reason(comparison, on) }
                    </div>
                }
            </main>
        </>
    }
}

/// Where they part, or why nothing can be compared.
fn parting(comparison: &Comparison) -> String {
    if comparison.columns.is_empty() {
        let refusal = words::wrong(&comparison.refusal);
        let stop = if refusal.ends_with('.') { "" } else { "." };
        format!("{refusal}{stop}")
    } else if comparison.is_working() && comparison.found.all().is_empty() {
        text::compare_running().to_owned()
    } else {
        podlab_messages::parting(comparison.found.all().first(), comparison.end())
    }
}

fn head(comparison: &Comparison, title: &str, on: &Callback<Act>) -> Html {
    let onchange = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let list: HtmlSelectElement = event.target_unchecked_into();
            on.emit(Act::Comparison(ComparisonMessage::Vary(list.selected_index() as usize)));
        })
    };
    html! {
        <header class="comparison-head">
            <button class="button" type="button" onclick={press(on, Act::Close)}>
                { text::compare_back() }
            </button>
            <h1 class="comparison-title" id="comparison-title" tabindex="-1">
                { text::compare_title() }
                <span class="quiet">{ title.to_owned() }</span>
            </h1>
            <label class="comparison-field">
                <span class="label">{ text::compare_varies() }</span>
                <select class="select" {onchange}>
                    { for comparison.offers.iter().enumerate().map(|(index, offer)| html! {
                        <option selected={index == comparison.offer}>{ &offer.label }</option>
                    }) }
                </select>
            </label>
            { choice(comparison, on) }
            { share_dialog::button(on) }
        </header>
    }
}

/// The values, or the branches.
fn choice(comparison: &Comparison, on: &Callback<Act>) -> Html {
    if comparison.offers[comparison.offer].aspect.is_none() {
        return html! {
            <fieldset class="comparison-branches">
                <legend class="visually-hidden">{ text::compare_branches() }</legend>
                { for comparison.history().told_branches().map(|branch| {
                    let act = Act::Comparison(ComparisonMessage::Toggle(branch.id));
                    let is_on = comparison.branches.contains(&branch.id);
                    html! {
                        <Toggle checked={is_on} {act} on={on.clone()}><span>{ branch_name(branch) }</span></Toggle>
                    }
                }) }
            </fieldset>
        };
    }
    let onchange = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on.emit(Act::Comparison(ComparisonMessage::Values(input.value())));
        })
    };
    html! {
        <label class="comparison-field is-wide">
            <span class="label">{ text::compare_values() }</span>
            <input class="input" value={comparison.values.clone()} {onchange} />
        </label>
    }
}

/// The rows that differ, each a way to the moment where it begins.
fn differences(comparison: &Comparison, on: &Callback<Act>) -> Html {
    let shown = |found: &&(usize, &Difference)| match found.1.row {
        Row::Condition(ref kind) => *kind == "Ready" && comparison.scene().workload.is_none(),
        Row::Phase | Row::Restarts(_) | Row::Container(_) | Row::Probe(..) => {
            comparison.scene().workload.is_none()
        }
        Row::Status | Row::Endpoints(_) | Row::Node(_) | Row::Controller => true,
    };
    let all: Vec<(usize, &Difference)> = comparison.found.all().iter().enumerate().collect();
    let listed = all.iter().filter(shown).take(LISTED);
    html! {
        <section class="comparison-list" aria-labelledby="comparison-list">
            <h2 class="heading" id="comparison-list">{ text::compare_where() }</h2>
            <ol>
                { for listed.map(|(index, found)| html! {
                    <li>
                        <button
                            class={classes!("comparison-part", (found.from <= comparison.now()).then_some("is-apart"))}
                            type="button"
                            onclick={press(on, Act::Comparison(ComparisonMessage::Go(*index)))}
                        >
                            { rich(&podlab_messages::difference(found)) }
                        </button>
                    </li>
                }) }
            </ol>
        </section>
    }
}

/// Why the selected change happened.
fn reason(comparison: &Comparison, on: &Callback<Act>) -> Html {
    let found = comparison.selected.and_then(|(column, change)| {
        let run = comparison.columns.get(column)?;
        Some((run, run.lab.story().change(change)?))
    });
    html! {
        <section class="comparison-why" aria-labelledby="comparison-why" aria-live="polite">
            <h2 class="heading" id="comparison-why">
                { text::compare_why() }
                if let Some((run, _)) = found {
                    <span class="quiet">{ format!(": {}", run.name) }</span>
                }
            </h2>
            { match found {
                Some((run, change)) => why::steps(Run { lab: &run.lab, controls: Controls::Full, on }, change),
                None => html! {
                    <p class="quiet">{ text::compare_select() }</p>
                },
            } }
        </section>
    }
}

/// The line of time, with the moments at which rows begin to differ.
pub fn scrub(comparison: &Comparison, on: &Callback<Act>) -> Html {
    let end = end_of(comparison.end().seconds());
    let scale = Scale::plain(SimTime::from_seconds(end));
    let place = |time: SimTime| percent(scale.place(time));
    let ticks = html! {
        <>
            { for comparison.found.all().iter().map(|found| html! {
                <line class="tick is-part" x1={place(found.from)} x2={place(found.from)} y1="20%" y2="50%" />
            }) }
        </>
    };
    transport::line(on, comparison.now(), scale, ticks)
}
