//! Writes to claims and volumes: what every write sets, and what a watch and the record see of it.

use super::defaults::default_claim;
use super::error::ApiError;
use super::sets::{about, stamp};
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::meta::ObjectMeta;
use crate::api::persistent_volume::{ObjectReference, PersistentVolume, VolumePhase};

use crate::api::quantity::Quantity;
use crate::api::storage::ClaimPhase;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::change::{Subject, Value};
use crate::cluster::store_event::{Stored, Write};
use crate::cluster::tables::Key;
use crate::cluster::world::{About, PodId, WatchType, Watched, World};
use crate::manifest::schema::Raw;
use crate::rules::Rule;
use std::rc::Rc;

/// Finalizer of claims. Rule V-20.
pub const CLAIM_PROTECTION: &str = "kubernetes.io/pvc-protection";
/// Finalizer of volumes. Rule V-20.
pub const VOLUME_PROTECTION: &str = "kubernetes.io/pv-protection";
/// Annotation of a claim and a volume that found each other.
const BOUND_BY: &str = "pv.kubernetes.io/bound-by-controller";
/// Annotation of a claim whose binding is done.
const BIND_COMPLETED: &str = "pv.kubernetes.io/bind-completed";
/// Namespace of what has none.
const CLUSTER: Text = Text::Static("");

fn protect(finalizers: &mut Vec<Text>, name: &'static str) {
    if !finalizers.iter().any(|finalizer| *finalizer == *name) {
        finalizers.push(name.into());
    }
}

/// Stores a claim; one without a class gets the default. Rules S-16, V-02, V-20.
pub fn create_claim(world: &mut World, mut claim: PersistentVolumeClaim) -> Result<(), ApiError> {
    let (namespace, name) = (&claim.metadata.namespace, &claim.metadata.name);
    if world.workloads.claims.find(namespace, name).is_some() {
        return Err(ApiError::already_exists("persistentvolumeclaims", name));
    }
    default_claim(&mut claim);
    stamp(world, &mut claim.metadata);
    if claim.spec.storage_class_name.is_none() {
        let default = world.workloads.default_class();
        claim.spec.storage_class_name = default.map(|class| class.metadata.name.clone());
    }
    protect(&mut claim.metadata.finalizers, CLAIM_PROTECTION);
    let object = about("PersistentVolumeClaim", &claim.metadata);
    world.record(object, Subject::Created, Value::None, Value::Flag(true), Rule::S16);
    let claim = Rc::new(claim);
    let key = world.workloads.claims.add(Rc::clone(&claim));
    claim_written(world, &claim.metadata);
    world.show(WatchType::Added, Watched::PersistentVolumeClaim(Rc::clone(&claim)));
    world.stored(Stored::PersistentVolumeClaim(key, Write::Added(claim)));
    Ok(())
}

/// Writes to a claim.
pub fn update_claim(world: &mut World, key: Key, write: impl FnOnce(&mut PersistentVolumeClaim)) {
    let Some(old) = world.workloads.claims.get(key).cloned() else { return };
    let mut new = (*old).clone();
    write(&mut new);
    put_claim(world, key, old, new);
}

/// The part of [`update_claim`] that is the same for all writes.
fn put_claim(
    world: &mut World,
    key: Key,
    old: Rc<PersistentVolumeClaim>,
    mut new: PersistentVolumeClaim,
) {
    if new == *old {
        return;
    }
    new.metadata.resource_version = world.new_version();
    let object = about("PersistentVolumeClaim", &new.metadata);
    if old.metadata.deletion_timestamp != new.metadata.deletion_timestamp {
        world.record(object.clone(), Subject::Deletion, Value::None, Value::Count(0), Rule::V20);
    }
    let phase = |claim: &PersistentVolumeClaim| {
        let phase = claim.status.phase.map_or("", |phase| phase.as_str());
        Value::Because(phase, claim.spec.volume_name.clone())
    };
    if phase(&old) != phase(&new) {
        world.record(object, Subject::Phase, phase(&old), phase(&new), Rule::V01);
    }
    let asked =
        |claim: &PersistentVolumeClaim| claim.spec.resources.requests.get("storage").cloned();
    let has = |claim: &PersistentVolumeClaim| claim.status.capacity.get("storage").cloned();
    let object = about("PersistentVolumeClaim", &new.metadata);
    note_amount(world, &object, "requests.storage", asked(&old), asked(&new));
    if has(&old).is_some() {
        note_amount(world, &object, "status.capacity", has(&old), has(&new));
    }
    let new = Rc::new(new);
    world.workloads.claims.replace(key, Rc::clone(&new));
    claim_written(world, &new.metadata);
    let is_over = is_over(&new.metadata);
    world.show(WatchType::Modified, Watched::PersistentVolumeClaim(Rc::clone(&new)));
    world.stored(Stored::PersistentVolumeClaim(key, Write::Modified { old, new }));
    if is_over {
        remove_claim(world, key);
    }
}

