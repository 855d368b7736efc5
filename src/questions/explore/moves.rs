//! The steps of a search: the acts of a learner in a state, and letting time pass.

use crate::api::container::Container;
use crate::api::meta::{ObjectMeta, controller};
use crate::api::pod::Pod;
use crate::api::reason::TerminatedReason;
use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::cluster::command::{Command, DrainOptions, NodeFault};
use crate::cluster::machines::Connectivity;
use crate::cluster::plan::{Answer, Check, Registry, RuntimeRule};
use crate::kubectl::deployments::owned;
use crate::kubelet::runtime::InstanceState;
use crate::manifest::node::Node;
use crate::sim::Sim;

/// The most Pods that a search gives a set.
const MOST_REPLICAS: i64 = 5;
/// The most nodes that a search does something to.
const MOST_NODES: usize = 3;

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// A person acts.
    Act(Box<Command>),
    /// Time passes until the next visible change.
    UntilChange,
    /// Time passes until nothing visible happens any more.
    UntilQuiet,
}

/// What a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toggles {
    /// Programs exit with 0, exit with 1, run out of memory.
    pub exits: bool,
    /// Probes fail and succeed.
    pub probes: bool,
    /// Images can be pulled or not.
    pub images: bool,
    /// Pods are deleted and evicted.
    pub deletes: bool,
    /// Pods are deleted by force.
    pub force: bool,
    /// Sets are scaled, restarted, and get another partition.
    pub sets: bool,
    /// Nodes are cut off, switched off, cordoned, drained and deleted, and come back.
    pub nodes: bool,
}

impl Default for Toggles {
    /// Allows everything except acts on nodes, which make the search much larger.
    fn default() -> Self {
        let (exits, probes, images, deletes, force, sets) = (true, true, true, true, true, true);
        Toggles { exits, probes, images, deletes, force, sets, nodes: false }
    }
}

/// Returns the steps from a state: first those that let time pass, then, where a person may act, acts, object by object.
pub(super) fn from(sim: &Sim, toggles: Toggles, may_act: bool) -> Vec<Move> {
    let acts = if may_act { acts(sim, toggles) } else { Vec::new() };
    let acts = acts.into_iter().map(|command| Move::Act(Box::new(command)));
    [Move::UntilChange, Move::UntilQuiet].into_iter().chain(acts).collect()
}

fn acts(sim: &Sim, toggles: Toggles) -> Vec<Command> {
    let mut acts = Vec::new();
    let world = sim.world();
    for (id, pod) in world.pods() {
        let worker = sim.worker(id);
        if toggles.exits {
            let running = worker.map_or(&[][..], |worker| &worker.runtime.instances);
            for instance in running.iter().filter(|i| i.state == InstanceState::Running) {
                for (code, reason) in
                    [(0, ""), (1, ""), (137, TerminatedReason::OomKilled.as_str())]
                {
                    acts.push(exit(pod, &instance.container, code, reason));
                }
            }
        }
        if toggles.probes {
            for container in pod.spec.init_containers.iter().chain(&pod.spec.containers) {
                probes(sim, pod, container, &mut acts);
            }
        }
        let (namespace, name) = (&pod.metadata.namespace, &pod.metadata.name);
        let delete = |grace| Command::delete_pod(namespace.clone(), name.clone(), grace);
        if toggles.deletes && pod.metadata.deletion_timestamp.is_none() {
            acts.push(delete(None));
            acts.push(Command::evict(namespace.clone(), name.clone()));
        }
        if toggles.force {
            acts.push(delete(Some(0)));
        }
    }
    if toggles.images {
        images(sim, &mut acts);
    }
    if toggles.sets {
        sets(sim, &mut acts);
    }
    if toggles.nodes {
        nodes(sim, &mut acts);
    }
    acts
}

fn exit(pod: &Pod, container: &Text, code: i32, reason: &'static str) -> Command {
    let (namespace, name) = (pod.metadata.namespace.clone(), pod.metadata.name.clone());
    Command::Exit {
        namespace,
        pod: name,
        container: container.clone(),
        code,
        reason: reason.into(),
    }
}

fn probes(sim: &Sim, pod: &Pod, container: &Container, acts: &mut Vec<Command>) {
    let probes = [
        (Check::Liveness, &container.liveness_probe),
        (Check::Readiness, &container.readiness_probe),
        (Check::Startup, &container.startup_probe),
    ];
    for (check, _) in probes.iter().filter(|(_, probe)| probe.is_some()) {
        let now = sim.world().scripts.answer(&pod.metadata.name, &container.name, *check);
        for answer in [Answer::Failure, Answer::Success] {
            if now != Some(answer) {
                acts.push(Command::Plan(RuntimeRule {
                    pod: pod.metadata.name.clone(),
                    container: container.name.clone(),
                    answers: vec![(*check, Some(answer))],
                    ..RuntimeRule::default()
                }));
            }
        }
    }
}

