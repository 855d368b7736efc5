//! What is stuck at the present moment, found while the page has nothing else to do.

use crate::frames;
use crate::lab::{Lab, Position};
use podlab::base::text::Text;
use podlab::questions::stuck::{Bounds, Search, Stuck};
use podlab::questions::waits::{Wait, WaitKind, waits};
use std::mem::discriminant;

/// Milliseconds of the first part of a search.
const FIRST: f64 = 1.0;

/// What is stuck, and the search for it.
#[derive(Default)]
pub struct StuckNow {
    from: Option<Position>,
    search: Option<Search>,
    found: Vec<Stuck>,
}

impl StuckNow {
    /// Whether there is to be another search, or none. One that is under way comes to its end first.
    pub fn is_stale(&self, lab: &Lab, is_wanted: bool) -> bool {
        let Some(from) = self.from else { return is_wanted };
        let is_other = !is_same_way(from, lab.place());
        let is_old = !self.is_pending() && from.4 != lab.place().4;
        !is_wanted || is_other || is_old
    }

    /// Begins to search from where the lab is. What was found before stays, unless something was done since.
    pub fn follow(&mut self, lab: &Lab, is_wanted: bool) {
        let place = lab.place();
        if self.from.is_none_or(|from| !is_same_way(from, place)) {
            self.found.clear();
        }
        self.from = is_wanted.then_some(place);
        self.search = is_wanted.then(|| Search::new(lab.sim(), Bounds::default()));
        self.work(FIRST);
    }

    /// Whether the search goes on.
    pub fn is_pending(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.is_done())
    }

    /// Searches further, for so many milliseconds.
    pub fn work(&mut self, budget: f64) {
        let start = frames::now();
        let Some(search) = &mut self.search else { return };
        while !search.is_done() && frames::now() - start < budget {
            // In a large cluster one event takes long.
            search.work(1);
        }
        if search.is_done() {
            self.found = search.stuck().to_vec();
        }
    }

    /// What is stuck and still waits, each with what it waits for now.
    pub fn found(&self, lab: &Lab) -> Vec<(&Stuck, Wait)> {
        if self.found.is_empty() {
            return Vec::new();
        }
        let waits = waits(lab.sim());
        let now = |stuck: &Stuck| {
            let kind = discriminant(&stuck.wait.kind);
            let is_it = |w: &&Wait| {
                w.object == stuck.wait.object
                    && discriminant(&w.kind) == kind
                    && waits_for(w) == waits_for(&stuck.wait)
            };
            waits.iter().find(is_it).cloned()
        };
        let found = self.found.iter().filter_map(|stuck| Some((stuck, now(stuck)?)));
        found.collect()
    }
}

/// The Pod that a controller waits for.
fn waits_for(wait: &Wait) -> Option<&Text> {
    if let WaitKind::Set { pod, .. } = &wait.kind { Some(pod) } else { None }
}

/// Whether nothing was done between two places of a run.
fn is_same_way(one: Position, other: Position) -> bool {
    (one.0, one.1, one.3) == (other.0, other.1, other.3) && one.2 <= other.2
}
