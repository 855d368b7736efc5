//! Storage classes. Section V of the rule book.

use super::meta::ObjectMeta;
use crate::base::text::Text;
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
