//! Makes controllers look at objects, now or later, and ends their syncs. Rules C-1, C-2.
//!
//! A key is in a queue at most once, however often its object changes. A sync that failed is repeated after a growing wait.

use crate::cluster::event::SimEvent;
use crate::cluster::numbers::Key;
use crate::cluster::work_queue::{Controller, Garbage};
use crate::cluster::world::World;

/// Milliseconds until a controller learns about a write.
const CONTROLLER_NOTICE: u64 = 5;

/// Milliseconds of the first wait after a sync that failed. Each further wait is twice as long. Rule C-2.
const FIRST_RETRY: u64 = 5;

/// Milliseconds of the longest wait after a sync that failed. Rule C-2.
const LONGEST_RETRY: u64 = 1_000_000;

/// Makes the controller look at a key soon, because something changed.
pub(crate) fn enqueue(world: &mut World, controller: Controller, key: Key) {
    let at = world.now + CONTROLLER_NOTICE;
    let waiting = world.objects.queue.waiting.entry((controller, key)).or_default();
    if waiting.soon.is_none() {
        waiting.soon = Some(at);
        world.schedule_at(at, SimEvent::Reconciled { controller, key });
    }
}

/// Makes the controller look at a key after some milliseconds, unless it looks earlier anyway.
pub(crate) fn enqueue_after(
    world: &mut World,
    controller: Controller,
    key: Key,
    milliseconds: u64,
) {
    let at = world.now + milliseconds;
    let waiting = world.objects.queue.waiting.entry((controller, key)).or_default();
    if waiting.later.is_none_or(|later| at < later) {
        waiting.later = Some(at);
        world.schedule_at(at, SimEvent::Reconciled { controller, key });
    }
}

/// Ends a sync. The controller repeats a sync that failed, after a wait that doubles each time. Rule C-2.
pub(crate) fn finished(world: &mut World, controller: Controller, key: Key, all_well: bool) {
    let Some(waiting) = world.objects.queue.waiting.get_mut(&(controller, key)) else { return };
    if all_well {
        waiting.failures = 0;
        if waiting.soon.is_none() && waiting.later.is_none() {
            world.objects.queue.waiting.remove(&(controller, key));
        }
    } else {
        let wait = (FIRST_RETRY << waiting.failures.min(20)).min(LONGEST_RETRY);
        waiting.failures += 1;
        enqueue_after(world, controller, key, wait);
    }
}

/// Removes a key from the queue when its time has come. Returns whether it has.
pub(crate) fn is_due(world: &mut World, controller: Controller, key: Key) -> bool {
    let now = world.now;
    let Some(waiting) = world.objects.queue.waiting.get_mut(&(controller, key)) else {
        return false;
    };
    let soon = waiting.soon.take_if(|at| *at <= now).is_some();
    let later = waiting.later.take_if(|at| *at <= now).is_some();
    soon || later
}

/// Hands an owner or a dependent to the garbage collector.
pub(crate) fn hand_over(world: &mut World, garbage: Garbage) {
    let heap = &mut world.objects.queue.garbage;
    heap.push(Some(garbage));
    let key = heap.len() as Key - 1;
    enqueue(world, Controller::GarbageCollector, key);
}
