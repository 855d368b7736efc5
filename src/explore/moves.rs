//! The steps of a search: what a learner may do in a state, and letting time pass.

use crate::api::container::Container;
use crate::api::pod::Pod;
use crate::change::Change;
use crate::command::Command;
use crate::kubelet::runtime::InstanceState;
use crate::manifest::node::Node;
use crate::plan::{Answer, Check, Registry, Rule};
use crate::sim::Sim;
use crate::text::Text;
use crate::time::SimTime;

/// Milliseconds without a visible change after which a state counts as quiet: longer than any back-off.
const QUIET: u64 = 900_000;
/// Most visible changes that are waited for until it is quiet: a crash loop never is.
const MOST_CHANGES: usize = 200;
/// Most events of one step.
const MOST_EVENTS: u64 = 20_000;
/// Most Pods a search scales a set to.
const MOST_REPLICAS: i64 = 5;

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// Someone acts.
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
}

impl Default for Toggles {
    /// All of them.
    fn default() -> Self {
        let (exits, probes, images, deletes, force, sets) = (true, true, true, true, true, true);
        Toggles { exits, probes, images, deletes, force, sets }
    }
}

/// The steps that can be taken from a state: time first, then acts, object by object.
pub(super) fn from(sim: &Sim, toggles: Toggles) -> Vec<Move> {
    let mut acts = Vec::new();
    let world = sim.world();
    for (id, pod) in world.pods() {
        let worker = sim.worker(id);
        if toggles.exits {
            let running = worker.map_or(&[][..], |worker| &worker.runtime.instances);
            for instance in running.iter().filter(|i| i.state == InstanceState::Running) {
                for (code, reason) in [(0, ""), (1, ""), (137, "OOMKilled")] {
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
        let delete = |grace_period_seconds| Command::DeletePod {
            namespace: namespace.clone(),
            name: name.clone(),
            grace_period_seconds,
        };
        if toggles.deletes && pod.metadata.deletion_timestamp.is_none() {
            acts.push(delete(None));
            acts.push(Command::EvictPod { namespace: namespace.clone(), name: name.clone() });
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
    let acts = acts.into_iter().map(|command| Move::Act(Box::new(command)));
    [Move::UntilChange, Move::UntilQuiet].into_iter().chain(acts).collect()
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
        let now = sim.world().plans.answer(&pod.metadata.name, &container.name, *check);
        for answer in [Answer::Failure, Answer::Success] {
            if now != Some(answer) {
                acts.push(Command::Plan(Rule {
                    pod: pod.metadata.name.clone(),
                    container: container.name.clone(),
                    answers: vec![(*check, Some(answer))],
                    ..Rule::default()
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
        let registry = sim.world().plans.registry(image);
        let error = if registry.error.is_empty() { "not found" } else { "" };
        let registry = Registry { error: error.into(), delay: registry.delay };
        acts.push(Command::Registry(image.clone(), registry));
    }
}

fn sets(sim: &Sim, acts: &mut Vec<Command>) {
    for (_, set) in sim.world().workloads.sets.iter() {
        if set.metadata.deletion_timestamp.is_some() {
            continue;
        }
        let names = || (set.metadata.namespace.clone(), set.metadata.name.clone());
        let now = set.spec.replicas();
        let around = [now + 1, now - 1].into_iter();
        for replicas in around.filter(|count| (0..=MOST_REPLICAS).contains(count)) {
            let (namespace, name) = names();
            acts.push(Command::ScaleStatefulSet { namespace, name, replicas });
        }
        let (namespace, name) = names();
        acts.push(Command::RestartStatefulSet { namespace, name });
        if set.spec.is_rolling() {
            for partition in [0, 1, now].into_iter().filter(|p| *p != set.spec.partition()) {
                let (namespace, name) = names();
                acts.push(Command::PatchStatefulSet {
                    namespace,
                    name,
                    patch: partitioned(partition),
                });
            }
        }
    }
}

/// The patch that sets a partition.
fn partitioned(partition: i64) -> Node {
    let mut patch = Node::int(partition);
    for field in ["partition", "rollingUpdate", "updateStrategy", "spec"] {
        patch = Node::map([(Text::Static(field), patch)]);
    }
    patch
}

/// Sees what changed; gives whether that was what was looked for.
type Watch<'a> = &'a mut dyn FnMut(&Sim, &[Change]) -> bool;

/// Takes a step and everything else of the moment it ends in. Stops as soon as `watch` found what it looks for. Gives
/// whether the step could be taken.
pub(super) fn make(sim: &mut Sim, step: &Move, watch: Watch<'_>) -> bool {
    match step {
        Move::Act(command) => {
            if sim.apply((**command).clone()).is_err() {
                return false;
            }
            let changes = sim.take_changes();
            if !watch(sim, &changes) {
                finish_moment(sim, watch);
            }
            true
        }
        Move::UntilChange => next_change(sim, QUIET, watch) == Passed::Changed,
        Move::UntilQuiet => {
            let mut ahead = sim.clone();
            let mut has_changed = false;
            for _ in 0..MOST_CHANGES {
                let mut is_found = false;
                let mut seen = |sim: &Sim, changes: &[Change]| {
                    is_found |= watch(sim, changes);
                    is_found
                };
                let passed = next_change(&mut ahead, QUIET, &mut seen);
                if passed == Passed::Quietly {
                    break;
                }
                has_changed = true;
                *sim = ahead.clone();
                if is_found {
                    break;
                }
            }
            has_changed
        }
    }
}

/// How a stretch of time passed.
#[derive(Clone, Copy, PartialEq)]
enum Passed {
    /// Something visible changed.
    Changed,
    /// Nothing did.
    Quietly,
}

/// Lets events happen up to the next visible change, and the rest of its moment.
fn next_change(sim: &mut Sim, span: u64, watch: Watch<'_>) -> Passed {
    let until = sim.now() + span;
    for _ in 0..MOST_EVENTS {
        if sim.next_event_time().is_none_or(|next| next > until) {
            return Passed::Quietly;
        }
        sim.step();
        sim.take_watch();
        let changes = sim.take_changes();
        let is_found = !changes.is_empty() && watch(sim, &changes);
        if is_found {
            return Passed::Changed;
        }
        if changes.iter().any(Change::is_news) {
            finish_moment(sim, watch);
            return Passed::Changed;
        }
    }
    Passed::Quietly
}

fn finish_moment(sim: &mut Sim, watch: Watch<'_>) {
    let now: SimTime = sim.now();
    for _ in 0..MOST_EVENTS {
        sim.take_watch();
        if sim.next_event_time().is_none_or(|next| next > now) {
            return;
        }
        sim.step();
        let changes = sim.take_changes();
        if !changes.is_empty() && watch(sim, &changes) {
            return;
        }
    }
}
