//! Branches of the run, and taking acts back.

use super::App;
use crate::act::Turn;
use crate::figure::Controls;
use crate::{offers, words};
use podlab::base::text::Text;
use podlab::timeline::history::BranchId;
use podlab_messages::text;

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

impl App {
    pub(super) fn update_branches(&mut self, message: BranchMessage) {
        match message {
            // Runs that are compared are only looked at.
            BranchMessage::Undo | BranchMessage::Redo if self.comparison.is_some() => {}
            BranchMessage::Undo => {
                let undone = self.lab.write().undo();
                if let Some(time) = undone {
                    if let Some(open) = &mut self.lessons.open {
                        open.is_undoing = true;
                    }
                    self.toast = text::toast_undone(words::clock(time));
                } else if self.take_back_start() {
                    return;
                }
                self.arrive();
            }
            BranchMessage::Redo => {
                if let Some(time) = self.lab.write().redo() {
                    self.toast = text::toast_redone(words::clock(time));
                }
                self.arrive();
            }
            BranchMessage::Switch(branch) => {
                self.player.is_playing = false;
                self.lab.write().switch(branch);
                self.answers.selected = None;
                self.arrive();
                let name = offers::present_branch(&self.lab.read());
                self.toast = text::toast_here(&name);
            }
            BranchMessage::Name(branch, name) => self.lab.write().name_branch(branch, name),
            BranchMessage::Delete(branch) => self.lab.write().delete_branch(branch),
        }
    }
}
