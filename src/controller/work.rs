//! The work queues of controllers: who has to look at what, and when. Rules C-1, C-2, S-29.
//!
//! A key waits at most once, however much changes; a sync that failed is repeated after a growing wait.

use super::stateful_set::identity::{controller, parent_and_ordinal, selects};
use crate::api::pod::Pod;
use crate::api::status::READY;
use crate::apiserver::eviction;
use crate::base::time::SimTime;
use crate::cluster::event::SimEvent;
use crate::cluster::tables::{Key, claims_of};
use crate::cluster::world::{PodId, World};
use std::collections::BTreeMap;

/// Milliseconds until a controller learns of a write.
const NOTICE: u64 = 5;
/// Milliseconds until the protection of a claim is off that no Pod uses any more: its controller asks the API server for all
/// Pods first. Models kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go isBeingUsed.
const UNPROTECTING: u64 = 30;
/// The first wait after a sync that failed; it doubles. Rule C-2.
const FIRST_RETRY: u64 = 5;
/// The longest wait after a sync that failed. Rule C-2.
const LONGEST_RETRY: u64 = 1_000_000;

/// A controller with a work queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Controller {
    /// Keeps the Pods of StatefulSets; keys are sets.
    StatefulSet,
    /// Gives claims their volumes and removes claims nobody uses any more; keys are claims.
    PersistentVolume,
    /// Takes volumes back from claims that are gone; keys are volumes.
    Volume,
    /// Keeps the status of budgets; keys are budgets.
    Disruption,
    /// Deletes what belonged to sets; keys are numbers of its own.
    GarbageCollector,
}

/// What waits for controllers.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkQueue {
    waiting: BTreeMap<(Controller, Key), Waiting>,
    /// Owners that are gone or going, by the garbage collector's numbers.
    pub garbage: Vec<Option<super::garbage::Garbage>>,
    /// How often a controller looked at something.
    pub syncs: u64,
    /// How many Pods and empty slots the syncs of sets looked at.
    pub looks: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Waiting {
    /// When something that changed is looked at.
    soon: Option<SimTime>,
    /// When it is looked at although nothing changed.
    later: Option<SimTime>,
    /// How often the sync failed in a row.
    failures: u32,
}

impl WorkQueue {
    /// When a controller looks at something next.
    pub fn next_look(&self, controller: Controller, key: Key) -> Option<SimTime> {
        let waiting = self.waiting.get(&(controller, key))?;
        waiting.soon.iter().chain(&waiting.later).min().copied()
    }

    /// How often in a row a sync failed.
    pub fn failures(&self, controller: Controller, key: Key) -> u32 {
        self.waiting.get(&(controller, key)).map_or(0, |waiting| waiting.failures)
    }

    /// Writes what waits, by distance from `now` when that is to count.
    pub fn shape(
        &self,
        now: SimTime,
        exact: bool,
        out: &mut dyn std::fmt::Write,
    ) -> std::fmt::Result {
        for (key, waiting) in &self.waiting {
            write!(out, "{key:?}{}", waiting.failures.min(20))?;
            for at in [waiting.soon, waiting.later] {
                let distance = at.map(|at| if exact { at.since(now) } else { 0 });
                write!(out, "{distance:?}")?;
            }
        }
        Ok(())
    }
}

/// Something changed: the controller looks at it soon.
pub fn enqueue(world: &mut World, controller: Controller, key: Key) {
    let at = world.now + NOTICE;
    let waiting = world.workloads.queue.waiting.entry((controller, key)).or_default();
    if waiting.soon.is_none() {
        waiting.soon = Some(at);
        world.plan_at(at, SimEvent::Reconciled { controller, key });
    }
}

/// The controller looks at it in so many milliseconds, or earlier if it was to already.
pub fn enqueue_after(world: &mut World, controller: Controller, key: Key, milliseconds: u64) {
    let at = world.now + milliseconds;
    let waiting = world.workloads.queue.waiting.entry((controller, key)).or_default();
    if waiting.later.is_none_or(|later| at < later) {
        waiting.later = Some(at);
        world.plan_at(at, SimEvent::Reconciled { controller, key });
    }
}

/// Whether the controller has to look now; if so, it does not wait any more.
fn is_due(world: &mut World, controller: Controller, key: Key) -> bool {
    let now = world.now;
    let Some(waiting) = world.workloads.queue.waiting.get_mut(&(controller, key)) else {
        return false;
    };
    let soon = waiting.soon.take_if(|at| *at <= now).is_some();
    let later = waiting.later.take_if(|at| *at <= now).is_some();
    soon || later
}

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
    let Some(waiting) = world.workloads.queue.waiting.get_mut(&(controller, key)) else { return };
    if all_well {
        waiting.failures = 0;
        if waiting.soon.is_none() && waiting.later.is_none() {
            world.workloads.queue.waiting.remove(&(controller, key));
        }
    } else {
        let wait = (FIRST_RETRY << waiting.failures.min(20)).min(LONGEST_RETRY);
        waiting.failures += 1;
        enqueue_after(world, controller, key, wait);
    }
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
