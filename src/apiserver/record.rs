//! The record of what became visible through a write to a Pod, each change with its cause.

use crate::api::pod::Pod;
use crate::api::pod_requests::has_same_resources;
use crate::api::status::{
    ALL_CONTAINERS_RESTARTING, CONTAINERS_READY, ContainerState, ContainerStatus, INITIALIZED,
    PodCondition, PodPhase, READY, RESIZE_IN_PROGRESS, RESIZE_PENDING,
};
use crate::apiserver::columns;
use crate::base::text::Text;
use crate::cluster::change::{Cause, Subject, Value};
use crate::cluster::world::{About, PodId, World};
use crate::rules::Rule;

pub(super) fn phase_value(phase: PodPhase) -> Value {
    Value::Because(phase.as_str(), Text::default())
}

fn condition_value(condition: Option<&PodCondition>) -> Value {
    condition.map_or(Value::None, |c| Value::Because(c.status.as_str(), c.reason.clone()))
}

fn state_value(state: &ContainerState) -> Value {
    match state {
        ContainerState::Unset => Value::None,
        ContainerState::Waiting(waiting) => Value::Because("waiting", waiting.reason.clone()),
        ContainerState::Running(_) => Value::Because("running", Text::default()),
        ContainerState::Terminated(end) => Value::Because("terminated", end.reason.clone()),
    }
}

fn state_rule(status: &ContainerStatus, rules: StatusRules<'_>) -> Rule {
    match &status.state {
        ContainerState::Unset => Rule::P301,
        ContainerState::Waiting(_) => {
            let said = rules.states.iter().find(|(name, _)| *name == status.name);
            said.map_or(Rule::P305, |(_, rule)| *rule)
        }
        ContainerState::Running(_) => Rule::P308,
        ContainerState::Terminated(_) => Rule::P309,
    }
}

/// The rules by which a component changes a Pod's status, chosen by that component.
#[derive(Clone, Copy, Debug)]
pub struct StatusRules<'a> {
    /// The rule of a change of the phase.
    pub phase: Rule,
    /// The rule of a change of the condition `Ready`.
    pub ready: Rule,
    /// The rules by which containers wait, by the names of the containers.
    pub states: &'a [(Text, Rule)],
}

impl Default for StatusRules<'_> {
    /// Returns the rules of a status that is computed from the containers.
    fn default() -> Self {
        StatusRules { phase: Rule::P106, ready: Rule::P206, states: &[] }
    }
}

fn condition_rule(kind: &str, rules: StatusRules<'_>) -> Rule {
    match kind {
        "PodScheduled" => Rule::P202,
        "PodReadyToStartContainers" => Rule::P203,
        "Initialized" => Rule::P204,
        "ContainersReady" => Rule::P205,
        READY => rules.ready,
        "DisruptionTarget" => Rule::P213,
        ALL_CONTAINERS_RESTARTING => Rule::P416,
        RESIZE_PENDING | RESIZE_IN_PROGRESS => Rule::P214,
        _ => Rule::P215,
    }
}

/// The causes of the changes that follow from one write.
struct Causes {
    /// What led to the write.
    write: Cause,
    /// The last change of a container's state.
    state: Option<Cause>,
    /// The last change of a container's readiness.
    ready: Option<Cause>,
}

impl Causes {
    fn of_state(&self) -> Cause {
        self.state.unwrap_or(self.write)
    }

    fn of_readiness(&self) -> Cause {
        self.ready.or(self.state).unwrap_or(self.write)
    }
}

