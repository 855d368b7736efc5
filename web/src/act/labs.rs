//! What a visitor does with the labs that they saved.

use super::Turn;

/// What a visitor does with their labs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabsMessage {
    /// Saves what runs under a name; under the title of its scene if the name is empty.
    Save(String),
    /// Opens the lab of that number.
    Open(u32),
    /// Gives it another name.
    Rename(u32, String),
    /// Deletes it.
    Delete(u32),
}

impl LabsMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            LabsMessage::Save(_) => Turn::Arrived,
            LabsMessage::Open(_) | LabsMessage::Rename(..) | LabsMessage::Delete(_) => Turn::Now,
        }
    }
}
