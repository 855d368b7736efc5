//! A figure: the lab inside another page, with as much around it as its author wants.

mod event;
mod lesson;
mod open;
mod told_step;

pub use event::FigureEvent;
pub use open::{FigureSetup, open, open_lesson};

use crate::controls::Controls;
use crate::lab::Lab;
use crate::views::Tab;
use crate::words;
use podlab::cluster::change::Change;
use std::cell::Cell;
use std::rc::Rc;
use told_step::ToldStep;
use wasm_bindgen::JsValue;

/// What a figure has around its stage, and whom it tells of what happens.
#[derive(Clone)]
pub struct Figure {
    /// What a person can do.
    pub controls: Controls,
    /// Whether its author asks for all controls at once.
    pub shows_all_controls: bool,
    /// Whether the tracks are shown.
    pub has_tracks: bool,
    /// The tabs that are shown.
    pub tabs: Vec<Tab>,
    /// The run it was opened with, before anything happened to it.
    beginning: Option<Lab>,
    /// Is called with what happens, a [`FigureEvent`].
    tell: js_sys::Function,
    /// How many changes have been told.
    told: Rc<Cell<usize>>,
    /// What was told of the lesson.
    told_step: ToldStep,
}

impl Figure {
    /// A figure with these words for its panels, separated by spaces or commas. Gives the word that is none.
    ///
    /// # Errors
    ///
    /// Returns the word that names no panel.
    pub fn new(controls: Controls, panels: &str, tell: js_sys::Function) -> Result<Figure, String> {
        let mut figure = Figure {
            controls,
            shows_all_controls: false,
            has_tracks: false,
            tabs: Vec::new(),
            beginning: None,
            tell,
            told: Rc::new(Cell::new(usize::MAX)),
            told_step: ToldStep::default(),
        };
        for word in panels.split([' ', ',']).filter(|word| !word.is_empty()) {
            if word == "tracks" {
                figure.has_tracks = true;
            } else if let Some((tab, _)) = Tab::ALL.iter().find(|(_, panel)| *panel == word) {
                // Who may do nothing has nothing to search for.
                if *tab != Tab::Explore || controls >= Controls::Faults {
                    figure.tabs.push(*tab);
                }
            } else {
                return Err(word.to_owned());
            }
        }
        Ok(figure)
    }

    /// Whether a tab of the answers is shown.
    pub fn has(&self, tab: Tab) -> bool {
        self.tabs.contains(&tab)
    }

    /// The tab that is open at the beginning.
    pub fn first_tab(&self) -> Tab {
        self.tabs.first().copied().unwrap_or(Tab::Why)
    }

    /// Keeps the run it was opened with, before anything happens to it.
    pub fn keep_beginning(&mut self, lab: &Lab) {
        self.beginning.get_or_insert_with(|| lab.fork());
    }

    /// The run as it was when the figure was opened.
    pub fn beginning(&self) -> Option<Lab> {
        self.beginning.as_ref().map(Lab::fork)
    }

    /// Whether a person can break things.
    pub fn has_faults(&self) -> bool {
        self.controls >= Controls::Faults
    }

    /// Sends what has become visible since the last call. What was there when the figure was opened is not sent.
    pub fn send_changes(&self, lab: &Lab) {
        // What lies on the way is sent once it is there.
        if lab.is_on_its_way() {
            return;
        }
        let story = lab.story();
        let count = story.change_count();
        let told = self.told.replace(count);
        if told == usize::MAX {
            return self.send(&FigureEvent::Ready { now: lab.now() });
        }
        // Going back in time shows nothing new.
        self.send_changes_from(lab, told.min(count));
    }

    /// Sends what is visible of the changes from that number on.
    fn send_changes_from(&self, lab: &Lab, from: usize) {
        /// The most changes that are sent at once; of more the latest.
        const MOST: usize = 200;
        let story = lab.story();
        let new = story.changes().iter().filter(|change| change.number >= from as u64);
        let new: Vec<&Change> = new.filter(|change| story.is_visible(change)).collect();
        if new.is_empty() {
            return;
        }
        let latest = &new[new.len().saturating_sub(MOST)..];
        let record =
            |change: &&Change| change.record(words::plain(&words::change_sentence(lab, change)));
        let changes = latest.iter().map(record).collect();
        self.send(&FigureEvent::Change { now: lab.now(), changes });
    }

    /// Sends an event to the page around the figure.
    pub fn send(&self, event: &FigureEvent) {
        if let Ok(event) = serde_wasm_bindgen::to_value(event) {
            // An error in what listens is its own.
            let _ = self.tell.call1(&JsValue::NULL, &event);
        }
    }
}
