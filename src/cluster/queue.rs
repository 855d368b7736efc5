//! The planned events, ordered by time, then by kind, then by the order in which they were planned.

use crate::base::time::SimTime;
use crate::cluster::change::Cause;
use crate::cluster::event::SimEvent;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A planned event.
#[derive(Clone, Debug)]
pub struct Planned {
    /// When it happens.
    pub time: SimTime,
    /// What happens.
    pub event: SimEvent,
    /// What led to it.
    pub cause: Cause,
    /// The rank of the event, and below it the number of events that were planned before.
    order: u64,
}

impl Planned {
    fn key(&self) -> u128 {
        u128::from(self.time.0) << u64::BITS | u128::from(self.order)
    }
}

impl PartialEq for Planned {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Planned {}

impl PartialOrd for Planned {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Planned {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// The planned events.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    heap: BinaryHeap<Reverse<Planned>>,
    sequence: u64,
}

impl Queue {
    /// Plans an event.
    pub(crate) fn push(&mut self, time: SimTime, event: SimEvent, cause: Cause) {
        self.sequence += 1;
        let order = u64::from(event.rank()) << 56 | self.sequence;
        self.heap.push(Reverse(Planned { time, event, cause, order }));
    }

    /// Returns when the next event happens.
    pub(crate) fn next_time(&self) -> Option<SimTime> {
        self.heap.peek().map(|next| next.0.time)
    }

    /// Removes and returns the next event.
    pub(crate) fn pop(&mut self) -> Option<Planned> {
        self.heap.pop().map(|next| next.0)
    }

    /// Returns the planned events, the next one first.
    pub fn in_order(&self) -> Vec<&Planned> {
        let mut planned: Vec<&Planned> = self.heap.iter().map(|next| &next.0).collect();
        planned.sort();
        planned
    }

    /// Returns when the last planned event happens.
    pub(crate) fn last_time(&self) -> Option<SimTime> {
        self.heap.iter().map(|next| next.0.time).max()
    }

    /// Returns when the first planned event happens for which `wanted` is true.
    pub(crate) fn time_of(&self, wanted: impl Fn(SimEvent) -> bool) -> Option<SimTime> {
        self.heap.iter().filter(|next| wanted(next.0.event)).map(|next| next.0.time).min()
    }

    /// Removes the events for which `lost` is true.
    pub(crate) fn drop_if(&mut self, lost: impl Fn(SimEvent) -> bool) {
        self.heap.retain(|next| !lost(next.0.event));
    }

    /// Removes the events for which `lost` is true, which also gets their times. Otherwise like [`Queue::drop_if`].
    pub(crate) fn drop_by_time(&mut self, mut lost: impl FnMut(SimTime, SimEvent) -> bool) {
        self.heap.retain(|next| !lost(next.0.time, next.0.event));
    }
}
