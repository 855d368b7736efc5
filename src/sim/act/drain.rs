//! Drains of nodes. Rules B-10, KC-41, KC-42.

use super::machines::plan;
use super::nodes::{node_reference, object, set_unschedulable};
use crate::apiserver::error::ApiError;
use crate::apiserver::eviction;
use crate::base::text::Text;
use crate::cluster::command::DrainOptions;
use crate::cluster::event::NodeEvent;
use crate::cluster::fact::Fact;
use crate::cluster::machines::Drain;
use crate::cluster::world::{NodeId, PodId, World};
use crate::kubectl::drain::{drain_problems, is_to_go};
use crate::rules::Rule;
use crate::sim::Sim;

/// Milliseconds between two attempts of a drain. Rules B-10, KC-42.
const DRAIN_RETRY: u64 = 5000;

/// Cordons a node and begins to evict its Pods. The drain continues until none is left. `kubectl drain`. Rule B-10.
pub(super) fn drain(sim: &mut Sim, name: &Text, options: DrainOptions) -> Result<(), ApiError> {
    let id = object(sim, name)?;
    let problems = drain_problems(&sim.world, name, options);
    if !problems.is_empty() {
        return Err(ApiError::client(problems.join("\n")));
    }
    set_unschedulable(sim, name, true)?;
    let pods: Vec<PodId> =
        sim.world.pods_on(name).filter(|(_, pod)| is_to_go(pod)).map(|(id, _)| id).collect();
    let until = options
        .timeout
        .filter(|seconds| *seconds > 0)
        .map(|seconds| sim.world.now + seconds * 1000);
    record_drain(&mut sim.world, id, None, pods.len());
    sim.world.machines.of(id).drain = Some(Drain { pods, until, next: sim.world.now });
    drained(&mut sim.world, id);
    Ok(())
}

fn record_drain(world: &mut World, id: NodeId, old: Option<usize>, left: usize) {
    let object = node_reference(world, id);
    world.record(object.into(), Fact::Drain { old, left }, Rule::B10);
}

/// Tries the evictions of a drain again that were refused before. The drain ends when all its Pods are gone.
pub(crate) fn drained(world: &mut World, id: NodeId) {
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
