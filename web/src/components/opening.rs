//! What is seen while a link is being opened.

use super::parts::press;
use crate::act::Act;
use crate::app::App;
use crate::links::LinkMessage;
use crate::sentences::say;
use crate::words;
use yew::prelude::*;

/// How far it is, and a way out.
pub fn view(app: &App) -> Html {
    html! {
        <main class="opening" id="stage" tabindex="-1">
            <p role="status">{ say!("link.opening") }</p>
            <p class="clock">{ words::clock(app.lab.now()) }</p>
            <button class="button" type="button" onclick={press(&app.on, Act::Link(LinkMessage::Stop))}>
                { say!("link.stop") }
            </button>
        </main>
    }
}
