//! The keys.

use super::clear_data::ClearData;
use super::modal::{self, Modal};
use super::parts::press;
use crate::act::Act;
use crate::language::use_language;
use podlab_messages::{Sentence, text};
use yew::prelude::*;

const KEYS: [(&[&str], Sentence); 14] = [
    (&["Space"], text::keys_play),
    (&["←", "→"], text::keys_event),
    (&["Shift", "←", "→"], text::keys_change),
    (&["Ctrl", "Z"], text::keys_undo),
    (&["Ctrl", "Shift", "Z"], text::keys_redo),
    (&["Tab"], text::keys_tab),
    (&["←", "→", "↑", "↓"], text::keys_along),
    (&["Home", "End"], text::keys_ends),
    (&["PgUp", "PgDn"], text::keys_rows),
    (&["Enter"], text::keys_why),
    (&["S"], text::keys_summary),
    (&["K"], text::keys_console),
    (&["P"], text::keys_present),
    (&["?"], text::keys_help),
];

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct HelpDialogProps {
    /// Whether it is open.
    pub is_open: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog with the keys.
#[component]
pub fn HelpDialog(HelpDialogProps { is_open, on }: &HelpDialogProps) -> Html {
    use_language();
    let (is_open, close) = (*is_open, on.reform(|()| Act::Close));
    html! {
        <Modal {is_open} title_id="keys-title" is_small=true on_close={close}>
            if is_open {
                { content(on) }
            }
        </Modal>
    }
}

fn content(on: &Callback<Act>) -> Html {
    html! {
        <>
                { modal::head(on, "keys-title", text::keys_title()) }
                <div class="dialog-body">
                    <dl class="keys">
                        { for KEYS.iter().map(|(keys, words)| html! {
                            <>
                                <dt>{ for keys.iter().map(|key| html! { <><kbd>{ *key }</kbd>{ " " }</> }) }</dt>
                                <dd>{ words() }</dd>
                            </>
                        }) }
                    </dl>
                    <ClearData on={on.clone()} />
                </div>
                <footer class="dialog-foot">
                    <button
                        class="button"
                        type="button"
                        onclick={press(on, Act::OpenGlossary(None))}
                    >
                        { text::glossary_title() }
                    </button>
                    <button
                        class="button is-primary"
                        type="button"
                        onclick={press(on, Act::Close)}
                    >
                        { text::page_done() }
                    </button>
                </footer>
        </>
    }
}
