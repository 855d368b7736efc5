//! The run that the browser keeps when a visitor leaves or reloads the page, and offers at the next visit.

use crate::act::{Act, KeptMessage};
use crate::storage;
use gloo::events::EventListener;
use gloo::utils::{document, window};
use podlab::files::run_file::RunFile;
use podlab::timeline::history::PlannedAct;
use podlab_link::read_run;
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

impl KeptRun {
    /// Reads the run of an earlier visit.
    pub fn load() -> KeptRun {
        let text: Option<String> = storage::get(KEY);
        let offer = text.and_then(|text| Some(read_run(&text).ok()?.0));
        KeptRun { offer, ..KeptRun::default() }
    }

    /// Keeps a run for the next visit.
    pub fn keep(run: &RunFile) {
        storage::set(KEY, &run.write());
    }

    /// Forgets the run that the browser keeps.
    pub fn forget() {
        storage::remove(KEY);
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
