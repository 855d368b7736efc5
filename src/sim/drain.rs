//! A drain that goes on until its Pods are gone.

use super::power::{node_reference, plan};
use crate::apiserver::eviction;
use crate::cluster::event::NodeEvent;
use crate::cluster::fact::Fact;
use crate::cluster::world::{NodeId, World};
use crate::kubectl::drain::is_to_go;
use crate::rules::Rule;

/// Milliseconds between two attempts of a drain. Rules B-10, KC-42.
const DRAIN_RETRY: u64 = 5000;

/// Records how many Pods a drain has left.
pub(super) fn record_drain(world: &mut World, id: NodeId, old: Option<usize>, left: usize) {
    let object = node_reference(world, id);
    world.record(object.into(), Fact::Drain { old, left }, Rule::B10);
}

/// Tries the evictions of a drain again that were refused before. The drain ends when all its Pods are gone.
pub(super) fn drained(world: &mut World, id: NodeId) {
    // Ignores the event of an earlier drain of the same node, which this drain replaced.
    let now = world.now;
    let machine = world.machines.of(id);
    if machine.drain.as_ref().is_some_and(|drain| drain.next != now) {
        return;
    }
    let Some(mut drain) = machine.drain.take() else { return };
    let before = drain.pods.len();
    let cause = world.cause;
    let mut left = Vec::new();
    for pod in drain.pods {
        let Some(object) = world.pod(pod) else { continue };
        if is_to_go(object) {
            world.cause = cause;
            // The eviction itself records a refusal.
            let _ = eviction::evict(world, pod);
        }
        if world.pod(pod).is_some() {
            left.push(pod);
        }
    }
    world.cause = cause;
    if left.len() != before {
        record_drain(world, id, Some(before), left.len());
        world.cause = cause;
    }
    if left.is_empty() || drain.until.is_some_and(|until| until <= world.now) {
        return;
    }
    let at = world.now + DRAIN_RETRY;
    let at = drain.until.map_or(at, |until| until.min(at));
    drain.pods = left;
    drain.next = at;
    world.machines.of(id).drain = Some(drain);
    plan(world, id, NodeEvent::Drained, at);
}
