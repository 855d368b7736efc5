//! Branches of the run, and taking acts back.

use super::App;
use crate::act::BranchMessage;
use crate::{offers, words};
use podlab_messages::text;

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
