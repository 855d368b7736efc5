//! The simulation: it takes commands, runs scheduled events in order, and shows what changed.

pub(crate) mod act;
mod dispatch;
mod drain;
pub mod fingerprint;
pub(crate) mod machines;
mod node_view;
mod power;
pub mod scenario;
mod shutdown;

use crate::api::core::{Event, Node};
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::quantity::Quantity;
use crate::api::storage::{ReclaimPolicy, StorageClass, VolumeBindingMode};
use crate::apiserver::error::ApiError;
use crate::apiserver::nodes;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::change::{Cause, Change};
use crate::cluster::command::Command;
use crate::cluster::fact::{Fact, WorldEvent};
use crate::cluster::object::Outside;
use crate::cluster::world::{NodeId, PodId, Settings, WatchEvent, World};
use crate::kubelet::worker::PodWorker;
use crate::kubelet::{Kubelet, node_status};
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
    commands: Vec<(SimTime, Command)>,
    handled: u64,
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

    /// Carries out a command now.
    ///
    /// # Errors
    ///
    /// Returns the refusal. A refused command changes nothing, except that the refusal of an eviction by a budget is
    /// recorded and remembered.
    pub fn apply(&mut self, command: Command) -> Result<(), ApiError> {
        debug_assert!(self.world.is_delivered(), "a write was not delivered");
        self.world.cause = Cause::Command(self.commands.len() as u32);
        let answer = crate::sim::act::carry_out(self, &command);
        self.deliver();
        if answer.as_ref().err().is_none_or(ApiError::leaves_a_trace) {
            self.commands.push((self.world.now, command));
        }
        answer
    }

    /// Returns when the next event happens, if any is planned.
    pub fn next_event_time(&self) -> Option<SimTime> {
        self.world.queue.next_time()
    }

    /// Runs the next event. Returns its time, or `None` when no event is planned.
    pub fn step(&mut self) -> Option<SimTime> {
        debug_assert!(self.world.is_delivered(), "a write was not delivered");
        let planned = self.world.queue.pop()?;
        self.world.now = planned.time;
        self.world.cause = planned.cause;
        self.handled += 1;
        self.dispatch(planned.event);
        self.deliver();
        Some(planned.time)
    }

    /// Runs all events up to and including a moment, and sets the clock to that moment.
    pub fn run_until(&mut self, until: SimTime) {
        while self.world.queue.next_time().is_some_and(|next| next <= until) {
            self.step();
        }
        self.world.now = self.world.now.max(until);
    }

    /// Does what [`Sim::run_until`] does, but stops after `limit` events. Returns whether it reached the moment.
    pub fn run_until_limited(&mut self, until: SimTime, limit: u64) -> bool {
        for _ in 0..limit {
            if self.world.queue.next_time().is_none_or(|next| next > until) {
                self.world.now = self.world.now.max(until);
                return true;
            }
            self.step();
        }
        false
    }

    pub(crate) fn node_of(&self, pod: PodId) -> Option<NodeId> {
        self.kubelet_of_pod.get(pod as usize).copied().flatten()
    }

    /// Returns a number that is the same only for simulations in the same state: time, objects, scheduled events.
    pub fn fingerprint(&self) -> u64 {
        crate::sim::fingerprint::of(self)
    }

    /// Acts on a Pod's containers directly, without the API.
    pub(crate) fn with_worker<R>(
        &mut self,
        id: PodId,
        act: impl FnOnce(&mut crate::kubelet::Context<'_>, &mut PodWorker) -> R,
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
