//! Saving labs under names and opening them again, and noting which scene is on the page.

use super::App;
use crate::act::LabsMessage;
use crate::lab::Lab;
use crate::state::{NamedLab, unused_name};
use podlab_link::read_run;
use podlab_messages::text;
use std::rc::Rc;

impl App {
    pub(super) fn update_labs(&mut self, message: LabsMessage) {
        match message {
            LabsMessage::Save(name) => self.save_lab(&name),
            LabsMessage::Open(id) => self.open_lab(id),
            LabsMessage::Rename(id, name) => {
                let name = name.trim().to_owned();
                self.labs.change(|labs| {
                    let lab = labs.iter_mut().find(|lab| lab.id == id && !name.is_empty());
                    if let Some(lab) = lab {
                        Rc::make_mut(lab).name = name;
                    }
                });
            }
            LabsMessage::Delete(id) => {
                let name = self.labs.named.iter().find(|lab| lab.id == id);
                let told = name.map(|lab| text::labs_deleted(&lab.name));
                if self.labs.change(|labs| labs.retain(|lab| lab.id != id)) {
                    self.toast = told.unwrap_or_default();
                }
            }
        }
    }

    fn save_lab(&mut self, name: &str) {
        let title = self.title();
        let name = Some(name.trim()).filter(|name| !name.is_empty()).unwrap_or(&title);
        let file = self.lab.read().save();
        let (title, now, run) = (file.title.to_string(), file.now.0, file.write());
        let mut saved = String::new();
        let is_kept = self.labs.change(|labs| {
            saved = unused_name(name, labs);
            let id = labs.iter().map(|lab| lab.id + 1).max().unwrap_or(0);
            labs.push(Rc::new(NamedLab { id, name: saved.clone(), title, now, run }));
        });
        self.toast =
            if is_kept { text::labs_saved(&saved) } else { text::labs_not_saved().to_owned() };
    }

    fn open_lab(&mut self, id: u32) {
        let Some(lab) = self.labs.named.iter().find(|lab| lab.id == id) else { return };
        let run = read_run(&lab.run).ok().map(|(run, _)| run);
        match run.and_then(|run| Lab::of_file(&run).ok()) {
            Some(lab) => self.go_on_with(lab),
            None => text::kept_wrong().clone_into(&mut self.toast),
        }
    }

    /// Shows a run that was kept, where it was left.
    pub(super) fn go_on_with(&mut self, lab: Lab) {
        self.show(lab);
        self.player.is_playing = false;
        self.go_on();
        self.push_link();
    }

    /// Remembers which scene is on the page.
    pub(super) fn note_scene(&mut self) {
        if self.host.is_page() {
            self.labs.note(&self.lab.read().scene.name);
        }
    }
}
