//! The scheduler, as far as a small cluster needs it: which nodes fit, which one it chooses, and why none fits.
//! Section 9 of the rule book.

pub(crate) mod affinity;
mod fit;
mod misfit;
mod preemption;
pub(crate) mod resource_claims;
mod score;
mod spread;
mod volume_binding;
mod words;

use crate::api::KeptObject;
use crate::api::core::{EventType, Node};
use crate::api::node::status_of;
use crate::api::persistent_volume_claim::{ClaimPhase, PersistentVolumeClaim};
use crate::api::pod::{Pod, PodSpec};
use crate::api::pod_requests::requests;
use crate::api::reason::UNSCHEDULABLE;
use crate::api::status::{ConditionStatus, POD_SCHEDULED, PodCondition, READY};
use crate::apiserver::defaults::SCHEDULER;
use crate::apiserver::record::WriteRules;
use crate::apiserver::{binding, store};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::event::SimEvent;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::refusal::Refusal;
use crate::cluster::store_event::{NOTICE, StoreEvent, Stored, Write};
use crate::cluster::volume_match::SELECTED_NODE;
use crate::cluster::world::{NodeId, PodId, World};
use crate::rules::{Feature, Rule};
use fit::{misfits, untolerated};
use preemption::{Preemption, preempt, push_out};
use std::collections::BTreeMap;
use std::rc::Rc;
use words::{claim_words, class_words, misfit_words, words};

/// Milliseconds until the scheduler tries a Pod again that fits nowhere, even if nothing has changed. Rule K-31.
const UNSCHEDULABLE_FLUSH: u64 = 300_000;
/// Milliseconds after which older schedulers try such a Pod again, at the next of their checks, two of which come in that time.
const EARLIER_FLUSH: u64 = 60_000;
/// Milliseconds of the first wait after an attempt that failed; it doubles up to ten seconds. Rule K-31.
const BACKOFF: u64 = 1000;

/// Milliseconds until the scheduler tries a Pod again that has preempted others. Rule K-31.
const AFTER_PREEMPTION: u64 = 1500;