/// Whether nothing keeps a deleted object any more.
fn is_over(metadata: &ObjectMeta) -> bool {
    metadata.deletion_timestamp.is_some() && metadata.finalizers.is_empty()
}

/// Whether somebody took the protection off an object that is not being deleted. Rule V-20.
fn is_unprotected(metadata: &ObjectMeta, name: &str) -> bool {
    metadata.deletion_timestamp.is_none() && !metadata.finalizers.iter().any(|f| *f == *name)
}

/// Records that an amount of storage is another one. Rule V-22.
fn note_amount(
    world: &mut World,
    object: &About,
    field: &'static str,
    old: Option<Quantity>,
    new: Option<Quantity>,
) {
    let value = |amount: Option<Quantity>| {
        Value::Text(amount.map_or_else(Text::default, |a| a.canonical().into()))
    };
    if old != new {
        world.record(object.clone(), Subject::Field(field), value(old), value(new), Rule::V22);
    }
}

/// The Pods that mount a claim are no more as their set's controller knows them.
fn claim_written(world: &mut World, claim: &ObjectMeta) {
    let users: Vec<PodId> = world.workloads.users(&claim.namespace, &claim.name).collect();
    for id in users {
        if let Some(pod) = world.pod(id).cloned() {
            world.workloads.loosen(id, &pod);
        }
    }
}

/// Puts the protection of a claim back that somebody took off it. Rule V-20.
pub fn protect_claim(world: &mut World, key: Key, claim: &PersistentVolumeClaim) {
    if is_unprotected(&claim.metadata, CLAIM_PROTECTION) {
        update_claim(world, key, |claim| protect(&mut claim.metadata.finalizers, CLAIM_PROTECTION));
    }
}

/// Asks for a claim's deletion; it stays while a Pod uses it. Rule V-20.
pub fn delete_claim(world: &mut World, key: Key) {
    let now = Timestamp::of(world.now);
    update_claim(world, key, |claim| {
        claim.metadata.deletion_timestamp.get_or_insert(now);
        claim.metadata.deletion_grace_period_seconds = Some(0);
    });
}

/// Takes a claim out of the API; its volume is left to the volume controller. Rules V-20, V-21.
pub fn remove_claim(world: &mut World, key: Key) {
    let Some(claim) = world.workloads.claims.remove(key) else { return };
    claim_written(world, &claim.metadata);
    let object = about("PersistentVolumeClaim", &claim.metadata);
    world.record(object, Subject::Removed, Value::Flag(true), Value::None, Rule::V20);
    world.show(WatchType::Deleted, Watched::PersistentVolumeClaim(Rc::clone(&claim)));
    world.stored(Stored::PersistentVolumeClaim(key, Write::Deleted(claim)));
}

/// The volume of that name.
pub fn volume_named(world: &World, name: &Text) -> Option<Key> {
    world.workloads.volumes.find(&CLUSTER, name)
}

/// Stores a volume. Gives its number. Rules V-01, V-20.
pub fn create_volume(
    world: &mut World,
    mut volume: PersistentVolume,
    rule: Rule,
) -> Result<Key, ApiError> {
    let name = &volume.metadata.name;
    if volume_named(world, name).is_some() {
        return Err(ApiError::already_exists("persistentvolumes", name));
    }
    stamp(world, &mut volume.metadata);
    volume.metadata.namespace = CLUSTER;
    volume.status.phase = Some(VolumePhase::Pending);
    protect(&mut volume.metadata.finalizers, VOLUME_PROTECTION);
    let object = about("PersistentVolume", &volume.metadata);
    world.record(object, Subject::Created, Value::None, Value::Flag(true), rule);
    let volume = Rc::new(volume);
    let key = world.workloads.volumes.add(Rc::clone(&volume));
    world.show(WatchType::Added, Watched::PersistentVolume(Rc::clone(&volume)));
    world.stored(Stored::PersistentVolume(key, Write::Added(volume)));
    Ok(key)
}

/// Writes to a volume.
pub fn update_volume(
    world: &mut World,
    key: Key,
    rule: Rule,
    write: impl FnOnce(&mut PersistentVolume),
) {
    let Some(old) = world.workloads.volumes.get(key).cloned() else { return };
    let mut new = (*old).clone();
    write(&mut new);
    put_volume(world, key, old, new, rule);
}

