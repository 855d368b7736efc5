//! Objects that only need to exist: namespaces, service accounts, claims.

use super::container::ResourceRequirements;
use super::meta::ObjectMeta;
use super::storage::PersistentVolumeClaimStatus;
use crate::base::text::Text;
use crate::manifest::schema::{Raw, api_object};

api_object! {
    /// A part of the cluster with names of its own.
    pub struct Namespace {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// Kept, not interpreted.
        pub spec: Raw = "spec",
        /// Kept, not interpreted.
        pub status: Raw = "status",
    }
}

api_object! {
    /// An account Pods run as.
    pub struct ServiceAccount {
        /// Kept, not interpreted.
        pub automount_service_account_token: Option<bool> = "automountServiceAccountToken",
        /// Kept, not interpreted.
        pub image_pull_secrets: Raw = "imagePullSecrets",
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// Kept, not interpreted.
        pub secrets: Raw = "secrets",
    }
}

api_object! {
    /// A wish for storage.
    pub struct PersistentVolumeClaim {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// What it is to be.
        pub spec: PersistentVolumeClaimSpec = "spec",
        /// What it is.
        pub status: PersistentVolumeClaimStatus = "status",
    }
}

api_object! {
    /// What a claim is to be.
    pub struct PersistentVolumeClaimSpec {
        /// How the volume may be mounted.
        pub access_modes: Vec<Text> = "accessModes",
        /// Kept, not interpreted.
        pub data_source: Raw = "dataSource",
        /// Kept, not interpreted.
        pub data_source_ref: Raw = "dataSourceRef",
        /// How much is asked for.
        pub resources: ResourceRequirements = "resources",
        /// Kept, not interpreted.
        pub selector: Raw = "selector",
        /// Class of the storage.
        pub storage_class_name: Option<Text> = "storageClassName",
        /// Kept, not interpreted.
        pub volume_attributes_class_name: Option<Text> = "volumeAttributesClassName",
        /// Kept, not interpreted.
        pub volume_mode: Option<Text> = "volumeMode",
        /// The volume it is bound to.
        pub volume_name: Text = "volumeName",
    }
}
