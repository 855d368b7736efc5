//! Runs a sync of a StatefulSet: collects what the controller sees, and carries out the steps that it asks for.

use super::identity::controller_reference;
use super::outlook::{self, Outlook};
use super::settled::{is_settled, slots};
use super::view::{Request, Step, View};
use super::{carry_out, claims, events, reconcile};
use crate::api::Resource;
use crate::api::meta::{ObjectMeta, controller};
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::pod::Pod;
use crate::api::stateful_set::{
    ControllerRevision, StatefulSet, ordinal, parent_and_ordinal, revision_of, selects,
};
use crate::api::status::READY;
use crate::apiserver::error::ApiError;
use crate::apiserver::error::StatusReason;
use crate::apiserver::record::WriteRules;
use crate::apiserver::request::invalid;
use crate::apiserver::validate::validate_pod_update;
use crate::apiserver::{admit, registry, storage, store};
use crate::base::text::Text;
use crate::cluster::fact::Decision;
use crate::cluster::numbers::Key;
use crate::cluster::settled::Settled;
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::syncs::{enqueue, enqueue_after};
use crate::cluster::work_queue::Controller;
use crate::cluster::world::{PodId, World};
use crate::controller::decide;
use crate::rules::{Feature, Rule};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Plans syncs after a write: of a set that was written, of the set of a Pod that was written, and of sets that wait
/// for a claim to be removed. Rule S-29.
/// Models kubernetes pkg/controller/statefulset/stateful_set.go addPod, updatePod and deletePod.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, readiness, .. } = &event.object {
        world.cause = *readiness;
        pod_changed(world, write);
    } else if let Some((key, write)) = event.object.of::<StatefulSet>() {
        if write.after().is_some() {
            enqueue(world, Controller::StatefulSet, key);
        }
    } else if let Some((_, write)) = event.object.of::<PersistentVolumeClaim>()
        && let Some(claim) = write.deleted()
    {
        claim_removed(world, &claim.metadata);
    }
}

fn pod_changed(world: &mut World, write: &Write<Pod>) {
    let owner = |pod: Option<&Rc<Pod>>| owning_set(world, pod?);
    let (before, after) = (owner(write.before()), owner(write.after()));
    if let Some(set) = before.filter(|set| write.after().is_none() || after != Some(*set)) {
        enqueue(world, Controller::StatefulSet, set);
    }
    let Some(pod) = write.after() else { return };
    let Some(set) = after else {
        // The Pod has no controller: a set that may adopt it looks when the Pod is new or its labels changed.
        let same = |old: &Rc<Pod>| {
            old.metadata.labels == pod.metadata.labels
                && old.metadata.owner_references == pod.metadata.owner_references
        };
        if controller(&pod.metadata).is_none() && !write.before().is_some_and(same) {
            enqueue_adopter(world, pod);
        }
        return;
    };
    enqueue(world, Controller::StatefulSet, set);
    let ready = |pod: &Rc<Pod>| pod.status.is_true(READY);
    let seconds = world.objects.sets.get(set).map_or(0, |set| set.spec.min_ready_seconds);
    if seconds > 0 && ready(pod) && !write.before().is_some_and(ready) {
        enqueue_after(world, Controller::StatefulSet, set, (seconds as u64 + 1) * 1000);
    }
}

/// Returns the set that manages a Pod.
fn owning_set(world: &World, pod: &Pod) -> Option<Key> {
    let owner = controller(&pod.metadata).filter(|owner| owner.kind == "StatefulSet")?;
    let key = world.objects.sets.find(&pod.metadata.namespace, &owner.name)?;
    world.objects.sets.get(key).filter(|set| set.metadata.uid == owner.uid).map(|_| key)
}

fn enqueue_adopter(world: &mut World, pod: &Pod) {
    let Some((parent, _)) = parent_and_ordinal(&pod.metadata.name) else { return };
    let sets = &world.objects.sets;
    let Some(key) = sets.find(&pod.metadata.namespace, &parent.to_owned().into()) else { return };
    if sets.get(key).is_some_and(|set| selects(set, &pod.metadata.labels)) {
        enqueue(world, Controller::StatefulSet, key);
    }
}

/// Plans a sync of the sets that may wait for a claim to be removed. Rule S-25.
///
/// A set that could not create a Pod because of the claim does not watch claims. It tries again after a growing wait.
/// Rules S-26, C-2.
fn claim_removed(world: &mut World, claim: &ObjectMeta) {
    let sets = world.objects.sets.prefixed(&claim.namespace, "");
    let waiting = sets.filter(|(_, set)| claim.name.contains(&*format!("-{}-", set.metadata.name)));
    let tries = |key: &Key| world.objects.queue.failures(Controller::StatefulSet, *key) > 0;
    let waiting: Vec<Key> = waiting.map(|(key, _)| key).filter(|key| !tries(key)).collect();
    for set in waiting {
        enqueue(world, Controller::StatefulSet, set);
    }
}