/// The part of [`update_volume`] that is the same for all writes.
fn put_volume(
    world: &mut World,
    key: Key,
    old: Rc<PersistentVolume>,
    mut new: PersistentVolume,
    rule: Rule,
) {
    if new == *old {
        return;
    }
    new.metadata.resource_version = world.new_version();
    let object = about("PersistentVolume", &new.metadata);
    if old.metadata.deletion_timestamp != new.metadata.deletion_timestamp {
        world.record(object.clone(), Subject::Deletion, Value::None, Value::Count(0), Rule::V20);
    }
    let phase = |volume: &PersistentVolume| {
        let phase = volume.status.phase.map_or("", |phase| phase.as_str());
        let claim = volume.spec.claim_ref.as_ref().map(|claim| claim.name.clone());
        Value::Because(phase, claim.unwrap_or_default())
    };
    if phase(&old) != phase(&new) {
        world.record(object, Subject::Phase, phase(&old), phase(&new), rule);
    }
    let new = Rc::new(new);
    world.workloads.volumes.replace(key, Rc::clone(&new));
    let is_over = is_over(&new.metadata);
    world.show(WatchType::Modified, Watched::PersistentVolume(Rc::clone(&new)));
    world.stored(Stored::PersistentVolume(key, Write::Modified { old, new }));
    if is_over {
        remove_volume(world, key);
    }
}

/// Puts the protection of a volume back that somebody took off it. Rule V-20.
pub fn protect_volume(world: &mut World, key: Key, volume: &PersistentVolume) {
    if is_unprotected(&volume.metadata, VOLUME_PROTECTION) {
        update_volume(world, key, Rule::V20, |volume| {
            protect(&mut volume.metadata.finalizers, VOLUME_PROTECTION);
        });
    }
}

/// Asks for a volume's deletion; it stays while a claim has it. Rule V-20.
pub fn delete_volume(world: &mut World, key: Key) {
    let now = Timestamp::of(world.now);
    update_volume(world, key, Rule::V20, |volume| {
        volume.metadata.deletion_timestamp.get_or_insert(now);
        volume.metadata.deletion_grace_period_seconds = Some(0);
    });
}

/// Takes a volume out of the API; a claim that was bound to it is lost. Rules V-01, V-21.
pub fn remove_volume(world: &mut World, key: Key) {
    let Some(volume) = world.workloads.volumes.remove(key) else { return };
    let object = about("PersistentVolume", &volume.metadata);
    world.record(object, Subject::Removed, Value::Flag(true), Value::None, Rule::V21);
    world.show(WatchType::Deleted, Watched::PersistentVolume(Rc::clone(&volume)));
    world.stored(Stored::PersistentVolume(key, Write::Deleted(volume)));
}

/// Binds a claim and a volume to each other. Rule V-01.
pub(crate) fn bind(world: &mut World, key: Key, volume: Key) {
    let Some(claim) = world.workloads.claims.get(key).cloned() else { return };
    update_volume(world, volume, Rule::V01, |volume| {
        if volume.spec.claim_ref.is_none() {
            volume.metadata.annotations.insert(BOUND_BY.into(), "yes".into());
        }
        volume.spec.claim_ref = Some(claim_reference(&claim));
    });
    update_volume(world, volume, Rule::V01, |volume| {
        volume.status.phase = Some(VolumePhase::Bound);
    });
    let Some(volume) = world.workloads.volumes.get(volume).cloned() else { return };
    update_claim(world, key, |claim| {
        if claim.spec.volume_name.is_empty() {
            claim.metadata.annotations.insert(BOUND_BY.into(), "yes".into());
        }
        claim.metadata.annotations.insert(BIND_COMPLETED.into(), "yes".into());
        claim.spec.volume_name.clone_from(&volume.metadata.name);
    });
    update_claim(world, key, |claim| {
        claim.status.phase = Some(ClaimPhase::Bound);
        claim.status.access_modes.clone_from(&volume.spec.access_modes);
        claim.status.capacity.clone_from(&volume.spec.capacity);
    });
}

/// Returns how a volume names the claim that it is bound to.
pub(crate) fn claim_reference(claim: &PersistentVolumeClaim) -> ObjectReference {
    let metadata = &claim.metadata;
    ObjectReference {
        api_version: "v1".into(),
        kind: "PersistentVolumeClaim".into(),
        name: metadata.name.clone(),
        namespace: metadata.namespace.clone(),
        resource_version: metadata.resource_version.clone(),
        uid: metadata.uid.clone(),
        ..ObjectReference::default()
    }
}

/// Stores that a claim has what its volume has. Rule V-22.
pub(crate) fn finish_resize(world: &mut World, key: Key) {
    let Some(claim) = world.workloads.claims.get(key) else { return };
    let volume = world.workloads.volumes.named(&CLUSTER, &claim.spec.volume_name);
    let Some(capacity) = volume.map(|volume| volume.spec.capacity.clone()) else { return };
    update_claim(world, key, |claim| {
        claim.status.capacity = capacity;
        claim.status.conditions = Raw::default();
    });
}
