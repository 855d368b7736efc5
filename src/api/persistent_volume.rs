//! Persistent volumes. Section V of the rule book.

use super::affinity::VolumeNodeAffinity;
use super::meta::ObjectMeta;
use super::quantity::{Quantity, ResourceList};
use super::storage::ReclaimPolicy;
use crate::base::text::Text;
use crate::manifest::schema::{Raw, api_choice, api_object};

/// The annotation of a volume that was created for a claim.
pub(crate) const PROVISIONED_BY: &str = "pv.kubernetes.io/provisioned-by";

api_object! {
    /// A piece of storage that outlives Pods.
    pub struct PersistentVolume {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The desired state.
        pub spec: PersistentVolumeSpec = "spec",
        /// The observed state.
        pub status: PersistentVolumeStatus = "status",
    }
}

api_object! {
    /// The desired state of a volume: exactly one source, and how it may be used.
    pub struct PersistentVolumeSpec {
        /// How it may be mounted.
        pub access_modes: Vec<Text> = "accessModes",
        /// Kept, not interpreted.
        pub aws_elastic_block_store: Raw = "awsElasticBlockStore",
        /// Kept, not interpreted.
        pub azure_disk: Raw = "azureDisk",
        /// Kept, not interpreted.
        pub azure_file: Raw = "azureFile",
        /// How much it holds.
        pub capacity: ResourceList = "capacity",
        /// Kept, not interpreted.
        pub cephfs: Raw = "cephfs",
        /// Kept, not interpreted.
        pub cinder: Raw = "cinder",
        /// The claim it belongs to. Rules V-01, V-21.
        pub claim_ref: Option<ObjectReference> = "claimRef",
        /// Storage of a CSI driver.
        pub csi: Raw = "csi",
        /// Kept, not interpreted.
        pub fc: Raw = "fc",
        /// Kept, not interpreted.
        pub flex_volume: Raw = "flexVolume",
        /// Kept, not interpreted.
        pub flocker: Raw = "flocker",
        /// Kept, not interpreted.
        pub gce_persistent_disk: Raw = "gcePersistentDisk",
        /// Kept, not interpreted.
        pub glusterfs: Raw = "glusterfs",
        /// A directory of a node.
        pub host_path: Raw = "hostPath",
        /// Kept, not interpreted.
        pub iscsi: Raw = "iscsi",
        /// A disk of one node.
        pub local: Raw = "local",
        /// Kept, not interpreted.
        pub mount_options: Vec<Text> = "mountOptions",
        /// A share of a file server.
        pub nfs: Raw = "nfs",
        /// The nodes it can be used on. Rule V-12.
        pub node_affinity: Option<VolumeNodeAffinity> = "nodeAffinity",
        /// What happens to the volume when its claim is deleted. Rule V-21.
        pub persistent_volume_reclaim_policy: Option<ReclaimPolicy> = "persistentVolumeReclaimPolicy" or "",
        /// Kept, not interpreted.
        pub photon_persistent_disk: Raw = "photonPersistentDisk",
        /// Kept, not interpreted.
        pub portworx_volume: Raw = "portworxVolume",
        /// Kept, not interpreted.
        pub quobyte: Raw = "quobyte",
        /// Kept, not interpreted.
        pub rbd: Raw = "rbd",
        /// Kept, not interpreted.
        pub scale_io: Raw = "scaleIO",
        /// The StorageClass.
        pub storage_class_name: Text = "storageClassName",
        /// Kept, not interpreted.
        pub storageos: Raw = "storageos",
        /// Kept, not interpreted.
        pub volume_attributes_class_name: Option<Text> = "volumeAttributesClassName",
        /// `Filesystem` or `Block`.
        pub volume_mode: Option<Text> = "volumeMode",
        /// Kept, not interpreted.
        pub vsphere_volume: Raw = "vsphereVolume",
    }
}

impl PersistentVolumeSpec {
    /// Returns how much the volume holds.
    pub fn storage(&self) -> Option<&Quantity> {
        self.capacity.get("storage")
    }

    /// Returns what happens to the volume when its claim is deleted: `Retain` when the spec does not say. Rule V-21.
    pub fn reclaim_policy(&self) -> ReclaimPolicy {
        self.persistent_volume_reclaim_policy.unwrap_or(ReclaimPolicy::Retain)
    }
}

api_object! {
    /// The observed state of a volume.
    pub struct PersistentVolumeStatus {
        /// When the phase last changed.
        pub last_phase_transition_time: Raw = "lastPhaseTransitionTime",
        /// Why, in a sentence.
        pub message: Text = "message",
        /// The phase of the volume. Rule V-01.
        pub phase: Option<VolumePhase> = "phase",
        /// Why, in one word.
        pub reason: Text = "reason",
    }
}

api_choice! {
    /// The phase of a volume. Rule V-01.
    pub enum VolumePhase {
        /// It is not ready for use.
        Pending = "Pending",
        /// It waits for a claim.
        Available = "Available",
        /// It belongs to a claim.
        Bound = "Bound",
        /// Its claim is gone.
        Released = "Released",
        /// It could not be reclaimed.
        Failed = "Failed",
    }
}

api_object! {
    /// A reference to another object, by kind and name.
    pub struct ObjectReference {
        /// Its API version.
        pub api_version: Text = "apiVersion",
        /// Kept, not interpreted.
        pub field_path: Text = "fieldPath",
        /// Its kind.
        pub kind: Text = "kind",
        /// Its name.
        pub name: Text = "name",
        /// Its namespace.
        pub namespace: Text = "namespace",
        /// Kept, not interpreted.
        pub resource_version: Text = "resourceVersion",
        /// Its UID. A reference without a UID is a reservation.
        pub uid: Text = "uid",
    }
}
