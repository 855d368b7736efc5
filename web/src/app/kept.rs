//! Going on with the run of an earlier visit, keeping this one, and clearing what the browser keeps.

use super::App;
use crate::act::KeptMessage;
use crate::lab::Lab;
use crate::preferences::SavedPreferences;
use crate::state::KeptRun;
use crate::{links, storage};
use podlab_messages::text;

impl App {
    pub(super) fn update_kept(&mut self, message: KeptMessage) {
        match message {
            KeptMessage::GoOn => {
                let Some(run) = self.kept.offer.take() else { return };
                match Lab::of_file(&run) {
                    Ok(lab) => self.go_on_with(lab),
                    Err(_) => text::kept_wrong().clone_into(&mut self.toast),
                }
            }
            KeptMessage::Forget => {
                self.kept.offer = None;
                KeptRun::forget();
            }
            KeptMessage::Leave => self.keep_run(),
            KeptMessage::ClearAll => self.clear_data(),
        }
    }

    /// Forgets everything that the browser keeps. What is on the page is kept again only once something else is done.
    fn clear_data(&mut self) {
        storage::clear();
        links::forget_copy();
        self.kept.offer = None;
        self.kept.others = self.lab.read().history().plan().to_vec();
        self.labs.forget();
        self.lessons.forget();
        self.close_builder();
        self.class = None;
        self.explorer.write().coverage.forget();
        let first_step = self.preferences.saved.first_step;
        self.preferences.saved = SavedPreferences::default();
        self.preferences.saved.first_step = first_step;
        self.preferences.saved.apply(&self.host.mount);
        self.dialogs.close();
        text::data_cleared().clone_into(&mut self.toast);
    }

    /// Keeps the run if the visitor did something in it. What was kept stays while they only look at a run from a link.
    fn keep_run(&mut self) {
        let lab = self.lab.read();
        if let Some(open) = &self.lessons.open {
            return open.keep(&lab);
        }
        let plan = lab.history().plan();
        let is_others = !self.kept.others.is_empty() && plan == self.kept.others;
        if is_others {
            return;
        }
        if plan.iter().any(|act| act.by_person) {
            KeptRun::keep(&lab.save());
        } else if self.kept.offer.is_none() {
            KeptRun::forget();
        }
    }

    /// Says once that nothing is kept, after an act that was to be kept. The next act takes the message away again. The message
    /// of the act itself goes first.
    pub(super) fn report_storage(&mut self) {
        if self.toast.is_empty() && storage::takes_trouble() {
            text::storage_none().clone_into(&mut self.toast);
        }
    }
}
