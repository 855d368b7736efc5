//! What will happen next if nobody does anything more.
//!
//! ```
//! use podlab::cluster::command::Command;
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
//! assert!(forecast.coming().iter().any(|change| change.new.to_string() == "Running"));
//! assert_eq!(forecast.outlook(), Outlook::NothingEver);
//! assert_eq!(sim.now(), SimTime::ZERO);
//! ```

use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::change::{Change, Subject};
use crate::sim::Sim;
use crate::sim::fingerprint::{Depth, shape};

/// How far a forecast looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Most changes that are told of.
    pub changes: usize,
    /// Simulated milliseconds it looks ahead.
    pub span: u64,
    /// Most events it lets happen.
    pub events: u64,
    /// Objects whose changes count, such as `Pod/demo`; all when there is none.
    pub objects: Vec<Text>,
}

impl Default for Bounds {
    /// Twenty changes of any object, one day, a hundred thousand events.
    fn default() -> Self {
        Bounds { changes: 20, span: 24 * 3_600_000, events: 100_000, objects: Vec::new() }
    }
}

/// What comes after the changes a forecast found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// Not known yet: [`Forecast::look`] again.
    Unknown,
    /// More changes, which the bound on their number left out.
    More,
    /// Nothing more, ever: nothing is planned, or all that is planned has happened once and led back to the same state.
    NothingEver,
    /// Nothing more up to that moment, where the look ahead ended.
    NothingUntil(SimTime),
}

/// A look ahead from a state. It is made in slices and leaves the simulation it began with alone.
#[derive(Clone, Debug)]
pub struct Forecast {
    sim: Sim,
    bounds: Bounds,
    until: SimTime,
    coming: Vec<Change>,
    handled: u64,
    outlook: Outlook,
    /// A shape the state had, and when all that was planned then has happened.
    settled: Option<(u64, SimTime)>,
}

impl Forecast {
    /// A forecast that has not looked yet.
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

    /// The changes that will happen, oldest first.
    pub fn coming(&self) -> &[Change] {
        &self.coming
    }

    /// What comes after them.
    pub fn outlook(&self) -> Outlook {
        self.outlook
    }

    /// When the next change happens, as far as is known.
    pub fn next_change(&self) -> Option<SimTime> {
        self.coming.first().map(|change| change.time)
    }

    /// The moment up to which it has looked.
    pub fn looked_until(&self) -> SimTime {
        self.sim.now()
    }

    /// Looks further, at most `events` events. Gives whether there is more to look at.
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
            // What is no news is no sign of change either: a probe that answers as before, a look that finds nothing.
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
            || change.subject == Subject::Endpoints
            || objects.contains(&change.object);
        change.is_news() && is_wanted
    }

    /// When everything planned at one moment has happened without news and the shape is what it was, it stays so.
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
