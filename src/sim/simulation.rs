//! The state of a running cluster, and how others read it and put something into it.

use crate::api::core::{Event, Node};
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::quantity::Quantity;
use crate::api::storage::{ReclaimPolicy, StorageClass, VolumeBindingMode};
use crate::apiserver::nodes;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::change::Change;
use crate::cluster::command::Command;
use crate::cluster::fact::{Fact, WorldEvent};
use crate::cluster::object::Outside;
use crate::cluster::world::{NodeId, PodId, Settings, WatchEvent, World};
use crate::kubelet::worker::PodWorker;
use crate::kubelet::{Context, Kubelet, node_status};
use crate::rules::Rule;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A cluster in simulated time. Its state is a pure function of its settings and commands.
#[derive(Clone, Debug)]
pub struct Sim {
    pub(crate) world: World,
    pub(crate) kubelets: Vec<Kubelet>,
    pub(crate) images: BTreeSet<Text>,
    /// The node whose kubelet has heard of a Pod, by the Pod's number.
    pub(crate) kubelet_of_pod: Vec<Option<NodeId>>,
    pub(super) commands: Vec<(SimTime, Command)>,
    pub(super) handled: u64,
}

impl Sim {
    /// Returns a cluster without nodes.
    pub fn new(settings: Settings) -> Self {
        let mut world = World::new(settings);
        let class = standard_class();
        world.objects.classes.insert(class.metadata.name.clone(), Rc::new(class));
        Sim {
            world,
            kubelets: Vec::new(),
            images: BTreeSet::new(),
            kubelet_of_pod: Vec::new(),
            commands: Vec::new(),
            handled: 0,
        }
    }

    /// Returns a cluster of `nodes` healthy nodes called `node-1`, `node-2`, …, each with 4 CPUs and 8 GiB.
    pub fn with_nodes(settings: Settings, nodes: u16) -> Self {
        let mut sim = Sim::new(settings);
        for number in 1..=nodes {
            sim.add_node(node(&format!("node-{number}"), "4", "8Gi"));
        }
        sim
    }

    /// Adds a node, whose kubelet has been running for a while.
    pub fn add_node(&mut self, node: Node) {
        let mut node = node;
        let now = Timestamp::of(self.world.now);
        node.metadata.creation_timestamp.get_or_insert(now);
        node_status::set_default_labels(&mut node.metadata);
        let name = node.metadata.name.clone();
        let known = self.world.machine_named(&name).is_some();
        let id = nodes::put(&mut self.world, node);
        if !known {
            let kubelet = Kubelet::new(&mut self.world, id, name, self.images.clone());
            self.kubelets.push(kubelet);
        }
        self.deliver();
    }

    /// Returns the present moment.
    pub fn now(&self) -> SimTime {
        self.world.now
    }

    /// Returns the settings of the simulation.
    pub fn settings(&self) -> &Settings {
        &self.world.settings
    }

    /// Returns the world, to read it.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns how many events have happened.
    pub fn events_handled(&self) -> u64 {
        self.handled
    }

    /// Returns the commands carried out so far, with their times.
    pub fn commands(&self) -> &[(SimTime, Command)] {
        &self.commands
    }

    /// Returns the Pod with this name, while it exists.
    pub fn pod(&self, namespace: &str, name: &str) -> Option<(PodId, &Rc<Pod>)> {
        let id = self.world.pod_named(namespace, name)?;
        Some((id, self.world.pod(id)?))
    }

    /// Returns what the kubelet keeps about a Pod.
    pub fn worker(&self, id: PodId) -> Option<&PodWorker> {
        self.kubelet_of(id)?.worker(id)
    }

    /// Returns the kubelet that knows a Pod.
    pub(crate) fn kubelet_of(&self, id: PodId) -> Option<&Kubelet> {
        self.kubelets.get(self.node_of(id)? as usize)
    }

    /// Returns the Events reported so far.
    pub fn events(&self) -> &[Event] {
        self.world.recorder.events()
    }

    /// Returns the changes since the last call, oldest first.
    pub fn take_changes(&mut self) -> Vec<Change> {
        self.world.take_changes()
    }

    /// Returns what a watch of all objects saw since the last call, oldest first.
    pub fn take_watch(&mut self) -> Vec<WatchEvent> {
        self.world.take_watch()
    }

    pub(crate) fn node_of(&self, pod: PodId) -> Option<NodeId> {
        self.kubelet_of_pod.get(pod as usize).copied().flatten()
    }

    /// Acts on a Pod's containers directly, without the API.
    pub(crate) fn with_worker<R>(
        &mut self,
        id: PodId,
        act: impl FnOnce(&mut Context<'_>, &mut PodWorker) -> R,
    ) -> Option<R> {
        let node = self.node_of(id)?;
        self.kubelets[node as usize].with(&mut self.world, id, act)
    }

    /// Puts an image on every node, present and future, or removes it.
    pub(crate) fn set_image(&mut self, image: &Text, present: bool) {
        if present {
            self.images.insert(image.clone());
        } else {
            self.images.remove(image);
        }
        for kubelet in &mut self.kubelets {
            if present {
                kubelet.add_image(image.clone());
            } else {
                kubelet.remove_image(image);
            }
        }
    }

    /// Records an act on the simulated world outside Kubernetes.
    pub(crate) fn record_world(&mut self, object: Outside, event: WorldEvent) {
        let about = object.into();
        self.world.record(about, Fact::World(event), Rule::W1);
    }
}

/// Returns the default StorageClass of every cluster. It creates volumes at once, on any node. Rule V-02.
pub(crate) fn standard_class() -> StorageClass {
    let mut class = StorageClass {
        provisioner: "kubernetes.io/host-path".into(),
        reclaim_policy: Some(ReclaimPolicy::Delete),
        volume_binding_mode: Some(VolumeBindingMode::Immediate),
        ..StorageClass::default()
    };
    class.metadata.name = "standard".into();
    let mark = "storageclass.kubernetes.io/is-default-class";
    class.metadata.annotations.insert(mark.into(), "true".into());
    class
}

/// Returns a node with this name, CPU and memory.
pub fn node(name: &str, cpu: &str, memory: &str) -> Node {
    let metadata = ObjectMeta { name: name.to_owned().into(), ..ObjectMeta::default() };
    let mut node = Node { metadata, ..Node::default() };
    for (resource, amount) in [("cpu", cpu), ("memory", memory), ("pods", "110")] {
        let quantity = Quantity::parse(amount).unwrap_or_default();
        node.status.capacity.insert(resource.into(), quantity.clone());
        node.status.allocatable.insert(resource.into(), quantity);
    }
    node
}
