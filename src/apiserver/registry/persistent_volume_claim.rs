//! PersistentVolumeClaims.

use super::strategy::keep_status;
use super::{Frame, Registry, Strategy, about};
use crate::api::meta::{ObjectMeta, Propagation};
use crate::api::persistent_volume_claim::{
    ClaimPhase, PersistentVolumeClaim, PersistentVolumeClaimSpec, PersistentVolumeClaimStatus,
    resize_condition,
};
use crate::api::quantity::Quantity;
use crate::apiserver::defaults::default_claim;
use crate::apiserver::error::ApiError;
use crate::apiserver::printed::{Printed, access_modes, age_of, going_or, or_unset, storage};
use crate::apiserver::storage::{CLAIM_PROTECTION, create_claim, protect, record_deletion};
use crate::apiserver::validate::{
    Validator, check_claim, check_claim_update, validate_meta_update,
};
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::fact::{Binding, Fact, FieldValue};
use crate::cluster::numbers::Key;
use crate::cluster::tables::Kind;
use crate::cluster::volume_match::{Class, class_of};
use crate::cluster::world::{PodId, World};
use crate::manifest::schema::Field;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates, Rule};

impl Strategy for PersistentVolumeClaim {
    fn fill_in(&mut self, _: Gates, _: Release) {
        default_claim(self);
    }

    fn validate(&self, v: &mut Validator) {
        check_claim(v, self);
    }

    fn validate_update(&self, v: &mut Validator, old: &Self) {
        validate_meta_update(v, &self.metadata, &old.metadata);
        check_claim_update(v, self, old);
        check_claim(v, self);
    }

    keep_status!();
}

impl Registry for PersistentVolumeClaim {
    const CREATED: Rule = Rule::S16;
    const PATCHED: Rule = Rule::V01;
    const REMOVED: Rule = Rule::V20;

    fn store(self, world: &mut World) -> Result<(), ApiError> {
        create_claim(world, self, Self::CREATED)
    }

    /// Rules V-22, A-40, A-41. Models kubernetes plugin/pkg/admission/storage/persistentvolume/resize.
    fn admit_patch(&self, old: &Self, world: &World) -> Result<(), ApiError> {
        let asked = |claim: &PersistentVolumeClaim| {
            claim.spec.resources.requests.get("storage").map_or(0, |amount| amount.milli)
        };
        if asked(self) <= asked(old) {
            return Ok(());
        }
        let refuse =
            |why: &'static str| ApiError::forbidden(Self::RESOURCE, &self.metadata.name, why);
        if old.status.phase != Some(ClaimPhase::Bound) {
            return Err(refuse("Only bound persistent volume claims can be expanded"));
        }
        let grows = match class_of(world, old) {
            Class::Found(class) => class.allow_volume_expansion == Some(true),
            Class::None | Class::Missing(_) => false,
        };
        if !grows {
            return Err(refuse(
                "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize",
            ));
        }
        Ok(())
    }

    /// A claim that is in use stays until no Pod uses it.
    fn delete(world: &mut World, key: Key, _: Propagation) {
        super::delete::<Self>(world, key, Rule::V20);
    }

    fn begin(&mut self) {
        protect(&mut self.metadata.finalizers, CLAIM_PROTECTION);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        record_deletion(self, world, old);
        let phase = |claim: &PersistentVolumeClaim| Binding {
            phase: claim.status.phase,
            to: claim.spec.volume_name.clone(),
        };
        let (before, after) = (phase(old), phase(self));
        if before != after {
            world.record(about(self), Fact::ClaimPhase { old: before, new: after }, rule);
        }
        let asked =
            |claim: &PersistentVolumeClaim| claim.spec.resources.requests.get("storage").cloned();
        let has = |claim: &PersistentVolumeClaim| claim.status.capacity.get("storage").cloned();
        note_amount(world, self, "requests.storage", asked(old), asked(self));
        if has(old).is_some() {
            note_amount(world, self, "status.capacity", has(old), has(self));
        }
    }

