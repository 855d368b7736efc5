//! The life of a volume: it is available, is bound to a claim, and is released. Rules V-01, V-20, V-21.
//! Models kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume and pkg/controller/volume/pvprotection.

use super::provision::PROVISIONED_BY;
use super::volumes::COMPONENT;
use crate::api::persistent_volume::{PersistentVolume, VolumePhase};
use crate::api::storage::{ClaimPhase, ReclaimPolicy};
use crate::apiserver::{registry, storage};
use crate::cluster::recorder::{Part, Said};
use crate::cluster::tables::Key;
use crate::cluster::work_queue::{Controller, enqueue};
use crate::cluster::world::World;
use crate::rules::Rule;

/// Handles one volume. Returns whether the sync succeeded.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(volume) = world.workloads.volumes.get(key).cloned() else { return true };
    let phase = volume.status.phase;
    if volume.metadata.deletion_timestamp.is_some() && phase != Some(VolumePhase::Bound) {
        registry::remove::<PersistentVolume>(world, key);
        return true;
    }
    storage::protect_volume(world, key, &volume);
    let owner = volume.spec.claim_ref.as_ref().filter(|reference| !reference.uid.is_empty());
    let Some(reference) = owner else {
        // The volume is free, or reserved for a claim that does not exist yet.
        if phase != Some(VolumePhase::Available) {
            set_phase(world, key, VolumePhase::Available, Rule::V01, "");
            look_at_waiting_claims(world);
        }
        return true;
    };
    let claims = &world.workloads.claims;
    let claim = claims.named(&reference.namespace, &reference.name);
    if claim.is_some_and(|claim| claim.metadata.uid == reference.uid) {
        return true;
    }
    match phase {
        Some(VolumePhase::Released | VolumePhase::Failed) => reclaim(world, key, &volume),
        _ => set_phase(world, key, VolumePhase::Released, Rule::V21, ""),
    }
    true
}

fn set_phase(world: &mut World, key: Key, phase: VolumePhase, rule: Rule, message: &str) {
    registry::update::<PersistentVolume>(world, key, rule, |volume| {
        volume.status.phase = Some(phase);
        volume.status.message = message.to_owned().into();
    });
}

/// Reclaims a released volume as its policy says. Rule V-21.
fn reclaim(world: &mut World, key: Key, volume: &PersistentVolume) {
    match volume.spec.reclaim_policy() {
        ReclaimPolicy::Retain => {}
        ReclaimPolicy::Recycle => {
            registry::update::<PersistentVolume>(world, key, Rule::V21, |volume| {
                volume.spec.claim_ref = None;
            });
        }
        ReclaimPolicy::Delete => match undeletable(volume) {
            None => registry::delete::<PersistentVolume>(world, key, Rule::V20),
            Some(message) if volume.status.phase != Some(VolumePhase::Failed) => {
                set_phase(world, key, VolumePhase::Failed, Rule::V21, &message);
                let said = Said {
                    kind: "Warning",
                    reason: "VolumeFailedDelete",
                    message: message.into(),
                    part: Part::Whole,
                    from: COMPONENT,
                };
                registry::tell(world, volume, said);
            }
            Some(_) => {}
        },
    }
}

/// Returns why the storage of a volume cannot be deleted: no provisioner created it, so none can delete it.
fn undeletable(volume: &PersistentVolume) -> Option<String> {
    if volume.metadata.annotations.contains_key(PROVISIONED_BY) {
        return None;
    }
    let path = volume.spec.host_path.0.as_ref().and_then(|source| source.get("path"));
    let Some(path) = path.and_then(|path| path.as_text()) else {
        let name = &volume.metadata.name;
        return Some(format!(
            "error getting deleter volume plugin for volume \"{name}\": no deletable volume plugin matched"
        ));
    };
    (!path.starts_with("/tmp/"))
        .then(|| format!("host_path deleter only supports /tmp/.+ but received provided {path}"))
}

/// Plans a look at the claims without a volume, after a volume has become free.
fn look_at_waiting_claims(world: &mut World) {
    let claims = world.workloads.claims.iter();
    let waiting = claims.filter(|(_, claim)| claim.status.phase == Some(ClaimPhase::Pending));
    let waiting: Vec<Key> = waiting.map(|(key, _)| key).collect();
    for claim in waiting {
        enqueue(world, Controller::PersistentVolume, claim);
    }
}
