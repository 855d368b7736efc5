//! PersistentVolumes.

use super::{Registry, Strategy, about};
use crate::api::meta::Propagation;
use crate::api::persistent_volume::{PersistentVolume, VolumePhase};
use crate::apiserver::defaults::default_persistent_volume;
use crate::apiserver::error::ApiError;
use crate::apiserver::storage::{VOLUME_PROTECTION, create_volume, protect, record_deletion};
use crate::apiserver::validate::{Validator, check_volume};
use crate::cluster::change::{Subject, Value};
use crate::cluster::tables::Key;
use crate::cluster::world::World;
use crate::rules::release::Release;
use crate::rules::{Gates, Rule};

impl Strategy for PersistentVolume {
    fn fill_in(&mut self, _: Gates, _: Release) {
        default_persistent_volume(self);
    }

    fn validate(&self, v: &mut Validator) {
        check_volume(v, self);
    }

    fn keep_status(&mut self, old: &Self) {
        self.status.clone_from(&old.status);
    }
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
            let phase = volume.status.phase.map_or("", |phase| phase.as_str());
            let claim = volume.spec.claim_ref.as_ref().map(|claim| claim.name.clone());
            Value::Because(phase, claim.unwrap_or_default())
        };
        if phase(old) != phase(self) {
            world.record(about(self), Subject::Phase, phase(old), phase(self), rule);
        }
    }
}
