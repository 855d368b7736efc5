//! Nodes as the API shows them. What kubelets post periodically is computed only when a reader asks for it.

use super::Sim;
use crate::api::core::{Event, Node};
use crate::api::pod::Pod;
use crate::api::status::ConditionStatus;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::machines::HEARTBEAT;
use crate::cluster::world::{NodeId, PodId, World};
use crate::kubectl::command::View;
use crate::kubectl::describe::describe_node;
use crate::kubectl::get::Get;
use crate::kubelet::node_status;
use crate::manifest::node::{Node as Tree, Value};
use crate::manifest::schema::Raw;

/// Milliseconds between two posts of a node status that has not changed. Rule K-20.
const POST: u64 = 300_000;

impl View for Sim {
    fn world(&self) -> &World {
        &self.world
    }

    fn nodes(&self) -> Vec<Node> {
        self.shown_nodes()
    }

    fn describe_node(&self, name: &str) -> Option<String> {
        Sim::describe_node(self, name)
    }

    fn log(
        &self,
        pod: PodId,
        container: &str,
        is_previous: bool,
    ) -> Result<Option<String>, String> {
        Sim::log(self, pod, container, is_previous)
    }
}

impl Sim {
    /// Returns the Node objects, with what their kubelets post.
    pub fn shown_nodes(&self) -> Vec<Node> {
        let names = self.world.machine_names();
        names.iter().filter_map(|name| self.shown_node(self.world.node_named(name)?)).collect()
    }

    fn shown_node(&self, id: NodeId) -> Option<Node> {
        let mut node = (**self.world.node(id)?).clone();
        let kubelet = self.kubelets.get(id as usize)?;
        if self.world.machines.get(id).is_some_and(|machine| machine.is_new) {
            // Its kubelet has not posted anything yet.
            return Some(node);
        }
        let status = &mut node.status;
        let field =
            |key: &'static str, value: &str| (Text::Static(key), Tree::text(value.to_owned()));
        if status.addresses.0.is_none() {
            let address =
                |kind: &str, value: &str| Tree::map([field("type", kind), field("address", value)]);
            let kubelets = kubelet.node();
            let list =
                vec![address("InternalIP", &kubelets.ip), address("Hostname", &kubelets.name)];
            status.addresses = Raw(Some(Value::List(list).into()));
        }
        if status.node_info.0.is_none() {
            let version = self.world.release().version();
            status.node_info = Raw(Some(Tree::map([
                field("operatingSystem", "linux"),
                field("architecture", "amd64"),
                field("kubeletVersion", version),
                field("kubeProxyVersion", version),
            ])));
        }
        let joined = node.metadata.creation_timestamp;
        if status.conditions.is_empty() {
            status.conditions = node_status::conditions(&self.world, id);
            for condition in &mut status.conditions {
                condition.last_transition_time = joined;
                condition.last_heartbeat_time = joined;
            }
        }
        if self.world.machines.connectivity(id).is_heard() {
            for condition in &mut status.conditions {
                let posted = condition
                    .last_heartbeat_time
                    .filter(|_| condition.status != ConditionStatus::Unknown);
                if let Some(posted) = posted {
                    let since = Timestamp::of(self.world.now).0 - posted.0;
                    let period = (POST / 1000) as i64;
                    condition.last_heartbeat_time =
                        Some(Timestamp(posted.0 + since / period * period));
                }
            }
        }
        Some(node)
    }

    /// Returns when the lease of a node was last renewed, or `None` for a node that has never run. Rule K-19.
    fn renewed(&self, id: NodeId) -> Option<Timestamp> {
        let machine = self.world.machines.get(id);
        if machine.is_some_and(|machine| machine.is_new) {
            return None;
        }
        let heard = machine.and_then(|machine| machine.heard);
        let offset = self.world.machines.heartbeat_offset();
        let last = self.world.now.0.saturating_sub(offset) / HEARTBEAT * HEARTBEAT + offset;
        Some(Timestamp::of(heard.unwrap_or(SimTime(last.min(self.world.now.0)))))
    }

    /// Returns the text of `kubectl get nodes`.
    pub fn get_nodes(&self, wide: bool) -> String {
        let (now, release) = (Timestamp::of(self.world.now), self.world.release());
        Get { wide, now, release }.nodes(&self.shown_nodes())
    }

    /// Returns the text of `kubectl describe node`, while the Node object exists.
    pub fn describe_node(&self, name: &str) -> Option<String> {
        let id = self.world.node_named(name)?;
        let node = self.shown_node(id)?;
        let mut pods: Vec<&Pod> = self.world.pods_on(name).map(|(_, pod)| &**pod).collect();
        pods.sort_by_key(|pod| (&pod.metadata.namespace, &pod.metadata.name));
        // Events about a node have its name in place of its UID.
        let told = self.events().iter().filter(|event| *event.about == *format!("Node/{name}"));
        let told: Vec<Event> = told.cloned().collect();
        let (now, release) = (self.world.now, self.world.release());
        Some(describe_node(&node, self.renewed(id), &pods, &told, now, release))
    }
}
