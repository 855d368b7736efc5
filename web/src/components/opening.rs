//! What is seen while a link is being opened.

use super::parts::press;
use crate::act::{Act, LinkMessage};
use crate::language::use_language;
use crate::words;
use podlab::base::time::SimTime;
use podlab_messages::text;
use yew::prelude::*;

/// What it needs.
#[derive(Debug, PartialEq, Properties)]
pub struct OpeningProps {
    /// How far it is.
    pub now: SimTime,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// How far it is, and a way out.
#[component]
pub fn Opening(OpeningProps { now, on }: &OpeningProps) -> Html {
    use_language();
    html! {
        <main class="opening" id="stage" tabindex="-1">
            <p role="status">{ text::link_opening() }</p>
            <p class="clock">{ words::clock(*now) }</p>
            <button class="button" type="button" onclick={press(on, Act::Link(LinkMessage::Stop))}>
                { text::link_stop() }
            </button>
        </main>
    }
}