/// Records every visible difference between two versions of a Pod.
///
/// Changes of container states come first. They lead to changes of readiness and of the phase, readiness leads to
/// changes of the conditions, and all of them to changes of STATUS. Afterwards the Pod's readiness is the world's
/// cause, which its endpoints need. Returns the cause for everything else.
pub fn pod(world: &mut World, id: PodId, old: &Pod, new: &Pod, rules: StatusRules<'_>) -> Cause {
    let about = || About::Pod(id);
    if old.spec.node_name != new.spec.node_name {
        let node = |pod: &Pod| Value::Text(pod.spec.node_name.clone());
        world.record(about(), Subject::Node, node(old), node(new), Rule::P904);
    } else if !old.spec.is_same(&new.spec) {
        let rule = if has_same_resources(&old.spec, &new.spec) { Rule::P1361 } else { Rule::P214 };
        world.record(about(), Subject::Spec, Value::None, Value::Flag(true), rule);
    }
    if old.metadata.deletion_timestamp != new.metadata.deletion_timestamp {
        let grace = |pod: &Pod| {
            pod.metadata.deletion_grace_period_seconds.map_or(Value::None, Value::Count)
        };
        world.record(about(), Subject::Deletion, grace(old), grace(new), Rule::P802);
    }
    let mut causes = Causes { write: world.cause, state: None, ready: None };
    let lists = [
        (old.status.init_containers(), new.status.init_containers()),
        (old.status.containers(), new.status.containers()),
        (
            &old.status.ephemeral_container_statuses[..],
            &new.status.ephemeral_container_statuses[..],
        ),
    ];
    for (before, after) in lists {
        for status in after {
            let was = before.iter().find(|s| s.name == status.name);
            record_container(world, id, was, status, rules, &mut causes);
        }
    }
    let ready = record_conditions(world, id, old, new, &causes, rules);
    world.cause = causes.of_state();
    let mut main = causes.state;
    if old.status.phase() != new.status.phase() {
        let (before, after) = (phase_value(old.status.phase()), phase_value(new.status.phase()));
        world.record(about(), Subject::Phase, before, after, rules.phase);
        main = main.or(Some(world.cause));
    }
    if old.status.reason != new.status.reason {
        let reason = |pod: &Pod| Value::Text(pod.status.reason.clone());
        world.record(about(), Subject::Reason, reason(old), reason(new), Rule::P114);
    }
    let release = world.release();
    let (kind_before, before) = columns::status_and_kind(old, release);
    let (kind_after, after) = columns::status_and_kind(new, release);
    if before != after {
        let (before, after) =
            (Value::Status(kind_before, before), Value::Status(kind_after, after));
        world.cause = main.or(causes.ready).unwrap_or(world.cause);
        world.record(about(), Subject::Status, before, after, Rule::P1202);
    }
    world.cause = ready;
    causes.of_state()
}

/// Records the changes of the conditions. Returns the cause of what follows from the Pod's readiness.
fn record_conditions(
    world: &mut World,
    id: PodId,
    old: &Pod,
    new: &Pod,
    causes: &Causes,
    rules: StatusRules<'_>,
) -> Cause {
    let mut all_ready = causes.of_readiness();
    let mut ready = all_ready;
    // Ready follows from ContainersReady, whatever the order of the list.
    let is_ready = |c: &&PodCondition| c.kind == READY;
    let others = new.status.conditions.iter().filter(|c| !is_ready(c));
    for condition in others.chain(new.status.conditions.iter().filter(is_ready)) {
        let was = old.status.condition(&condition.kind);
        let (before, after) = (condition_value(was), condition_value(Some(condition)));
        if before == after {
            continue;
        }
        world.cause = match condition.kind.as_str() {
            CONTAINERS_READY => causes.of_readiness(),
            READY => all_ready,
            INITIALIZED => causes.of_state(),
            _ => causes.write,
        };
        let subject = Subject::Condition(condition.kind.clone());
        let rule = condition_rule(&condition.kind, rules);
        world.record(About::Pod(id), subject, before, after, rule);
        match condition.kind.as_str() {
            CONTAINERS_READY => all_ready = world.cause,
            READY => ready = world.cause,
            _ => {}
        }
    }
    for condition in &old.status.conditions {
        if new.status.condition(&condition.kind).is_none() {
            world.cause = causes.write;
            let subject = Subject::Condition(condition.kind.clone());
            let before = condition_value(Some(condition));
            let rule = condition_rule(&condition.kind, rules);
            world.record(About::Pod(id), subject, before, Value::None, rule);
        }
    }
    ready
}

fn record_container(
    world: &mut World,
    id: PodId,
    was: Option<&ContainerStatus>,
    status: &ContainerStatus,
    rules: StatusRules<'_>,
    causes: &mut Causes,
) {
    let name = || status.name.clone();
    let before = was.map_or(Value::None, |s| state_value(&s.state));
    let after = state_value(&status.state);
    let new_instance = was.is_some_and(|s| s.container_id != status.container_id);
    world.cause = causes.write;
    if before != after || (new_instance && status.state.running().is_some()) {
        let rule = state_rule(status, rules);
        world.record(About::Pod(id), Subject::State(name()), before, after, rule);
        causes.state = Some(world.cause);
    }
    let state = world.cause;
    let count = was.map_or(0, |s| s.restart_count);
    if count != status.restart_count {
        let (before, after) = (Value::Count(count), Value::Count(status.restart_count));
        world.record(About::Pod(id), Subject::RestartCount(name()), before, after, Rule::P312);
    }
    world.cause = state;
    let started = was.and_then(|s| s.started).unwrap_or(false);
    if started != status.started.unwrap_or(false) {
        let (before, after) = (Value::Flag(started), Value::Flag(!started));
        world.record(About::Pod(id), Subject::Started(name()), before, after, Rule::P313);
    }
    // A container that has started can become ready because of that. A container that has ended is not ready because of its state.
    if status.started != Some(true) {
        world.cause = state;
    }
    let ready = was.is_some_and(|s| s.ready);
    if ready != status.ready {
        let (before, after) = (Value::Flag(ready), Value::Flag(status.ready));
        world.record(About::Pod(id), Subject::Ready(name()), before, after, Rule::P314);
        causes.ready = Some(world.cause);
    }
}
