//! What will happen next if people do nothing more.
//!
//! ```
//! use podlab::Change;
//! use podlab::api::status::PodPhase;
//! use podlab::cluster::command::Command;
//! use podlab::cluster::fact::Fact;
//! use podlab::questions::forecast::{Bounds, Forecast, Outlook};
//! use podlab::api::{ReadOptions, read};
//! use podlab::sim::Sim;
//! use podlab::base::time::SimTime;
//! use podlab::cluster::world::Settings;
//!
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
//! let mut sim = Sim::with_nodes(Settings::default(), 1);
//! sim.apply(Command::Create(Box::new(read(text, &ReadOptions::default()).unwrap().remove(0)))).unwrap();
//! let mut forecast = Forecast::new(&sim, Bounds::default());
//! while forecast.look(1000) {}
//! let runs = |change: &Change| matches!(change.fact, Fact::Phase { new: PodPhase::Running, .. });
//! assert!(forecast.coming().iter().any(runs));
//! assert_eq!(forecast.outlook(), Outlook::NothingEver);
//! assert_eq!(sim.now(), SimTime::ZERO);
//! ```

use crate::api::ObjectRef;
use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::cluster::fact::Fact;
use crate::sim::Sim;
use crate::sim::fingerprint::{Depth, shape};

/// The bounds of a forecast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most changes that it finds.
    pub changes: usize,
    /// How far it looks ahead, in simulated milliseconds.
    pub span: u64,
    /// The most events that it lets happen.
    pub events: u64,
    /// The objects whose changes count; all objects when empty.
    pub objects: Vec<ObjectRef>,
}

impl Default for Bounds {
    /// Returns twenty changes of any object, one day, and a hundred thousand events.
    fn default() -> Self {
        Bounds { changes: 20, span: 24 * 3_600_000, events: 100_000, objects: Vec::new() }
    }
}

/// What comes after the changes that a forecast found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Not known yet: call [`Forecast::look`] again.
    Unknown,
    /// More changes come, beyond the bound on their number.
    More,
    /// Nothing more ever happens: nothing is planned, or everything that was planned has happened and led to the same
    /// state.
    NothingEver,
    /// Nothing more happens up to this moment, where the forecast ended.
    NothingUntil(SimTime),
}

/// A look ahead from a state. It works in slices and does not change the simulation that it began with.
#[derive(Clone, Debug)]
pub struct Forecast {
    sim: Sim,
    bounds: Bounds,
    until: SimTime,
    coming: Vec<Change>,
    handled: u64,
    outlook: Outlook,
    /// A shape that the state had, and when everything has happened that was planned then.
    settled: Option<(u64, SimTime)>,
}

impl Forecast {
    /// Prepares a forecast.
    pub fn new(sim: &Sim, bounds: Bounds) -> Forecast {
        let mut sim = sim.clone();
        sim.take_changes();
        sim.take_watch();
        let until = sim.now() + bounds.span;
        Forecast {
            sim,
            bounds,
            until,
            coming: Vec::new(),
            handled: 0,
            outlook: Outlook::Unknown,
            settled: None,
        }
    }

    /// Returns the changes that will happen, oldest first.
    pub fn coming(&self) -> &[Change] {
        &self.coming
    }

    /// Returns what comes after them.
    pub fn outlook(&self) -> Outlook {
        self.outlook
    }

    /// Returns the moment up to which the forecast has looked.
    pub fn looked_until(&self) -> SimTime {
        self.sim.now()
    }

    /// Looks further, for at most `events` events. Returns whether there is more to look at.
    pub fn look(&mut self, events: u64) -> bool {
        for _ in 0..events {
            if self.outlook != Outlook::Unknown {
                return false;
            }
            self.step();
        }
        self.outlook == Outlook::Unknown
    }

    fn step(&mut self) {
        self.outlook = match self.sim.next_event_time() {
            None => Outlook::NothingEver,
            Some(next) if next > self.until => Outlook::NothingUntil(self.until),
            Some(_) if self.handled >= self.bounds.events => Outlook::NothingUntil(self.sim.now()),
            Some(_) => Outlook::Unknown,
        };
        if self.outlook != Outlook::Unknown {
            return;
        }
        self.sim.step();
        self.handled += 1;
        self.sim.take_watch();
        let mut is_quiet = true;
        for change in self.sim.take_changes() {
            // Some changes are not news: a probe that answers as before, a look that finds nothing. They do not count.
            is_quiet &= !change.is_news();
            if !self.counts(&change) {
                continue;
            }
            if self.coming.len() >= self.bounds.changes {
                self.outlook = Outlook::More;
                return;
            }
            self.coming.push(change);
        }
        if is_quiet {
            self.compare();
        } else {
            self.settled = None;
        }
    }

    fn counts(&self, change: &Change) -> bool {
        let objects = &self.bounds.objects;
        let is_wanted = objects.is_empty()
            || matches!(change.fact, Fact::Endpoints { .. })
            || objects.iter().any(|object| change.object == *object);
        change.is_news() && is_wanted
    }

    /// Finds out whether anything can still change. Nothing can, once everything that was planned at one moment has
    /// happened without news and the shape is the same.
    fn compare(&mut self) {
        let Some((before, due)) = self.settled else {
            let due = self.sim.world().queue.last_time().unwrap_or(self.sim.now());
            self.settled = Some((shape(&self.sim, Depth::Settled), due));
            return;
        };
        if self.sim.now() < due {
            return;
        }
        if shape(&self.sim, Depth::Settled) == before {
            self.outlook = Outlook::NothingEver;
        } else {
            self.settled = None;
        }
    }
}
