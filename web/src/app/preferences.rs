//! What a visitor chooses for this visit and the next.

use super::App;
use crate::act::Act;
use crate::components::top_bar;
use crate::figure::Controls;
use crate::language::Fetched;
use crate::preferences::WaitLength;
use crate::sentences::fill;
use crate::theme::Theme;
use podlab_words::Language;

/// A choice of the visitor, or what it brought.
#[derive(Clone, Copy, Debug)]
pub enum PreferencesMessage {
    /// Sets the colours.
    Theme(Theme),
    /// Speaks another language.
    Language(Language),
    /// Sets how long waits are drawn.
    Waits(WaitLength),
    /// The sentences of a language were fetched, or could not be.
    Fetched(Language, Result<Fetched, ()>),
}

impl PreferencesMessage {
    /// What a person must be allowed in a figure to do it.
    pub const fn needs(self) -> Controls {
        match self {
            PreferencesMessage::Theme(_) => Controls::Full,
            PreferencesMessage::Language(_)
            | PreferencesMessage::Waits(_)
            | PreferencesMessage::Fetched(..) => Controls::None,
        }
    }
}

impl App {
    pub(super) fn update_preferences(&mut self, message: PreferencesMessage) {
        match message {
            PreferencesMessage::Theme(theme) => {
                self.preferences.theme = theme;
                self.preferences.save();
                theme.apply(&self.place);
            }
            PreferencesMessage::Language(language) => {
                if self.place.is_page() {
                    self.preferences.language = Some(language);
                    self.preferences.save();
                }
                self.speak(language);
            }
            PreferencesMessage::Waits(waits) => {
                self.preferences.waits = waits;
                self.preferences.save();
            }
            PreferencesMessage::Fetched(language, fetched) => {
                if !self.languages.take(language, fetched) {
                    top_bar::show_language(&self.place, self.languages.wanted);
                    self.toast = fill!("language.missing", "language" => language.name());
                }
            }
        }
    }

    /// Speaks a language once its sentences are there.
    pub(super) fn speak(&mut self, language: Language) {
        let tell = move |fetched| Act::Preferences(PreferencesMessage::Fetched(language, fetched));
        self.languages.want(language, self.on.reform(tell));
    }
}
