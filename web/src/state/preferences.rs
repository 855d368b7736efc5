//! What the visitor chose, with the languages and the notes that follow from it.

use crate::act::{Act, PreferencesMessage};
use crate::lab::Lab;
use crate::language::Languages;
use crate::mount::Mount;
use crate::preferences::SavedPreferences;
use crate::sound::Sounds;
use podlab_messages::{Language, text};
use podlab_stage::sound::Note;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::Callback;

/// What the visitor chose, and the languages that are there for it.
pub struct Preferences {
    /// What is kept for the next visit.
    pub saved: SavedPreferences,
    /// The language it speaks, and the one it is to speak.
    pub languages: Languages,
    /// The notes of changes.
    sounds: Sounds,
}

impl Preferences {
    /// What the browser kept, for the page or figure at that mount.
    pub fn load(mount: &Mount) -> Preferences {
        let saved = SavedPreferences::load();
        let languages = Languages::new(mount.clone(), saved.language);
        Preferences { languages, saved, sounds: Sounds::default() }
    }

    /// Plays what has changed in a lab, if the visitor wants to hear it.
    pub fn play_changes(&mut self, lab: &Lab) {
        self.sounds.follow(lab, self.saved.has_sound);
    }

    /// Takes a choice, and keeps it; or the sentences of a language. Gives a message if they could not be fetched.
    pub fn update(
        &mut self,
        message: PreferencesMessage,
        mount: &Mount,
        on: &Callback<Act>,
    ) -> Option<String> {
        match message {
            PreferencesMessage::Theme(theme) => {
                self.saved.theme = theme;
                self.saved.save();
                theme.apply(mount);
            }
            PreferencesMessage::Contrast(contrast) => {
                self.saved.contrast = contrast;
                self.saved.save();
                contrast.apply(mount);
            }
            PreferencesMessage::Language(language) => {
                if mount.is_page() {
                    self.saved.language = Some(language);
                    self.saved.save();
                }
                self.speak(language, on);
            }
            PreferencesMessage::Waits(waits) => {
                self.saved.waits = waits;
                self.saved.save();
            }
            PreferencesMessage::Sound(is_on) => {
                self.saved.has_sound = is_on;
                self.saved.save();
            }
            PreferencesMessage::Listen(voice) => self.sounds.play(Note { voice, place: 0.0 }, 0.0),
            PreferencesMessage::FirstStep(step) => {
                self.saved.first_step = step;
                self.saved.save();
            }
            PreferencesMessage::FoldPane(pane, is_folded) => {
                self.saved.panes.fold(pane, is_folded);
                self.saved.save();
            }
            PreferencesMessage::ResizePane(pane, size) => {
                self.saved.panes.resize(pane, size);
                self.saved.save();
                self.saved.panes.apply(mount);
            }
            PreferencesMessage::Fetched(language, fetched) => {
                if !self.languages.take(language, fetched) {
                    show_language(mount, self.languages.wanted);
                    return Some(text::language_missing(language.name()));
                }
            }
        }
        None
    }

    /// Speaks a language once its sentences are there.
    pub fn speak(&mut self, language: Language, on: &Callback<Act>) {
        let tell = move |fetched| Act::Preferences(PreferencesMessage::Fetched(language, fetched));
        self.languages.want(language, on.reform(tell));
    }
}

/// Shows a language as the chosen one again, when another was chosen that could not be had. To the page nothing has changed then,
/// so it would not draw the list again.
fn show_language(mount: &Mount, language: Language) {
    let list = mount.query("#language");
    let index = Language::ALL.iter().position(|other| *other == language);
    if let (Some(list), Some(index)) = (list, index) {
        list.unchecked_into::<HtmlSelectElement>().set_selected_index(index as i32);
    }
}
