//! Times and lists in the language that is chosen.

pub use podlab_messages::{clock, listed, precise, short};

/// A sentence without the marks of its names.
pub fn plain(text: &str) -> String {
    text.replace('*', "")
}
