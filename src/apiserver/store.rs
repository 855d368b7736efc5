//! Writes to API objects: what every write sets, and what a watch and the record see of it.

use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::status::{
    ConditionStatus, ContainerState, ContainerStatus, PodCondition, PodPhase, PodStatus, READY,
};
use crate::change::{Subject, Value};
use crate::controller::work;
use crate::event::SimEvent;
use crate::kubectl::columns;
use crate::recorder::{Involved, Said};
use crate::text::Text;
use crate::time::{SimTime, Timestamp};
use crate::world::{About, PodId, WatchType, Watched, World};
use std::rc::Rc;

/// Milliseconds until a component learns of a write.
const NOTICE: u64 = 10;

/// Stores a new Pod: phase Pending, no conditions, status of its own. Rule P-101.
pub fn create_pod(world: &mut World, mut pod: Pod) -> PodId {
    let id = world.pod_count() as PodId;
    let uid = world.new_uid();
    let version = world.new_version();
    let metadata: &mut ObjectMeta = &mut pod.metadata;
    metadata.uid = uid;
    metadata.creation_timestamp = Some(Timestamp::of(world.now));
    metadata.resource_version = version;
    metadata.deletion_timestamp = None;
    metadata.deletion_grace_period_seconds = None;
    if world.release().has(33) {
        metadata.generation = 1;
    }
    let qos_class = super::admission::qos_class(&pod.spec).into();
    pod.status = PodStatus { phase: Some(PodPhase::Pending), qos_class, ..PodStatus::default() };
    if !pod.spec.scheduling_gates.is_empty() {
        pod.status.conditions.push(PodCondition {
            kind: crate::api::status::POD_SCHEDULED.into(),
            status: ConditionStatus::False,
            reason: "SchedulingGated".into(),
            message: "Scheduling is blocked due to non-empty scheduling gates".into(),
            ..PodCondition::default()
        });
    }
    let bound = !pod.spec.node_name.is_empty();
    let pod = Rc::new(pod);
    world.put_pod(id, Some(Rc::clone(&pod)));
    world.record(About::Pod(id), Subject::Created, Value::None, Value::Flag(true), "P-101");
    let status = Value::Text(columns::pod_status(&pod, world.release()).into());
    world.record(
        About::Pod(id),
        Subject::Phase,
        Value::None,
        phase_value(PodPhase::Pending),
        "P-101",
    );
    world.record(About::Pod(id), Subject::Status, Value::None, status, "P-1202");
    world.show(WatchType::Added, Watched::Pod(Rc::clone(&pod)));
    work::pod_changed(world, id, None, Some(&pod));
    if bound {
        world.plan(NOTICE, SimEvent::PodNoticed { pod: id });
    } else {
        world.plan(NOTICE, SimEvent::SchedulingTried { pod: id, turn: 0 });
    }
    id
}

/// Writes to a Pod. Nothing happens when `write` changes nothing, or the Pod is gone.
pub fn update_pod(world: &mut World, id: PodId, write: impl FnOnce(&mut Pod)) -> bool {
    let Some(old) = world.pod(id).cloned() else { return false };
    let mut new = (*old).clone();
    write(&mut new);
    if !new.spec.is_same(&old.spec) && *new.spec == *old.spec {
        new.spec = old.spec.clone();
    }
    if new == *old {
        return false;
    }
    let version = world.new_version();
    new.metadata.resource_version = version;
    let spec_changed = !new.spec.is_same(&old.spec);
    if spec_changed && old.spec.node_name == new.spec.node_name && world.release().has(33) {
        new.metadata.generation += 1;
    }
    let new = Rc::new(new);
    world.put_pod(id, Some(Rc::clone(&new)));
    record_pod(world, id, &old, &new);
    world.show(WatchType::Modified, Watched::Pod(Rc::clone(&new)));
    crate::controller::endpoints::pod_changed(world, Some(&old), Some(&new));
    work::pod_changed(world, id, Some(&old), Some(&new));
    let deletion = |pod: &Pod| pod.metadata.deletion_timestamp;
    if spec_changed || deletion(&old) != deletion(&new) {
        if !new.spec.node_name.is_empty() {
            world.plan(NOTICE, SimEvent::PodNoticed { pod: id });
        } else if deletion(&new).is_none() {
            world.plan(NOTICE, SimEvent::SchedulingTried { pod: id, turn: 0 });
        }
    }
    if deletion(&new).is_some()
        && new.metadata.deletion_grace_period_seconds == Some(0)
        && new.metadata.finalizers.is_empty()
    {
        remove_pod(world, id);
    }
    true
}

