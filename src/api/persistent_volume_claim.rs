//! Claims for storage. Section V of the rule book.

use super::container::ResourceRequirements;
use super::meta::ObjectMeta;
use super::quantity::ResourceList;
use crate::base::text::Text;
use crate::manifest::node::Node;
use crate::manifest::schema::{Raw, api_choice, api_object};

api_object! {
    /// A request for storage.
    pub struct PersistentVolumeClaim {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The desired state.
        pub spec: PersistentVolumeClaimSpec = "spec",
        /// The observed state.
        pub status: PersistentVolumeClaimStatus = "status",
    }
}

api_object! {
    /// The desired state of a claim.
    pub struct PersistentVolumeClaimSpec {
        /// How the volume may be mounted.
        pub access_modes: Vec<Text> = "accessModes",
        /// Kept, not interpreted.
        pub data_source: Raw = "dataSource",
        /// Kept, not interpreted.
        pub data_source_ref: Raw = "dataSourceRef",
        /// How much storage is requested.
        pub resources: ResourceRequirements = "resources",
        /// Kept, not interpreted.
        pub selector: Raw = "selector",
        /// The StorageClass.
        pub storage_class_name: Option<Text> = "storageClassName",
        /// Kept, not interpreted.
        pub volume_attributes_class_name: Option<Text> = "volumeAttributesClassName",
        /// Kept, not interpreted.
        pub volume_mode: Option<Text> = "volumeMode",
        /// The volume that the claim is bound to.
        pub volume_name: Text = "volumeName",
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
