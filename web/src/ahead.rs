//! What a run comes to, looked for before time runs as fast as possible: nothing is hurried to that never comes.

use crate::frames;
use crate::lab::{Lab, RunId};
use crate::words;
use podlab::base::time::SimTime;
use podlab::questions::course::{Bounds, Course, End};
use podlab::timeline::history::BranchId;
use podlab_messages::text;

/// The look ahead, and of which run it is.
pub struct Ahead {
    /// The run, its branch, and how many acts were done.
    of: ((RunId, BranchId), usize),
    /// When the script acts last; what comes after that is not looked at before.
    script: Option<SimTime>,
    course: Course,
}

impl Ahead {
    /// Begins from where the run is.
    pub fn new(lab: &Lab) -> Ahead {
        let history = lab.history();
        let script = history.plan()[history.done()..].last().map(|act| act.time);
        let course = Course::new(lab.sim(), Bounds::default());
        Ahead { of: (lab.branch(), history.done()), script, course }
    }

    /// Whether it is about the run as it goes on now.
    pub fn is_of(&self, lab: &Lab) -> bool {
        self.of.0 == lab.branch() && (self.script.is_some() || self.of.1 == lab.history().done())
    }

    /// Looks further, for so many milliseconds. Gives the moment up to which something new comes, once that is known.
    pub fn look(&mut self, budget: f64) -> Option<SimTime> {
        /// The most events between two looks at the clock.
        const SLICE: u64 = 64;
        if self.script.is_some() {
            return self.script;
        }
        let start = frames::now();
        while self.course.look(SLICE) {
            if frames::now() - start > budget {
                return None;
            }
        }
        self.course.end().map(End::time)
    }

    /// Whether the run is there.
    pub fn is_over(&self, now: SimTime) -> bool {
        let end = self.script.or_else(|| self.course.end().map(End::time));
        end.is_some_and(|end| now >= end)
    }

    /// What is said there; nothing where it goes on.
    pub fn words(&self) -> Option<String> {
        match self.course.end().filter(|_| self.script.is_none())? {
            End::Rest(_) => Some(text::next_nothing().to_owned()),
            End::Circle { from, until } => {
                Some(text::time_circle(words::clock(from), words::clock(until)))
            }
            End::Open(_) => None,
        }
    }
}