/// Runs one sync of a set. Returns whether all went well. Rule S-38.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(set) = world.objects.sets.get(key).cloned() else { return true };
    let view = settle(world, &set);
    world.objects.queue.looks += view.pods.len() as u64;
    let steps = reconcile(&view, &set, world.now);
    debug_assert!(leaves_nothing_out(world, &set, &steps));
    let (cause, release) = (world.cause, world.release());
    carry_out(&steps, |step, all_well| {
        world.cause = cause;
        let outcome = act(world, key, &set, step, all_well);
        // Before 1.22 the API server asked the client to try again when a name was taken.
        let is_reported = match &outcome {
            Err(error) if error.reason == Some(StatusReason::AlreadyExists) => false,
            Ok(()) | Err(_) => true,
        };
        let refusal = outcome.as_ref().err().map(|error| error.message.clone());
        let (name, refusal) = (&set.metadata.name, refusal.as_deref());
        let event = events::event_about(name, &step.request, refusal, release);
        let given_up = events::without_claim(name, &step.request, refusal, release);
        for event in event.into_iter().chain(given_up).filter(|_| is_reported) {
            registry::record_event(world, &*set, event);
        }
        outcome.map_err(drop)
    })
}

/// Returns whether a sync that looks at every Pod has the same steps. Checks only small sets, to keep tests fast.
fn leaves_nothing_out(world: &World, set: &StatefulSet, steps: &[Step]) -> bool {
    const SMALL: i64 = 20;
    set.spec.replicas() > SMALL || reconcile(&full(world, set), set, world.now) == steps
}

/// Returns what a set waits for now, and what its controller will do next.
pub fn outlook(world: &World, set: &StatefulSet) -> Outlook {
    let members = world.objects.members_of(&set.metadata);
    let view = match members.filter(|members| members.are_judged_for(set)) {
        Some(members) => view(world, set, &members.loose, members.settled.clone()),
        None => full(world, set),
    };
    outlook::outlook(&view, set, world.now)
}

/// Returns what the controller sees of a set when it looks at every Pod.
fn full(world: &World, set: &StatefulSet) -> View {
    let none = BTreeSet::new();
    let members = world.objects.members_of(&set.metadata);
    view(world, set, members.map_or(&none, |members| &members.all), Settled::default())
}

/// Returns what the controller sees of a set. Pods that need nothing are marked as settled, and left out.
fn settle(world: &mut World, set: &StatefulSet) -> View {
    let now = world.now;
    let Some(members) = world.objects.members_of_mut(&set.metadata) else {
        return full(world, set);
    };
    let can_settle = members.judge_for(set);
    let (loose, settled) = (members.loose.clone(), members.settled.clone());
    let mut view = view(world, set, &loose, settled);
    if !can_settle {
        return view;
    }
    let (mut pods, mut rest) = (Vec::new(), BTreeSet::new());
    for (pod, member) in std::mem::take(&mut view.pods).into_iter().zip(&loose) {
        if is_settled(&view, set, &pod, now) {
            view.settled.add(member.0, &revision_of(&pod).to_owned().into());
        } else {
            pods.push(pod);
            rest.insert(*member);
        }
    }
    view.pods = pods;
    if let Some(members) = world.objects.members_of_mut(&set.metadata) {
        members.loose = rest;
        members.settled = view.settled.clone();
    }
    view
}

/// Returns what the controller sees of a set with these Pods and these settled Pods.
fn view(world: &World, set: &StatefulSet, pods: &BTreeSet<(i64, PodId)>, settled: Settled) -> View {
    let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
    let pods = pods.iter().filter_map(|(_, id)| world.pod(*id).cloned()).collect();
    let prefix = format!("{name}-");
    let revisions = world.objects.revisions.prefixed(namespace, &prefix);
    let own = revisions.filter(|(_, revision)| {
        selects(set, &revision.metadata.labels)
            && controller(&revision.metadata).is_none_or(|owner| owner.uid == set.metadata.uid)
    });
    let revisions = own.map(|(_, revision)| Rc::clone(revision)).collect();
    let (release, gates, claims) = (world.release(), world.settings.gates, BTreeMap::new());
    let mut view = View { release, gates, pods, settled, claims, revisions };
    view.claims = claims_for(world, set, &view);
    view
}

/// Returns the claims that a sync may have to look at: those of all Pods, and of the Pods that it may create.
fn claims_for(
    world: &World,
    set: &StatefulSet,
    view: &View,
) -> BTreeMap<Text, Rc<PersistentVolumeClaim>> {
    let mut found = Vec::new();
    if set.spec.volume_claim_templates.is_empty() {
        return BTreeMap::new();
    }
    let slots = slots(view, set, &view.pods).into_iter().map(|(ordinal, _)| ordinal);
    let condemned = view.pods.iter().map(|pod| ordinal(pod));
    for ordinal in slots.chain(condemned.filter(|ordinal| !set.spec.has_ordinal(*ordinal))) {
        for name in claims::claim_names(set, ordinal) {
            if let Some(claim) = world.objects.claims.named(&set.metadata.namespace, &name) {
                found.push((name, Rc::clone(claim)));
            }
        }
    }
    // Sorted, so that inserting them moves nothing.
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.into_iter().collect()
}