/// Takes a Pod out of the API.
pub fn remove_pod(world: &mut World, id: PodId) {
    let Some(pod) = world.pod(id).cloned() else { return };
    world.record(About::Pod(id), Subject::Removed, Value::Flag(true), Value::None, "P-802");
    world.put_pod(id, None);
    world.show(WatchType::Deleted, Watched::Pod(Rc::clone(&pod)));
    crate::controller::endpoints::pod_changed(world, Some(&pod), None);
    work::pod_changed(world, id, Some(&pod), None);
    if !pod.spec.node_name.is_empty() {
        world.plan(NOTICE, SimEvent::PodNoticed { pod: id });
    }
    crate::scheduler::room_was_made(world);
}

/// Asks for a Pod's deletion; `grace` in seconds as the request gives it. Rules P-801 to P-803.
pub fn delete_pod(world: &mut World, id: PodId, grace: Option<i64>) {
    let Some(pod) = world.pod(id).cloned() else { return };
    let spec_grace = pod.spec.termination_grace_period_seconds.unwrap_or(30);
    let mut seconds = grace.unwrap_or(spec_grace);
    if seconds < 0 {
        seconds = 1;
    }
    if pod.spec.node_name.is_empty() || pod.status.phase().is_terminal() {
        seconds = 0;
    }
    let metadata = &pod.metadata;
    let now = Timestamp::of(world.now);
    let until = Timestamp(now.0 + seconds);
    if let Some(before) = metadata.deletion_timestamp {
        // A second delete may shorten, never lengthen. Rule P-803.
        let shorter = metadata.deletion_grace_period_seconds.is_some_and(|g| seconds < g);
        if shorter {
            update_pod(world, id, |pod| {
                pod.metadata.deletion_timestamp = Some(until.min(before));
                pod.metadata.deletion_grace_period_seconds = Some(seconds);
            });
        }
        return;
    }
    update_pod(world, id, |pod| {
        pod.metadata.deletion_timestamp = Some(until);
        pod.metadata.deletion_grace_period_seconds = Some(seconds);
    });
}

/// The kubelet's last act for a deleted Pod: grace 0, so that the object goes unless finalizers hold it.
/// Rules P-806, P-814.
pub fn finish_deletion(world: &mut World, id: PodId) {
    update_pod(world, id, |pod| {
        if pod.metadata.deletion_grace_period_seconds != Some(0) {
            let grace = pod.metadata.deletion_grace_period_seconds.unwrap_or(0);
            let at = pod.metadata.deletion_timestamp.map(|at| Timestamp(at.0 - grace));
            pod.metadata.deletion_timestamp = at;
            pod.metadata.deletion_grace_period_seconds = Some(0);
        }
    });
}

/// Tells an Event about a Pod.
pub fn tell(world: &mut World, pod: &Pod, said: Said) {
    tell_of(world, &Involved::new("Pod", &pod.metadata), said);
}

/// Tells an Event about an object.
pub fn tell_of(world: &mut World, involved: &Involved<'_>, said: Said) {
    if let Some((index, new)) = world.recorder.tell(involved, said, world.now) {
        let count = world.recorder.events()[index].count;
        let kind = if new { WatchType::Added } else { WatchType::Modified };
        world.show(kind, Watched::Event(index, count));
    }
}

/// Sets `lastTransitionTime` of the conditions: kept while the status is the same. Rule P-209.
pub fn keep_transition_times(conditions: &mut [PodCondition], old: &[PodCondition], now: SimTime) {
    for condition in conditions {
        let before = old.iter().find(|c| c.kind == condition.kind);
        condition.last_transition_time = match before {
            Some(before) if before.status == condition.status => before.last_transition_time,
            _ => Some(Timestamp::of(now)),
        };
    }
}

