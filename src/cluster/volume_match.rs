//! Which volumes are there for a claim, which class it has, and which Pods need it. Rules V-02, V-03, V-10, V-12, V-20.
//! Models kubernetes component-helpers storage/volume/pv_helpers.go.

use crate::api::cluster::PersistentVolumeClaim;
use crate::api::core::Node;
use crate::api::persistent_volume::{PersistentVolume, VolumePhase};
use crate::api::placement::node_matches;
use crate::api::pod::Pod;
use crate::api::selector::LabelSelector;
use crate::api::storage::{StorageClass, VolumeBindingMode};
use crate::base::text::Text;
use crate::cluster::tables::Key;
use crate::cluster::world::World;
use crate::manifest::schema::{Decoder, Field};
use std::rc::Rc;

/// Annotation with the node the scheduler chose. Rule V-10.
pub const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";
/// The provisioner that makes nothing.
const NO_PROVISIONER: &str = "kubernetes.io/no-provisioner";

/// Whether a volume is reserved for a claim, or belongs to it.
pub(crate) fn is_for(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> bool {
    let metadata = &claim.metadata;
    volume.spec.claim_ref.as_ref().is_some_and(|reference| {
        reference.name == metadata.name
            && reference.namespace == metadata.namespace
            && (reference.uid.is_empty() || reference.uid == metadata.uid)
    })
}

/// Whether the nodes a volume can be used on include this one. Rule V-12.
pub(crate) fn fits_node(volume: &PersistentVolume, node: &Node) -> bool {
    let required =
        volume.spec.node_affinity.0.as_ref().and_then(|affinity| affinity.get("required"));
    required.is_none_or(|terms| node_matches(terms, &node.metadata))
}

/// The smallest volume that is there for a claim; only those reserved for it when `reserved_only`. With a node, those
/// that can be used there. Rule V-03.
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
    for (key, volume) in world.workloads.volumes.iter() {
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

/// Whether a class can make volumes.
pub(crate) fn can_provision(class: &StorageClass) -> bool {
    class.provisioner != NO_PROVISIONER
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
