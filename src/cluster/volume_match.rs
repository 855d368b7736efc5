//! Which volumes a claim can use, which class it has, and which Pods need it. Rules V-02, V-03, V-10, V-12, V-20.
//! Models kubernetes component-helpers storage/volume/pv_helpers.go.

use crate::api::core::Node;
use crate::api::meta::controller;
use crate::api::persistent_volume::{PersistentVolume, VolumePhase};
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::placement::node_matches;
use crate::api::pod::Pod;
use crate::api::selector::LabelSelector;
use crate::api::storage::{StorageClass, VolumeBindingMode};
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use crate::manifest::schema::{Decoder, Field};
use std::rc::Rc;

/// The annotation with the node that the scheduler chose. Rule V-10.
pub(crate) const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";
/// The provisioner that creates no volumes.
const NO_PROVISIONER: &str = "kubernetes.io/no-provisioner";

/// Returns whether a volume is reserved for a claim, or belongs to it.
pub(crate) fn is_for(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> bool {
    let metadata = &claim.metadata;
    volume.spec.claim_ref.as_ref().is_some_and(|reference| {
        reference.name == metadata.name
            && reference.namespace == metadata.namespace
            && (reference.uid.is_empty() || reference.uid == metadata.uid)
    })
}

/// Returns whether the claim was created for a generic ephemeral volume of the Pod, which then controls it. Rule V-14.
/// Models kubernetes staging/src/k8s.io/component-helpers/storage/ephemeral/ephemeral.go VolumeIsForPod.
pub(crate) fn is_for_pod(claim: &PersistentVolumeClaim, pod: &Pod) -> bool {
    controller(&claim.metadata).is_some_and(|owner| owner.uid == pod.metadata.uid)
}

/// Returns what components say of a claim that was not created for the Pod.
pub(crate) fn not_for_pod(claim: &PersistentVolumeClaim, pod: &Pod) -> Text {
    let (claim, pod) = (&claim.metadata, &pod.metadata);
    format!(
        "PVC {}/{} was not created for pod {}/{} (pod is not owner)",
        claim.namespace, claim.name, pod.namespace, pod.name
    )
    .into()
}

/// Returns whether a volume can be used on a node. Rule V-12.
pub(crate) fn fits_node(volume: &PersistentVolume, node: &Node) -> bool {
    let required =
        volume.spec.node_affinity.as_ref().and_then(|affinity| affinity.required.as_ref());
    required.is_none_or(|terms| node_matches(terms, &node.metadata))
}

/// Returns the smallest volume that a claim can use. Rule V-03.
///
/// With `reserved_only`, only volumes that are reserved for the claim count. With a node, only volumes that can be used
/// on that node count.
pub(crate) fn best(
    world: &World,
    claim: &PersistentVolumeClaim,
    node: Option<&Node>,
    reserved_only: bool,
) -> Option<Key> {
    let spec = &claim.spec;
    let wanted = spec.resources.requests.get("storage").map_or(0, |amount| amount.milli);
    let class = spec.storage_class_name.clone().unwrap_or_default();
    let mut selector = LabelSelector::default();
    if let Some(given) = &spec.selector.0 {
        selector.decode(given, &mut Decoder::default());
    }
    let mut smallest: Option<(i128, Key)> = None;
    for (key, volume) in world.objects.volumes.iter() {
        let has = volume.spec.storage().map_or(0, |amount| amount.milli);
        let reserved = is_for(volume, claim);
        if (volume.spec.claim_ref.is_some() && !reserved)
            || has < wanted
            || volume.spec.volume_mode != spec.volume_mode
            || volume.metadata.deletion_timestamp.is_some()
        {
            continue;
        }
        let fits = node.is_none_or(|node| fits_node(volume, node));
        if reserved {
            return fits.then_some(key);
        }
        let modes = &volume.spec.access_modes;
        if !reserved_only
            && fits
            && volume.status.phase == Some(VolumePhase::Available)
            && selector.matches(&volume.metadata.labels)
            && volume.spec.storage_class_name == class
            && spec.access_modes.iter().all(|mode| modes.contains(mode))
            && smallest.is_none_or(|(least, _)| has < least)
        {
            smallest = Some((has, key));
        }
    }
    smallest.map(|(_, key)| key)
}

/// Returns whether a class can create volumes.
pub(crate) fn can_provision(class: &StorageClass) -> bool {
    class.provisioner != NO_PROVISIONER
}

/// Returns the Pods on nodes that still need the claim. The claim stays while there is one. Rule V-20.
pub fn users<'a>(
    world: &'a World,
    claim: &'a PersistentVolumeClaim,
) -> impl Iterator<Item = &'a Rc<Pod>> {
    let metadata = &claim.metadata;
    let all = world.objects.users(&metadata.namespace, &metadata.name);
    let pods = all.filter_map(|id| world.pod(id));
    // A Pod that has ended and is being deleted keeps its claims until it is gone, because its volumes may still be mounted.
    let has_volumes =
        |pod: &Pod| !pod.status.phase().is_terminal() || pod.metadata.deletion_timestamp.is_some();
    pods.filter(move |pod| !pod.spec.node_name.is_empty() && has_volumes(pod))
}

/// The class of a claim. Rules V-02, V-03.
pub(crate) enum Class {
    /// The claim wants no class, or there is no default class.
    None,
    /// There is no class with this name.
    Missing(Text),
    /// The class.
    Found(Rc<StorageClass>),
}

/// Returns the class from which a claim gets its volume.
pub(crate) fn class_of(world: &World, claim: &PersistentVolumeClaim) -> Class {
    match &claim.spec.storage_class_name {
        None => Class::None,
        Some(name) if name.is_empty() => Class::None,
        Some(name) => match world.objects.classes.get(name) {
            Some(class) => Class::Found(Rc::clone(class)),
            None => Class::Missing(name.clone()),
        },
    }
}

/// Returns whether binding waits until a Pod that uses the claim is scheduled. Rule V-10.
pub(crate) fn waits_for_consumer(class: &StorageClass, claim: &PersistentVolumeClaim) -> bool {
    class.volume_binding_mode == Some(VolumeBindingMode::WaitForFirstConsumer)
        && !claim.metadata.annotations.contains_key(SELECTED_NODE)
}
