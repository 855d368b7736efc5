//! The record of what became visible through a write to a Pod, each change with its cause.

use crate::api::pod::Pod;
use crate::api::status::{CONTAINERS_READY, ContainerStatus, INITIALIZED, PodCondition, READY};
use crate::apiserver::columns;
use crate::base::text::Text;
use crate::cluster::cause::Cause;
use crate::cluster::fact::{ConditionSource, ConditionValue, Fact, StateSummary};
use crate::cluster::world::{About, PodId, World};
use crate::rules::Rule;

/// A part of a Pod that a write changes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PodPart<'a> {
    /// The node that it is bound to.
    Node,
    /// The rest of the spec.
    Spec,
    /// When it is to be gone.
    Deletion,
    /// The state of a container.
    State(&'a ContainerStatus),
    /// How often a container was restarted.
    RestartCount,
    /// Whether a container has started.
    Started,
    /// Whether a container is ready.
    Ready,
    /// The condition of this type.
    Condition(&'a str),
    /// The phase.
    Phase,
    /// The reason of the whole status.
    Reason,
}

/// The rules by which a component writes to a Pod. The component names them.
#[derive(Clone, Copy)]
pub(crate) struct WriteRules<'a> {
    /// Returns the rule of a change.
    pub rule: &'a dyn Fn(PodPart<'_>) -> Rule,
    /// Where the condition `Ready` was found out.
    pub ready: ConditionSource,
    /// The lengths of the back-offs in which containers are, in milliseconds, by the names of the containers.
    pub back_offs: &'a [(Text, u64)],
}

impl<'a> WriteRules<'a> {
    /// Returns rules under which the condition `Ready` is found out from the Pod itself.
    pub(crate) fn new(rule: &'a dyn Fn(PodPart<'_>) -> Rule) -> Self {
        WriteRules { rule, ready: ConditionSource::Object, back_offs: &[] }
    }
}

/// The causes of the changes that follow from one write.
struct Causes<'a> {
    /// What led to the write.
    write: Cause,
    /// The changes of containers' states, by the names of the containers.
    states: Vec<(&'a str, Cause)>,
    /// The last change of a container's readiness.
    ready: Option<Cause>,
}

impl Causes<'_> {
    /// Returns the last change of a container's state.
    fn last_state(&self) -> Option<Cause> {
        self.states.last().map(|(_, cause)| *cause)
    }

    fn of_state(&self) -> Cause {
        self.last_state().unwrap_or(self.write)
    }

    fn of_readiness(&self) -> Cause {
        self.ready.or(self.last_state()).unwrap_or(self.write)
    }

    /// Returns the change of the state of that container.
    fn of_container(&self, name: &str) -> Option<Cause> {
        self.states.iter().find(|(known, _)| *known == name).map(|(_, cause)| *cause)
    }
}

/// Records every visible difference between two versions of a Pod.
///
/// Changes of container states come first. They lead to changes of readiness and of the phase. Readiness leads to
/// changes of the conditions. The container whose state STATUS tells leads to a change of STATUS; where it tells none, the
/// last of these changes does. Afterwards the Pod's readiness is the world's
/// cause, which its endpoints need. Returns the cause for everything else.
pub(crate) fn pod(
    world: &mut World,
    id: PodId,
    old: &Pod,
    new: &Pod,
    rules: WriteRules<'_>,
) -> Cause {
    let about = || About::Pod(id);
    let rule = rules.rule;
    if old.spec.node_name != new.spec.node_name {
        let node = |pod: &Pod| pod.spec.node_name.clone();
        let fact = Fact::Bound { old: node(old), new: node(new) };
        world.record(about(), fact, rule(PodPart::Node));
    } else if !old.spec.is_same(&new.spec) {
        world.record(about(), Fact::Spec, rule(PodPart::Spec));
    }
    if old.metadata.deletion_timestamp != new.metadata.deletion_timestamp {
        let grace = |pod: &Pod| pod.metadata.deletion_grace_period_seconds;
        let fact = Fact::Deletion { old: grace(old), new: grace(new) };
        world.record(about(), fact, rule(PodPart::Deletion));
    }
    let mut causes = Causes { write: world.cause, states: Vec::new(), ready: None };
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
    let mut main = causes.last_state();
    let (before, after) = (old.status.phase(), new.status.phase());
    if before != after {
        world.record(about(), Fact::Phase { old: Some(before), new: after }, rule(PodPart::Phase));
        main = main.or(Some(world.cause));
    }
    if old.status.reason != new.status.reason {
        let reason = |pod: &Pod| pod.status.reason.clone();
        let fact = Fact::Reason { old: reason(old), new: reason(new) };
        world.record(about(), fact, rule(PodPart::Reason));
    }
    let release = world.release();
    let (before, after) = (columns::pod_word(old, release), columns::pod_word(new, release));
    if before.status != after.status {
        let told = after.container.and_then(|name| causes.of_container(name));
        world.cause = told.or(main).or(causes.ready).unwrap_or(world.cause);
        let fact = Fact::Status { old: before.status, new: after.status, kind: after.kind };
        world.record(about(), fact, Rule::P1202);
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
    causes: &Causes<'_>,
    rules: WriteRules<'_>,
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
    rules: WriteRules<'_>,
) {
    let source = if *kind == *READY { rules.ready } else { ConditionSource::Object };
    let (old, new) = (old.map(ConditionValue::from), new.map(ConditionValue::from));
    let fact = Fact::Condition { kind: kind.clone(), old, new, source };
    world.record(About::Pod(id), fact, (rules.rule)(PodPart::Condition(kind)));
}

fn record_container<'a>(
    world: &mut World,
    id: PodId,
    was: Option<&ContainerStatus>,
    status: &'a ContainerStatus,
    rules: WriteRules<'_>,
    causes: &mut Causes<'a>,
) {
    let name = || status.name.clone();
    let rule = rules.rule;
    let old = was.and_then(|s| StateSummary::of(&s.state));
    let new = StateSummary::of(&status.state);
    let new_instance = was.is_some_and(|s| s.container_id != status.container_id);
    world.cause = causes.write;
    if old != new || (new_instance && status.state.running().is_some()) {
        let back_off = rules.back_offs.iter().find(|(container, _)| *container == status.name);
        let back_off = back_off.map(|(_, length)| *length);
        let fact = Fact::State { container: name(), old, new, back_off };
        world.record(About::Pod(id), fact, rule(PodPart::State(status)));
        causes.states.push((&status.name, world.cause));
    }
    let state = world.cause;
    let count = was.map_or(0, |s| s.restart_count);
    if count != status.restart_count {
        let (old, new) = (count, status.restart_count);
        let fact = Fact::RestartCount { container: name(), old, new };
        world.record(About::Pod(id), fact, rule(PodPart::RestartCount));
    }
    world.cause = state;
    let started = was.and_then(|s| s.started).unwrap_or(false);
    if started != status.started.unwrap_or(false) {
        let fact = Fact::Started { container: name(), started: !started };
        world.record(About::Pod(id), fact, rule(PodPart::Started));
    }
    // A container that has started can become ready because of that. A container that has ended is not ready because of its state.
    if status.started != Some(true) {
        world.cause = state;
    }
    let ready = was.is_some_and(|s| s.ready);
    if ready != status.ready {
        let fact = Fact::Ready { container: name(), ready: status.ready };
        world.record(About::Pod(id), fact, rule(PodPart::Ready));
        causes.ready = Some(world.cause);
    }
}
