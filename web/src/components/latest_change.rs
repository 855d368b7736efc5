//! The line that says what just happened.

use super::parts::{press, rich};
use crate::act::{Act, AnswersMessage};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::words;
use podlab_messages::text;
use podlab_stage::latest::latest;
use yew::prelude::*;

/// What the line needs.
#[derive(PartialEq, Properties)]
pub struct LatestChangeProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// Whether time runs too fast to tell of it aloud.
    pub is_fast: bool,
    /// The number of the change that the last step made within a moment.
    pub stepped: Option<u64>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The line. It is told aloud unless time runs too fast to follow.
#[component]
pub fn LatestChange(props: &LatestChangeProps) -> Html {
    use_language();
    let lab = props.lab.read();
    let change = latest(lab.story());
    let live = if props.is_fast { "off" } else { "polite" };
    let is_stepped = props.stepped.is_some() && change.map(|c| c.number) >= props.stepped;
    html! {
        <div class={classes!("say", is_stepped.then_some("is-stepped"))}>
            <p class="say-text" role="status" aria-live={live}>
                <span class="say-time">{ change.map(|c| words::clock(c.time)).unwrap_or_default() }</span>
                { rich(&change.map(|c| words::change_sentence(&lab, c)).unwrap_or_default()) }
            </p>
            <button
                class="button"
                type="button"
                disabled={change.is_none()}
                onclick={press(&props.on, Act::Answers(AnswersMessage::WhyLast))}
            >
                { text::say_why() }
            </button>
        </div>
    }
}
