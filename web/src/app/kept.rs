//! The run that the browser keeps when a visitor leaves or reloads the page, and offers at the next visit.

use super::App;
use crate::act::Act;
use crate::lab::Lab;
use crate::storage;
use gloo::events::EventListener;
use gloo::utils::window;
use podlab::files::run_file::RunFile;
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
    listener: Option<EventListener>,
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
}

impl KeptRun {
    /// Reads the run of an earlier visit.
    pub fn load() -> KeptRun {
        let text: Option<String> = storage::get(KEY);
        let offer = text.and_then(|text| Some(read_run(&text).ok()?.0));
        KeptRun { offer, listener: None }
    }

    /// Tells from now on when the visitor leaves.
    pub fn listen(&mut self, on: &Callback<Act>) {
        let on = on.clone();
        let leave = move |_: &_| on.emit(Act::Kept(KeptMessage::Leave));
        self.listener = Some(EventListener::new(&window(), "pagehide", leave));
    }
}

impl App {
    pub(super) fn update_kept(&mut self, message: KeptMessage) {
        match message {
            KeptMessage::GoOn => {
                let Some(run) = self.kept.offer.take() else { return };
                match Lab::of_file(&run) {
                    Ok(lab) => {
                        self.show(lab);
                        self.player.is_playing = false;
                        self.go_on();
                        self.push_link();
                    }
                    Err(_) => text::kept_wrong().clone_into(&mut self.toast),
                }
            }
            KeptMessage::Forget => {
                self.kept.offer = None;
                storage::remove(KEY);
            }
            KeptMessage::Leave => self.keep_run(),
        }
    }

    /// Keeps the run if something was done in it. A run that is still on offer stays kept otherwise.
    fn keep_run(&mut self) {
        let lab = self.lab.read();
        if lab.history().plan().iter().any(|act| act.by_person) {
            storage::set(KEY, &lab.save().write());
        } else if self.kept.offer.is_none() {
            storage::remove(KEY);
        }
    }
}