fn phase_value(phase: PodPhase) -> Value {
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

fn state_rule(state: &ContainerState) -> &'static str {
    match state {
        ContainerState::Unset => "P-301",
        ContainerState::Waiting(waiting) => match waiting.reason.as_str() {
            "CrashLoopBackOff" => "P-408",
            "ErrImagePull" | "ImagePullBackOff" => "P-317",
            "ContainerCreating" | "PodInitializing" => "P-302",
            _ => "P-305",
        },
        ContainerState::Running(_) => "P-308",
        ContainerState::Terminated(_) => "P-309",
    }
}

fn condition_rule(kind: &str) -> &'static str {
    match kind {
        "PodScheduled" => "P-202",
        "PodReadyToStartContainers" => "P-203",
        "Initialized" => "P-204",
        "ContainersReady" => "P-205",
        READY => "P-206",
        "DisruptionTarget" => "P-213",
        _ => "P-215",
    }
}

/// Records every visible difference between two versions of a Pod. The causal order is: container states,
/// readiness, conditions, phase, STATUS.
fn record_pod(world: &mut World, id: PodId, old: &Pod, new: &Pod) {
    let about = || About::Pod(id);
    if old.spec.node_name != new.spec.node_name {
        let node = |pod: &Pod| Value::Text(pod.spec.node_name.clone());
        world.record(about(), Subject::Node, node(old), node(new), "P-904");
    } else if !old.spec.is_same(&new.spec) {
        world.record(about(), Subject::Spec, Value::None, Value::Flag(true), "P-1361");
    }
    if old.metadata.deletion_timestamp != new.metadata.deletion_timestamp {
        let grace = |pod: &Pod| {
            pod.metadata.deletion_grace_period_seconds.map_or(Value::None, Value::Count)
        };
        world.record(about(), Subject::Deletion, grace(old), grace(new), "P-802");
    }
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
            record_container(world, id, was, status);
        }
    }
    for condition in &new.status.conditions {
        let was = old.status.condition(&condition.kind);
        let (before, after) = (condition_value(was), condition_value(Some(condition)));
        if before != after {
            let subject = Subject::Condition(condition.kind.clone());
            world.record(about(), subject, before, after, condition_rule(&condition.kind));
        }
    }
    for condition in &old.status.conditions {
        if new.status.condition(&condition.kind).is_none() {
            let subject = Subject::Condition(condition.kind.clone());
            let before = condition_value(Some(condition));
            world.record(about(), subject, before, Value::None, condition_rule(&condition.kind));
        }
    }
    if old.status.phase() != new.status.phase() {
        let (before, after) = (phase_value(old.status.phase()), phase_value(new.status.phase()));
        world.record(about(), Subject::Phase, before, after, "P-106");
    }
    if old.status.reason != new.status.reason {
        let reason = |pod: &Pod| Value::Text(pod.status.reason.clone());
        world.record(about(), Subject::Reason, reason(old), reason(new), "P-114");
    }
    let release = world.release();
    let (before, after) = (columns::pod_status(old, release), columns::pod_status(new, release));
    if before != after {
        world.record(
            about(),
            Subject::Status,
            Value::Text(before.into()),
            Value::Text(after.into()),
            "P-1202",
        );
    }
}

fn record_container(
    world: &mut World,
    id: PodId,
    was: Option<&ContainerStatus>,
    status: &ContainerStatus,
) {
    let name = || status.name.clone();
    let before = was.map_or(Value::None, |s| state_value(&s.state));
    let after = state_value(&status.state);
    let new_instance = was.is_some_and(|s| s.container_id != status.container_id);
    if before != after || (new_instance && status.state.running().is_some()) {
        let rule = state_rule(&status.state);
        world.record(About::Pod(id), Subject::State(name()), before, after, rule);
    }
    let count = was.map_or(0, |s| s.restart_count);
    if count != status.restart_count {
        let (before, after) = (Value::Count(count), Value::Count(status.restart_count));
        world.record(About::Pod(id), Subject::RestartCount(name()), before, after, "P-312");
    }
    let started = was.and_then(|s| s.started).unwrap_or(false);
    if started != status.started.unwrap_or(false) {
        let (before, after) = (Value::Flag(started), Value::Flag(!started));
        world.record(About::Pod(id), Subject::Started(name()), before, after, "P-313");
    }
    let ready = was.is_some_and(|s| s.ready);
    if ready != status.ready {
        let (before, after) = (Value::Flag(ready), Value::Flag(status.ready));
        world.record(About::Pod(id), Subject::Ready(name()), before, after, "P-314");
    }
}
