//! Runs a sync of a ReplicaSet: collects what the controller sees, and carries out the steps that it asks for.

use super::{Request, Step, View, controller_reference, reconcile, set_failure};
use crate::api::core::EventType;
use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::replica_set::{ReplicaSet, ReplicaSetStatus};
use crate::api::status::READY;
use crate::apiserver::error::ApiError;
use crate::apiserver::record::WriteRules;
use crate::apiserver::{admit, namespaces, registry, store};
use crate::base::text::Text;
use crate::cluster::fact::Decision;
use crate::cluster::numbers::Key;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::syncs::{enqueue, enqueue_after};
use crate::cluster::work_queue::Controller;
use crate::cluster::world::World;
use crate::controller::decide;
use crate::controller::stateful_set::health::is_terminating;
use crate::manifest::Complaint;
use crate::rules::Rule;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Milliseconds from the notice of a Pod without a controller to its adoption. Before it adopts, the controller reads its set again.
/// Models kubernetes pkg/controller/controller_ref_manager.go RecheckDeletionTimestamp.
const ADOPTION: u64 = 40;

/// The name of the component that reports Events.
const COMPONENT: &str = "replicaset-controller";

/// Plans syncs after a write: of a set that was written, of the set of a Pod that was written, and of sets that may
/// adopt a Pod.
/// Models kubernetes pkg/controller/replicaset/replica_set.go addPod, updatePod and deletePod.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, readiness, .. } = &event.object {
        world.cause = *readiness;
        pod_changed(world, write);
    } else if let Some((key, write)) = event.object.of::<ReplicaSet>()
        && write.after().is_some()
    {
        enqueue(world, Controller::ReplicaSet, key);
    }
}

fn pod_changed(world: &mut World, write: &Write<Pod>) {
    let owner = |pod: Option<&Rc<Pod>>| owning_set(world, pod?);
    let (before, after) = (owner(write.before()), owner(write.after()));
    if let Some(set) = before.filter(|set| after != Some(*set)) {
        enqueue(world, Controller::ReplicaSet, set);
    }
    let Some(pod) = write.after() else { return };
    let Some(set) = after else {
        // The Pod has no controller: sets that may adopt it look when the Pod is new or its labels changed.
        let same = |old: &Rc<Pod>| {
            old.metadata.labels == pod.metadata.labels
                && old.metadata.owner_references == pod.metadata.owner_references
        };
        if controller(&pod.metadata).is_none()
            && !is_terminating(pod)
            && !write.before().is_some_and(same)
        {
            for set in adopters(world, pod) {
                enqueue_after(world, Controller::ReplicaSet, set, ADOPTION);
            }
        }
        return;
    };
    enqueue(world, Controller::ReplicaSet, set);
    let ready = |pod: &Rc<Pod>| pod.status.is_true(READY);
    let seconds = world.objects.replica_sets.get(set).map_or(0, |set| set.spec.min_ready_seconds);
    if seconds > 0 && ready(pod) && !write.before().is_some_and(ready) {
        // One second more, because timestamps are cut to whole seconds.
        enqueue_after(world, Controller::ReplicaSet, set, (seconds as u64 + 1) * 1000);
    }
}

/// Returns the set that manages a Pod.
fn owning_set(world: &World, pod: &Pod) -> Option<Key> {
    let owner = controller(&pod.metadata).filter(|owner| owner.kind == "ReplicaSet")?;
    let sets = &world.objects.replica_sets;
    let key = sets.find(&pod.metadata.namespace, &owner.name)?;
    sets.get(key).filter(|set| set.metadata.uid == owner.uid).map(|_| key)
}

/// Returns the sets that select a Pod.
fn adopters(world: &World, pod: &Pod) -> Vec<Key> {
    let sets = world.objects.replica_sets.prefixed(&pod.metadata.namespace, "");
    sets.filter(|(_, set)| set.selects(&pod.metadata.labels)).map(|(key, _)| key).collect()
}

