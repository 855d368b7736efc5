//! The keys.

use super::modal::Modal;
use super::parts::{icon, press};
use crate::act::{Act, Dialog};
use crate::app::App;
use crate::markup::prelude::*;

const KEYS: [(&[&str], &str); 11] = [
    (&["Space"], "Play or pause"),
    (&["←", "→"], "One event back, or on"),
    (&["Shift", "←", "→"], "One visible change back, or on"),
    (&["Ctrl", "Z"], "Undo the last act; U does too"),
    (&["Ctrl", "Shift", "Z"], "Redo it"),
    (&["Tab"], "Into the tracks, and out again"),
    (&["←", "→", "↑", "↓"], "On the tracks: along a row, and from row to row"),
    (&["Home", "End"], "On the tracks: to the ends of a row"),
    (&["PgUp", "PgDn"], "On the tracks: from change to change, in every row"),
    (&["Enter"], "On the tracks: why? Once more: go there"),
    (&["?"], "These keys"),
];

/// The dialog.
pub fn view(app: &App) -> Html {
    let is_open = app.dialog == Some(Dialog::Help);
    let close = app.on.reform(|()| Act::Close);
    html! {
        <Modal {is_open} title_id="keys-title" is_small=true on_close={close}>
            if is_open {
                <header class="dialog-head">
                    <h2 class="dialog-title" id="keys-title">{ "Keys" }</h2>
                    <button
                        class="icon-button is-plain"
                        type="button"
                        aria-label="Close"
                        onclick={press(&app.on, Act::Close)}
                    >
                        { icon("#i-cross") }
                    </button>
                </header>
                <div class="dialog-body">
                    <dl class="keys">
                        { for KEYS.iter().map(|(keys, words)| html! {
                            <>
                                <dt>{ for keys.iter().map(|key| html! { <><kbd>{ *key }</kbd>{ " " }</> }) }</dt>
                                <dd>{ *words }</dd>
                            </>
                        }) }
                    </dl>
                </div>
                <footer class="dialog-foot">
                    <button
                        class="button is-primary"
                        type="button"
                        onclick={press(&app.on, Act::Close)}
                    >
                        { "Done" }
                    </button>
                </footer>
            }
        </Modal>
    }
}
