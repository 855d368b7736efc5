//! The editor for manifests, and the files of runs.

use super::App;
use crate::act::{Dialog, Turn};
use crate::editor::Draft;
use crate::files;
use crate::words;
use std::rc::Rc;

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

impl App {
    pub(super) fn update_editor(&mut self, message: EditorMessage) {
        match message {
            EditorMessage::Open => self.dialogs.show(Dialog::Editor),
            EditorMessage::Type(text) => {
                self.draft = Rc::new(Draft::new(text, self.lab.read().settings().release));
            }
            EditorMessage::Drop(text) => {
                self.draft = Rc::new(Draft::new(text, self.lab.read().settings().release));
                self.run_draft();
                if !self.draft.has_mistakes() && self.draft.refusal.is_none() {
                    if let Some(warning) = self.draft.problems.first() {
                        self.toast = words::wrong(&warning.message) + ".";
                    }
                } else {
                    self.dialogs.show(Dialog::Editor);
                }
            }
            EditorMessage::Correct(problem) => {
                if let Some(text) = self.draft.corrected(problem) {
                    self.draft = Rc::new(Draft::new(text, self.lab.read().settings().release));
                }
            }
            EditorMessage::RunTemplate(problem) => {
                let warning = self.draft.problems.get(problem);
                if let Some(text) = warning.and_then(|warning| self.draft.with_template(warning)) {
                    self.draft = Rc::new(Draft::new(text, self.lab.read().settings().release));
                    self.run_draft();
                }
            }
            EditorMessage::Run => self.run_draft(),
            EditorMessage::Save => self.save(),
        }
    }

    fn save(&mut self) {
        let name = files::name_of(self.lab.read().scene.english_title());
        self.toast = files::save_as(&name, &self.lab.read().save().write());
    }
}
