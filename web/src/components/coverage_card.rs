//! What was seen of the scene, what was not, and what would be new next.

use super::parts::{icon, press, rich};
use crate::act::Act;
use crate::app::App;
use crate::coverage::{Coverage, Item, groups};
use crate::explorer::ExplorerMessage;
use crate::sentences::{fill, say};
use crate::words;
use yew::prelude::*;

/// The card.
pub fn view(app: &App) -> Html {
    let seen = &app.explorer.coverage;
    let groups = groups(&app.lab);
    let all = groups.iter().flat_map(|(_, sights)| sights);
    let count = all.clone().filter(|sight| seen.has(&sight.key)).count();
    let all = all.count();
    let counted = fill!("seen.count", "count" => &count.to_string(), "of" => &all.to_string());
    let rules = seen.rules().count();
    html! {
        <section class="coverage" aria-labelledby="coverage-title">
            <div class="coverage-head">
                <h2 class="heading" id="coverage-title">{ say!("seen.title") }</h2>
                <b>{ counted }</b>
            </div>
            <svg class="coverage-bar" aria-hidden="true">
                <rect width="100%" height="100%" />
                <rect class="is-seen" width={super::parts::percent((count * 10_000 / all.max(1)) as u64)} height="100%" />
            </svg>
            { hint(app) }
            <dl>
                { for groups.iter().map(|(name, sights)| html! {
                    <>
                        <dt>{ name.as_str() }</dt>
                        <dd>{ for sights.iter().map(|sight| pick(app, seen, name, sight)) }</dd>
                    </>
                }) }
            </dl>
            <details class="coverage-rules">
                <summary>{ fill!("seen.rules", "count" => &rules.to_string()) }</summary>
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
fn hint(app: &App) -> Html {
    let Some(witness) = app.explorer.coverage.next() else {
        let text = match () {
            () if app.player.is_playing => say!("seen.playing"),
            () if app.explorer.coverage.is_looking() => say!("seen.looking"),
            () => say!("seen.nothing"),
        };
        return html! { <p class="quiet coverage-hint">{ text }</p> };
    };
    let steps = match witness.steps.len() {
        1 => say!("seen.one-step").to_owned(),
        count => fill!("seen.steps", "count" => &count.to_string()),
    };
    let first = witness.steps.first().map(|step| podlab_words::step(words::messages(), step));
    html! {
        <div class="coverage-hint">
            <p>
                <b>{ say!("seen.new") }</b>
                <span>{ format!(", {steps} ") }</span>
                { rich(&words::ask(&witness.question)) }
            </p>
            <p class="label">{ say!("seen.begins") }{ " " }{ rich(&first.unwrap_or_default()) }</p>
            <button
                class="button is-small"
                type="button"
                onclick={press(&app.on, Act::Explorer(ExplorerMessage::Ask(witness.question.clone())))}
            >
                { say!("seen.way") }
            </button>
        </div>
    }
}

/// Something to see. What was not seen yet can be asked for.
fn pick(app: &App, seen: &Coverage, group: &str, sight: &Item) -> Html {
    if seen.has(&sight.key) {
        return html! {
            <span class="sight is-seen">
                { icon("#i-done") }
                { sight.word }
                <span class="visually-hidden">{ ", " }{ say!("seen.mark") }</span>
            </span>
        };
    }
    let label = fill!("seen.ask", "group" => group, "word" => sight.word);
    html! {
        <button
            class="sight"
            type="button"
            aria-label={label}
            onclick={press(&app.on, Act::Explorer(ExplorerMessage::Ask(sight.question.clone())))}
        >
            { sight.word }
        </button>
    }
}
