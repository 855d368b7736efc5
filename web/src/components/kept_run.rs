//! The offer to go on with the run of an earlier visit.

use super::parts::press;
use crate::act::{Act, KeptMessage};
use crate::language::use_language;
use crate::words;
use podlab::base::time::SimTime;
use podlab_messages::text;
use yew::prelude::*;

/// What the offer needs.
#[derive(Debug, PartialEq, Properties)]
pub struct KeptRunProps {
    /// The title of the run.
    pub title: String,
    /// The moment at which it was left.
    pub now: SimTime,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The offer.
#[component]
pub fn KeptRunOffer(KeptRunProps { title, now, on }: &KeptRunProps) -> Html {
    use_language();
    html! {
        <section class="kept" aria-label={text::kept_title()}>
            <p>{ text::kept_what(words::clock(*now), title) }</p>
            <button class="button is-primary" type="button" onclick={press(on, Act::Kept(KeptMessage::GoOn))}>
                { text::kept_go_on() }
            </button>
            <button class="button" type="button" onclick={press(on, Act::Kept(KeptMessage::Forget))}>
                { text::kept_forget() }
            </button>
        </section>
    }
}
