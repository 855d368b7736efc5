//! Creation, replacement and scaling down, in order or all at once. Rules S-30 to S-47, S-53, S-57.
//! Models kubernetes pkg/controller/statefulset/stateful_set_control.go updateStatefulSet.

use super::health::{is_available, is_created, is_running_and_ready, is_terminating, is_unhealthy};
use super::held_back::HeldBack;
use super::identity::{self, new_pod};
use super::settled::{self, slots};
use super::view::{RecordEvent, Request, Slot, Sync, SyncStage, Unless};
use super::waits::{wait_for, wait_for_claim};
use super::{claims, status, update};
use crate::api::core::EventType;
use crate::api::pod::Pod;
use crate::api::stateful_set::{StatefulSetStatus, ordinal, revision_of};
use crate::api::status::PodPhase;
use crate::base::text::Text;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// The most Pods in one batch of a parallel set. Rule S-31.
const LARGEST_BATCH: i64 = 500;

/// Whether the sync continues after a Pod.
#[derive(Clone, Copy, PartialEq)]
enum Flow {
    GoOn,
    Stop,
}

/// The Pods of a sync: the slots that it looks at, and the condemned Pods by descending ordinal.
///
/// An empty slot gets a new Pod when the sync comes to it.
struct Pods {
    kept: Vec<Slot>,
    condemned: Vec<Slot>,
    /// The name of the Pod that may be deleted although it is not healthy. Rules S-43, S-44.
    exempt: Option<Text>,
}

/// Runs the sync. Returns the status after it, and the status to store when a request was refused. Rule S-38.
pub(super) fn run(
    sync: &mut Sync<'_>,
    own: &[Rc<Pod>],
    collisions: i64,
) -> (StatefulSetStatus, Option<StatefulSetStatus>) {
    let recounts = sync.release().has(Feature::StatefulSetRecountsStatus);
    let leaving = sync.set.metadata.deletion_timestamp.is_some();
    let mut first = status::empty(sync, collisions);
    // A status that is counted again afterwards need not be counted before.
    if !recounts || leaving {
        status::count(sync, &mut first, own.iter());
    }
    if leaving {
        return (first, None);
    }
    let mut pods = sort(sync, own);
    let flow = keep(sync, &mut pods, &mut first);
    let flow = if flow == Flow::GoOn { condemn(sync, &pods, &mut first) } else { flow };
    let mut done = first;
    let mut refused = None;
    if recounts {
        done = status::empty(sync, collisions);
        let all = pods.kept.iter().chain(&pods.condemned).filter_map(|(_, pod)| pod.as_ref());
        status::count(sync, &mut done, all);
        refused = Some(done.clone());
    }
    if flow == Flow::GoOn && sync.set.spec.is_rolling() {
        sync.unless = Unless::Refused;
        // All slots have Pods now.
        let kept = pods.kept.into_iter().filter_map(|(ordinal, pod)| Some((ordinal, pod?)));
        update::run(sync, &kept.collect::<Vec<_>>(), &mut done);
    }
    (done, refused)
}

/// Divides the Pods into those that are kept and those that are condemned. Rule S-38 step 3.
fn sort(sync: &Sync<'_>, own: &[Rc<Pod>]) -> Pods {
    let (set, settled) = (sync.set, &sync.view.settled);
    let kept = slots(sync.view, set, own);
    let mut condemned: Vec<Slot> = Vec::new();
    for pod in own {
        let ordinal = ordinal(pod);
        if ordinal >= 0 && !set.spec.has_ordinal(ordinal) {
            condemned.push((ordinal, Some(Rc::clone(pod))));
        }
    }
    // In order, only the Pod with the highest ordinal may be deleted.
    let most = if set.spec.is_parallel() { usize::MAX } else { 1 };
    let (first, end) = (set.spec.start(), set.spec.start() + set.spec.replicas().max(0));
    let outside = settled.downwards(end, i64::MAX, None).chain(settled.downwards(0, first, None));
    condemned.extend(outside.take(most).map(|ordinal| (ordinal, None)));
    condemned.sort_by_key(|condemned| std::cmp::Reverse(condemned.0));
    let exempt = exempt(sync, &kept, &condemned);
    Pods { kept, condemned, exempt }
}

/// Returns the condemned Pod that may be deleted although it is unhealthy: the one with the lowest ordinal, when no
/// slot is empty or has an unhealthy Pod. Rules S-43, S-44.
fn exempt(sync: &Sync<'_>, kept: &[Slot], condemned: &[Slot]) -> Option<Text> {
    if condemned.is_empty() {
        return None;
    }
    let is_well = |(_, pod): &Slot| pod.as_ref().is_some_and(|pod| !is_unhealthy(sync, pod));
    if !kept.iter().all(is_well) {
        return None;
    }
    let mut lowest_first = condemned.iter().rev().filter_map(|(_, pod)| pod.as_ref());
    let found = lowest_first.find(|pod| is_unhealthy(sync, pod));
    found.map(|pod| pod.metadata.name.clone())
}

