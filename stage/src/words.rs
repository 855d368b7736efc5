//! Times and lists in the language that is chosen.

use podlab_messages::text;

pub use podlab_messages::{clock, short};

/// Words one after the other: "a", "a and b", "a, b and c".
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => text::list_and(first.join(", "), last),
    }
}

/// A sentence without the marks of its names.
pub fn plain(text: &str) -> String {
    text.replace('*', "")
}
