//! The keys, the sounds, and what the browser keeps.

use super::clear_data::ClearData;
use super::modal::{self, Modal};
use super::parts::{Toggle, press};
use crate::act::{Act, PreferencesMessage};
use crate::language::use_language;
use podlab_messages::{Sentence, text};
use podlab_stage::sound::Voice;
use yew::prelude::*;

const KEYS: [(&[&str], Sentence); 19] = [
    (&["Space"], text::keys_play),
    (&["←", "→"], text::keys_event),
    (&["Shift", "←", "→"], text::keys_change),
    (&["+", "−"], text::keys_speed),
    (&["Ctrl", "Z"], text::keys_undo),
    (&["Ctrl", "Shift", "Z"], text::keys_redo),
    (&["Tab"], text::keys_tab),
    (&["←", "→", "↑", "↓"], text::keys_along),
    (&["Home", "End"], text::keys_ends),
    (&["PgUp", "PgDn"], text::keys_rows),
    (&["Enter"], text::keys_why),
    (&["W"], text::keys_latest),
    (&["A"], text::keys_actions),
    (&["C"], text::keys_compare),
    (&["L"], text::keys_lessons),
    (&["S"], text::keys_summary),
    (&["K"], text::keys_console),
    (&["P"], text::keys_present),
    (&["?"], text::keys_help),
];

/// The keys that figures do not have.
const OF_PAGE: [&str; 5] = ["W", "A", "C", "L", "P"];

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct HelpDialogProps {
    /// Whether it is open.
    pub is_open: bool,
    /// Whether it is that of the page, and not that of a figure.
    pub is_page: bool,
    /// Whether a note is played when a Pod changes.
    pub has_sound: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog.
#[component]
pub fn HelpDialog(HelpDialogProps { is_open, is_page, has_sound, on }: &HelpDialogProps) -> Html {
    use_language();
    let (is_open, close) = (*is_open, on.reform(|()| Act::Close));
    html! {
        <Modal {is_open} title_id="keys-title" is_small=true on_close={close}>
            if is_open {
                { content(*is_page, *has_sound, on) }
            }
        </Modal>
    }
}

fn content(is_page: bool, has_sound: bool, on: &Callback<Act>) -> Html {
    html! {
        <>
                { modal::head(on, "keys-title", text::keys_title()) }
                <div class="dialog-body">
                    <dl class="keys">
                        { for KEYS.iter().filter(|(keys, _)| is_page || !OF_PAGE.contains(&keys[0])).map(|(keys, words)| html! {
                            <>
                                <dt>{ for keys.iter().map(|key| html! { <><kbd>{ *key }</kbd>{ " " }</> }) }</dt>
                                <dd>{ words() }</dd>
                            </>
                        }) }
                    </dl>
                    { sound(has_sound, on) }
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

/// Whether changes are heard, and what each note means.
fn sound(has_sound: bool, on: &Callback<Act>) -> Html {
    html! {
        <section class="sound" aria-labelledby="sound-title">
            <h3 class="heading" id="sound-title">{ text::sound_title() }</h3>
            <Toggle checked={has_sound} act={Act::Preferences(PreferencesMessage::Sound(!has_sound))} on={on.clone()}>
                { text::sound_play() }
            </Toggle>
            <p class="label">{ text::sound_about() }</p>
            <div class="sound-notes">
                { for Voice::ALL.into_iter().map(|voice| html! {
                    <button
                        class="button is-small"
                        type="button"
                        onclick={press(on, Act::Preferences(PreferencesMessage::Listen(voice)))}
                    >
                        { voice.words() }
                    </button>
                }) }
            </div>
        </section>
    }
}
