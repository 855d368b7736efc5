//! Which nodes volumes are attached to. A volume for one node waits until the other node has released it. Rule V-13.
//! Models kubernetes pkg/controller/volume/attachdetach.

use crate::api::persistent_volume::PersistentVolumeSpec;
use crate::base::text::Text;
use crate::cluster::numbers::{NodeId, PodId};
use std::collections::BTreeMap;

/// The attached volumes, by name.
#[derive(Clone, Debug, Default)]
pub struct Attachments {
    pub(crate) volumes: BTreeMap<Text, Attachment>,
}

/// Who has a volume attached, and who waits for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attachment {
    /// The Pods whose containers may use the volume, with their nodes.
    pub users: Vec<(PodId, NodeId)>,
    /// The Pods on other nodes that wait for the volume, each with the token of the sync that waits.
    pub waiting: Vec<(PodId, u32)>,
}

/// Returns whether a volume can be attached to one node only.
///
/// Volumes that need no attaching, such as directories of nodes and shares of file servers, can be on many nodes. Rule V-13.
pub(crate) fn is_for_one_node(spec: &PersistentVolumeSpec) -> bool {
    let disks = [
        &spec.csi,
        &spec.aws_elastic_block_store,
        &spec.azure_disk,
        &spec.cinder,
        &spec.gce_persistent_disk,
        &spec.vsphere_volume,
    ];
    let shared = |mode: &Text| *mode == "ReadWriteMany" || *mode == "ReadOnlyMany";
    disks.iter().any(|disk| disk.0.is_some()) && !spec.access_modes.iter().any(shared)
}

impl Attachments {
    /// Returns the Pod on another node that uses the volume, with that node.
    pub(crate) fn elsewhere(&self, volume: &Text, node: NodeId) -> Option<(PodId, NodeId)> {
        let users = &self.volumes.get(volume)?.users;
        users.iter().find(|(_, other)| *other != node).copied()
    }

    /// Returns the volume that a Pod waits for.
    pub(crate) fn wanted_by(&self, pod: PodId) -> Option<&Text> {
        let waits = |attachment: &Attachment| attachment.waiting.iter().any(|(id, _)| *id == pod);
        self.volumes.iter().find(|(_, attachment)| waits(attachment)).map(|(volume, _)| volume)
    }

    /// Attaches the volume to a node for a Pod.
    pub(crate) fn attach(&mut self, volume: Text, pod: PodId, node: NodeId) {
        self.volumes.entry(volume).or_default().users.push((pod, node));
    }

    /// Notes that a Pod waits for the volume.
    pub(crate) fn wait(&mut self, volume: Text, pod: PodId, token: u32) {
        self.volumes.entry(volume).or_default().waiting.push((pod, token));
    }

    /// Notes that a Pod no longer uses the volume. Returns the Pods that may continue, each with the token of the sync that waits.
    pub(crate) fn release(&mut self, volume: &Text, pod: PodId) -> Vec<(PodId, u32)> {
        let Some(attachment) = self.volumes.get_mut(volume) else { return Vec::new() };
        attachment.users.retain(|(user, _)| *user != pod);
        let waiting = std::mem::take(&mut attachment.waiting);
        if attachment.users.is_empty() {
            self.volumes.remove(volume);
        }
        waiting
    }
}
