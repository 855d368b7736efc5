//! Finds the nodes that a Pod's claims allow, and binds the claims that wait for the Pod's node. Rules V-10 to V-13.
//! Models kubernetes pkg/scheduler/framework/plugins/volumebinding and volumerestrictions.

use super::misfit::Misfit;
use crate::api::core::Node;
use crate::api::persistent_volume_claim::{ClaimPhase, PersistentVolumeClaim};
use crate::api::pod::Pod;
use crate::api::storage::VolumeBindingMode;
use crate::apiserver::{registry, storage};
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::tables::{claims_of, ephemeral_claim};
use crate::cluster::volume_match::{self, Class, SELECTED_NODE, class_of, is_for_pod, not_for_pod};
use crate::cluster::world::{PodId, World};
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// Why the claims of a Pod keep it from every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Blocked {
    /// The claim of this name does not exist.
    Missing(Text),
    /// The claim of this name is that of a generic ephemeral volume, and its controller has not created it yet. Rule V-14.
    NotCreated(Text),
    /// A claim with the name of that of a generic ephemeral volume does not belong to the Pod, as the message says. Rule V-14.
    OfAnother(Text),
    /// The claim of this name is being deleted.
    Deleted(Text),
    /// The volume of a claim is gone.
    Lost {
        /// The name of the claim.
        claim: Text,
        /// The name of the volume.
        volume: Text,
    },
    /// A claim that does not wait for a Pod is not bound yet.
    Unbound,
}

/// Returns why the claims of a Pod keep it from every node, if they do. Rule V-11.
pub(super) fn blocked(world: &World, pod: &Pod) -> Option<Blocked> {
    let namespace = &pod.metadata.namespace;
    for name in claims_of(pod) {
        let is_ephemeral =
            pod.spec.volumes.iter().any(|v| ephemeral_claim(pod, v).as_ref() == Some(&name));
        match world.objects.claims.named(namespace, &name) {
            None if is_ephemeral => return Some(Blocked::NotCreated(name)),
            None => return Some(Blocked::Missing(name)),
            Some(claim) if claim.metadata.deletion_timestamp.is_some() => {
                return Some(Blocked::Deleted(name));
            }
            Some(claim) if claim.status.phase == Some(ClaimPhase::Lost) => {
                let volume = claim.spec.volume_name.clone();
                return Some(Blocked::Lost { claim: name, volume });
            }
            Some(claim) if is_ephemeral && !is_for_pod(claim, pod) => {
                return Some(Blocked::OfAnother(not_for_pod(claim, pod)));
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
    unbound.then_some(Blocked::Unbound)
}

/// Returns why the volumes of a Pod's claims keep it from a node. Rules V-10, V-12, V-13.
/// Models kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go FindPodVolumes and volumerestrictions.
pub(super) fn misfit(world: &World, pod: &Pod, node: &Node, gone: &[PodId]) -> Option<Misfit> {
    let mut has_none = false;
    for (_, claim) in claims_of_pod(world, pod) {
        if world.release().has(Feature::ReadWriteOncePod) && is_for_one_pod(&claim) {
            let metadata = &claim.metadata;
            let all = world.objects.users(&metadata.namespace, &metadata.name);
            let mut others = all.filter(|id| !gone.contains(id)).filter_map(|id| world.pod(id));
            let has_node = |other: &Rc<Pod>| {
                !other.spec.node_name.is_empty()
                    && !other.status.phase().is_terminal()
                    && other.metadata.uid != pod.metadata.uid
            };
            if others.any(has_node) {
                return Some(Misfit::ClaimForOnePod);
            }
        }
        if claim.status.phase == Some(ClaimPhase::Bound) {
            let volume = storage::volume_named(world, &claim.spec.volume_name);
            let volume = volume.and_then(|key| world.objects.volumes.get(key));
            if volume.is_some_and(|volume| !volume_match::fits_node(volume, node)) {
                return Some(Misfit::VolumeNodeAffinity);
            }
            continue;
        }
        let Class::Found(class) = class_of(world, &claim) else { continue };
        let is_elsewhere = match claim.metadata.annotations.get(SELECTED_NODE) {
            Some(chosen) => *chosen != node.metadata.name,
            None => {
                !volume_match::can_provision(&class)
                    && volume_match::best(world, &claim, Some(node), false).is_none()
            }
        };
        has_none |= is_elsewhere;
    }
    has_none.then_some(Misfit::NoVolume)
}

/// Returns whether only one Pod may use a claim at a time. Rule V-13.
fn is_for_one_pod(claim: &PersistentVolumeClaim) -> bool {
    claim.spec.access_modes.iter().any(|mode| *mode == *"ReadWriteOncePod")
}

/// Returns whether all claims of a Pod are bound. A claim that waits for the Pod is bound to an existing volume that
/// fits the chosen node; otherwise a new volume is requested for that node. Rule V-10.
pub(super) fn are_bound(world: &mut World, pod: &Pod, node: &Text) -> bool {
    let mut all = true;
    for (key, claim) in claims_of_pod(world, pod) {
        if claim.status.phase == Some(ClaimPhase::Bound) {
            continue;
        }
        let chosen = world.node_named(node).and_then(|id| world.node(id));
        if let Some(volume) = volume_match::best(world, &claim, chosen.map(|n| &**n), false) {
            storage::bind(world, key, volume);
            continue;
        }
        all = false;
        registry::update::<PersistentVolumeClaim>(world, key, Rule::V10, |claim| {
            claim.metadata.annotations.entry(SELECTED_NODE.into()).or_insert_with(|| node.clone());
        });
    }
    all
}

/// Returns the claims of a Pod that exist.
fn claims_of_pod(world: &World, pod: &Pod) -> Vec<(Key, Rc<PersistentVolumeClaim>)> {
    let namespace = &pod.metadata.namespace;
    let keys = claims_of(pod).filter_map(|name| world.objects.claims.find(namespace, &name));
    keys.filter_map(|key| Some((key, Rc::clone(world.objects.claims.get(key)?)))).collect()
}
