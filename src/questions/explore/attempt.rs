//! Taking one step of a search, a few events at a time.

use super::moves::Move;
use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::sim::Sim;

/// Milliseconds without a visible change after which a state counts as quiet: longer than any back-off.
const QUIET: u64 = 900_000;
/// Most visible changes that are waited for until it is quiet: a crash loop never is.
const MOST_CHANGES: usize = 200;
/// Most events of one stretch of time.
const MOST_EVENTS: u64 = 20_000;

/// Sees what changed; gives whether that was what was looked for.
pub(super) type Watch<'a> = &'a mut dyn FnMut(&Sim, &[Change]) -> bool;

/// What a step is about to do.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Nothing is done yet.
    Begin,
    /// Time passes until something visible changes, up to a moment, in so many events.
    Pass(SimTime, u64),
    /// The rest of the moment happens, in so many events.
    Finish(u64),
}

/// A step that is being taken, with everything else of the moment it ends in. It ends as soon as what was looked for was
/// seen.
#[derive(Debug)]
pub(super) struct Attempt {
    sim: Box<Sim>,
    step: Move,
    stage: Stage,
    /// The state after the last visible change, while it is waited for quiet.
    last: Option<Box<Sim>>,
    changes: usize,
}

/// How a step ended.
pub(super) struct Taken {
    /// The state it led to.
    pub sim: Box<Sim>,
    /// The step.
    pub step: Move,
    /// Whether it could be taken: the API may refuse an act, and time may have nothing more to bring.
    pub is_done: bool,
}

impl Attempt {
    /// A step from a state.
    pub fn new(sim: Box<Sim>, step: Move) -> Attempt {
        Attempt { sim, step, stage: Stage::Begin, last: None, changes: 0 }
    }

    /// Lets events happen while `events` lasts, and takes them off. Gives whether it ended; [`Attempt::taken`] tells how.
    pub fn advance(&mut self, watch: Watch<'_>, events: &mut u64) -> Option<bool> {
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

    /// The state it led to.
    pub fn taken(self, is_done: bool) -> Taken {
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
            // Nothing more comes: the state is the one after the last change, if there was one.
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