/// Tries to place a Pod. Rules P-901 to P-904.
pub(crate) fn try_pod(world: &mut World, id: PodId, token: u32) {
    let Some(pod) = world.pod(id).cloned() else { return };
    let gated = !pod.spec.scheduling_gates.is_empty();
    let deleted = pod.metadata.deletion_timestamp.is_some();
    if !pod.spec.node_name.is_empty() || gated || deleted || pod.status.phase().is_terminal() {
        return;
    }
    if !is_responsible(&pod) || resource_claims::missing(world, &pod).is_some() {
        return;
    }
    let nodes: Vec<Rc<Node>> = world.nodes().cloned().collect();
    if let Some(blocked) = volume_binding::blocked(world, &pod) {
        let refusal = claim_words(&blocked, &pod, nodes.len(), world.release());
        return unschedulable(world, id, &pod, refusal, Text::default());
    }
    let no_class = resource_claims::blocked(world, &pod)
        .and_then(|none| class_words(&none, &pod, nodes.len(), world.release()));
    if let Some(refusal) = no_class {
        return unschedulable(world, id, &pod, refusal, Text::default());
    }
    let mut fitting: Vec<&Rc<Node>> = Vec::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for node in &nodes {
        let misfits = misfits(world, &pod, node, &[]);
        if misfits.is_empty() {
            fitting.push(node);
        }
        let release = world.release();
        for reason in misfits.iter().flat_map(|misfit| misfit_words(misfit, release)) {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    if let Some(node) = score::best(world, &pod, &fitting) {
        let name = node.metadata.name.clone();
        if volume_binding::are_bound(world, &pod, &name) {
            bind(world, id, &name);
        }
        return;
    }
    let release = world.release();
    let preemption = preempt(world, &pod, &nodes);
    let refusal = words(&reasons, &pod, nodes.len(), &preemption, release);
    let nominated = match &preemption {
        Preemption::Victims(node, _) => node.clone(),
        Preemption::NotEligible => pod.status.nominated_node_name.clone(),
        Preemption::NoHelp | Preemption::NoVictims(_) | Preemption::Never => Text::default(),
    };
    if let Preemption::Victims(node, victims) = &preemption {
        push_out(world, &pod, node, victims);
    }
    unschedulable(world, id, &pod, refusal, nominated);
    let waits_for_victims = matches!(preemption, Preemption::Victims(..));
    let retry = if waits_for_victims { AFTER_PREEMPTION } else { flush(world) };
    plan_attempts(world, &[id], retry, token + 1);
}

/// Returns how many milliseconds a Pod that fits nowhere waits for another attempt if nothing changes. Rule K-31.
/// Models kubernetes pkg/scheduler/backend/queue/scheduling_queue.go flushUnschedulablePodsLeftover.
fn flush(world: &World) -> u64 {
    if world.release().has(Feature::UnschedulableForFiveMinutes) {
        return UNSCHEDULABLE_FLUSH;
    }
    let check = EARLIER_FLUSH / 2;
    let after = world.now.0 + EARLIER_FLUSH;
    (after / check + 1) * check - world.now.0
}

/// Returns whether this scheduler places the Pod, which may name another one. Rule P-909.
/// Models kubernetes pkg/scheduler/eventhandlers.go responsibleForPod.
pub(crate) fn is_responsible(pod: &Pod) -> bool {
    pod.spec.scheduler_name.is_empty() || pod.spec.scheduler_name == SCHEDULER
}

/// Plans an attempt to place each of these Pods. A Pod has at most one planned attempt, because it is in the
/// scheduler's queue only once. The earlier attempt stays. Rule K-31.
fn plan_attempts(world: &mut World, pods: &[PodId], wait: u64, token: u32) {
    let at = world.now + wait;
    let mut planned: Vec<PodId> = Vec::new();
    world.queue.drop_by_time(|time, event| {
        if let SimEvent::SchedulingTried { pod, .. } = event
            && pods.contains(&pod)
        {
            if time <= at {
                planned.push(pod);
            }
            time > at
        } else {
            false
        }
    });
    for pod in pods {
        if !planned.contains(pod) {
            world.schedule(wait, SimEvent::SchedulingTried { pod: *pod, token });
        }
    }
}

/// Reports why a Pod cannot be placed. Rule P-902.
fn unschedulable(world: &mut World, id: PodId, pod: &Pod, refusal: Refusal, nominated: Text) {
    let condition = PodCondition {
        kind: POD_SCHEDULED.into(),
        status: ConditionStatus::False,
        reason: UNSCHEDULABLE.into(),
        message: refusal.message.clone(),
        ..PodCondition::default()
    };
    let event = NewEvent {
        kind: EventType::Warning,
        reason: "FailedScheduling".into(),
        message: refusal.message.clone(),
        part: Part::Whole,
        from: "default-scheduler",
    };
    world.put_refusal(id, refusal);
    store::record_pod_event(world, pod, event);
    set_scheduled(world, id, condition, nominated);
}

/// Returns how many milliseconds a Pod that failed once waits after a change that may help it. Rule K-31.
fn wait_after_change(world: &mut World) -> u64 {
    if world.release().has(Feature::SchedulerRetriesAfterEvents) {
        BACKOFF + world.random_offset(BACKOFF)
    } else {
        2 * BACKOFF + 500
    }
}

fn bind(world: &mut World, id: PodId, node: &Text) {
    let Some(pod) = world.pod(id).cloned() else { return };
    let message =
        format!("Successfully assigned {}/{} to {node}", pod.metadata.namespace, pod.metadata.name);
    let event = NewEvent {
        kind: EventType::Normal,
        reason: "Scheduled".into(),
        message: message.into(),
        part: Part::Whole,
        from: "default-scheduler",
    };
    // The server refuses the binding when another scheduler has bound the Pod meanwhile. The Pod stays there.
    if binding::bind(world, id, node).is_err() {
        return;
    }
    store::record_pod_event(world, &pod, event);
    let asks_plugins = world.release().has(Feature::SchedulerQueueingHints);
    try_waiting(world, |world, other| {
        affinity::waits_for(world, other, &pod) || (asks_plugins && spread::is_about(other, &pod))
    });
}

fn set_scheduled(world: &mut World, id: PodId, condition: PodCondition, nominated: Text) {
    let now = world.now;
    store::update_pod(world, id, WriteRules::new(&|_| Rule::P202), |pod| {
        let mut conditions = vec![condition];
        store::keep_transition_times(&mut conditions, &pod.status.conditions, now);
        for condition in conditions {
            pod.status.put_condition(condition);
        }
        pod.status.nominated_node_name = nominated;
    });
}

/// Plans an attempt to place a Pod that has no node. Tries waiting Pods again when a Pod has ended, is gone or requests
/// less, or when a node may fit more Pods. Rule K-31.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { id, write, .. } = &event.object {
        pod_written(world, *id, write);
    } else if let Stored::Node(id, write) = &event.object {
        node_written(world, *id, write);
    } else if let Some((_, Write::Modified { old, new })) =
        event.object.of::<PersistentVolumeClaim>()
    {
        claim_written(world, old, new);
    } else if let Some((_, write)) = event.object.of::<KeptObject>()
        && write.after().is_some_and(|object| resource_claims::concerns(object))
    {
        try_with_resource_claims(world);
    }
}

