//! Acts that may help what is stuck. Each is tried before it is shown, so a list may hold acts that do not help.

mod objects;
mod remedy;

use crate::api::container::Container;
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::status::ConditionStatus;
use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::cluster::command::{Command, NodeFault};
use crate::cluster::machines::Connectivity;
use crate::cluster::plan::{Answer, Check, Registry, Run, RuntimeRule};
use crate::cluster::world::PodId;
use crate::manifest::node::{Node as Tree, Value};
use crate::questions::owner::workload_of;
use crate::questions::waits::{Wait, WaitKind, waits};
use crate::sim::Sim;
use objects::{another_node, claims, class, configuration, services};
use remedy::{Remedy, pod_of};

/// Returns what may end a wait, the likeliest and least first.
pub(super) fn candidates(sim: &Sim, wait: &Wait) -> Vec<Remedy> {
    let mut found = Vec::new();
    of_cause(sim, wait, &mut found);
    if let Some(pod) = pod_of(sim, wait) {
        of_owner(sim, &pod, &mut found);
    }
    let mut kept: Vec<Remedy> = Vec::new();
    for remedy in found {
        if !kept.contains(&remedy) {
            kept.push(remedy);
        }
    }
    kept.sort_by_key(|remedy| remedy.iter().any(is_of_machine));
    kept
}

/// Returns whether a command changes what programs and registries do. People ask the API server first.
fn is_of_machine(command: &Command) -> bool {
    matches!(command, Command::Plan(_) | Command::Registry(..) | Command::Exit { .. })
}

/// Adds the acts that end the causes of the Pods that a workload waits for: of the first of them, then of all together.
fn of_pods(sim: &Sim, wait: &Wait, found: &mut Vec<Remedy>) {
    let waits = waits(sim);
    let of = |id: PodId| {
        let mut causes = Vec::new();
        for other in waits.iter().filter(|other| other.pod == Some(id)) {
            of_cause(sim, other, &mut causes);
        }
        causes
    };
    let first = pod_of(sim, wait)
        .and_then(|pod| sim.world().pod_named(&pod.metadata.namespace, &pod.metadata.name));
    found.extend(first.map(of).unwrap_or_default());
    let is_its = |pod: &Pod| workload_of(sim, pod).is_some_and(|owner| owner == wait.object);
    let pods = sim.world().pods().filter(|(_, pod)| is_its(pod));
    let all: Vec<Remedy> = pods.filter_map(|(id, _)| of(id).into_iter().next()).collect();
    if all.len() > 1 {
        found.push(all.concat());
    }
}

/// Adds the acts on the Pod itself and on the rollout of its owner.
fn of_owner(sim: &Sim, pod: &Pod, found: &mut Vec<Remedy>) {
    let ObjectMeta { namespace, name, .. } = &*pod.metadata;
    let Some(owner) = workload_of(sim, pod) else { return };
    let delete = |grace| Command::delete_pod(namespace.clone(), name.clone(), grace);
    let undo = Command::RolloutUndo { object: owner, to_revision: None };
    found.push(vec![delete(None)]);
    found.push(vec![undo.clone()]);
    found.push(vec![undo, delete(None)]);
    if pod.metadata.deletion_timestamp.is_some() {
        found.push(vec![delete(Some(0))]);
    }
}

