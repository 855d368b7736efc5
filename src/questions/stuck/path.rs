//! A way that a run goes on, until it is known how it ends.

use super::bounds::Bounds;
use super::goal::{Unmet, UnmetKey, is_between, unmet};
use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::questions::waits::{Wait, waits};
use crate::sim::Sim;
use crate::sim::fingerprint::{Depth, shape};
use std::collections::{BTreeMap, BTreeSet};

/// How long something that is stuck waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// For ever: nothing changes any more, or the same happens again and again.
    Ever,
    /// At least until this moment, where the search ended.
    Until(SimTime),
}

/// A copy of a simulation that runs on.
#[derive(Clone, Debug)]
pub(super) struct Path {
    sim: Sim,
    until: SimTime,
    left: u64,
    /// What was unmet at the beginning and ever since.
    always: Vec<Unmet>,
    /// What was unmet after each visible change.
    seen: Vec<(SimTime, Vec<Unmet>)>,
    /// The shapes that the state had, each with when it had it, and when everything has happened that was planned then.
    shapes: BTreeMap<u64, (SimTime, SimTime)>,
    /// Whether something visible happened in this moment.
    is_news: bool,
    /// Whether an object was between two steps at the last look.
    is_between: bool,
    /// When the shape is taken next, unless something visible happens before.
    sample: SimTime,
    end: Option<Horizon>,
    /// What is unmet in the end.
    at_end: BTreeSet<UnmetKey>,
    /// Since when the run goes round in circles, or has its last state.
    circle: SimTime,
}

impl Path {
    pub(super) fn new(sim: Sim, bounds: &Bounds, wanted: Vec<Unmet>) -> Path {
        let now = sim.now();
        Path {
            until: now + bounds.span,
            left: bounds.events,
            always: wanted,
            seen: Vec::new(),
            shapes: BTreeMap::new(),
            is_news: true,
            is_between: true,
            sample: now,
            end: None,
            at_end: BTreeSet::new(),
            circle: now,
            sim,
        }
    }

    pub(super) fn sim(&self) -> &Sim {
        &self.sim
    }

    /// How long what is unmet in the end stays so.
    pub(super) fn horizon(&self) -> Horizon {
        self.end.unwrap_or(Horizon::Until(self.sim.now()))
    }

    /// Lets one event happen. Returns whether there is more to come.
    pub(super) fn step(&mut self) -> bool {
        self.end = match self.sim.next_event_time() {
            None => Some(Horizon::Ever),
            Some(next) if next > self.until => Some(Horizon::Until(self.until)),
            Some(_) if self.left == 0 => Some(Horizon::Until(self.sim.now())),
            Some(_) => self.end,
        };
        if self.end.is_some() {
            self.finish();
            return false;
        }
        self.left -= 1;
        self.sim.step();
        self.sim.take_watch();
        self.is_news |= self.sim.take_changes().iter().any(Change::is_news);
        let now = self.sim.now();
        if self.sim.next_event_time().is_none_or(|next| next > now) {
            self.end_moment(now);
        }
        if self.end.is_some() {
            self.finish();
        }
        self.end.is_none()
    }

    /// Looks at the state after everything of a moment has happened.
    fn end_moment(&mut self, now: SimTime) {
        let is_sample = self.is_news || now >= self.sample;
        if is_sample || self.is_between {
            self.look(now);
        }
        if is_sample {
            self.compare(now);
        }
        self.is_news = false;
    }

    /// Notes what is unmet.
    fn look(&mut self, now: SimTime) {
        let found = waits(&self.sim);
        let now_unmet = unmet(&found);
        self.is_between = self.always.iter().any(|wanted| !now_unmet.contains(wanted));
        self.always.retain(|wanted| is_kept(wanted, &now_unmet, &found));
        if self.seen.last().is_none_or(|(_, last)| *last != now_unmet) {
            self.seen.push((now, now_unmet));
        }
        // A look at many Pods takes as long as many events.
        self.left = self.left.saturating_sub(self.sim.world().pod_count() as u64 / 4);
    }

    /// Finds out whether the run is where it was before. Everything that was planned then must have happened since.
    fn compare(&mut self, now: SimTime) {
        let due = self.sim.world().queue.last_time().unwrap_or(now);
        self.sample = due;
        let shape = shape(&self.sim, Depth::Recurring);
        match self.shapes.get(&shape) {
            Some((before, planned)) if *planned <= now => {
                self.circle = *before;
                self.end = Some(Horizon::Ever);
            }
            Some(_) => {}
            None => {
                self.shapes.insert(shape, (now, due));
            }
        }
    }

    fn finish(&mut self) {
        /// Milliseconds before the end whose waits count when the run ended without a circle. They are longer than any back-off.
        const LAST: u64 = 900_000;
        let now = self.sim.now();
        self.look(now);
        if self.circle <= now && !matches!(self.end, Some(Horizon::Ever)) {
            self.circle = SimTime(now.0.saturating_sub(LAST));
        } else if self.sim.next_event_time().is_none() {
            self.circle = now;
        }
        // What was seen last before the circle began was so in its beginning, too.
        let begin = self.seen.partition_point(|(time, _)| *time <= self.circle).saturating_sub(1);
        let in_circle = self.seen[begin..].iter().flat_map(|(_, unmet)| unmet);
        self.at_end = in_circle.map(Unmet::key).collect();
    }

    /// Returns what is unmet in the end: now, or again and again.
    pub(super) fn at_end(&self) -> &BTreeSet<UnmetKey> {
        &self.at_end
    }

    /// Returns whether something is unmet all the time. A program that ends again and again does not keep running.
    pub(super) fn is_unmet(&self, wanted: &Unmet) -> bool {
        if wanted.goal.recurs() {
            self.at_end.contains(&wanted.key())
        } else {
            self.always.contains(wanted)
        }
    }
}

/// Returns whether something is still unmet, or its object is between two steps, after which it may be unmet again.
fn is_kept(wanted: &Unmet, unmet: &[Unmet], waits: &[Wait]) -> bool {
    let is_between = |wait: &Wait| wait.object == wanted.object && is_between(&wait.kind);
    unmet.contains(wanted) || waits.iter().any(is_between)
}
