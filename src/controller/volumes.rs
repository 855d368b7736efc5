//! Claims: when they get a volume, how long Pods wait for them, and how long they stay. Section V of the rule book.
//! Models kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, pkg/controller/volume/pvcprotection.

use super::{expansion, provision};
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::pod::Pod;
use crate::api::storage::{ClaimPhase, PersistentVolumeClaimStatus};
use crate::apiserver::{registry, storage};
use crate::cluster::recorder::{Part, Said};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::tables::{Key, claims_of};
use crate::cluster::volume_match::{Class, best, class_of, is_for, users, waits_for_consumer};
use crate::cluster::work_queue::{Controller, enqueue, enqueue_after};
use crate::cluster::world::World;
use crate::rules::Rule;
use std::rc::Rc;

/// Milliseconds after which the controller looks again at a claim that could not be bound.
const RESYNC: u64 = 15_000;
/// The name of the component that reports Events.
pub(super) const COMPONENT: &str = "persistentvolume-controller";

/// Milliseconds until a volume is created for a new claim.
const PROVISIONING: u64 = 60;

/// Milliseconds until the protection of a claim that no Pod uses any more is removed. Its controller first asks the API
/// server for all Pods.
/// Models kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go isBeingUsed.
const UNPROTECTING: u64 = 30;

/// Plans syncs after a write: of the claim or the volume that was written, of what was bound to one that is gone, and
/// of the claims of a Pod that has ended or is gone.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, .. } = &event.object {
        let is_over = |pod: &Pod| pod.status.phase().is_terminal();
        let was_over = write.before().is_some_and(|old| is_over(old));
        let is_over = write.after().is_none_or(|new| is_over(new) && !was_over);
        if is_over {
            look_at_claims(world, write.newest());
        }
    } else if let Some((key, write)) = event.object.of::<PersistentVolumeClaim>() {
        claim_written(world, key, write);
    } else if let Some((key, write)) = event.object.of::<PersistentVolume>() {
        volume_written(world, key, write);
    }
}

fn claim_written(world: &mut World, key: Key, write: &Write<PersistentVolumeClaim>) {
    match write {
        Write::Added(_) => {
            enqueue_after(world, Controller::PersistentVolume, key, PROVISIONING);
        }
        Write::Modified { .. } => {
            if world.workloads.claims.get(key).is_some() {
                enqueue(world, Controller::PersistentVolume, key);
            }
        }
        Write::Deleted(claim) => {
            if let Some(volume) = storage::volume_named(world, &claim.spec.volume_name) {
                enqueue(world, Controller::Volume, volume);
            }
        }
    }
}

fn volume_written(world: &mut World, key: Key, write: &Write<PersistentVolume>) {
    match write {
        Write::Added(_) | Write::Modified { .. } => {
            if world.workloads.volumes.get(key).is_some() {
                enqueue(world, Controller::Volume, key);
            }
        }
        Write::Deleted(volume) => {
            let claims = &world.workloads.claims;
            let owner = volume.spec.claim_ref.as_ref();
            if let Some(claim) = owner.and_then(|owner| claims.find(&owner.namespace, &owner.name))
            {
                enqueue(world, Controller::PersistentVolume, claim);
            }
        }
    }
}

/// Plans a look at the claims of a Pod that no longer needs them, because a deleted claim may now be removed. Rule V-20.
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

/// Handles one claim. Returns whether the sync succeeded.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(claim) = world.workloads.claims.get(key).cloned() else { return true };
    if claim.metadata.deletion_timestamp.is_some() {
        if users(world, &claim).next().is_none() {
            registry::remove::<PersistentVolumeClaim>(world, key);
        }
        return true;
    }
    storage::protect_claim(world, key, &claim);
    if claim.status.phase == Some(ClaimPhase::Bound) {
        check_volume(world, key, &claim);
        expansion::sync(world, key, &claim);
        return true;
    }
    if bind_if_possible(world, key, &claim) {
        return true;
    }
    match class_of(world, &claim) {
        // The controller reports nothing about a volume that the claim names, until the volume is available.
        _ if !claim.spec.volume_name.is_empty() => {}
        Class::Found(class) if waits_for_consumer(&class, &claim) => {
            let (reason, message) = wait_words(world, &claim);
            tell(world, &claim, "Normal", reason, message);
        }
        Class::Found(class) => provision::provision(world, key, &claim, &class),
        Class::None => {
            let message =
                "no persistent volumes available for this claim and no storage class is set";
            tell(world, &claim, "Normal", "FailedBinding", message.into());
        }
        Class::Missing(name) => {
            let message = format!("storageclass.storage.k8s.io \"{name}\" not found");
            tell(world, &claim, "Warning", "ProvisioningFailed", message);
        }
    }
    let is_bound =
        |claim: &Rc<PersistentVolumeClaim>| claim.status.phase == Some(ClaimPhase::Bound);
    if !world.workloads.claims.get(key).is_some_and(is_bound) {
        enqueue_after(world, Controller::PersistentVolume, key, RESYNC);
    }
    true
}

/// Binds a claim to the volume that it names, or to the best volume for it. Returns whether there was one. Rule V-03.
fn bind_if_possible(world: &mut World, key: Key, claim: &Rc<PersistentVolumeClaim>) -> bool {
    let name = &claim.spec.volume_name;
    let volume = if name.is_empty() {
        let waits = matches!(class_of(world, claim),
            Class::Found(class) if waits_for_consumer(&class, claim));
        best(world, claim, None, waits)
    } else {
        let volume = storage::volume_named(world, name);
        let found = volume.and_then(|key| world.workloads.volumes.get(key)).cloned();
        if let Some(found) = found
            && found.spec.claim_ref.is_some()
            && !is_for(&found, claim)
        {
            let message = format!("volume \"{name}\" already bound to a different claim.");
            tell(world, claim, "Warning", "FailedBinding", message);
            return false;
        }
        volume
    };
    if let Some(volume) = volume {
        storage::bind(world, key, volume);
    }
    volume.is_some()
}

/// Marks a claim as lost whose volume does not exist any more. Rule V-01.
fn check_volume(world: &mut World, key: Key, claim: &Rc<PersistentVolumeClaim>) {
    if storage::volume_named(world, &claim.spec.volume_name).is_some() {
        return;
    }
    registry::update::<PersistentVolumeClaim>(world, key, Rule::V01, |claim| {
        claim.status = PersistentVolumeClaimStatus {
            phase: Some(ClaimPhase::Lost),
            ..PersistentVolumeClaimStatus::default()
        };
    });
    let message = "Bound claim has lost its PersistentVolume. Data on the volume is lost!";
    tell(world, claim, "Warning", "ClaimLost", message.into());
}

/// Returns the reason and the message of a claim that is bound only when its Pod is scheduled. Rule V-10.
fn wait_words(world: &World, claim: &PersistentVolumeClaim) -> (&'static str, String) {
    let metadata = &claim.metadata;
    let users = world.workloads.users(&metadata.namespace, &metadata.name);
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

/// Reports an Event about a claim.
pub(super) fn tell(
    world: &mut World,
    claim: &PersistentVolumeClaim,
    kind: &'static str,
    reason: &'static str,
    message: String,
) {
    let message = message.into();
    let said = Said { kind, reason, message, part: Part::Whole, from: COMPONENT };
    registry::tell(world, claim, said);
}
