//! What is stuck at the present moment, found while the page has nothing else to do.

use crate::frames;
use crate::lab::{Lab, Position};
use podlab::questions::stuck::{Bounds, Look, Stuck};
use podlab::questions::waits::{Wait, waits};
use std::mem::discriminant;

/// What is stuck, and the look for it.
#[derive(Default)]
pub struct Troubles {
    from: Option<Position>,
    look: Option<Look>,
    found: Vec<Stuck>,
}

impl Troubles {
    /// Whether there is to be another look, or none. One that is under way comes to its end first.
    pub fn is_stale(&self, lab: &Lab, is_wanted: bool) -> bool {
        let Some(from) = self.from else { return is_wanted };
        let is_other = !is_same_way(from, lab.place());
        let is_old = !self.is_pending() && from.4 != lab.place().4;
        !is_wanted || is_other || is_old
    }

    /// Begins to look from where the lab is. What was found before stays, unless something was done since.
    pub fn follow(&mut self, lab: &Lab, is_wanted: bool) {
        let place = lab.place();
        if self.from.is_none_or(|from| !is_same_way(from, place)) {
            self.found.clear();
        }
        self.from = is_wanted.then_some(place);
        self.look = is_wanted.then(|| Look::new(lab.sim(), Bounds::default()));
        self.work();
    }

    /// Whether there is more to look at.
    pub fn is_pending(&self) -> bool {
        self.look.as_ref().is_some_and(|look| !look.is_done())
    }

    /// Looks further, for as long as a frame may take.
    pub fn work(&mut self) {
        /// Milliseconds a frame may take.
        const BUDGET: f64 = 6.0;
        /// The most events between two looks at the clock.
        const SLICE: u64 = 16;
        let start = frames::now();
        let Some(look) = &mut self.look else { return };
        while !look.is_done() && frames::now() - start < BUDGET {
            look.work(SLICE);
        }
        if look.is_done() {
            self.found = look.stuck().to_vec();
        }
    }

    /// What is stuck and still waits, each with what it waits for now; the workloads first.
    pub fn found(&self, lab: &Lab) -> Vec<(&Stuck, Wait)> {
        let waits = waits(lab.sim());
        let now = |stuck: &Stuck| {
            let kind = discriminant(&stuck.wait.kind);
            let is_it = |w: &&Wait| w.object == stuck.wait.object && discriminant(&w.kind) == kind;
            waits.iter().find(is_it).cloned()
        };
        let found = self.found.iter().filter_map(|stuck| Some((stuck, now(stuck)?)));
        let mut found: Vec<(&Stuck, Wait)> = found.collect();
        found.sort_by_key(|(stuck, _)| !stuck.wait.object.kind.is_workload());
        found
    }
}

/// Whether nothing was done between two places of a run.
fn is_same_way(one: Position, other: Position) -> bool {
    (one.0, one.1, one.3) == (other.0, other.1, other.3) && one.2 <= other.2
}