fn act(
    world: &mut World,
    key: Key,
    set: &StatefulSet,
    step: &Step,
    all_well: bool,
) -> Result<(), ApiError> {
    let namespace = &set.metadata.namespace;
    let revision = |world: &World, name: &Text| {
        let found = world.objects.revisions.find(namespace, name);
        found.ok_or_else(|| ApiError::not_found("controllerrevisions.apps", name))
    };
    let pod = |world: &World, name: &Text| {
        world.pod_named(namespace, name).ok_or_else(|| ApiError::not_found("pods", name))
    };
    match &step.request {
        Request::AdoptRevision(name) => {
            let found = revision(world, name)?;
            registry::update::<ControllerRevision>(world, found, Rule::S66, |revision| {
                revision.metadata.owner_references.push(controller_reference(set));
            });
        }
        Request::AdoptPod(name) => {
            let found = pod(world, name)?;
            decide(world, set, Decision::Adopt, name, step.rule);
            store::update_pod(world, found, WriteRules::new(&|_| step.rule), |pod| {
                pod.metadata.owner_references.push(controller_reference(set));
            });
        }
        Request::ReleasePod(name) => {
            let found = pod(world, name)?;
            decide(world, set, Decision::Release, name, step.rule);
            store::update_pod(world, found, WriteRules::new(&|_| step.rule), |pod| {
                pod.metadata.owner_references.retain(|owner| owner.uid != set.metadata.uid);
            });
        }
        Request::CreateRevision(revision) => {
            registry::create(world, (**revision).clone(), Rule::S66)?;
        }
        Request::RenumberRevision { name, revision: number } => {
            let found = revision(world, name)?;
            registry::update::<ControllerRevision>(world, found, Rule::S66, |revision| {
                revision.revision = *number;
            });
        }
        Request::CreateClaim { claim, .. } => {
            storage::create_claim(world, (**claim).clone(), step.rule)?;
        }
        Request::SetClaimOwners { claim, owners, .. } => {
            let found = world.objects.claims.find(namespace, claim);
            let found =
                found.ok_or_else(|| ApiError::not_found("persistentvolumeclaims", claim))?;
            registry::update::<PersistentVolumeClaim>(world, found, Rule::S21, |claim| {
                claim.metadata.owner_references.clone_from(owners);
            });
        }
        Request::CreatePod(pod) => create_pod(world, set, pod, step.rule)?,
        Request::UpdatePod { name, labels, volumes } => {
            let found = pod(world, name)?;
            let Some(old) = world.pod(found).cloned() else { return Ok(()) };
            let mut new = (*old).clone();
            new.metadata.labels.clone_from(labels);
            if new.spec.volumes != *volumes {
                new.spec.volumes.clone_from(volumes);
            }
            let errors = validate_pod_update(&new, &old, world.release());
            if !errors.is_empty() {
                return Err(invalid(&Resource::Pod(new), errors));
            }
            store::update_pod(world, found, WriteRules::new(&|_| Rule::P1361), |pod| *pod = new);
        }
        Request::DeletePod(name) | Request::ReplacePod(name) => {
            let found = pod(world, name)?;
            decide(world, set, Decision::Delete, name, step.rule);
            store::delete_pod(world, found, None);
        }
        Request::GiveUp { why, .. } => return Err(ApiError::conflict(why.clone())),
        Request::UpdateStatus { done, refused } => {
            if let Some(status) = if all_well { done } else { refused } {
                registry::stateful_set::update_status(world, key, status)?;
            }
        }
        Request::DeleteRevision(name) => {
            let found = revision(world, name)?;
            registry::remove::<ControllerRevision>(world, found);
        }
        Request::RecordEvent { .. } => {}
        Request::RequeueAfter(milliseconds) => {
            enqueue_after(world, Controller::StatefulSet, key, *milliseconds);
        }
    }
    Ok(())
}

fn create_pod(world: &mut World, set: &StatefulSet, pod: &Pod, rule: Rule) -> Result<(), ApiError> {
    let mut pod = pod.clone();
    let name = pod.metadata.name.clone();
    admit::pod(world, &mut pod)?;
    if world.pod_named(&pod.metadata.namespace, &name).is_some() {
        // Older servers treat the name as a generated one that collides, and ask the client to try again.
        return Err(if world.release().has(Feature::CreateCollisionIsAlreadyExists) {
            ApiError::already_exists("pods", &name)
        } else {
            ApiError::conflict(
                "The POST operation against Pod could not be completed at this time, please try again.",
            )
        });
    }
    decide(world, set, Decision::Create, &name, rule);
    store::create_pod(world, pod);
    Ok(())
}