/// Returns a new Pod for a slot, from the revision for its ordinal. Rule S-53.
fn build(sync: &Sync<'_>, ordinal: i64) -> Rc<Pod> {
    let spec = &sync.set.spec;
    let old = if !spec.is_rolling() {
        0
    } else if spec.update_strategy.rolling_update.is_some() {
        spec.partition()
    } else {
        sync.set.status.current_replicas
    };
    let revision = if ordinal < spec.first_above(old) { &sync.current } else { &sync.update };
    Rc::new(new_pod(sync.set, revision, ordinal, sync.release()))
}

/// Calls `each` for Pods in order, or in growing batches. Rules S-30, S-31. Models runForAll and slowStartBatch.
///
/// `numbers` are the positions of these Pods among `count` Pods. The settled Pods are left out.
fn for_all(
    sync: &mut Sync<'_>,
    numbers: &[i64],
    count: i64,
    first_batch: &mut u32,
    mut each: impl FnMut(&mut Sync<'_>, usize) -> Flow,
) -> Flow {
    let parallel = sync.set.spec.is_parallel();
    let batches = parallel && sync.release().has(Feature::StatefulSetParallelBatches);
    let (mut size, mut end) = (1, 1);
    let mut batch_of = |number: i64| {
        while number >= end {
            *first_batch += 1;
            size = (size * 2).min(LARGEST_BATCH);
            end += size;
        }
        *first_batch
    };
    for (index, number) in numbers.iter().enumerate() {
        if batches {
            let batch = batch_of(*number);
            sync.unless = Unless::RefusedBefore { batch, ordinal: *number };
        }
        if each(sync, index) == Flow::Stop && !parallel {
            return Flow::Stop;
        }
    }
    if batches {
        batch_of(count - 1);
    }
    *first_batch += 1;
    sync.unless = Unless::Refused;
    Flow::GoOn
}

/// Handles the kept Pods. Rule S-38 step 4.
fn keep(sync: &mut Sync<'_>, pods: &mut Pods, status: &mut StatefulSetStatus) -> Flow {
    let kept = &mut pods.kept;
    let (start, count) = (sync.set.spec.start(), sync.set.spec.replicas().max(0));
    let numbers: Vec<i64> = kept.iter().map(|(ordinal, _)| ordinal - start).collect();
    let held_back = HeldBack::of(sync, kept, &pods.condemned);
    for_all(sync, &numbers, count, &mut 1, |sync, index| {
        let (ordinal, pod) = &mut kept[index];
        let pod = pod.get_or_insert_with(|| build(sync, *ordinal));
        replica(sync, pod, &held_back, status)
    })
}

/// Handles one kept Pod. Models processReplica.
fn replica(
    sync: &mut Sync<'_>,
    pod: &mut Rc<Pod>,
    held_back: &HeldBack,
    status: &mut StatefulSetStatus,
) -> Flow {
    let phase = pod.status.phase;
    if sync.release().has(Feature::StatefulSetReplacesEndedPods) {
        // Deletes a Pod that has ended. Rule S-36.
        if phase.is_some_and(PodPhase::is_terminal) {
            if !is_terminating(pod) {
                sync.ask(Rule::S36, Request::DeletePod(pod.metadata.name.clone()));
            }
            wait_for(sync, SyncStage::Keep, Rule::S36, pod);
            return Flow::Stop;
        }
    } else if phase == Some(PodPhase::Failed) {
        replace_failed(sync, pod, status);
    }
    if !is_created(pod) {
        if claims::is_stale(sync, pod) {
            wait_for_claim(sync, Rule::S25, pod, Text::default());
            return Flow::Stop;
        }
        create(sync, pod, status);
        return Flow::Stop;
    }
    if pod.status.phase == Some(PodPhase::Pending) {
        claims::complete(sync, pod);
    }
    if !sync.set.spec.is_parallel() {
        let seconds = sync.set.spec.min_ready_seconds;
        let late = sync.release().has(Feature::StatefulSetMinReadySeconds)
            && !is_available(pod, seconds, sync.now);
        if is_terminating(pod) || !is_running_and_ready(pod) || late {
            wait_for(sync, SyncStage::Keep, held_back.rule(sync, pod), pod);
            return Flow::Stop;
        }
    } else if is_terminating(pod) {
        wait_for(sync, SyncStage::Keep, held_back.rule(sync, pod), pod);
    }
    repair(sync, pod);
    Flow::GoOn
}

/// Deletes a failed Pod, and puts a new Pod into its slot at once. Rule S-35.
fn replace_failed(sync: &mut Sync<'_>, pod: &mut Rc<Pod>, status: &mut StatefulSetStatus) {
    let (metadata, name) = (&sync.set.metadata, &pod.metadata.name);
    let message = format!(
        "StatefulSet {}/{} is recreating failed Pod {name}",
        metadata.namespace, metadata.name
    );
    let (kind, reason) = (EventType::Warning, "RecreatingFailedPod");
    sync.ask(Rule::S35, Request::RecordEvent { kind, reason, message: message.into() });
    sync.ask(Rule::S35, Request::DeletePod(name.clone()));
    if !is_terminating(pod) {
        status::shift(sync, status, revision_of(pod), -1);
    }
    status.replicas -= 1;
    *pod = build(sync, ordinal(pod));
}

/// Asks for the claims of a Pod, and then for the Pod. Rule S-16. Models CreateStatefulPod.
fn create(sync: &mut Sync<'_>, pod: &Rc<Pod>, status: &mut StatefulSetStatus) {
    if let Some(why) = claims::create_missing(sync, pod) {
        wait_for_claim(sync, Rule::S26, pod, why.clone());
        let pod = pod.metadata.name.clone();
        sync.ask(Rule::S26, Request::GiveUp { pod, why, event: RecordEvent::Yes });
        return;
    }
    sync.ask(rule_of_new(sync, pod), Request::CreatePod(Rc::clone(pod)));
    claims::set_owners(sync, pod);
    if !sync.release().has(Feature::StatefulSetRecountsStatus) {
        status.replicas += 1;
        status::shift(sync, status, revision_of(pod), 1);
    }
}

/// Returns the rule that the creation of a Pod shows: what keeps its revision old in an update, or else the order.
fn rule_of_new(sync: &Sync<'_>, pod: &Pod) -> Rule {
    let spec = &sync.set.spec;
    if revision_of(pod) != sync.update.metadata.name.as_str() {
        if spec.update_strategy.rolling_update.is_some() { Rule::S57 } else { Rule::S53 }
    } else if spec.is_parallel() {
        Rule::S31
    } else {
        Rule::S30
    }
}

/// Corrects the identity, the storage and the owners of the claims of a Pod. Rules S-09, S-21.
/// Models UpdateStatefulPod.
fn repair(sync: &mut Sync<'_>, pod: &Rc<Pod>) {
    let (set, release) = (sync.set, sync.release());
    let (identity, storage) =
        (identity::identity_matches(set, pod), claims::storage_matches(set, pod));
    let owners = claims::owners_match(sync.view, set, pod);
    if identity && storage && owners {
        return;
    }
    let mut right = (**pod).clone();
    if !identity {
        identity::label(&mut right, ordinal(pod), release);
    }
    if !storage {
        claims::mount(set, &mut right);
        if let Some(why) = claims::create_missing(sync, pod) {
            let pod = pod.metadata.name.clone();
            sync.ask(Rule::S26, Request::GiveUp { pod, why, event: RecordEvent::No });
            return;
        }
    }
    if !owners {
        claims::set_owners(sync, pod);
    }
    sync.ask(
        Rule::S09,
        Request::UpdatePod {
            name: pod.metadata.name.clone(),
            labels: right.metadata.labels.clone(),
            volumes: right.spec.volumes.clone(),
        },
    );
}

/// Deletes Pods outside the range. Rules S-40 to S-47. Models processCondemned.
fn condemn(sync: &mut Sync<'_>, pods: &Pods, status: &mut StatefulSetStatus) -> Flow {
    let mut batch = 1 << 16;
    let numbers: Vec<i64> = (0..pods.condemned.len() as i64).collect();
    let count = numbers.len() as i64;
    for_all(sync, &numbers, count, &mut batch, |sync, index| {
        if let (_, Some(pod)) = &pods.condemned[index] {
            claims::set_owners(sync, pod);
        }
        Flow::GoOn
    });
    for_all(sync, &numbers, count, &mut batch, |sync, index| {
        let (ordinal, pod) = &pods.condemned[index];
        let name = settled::name(sync.set, *ordinal, pod.as_ref());
        if let Some(pod) = pod {
            if is_terminating(pod) {
                wait_for(sync, SyncStage::ScaleDown, scale_down_rule(sync), pod);
                return Flow::Stop;
            }
            let seconds = sync.set.spec.min_ready_seconds;
            let late = sync.release().has(Feature::StatefulSetMinReadySeconds)
                && !is_available(pod, seconds, sync.now);
            let waits = !is_running_and_ready(pod) || late;
            let exempt = pods.exempt.as_ref() == Some(&name);
            if waits && !exempt && !sync.set.spec.is_parallel() {
                wait_for(sync, SyncStage::ScaleDown, Rule::S44, pod);
                return Flow::Stop;
            }
        }
        sync.ask(scale_down_rule(sync), Request::DeletePod(name));
        if !sync.release().has(Feature::StatefulSetRecountsStatus) {
            let revision = match pod {
                Some(pod) => revision_of(pod),
                None => sync.view.settled.revision(*ordinal),
            };
            status::shift(sync, status, revision, -1);
        }
        Flow::Stop
    })
}

/// Returns the rule by which Pods outside the range are deleted.
fn scale_down_rule(sync: &Sync<'_>) -> Rule {
    if sync.set.spec.is_parallel() { Rule::S42 } else { Rule::S40 }
}