fn images(sim: &Sim, acts: &mut Vec<Command>) {
    let mut images: Vec<&Text> = Vec::new();
    for (_, pod) in sim.world().pods() {
        for container in pod.spec.init_containers.iter().chain(&pod.spec.containers) {
            if !images.contains(&&container.image) {
                images.push(&container.image);
            }
        }
    }
    for image in images {
        let registry = sim.world().scripts.registry(image);
        let error = if registry.error.is_empty() { "not found" } else { "" };
        let registry = Registry { error: error.into(), ..registry };
        acts.push(Command::Registry(image.clone(), registry));
    }
}

fn sets(sim: &Sim, acts: &mut Vec<Command>) {
    let around = |now: i64| {
        [now + 1, now - 1].into_iter().filter(|count| (0..=MOST_REPLICAS).contains(count))
    };
    for workload in sim.world().objects.all() {
        let ObjectMeta { namespace, name, deletion_timestamp, .. } = workload.metadata();
        // The size of a ReplicaSet that a Deployment owns is that of the Deployment.
        let is_owned = controller(workload.metadata()).is_some();
        if workload.kind() == ResourceKind::StatefulSet || deletion_timestamp.is_some() || is_owned
        {
            continue;
        }
        for replicas in around(workload.replicas()) {
            let object = ObjectRef::new(workload.kind(), namespace.clone(), name.clone());
            acts.push(Command::Scale { object, replicas });
        }
    }
    deployments(sim, acts);
    for (_, set) in sim.world().objects.sets.iter() {
        if set.metadata.deletion_timestamp.is_some() {
            continue;
        }
        let metadata = &set.metadata;
        let object = || ObjectRef::stateful_set(metadata.namespace.clone(), metadata.name.clone());
        let now = set.spec.replicas();
        for replicas in around(now) {
            acts.push(Command::Scale { object: object(), replicas });
        }
        acts.push(Command::RolloutRestart { object: object() });
        if set.spec.is_rolling() {
            for partition in [0, 1, now].into_iter().filter(|p| *p != set.spec.partition()) {
                acts.push(Command::patch(object(), partitioned(partition)));
            }
        }
    }
}

/// Adds the acts on the rollouts of Deployments.
fn deployments(sim: &Sim, acts: &mut Vec<Command>) {
    for (_, deployment) in sim.world().objects.deployments.iter() {
        let ObjectMeta { namespace, name, deletion_timestamp, .. } = &deployment.metadata;
        if deletion_timestamp.is_some() {
            continue;
        }
        let object = || ObjectRef::new(ResourceKind::Deployment, namespace.clone(), name.clone());
        let paused = deployment.spec.paused;
        acts.push(Command::RolloutPause { object: object(), paused: !paused });
        if !paused {
            acts.push(Command::RolloutRestart { object: object() });
        }
        if !paused && owned(sim.world(), deployment).len() > 1 {
            acts.push(Command::RolloutUndo { object: object(), to_revision: None });
        }
    }
}

/// Adds the acts on nodes that have Pods, or that something was done to before.
fn nodes(sim: &Sim, acts: &mut Vec<Command>) {
    let world = sim.world();
    let concerned = world.nodes().filter(|node| {
        let name = &node.metadata.name;
        let is_as_ever =
            world.connectivity_of(name) == Connectivity::Up && !node.spec.unschedulable;
        !is_as_ever || world.pods_on(name).next().is_some()
    });
    for node in concerned.take(MOST_NODES) {
        let name = || node.metadata.name.clone();
        let connectivity = world.connectivity_of(&node.metadata.name);
        let faults: &[NodeFault] = match connectivity {
            Connectivity::Up | Connectivity::Returning => &[NodeFault::CutOff, NodeFault::PowerOff],
            Connectivity::CutOff => &[NodeFault::Reconnect, NodeFault::PowerOff],
            Connectivity::Off => &[NodeFault::PowerOn],
            // A new machine comes once the Node object is gone.
            Connectivity::Broken => &[],
        };
        acts.extend(
            faults.iter().map(|fault| Command::DisturbNode { node: name(), fault: *fault }),
        );
        acts.push(Command::Cordon { node: name(), unschedulable: !node.spec.unschedulable });
        if !node.spec.unschedulable {
            let options = DrainOptions { force: true, delete_empty_dir_data: true, timeout: None };
            acts.push(Command::DrainNode { node: name(), options });
        }
        acts.push(Command::delete(ObjectRef::node(name())));
    }
}

/// Returns the patch that sets a partition.
fn partitioned(partition: i64) -> Node {
    let mut patch = Node::int(partition);
    for field in ["partition", "rollingUpdate", "updateStrategy", "spec"] {
        patch = Node::map([(Text::Static(field), patch)]);
    }
    patch
}
