//! The editor for manifests, and the files of runs.

use super::App;
use crate::act::EditorMessage;
use crate::dialog::Dialog;
use crate::editor::Draft;
use crate::{files, words};
use std::rc::Rc;

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
