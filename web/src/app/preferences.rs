//! What a visitor chooses for this visit and the next.

use crate::act::Act;
use crate::components::top_bar;
use crate::figure::Controls;
use crate::lab::Lab;
use crate::language::Languages;
use crate::mount::Mount;
use crate::panes::Pane;
use crate::preferences::{FirstStep, SavedPreferences, WaitLength};
use crate::sound::Sounds;
use crate::theme::{Contrast, Theme};
use podlab_messages::Catalog;
use podlab_messages::Language;
use podlab_messages::text;
use podlab_stage::sound::{Note, Voice};
use yew::Callback;

/// A choice of the visitor, or what it brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PreferencesMessage {
    /// Sets the colours.
    Theme(Theme),
    /// Sets how much the colours differ.
    Contrast(Contrast),
    /// Speaks another language.
    Language(Language),
    /// Sets how long waits are drawn.
    Waits(WaitLength),
    /// Turns the notes of changes on or off.
    Sound(bool),
    /// Plays what stands for a state.
    Listen(Voice),
    /// Goes on to a first step, or leaves them.
    FirstStep(FirstStep),
    /// Folds a pane, or unfolds it.
    FoldPane(Pane, bool),
    /// Gives a pane a size, in thousandths of the window.
    ResizePane(Pane, u16),
    /// The sentences of a language were fetched, or could not be.
    Fetched(Language, Result<Catalog, ()>),
}

impl PreferencesMessage {
    /// What a person must be allowed in a figure to do it.
    pub const fn needs(self) -> Controls {
        match self {
            PreferencesMessage::Theme(_)
            | PreferencesMessage::Contrast(_)
            | PreferencesMessage::FirstStep(_) => Controls::Full,
            PreferencesMessage::Language(_)
            | PreferencesMessage::Waits(_)
            | PreferencesMessage::Sound(_)
            | PreferencesMessage::Listen(_)
            | PreferencesMessage::FoldPane(..)
            | PreferencesMessage::ResizePane(..)
            | PreferencesMessage::Fetched(..) => Controls::None,
        }
    }
}

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
                    top_bar::show_language(mount, self.languages.wanted);
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
