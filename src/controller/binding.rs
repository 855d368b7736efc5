//! How a claim gets its volume: one that is there and fits, or a new one. Rules V-01, V-03, V-04, V-05.
//! Models kubernetes pkg/controller/volume/persistentvolume/pv_controller.go bind and provisionClaimOperation, and
//! component-helpers storage/volume/pv_helpers.go FindMatchingVolume.

use crate::api::cluster::PersistentVolumeClaim;
use crate::api::core::Node as ClusterNode;
use crate::api::persistent_volume::{
    ObjectReference, PersistentVolume, PersistentVolumeSpec, VolumePhase,
};
use crate::api::placement::node_matches;
use crate::api::selector::LabelSelector;
use crate::api::storage::{ClaimPhase, ReclaimPolicy, StorageClass};
use crate::apiserver::storage;
use crate::base::text::Text;
use crate::cluster::tables::Key;
use crate::cluster::world::World;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Decoder, Field, Raw};
use crate::rules::{Feature, Rule};
use crate::scheduler;
use std::rc::Rc;

use super::volumes::{SELECTED_NODE, tell};

/// Annotation of a claim and a volume that found each other.
const BOUND_BY: &str = "pv.kubernetes.io/bound-by-controller";
/// Annotation of a claim whose binding is done.
const BIND_COMPLETED: &str = "pv.kubernetes.io/bind-completed";
/// Annotation of a volume that was made for a claim.
pub(super) const PROVISIONED_BY: &str = "pv.kubernetes.io/provisioned-by";
/// Annotations of a claim a volume is being made for; the first one is the older.
const PROVISIONER: [&str; 2] =
    ["volume.beta.kubernetes.io/storage-provisioner", "volume.kubernetes.io/storage-provisioner"];
/// The provisioner that makes nothing.
const NO_PROVISIONER: &str = "kubernetes.io/no-provisioner";
/// Label of nodes and volumes with the zone they are in.
const ZONE: &str = "topology.kubernetes.io/zone";

