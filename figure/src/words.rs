//! The language of stills: what the page says, in one of its languages.

use podlab_stage::language::Catalog;
use podlab_stage::sentences::say;
use podlab_words::Language;
use std::cell::Cell;

pub use podlab_stage::language::messages;
pub use podlab_stage::words::{clock, plain, short};

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::English) };
}

/// Says everything in this language from here on, in this thread.
pub fn speak(language: Language) {
    LANGUAGE.set(language);
    podlab_stage::language::speak(Catalog::of(language));
}

/// The language in which everything is said.
pub fn language() -> Language {
    LANGUAGE.get()
}

/// What the page calls the example states, in order.
pub fn cases() -> [&'static str; 7] {
    [
        say!("case.exits-0"),
        say!("case.exits-1"),
        say!("case.first"),
        say!("case.second"),
        say!("case.memory"),
        say!("case.disk"),
        say!("case.cut-off"),
    ]
}

/// What the page says of a Pod that runs on with a container that was started again.
pub fn runs_again() -> &'static str {
    say!("case.again")
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
