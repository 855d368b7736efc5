//! What a run comes to if people do nothing more: rest, or the same again and again.
//!
//! ```
//! use podlab::files::scenario_file::read;
//! use podlab::questions::course::{Bounds, Course, End};
//! use podlab::{ReadOptions, SimTime, manifest::Diagnostic};
//!
//! # fn main() -> Result<(), Vec<Diagnostic>> {
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
//! let scenario = read(text, &ReadOptions::default())?;
//! let player = scenario.play(scenario.settings());
//! let mut course = Course::new(&player.sim, Bounds::default());
//! while course.look(1000) {}
//! assert!(matches!(course.end(), Some(End::Rest(time)) if time < SimTime::from_seconds(60)));
//! # Ok(())
//! # }
//! ```

use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::sim::Sim;
use crate::sim::fingerprint::{Depth, shape};
use std::collections::BTreeMap;

/// The bounds of a look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How far it looks, in simulated milliseconds.
    pub span: u64,
    /// The most events.
    pub events: u64,
}

impl Default for Bounds {
    /// Returns one day and fifty thousand events.
    fn default() -> Self {
        Bounds { span: 24 * 3_600_000, events: 50_000 }
    }
}

/// What a run comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing changes any more after this moment.
    Rest(SimTime),
    /// The same happens again and again.
    Circle {
        /// When the state was first one that comes again.
        from: SimTime,
        /// When it comes again.
        until: SimTime,
    },
    /// Neither, up to this moment, where the look ahead ended.
    Open(SimTime),
}

impl End {
    /// Returns the moment after which nothing new is known to come.
    pub const fn time(self) -> SimTime {
        match self {
            End::Rest(time) | End::Circle { until: time, .. } | End::Open(time) => time,
        }
    }
}

/// A look ahead from a state. It works in slices and does not change the simulation that it began with.
#[derive(Clone, Debug)]
pub struct Course {
    sim: Sim,
    until: SimTime,
    left: u64,
    /// The shapes that the state had, each with when it had it, and when everything has happened that was planned then.
    shapes: BTreeMap<u64, (SimTime, SimTime)>,
    /// When something changed last, or the beginning.
    latest: SimTime,
    /// Whether something changed at this moment.
    is_news: bool,
    /// A shape that the state had since the last change, and when everything has happened that was planned then.
    quiet: Option<(u64, SimTime)>,
    end: Option<End>,
}

impl Course {
    /// Prepares a look ahead.
    pub fn new(sim: &Sim, bounds: Bounds) -> Course {
        let mut sim = sim.clone();
        sim.take_changes();
        sim.take_watch();
        let now = sim.now();
        Course {
            until: now + bounds.span,
            left: bounds.events,
            shapes: BTreeMap::new(),
            latest: now,
            is_news: true,
            quiet: None,
            end: None,
            sim,
        }
    }

    /// Returns what the run comes to, once that is known.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Looks further, for at most `events` events. Returns whether there is more to look at.
    pub fn look(&mut self, events: u64) -> bool {
        for _ in 0..events {
            if self.end.is_some() {
                return false;
            }
            self.step();
        }
        self.end.is_none()
    }

    fn step(&mut self) {
        self.end = match self.sim.next_event_time() {
            None => Some(End::Rest(self.latest)),
            Some(next) if next > self.until => Some(End::Open(self.until)),
            Some(_) if self.left == 0 => Some(End::Open(self.sim.now())),
            Some(_) => None,
        };
        if self.end.is_some() {
            return;
        }
        self.left -= 1;
        self.sim.step();
        self.sim.take_watch();
        let now = self.sim.now();
        if self.sim.take_changes().iter().any(Change::is_news) {
            (self.latest, self.is_news, self.quiet) = (now, true, None);
        } else {
            self.check_for_rest(now);
        }
        let is_over = self.sim.next_event_time().is_none_or(|next| next > now);
        if is_over && self.is_news && self.end.is_none() {
            self.compare(now);
            self.is_news = false;
        }
    }

    /// Returns when everything has happened that is planned now.
    fn due(&self) -> SimTime {
        self.sim.world().queue.last_time().unwrap_or(self.sim.now())
    }

    /// Finds out whether nothing changes any more. So it is once everything that was planned at one moment has happened
    /// without news and the shape is the same.
    fn check_for_rest(&mut self, now: SimTime) {
        let is_same = match self.quiet {
            Some((_, due)) if now < due => return,
            Some((before, _)) => shape(&self.sim, Depth::Settled) == before,
            None => false,
        };
        if is_same {
            self.end = Some(End::Rest(self.latest));
        } else {
            self.quiet = Some((shape(&self.sim, Depth::Settled), self.due()));
        }
    }

    /// Finds out whether the run is where it was before. Everything that was planned then must have happened since.
    fn compare(&mut self, now: SimTime) {
        let (shape, due) = (shape(&self.sim, Depth::Recurring), self.due());
        let (from, planned) = *self.shapes.entry(shape).or_insert((now, due));
        if from < now && planned <= now {
            self.end = Some(End::Circle { from, until: now });
        }
    }
}
