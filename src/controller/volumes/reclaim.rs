//! The life of a volume: it is available, is bound to a claim, and is released. Rules V-01, V-20, V-21.
//! Models kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume and pkg/controller/volume/pvprotection.

use crate::api::persistent_volume::{PROVISIONED_BY, PersistentVolume, VolumePhase};
use crate::api::storage::ReclaimPolicy;
use crate::apiserver::storage;
use crate::cluster::world::World;
use crate::rules::Rule;

/// A request of the controller about a volume.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request {
    /// Remove the volume, which is not bound any more. Rule V-20.
    Remove,
    /// Restore the protection of the volume. Rule V-20.
    Protect,
    /// Set the phase of the volume by a rule.
    SetPhase { phase: VolumePhase, rule: Rule, message: String },
    /// Look at the claims without a volume.
    LookAtWaitingClaims,
    /// Make the volume free for any claim. Rule V-21.
    Recycle,
    /// Delete the volume. Rule V-20.
    Delete,
    /// Report that the volume cannot be deleted.
    RecordFailedDelete(String),
}

/// Plans one sync of a volume.
pub(super) fn reconcile(world: &World, volume: &PersistentVolume) -> Vec<Request> {
    let phase = volume.status.phase;
    if volume.metadata.deletion_timestamp.is_some() && phase != Some(VolumePhase::Bound) {
        return vec![Request::Remove];
    }
    let mut requests = Vec::new();
    if storage::is_unprotected(&volume.metadata, storage::VOLUME_PROTECTION) {
        requests.push(Request::Protect);
    }
    let owner = volume.spec.claim_ref.as_ref().filter(|reference| !reference.uid.is_empty());
    let Some(reference) = owner else {
        // The volume is free, or reserved for a claim that does not exist yet.
        if phase != Some(VolumePhase::Available) {
            requests.push(set_phase(VolumePhase::Available, Rule::V01));
            requests.push(Request::LookAtWaitingClaims);
        }
        return requests;
    };
    let claims = &world.objects.claims;
    let claim = claims.named(&reference.namespace, &reference.name);
    if claim.is_some_and(|claim| claim.metadata.uid == reference.uid) {
        return requests;
    }
    if let Some(VolumePhase::Released | VolumePhase::Failed) = phase {
        requests.extend(reclaim(volume));
    } else {
        requests.push(set_phase(VolumePhase::Released, Rule::V21));
    }
    requests
}

fn set_phase(phase: VolumePhase, rule: Rule) -> Request {
    Request::SetPhase { phase, rule, message: String::new() }
}

/// Reclaims a released volume as its policy says. Rule V-21.
fn reclaim(volume: &PersistentVolume) -> Vec<Request> {
    match volume.spec.reclaim_policy() {
        ReclaimPolicy::Retain => Vec::new(),
        ReclaimPolicy::Recycle => vec![Request::Recycle],
        ReclaimPolicy::Delete => match undeletable(volume) {
            None => vec![Request::Delete],
            Some(message) if volume.status.phase != Some(VolumePhase::Failed) => {
                let (phase, rule) = (VolumePhase::Failed, Rule::V21);
                let failed = Request::SetPhase { phase, rule, message: message.clone() };
                vec![failed, Request::RecordFailedDelete(message)]
            }
            Some(_) => Vec::new(),
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
