//! A scene in the list.

use super::filter::level_word;
use crate::components::parts::icon;
use crate::scenes::Card;
use podlab_messages::text;
use yew::prelude::*;

/// Its title, what it is about, its level, how long it lasts, and whether it was opened before.
pub fn view(card: &Card, is_current: bool, is_seen: bool, onclick: Callback<MouseEvent>) -> Html {
    html! {
        <li>
            <button
                class="scene"
                type="button"
                popovertarget="scenes"
                popovertargetaction="hide"
                aria-current={is_current.then_some("true")}
                {onclick}
            >
                { card.title() }
                <span>{ card.summary() }</span>
                <span class="scene-facts">
                    <span class={classes!("scene-level", card.level.as_str())}>{ level_word(card.level) }</span>
                    { " " }
                    { text::scenes_minutes(card.minutes.to_string()) }
                    if is_seen {
                        { " " }
                        { seen() }
                    }
                </span>
            </button>
        </li>
    }
}

/// The mark of what was opened before.
pub fn seen() -> Html {
    html! { <span class="scene-seen">{ icon("#i-done") }{ text::scenes_seen() }</span> }
}
