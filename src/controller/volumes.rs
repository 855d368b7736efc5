//! Claims: when they get a volume, what they keep Pods waiting for, and how long they stay. Section V of the rule book.
//! Models kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, pkg/controller/volume/pvcprotection
//! and pkg/scheduler/framework/plugins/volumebinding.

use super::{binding, expansion};
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::core::Node;
use crate::api::pod::Pod;
use crate::api::storage::{
    ClaimPhase, PersistentVolumeClaimStatus, StorageClass, VolumeBindingMode,
};
use crate::apiserver::{sets, storage};
use crate::base::text::Text;
use crate::cluster::recorder::{Part, Said};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::tables::{Key, claims_of};
use crate::cluster::work_queue::{Controller, enqueue, enqueue_after};
use crate::cluster::world::{PodId, World};
use crate::rules::Feature;
use std::rc::Rc;

/// Milliseconds after which a claim that could not be bound is looked at again.
const RESYNC: u64 = 15_000;
/// Name of the component that tells.
pub(super) const COMPONENT: &str = "persistentvolume-controller";
/// Annotation with the node the scheduler chose. Rule V-10.
pub const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";

/// Milliseconds until a volume is made for a new claim.
const PROVISIONING: u64 = 60;

/// Milliseconds until the protection of a claim is off that no Pod uses any more: its controller asks the API server for all
/// Pods first. Models kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go isBeingUsed.
const UNPROTECTING: u64 = 30;

/// Looks at a claim or a volume that was stored or written to, at what was bound to one that is gone, and at the claims of a Pod that
/// has ended or gone.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    match &event.object {
        Stored::Pod { write, .. } => {
            let is_over = |pod: &Pod| pod.status.phase().is_terminal();
            let was_over = write.old().is_some_and(|old| is_over(old));
            let is_over = write.new().is_none_or(|new| is_over(new) && !was_over);
            if is_over {
                look_at_claims(world, write.newest());
            }
        }
        Stored::PersistentVolumeClaim(key, write) => match write {
            Write::Added(_) => {
                enqueue_after(world, Controller::PersistentVolume, *key, PROVISIONING);
            }
            Write::Modified { .. } => enqueue(world, Controller::PersistentVolume, *key),
            Write::Deleted(claim) => {
                if let Some(volume) = storage::volume_named(world, &claim.spec.volume_name) {
                    enqueue(world, Controller::Volume, volume);
                }
            }
        },
        Stored::PersistentVolume(key, write) => match write {
            Write::Added(_) | Write::Modified { .. } => enqueue(world, Controller::Volume, *key),
            Write::Deleted(volume) => {
                let claims = &world.workloads.claims;
                let owner = volume.spec.claim_ref.as_ref();
                if let Some(claim) =
                    owner.and_then(|owner| claims.find(&owner.namespace, &owner.name))
                {
                    enqueue(world, Controller::PersistentVolume, claim);
                }
            }
        },
        Stored::Node(..)
        | Stored::StatefulSet(..)
        | Stored::ControllerRevision(_)
        | Stored::PodDisruptionBudget(..) => {}
    }
}

/// A Pod needs its claims no more: those that are to go may go. Rule V-20.
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