/// Whether a volume is reserved for a claim, or belongs to it.
pub(super) fn is_for(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> bool {
    let metadata = &claim.metadata;
    volume.spec.claim_ref.as_ref().is_some_and(|reference| {
        reference.name == metadata.name
            && reference.namespace == metadata.namespace
            && (reference.uid.is_empty() || reference.uid == metadata.uid)
    })
}

/// Whether the nodes a volume can be used on include this one. Rule V-12.
pub(crate) fn fits_node(volume: &PersistentVolume, node: &ClusterNode) -> bool {
    let required =
        volume.spec.node_affinity.0.as_ref().and_then(|affinity| affinity.get("required"));
    required.is_none_or(|terms| node_matches(terms, &node.metadata))
}

/// The smallest volume that is there for a claim; only those reserved for it when `reserved_only`. With a node, those
/// that can be used there. Rule V-03.
pub(super) fn best(
    world: &World,
    claim: &PersistentVolumeClaim,
    node: Option<&ClusterNode>,
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

/// Binds a claim and a volume to each other. Rule V-01.
pub(super) fn bind(world: &mut World, key: Key, volume: Key) {
    let Some(claim) = world.workloads.claims.get(key).cloned() else { return };
    storage::update_volume(world, volume, Rule::V01, |volume| {
        if volume.spec.claim_ref.is_none() {
            volume.metadata.annotations.insert(BOUND_BY.into(), "yes".into());
        }
        volume.spec.claim_ref = Some(reference(&claim));
    });
    storage::update_volume(world, volume, Rule::V01, |volume| {
        volume.status.phase = Some(VolumePhase::Bound);
    });
    let Some(volume) = world.workloads.volumes.get(volume).cloned() else { return };
    storage::update_claim(world, key, |claim| {
        if claim.spec.volume_name.is_empty() {
            claim.metadata.annotations.insert(BOUND_BY.into(), "yes".into());
        }
        claim.metadata.annotations.insert(BIND_COMPLETED.into(), "yes".into());
        claim.spec.volume_name.clone_from(&volume.metadata.name);
    });
    storage::update_claim(world, key, |claim| {
        claim.status.phase = Some(ClaimPhase::Bound);
        claim.status.access_modes.clone_from(&volume.spec.access_modes);
        claim.status.capacity.clone_from(&volume.spec.capacity);
    });
    let metadata = &claim.metadata;
    let waiting: Vec<_> = world.workloads.users(&metadata.namespace, &metadata.name).collect();
    let deferred = metadata.annotations.contains_key(SELECTED_NODE);
    for pod in waiting {
        let wait = if deferred { 0 } else { scheduler::wait_after_change(world) };
        scheduler::plan_attempts(world, &[pod], wait, 0);
    }
}

fn reference(claim: &PersistentVolumeClaim) -> ObjectReference {
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

/// Whether a class can make volumes.
pub(super) fn can_provision(class: &StorageClass) -> bool {
    class.provisioner != NO_PROVISIONER
}

/// Makes a volume of the class and binds it. Rules V-03 to V-05.
pub(super) fn provision(
    world: &mut World,
    key: Key,
    claim: &Rc<PersistentVolumeClaim>,
    class: &StorageClass,
) {
    let provisioner = &class.provisioner;
    if !can_provision(class) {
        let message = format!("no volume plugin matched name: {provisioner}");
        return tell(world, claim, "Warning", "ProvisioningFailed", message);
    }
    let is_external = !provisioner.starts_with("kubernetes.io/");
    let is_asked_for = claim.metadata.annotations.contains_key(PROVISIONER[0]);
    let newer = world.release().has(Feature::StorageProvisionerAnnotation);
    if !is_asked_for {
        storage::update_claim(world, key, |claim| {
            for name in PROVISIONER.iter().take(1 + usize::from(newer)) {
                claim.metadata.annotations.insert(Text::Static(name), provisioner.clone());
            }
        });
        if is_external {
            // The provisioner sees the claim and acts at the next look.
            let message = if world.release().has(Feature::ExternalProvisioningSaysWhatToVerify) {
                format!(
                    "Waiting for a volume to be created either by the external provisioner '{provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered."
                )
            } else {
                format!(
                    "waiting for a volume to be created, either by external provisioner \"{provisioner}\" or manually created by system administrator"
                )
            };
            return tell(world, claim, "Normal", "ExternalProvisioning", message);
        }
    }
    let volume = new_volume(world, claim, class, is_external);
    let name = volume.metadata.name.clone();
    // A volume of that name is this claim's own.
    if let Ok(volume) = storage::create_volume(world, volume, Rule::V04) {
        let by = if is_external { String::new() } else { format!(" using {provisioner}") };
        let message = format!("Successfully provisioned volume {name}{by}");
        tell(world, claim, "Normal", "ProvisioningSucceeded", message);
        bind(world, key, volume);
    }
}

/// The volume a provisioner makes. Rule V-04.
fn new_volume(
    world: &World,
    claim: &PersistentVolumeClaim,
    class: &StorageClass,
    is_external: bool,
) -> PersistentVolume {
    let text = |text: &str| Node::text(text.to_owned());
    let uid = &claim.metadata.uid;
    let name = format!("pvc-{uid}");
    let mut spec = PersistentVolumeSpec {
        access_modes: claim.spec.access_modes.clone(),
        claim_ref: Some(reference(claim)),
        persistent_volume_reclaim_policy: class.reclaim_policy.or(Some(ReclaimPolicy::Delete)),
        storage_class_name: class.metadata.name.clone(),
        volume_mode: claim.spec.volume_mode.clone(),
        mount_options: class.mount_options.clone(),
        node_affinity: zone_of(world, claim),
        ..PersistentVolumeSpec::default()
    };
    if let Some(amount) = claim.spec.resources.requests.get("storage") {
        spec.capacity.insert("storage".into(), amount.clone());
    }
    if is_external {
        let driver = (Text::Static("driver"), Node::text(class.provisioner.clone()));
        let handle = (Text::Static("volumeHandle"), text(&name));
        spec.csi = Raw(Some(Node::map([driver, handle])));
    } else {
        let path = (Text::Static("path"), text(&format!("/tmp/hostpath_pv/{uid}")));
        let kind = (Text::Static("type"), text(""));
        spec.host_path = Raw(Some(Node::map([path, kind])));
    }
    let mut volume = PersistentVolume { spec, ..PersistentVolume::default() };
    volume.metadata.name = name.into();
    volume.metadata.annotations.insert(PROVISIONED_BY.into(), class.provisioner.clone());
    volume
}

/// The zone of the node that was chosen for the claim, as the only one its volume can be used in. Rules V-10, V-12.
fn zone_of(world: &World, claim: &PersistentVolumeClaim) -> Raw {
    let chosen = claim.metadata.annotations.get(SELECTED_NODE);
    let node = chosen.and_then(|name| world.node(world.node_named(name)?));
    let Some(zone) = node.and_then(|node| node.metadata.labels.get(ZONE)) else {
        return Raw::default();
    };
    let list = |node: Node| Node::from(Value::List(vec![node]));
    let expression = Node::map([
        (Text::Static("key"), Node::text(ZONE)),
        (Text::Static("operator"), Node::text("In")),
        (Text::Static("values"), list(Node::text(zone.clone()))),
    ]);
    let mut tree = expression;
    for field in ["matchExpressions", "nodeSelectorTerms"] {
        tree = Node::map([(Text::Static(field), list(tree))]);
    }
    Raw(Some(Node::map([(Text::Static("required"), tree)])))
}
