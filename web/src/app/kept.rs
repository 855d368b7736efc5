//! The run that the browser keeps when a visitor leaves or reloads the page, and offers at the next visit.

use super::App;
use crate::act::Act;
use crate::lab::Lab;
use crate::links;
use crate::preferences::SavedPreferences;
use crate::storage;
use gloo::events::EventListener;
use gloo::utils::{document, window};
use podlab::files::run_file::RunFile;
use podlab::timeline::history::PlannedAct;
use podlab_link::read_run;
use podlab_messages::text;
use yew::Callback;

/// The key in the browser's storage.
const KEY: &str = "podlab-run";

/// The run that is offered, and what tells that the visitor leaves.
#[derive(Default)]
pub struct KeptRun {
    /// The run of an earlier visit; none once the visitor has decided.
    pub offer: Option<RunFile>,
    /// The acts of a run that came by a link. Until the visitor does something else it is not theirs.
    pub others: Vec<PlannedAct>,
    listeners: Option<[EventListener; 2]>,
}

/// What a visitor does with a run that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptMessage {
    /// Goes on where they were.
    GoOn,
    /// Forgets it.
    Forget,
    /// Leaves the page, which keeps the run.
    Leave,
    /// Forgets everything that Podlab keeps in the browser.
    ClearAll,
}

impl KeptRun {
    /// Reads the run of an earlier visit.
    pub fn load() -> KeptRun {
        let text: Option<String> = storage::get(KEY);
        let offer = text.and_then(|text| Some(read_run(&text).ok()?.0));
        KeptRun { offer, ..KeptRun::default() }
    }

    /// Tells from now on when the visitor leaves.
    pub fn listen(&mut self, on: &Callback<Act>) {
        let (on_leave, on_hide) = (on.clone(), on.clone());
        let leave = move |_: &_| on_leave.emit(Act::Kept(KeptMessage::Leave));
        // A phone may end a page that is hidden without telling it.
        let hide = move |_: &_| {
            if document().hidden() {
                on_hide.emit(Act::Kept(KeptMessage::Leave));
            }
        };
        self.listeners = Some([
            EventListener::new(&window(), "pagehide", leave),
            EventListener::new(&document(), "visibilitychange", hide),
        ]);
    }
}

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
                storage::remove(KEY);
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
            storage::set(KEY, &lab.save().write());
        } else if self.kept.offer.is_none() {
            storage::remove(KEY);
        }
    }
}
