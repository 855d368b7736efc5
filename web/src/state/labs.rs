//! Labs that the visitor saved under names, and which scenes they have opened. The browser keeps both.

use crate::storage;
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
    pub run: String,
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
    pub fn note(&mut self, scene: &str) {
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
    pub fn change(&mut self, change: impl FnOnce(&mut Vec<Rc<NamedLab>>)) -> bool {
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
pub fn unused_name(name: &str, labs: &[Rc<NamedLab>]) -> String {
    let is_free = |name: &String| labs.iter().all(|lab| lab.name != *name);
    let numbered = (2..).map(|number: u32| format!("{name} {number}"));
    let mut names = [name.to_owned()].into_iter().chain(numbered);
    names.find(is_free).unwrap_or_default()
}