/// Runs one sync of a set. Returns whether all went well. Rules.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(set) = world.objects.replica_sets.get(key).cloned() else { return true };
    let view = view(world, &set);
    world.objects.queue.looks += view.pods.len() as u64;
    let cause = world.cause;
    // The first batch in which a Pod could not be created, and the first failure.
    let (mut failed_batch, mut failure) = (None, None);
    let mut steps = reconcile(&view, &set, world.now);
    if steps.iter().any(|step| matches!(step.request, Request::AdoptPod(_))) {
        // Each adoption is a request, and other components act meanwhile. The next sync, to which it leads, does the rest.
        steps.retain(|step| matches!(step.request, Request::AdoptPod(_) | Request::ReleasePod(_)));
    }
    for Step { request, rule } in steps {
        world.cause = cause;
        match request {
            Request::AdoptPod(name) => own(world, &set, &name, Decision::Adopt, rule, |pod| {
                pod.metadata.owner_references.push(controller_reference(&set));
            }),
            Request::ReleasePod(name) => own(world, &set, &name, Decision::Release, rule, |pod| {
                pod.metadata.owner_references.retain(|owner| owner.uid != set.metadata.uid);
            }),
            Request::CreatePod { pod, batch } => {
                let is_leaving = namespaces::is_leaving(world, &set.metadata.namespace);
                if is_leaving || failed_batch.is_some_and(|failed| failed < batch) {
                    continue;
                }
                if let Err(error) = create(world, &set, (*pod).clone(), rule) {
                    failed_batch.get_or_insert(batch);
                    failure.get_or_insert(error.message);
                }
            }
            Request::DeletePod(name) => {
                if let Some(pod) = world.pod_named(&set.metadata.namespace, &name) {
                    decide(world, &*set, Decision::Delete, &name, rule);
                    store::delete_pod(world, pod, None);
                    record_event(
                        world,
                        &set,
                        EventType::Normal,
                        "SuccessfulDelete",
                        format!("Deleted pod: {name}"),
                    );
                }
            }
            Request::UpdateStatus { status, again } => {
                update_status(world, key, *status, failure.as_ref().map(Complaint::english), rule);
                if let Some(milliseconds) = again.filter(|_| failure.is_none()) {
                    enqueue_after(world, Controller::ReplicaSet, key, milliseconds);
                }
            }
        }
    }
    failure.is_none()
}

/// Becomes or stops being the owner of a Pod.
fn own(
    world: &mut World,
    set: &ReplicaSet,
    name: &Text,
    decision: Decision,
    rule: Rule,
    write: impl FnOnce(&mut Pod),
) {
    let Some(pod) = world.pod_named(&set.metadata.namespace, name) else { return };
    decide(world, set, decision, name, rule);
    store::update_pod(world, pod, WriteRules::new(&|_| rule), write);
}

/// Stores a new Pod under a name that the API server makes, and reports that. Rules.
///
/// # Errors
///
/// Returns the refusal of admission or of validation.
fn create(world: &mut World, set: &ReplicaSet, mut pod: Pod, rule: Rule) -> Result<(), ApiError> {
    let name = admit::generated_name(world, &pod.metadata);
    pod.metadata.name = name.clone();
    if let Err(error) = admit::pod(world, &mut pod) {
        let message = format!("Error creating: {}", error.message);
        record_event(world, set, EventType::Warning, "FailedCreate", message);
        return Err(error);
    }
    decide(world, set, Decision::Create, &name, rule);
    store::create_pod(world, pod);
    record_event(world, set, EventType::Normal, "SuccessfulCreate", format!("Created pod: {name}"));
    Ok(())
}

/// Stores the status if it differs. Models updateReplicaSetStatus.
fn update_status(
    world: &mut World,
    key: Key,
    mut status: ReplicaSetStatus,
    failure: Option<&Text>,
    rule: Rule,
) {
    set_failure(&mut status, failure, world.now);
    registry::update::<ReplicaSet>(world, key, rule, |set| set.status = status);
}

fn record_event(
    world: &mut World,
    set: &ReplicaSet,
    kind: EventType,
    reason: &'static str,
    message: String,
) {
    let message = message.into();
    registry::record_event(
        world,
        set,
        NewEvent { kind, reason: reason.into(), message, part: Part::Whole, from: COMPONENT },
    );
}

/// Returns what the controller sees of a set.
fn view(world: &World, set: &ReplicaSet) -> View {
    let metadata = &set.metadata;
    let is_candidate = |pod: &Pod| {
        pod.metadata.namespace == metadata.namespace
            && match controller(&pod.metadata) {
                Some(owner) => owner.uid == metadata.uid,
                None => set.selects(&pod.metadata.labels),
            }
    };
    let pods = world.pods().filter(|(_, pod)| is_candidate(pod)).map(|(_, pod)| Rc::clone(pod));
    View {
        release: world.release(),
        gates: world.settings.gates,
        pods: pods.collect(),
        crowds: crowds(world, set),
    }
}

/// Returns how many active Pods each node has of the sets with the same controller. Rule R-07.
///
/// A set without a controller has no such Pods.
/// Models kubernetes pkg/controller/replicaset/replica_set.go getIndirectlyRelatedPods.
fn crowds(world: &World, set: &ReplicaSet) -> BTreeMap<Text, i64> {
    let mut crowds = BTreeMap::new();
    let Some(owner) = controller(&set.metadata) else { return crowds };
    let has_same_owner = |other: &ReplicaSet| {
        controller(&other.metadata).is_some_and(|other| other.uid == owner.uid)
    };
    let sets = world.objects.replica_sets.prefixed(&set.metadata.namespace, "");
    let family: Vec<&Rc<ReplicaSet>> =
        sets.map(|(_, set)| set).filter(|set| has_same_owner(set)).collect();
    for (_, pod) in world.pods() {
        let is_active = !pod.status.phase().is_terminal() && !is_terminating(pod);
        if pod.metadata.namespace == set.metadata.namespace
            && is_active
            && family.iter().any(|set| set.selects(&pod.metadata.labels))
        {
            *crowds.entry(pod.spec.node_name.clone()).or_default() += 1;
        }
    }
    crowds
}
