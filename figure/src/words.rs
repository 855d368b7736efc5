//! The language of stills: what the page says, in one of its languages.

use crate::sentences::{self, fill, say};
use podlab_words::{Language, Messages};
use std::cell::Cell;
use std::sync::OnceLock;

pub use podlab_words::clock;

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::English) };
}

/// Says everything in this language from here on, in this thread.
pub fn speak(language: Language) {
    static OTHERS: [OnceLock<Vec<&'static str>>; 2] = [OnceLock::new(), OnceLock::new()];
    let read = |text| move || sentences::read(text).expect("every language has the same keys");
    let texts = match language {
        Language::English => None,
        Language::Indonesian => {
            Some(OTHERS[0].get_or_init(read(include_str!("../../web/locales/id.txt"))))
        }
        Language::Korean => {
            Some(OTHERS[1].get_or_init(read(include_str!("../../web/locales/ko.txt"))))
        }
    };
    LANGUAGE.set(language);
    sentences::choose(texts.map(Vec::as_slice));
}

/// The language in which everything is said.
pub fn language() -> Language {
    LANGUAGE.get()
}

/// The engine's sentences in that language.
pub fn messages() -> &'static Messages {
    Messages::of(language())
}

/// A stretch of time in at most five characters: `12 s`, `2m40s`, `1h05m`.
pub fn short(milliseconds: u64) -> String {
    podlab_words::short(messages(), milliseconds)
}

/// Words one after the other: "a", "a and b", "a, b and c".
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => fill!("list.and", "first" => &first.join(", "), "last" => last),
    }
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

/// A sentence without the marks of its names.
pub fn plain(text: &str) -> String {
    text.replace('*', "")
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
