//! PersistentVolumes.

use super::strategy::keep_status;
use super::{Frame, Registry, Strategy, about};
use crate::api::meta::Propagation;
use crate::api::persistent_volume::{
    PROVISIONED_BY, PersistentVolume, PersistentVolumeStatus, VolumePhase,
};
use crate::apiserver::defaults::default_persistent_volume;
use crate::apiserver::error::ApiError;
use crate::apiserver::printed::{Printed, access_modes, age_of, going_or, or_unset, storage};
use crate::apiserver::storage::{VOLUME_PROTECTION, create_volume, protect, record_deletion};
use crate::apiserver::validate::{Validator, check_volume};
use crate::base::digest::Digest;
use crate::base::time::Timestamp;
use crate::cluster::fact::{Binding, Fact};
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use crate::manifest::schema::Field;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates, Rule};

impl Strategy for PersistentVolume {
    fn fill_in(&mut self, _: Gates, _: Release) {
        default_persistent_volume(self);
    }

    fn validate(&self, v: &mut Validator) {
        check_volume(v, self);
    }

    keep_status!();
}

impl Registry for PersistentVolume {
    const CREATED: Rule = Rule::V01;
    const PATCHED: Rule = Rule::V21;
    const REMOVED: Rule = Rule::V21;

    fn store(self, world: &mut World) -> Result<(), ApiError> {
        create_volume(world, self, Self::CREATED).map(drop)
    }

    /// A volume that is bound to a claim stays until the claim is gone.
    fn delete(world: &mut World, key: Key, _: Propagation) {
        super::delete::<Self>(world, key, Rule::V20);
    }

    fn begin(&mut self) {
        self.status.phase = Some(VolumePhase::Pending);
        protect(&mut self.metadata.finalizers, VOLUME_PROTECTION);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        record_deletion(self, world, old);
        let phase = |volume: &PersistentVolume| {
            let claim = volume.spec.claim_ref.as_ref().map(|claim| claim.name.clone());
            Binding { phase: volume.status.phase, to: claim.unwrap_or_default() }
        };
        let (before, after) = (phase(old), phase(self));
        if before != after {
            world.record(about(self), Fact::VolumePhase { old: before, new: after }, rule);
        }
    }

    fn has_made_up_name(&self) -> bool {
        self.metadata.annotations.contains_key(PROVISIONED_BY)
    }

    fn shape(&self, frame: &Frame<'_>, out: &mut Digest) {
        let PersistentVolumeStatus { last_phase_transition_time: _, message: _, phase, reason } =
            &self.status;
        out.debug(&(phase, reason));
        let mut spec = self.spec.clone();
        if let Some(claim) = spec.claim_ref.take() {
            out.text(&claim.namespace);
            out.text(&claim.name);
            let known = frame.world.objects.claims.named(&claim.namespace, &claim.name);
            out.flag(claim.uid.is_empty());
            out.flag(known.is_some_and(|known| known.metadata.uid == claim.uid));
        }
        if self.has_made_up_name() {
            // Its path and its handle have the made-up name in them.
            out.flag(spec.csi.0.take().is_some());
            out.flag(spec.host_path.0.take().is_some());
        }
        spec.digest(out);
    }
}

/// Rule KC-04.
impl Printed for PersistentVolume {
    const WIDE: &'static str = "VOLUMEMODE";

    fn columns(release: Release) -> &'static str {
        if release.knows(Feature::VolumeAttributesClass) {
            "NAME,CAPACITY,ACCESS MODES,RECLAIM POLICY,STATUS,CLAIM,STORAGECLASS,VOLUMEATTRIBUTESCLASS,REASON,AGE"
        } else {
            "NAME,CAPACITY,ACCESS MODES,RECLAIM POLICY,STATUS,CLAIM,STORAGECLASS,REASON,AGE"
        }
    }

    fn cells(&self, now: Timestamp, release: Release) -> Vec<String> {
        let (metadata, spec, status) = (&self.metadata, &self.spec, &self.status);
        let phase = status.phase.map_or("", |phase| phase.as_str());
        let mut cells = vec![
            metadata.name.to_string(),
            storage(&spec.capacity),
            access_modes(&spec.access_modes),
            spec.reclaim_policy().as_str().to_owned(),
            going_or(metadata, phase).to_owned(),
            claim_of(self),
            spec.storage_class_name.to_string(),
        ];
        if release.knows(Feature::VolumeAttributesClass) {
            cells.push(or_unset(spec.volume_attributes_class_name.as_ref()).to_owned());
        }
        cells.extend([status.reason.to_string(), age_of(metadata, now)]);
        cells
    }

    fn wide_cells(&self) -> Vec<String> {
        vec![or_unset(self.spec.volume_mode.as_ref()).to_owned()]
    }
}

/// Returns the claim of a volume, with its namespace.
pub(crate) fn claim_of(volume: &PersistentVolume) -> String {
    let owner = volume.spec.claim_ref.as_ref();
    owner.map_or(String::new(), |owner| format!("{}/{}", owner.namespace, owner.name))
}
