//! Hands the keys of the work queues to their controllers, and says who looks when a Pod was written. Rules C-1, C-2, S-29.

use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::stateful_set::{parent_and_ordinal, selects};
use crate::api::status::READY;
use crate::apiserver::eviction;
use crate::cluster::tables::{Key, claims_of};
use crate::cluster::work_queue::{Controller, enqueue, enqueue_after, finished, is_due};
use crate::cluster::world::{PodId, World};

/// Milliseconds until the protection of a claim is off that no Pod uses any more: its controller asks the API server for all
/// Pods first. Models kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go isBeingUsed.
const UNPROTECTING: u64 = 30;

/// The wait is over: the controller looks.
pub fn reconciled(world: &mut World, controller: Controller, key: Key) {
    if !is_due(world, controller, key) {
        return;
    }
    world.workloads.queue.syncs += 1;
    let all_well = match controller {
        Controller::StatefulSet => super::sets::sync(world, key),
        Controller::PersistentVolume => super::volumes::sync(world, key),
        Controller::Volume => super::reclaim::sync(world, key),
        Controller::Disruption => super::disruption::sync(world, key),
        Controller::GarbageCollector => super::garbage::sync(world, key),
    };
    finished(world, controller, key, all_well);
}

/// A Pod was stored, written or removed. Rule S-29.
/// Models kubernetes pkg/controller/statefulset/stateful_set.go addPod, updatePod and deletePod.
pub fn pod_changed(world: &mut World, id: PodId, old: Option<&Pod>, new: Option<&Pod>) {
    match (old, new) {
        (None, Some(pod)) => world.workloads.pod_added(id, pod),
        (Some(pod), None) => pod_removed(world, id, pod),
        (Some(_), Some(pod)) => world.workloads.pod_written(id, pod),
        (None, None) => {}
    }
    if let Some(pod) = new {
        super::garbage::pod_written(world, id, old, pod);
    }
    super::disruption::pod_changed(world, old, new);
    eviction::review(world);
    let is_over = |pod: &Pod| pod.status.phase().is_terminal();
    if let Some(pod) = new
        && is_over(pod)
        && !old.is_some_and(is_over)
    {
        look_at_claims(world, pod);
    }
    let owner = |pod: Option<&Pod>| owning_set(world, pod?);
    let (before, after) = (owner(old), owner(new));
    if let Some(set) = before.filter(|set| new.is_none() || after != Some(*set)) {
        enqueue(world, Controller::StatefulSet, set);
    }
    let Some(pod) = new else { return };
    let Some(set) = after else {
        // Nobody's Pod: the set it may belong to looks when it is new or its labels changed.
        let same = |old: &Pod| {
            old.metadata.labels == pod.metadata.labels
                && old.metadata.owner_references == pod.metadata.owner_references
        };
        if controller(&pod.metadata).is_none() && !old.is_some_and(same) {
            enqueue_adopter(world, pod);
        }
        return;
    };
    enqueue(world, Controller::StatefulSet, set);
    let ready = |pod: &Pod| pod.status.is_true(READY);
    let seconds = world.workloads.sets.get(set).map_or(0, |set| set.spec.min_ready_seconds);
    if seconds > 0 && ready(pod) && !old.is_some_and(ready) {
        enqueue_after(world, Controller::StatefulSet, set, (seconds as u64 + 1) * 1000);
    }
}

/// The set that manages a Pod.
fn owning_set(world: &World, pod: &Pod) -> Option<Key> {
    let owner = controller(&pod.metadata).filter(|owner| owner.kind == "StatefulSet")?;
    let key = world.workloads.sets.find(&pod.metadata.namespace, &owner.name)?;
    world.workloads.sets.get(key).filter(|set| set.metadata.uid == owner.uid).map(|_| key)
}

fn enqueue_adopter(world: &mut World, pod: &Pod) {
    let Some((parent, _)) = parent_and_ordinal(&pod.metadata.name) else { return };
    let sets = &world.workloads.sets;
    let Some(key) = sets.find(&pod.metadata.namespace, &parent.to_owned().into()) else { return };
    if sets.get(key).is_some_and(|set| selects(set, &pod.metadata.labels)) {
        enqueue(world, Controller::StatefulSet, key);
    }
}

fn pod_removed(world: &mut World, id: PodId, pod: &Pod) {
    world.workloads.pod_removed(id, pod);
    look_at_claims(world, pod);
    super::garbage::pod_removed(world, pod);
}

/// A Pod needs its claims no more: those that are to go may go. Rule V-20.
fn look_at_claims(world: &mut World, pod: &Pod) {
    let namespace = &pod.metadata.namespace;
    for claim in claims_of(pod) {
        let claims = &world.workloads.claims;
        let Some(key) = claims.find(namespace, claim) else { continue };
        if claims.get(key).is_some_and(|claim| claim.metadata.deletion_timestamp.is_some()) {
            enqueue_after(world, Controller::PersistentVolume, key, UNPROTECTING);
        } else {
            enqueue(world, Controller::PersistentVolume, key);
        }
    }
}
