//! Times and lists in the language that is chosen.

use crate::language::messages;
use crate::sentences::fill;

pub use podlab_words::clock;

/// A stretch of time in at most six characters: `12 s`, `2m40s`, `1h05m`, `19 d`.
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

/// A sentence without the marks of its names.
pub fn plain(text: &str) -> String {
    text.replace('*', "")
}