/// One look at a claim.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(claim) = world.workloads.claims.get(key).cloned() else { return true };
    if claim.metadata.deletion_timestamp.is_some() {
        if users(world, &claim).next().is_none() {
            storage::remove_claim(world, key);
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
        // Of a volume named by hand there is nothing to tell before it can be had.
        _ if !claim.spec.volume_name.is_empty() => {}
        Class::Found(class) if waits_for_consumer(&class, &claim) => {
            let (reason, message) = wait_words(world, &claim);
            tell(world, &claim, "Normal", reason, message);
        }
        Class::Found(class) => binding::provision(world, key, &claim, &class),
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

/// Binds a claim to the volume it names, or to the best one there is. Gives whether that could be done. Rule V-03.
fn bind_if_possible(world: &mut World, key: Key, claim: &Rc<PersistentVolumeClaim>) -> bool {
    let name = &claim.spec.volume_name;
    let volume = if name.is_empty() {
        let waits = matches!(class_of(world, claim),
            Class::Found(class) if waits_for_consumer(&class, claim));
        binding::best(world, claim, None, waits)
    } else {
        let volume = storage::volume_named(world, name);
        let found = volume.and_then(|key| world.workloads.volumes.get(key)).cloned();
        if let Some(found) = found
            && found.spec.claim_ref.is_some()
            && !binding::is_for(&found, claim)
        {
            let message = format!("volume \"{name}\" already bound to a different claim.");
            tell(world, claim, "Warning", "FailedBinding", message);
            return false;
        }
        volume
    };
    if let Some(volume) = volume {
        binding::bind(world, key, volume);
    }
    volume.is_some()
}

/// A claim whose volume was taken away is lost. Rule V-01.
fn check_volume(world: &mut World, key: Key, claim: &Rc<PersistentVolumeClaim>) {
    if storage::volume_named(world, &claim.spec.volume_name).is_some() {
        return;
    }
    storage::update_claim(world, key, |claim| {
        claim.status = PersistentVolumeClaimStatus {
            phase: Some(ClaimPhase::Lost),
            ..PersistentVolumeClaimStatus::default()
        };
    });
    let message = "Bound claim has lost its PersistentVolume. Data on the volume is lost!";
    tell(world, claim, "Warning", "ClaimLost", message.into());
}

/// What a claim waits for that is bound when its Pod is scheduled. Rule V-10.
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

/// The claims of a Pod, those that exist.
fn claims_of_pod(world: &World, pod: &Pod) -> Vec<(Key, Rc<PersistentVolumeClaim>)> {
    let namespace = &pod.metadata.namespace;
    let keys = claims_of(pod).filter_map(|name| world.workloads.claims.find(namespace, name));
    keys.filter_map(|key| Some((key, Rc::clone(world.workloads.claims.get(key)?)))).collect()
}

/// What about its claims keeps a Pod from every node. Rule V-11.
pub(crate) fn blocked(world: &World, pod: &Pod) -> Option<String> {
    let namespace = &pod.metadata.namespace;
    for name in claims_of(pod) {
        match world.workloads.claims.named(namespace, name) {
            None => return Some(format!("persistentvolumeclaim \"{name}\" not found")),
            Some(claim) if claim.metadata.deletion_timestamp.is_some() => {
                return Some(format!("persistentvolumeclaim \"{name}\" is being deleted"));
            }
            Some(claim) if claim.status.phase == Some(ClaimPhase::Lost) => {
                let volume = &claim.spec.volume_name;
                return Some(format!(
                    "persistentvolumeclaim \"{name}\" bound to non-existent persistentvolume \"{volume}\""
                ));
            }
            Some(_) => {}
        }
    }
    let is_immediate = |claim: &PersistentVolumeClaim| match class_of(world, claim) {
        Class::Found(class) => {
            class.volume_binding_mode != Some(VolumeBindingMode::WaitForFirstConsumer)
        }
        Class::None | Class::Missing(_) => true,
    };
    let unbound = claims_of_pod(world, pod)
        .into_iter()
        .any(|(_, claim)| claim.status.phase != Some(ClaimPhase::Bound) && is_immediate(&claim));
    unbound.then(|| "pod has unbound immediate PersistentVolumeClaims".to_owned())
}

/// Why the volumes of a Pod's claims keep it from a node, in the scheduler's words. Rules V-10, V-12, V-13.
/// Models kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go FindPodVolumes and volumerestrictions.
pub(crate) fn misfit(
    world: &World,
    pod: &Pod,
    node: &Node,
    gone: &[PodId],
) -> Option<&'static str> {
    let mut has_none = false;
    for (_, claim) in claims_of_pod(world, pod) {
        if world.release().has(Feature::ReadWriteOncePod) && is_for_one_pod(&claim) {
            let metadata = &claim.metadata;
            let all = world.workloads.users(&metadata.namespace, &metadata.name);
            let mut others = all.filter(|id| !gone.contains(id)).filter_map(|id| world.pod(id));
            let has_node = |other: &Rc<Pod>| {
                !other.spec.node_name.is_empty()
                    && !other.status.phase().is_terminal()
                    && other.metadata.uid != pod.metadata.uid
            };
            if others.any(has_node) {
                return Some(
                    "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode",
                );
            }
        }
        if claim.status.phase == Some(ClaimPhase::Bound) {
            let volume = storage::volume_named(world, &claim.spec.volume_name);
            let volume = volume.and_then(|key| world.workloads.volumes.get(key));
            if volume.is_some_and(|volume| !binding::fits_node(volume, node)) {
                return Some("node(s) had volume node affinity conflict");
            }
            continue;
        }
        let Class::Found(class) = class_of(world, &claim) else { continue };
        let is_elsewhere = match claim.metadata.annotations.get(SELECTED_NODE) {
            Some(chosen) => *chosen != node.metadata.name,
            None => {
                !binding::can_provision(&class)
                    && binding::best(world, &claim, Some(node), false).is_none()
            }
        };
        has_none |= is_elsewhere;
    }
    has_none.then_some("node(s) didn't find available persistent volumes to bind")
}

/// Whether only one Pod may use a claim at a time. Rule V-13.
fn is_for_one_pod(claim: &PersistentVolumeClaim) -> bool {
    claim.spec.access_modes.iter().any(|mode| *mode == *"ReadWriteOncePod")
}

/// Whether all claims of a Pod are bound. Those that wait for it get a volume that is there for the chosen node, or a
/// new one. Rule V-10.
pub(crate) fn are_bound(world: &mut World, pod: &Pod, node: &Text) -> bool {
    let mut all = true;
    for (key, claim) in claims_of_pod(world, pod) {
        if claim.status.phase == Some(ClaimPhase::Bound) {
            continue;
        }
        let chosen = world.node_named(node).and_then(|id| world.node(id));
        if let Some(volume) = binding::best(world, &claim, chosen.map(|n| &**n), false) {
            binding::bind(world, key, volume);
            continue;
        }
        all = false;
        storage::update_claim(world, key, |claim| {
            claim.metadata.annotations.entry(SELECTED_NODE.into()).or_insert_with(|| node.clone());
        });
    }
    all
}

/// The Pods on nodes that still need the claim: while there is one, the claim stays. Rule V-20.
pub fn users<'a>(
    world: &'a World,
    claim: &'a PersistentVolumeClaim,
) -> impl Iterator<Item = &'a Rc<Pod>> {
    let metadata = &claim.metadata;
    let all = world.workloads.users(&metadata.namespace, &metadata.name);
    let pods = all.filter_map(|id| world.pod(id));
    // One that has ended and is being deleted has its claims until it is gone, as its volumes may be mounted until then.
    let has_volumes =
        |pod: &Pod| !pod.status.phase().is_terminal() || pod.metadata.deletion_timestamp.is_some();
    pods.filter(move |pod| !pod.spec.node_name.is_empty() && has_volumes(pod))
}

