//! The language of stills: what the page says, in one of its languages.

use podlab_messages::Catalog;
use podlab_messages::Language;
use podlab_messages::text;
use std::cell::Cell;

pub use podlab_stage::words::{clock, plain, short};

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::English) };
}

/// Says everything in this language from here on, in this thread.
pub fn speak(language: Language) {
    LANGUAGE.set(language);
    podlab_messages::speak(Catalog::of(language));
}

/// The language in which everything is said.
pub fn language() -> Language {
    LANGUAGE.get()
}

/// What the page calls the example states, in order.
pub fn cases() -> [&'static str; 7] {
    [
        text::case_exits_0(),
        text::case_exits_1(),
        text::case_first(),
        text::case_second(),
        text::case_memory(),
        text::case_disk(),
        text::case_cut_off(),
    ]
}

/// What the page says of a Pod that runs on with a container that was started again.
pub fn runs_again() -> &'static str {
    text::case_again()
}

/// A character as it may be shown: controls, which terminals obey and XML does not have, and marks that turn the direction of
/// writing, which make a text look like another, are shown as what they are not.
pub fn harmless(c: char) -> char {
    match c {
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        _ if c.is_control() => '\u{fffd}',
        _ => c,
    }
}
