//! Does one step of a search, a few events at a time.

use super::moves::Move;
use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::sim::Sim;

/// Milliseconds without a visible change after which a state counts as quiet. They are longer than any back-off.
const QUIET: u64 = 900_000;
/// The most visible changes to wait for until a state is quiet. A crash loop never is.
const MOST_CHANGES: usize = 200;
/// The most events of one step.
const MOST_EVENTS: u64 = 20_000;

/// Sees changes. Returns whether they are what the search looks for.
pub(super) type Watch<'a> = &'a mut dyn FnMut(&Sim, &[Change]) -> bool;

/// The next part of a step.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Nothing is done yet.
    Begin,
    /// Time passes until something visible changes, up to this moment and with at most this many events.
    Pass(SimTime, u64),
    /// The rest of the moment happens, with at most this many events.
    Finish(u64),
}

/// A step that is being done, together with everything else of the moment in which it ends. It ends as soon as it finds
/// what the search looks for.
#[derive(Debug)]
pub(super) struct Attempt {
    sim: Box<Sim>,
    step: Move,
    stage: Stage,
    /// The state after the last visible change, while the step waits for quiet.
    last: Option<Box<Sim>>,
    changes: usize,
}

/// How a step ended.
pub(super) struct Taken {
    /// The state that the step led to.
    pub sim: Box<Sim>,
    /// The step.
    pub step: Move,
    /// Whether the step was possible. The API may refuse an act, and time may bring nothing more.
    pub is_done: bool,
}

impl Attempt {
    /// Prepares a step from a state.
    pub(crate) fn new(sim: Box<Sim>, step: Move) -> Attempt {
        Attempt { sim, step, stage: Stage::Begin, last: None, changes: 0 }
    }

    /// Lets events happen while `events` lasts, and subtracts them. Returns whether the step was possible once it has
    /// ended; [`Attempt::taken`] returns its result.
    pub(crate) fn advance(&mut self, watch: Watch<'_>, events: &mut u64) -> Option<bool> {
        while *events > 0 {
            *events -= 1;
            let end = match self.stage {
                Stage::Begin => self.begin(watch),
                Stage::Pass(until, left) => self.pass(until, left, watch),
                Stage::Finish(left) => self.finish(left, watch),
            };
            if end.is_some() {
                return end;
            }
        }
        None
    }

    /// Returns the state that the step led to.
    pub(crate) fn taken(self, is_done: bool) -> Taken {
        Taken { sim: self.sim, step: self.step, is_done }
    }

    fn begin(&mut self, watch: Watch<'_>) -> Option<bool> {
        let Move::Act(command) = &self.step else {
            self.wait();
            return None;
        };
        if self.sim.apply((**command).clone()).is_err() {
            return Some(false);
        }
        self.stage = Stage::Finish(MOST_EVENTS);
        self.is_found(watch).then_some(true)
    }

    fn wait(&mut self) {
        self.stage = Stage::Pass(self.sim.now() + QUIET, MOST_EVENTS);
    }

    fn pass(&mut self, until: SimTime, left: u64, watch: Watch<'_>) -> Option<bool> {
        if left == 0 || self.sim.next_event_time().is_none_or(|next| next > until) {
            // Nothing more happens: the result is the state after the last change, if there was one.
            let last = self.last.take();
            let has_changed = last.is_some();
            self.sim = last.unwrap_or_else(|| self.sim.clone());
            return Some(has_changed);
        }
        self.stage = Stage::Pass(until, left - 1);
        self.sim.step();
        self.sim.take_watch();
        let changes = self.sim.take_changes();
        if !changes.is_empty() && watch(&self.sim, &changes) {
            return Some(true);
        }
        if changes.iter().any(Change::is_news) {
            self.stage = Stage::Finish(MOST_EVENTS);
        }
        None
    }

    fn finish(&mut self, left: u64, watch: Watch<'_>) -> Option<bool> {
        let now = self.sim.now();
        if left > 0 && self.sim.next_event_time().is_some_and(|next| next <= now) {
            self.stage = Stage::Finish(left - 1);
            self.sim.step();
            return self.is_found(watch).then_some(true);
        }
        self.sim.take_watch();
        if self.step != Move::UntilQuiet {
            return Some(true);
        }
        self.changes += 1;
        if self.changes >= MOST_CHANGES {
            return Some(true);
        }
        self.last = Some(self.sim.clone());
        self.wait();
        None
    }

    fn is_found(&mut self, watch: Watch<'_>) -> bool {
        self.sim.take_watch();
        let changes = self.sim.take_changes();
        !changes.is_empty() && watch(&self.sim, &changes)
    }
}