    fn written(&self, world: &mut World) {
        loosen_users(world, &self.metadata);
    }

    fn shape(&self, frame: &Frame<'_>, out: &mut Digest) {
        let PersistentVolumeClaimSpec {
            access_modes,
            data_source,
            data_source_ref,
            resources,
            selector,
            storage_class_name,
            volume_attributes_class_name,
            volume_mode,
            volume_name,
        } = &self.spec;
        let fields: [&dyn Field; 8] = [
            access_modes,
            data_source,
            data_source_ref,
            resources,
            selector,
            storage_class_name,
            volume_attributes_class_name,
            volume_mode,
        ];
        for field in fields {
            field.digest(out);
        }
        out.flag(volume_name.is_empty());
        out.option(frame.volume(volume_name));
        let PersistentVolumeClaimStatus {
            access_modes: _,
            allocated_resource_statuses: _,
            allocated_resources: _,
            capacity,
            // Times are in them; what counts is how far the volume has grown.
            conditions: _,
            current_volume_attributes_class_name: _,
            modify_volume_status: _,
            phase,
            resize_status: _,
        } = &self.status;
        phase.digest(out);
        capacity.digest(out);
        out.text(resize_condition(self));
    }
}

/// Records that an amount of storage has changed. Rule V-22.
fn note_amount(
    world: &mut World,
    claim: &PersistentVolumeClaim,
    field: &'static str,
    old: Option<Quantity>,
    new: Option<Quantity>,
) {
    let value = |amount: Option<Quantity>| {
        FieldValue::Name(amount.map_or_else(Text::default, |a| a.canonical().into()))
    };
    if old != new {
        let fact = Fact::Field { field, old: Some(value(old)), new: value(new) };
        world.record(about(claim), fact, Rule::V22);
    }
}

/// Makes the controllers of the Pods that mount a claim look at these Pods again.
fn loosen_users(world: &mut World, claim: &ObjectMeta) {
    let users: Vec<PodId> = world.objects.users(&claim.namespace, &claim.name).collect();
    for id in users {
        if let Some(pod) = world.pod(id).cloned() {
            world.objects.loosen(id, &pod);
        }
    }
}

/// Rule KC-04.
impl Printed for PersistentVolumeClaim {
    const WIDE: &'static str = "VOLUMEMODE";

    fn columns(release: Release) -> &'static str {
        if release.knows(Feature::VolumeAttributesClass) {
            "NAME,STATUS,VOLUME,CAPACITY,ACCESS MODES,STORAGECLASS,VOLUMEATTRIBUTESCLASS,AGE"
        } else {
            "NAME,STATUS,VOLUME,CAPACITY,ACCESS MODES,STORAGECLASS,AGE"
        }
    }

    fn cells(&self, now: Timestamp, release: Release) -> Vec<String> {
        let (metadata, spec) = (&self.metadata, &self.spec);
        let phase = self.status.phase.map_or("", |phase| phase.as_str());
        let (capacity, modes) = capacity_and_access_modes(self);
        let mut cells = vec![
            metadata.name.to_string(),
            going_or(metadata, phase).to_owned(),
            spec.volume_name.to_string(),
            capacity,
            modes,
            spec.storage_class_name.as_deref().unwrap_or_default().to_owned(),
        ];
        if release.knows(Feature::VolumeAttributesClass) {
            cells.push(or_unset(spec.volume_attributes_class_name.as_ref()).to_owned());
        }
        cells.push(age_of(metadata, now));
        cells
    }

    fn wide_cells(&self) -> Vec<String> {
        vec![or_unset(self.spec.volume_mode.as_ref()).to_owned()]
    }
}

/// Returns the capacity and the access modes of the volume that a claim has; empty before it has a volume. Rule KC-04.
pub(crate) fn capacity_and_access_modes(claim: &PersistentVolumeClaim) -> (String, String) {
    if claim.spec.volume_name.is_empty() {
        return (String::new(), String::new());
    }
    (storage(&claim.status.capacity), access_modes(&claim.status.access_modes))
}