/// Tries to place the Pods with resource claims, because one of these claims, or what they are allocated from, has changed. Rule P-910.
fn try_with_resource_claims(world: &mut World) {
    let has_claims = |pod: &Pod| {
        pod.spec.resource_claims.0.is_some() && pod.metadata.deletion_timestamp.is_none()
    };
    let pods = world.pods_on("").filter(|(_, pod)| has_claims(pod));
    let waiting: Vec<PodId> = pods.map(|(id, _)| id).collect();
    plan_attempts(world, &waiting, NOTICE, 0);
}

/// Tries to place the Pods that mount a claim if it has become bound. Rule V-10.
fn claim_written(world: &mut World, old: &PersistentVolumeClaim, claim: &PersistentVolumeClaim) {
    let is_bound = |claim: &PersistentVolumeClaim| claim.status.phase == Some(ClaimPhase::Bound);
    if is_bound(old) || !is_bound(claim) {
        return;
    }
    let metadata = &claim.metadata;
    let waiting: Vec<PodId> = world.objects.users(&metadata.namespace, &metadata.name).collect();
    let is_deferred = metadata.annotations.contains_key(SELECTED_NODE);
    for pod in waiting {
        let wait = if is_deferred { 0 } else { wait_after_change(world) };
        plan_attempts(world, &[pod], wait, 0);
    }
}

/// Tries the waiting Pods again that may fit on a node after it was created or changed. Rule K-31.
/// Models kubernetes pkg/scheduler/eventhandlers.go nodeSchedulingPropertiesChange, and preCheckForNode, which 1.20 does not have.
fn node_written(world: &mut World, id: NodeId, write: &Write<Node>) {
    let conditions = |node: &Node| -> Vec<(Text, ConditionStatus)> {
        node.status.conditions.iter().map(|c| (c.kind.clone(), c.status)).collect()
    };
    let may_fit = match write {
        Write::Added(_) => true,
        Write::Modified { old, new } => {
            let is_ready = status_of(new, READY) == ConditionStatus::True;
            old.metadata.labels != new.metadata.labels
                || old.status.allocatable != new.status.allocatable
                || (old.spec.unschedulable && !new.spec.unschedulable)
                || old.spec.taints != new.spec.taints
                || (is_ready && conditions(old) != conditions(new))
        }
        Write::Deleted(_) => false,
    };
    // Reads the node from the store, because it may have changed again after this write.
    let Some(node) = world.node(id).filter(|_| may_fit).cloned() else { return };
    let is_checked = world.release().has(Feature::SchedulerRetriesAfterEvents);
    try_waiting(world, |_, pod| !is_checked || untolerated(pod, &node).is_none());
}