/// The class of a claim. Rules V-02, V-03.
pub(crate) enum Class {
    /// It wants none, and there is no default.
    None,
    /// There is no class of that name.
    Missing(Text),
    /// This one.
    Found(Rc<StorageClass>),
}

/// The class a claim gets its volume from.
pub(crate) fn class_of(world: &World, claim: &PersistentVolumeClaim) -> Class {
    match &claim.spec.storage_class_name {
        None => Class::None,
        Some(name) if name.is_empty() => Class::None,
        Some(name) => match world.workloads.classes.get(name) {
            Some(class) => Class::Found(Rc::clone(class)),
            None => Class::Missing(name.clone()),
        },
    }
}

/// Whether binding waits until a Pod that uses the claim is scheduled. Rule V-10.
pub(crate) fn waits_for_consumer(class: &StorageClass, claim: &PersistentVolumeClaim) -> bool {
    class.volume_binding_mode == Some(VolumeBindingMode::WaitForFirstConsumer)
        && !claim.metadata.annotations.contains_key(SELECTED_NODE)
}

/// Tells an Event about a claim.
pub(super) fn tell(
    world: &mut World,
    claim: &PersistentVolumeClaim,
    kind: &'static str,
    reason: &'static str,
    message: String,
) {
    let message = message.into();
    let said = Said { kind, reason, message, part: Part::Whole, from: COMPONENT };
    sets::tell(world, "PersistentVolumeClaim", &claim.metadata, said);
}
