//! Lists of words.

use crate::text;

/// Returns words one after the other: `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => text::list_and(first.join(", "), last),
    }
}