fn pod_written(world: &mut World, id: PodId, write: &Write<Pod>) {
    let is_bound = |pod: &Pod| !pod.spec.node_name.is_empty();
    match write {
        Write::Added(pod) => {
            if !is_bound(pod) {
                world.schedule(NOTICE, SimEvent::SchedulingTried { pod: id, token: 0 });
            }
        }
        Write::Modified { old, new } => {
            let is_over = |pod: &Pod| pod.status.phase().is_terminal();
            let leaves = new.metadata.deletion_timestamp.is_some();
            let stays = !leaves || !new.metadata.finalizers.is_empty();
            if is_over(new) && !is_over(old) && is_bound(new) && stays {
                // The scheduler treats a Pod that has ended as gone. A Pod that is being deleted is gone in a moment
                // unless finalizers hold it, and recorded schedulers placed no Pod before that.
                requeue_unschedulable(world);
            }
            let has_other_spec = !new.spec.is_same(&old.spec);
            if has_other_spec && is_bound(old) && asks_for_less(&old.spec, &new.spec) {
                requeue_unschedulable(world);
            }
            let has_other_labels = new.metadata.labels != old.metadata.labels;
            let may_fit = has_other_spec || (has_other_labels && labels_matter(world, new));
            if may_fit && !is_bound(new) && !leaves {
                plan_attempts(world, &[id], NOTICE, 0);
            }
            if has_other_labels && is_bound(new) && !is_over(new) {
                labels_changed(world, old, new);
            }
        }
        Write::Deleted(_) => requeue_unschedulable(world),
    }
}

/// Returns whether a waiting Pod may fit on other nodes with other labels. Older schedulers do not ask.
fn labels_matter(world: &World, pod: &Pod) -> bool {
    !world.release().has(Feature::SchedulerQueueingHints)
        || affinity::has_terms(pod)
        || !pod.spec.topology_spread_constraints.is_empty()
}

/// Tries the waiting Pods again that the labels of a placed Pod concern. Rule K-31.
/// Models kubernetes pkg/scheduler/eventhandlers.go updatePodInCache.
fn labels_changed(world: &mut World, old: &Pod, new: &Pod) {
    let asks_plugins = world.release().has(Feature::SchedulerQueueingHints);
    try_waiting(world, |world, pod| {
        if asks_plugins {
            affinity::is_freed(world, pod, old, new) || spread::is_freed(pod, old, new)
        } else {
            affinity::waits_for(world, pod, new)
        }
    });
}

/// Returns whether a Pod requests less of some resource than before.
fn asks_for_less(old: &PodSpec, new: &PodSpec) -> bool {
    let now = requests(new);
    let is_less =
        |(resource, milli): (&Text, &i128)| now.get(resource).copied().unwrap_or(0) < *milli;
    requests(old).iter().any(is_less)
}

/// Tries all waiting Pods again soon. Rule K-31.
fn requeue_unschedulable(world: &mut World) {
    try_waiting(world, |_, _| true);
}

/// Tries again soon those waiting Pods that a change concerns. Rule K-31.
fn try_waiting(world: &mut World, is_concerned: impl Fn(&World, &Pod) -> bool) {
    let waits = |world: &World, pod: &Pod| {
        pod.metadata.deletion_timestamp.is_none()
            && pod.status.condition(POD_SCHEDULED).is_some_and(|c| c.reason == UNSCHEDULABLE)
            && is_concerned(world, pod)
    };
    let waiting: Vec<PodId> = world
        .pods_on("")
        .filter(|(id, pod)| waits(world, pod) && !is_in_backoff(world, *id))
        .map(|(id, _)| id)
        .collect();
    // Before 1.22 Pods wait until their back-off ends, and the scheduler checks that only every few seconds.
    let wait = if world.release().has(Feature::SchedulerRetriesAfterEvents) {
        0
    } else {
        2 * BACKOFF + 500
    };
    if !waiting.is_empty() {
        plan_attempts(world, &waiting, wait, 0);
    }
}

/// Returns whether a Pod has preempted others so recently that it still waits for its back-off, even if they are already gone.
fn is_in_backoff(world: &World, id: PodId) -> bool {
    let is_retry =
        |event| matches!(event, SimEvent::SchedulingTried { pod, token } if pod == id && token > 0);
    let retry = world.queue.time_of(is_retry);
    let tried_ago = |retry: SimTime| (world.now.0 + AFTER_PREEMPTION).saturating_sub(retry.0);
    let is_soon = |retry: &SimTime| *retry <= world.now + AFTER_PREEMPTION;
    retry.filter(is_soon).is_some_and(|retry| tried_ago(retry) < BACKOFF)
}
