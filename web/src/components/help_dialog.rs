//! The keys.

use super::modal::{self, Modal};
use super::parts::press;
use crate::act::Act;
use crate::language::use_language;
use crate::sentences::{Sentence, say, sentence};
use yew::prelude::*;

const KEYS: [(&[&str], Sentence); 11] = [
    (&["Space"], sentence!("keys.play")),
    (&["←", "→"], sentence!("keys.event")),
    (&["Shift", "←", "→"], sentence!("keys.change")),
    (&["Ctrl", "Z"], sentence!("keys.undo")),
    (&["Ctrl", "Shift", "Z"], sentence!("keys.redo")),
    (&["Tab"], sentence!("keys.tab")),
    (&["←", "→", "↑", "↓"], sentence!("keys.along")),
    (&["Home", "End"], sentence!("keys.ends")),
    (&["PgUp", "PgDn"], sentence!("keys.rows")),
    (&["Enter"], sentence!("keys.why")),
    (&["?"], sentence!("keys.help")),
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
                { modal::head(on, "keys-title", say!("keys.title")) }
                <div class="dialog-body">
                    <dl class="keys">
                        { for KEYS.iter().map(|(keys, words)| html! {
                            <>
                                <dt>{ for keys.iter().map(|key| html! { <><kbd>{ *key }</kbd>{ " " }</> }) }</dt>
                                <dd>{ words.say() }</dd>
                            </>
                        }) }
                    </dl>
                </div>
                <footer class="dialog-foot">
                    <button
                        class="button is-primary"
                        type="button"
                        onclick={press(on, Act::Close)}
                    >
                        { say!("page.done") }
                    </button>
                </footer>
        </>
    }
}
