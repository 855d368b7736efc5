//! Claims: when they get a volume, how long Pods wait for them, and how long they stay. Section V of the rule book.
//! Models kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, pkg/controller/volume/pvcprotection.
//!
//! [`reconcile`] is one sync of a claim, [`reclaim::reconcile`] one of a volume: pure functions. They return requests, which
//! `run.rs` carries out in order.

mod expansion;
mod provision;
mod reclaim;
mod request;
pub(crate) mod run;

use crate::api::core::EventType;
use crate::api::persistent_volume_claim::{ClaimPhase, PersistentVolumeClaim};
use crate::apiserver::storage;
use crate::cluster::numbers::Key;
use crate::cluster::volume_match::{Class, best, class_of, is_for, users, waits_for_consumer};
use crate::cluster::world::World;
use request::{Request, record_event};

/// Milliseconds after which the controller looks again at a claim that could not be bound.
const RESYNC: u64 = 15_000;

/// Plans one sync of a claim.
fn reconcile(world: &World, key: Key, claim: &PersistentVolumeClaim) -> Vec<Request> {
    if claim.metadata.deletion_timestamp.is_some() {
        let is_used = users(world, claim).next().is_some();
        return if is_used { Vec::new() } else { vec![Request::Remove] };
    }
    let mut requests = Vec::new();
    if storage::is_unprotected(&claim.metadata, storage::CLAIM_PROTECTION) {
        requests.push(Request::Protect);
    }
    if claim.status.phase == Some(ClaimPhase::Bound) {
        requests.extend(check_volume(world, claim));
        requests.extend(expansion::reconcile(world, key, claim));
        return requests;
    }
    match find_volume(world, claim) {
        Ok(Some(volume)) => {
            requests.push(Request::Bind(volume));
            return requests;
        }
        Ok(None) => {}
        Err(refusal) => requests.push(refusal),
    }
    requests.extend(wait_for_volume(world, claim));
    let is_bound = |request: &Request| matches!(request, Request::Provision { .. });
    if !requests.iter().any(is_bound) {
        requests.push(Request::RequeueAfter(RESYNC));
    }
    requests
}

/// Returns what the controller does about a claim for which there is no volume.
fn wait_for_volume(world: &World, claim: &PersistentVolumeClaim) -> Vec<Request> {
    match class_of(world, claim) {
        // The controller reports nothing about a volume that the claim names, until the volume is available.
        _ if !claim.spec.volume_name.is_empty() => Vec::new(),
        Class::Found(class) if waits_for_consumer(&class, claim) => {
            let (reason, message) = wait_words(world, claim);
            vec![record_event(EventType::Normal, reason, message)]
        }
        Class::Found(class) => provision::reconcile(world, claim, &class),
        Class::None => {
            let message =
                "no persistent volumes available for this claim and no storage class is set";
            vec![record_event(EventType::Normal, "FailedBinding", message)]
        }
        Class::Missing(name) => {
            let message = format!("storageclass.storage.k8s.io \"{name}\" not found");
            vec![record_event(EventType::Warning, "ProvisioningFailed", message)]
        }
    }
}

/// Finds the volume that a claim names, or the best volume for it. Rule V-03.
///
/// # Errors
///
/// Returns what the controller reports when the volume that the claim names belongs to another claim.
fn find_volume(world: &World, claim: &PersistentVolumeClaim) -> Result<Option<Key>, Request> {
    let name = &claim.spec.volume_name;
    if name.is_empty() {
        let waits = matches!(class_of(world, claim),
            Class::Found(class) if waits_for_consumer(&class, claim));
        return Ok(best(world, claim, None, waits));
    }
    let volume = storage::volume_named(world, name);
    let found = volume.and_then(|key| world.objects.volumes.get(key));
    if found.is_some_and(|found| found.spec.claim_ref.is_some() && !is_for(found, claim)) {
        let message = format!("volume \"{name}\" already bound to a different claim.");
        return Err(record_event(EventType::Warning, "FailedBinding", message));
    }
    Ok(volume)
}

/// Marks a claim as lost whose volume does not exist any more. Rule V-01.
fn check_volume(world: &World, claim: &PersistentVolumeClaim) -> Vec<Request> {
    if storage::volume_named(world, &claim.spec.volume_name).is_some() {
        return Vec::new();
    }
    let message = "Bound claim has lost its PersistentVolume. Data on the volume is lost!";
    vec![Request::Lose, record_event(EventType::Warning, "ClaimLost", message)]
}

/// Returns the reason and the message of a claim that is bound only when its Pod is scheduled. Rule V-10.
fn wait_words(world: &World, claim: &PersistentVolumeClaim) -> (&'static str, String) {
    let metadata = &claim.metadata;
    let users = world.objects.users(&metadata.namespace, &metadata.name);
    let pods = users.filter_map(|id| world.pod(id)).filter(|pod| pod.spec.node_name.is_empty());
    let names: Vec<&str> = pods.map(|pod| pod.metadata.name.as_str()).collect();
    match names.as_slice() {
        [] => (
            "WaitForFirstConsumer",
            "waiting for first consumer to be created before binding".to_owned(),
        ),
        [one] => ("WaitForPodScheduled", format!("waiting for pod {one} to be scheduled")),
        all => {
            ("WaitForPodScheduled", format!("waiting for pods {} to be scheduled", all.join(",")))
        }
    }
}

#[cfg(test)]
mod tests;