/// Adds the acts that end the cause of a wait.
fn of_cause(sim: &Sim, wait: &Wait, found: &mut Vec<Remedy>) {
    let object = || wait.object.clone();
    let mut act = |command| found.push(vec![command]);
    match &wait.kind {
        WaitKind::Unschedulable(_) => {
            for node in sim.world().nodes() {
                let name = &node.metadata.name;
                if node.spec.unschedulable {
                    act(Command::Cordon { node: name.clone(), unschedulable: false });
                }
                reconnect(sim, name).map(&mut act);
            }
            let pod = pod_of(sim, wait);
            let labels = pod.as_ref().map(|pod| &pod.spec.node_selector).filter(|l| !l.is_empty());
            if let (Some(labels), Some(node)) = (labels, sim.world().nodes().next()) {
                let label = |(key, value): (&Text, &Text)| {
                    Command::label_node(
                        node.metadata.name.clone(),
                        key.clone(),
                        Some(value.clone()),
                    )
                };
                found.push(labels.iter().map(label).collect());
            }
            found.push(vec![another_node(sim)]);
        }
        WaitKind::SchedulingGate(_) => {
            act(Command::patch(object(), without(["spec", "schedulingGates"])));
        }
        WaitKind::Restart { container, .. } => {
            let pod = pod_of(sim, wait);
            let found = pod.as_ref().and_then(|pod| container_named(pod, container));
            for check in found.map(ending_checks).unwrap_or_default() {
                act(answer(wait, container, check));
            }
            let scripts = &sim.world().scripts;
            let errors = [
                scripts.create_error(&wait.object.name, container),
                scripts.start_error(&wait.object.name, container),
            ];
            // An empty error says that the container starts.
            if errors.iter().flatten().any(|error| !error.is_empty()) {
                act(starts(wait, container));
            }
            let plan = Some(vec![Run::default()]);
            act(Command::Plan(RuntimeRule { plan, ..rule(wait, container) }));
        }
        WaitKind::PullBackoff { image, .. } | WaitKind::Pulling { image, .. } => {
            let registry = sim.world().scripts.registry(image);
            let registry =
                Registry { error: Text::default(), inspect_error: Text::default(), ..registry };
            act(Command::Registry(image.clone(), registry));
        }
        WaitKind::FailedStart { container, .. } => {
            found.extend(configuration(sim, wait));
            found.push(vec![starts(wait, container)]);
        }
        WaitKind::Volumes(_) => found.extend(configuration(sim, wait)),
        WaitKind::InitContainer(container) => {
            found.extend(services(sim, wait));
            let mut act = |command| found.push(vec![command]);
            let (namespace, pod) = (wait.object.namespace.clone(), wait.object.name.clone());
            let (container, reason) = (container.clone(), Text::default());
            act(Command::Exit { namespace, pod, container, code: 0, reason });
        }
        WaitKind::Startup(probing) => act(answer(wait, &probing.container, Check::Startup)),
        WaitKind::Readiness(probing) => act(answer(wait, &probing.container, Check::Readiness)),
        WaitKind::PostStart(container) => act(answer(wait, container, Check::PostStart)),
        WaitKind::ReadinessGate(gate) => {
            let (reason, message) = (Text::default(), Text::default());
            act(Command::set_condition(
                object(),
                gate.clone(),
                ConditionStatus::True,
                reason,
                message,
            ));
        }
        WaitKind::Finalizers(_) => {
            act(Command::patch(object(), without(["metadata", "finalizers"])));
        }
        WaitKind::NodeUnable { node, network } => {
            let fault = if *network { NodeFault::StartPlugin } else { NodeFault::StartRuntime };
            act(Command::DisturbNode { node: node.clone(), fault });
        }
        WaitKind::NodeGrace { node, .. }
        | WaitKind::NodeLost { node, .. }
        | WaitKind::NodeSilent { node, .. }
        | WaitKind::StillRunsOn(node)
        | WaitKind::Attachment { node, .. } => {
            reconnect(sim, node).map(act);
        }
        WaitKind::NoClass => act(class(&Text::Static("standard"))),
        WaitKind::UnknownClass(name) => act(class(name)),
        WaitKind::Claim(claim) => {
            found.extend(claims(sim, wait));
            let kind = ResourceKind::PersistentVolumeClaim;
            let claim = ObjectRef::new(kind, wait.object.namespace.clone(), claim.clone());
            for other in waits(sim).iter().filter(|other| other.object == claim) {
                of_cause(sim, other, found);
            }
        }
        WaitKind::InUse(pod) => {
            act(Command::delete_pod(wait.object.namespace.clone(), pod.clone(), None));
        }
        WaitKind::Budget { budget, .. } => {
            let namespace = wait.object.namespace.clone();
            let kind = ResourceKind::PodDisruptionBudget;
            act(Command::delete(ObjectRef::new(kind, namespace, budget.clone())));
        }
        WaitKind::Paused => act(Command::RolloutPause { object: object(), paused: false }),
        WaitKind::Asleep(_) => act(Command::RolloutRestart { object: object() }),
        WaitKind::Set { .. } | WaitKind::NewPods { .. } => of_pods(sim, wait, found),
        WaitKind::OldPods(_) | WaitKind::MinReady(_) | WaitKind::Deadline => {
            act(Command::RolloutUndo { object: object(), to_revision: None });
        }
        WaitKind::Drain(_) => {
            let budgets = waits(sim);
            for other in budgets.iter().filter(|w| matches!(w.kind, WaitKind::Budget { .. })) {
                of_cause(sim, other, found);
            }
        }
        WaitKind::Scheduler
        | WaitKind::OtherScheduler(_)
        | WaitKind::ResourceClaim { .. }
        | WaitKind::Notice
        | WaitKind::Sync
        | WaitKind::Look(_)
        | WaitKind::Sidecar(_)
        | WaitKind::Resize(_)
        | WaitKind::PreStop { .. }
        | WaitKind::Grace { .. }
        | WaitKind::LastToStop(_)
        | WaitKind::StillRuns
        | WaitKind::Room(_)
        | WaitKind::NodeReturns(_)
        | WaitKind::NodeDeleted(_)
        | WaitKind::Taint { .. }
        | WaitKind::FirstConsumer
        | WaitKind::Provisioning
        | WaitKind::Controller { .. }
        | WaitKind::Dependents(_) => {}
    }
}

