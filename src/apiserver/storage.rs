//! Writes to claims and volumes.

use super::defaults::default_claim;
use super::error::ApiError;
use super::registry::{self, Registry, about};
use super::validate::{Validator, check_claim};
use crate::api::Resource;
use crate::api::meta::ObjectMeta;
use crate::api::persistent_volume::{ObjectReference, PersistentVolume, VolumePhase};
use crate::api::persistent_volume_claim::{ClaimPhase, PersistentVolumeClaim};
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use crate::manifest::schema::Raw;
use crate::rules::Rule;

/// The finalizer of claims. Rule V-20.
pub(crate) const CLAIM_PROTECTION: &str = "kubernetes.io/pvc-protection";
/// The finalizer of volumes. Rule V-20.
pub(crate) const VOLUME_PROTECTION: &str = "kubernetes.io/pv-protection";
/// The annotation of a claim and a volume that the controller bound to each other.
const BOUND_BY: &str = "pv.kubernetes.io/bound-by-controller";
/// The annotation of a claim whose binding is complete.
const BIND_COMPLETED: &str = "pv.kubernetes.io/bind-completed";
/// The namespace of objects without a namespace.
const CLUSTER: Text = Text::Static("");

pub(super) fn record_deletion<K: Registry>(new: &K, world: &mut World, old: &K) {
    if old.metadata().deletion_timestamp != new.metadata().deletion_timestamp {
        let deletion = Fact::Deletion { old: None, new: Some(0) };
        world.record(about(new), deletion, Rule::V20);
    }
}

pub(super) fn protect(finalizers: &mut Vec<Text>, name: &'static str) {
    if !finalizers.iter().any(|finalizer| *finalizer == *name) {
        finalizers.push(name.into());
    }
}

/// Checks and stores a claim. A claim without a class gets the default class. Rules V-02, V-20.
///
/// # Errors
///
/// Returns `Invalid` when a field is wrong, and `AlreadyExists` when a claim has its name.
pub(crate) fn create_claim(
    world: &mut World,
    mut claim: PersistentVolumeClaim,
    rule: Rule,
) -> Result<(), ApiError> {
    default_claim(&mut claim);
    if claim.spec.storage_class_name.is_none() {
        let default = world.objects.default_class();
        claim.spec.storage_class_name = default.map(|class| class.metadata.name.clone());
    }
    let mut v = Validator::new(world.release(), &[]);
    check_claim(&mut v, &claim);
    if !v.errors.is_empty() {
        return Err(registry::invalid(&Resource::PersistentVolumeClaim(claim), v.errors));
    }
    registry::create(world, claim, rule).map(drop)
}

/// Returns whether an object that is not being deleted has lost its protection. Rule V-20.
pub(crate) fn is_unprotected(metadata: &ObjectMeta, name: &str) -> bool {
    metadata.deletion_timestamp.is_none() && !metadata.finalizers.iter().any(|f| *f == *name)
}

/// Restores the protection of a claim. Rule V-20.
pub(crate) fn protect_claim(world: &mut World, key: Key, claim: &PersistentVolumeClaim) {
    if is_unprotected(&claim.metadata, CLAIM_PROTECTION) {
        registry::update::<PersistentVolumeClaim>(world, key, Rule::V20, |claim| {
            protect(&mut claim.metadata.finalizers, CLAIM_PROTECTION);
        });
    }
}

/// Returns the number of the volume with this name.
pub(crate) fn volume_named(world: &World, name: &Text) -> Option<Key> {
    world.objects.volumes.find(&CLUSTER, name)
}

/// Stores a volume. Returns its number. Rules V-01, V-20.
///
/// # Errors
///
/// Returns `AlreadyExists` when a volume has its name.
pub(crate) fn create_volume(
    world: &mut World,
    mut volume: PersistentVolume,
    rule: Rule,
) -> Result<Key, ApiError> {
    volume.metadata.namespace = CLUSTER;
    registry::create(world, volume, rule)
}

/// Restores the protection of a volume. Rule V-20.
pub(crate) fn protect_volume(world: &mut World, key: Key, volume: &PersistentVolume) {
    if is_unprotected(&volume.metadata, VOLUME_PROTECTION) {
        registry::update::<PersistentVolume>(world, key, Rule::V20, |volume| {
            protect(&mut volume.metadata.finalizers, VOLUME_PROTECTION);
        });
    }
}

/// Binds a claim and a volume to each other. Rule V-01.
pub(crate) fn bind(world: &mut World, key: Key, volume: Key) {
    let Some(claim) = world.objects.claims.get(key).cloned() else { return };
    registry::update::<PersistentVolume>(world, volume, Rule::V01, |volume| {
        if volume.spec.claim_ref.is_none() {
            volume.metadata.annotations.insert(BOUND_BY.into(), "yes".into());
        }
        volume.spec.claim_ref = Some(claim_reference(&claim));
    });
    registry::update::<PersistentVolume>(world, volume, Rule::V01, |volume| {
        volume.status.phase = Some(VolumePhase::Bound);
    });
    let Some(volume) = world.objects.volumes.get(volume).cloned() else { return };
    registry::update::<PersistentVolumeClaim>(world, key, Rule::V01, |claim| {
        if claim.spec.volume_name.is_empty() {
            claim.metadata.annotations.insert(BOUND_BY.into(), "yes".into());
        }
        claim.metadata.annotations.insert(BIND_COMPLETED.into(), "yes".into());
        claim.spec.volume_name.clone_from(&volume.metadata.name);
    });
    registry::update::<PersistentVolumeClaim>(world, key, Rule::V01, |claim| {
        claim.status.phase = Some(ClaimPhase::Bound);
        claim.status.access_modes.clone_from(&volume.spec.access_modes);
        claim.status.capacity.clone_from(&volume.spec.capacity);
    });
}

/// Returns the reference by which a volume names the claim that it is bound to.
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

/// Sets the capacity of a claim to that of its volume. Returns whether there is such a volume. Rule V-22.
pub(crate) fn finish_resize(world: &mut World, key: Key) -> bool {
    let Some(claim) = world.objects.claims.get(key) else { return false };
    let volume = world.objects.volumes.named(&CLUSTER, &claim.spec.volume_name);
    let Some(capacity) = volume.map(|volume| volume.spec.capacity.clone()) else { return false };
    registry::update::<PersistentVolumeClaim>(world, key, Rule::V22, |claim| {
        claim.status.capacity = capacity;
        claim.status.conditions = Raw::default();
    });
    true
}
