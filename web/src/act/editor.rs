//! What a person does with the text in the editor, and with files.

use super::Turn;

/// What a person does with the text in the editor, and with files.
#[derive(Clone, Debug, PartialEq)]
pub enum EditorMessage {
    /// Opens the dialog to paste a manifest.
    Open,
    /// The text in the editor is now this.
    Type(String),
    /// A file with that text was dropped on the page, or chosen.
    Drop(String),
    /// Puts right what a problem is about, as its help says.
    Correct(usize),
    /// Runs a Pod of the template of the object that a problem is about.
    RunTemplate(usize),
    /// Runs the manifest in the editor.
    Run,
    /// Saves the run with all its branches as a file.
    Save,
}

impl EditorMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            EditorMessage::Save => Turn::Arrived,
            EditorMessage::Open
            | EditorMessage::Type(_)
            | EditorMessage::Drop(_)
            | EditorMessage::Correct(_)
            | EditorMessage::RunTemplate(_)
            | EditorMessage::Run => Turn::Now,
        }
    }
}
