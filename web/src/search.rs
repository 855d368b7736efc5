//! A search from a point of a run, made in slices.

use crate::frames;
use crate::lab::{Lab, RunId};
use podlab::base::time::SimTime;
use podlab::questions::explore::{Limits, Question, Search, Toggles};
use podlab::timeline::history::BranchId;

/// Where on a branch of a run something was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BranchPoint {
    /// The run and its branch.
    pub branch: (RunId, BranchId),
    /// When.
    pub time: SimTime,
    done: usize,
}

impl BranchPoint {
    /// The present one.
    pub fn of(lab: &Lab) -> BranchPoint {
        let history = lab.history();
        BranchPoint { branch: lab.branch(), time: lab.now(), done: history.done() }
    }

    /// Whether the lab's branch still went through it.
    pub fn is_behind(self, lab: &Lab) -> bool {
        let history = lab.history();
        let done = history.plan().iter().take_while(|act| act.time <= self.time).count();
        lab.branch() == self.branch && done == self.done
    }
}

/// A search, and where it began.
pub struct StartedSearch {
    /// The search.
    pub search: Search,
    /// The place.
    pub from: BranchPoint,
}

impl StartedSearch {
    /// Begins to look for any of these.
    pub fn new(
        lab: &Lab,
        questions: Vec<Question>,
        toggles: Toggles,
        limits: Limits,
    ) -> StartedSearch {
        let search = Search::any(lab.sim(), questions, toggles, limits);
        StartedSearch { search, from: BranchPoint::of(lab) }
    }

    /// Looks further, for so many milliseconds. Gives whether it goes on.
    pub fn work(&mut self, budget: f64) -> bool {
        /// Events between two looks at the clock.
        const SLICE: u64 = 32;
        let start = frames::now();
        while self.search.work(SLICE) {
            if frames::now() - start >= budget {
                return true;
            }
        }
        false
    }
}
