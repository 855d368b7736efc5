//! Writes to Pods: what every write sets, and what a watch and the record see of it.

use super::budgets;
use super::namespaces;
use super::record::{self, PodPart, WriteRules};
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::status::{ConditionStatus, PodCondition, PodPhase, PodStatus};
use crate::apiserver::columns;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::fact::Fact;
use crate::cluster::recorder::{Involved, NewEvent};
use crate::cluster::store_event::{Stored, Write};
use crate::cluster::world::{About, PodId, WatchType, Watched, World};
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// Stores a new Pod with phase Pending and no conditions, whatever status its manifest has. Rules P-101, M-1.
pub(crate) fn create_pod(world: &mut World, pod: Pod) -> PodId {
    let id = world.pod_count() as PodId;
    put_new_pod(world, id, pod, Rule::P101);
    id
}

/// Stores a new Pod by a rule. No Pod has this number now.
pub(crate) fn put_new_pod(world: &mut World, id: PodId, mut pod: Pod, rule: Rule) {
    let uid = world.new_uid();
    let version = world.new_version();
    let metadata: &mut ObjectMeta = &mut pod.metadata;
    metadata.uid = uid;
    metadata.creation_timestamp = Some(Timestamp::of(world.now));
    metadata.resource_version = version;
    metadata.deletion_timestamp = None;
    metadata.deletion_grace_period_seconds = None;
    if world.release().has(Feature::PodGeneration) {
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
    let pod = Rc::new(pod);
    world.put_pod(id, Some(Rc::clone(&pod)));
    world.record(About::Pod(id), Fact::Created, rule);
    let created = world.cause;
    let word = columns::pod_word(&pod, world.release());
    let status = Fact::Status { old: Text::default(), new: word.status, kind: word.kind };
    let phase = Fact::Phase { old: None, new: PodPhase::Pending };
    world.record(About::Pod(id), phase, Rule::P101);
    world.record(About::Pod(id), status, Rule::P1202);
    world.show(WatchType::Added, Watched::Pod(Rc::clone(&pod)));
    world.cause = created;
    world.stored(Stored::Pod { id, write: Write::Added(pod), readiness: created });
    budgets::review(world);
}

/// Writes to a Pod by these rules. Nothing happens when `write` changes nothing, or the Pod is gone.
pub(crate) fn update_pod(
    world: &mut World,
    id: PodId,
    rules: WriteRules<'_>,
    write: impl FnOnce(&mut Pod),
) -> bool {
    let Some(old) = world.pod(id).cloned() else { return false };
    let mut new = (*old).clone();
    write(&mut new);
    put_pod(world, id, &old, new, rules)
}

/// Writes a status that is made from the present one, by these rules. Nothing happens when it is the same, or the Pod is gone.
pub(crate) fn update_status(
    world: &mut World,
    id: PodId,
    rules: WriteRules<'_>,
    merge: impl FnOnce(&PodStatus) -> PodStatus,
) -> bool {
    let Some(old) = world.pod(id).cloned() else { return false };
    let (metadata, spec) = (old.metadata.clone(), old.spec.clone());
    let new = Pod { metadata, spec, status: merge(&old.status) };
    put_pod(world, id, &old, new, rules)
}

/// Stores a new version of a Pod, with the steps that all writes share.
fn put_pod(
    world: &mut World,
    id: PodId,
    old: &Rc<Pod>,
    mut new: Pod,
    rules: WriteRules<'_>,
) -> bool {
    if !new.spec.is_same(&old.spec) && *new.spec == *old.spec {
        new.spec = old.spec.clone();
    }
    if new == **old {
        return false;
    }
    let version = world.new_version();
    new.metadata.resource_version = version;
    let spec_changed = !new.spec.is_same(&old.spec);
    if spec_changed
        && old.spec.node_name == new.spec.node_name
        && world.release().has(Feature::PodGeneration)
    {
        new.metadata.generation += 1;
    }
    let new = Rc::new(new);
    world.put_pod(id, Some(Rc::clone(&new)));
    let after = record::pod(world, id, old, &new, rules);
    world.show(WatchType::Modified, Watched::Pod(Rc::clone(&new)));
    let readiness = std::mem::replace(&mut world.cause, after);
    let write = Write::Modified { old: Rc::clone(old), new: Rc::clone(&new) };
    world.stored(Stored::Pod { id, write, readiness });
    budgets::review(world);
    if new.metadata.deletion_timestamp.is_some()
        && new.metadata.deletion_grace_period_seconds == Some(0)
        && new.metadata.finalizers.is_empty()
    {
        remove_pod(world, id);
    }
    true
}

/// Removes a Pod from the API.
pub(crate) fn remove_pod(world: &mut World, id: PodId) {
    let Some(pod) = world.pod(id).cloned() else { return };
    world.record(About::Pod(id), Fact::Removed, Rule::P802);
    world.put_pod(id, None);
    world.show(WatchType::Deleted, Watched::Pod(Rc::clone(&pod)));
    let readiness = world.cause;
    world.stored(Stored::Pod { id, write: Write::Deleted(pod), readiness });
    budgets::review(world);
}

/// Marks a Pod as being deleted. `grace` is the grace period of the request in seconds.
/// Rules P-801 to P-803, P-812, M-2.
pub(crate) fn delete_pod(world: &mut World, id: PodId, grace: Option<i64>) {
    let Some(pod) = world.pod(id).cloned() else { return };
    let spec_grace = pod.spec.termination_grace_period_seconds.unwrap_or(30);
    let mut seconds = grace.unwrap_or(spec_grace);
    if seconds < 0 {
        seconds = 1;
    }
    let metadata = &pod.metadata;
    if metadata.deletion_timestamp.is_none()
        && (pod.spec.node_name.is_empty() || pod.status.phase().is_terminal())
    {
        seconds = 0;
    }
    let now = Timestamp::of(world.now);
    let until = Timestamp(now.0 + seconds);
    let rule = |_: PodPart<'_>| Rule::P802;
    let rules = WriteRules::new(&rule);
    if let Some(before) = metadata.deletion_timestamp {
        // A second deletion may shorten the grace period but not lengthen it. Without a grace period it does nothing. Rule P-803.
        let shorter =
            grace.is_some() && metadata.deletion_grace_period_seconds.is_some_and(|g| seconds < g);
        if shorter {
            update_pod(world, id, rules, |pod| {
                pod.metadata.deletion_timestamp = Some(until.min(before));
                pod.metadata.deletion_grace_period_seconds = Some(seconds);
            });
        }
        return;
    }
    update_pod(world, id, rules, |pod| {
        pod.metadata.deletion_timestamp = Some(until);
        pod.metadata.deletion_grace_period_seconds = Some(seconds);
    });
}

/// Finishes the deletion of a Pod, the kubelet's last request for it: with a grace period of 0 the object is removed
/// unless finalizers hold it. Rules P-806, P-814, S-91, G-08.
pub(crate) fn finish_deletion(world: &mut World, id: PodId) {
    update_pod(world, id, WriteRules::new(&|_| Rule::P802), |pod| {
        if pod.metadata.deletion_grace_period_seconds != Some(0) {
            let grace = pod.metadata.deletion_grace_period_seconds.unwrap_or(0);
            let at = pod.metadata.deletion_timestamp.map(|at| Timestamp(at.0 - grace));
            pod.metadata.deletion_timestamp = at;
            pod.metadata.deletion_grace_period_seconds = Some(0);
        }
    });
}

/// Records an Event about a Pod.
pub(crate) fn record_pod_event(world: &mut World, pod: &Pod, event: NewEvent) {
    record_event(world, &Involved::new("Pod", &pod.metadata), event);
}

/// Records an Event about an object. A namespace that is being deleted takes none.
pub(crate) fn record_event(world: &mut World, involved: &Involved<'_>, event: NewEvent) {
    if namespaces::is_leaving(world, involved.namespace()) {
        return;
    }
    if let Some((index, new)) = world.recorder.record_event(involved, event, world.now) {
        world.recorder.lead(index, world.cause);
        let recorded = &world.recorder.events()[index];
        let (count, message) = (recorded.count, recorded.message.clone());
        let kind = if new { WatchType::Added } else { WatchType::Modified };
        world.show(kind, Watched::Event { index, count, message });
    }
}

/// Sets `lastTransitionTime` of the conditions. The time stays while the status stays. Rule P-209.
pub(crate) fn keep_transition_times(
    conditions: &mut [PodCondition],
    old: &[PodCondition],
    now: SimTime,
) {
    for condition in conditions {
        let before = old.iter().find(|c| c.kind == condition.kind);
        condition.last_transition_time = match before {
            Some(before) if before.status == condition.status => before.last_transition_time,
            _ => Some(Timestamp::of(now)),
        };
    }
}
