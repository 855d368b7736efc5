//! What a run of a scenario begins with: the workload or the Pod that it is about, and the nodes.

use super::scenario::{NODES, Scenario};
use crate::api::meta::ObjectMeta;
use crate::api::workload::Workload;
use crate::api::{ObjectRef, Resource, ResourceKind};
use crate::base::text::Text;
use crate::controller::stateful_set::identity::pod_name;

/// The most Pods of a workload for which nodes are added.
const MOST_PODS: i64 = 5000;
/// The Pods of a workload that are counted on one node. A node has room for a few more.
const PODS_PER_NODE: u16 = 100;

impl Scenario {
    /// Returns the workload that a run of the scenario is about: the first StatefulSet, or else the first of the other kinds.
    pub fn workload(&self) -> Option<ObjectRef> {
        let workload = self.first_workload()?;
        let metadata = workload.metadata();
        let kind = workload.resource_kind();
        Some(ObjectRef::new(kind, namespace(metadata), metadata.name.clone()))
    }

    /// Returns the Pod that a run of the scenario is about, by its namespace and name: the first Pod of the workload, or else the first
    /// Pod among the objects. The name is empty when the workload's Pods get their names as they are created.
    pub fn first_pod(&self) -> Option<(Text, Text)> {
        if let Some(workload) = self.first_workload() {
            let name = if let Resource::StatefulSet(set) = workload {
                pod_name(set, set.spec.start())
            } else {
                Text::default()
            };
            return Some((namespace(workload.metadata()), name));
        }
        let pod = self.objects.iter().find_map(Resource::as_pod)?;
        Some((namespace(&pod.metadata), self.name_of(pod)))
    }

    /// Returns how many nodes the cluster has besides those among the objects. Without a number in the file it is
    /// three, or none when the objects bring nodes.
    pub fn node_count(&self) -> u16 {
        let brings_nodes = self.brings_nodes();
        self.nodes.unwrap_or(if brings_nodes { 0 } else { NODES })
    }

    /// Returns [`Scenario::node_count`], or as many nodes as the Pods of the workload need when the file says nothing of nodes.
    pub fn roomy_node_count(&self) -> u16 {
        let workload = self.first_workload().and_then(Resource::workload);
        let replicas = workload.map_or(0, Workload::replicas);
        if self.nodes.is_some() || self.brings_nodes() {
            return self.node_count();
        }
        let replicas = replicas.clamp(0, MOST_PODS) as u16;
        self.node_count().max(replicas / PODS_PER_NODE + 1)
    }

    fn brings_nodes(&self) -> bool {
        self.objects.iter().any(|object| object.resource_kind() == ResourceKind::Node)
    }

    fn first_workload(&self) -> Option<&Resource> {
        let of_kind = |kind| self.objects.iter().find(move |object| object.resource_kind() == kind);
        ResourceKind::WORKLOADS.into_iter().find_map(of_kind)
    }
}

/// Returns the namespace of an object in a manifest.
fn namespace(metadata: &ObjectMeta) -> Text {
    let namespace = &metadata.namespace;
    if namespace.is_empty() { "default".into() } else { namespace.clone() }
}
