//! Storage classes and the status of claims. Section V of the rule book.

use super::cluster::PersistentVolumeClaim;
use super::meta::ObjectMeta;
use super::quantity::ResourceList;
use crate::base::text::Text;
use crate::manifest::node::Node;
use crate::manifest::schema::{Raw, api_choice, api_object};
use std::collections::BTreeMap;

api_object! {
    /// A class of storage. Rule V-02.
    pub struct StorageClass {
        /// Kept, not interpreted.
        pub allow_volume_expansion: Option<bool> = "allowVolumeExpansion",
        /// Kept, not interpreted.
        pub allowed_topologies: Raw = "allowedTopologies",
        /// Name, labels and bookkeeping; an annotation makes it the default.
        pub metadata: ObjectMeta = "metadata",
        /// Kept, not interpreted.
        pub mount_options: Vec<Text> = "mountOptions",
        /// Kept, not interpreted.
        pub parameters: BTreeMap<Text, Text> = "parameters",
        /// The provisioner, which creates the volumes.
        pub provisioner: Text = "provisioner",
        /// What happens to a volume when its claim is deleted. Rule V-04.
        pub reclaim_policy: Option<ReclaimPolicy> = "reclaimPolicy",
        /// When a claim is bound. Rules V-03, V-10.
        pub volume_binding_mode: Option<VolumeBindingMode> = "volumeBindingMode",
    }
}

impl StorageClass {
    /// Returns whether claims without a class get this one. Rule V-02.
    pub(crate) fn is_default(&self) -> bool {
        let mark = "storageclass.kubernetes.io/is-default-class";
        self.metadata.annotations.get(mark).is_some_and(|value| *value == *"true")
    }
}

api_choice! {
    /// What happens to a volume when its claim is deleted. Rule V-21.
    pub enum ReclaimPolicy {
        /// The volume is deleted too.
        Delete = "Delete",
        /// The volume stays and keeps the name of the old claim.
        Retain = "Retain",
        /// The files of the volume are deleted. This value is obsolete.
        Recycle = "Recycle",
    }
}

api_choice! {
    /// When a claim is bound.
    pub enum VolumeBindingMode {
        /// At once. Rule V-03.
        Immediate = "Immediate",
        /// When a Pod that uses it is scheduled. Rule V-10.
        WaitForFirstConsumer = "WaitForFirstConsumer",
    }
}

api_choice! {
    /// The phase of a claim. Rule V-01.
    pub enum ClaimPhase {
        /// It has no volume yet.
        Pending = "Pending",
        /// It has a volume.
        Bound = "Bound",
        /// Its volume is gone.
        Lost = "Lost",
    }
}

api_object! {
    /// The observed state of a claim.
    pub struct PersistentVolumeClaimStatus {
        /// How the volume may be mounted.
        pub access_modes: Vec<Text> = "accessModes",
        /// Kept, not interpreted.
        pub allocated_resource_statuses: Raw = "allocatedResourceStatuses",
        /// Kept, not interpreted.
        pub allocated_resources: Raw = "allocatedResources",
        /// How much storage the volume has.
        pub capacity: ResourceList = "capacity",
        /// Kept, not interpreted.
        pub conditions: Raw = "conditions",
        /// Kept, not interpreted.
        pub current_volume_attributes_class_name: Option<Text> = "currentVolumeAttributesClassName",
        /// Kept, not interpreted.
        pub modify_volume_status: Raw = "modifyVolumeStatus",
        /// The phase of the claim. Rule V-01.
        pub phase: Option<ClaimPhase> = "phase",
        /// Kept, not interpreted.
        pub resize_status: Raw = "resizeStatus",
    }
}

/// Condition of a claim whose volume is larger than the file system on it. Rule V-22.
pub const FILE_SYSTEM_RESIZE_PENDING: &str = "FileSystemResizePending";

/// Returns the condition that a claim has while its volume grows; an empty text for none. Rule V-22.
pub fn resize_condition(claim: &PersistentVolumeClaim) -> &str {
    let first = claim.status.conditions.0.as_ref().and_then(|list| list.elements().first());
    let kind = first.and_then(|condition| condition.get("type")).and_then(Node::as_text);
    kind.map_or("", Text::as_str)
}
