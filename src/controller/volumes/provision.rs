//! Creates a volume for a claim. Rules V-03 to V-05.
//! Models kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaimOperation.

use super::request::{Request, record_event};
use crate::api::affinity::{
    NodeSelector, NodeSelectorOperator, NodeSelectorRequirement, NodeSelectorTerm,
    VolumeNodeAffinity,
};
use crate::api::core::EventType;
use crate::api::node::ZONE;
use crate::api::persistent_volume::{PROVISIONED_BY, PersistentVolume, PersistentVolumeSpec};
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::storage::{ReclaimPolicy, StorageClass};
use crate::apiserver::storage;
use crate::base::text::Text;
use crate::cluster::volume_match::{SELECTED_NODE, can_provision};
use crate::cluster::world::World;
use crate::manifest::node::Node;
use crate::manifest::schema::Raw;
use crate::rules::Feature;

/// The annotations of a claim for which a volume is being created. The first one is the older.
const PROVISIONER: [&str; 2] =
    ["volume.beta.kubernetes.io/storage-provisioner", "volume.kubernetes.io/storage-provisioner"];
/// Creates a volume of the class, and binds it to the claim. Rules V-03 to V-05.
pub(super) fn reconcile(
    world: &World,
    claim: &PersistentVolumeClaim,
    class: &StorageClass,
) -> Vec<Request> {
    let provisioner = &class.provisioner;
    if !can_provision(class) {
        let message = format!("no volume plugin matched name: {provisioner}");
        return vec![record_event(EventType::Warning, "ProvisioningFailed", message)];
    }
    let is_external = !provisioner.starts_with("kubernetes.io/");
    let mut requests = Vec::new();
    if !claim.metadata.annotations.contains_key(PROVISIONER[0]) {
        let newer = world.release().has(Feature::StorageProvisionerAnnotation);
        let annotations = PROVISIONER[..=usize::from(newer)].to_vec();
        let provisioner = provisioner.clone();
        requests.push(Request::NameProvisioner { provisioner, annotations });
        if is_external {
            // The provisioner sees the claim now, and acts at the next look.
            requests.push(record_event(
                EventType::Normal,
                "ExternalProvisioning",
                external_words(world, class),
            ));
            return requests;
        }
    }
    let volume = Box::new(new_volume(world, claim, class, is_external));
    let name = &volume.metadata.name;
    // An existing volume with this name belongs to this claim.
    if storage::volume_named(world, name).is_none() {
        let by = if is_external { String::new() } else { format!(" using {provisioner}") };
        let message = format!("Successfully provisioned volume {name}{by}");
        requests.push(Request::Provision { volume, message });
    }
    requests
}

/// Returns what the controller says of a provisioner outside Kubernetes.
fn external_words(world: &World, class: &StorageClass) -> String {
    let provisioner = &class.provisioner;
    if world.release().has(Feature::ExternalProvisioningSaysWhatToVerify) {
        format!(
            "Waiting for a volume to be created either by the external provisioner '{provisioner}' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered."
        )
    } else {
        format!(
            "waiting for a volume to be created, either by external provisioner \"{provisioner}\" or manually created by system administrator"
        )
    }
}

/// Returns the volume that a provisioner creates. Rule V-04.
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
        claim_ref: Some(storage::claim_reference(claim)),
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

/// Returns the node affinity of a new volume: only the zone of the node that was chosen for the claim. Rules V-10, V-12.
fn zone_of(world: &World, claim: &PersistentVolumeClaim) -> Option<VolumeNodeAffinity> {
    let chosen = claim.metadata.annotations.get(SELECTED_NODE);
    let node = chosen.and_then(|name| world.node(world.node_named(name)?))?;
    let zone = node.metadata.labels.get(ZONE)?.clone();
    let in_zone = NodeSelectorRequirement {
        key: ZONE.into(),
        operator: Some(NodeSelectorOperator::In),
        values: vec![zone],
    };
    let term = NodeSelectorTerm { match_expressions: vec![in_zone], ..NodeSelectorTerm::default() };
    Some(VolumeNodeAffinity { required: Some(NodeSelector { node_selector_terms: vec![term] }) })
}
