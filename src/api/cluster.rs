//! Claims for storage.

use super::container::ResourceRequirements;
use super::meta::ObjectMeta;
use super::storage::PersistentVolumeClaimStatus;
use crate::base::text::Text;
use crate::manifest::schema::{Raw, api_object};

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
