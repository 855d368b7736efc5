//! The table of the example states.

use super::card;
use crate::act::{Act, ComparisonMessage, RunMessage};
use crate::components::parts::{icon, press};
use crate::example_states::{CASES, POLICIES};
use podlab_lessons::examples;
use podlab_messages::text;
use std::collections::BTreeSet;
use yew::prelude::*;

/// The table with these cases.
pub fn view(rows: &[usize], seen: &BTreeSet<String>, on: &Callback<Act>) -> Html {
    html! {
        <section class="matrix">
            <h2 class="heading">{ text::scenes_examples() }</h2>
            <p class="label">
                { text::scenes_examples_about() }
            </p>
            <table>
                <thead>
                    <tr>
                        <th scope="col"><span class="visually-hidden">{ text::scenes_case() }</span></th>
                        { for POLICIES.iter().map(|policy| html! { <th scope="col">{ *policy }</th> }) }
                    </tr>
                </thead>
                <tbody>
                    { for rows.iter().map(|number| html! {
                        <tr>
                            <th scope="row">{ title(on, *number) }</th>
                            { for (0..POLICIES.len()).map(|policy| cell(on, seen, *number, policy)) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </section>
    }
}

/// The name of a case, by which its row is compared.
fn title(on: &Callback<Act>, number: usize) -> Html {
    let case = &CASES[number];
    html! {
        <button
            class="scene"
            type="button"
            popovertarget="scenes"
            popovertargetaction="hide"
            onclick={press(on, Act::Comparison(ComparisonMessage::OpenCase(number)))}
        >
            { (case.title)() }
            { " " }
            <span>{ text::scenes_compare() }</span>
        </button>
    }
}

fn cell(on: &Callback<Act>, seen: &BTreeSet<String>, number: usize, policy: usize) -> Html {
    let case = &CASES[number];
    let end = case.ends[policy];
    let ((class, symbol), words) = (end.look(), end.words());
    let is_seen = seen.contains(&examples::name(number, policy));
    let mut name = format!("{}, {}: {words}", (case.title)(), POLICIES[policy]);
    if is_seen {
        name = format!("{name}, {}", text::scenes_seen());
    }
    html! {
        <td>
            <button
                class={classes!("scene", class)}
                type="button"
                popovertarget="scenes"
                popovertargetaction="hide"
                aria-label={name}
                onclick={press(on, Act::Run(RunMessage::OpenExample(number, policy)))}
            >
                { icon(symbol) }
                { words }
                if is_seen {
                    { " " }
                    { card::seen() }
                }
            </button>
        </td>
    }
}