fn container_named<'a>(pod: &'a Pod, name: &Text) -> Option<&'a Container> {
    let mut all = pod.spec.init_containers.iter().chain(&pod.spec.containers);
    all.find(|container| container.name == *name)
}

/// Returns that the container runtime creates and starts a container.
fn starts(wait: &Wait, container: &Text) -> Command {
    let none = Some(Text::default());
    let (create_error, start_error) = (none.clone(), none);
    Command::Plan(RuntimeRule { create_error, start_error, ..rule(wait, container) })
}

/// Returns the probes and hooks of a container whose failure ends it.
fn ending_checks(container: &Container) -> Vec<Check> {
    let hook = container.lifecycle.as_ref().is_some_and(|hooks| hooks.post_start.is_some());
    let probes = [
        (Check::Liveness, container.liveness_probe.is_some()),
        (Check::Startup, container.startup_probe.is_some()),
        (Check::PostStart, hook),
    ];
    probes.into_iter().filter(|(_, is_there)| *is_there).map(|(check, _)| check).collect()
}

/// Returns a rule about a container of the Pod that waits.
fn rule(wait: &Wait, container: &Text) -> RuntimeRule {
    RuntimeRule {
        pod: wait.object.name.clone(),
        container: container.clone(),
        ..RuntimeRule::default()
    }
}

/// Returns the act that lets a probe or hook succeed.
fn answer(wait: &Wait, container: &Text, check: Check) -> Command {
    let answers = vec![(check, Some(Answer::Success))];
    Command::Plan(RuntimeRule { answers, ..rule(wait, container) })
}

/// Returns the act after which a machine answers, if it does not.
fn reconnect(sim: &Sim, node: &Text) -> Option<Command> {
    let fault = match sim.world().connectivity_of(node) {
        Connectivity::CutOff => NodeFault::Reconnect,
        Connectivity::Off => NodeFault::PowerOn,
        Connectivity::Up | Connectivity::Returning | Connectivity::Broken => return None,
    };
    Some(Command::DisturbNode { node: node.clone(), fault })
}

/// Returns the patch that removes a field.
fn without(path: [&'static str; 2]) -> Tree {
    let [outer, inner] = path.map(Text::Static);
    Tree::map([(outer, Tree::map([(inner, Value::Null.into())]))])
}
