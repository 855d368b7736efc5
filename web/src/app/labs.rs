//! Labs that the visitor saved under names, and which scenes they have opened. The browser keeps both.

use super::App;
use crate::act::Turn;
use crate::lab::Lab;
use crate::storage;
use podlab_link::read_run;
use podlab_messages::text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The key of the labs in the browser's storage.
const LABS: &str = "podlab-labs";
/// The key of the names of the scenes that were opened.
const OPENED: &str = "podlab-opened";
/// The version of what is kept of labs. Labs of another version are not read.
const VERSION: u32 = 1;

/// A lab that was saved under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NamedLab {
    /// Its number.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// The English title of its scene.
    pub title: String,
    /// The moment at which it was saved, in simulated milliseconds.
    pub now: u64,
    /// The run as a file.
    run: String,
}

/// The labs as they are kept.
#[derive(Serialize, Deserialize)]
struct SavedLabs<T> {
    version: u32,
    labs: Vec<T>,
}

/// What the visitor saved, and what they opened.
#[derive(Default)]
pub struct Labs {
    /// The labs, the oldest first.
    pub named: Rc<Vec<Rc<NamedLab>>>,
    /// The names of the scenes that were opened.
    pub opened: Rc<BTreeSet<String>>,
    /// The name of the scene that was on the page last.
    last: String,
}

/// What a visitor does with their labs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabsMessage {
    /// Saves what runs under a name; under the title of its scene if the name is empty.
    Save(String),
    /// Opens the lab of that number.
    Open(u32),
    /// Gives it another name.
    Rename(u32, String),
    /// Deletes it.
    Delete(u32),
}

impl LabsMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            LabsMessage::Save(_) => Turn::Arrived,
            LabsMessage::Open(_) | LabsMessage::Rename(..) | LabsMessage::Delete(_) => Turn::Now,
        }
    }
}

impl Labs {
    /// Reads what the browser kept.
    pub fn load() -> Labs {
        let opened = storage::get(OPENED).unwrap_or_default();
        Labs { named: Rc::new(kept()), opened: Rc::new(opened), last: String::new() }
    }

    /// Forgets everything. The scene that is on the page counts as opened again once it is opened again.
    pub fn forget(&mut self) {
        (self.named, self.opened) = (Rc::default(), Rc::default());
    }

    /// Remembers which scene is on the page.
    fn note(&mut self, scene: &str) {
        if scene == self.last {
            return;
        }
        scene.clone_into(&mut self.last);
        if !scene.is_empty() && !self.opened.contains(scene) {
            Rc::make_mut(&mut self.opened).insert(scene.to_owned());
            storage::set(OPENED, &*self.opened);
        }
    }

    /// Changes the labs as they are kept now: another window may have changed them. Gives whether the browser keeps the change.
    fn change(&mut self, change: impl FnOnce(&mut Vec<Rc<NamedLab>>)) -> bool {
        let mut labs = kept();
        change(&mut labs);
        let saved = SavedLabs { version: VERSION, labs: labs.iter().map(|lab| &**lab).collect() };
        let is_kept = storage::set(LABS, &saved);
        if is_kept {
            self.named = Rc::new(labs);
        }
        is_kept
    }
}

/// The labs in the browser's storage.
fn kept() -> Vec<Rc<NamedLab>> {
    let saved = storage::get::<SavedLabs<NamedLab>>(LABS);
    let saved = saved.filter(|saved| saved.version == VERSION);
    saved.into_iter().flat_map(|saved| saved.labs).map(Rc::new).collect()
}

/// The name, with a number if another lab has it already.
fn unused(name: &str, labs: &[Rc<NamedLab>]) -> String {
    let is_free = |name: &String| labs.iter().all(|lab| lab.name != *name);
    let numbered = (2..).map(|number: u32| format!("{name} {number}"));
    let mut names = [name.to_owned()].into_iter().chain(numbered);
    names.find(is_free).unwrap_or_default()
}

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
            saved = unused(name, labs);
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
