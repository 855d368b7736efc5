//! Draining nodes. Rules B-10, KC-41, KC-42.

use super::machines::plan;
use super::nodes::{node_reference, object, set_unschedulable};
use crate::api::meta::controller;
use crate::api::pod::{Pod, is_mirror};
use crate::apiserver::error::ApiError;
use crate::apiserver::eviction;
use crate::base::text::Text;
use crate::cluster::change::{Subject, Value};
use crate::cluster::command::DrainOptions;
use crate::cluster::event::NodeEvent;
use crate::cluster::machines::Drain;
use crate::cluster::world::{About, NodeId, PodId, World};
use crate::rules::{Feature, Rule};
use crate::sim::Sim;

/// Milliseconds between two attempts of a drain. Rules B-10, KC-42.
const DRAIN_RETRY: u64 = 5000;

/// What keeps a drain from evicting Pods, in kubectl's words; empty when nothing does. Rules B-10, KC-41.
pub(crate) fn drain_problems(world: &World, name: &Text, options: DrainOptions) -> Vec<String> {
    let with = |wanted: &dyn Fn(&Pod) -> bool| {
        let pods = world.pods_on(name).filter(|(_, pod)| is_to_go(pod) && wanted(pod));
        let names =
            pods.map(|(_, pod)| format!("{}/{}", pod.metadata.namespace, pod.metadata.name));
        names.collect::<Vec<String>>().join(", ")
    };
    let mut problems = Vec::new();
    let local = with(&|pod| pod.spec.volumes.iter().any(|volume| volume.empty_dir.0.is_some()));
    if !options.delete_empty_dir_data && !local.is_empty() {
        problems.push(format!(
            "cannot delete Pods with local storage (use --delete-emptydir-data to override): {local}"
        ));
    }
    let bare = with(&|pod| controller(&pod.metadata).is_none());
    if !options.force && !bare.is_empty() {
        let what = if world.release().has(Feature::DrainSaysNoController) {
            "Pods that declare no controller"
        } else {
            "Pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet"
        };
        problems.push(format!("cannot delete {what} (use --force to override): {bare}"));
    }
    problems
}

/// Whether a drain evicts a Pod: one that has ended only loses its object, which counts as well. Of a static Pod nobody but its
/// kubelet disposes. Rule P-815.
fn is_to_go(pod: &Pod) -> bool {
    pod.metadata.deletion_timestamp.is_none() && !is_mirror(pod)
}

/// Cordons a node and evicts its Pods; goes on until none is left. `kubectl drain`. Rule B-10.
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
    record_drain(&mut sim.world, id, Value::None, pods.len());
    sim.world.machines.of(id).drain = Some(Drain { pods, until, next: sim.world.now });
    drained(&mut sim.world, id);
    Ok(())
}

fn record_drain(world: &mut World, id: NodeId, old: Value, left: usize) {
    let object = node_reference(world, id);
    world.record(About::Object(object), Subject::Drain, old, Value::Count(left as i64), Rule::B10);
}

/// A drain asks for the evictions that were refused before. It ends when all its Pods are gone.
pub(crate) fn drained(world: &mut World, id: NodeId) {
    // Of a drain that another one took the place of an event may be left.
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
            // A refusal is recorded where the budget refuses.
            let _ = eviction::evict(world, pod);
        }
        if world.pod(pod).is_some() {
            left.push(pod);
        }
    }
    world.cause = cause;
    if left.len() != before {
        record_drain(world, id, Value::Count(before as i64), left.len());
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
