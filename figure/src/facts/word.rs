//! A word as a still shows it.

use podlab_stage::tone::Tone;

/// A word with its look.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// How it looks.
    pub tone: Tone,
    /// The word.
    pub text: String,
}
