//! The scheduled events, ordered by time, then by kind, then by the order in which they were scheduled.

use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::event::SimEvent;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A scheduled event.
#[derive(Clone, Debug)]
pub struct ScheduledEvent {
    /// When it happens.
    pub time: SimTime,
    /// What happens.
    pub event: SimEvent,
    /// What led to it.
    pub cause: Cause,
    /// The rank of the event, and below it the number of events that were scheduled before.
    order: u64,
}

impl ScheduledEvent {
    fn key(&self) -> u128 {
        u128::from(self.time.0) << u64::BITS | u128::from(self.order)
    }
}

impl PartialEq for ScheduledEvent {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for ScheduledEvent {}

impl PartialOrd for ScheduledEvent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ScheduledEvent {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// The scheduled events.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    heap: BinaryHeap<Reverse<ScheduledEvent>>,
    sequence: u64,
}

impl Queue {
    /// Schedules an event.
    pub(crate) fn push(&mut self, time: SimTime, event: SimEvent, cause: Cause) {
        self.sequence += 1;
        let order = u64::from(event.rank()) << 56 | self.sequence;
        self.heap.push(Reverse(ScheduledEvent { time, event, cause, order }));
    }

    /// Returns when the next event happens.
    pub(crate) fn next_time(&self) -> Option<SimTime> {
        self.heap.peek().map(|next| next.0.time)
    }

    /// Removes and returns the next event.
    pub(crate) fn pop(&mut self) -> Option<ScheduledEvent> {
        self.heap.pop().map(|next| next.0)
    }

    /// Returns the scheduled events, the next one first.
    pub fn in_order(&self) -> Vec<&ScheduledEvent> {
        let mut scheduled: Vec<&ScheduledEvent> = self.heap.iter().map(|next| &next.0).collect();
        scheduled.sort();
        scheduled
    }

    /// Returns when the last scheduled event happens.
    pub(crate) fn last_time(&self) -> Option<SimTime> {
        self.heap.iter().map(|next| next.0.time).max()
    }

    /// Returns when the first scheduled event happens for which `wanted` is true.
    pub(crate) fn time_of(&self, wanted: impl Fn(SimEvent) -> bool) -> Option<SimTime> {
        self.heap.iter().filter(|next| wanted(next.0.event)).map(|next| next.0.time).min()
    }

    /// Returns the first event for which `wanted` returns something: when it happens, and what was returned.
    pub(crate) fn first<T>(&self, wanted: impl Fn(SimEvent) -> Option<T>) -> Option<(SimTime, T)> {
        let found = self
            .heap
            .iter()
            .filter_map(|next| wanted(next.0.event).map(|found| (next.0.time, found)));
        found.min_by_key(|(time, _)| *time)
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
