//! What is stuck at the present moment, found while the page has nothing else to do.

use crate::frames;
use crate::lab::{Lab, Position};
use podlab::questions::stuck::{Bounds, Findings, Search, Stuck};
use podlab::questions::waits::Wait;

/// Milliseconds of the first part of a search.
const FIRST: f64 = 1.0;

/// What is stuck, and the search for it.
#[derive(Default)]
pub struct StuckNow {
    from: Option<Position>,
    search: Option<Search>,
    findings: Findings,
    /// How often something was found out.
    found_out: usize,
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
            self.findings = Findings::default();
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
        // Until a search knows more, what was found out before holds.
        if search.is_decided() && *search.findings() != self.findings {
            self.findings = search.findings().clone();
            self.found_out += 1;
        }
    }

    /// What was found out last. It holds now.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// How often something was found out, so that what shows it knows when to be drawn.
    pub fn found_out(&self) -> usize {
        self.found_out
    }

    /// What is stuck and still waits, each with what it waits for now.
    pub fn found(&self, lab: &Lab) -> Vec<(&Stuck, Wait)> {
        self.findings.now(lab.sim())
    }
}

/// Whether nothing was done between two places of a run.
fn is_same_way(one: Position, other: Position) -> bool {
    (one.0, one.1, one.3) == (other.0, other.1, other.3) && one.2 <= other.2
}
