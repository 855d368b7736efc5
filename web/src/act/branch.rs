//! What a person does with the branches of the run, and taking acts back.

use super::Turn;
use crate::controls::Controls;
use podlab::base::text::Text;
use podlab::timeline::history::BranchId;

/// What a person does with the branches of the run.
#[derive(Clone, Debug, PartialEq)]
pub enum BranchMessage {
    /// Takes the last act back.
    Undo,
    /// Does again what was taken back last.
    Redo,
    /// Goes to another branch.
    Switch(BranchId),
    /// Gives a branch a name.
    Name(BranchId, Text),
    /// Deletes a branch.
    Delete(BranchId),
}

impl BranchMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            BranchMessage::Undo | BranchMessage::Redo | BranchMessage::Switch(_) => Turn::Arrived,
            BranchMessage::Name(..) | BranchMessage::Delete(_) => Turn::Now,
        }
    }

    /// Whether it leads to another branch or another moment.
    pub const fn leads_elsewhere(&self) -> bool {
        match self {
            BranchMessage::Undo | BranchMessage::Redo | BranchMessage::Switch(_) => true,
            BranchMessage::Name(..) | BranchMessage::Delete(_) => false,
        }
    }

    /// What a person must be allowed in a figure to do it.
    pub const fn needs(&self) -> Controls {
        match self {
            BranchMessage::Switch(_) => Controls::Transport,
            BranchMessage::Undo
            | BranchMessage::Redo
            | BranchMessage::Name(..)
            | BranchMessage::Delete(_) => Controls::Faults,
        }
    }
}
