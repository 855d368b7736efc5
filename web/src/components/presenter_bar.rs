//! What a presenter presses, each with its key.

use super::parts::{icon, press};
use crate::act::{Act, PlayerMessage, PresenterMessage};
use crate::language::use_language;
use crate::presenter::Presenter;
use podlab::files::presentation_file::Shown;
use podlab_messages::{Sentence, text};
use yew::prelude::*;

/// What the bar needs.
#[derive(Debug, PartialEq, Properties)]
pub struct PresenterBarProps {
    /// What is presented.
    pub presenter: Presenter,
    /// The present moment, in words.
    pub clock: String,
    /// Whether time passes.
    pub is_playing: bool,
    /// What the key for what comes next does.
    pub forward: &'static str,
    /// Whether the room is asked again and again what comes next.
    pub asks: bool,
    /// Whether the room can be asked: a lesson asks its own questions.
    pub can_ask: bool,
    /// Whether the colours are dark.
    pub is_dark: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The answers that can stand beside the stage, each with its key.
const ANSWERS: [(Shown, &str, Sentence); 5] = [
    (Shown::Why, "W", text::tab_why),
    (Shown::Next, "F", text::present_next),
    (Shown::Events, "E", text::tab_events),
    (Shown::Watch, "G", text::tab_watch),
    (Shown::Describe, "Y", text::tab_describe),
];

/// The bar.
#[component]
pub fn PresenterBar(props: &PresenterBarProps) -> Html {
    let PresenterBarProps { presenter, on, .. } = props;
    use_language();
    let button = |key: &'static str, words: &'static str, is_on: Option<bool>, message| {
        html! {
            <button
                class="button is-small"
                type="button"
                aria-pressed={is_on.map(|is_on| is_on.to_string())}
                onclick={press(on, Act::Presenter(message))}
            >
                { words }{ " " }<kbd>{ key }</kbd>
            </button>
        }
    };
    let place = presenter
        .talk
        .as_ref()
        .map(|talk| text::present_move(talk.presentation.moves.len(), talk.place + 1));
    html! {
        <section class="presenter-bar" aria-label={text::present_title()}>
            <span class="clock mono">{ &props.clock }</span>
            { for place.map(|place| html! { <span class="quiet">{ place }</span> }) }
            <button
                class="button is-small"
                type="button"
                onclick={press(on, Act::Player(PlayerMessage::TogglePlaying))}
            >
                { icon(if props.is_playing { "#i-pause" } else { "#i-play" }) }
                { if props.is_playing { text::time_pause() } else { text::time_play() } }
            </button>
            { button("PgUp", text::present_back(), None, PresenterMessage::Back) }
            { button("PgDn", props.forward, None, PresenterMessage::Forward) }
            if props.can_ask {
                { button("Q", text::present_ask(), Some(props.asks), PresenterMessage::Ask) }
            }
            { for ANSWERS.map(|(shown, key, words)| {
                button(key, words(), Some(presenter.shows == shown), PresenterMessage::Show(shown))
            }) }
            { button("C", text::present_code(), Some(presenter.shows_code), PresenterMessage::Code) }
            { button("B", text::present_blank(), Some(presenter.is_blank), PresenterMessage::Blank) }
            { button("D", text::present_dark(), Some(props.is_dark), PresenterMessage::Dark) }
            { button("L", text::present_pointer(), Some(presenter.has_pointer), PresenterMessage::Pointer) }
            { button("Esc", text::present_leave(), None, PresenterMessage::Toggle) }
        </section>
    }
}
