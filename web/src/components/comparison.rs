//! Runs side by side on one clock, with marks where they begin to differ, and why.

use super::parts::{Toggle, press, rich};
use super::run::Run;
use super::{column, share_dialog, why};
use crate::act::{Act, ComparisonMessage};
use crate::comparison::{Column, Comparison, Selected};
use crate::controls::Controls;
use crate::handle::Handle;
use crate::language::use_language;
use crate::offers::branch_name;
use crate::scenes::{self, Card};
use crate::words;
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
                { headline(comparison, props.is_playing) }
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

/// What the runs come to, with the moment at which they part; or why nothing can be compared.
fn headline(comparison: &Comparison, is_playing: bool) -> Html {
    let (verdict, parting) = if comparison.columns.is_empty() {
        let refusal = words::wrong(&comparison.refusal);
        let stop = if refusal.ends_with('.') { "" } else { "." };
        (format!("{refusal}{stop}"), String::new())
    } else if comparison.is_working() && comparison.found.all().is_empty() {
        (text::compare_running().to_owned(), String::new())
    } else {
        let parting = podlab_messages::parting(comparison.found.all().first(), comparison.end());
        (comparison.verdict(), parting)
    };
    html! {
        <div class="comparison-headline" role={(!is_playing).then_some("status")}>
            <p class="comparison-verdict">{ rich(&verdict) }</p>
            <p class="comparison-parting quiet">{ parting }</p>
        </div>
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
                        <Toggle checked={is_on} {act} on={on.clone()}><span>{ branch_name(comparison.history(), branch) }</span></Toggle>
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

/// The rows that differ, with what each run shows: each a way to the moment where it begins.
fn differences(comparison: &Comparison, on: &Callback<Act>) -> Html {
    let shown = |found: &(usize, &Difference)| match found.1.row {
        Row::Condition(ref kind) => *kind == "Ready" && comparison.scene().workload.is_none(),
        Row::Phase | Row::Restarts(_) | Row::Container(_) | Row::Probe(..) => {
            comparison.scene().workload.is_none()
        }
        Row::Status | Row::Endpoints(_) | Row::Node(_) | Row::Controller => true,
    };
    let listed = comparison.found.ranked().into_iter().filter(shown).take(LISTED);
    html! {
        <div>
            <h2 class="heading" id="comparison-list">{ text::compare_where() }</h2>
            <div class="comparison-scroll" tabindex="0" role="region" aria-labelledby="comparison-list">
                <table class="comparison-table">
                    <thead>
                        <tr>
                            <th scope="col">{ text::compare_row() }</th>
                            { for comparison.columns.iter().map(|run| html! { <th scope="col">{ &run.name }</th> }) }
                            <th scope="col">{ text::compare_since() }</th>
                        </tr>
                    </thead>
                    <tbody>
                        { for listed.map(|(index, found)| difference(comparison, index, found, on)) }
                    </tbody>
                </table>
            </div>
        </div>
    }
}

/// A row that differs.
fn difference(
    comparison: &Comparison,
    index: usize,
    found: &Difference,
    on: &Callback<Act>,
) -> Html {
    let is_past = found.from <= comparison.now();
    html! {
        <tr class={classes!("comparison-part", is_past.then_some("is-apart"))}>
            <th scope="row">
                <button
                    class="button is-plain"
                    type="button"
                    onclick={press(on, Act::Comparison(ComparisonMessage::Go(index)))}
                >
                    { rich(&podlab_messages::row_of(found)) }
                </button>
            </th>
            { for found.values.iter().map(|value| html! {
                <td>{ podlab_messages::side(&found.row, value.as_ref()) }</td>
            }) }
            <td class="quiet">{ words::clock(found.from) }</td>
        </tr>
    }
}

/// Why the selected change happened, or what each column shows at the selected difference.
fn reason(comparison: &Comparison, on: &Callback<Act>) -> Html {
    let sides = comparison.selected.as_ref().map(|selected| {
        let columns = comparison.columns.iter().enumerate();
        let is_told = |index| match selected {
            Selected::Change { column, .. } => *column == index,
            Selected::Difference(_) => true,
        };
        let told = columns.filter(|(index, _)| is_told(*index));
        told.map(|(index, run)| side(run, selected.of(index), on)).collect::<Html>()
    });
    html! {
        <section class="comparison-why" aria-labelledby="comparison-why" aria-live="polite">
            <h2 class="heading" id="comparison-why">{ text::compare_why() }</h2>
            { match sides {
                Some(sides) => html! { <div class="comparison-sides">{ sides }</div> },
                None => html! { <p class="quiet">{ text::compare_select() }</p> },
            } }
        </section>
    }
}

/// Why a change in a column happened.
fn side(run: &Column, change: Option<u64>, on: &Callback<Act>) -> Html {
    let change = change.and_then(|number| run.lab.story().change(number));
    html! {
        <section class="comparison-side" aria-label={run.name.clone()}>
            <p class="panel-title">{ &run.name }</p>
            { match change {
                Some(change) => why::answer(Run::in_panel(&run.lab, Controls::Full, on), change),
                None => html! { <p class="quiet">{ text::compare_nothing() }</p> },
            } }
        </section>
    }
}
