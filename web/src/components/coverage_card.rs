//! What was seen of the scene, what was not, and what would be new next.

use super::parts::{icon, press, rich};
use crate::act::{Act, ExplorerMessage};
use crate::coverage::{Coverage, Item, groups};
use crate::explorer::Explorer;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::words;
use podlab_messages::text;
use yew::prelude::*;

/// What the card needs.
#[derive(PartialEq, Properties)]
pub struct CoverageCardProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What was seen, and what would be new.
    pub explorer: Handle<Explorer>,
    /// Whether time passes.
    pub is_playing: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The card.
#[component]
pub fn CoverageCard(props: &CoverageCardProps) -> Html {
    let CoverageCardProps { lab, explorer, is_playing, on } = props;
    use_language();
    let (lab, explorer) = (lab.read(), explorer.read());
    let seen = &explorer.coverage;
    let groups = groups(&lab);
    let all = groups.iter().flat_map(|(_, sights)| sights);
    let count = all.clone().filter(|sight| seen.has(&sight.key)).count();
    let all = all.count();
    let counted = text::seen_count(count, all);
    let rules = seen.rules().count();
    html! {
        <section class="coverage" aria-labelledby="coverage-title">
            <div class="coverage-head">
                <h2 class="heading" id="coverage-title">{ text::seen_title() }</h2>
                if all > 0 {
                    <b>{ counted }</b>
                }
            </div>
            if all > 0 {
                <svg class="coverage-bar" aria-hidden="true">
                    <rect width="100%" height="100%" />
                    <rect class="is-seen" width={super::parts::percent((count * 10_000 / all) as u64)} height="100%" />
                </svg>
                { hint(seen, *is_playing, on) }
            }
            <dl>
                { for groups.iter().map(|(name, sights)| html! {
                    <>
                        <dt>{ name.as_str() }</dt>
                        <dd>{ for sights.iter().map(|sight| pick(seen, name, sight, on)) }</dd>
                    </>
                }) }
            </dl>
            <details class="coverage-rules">
                <summary>{ text::seen_rules(rules) }</summary>
                <ul>
                    { for seen.rules().map(|rule| html! {
                        <li>{ super::why::links(rule) }</li>
                    }) }
                </ul>
            </details>
        </section>
    }
}

/// What would be new next, as the explorer found it.
fn hint(seen: &Coverage, is_playing: bool, on: &Callback<Act>) -> Html {
    let Some(witness) = seen.next() else {
        let text = match () {
            () if is_playing => text::seen_playing(),
            () if seen.is_looking() => text::seen_looking(),
            () => text::seen_nothing(),
        };
        return html! { <p class="quiet coverage-hint">{ text }</p> };
    };
    let steps = match witness.steps.len() {
        1 => text::seen_one_step().to_owned(),
        count => text::seen_steps(count),
    };
    let first = witness.steps.first().map(podlab_messages::step);
    html! {
        <div class="coverage-hint">
            <p>
                <b>{ text::seen_new() }</b>
                <span>{ format!(", {steps} ") }</span>
                { rich(&words::ask(&witness.question)) }
            </p>
            <p class="label">{ text::seen_begins() }{ " " }{ rich(&first.unwrap_or_default()) }</p>
            <button
                class="button is-small"
                type="button"
                onclick={press(on, Act::Explorer(ExplorerMessage::Ask(witness.question.clone())))}
            >
                { text::seen_way() }
            </button>
        </div>
    }
}

/// Something to see. What was not seen yet can be asked for.
fn pick(seen: &Coverage, group: &str, sight: &Item, on: &Callback<Act>) -> Html {
    if seen.has(&sight.key) {
        return html! {
            <span class="sight is-seen">
                { icon("#i-done") }
                { sight.word }
                <span class="visually-hidden">{ ", " }{ text::seen_mark() }</span>
            </span>
        };
    }
    let label = text::seen_ask(group, sight.word);
    html! {
        <button
            class="sight"
            type="button"
            aria-label={label}
            onclick={press(on, Act::Explorer(ExplorerMessage::Ask(sight.question.clone())))}
        >
            { sight.word }
        </button>
    }
}
