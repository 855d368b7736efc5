//! The simulation: it takes commands, runs scheduled events in order, and shows what changed.

pub(crate) mod act;
mod dispatch;
mod drain;
pub mod fingerprint;
mod logs;
pub(crate) mod machines;
mod node_view;
mod power;
pub mod scenario;
mod shutdown;
mod simulation;

pub(crate) use simulation::standard_class;
pub use simulation::{Sim, node};

use crate::apiserver::error::ApiError;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::command::Command;

impl Sim {
    /// Carries out a command now.
    ///
    /// # Errors
    ///
    /// Returns the refusal. A refused command changes nothing, except that the refusal of an eviction by a budget is
    /// recorded and remembered.
    pub fn apply(&mut self, command: Command) -> Result<(), ApiError> {
        debug_assert!(self.world.is_delivered(), "a write was not delivered");
        self.world.cause = Cause::Command(self.commands.len() as u32);
        let answer = crate::sim::act::carry_out(self, &command);
        self.deliver();
        if answer.as_ref().err().is_none_or(ApiError::leaves_a_trace) {
            self.commands.push((self.world.now, command));
        }
        answer
    }

    /// Returns when the next event happens, if any is planned.
    pub fn next_event_time(&self) -> Option<SimTime> {
        self.world.queue.next_time()
    }

    /// Runs the next event. Returns its time, or `None` when no event is planned.
    pub fn step(&mut self) -> Option<SimTime> {
        debug_assert!(self.world.is_delivered(), "a write was not delivered");
        let planned = self.world.queue.pop()?;
        self.world.now = planned.time;
        self.world.cause = planned.cause;
        self.handled += 1;
        self.dispatch(planned.event);
        self.deliver();
        Some(planned.time)
    }

    /// Runs all events up to and including a moment, and sets the clock to that moment.
    pub fn run_until(&mut self, until: SimTime) {
        while self.world.queue.next_time().is_some_and(|next| next <= until) {
            self.step();
        }
        self.world.now = self.world.now.max(until);
    }

    /// Does what [`Sim::run_until`] does, but stops after `limit` events. Returns whether it reached the moment.
    pub fn run_until_limited(&mut self, until: SimTime, limit: u64) -> bool {
        for _ in 0..limit {
            if self.world.queue.next_time().is_none_or(|next| next > until) {
                self.world.now = self.world.now.max(until);
                return true;
            }
            self.step();
        }
        false
    }

    /// Returns a number that is the same only for simulations in the same state: time, objects, scheduled events.
    pub fn fingerprint(&self) -> u64 {
        crate::sim::fingerprint::of(self)
    }
}
