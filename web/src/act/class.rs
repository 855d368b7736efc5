//! What a teacher does with a class.

use podlab_link::Packed;

/// What a teacher does with a class.
#[derive(Clone, Debug, PartialEq)]
pub enum ClassMessage {
    /// Shows the link for the learners, and what their codes say.
    Show,
    /// Calls the class by this word.
    Word(String),
    /// Gives the class this seed.
    Seed(u64),
    /// Takes the codes in this text.
    Codes(String),
    /// Takes a code that a camera sees, if it is not there yet.
    Seen(String),
    /// The lesson was packed for a link.
    Packed(Packed),
    /// Saves what the codes say as a table.
    Save,
}
