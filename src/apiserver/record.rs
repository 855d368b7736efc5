//! The record of what became visible through a write to a Pod, each change with its cause.

use crate::api::pod::Pod;
use crate::api::pod_requests::has_same_resources;
use crate::api::status::{
    ALL_CONTAINERS_RESTARTING, CONTAINERS_READY, ContainerState, ContainerStatus, INITIALIZED,
    PodCondition, READY, RESIZE_IN_PROGRESS, RESIZE_PENDING,
};
use crate::apiserver::columns;
use crate::base::text::Text;
use crate::cluster::change::Cause;
use crate::cluster::fact::{ConditionSource, ConditionValue, Fact, StateSummary};
use crate::cluster::world::{About, PodId, World};
use crate::rules::Rule;

fn state_rule(status: &ContainerStatus, rules: StatusRules<'_>) -> Rule {
    match &status.state {
        ContainerState::Unset => Rule::P301,
        ContainerState::Waiting(_) => {
            let found = rules.states.iter().find(|(name, _)| *name == status.name);
            found.map_or(Rule::P305, |(_, rule)| *rule)
        }
        ContainerState::Running(_) => Rule::P308,
        ContainerState::Terminated(_) => Rule::P309,
    }
}

/// The rules by which a component changes a Pod's status, chosen by that component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatusRules<'a> {
    /// The rule of a change of the phase.
    pub phase: Rule,
    /// Where the condition `Ready` was found out.
    pub ready: ConditionSource,
    /// The rules by which containers wait, by the names of the containers.
    pub states: &'a [(Text, Rule)],
    /// The lengths of the back-offs in which containers are, in milliseconds, by the names of the containers.
    pub back_offs: &'a [(Text, u64)],
}

impl Default for StatusRules<'_> {
    /// Returns the rules of a status that is computed from the containers.
    fn default() -> Self {
        let (states, back_offs) = (&[], &[]);
        StatusRules { phase: Rule::P106, ready: ConditionSource::Object, states, back_offs }
    }
}

fn condition_rule(kind: &str, rules: StatusRules<'_>) -> Rule {
    match kind {
        "PodScheduled" => Rule::P202,
        "PodReadyToStartContainers" => Rule::P203,
        "Initialized" => Rule::P204,
        "ContainersReady" => Rule::P205,
        READY => match rules.ready {
            ConditionSource::Object => Rule::P206,
            ConditionSource::SilentNode => Rule::P1007,
        },
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
pub(crate) fn pod(
    world: &mut World,
    id: PodId,
    old: &Pod,
    new: &Pod,
    rules: StatusRules<'_>,
) -> Cause {
    let about = || About::Pod(id);
    if old.spec.node_name != new.spec.node_name {
        let node = |pod: &Pod| pod.spec.node_name.clone();
        world.record(about(), Fact::Bound { old: node(old), new: node(new) }, Rule::P904);
    } else if !old.spec.is_same(&new.spec) {
        let rule = if has_same_resources(&old.spec, &new.spec) { Rule::P1361 } else { Rule::P214 };
        world.record(about(), Fact::Spec, rule);
    }
    if old.metadata.deletion_timestamp != new.metadata.deletion_timestamp {
        let grace = |pod: &Pod| pod.metadata.deletion_grace_period_seconds;
        world.record(about(), Fact::Deletion { old: grace(old), new: grace(new) }, Rule::P802);
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
    let (before, after) = (old.status.phase(), new.status.phase());
    if before != after {
        world.record(about(), Fact::Phase { old: Some(before), new: after }, rules.phase);
        main = main.or(Some(world.cause));
    }
    if old.status.reason != new.status.reason {
        let reason = |pod: &Pod| pod.status.reason.clone();
        world.record(about(), Fact::Reason { old: reason(old), new: reason(new) }, Rule::P114);
    }
    let release = world.release();
    let (_, before) = columns::status_and_kind(old, release);
    let (kind, after) = columns::status_and_kind(new, release);
    if before != after {
        world.cause = main.or(causes.ready).unwrap_or(world.cause);
        world.record(about(), Fact::Status { old: before, new: after, kind }, Rule::P1202);
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
        if was.is_some_and(|was| was.status == condition.status && was.reason == condition.reason) {
            continue;
        }
        world.cause = match condition.kind.as_str() {
            CONTAINERS_READY => causes.of_readiness(),
            READY => all_ready,
            INITIALIZED => causes.of_state(),
            _ => causes.write,
        };
        record_condition(world, id, &condition.kind, (was, Some(condition)), rules);
        match condition.kind.as_str() {
            CONTAINERS_READY => all_ready = world.cause,
            READY => ready = world.cause,
            _ => {}
        }
    }
    for condition in &old.status.conditions {
        if new.status.condition(&condition.kind).is_none() {
            world.cause = causes.write;
            record_condition(world, id, &condition.kind, (Some(condition), None), rules);
        }
    }
    ready
}

/// Records the change of one condition.
fn record_condition(
    world: &mut World,
    id: PodId,
    kind: &Text,
    (old, new): (Option<&PodCondition>, Option<&PodCondition>),
    rules: StatusRules<'_>,
) {
    let source = if *kind == *READY { rules.ready } else { ConditionSource::Object };
    let (old, new) = (old.map(ConditionValue::from), new.map(ConditionValue::from));
    let fact = Fact::Condition { kind: kind.clone(), old, new, source };
    world.record(About::Pod(id), fact, condition_rule(kind, rules));
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
    let old = was.and_then(|s| StateSummary::of(&s.state));
    let new = StateSummary::of(&status.state);
    let new_instance = was.is_some_and(|s| s.container_id != status.container_id);
    world.cause = causes.write;
    if old != new || (new_instance && status.state.running().is_some()) {
        let rule = state_rule(status, rules);
        let back_off = rules.back_offs.iter().find(|(container, _)| *container == status.name);
        let back_off = back_off.map(|(_, length)| *length);
        world.record(About::Pod(id), Fact::State { container: name(), old, new, back_off }, rule);
        causes.state = Some(world.cause);
    }
    let state = world.cause;
    let count = was.map_or(0, |s| s.restart_count);
    if count != status.restart_count {
        let (old, new) = (count, status.restart_count);
        let fact = Fact::RestartCount { container: name(), old, new };
        world.record(About::Pod(id), fact, Rule::P312);
    }
    world.cause = state;
    let started = was.and_then(|s| s.started).unwrap_or(false);
    if started != status.started.unwrap_or(false) {
        let fact = Fact::Started { container: name(), started: !started };
        world.record(About::Pod(id), fact, Rule::P313);
    }
    // A container that has started can become ready because of that. A container that has ended is not ready because of its state.
    if status.started != Some(true) {
        world.cause = state;
    }
    let ready = was.is_some_and(|s| s.ready);
    if ready != status.ready {
        let fact = Fact::Ready { container: name(), ready: status.ready };
        world.record(About::Pod(id), fact, Rule::P314);
        causes.ready = Some(world.cause);
    }
}
