//! Volumes of a Pod.

use crate::base::text::Text;
use crate::manifest::schema::{Raw, api_object};

api_object! {
    /// A volume: a name and exactly one source. Podlab keeps sources without a rule of their own and does not interpret
    /// them.
    #[allow(clippy::struct_field_names, reason = "the API has these names")]
    pub struct Volume {
        /// Kept, not interpreted.
        pub aws_elastic_block_store: Raw = "awsElasticBlockStore",
        /// Kept, not interpreted.
        pub azure_disk: Raw = "azureDisk",
        /// Kept, not interpreted.
        pub azure_file: Raw = "azureFile",
        /// Kept, not interpreted.
        pub cephfs: Raw = "cephfs",
        /// Kept, not interpreted.
        pub cinder: Raw = "cinder",
        /// Files from a ConfigMap; mounting waits until it exists.
        pub config_map: Raw = "configMap",
        /// Kept, not interpreted.
        pub csi: Raw = "csi",
        /// Kept, not interpreted.
        pub downward_api: Raw = "downwardAPI",
        /// A directory that lives as long as the Pod.
        pub empty_dir: Raw = "emptyDir",
        /// Kept, not interpreted.
        pub ephemeral: Raw = "ephemeral",
        /// Kept, not interpreted.
        pub fc: Raw = "fc",
        /// Kept, not interpreted.
        pub flex_volume: Raw = "flexVolume",
        /// Kept, not interpreted.
        pub flocker: Raw = "flocker",
        /// Kept, not interpreted.
        pub gce_persistent_disk: Raw = "gcePersistentDisk",
        /// Kept, not interpreted.
        pub git_repo: Raw = "gitRepo",
        /// Kept, not interpreted.
        pub glusterfs: Raw = "glusterfs",
        /// A directory of the node.
        pub host_path: Raw = "hostPath",
        /// Kept, not interpreted.
        pub image: Raw = "image",
        /// Kept, not interpreted.
        pub iscsi: Raw = "iscsi",
        /// The name, unique in the Pod.
        pub name: Text = "name",
        /// Kept, not interpreted.
        pub nfs: Raw = "nfs",
        /// A claim; scheduling waits until it is bound.
        pub persistent_volume_claim: Option<PersistentVolumeClaimSource> = "persistentVolumeClaim",
        /// Kept, not interpreted.
        pub photon_persistent_disk: Raw = "photonPersistentDisk",
        /// Kept, not interpreted.
        pub portworx_volume: Raw = "portworxVolume",
        /// Kept, not interpreted.
        pub projected: Raw = "projected",
        /// Kept, not interpreted.
        pub quobyte: Raw = "quobyte",
        /// Kept, not interpreted.
        pub rbd: Raw = "rbd",
        /// Kept, not interpreted.
        pub scale_io: Raw = "scaleIO",
        /// Files from a Secret; mounting waits until it exists.
        pub secret: Raw = "secret",
        /// Kept, not interpreted.
        pub storageos: Raw = "storageos",
        /// Kept, not interpreted.
        pub vsphere_volume: Raw = "vsphereVolume",
    }
}

api_object! {
    /// A claim used as a volume.
    pub struct PersistentVolumeClaimSource {
        /// Name of the claim.
        pub claim_name: Text = "claimName",
        /// Whether it can only be read.
        pub read_only: bool = "readOnly",
    }
}
