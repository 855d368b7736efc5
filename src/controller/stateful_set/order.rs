//! Creation, replacement and scaling down, in order or all at once. Rules S-30 to S-47.
//! Models kubernetes pkg/controller/statefulset/stateful_set_control.go updateStatefulSet.

use super::health::{is_available, is_created, is_healthy, is_running_and_ready, is_terminating};
use super::identity::{self, new_pod};
use super::outlook::{Phase, wait_for, wait_for_claim};
use super::{Request, Sync, Told, Unless, claims, status, update};
use crate::api::pod::Pod;
use crate::api::stateful_set::StatefulSetStatus;
use crate::api::status::PodPhase;
use crate::text::Text;
use std::rc::Rc;

/// Most Pods in one batch of a parallel set. Rule S-31.
const LARGEST_BATCH: usize = 500;

/// Whether the sync goes on after a Pod.
#[derive(Clone, Copy, PartialEq)]
enum Flow {
    GoOn,
    Stop,
}

/// The Pods of a sync: kept ones by slot, condemned ones from the highest ordinal down. An empty slot gets its Pod when
/// it is its turn.
struct Pods {
    kept: Vec<Option<Rc<Pod>>>,
    condemned: Vec<Rc<Pod>>,
    /// Name of the one that may go although it is not healthy. Rules S-43, S-44.
    exempt: Option<Text>,
}

/// The status after the sync, and the one to be stored when a request was refused. Rule S-38.
pub(super) fn run(
    sync: &mut Sync<'_>,
    own: &[Rc<Pod>],
    collisions: i64,
) -> (StatefulSetStatus, Option<StatefulSetStatus>) {
    let recounts = sync.release().has(28);
    let leaving = sync.set.metadata.deletion_timestamp.is_some();
    // What is counted anew afterwards need not be counted before.
    let before = if recounts && !leaving { &[] } else { own };
    let mut first = status::count(sync, before.iter(), collisions);
    if leaving {
        return (first, None);
    }
    let mut pods = sort(sync, own);
    let flow = keep(sync, &mut pods, &mut first);
    let flow = if flow == Flow::GoOn { condemn(sync, &pods, &mut first) } else { flow };
    let mut done = first;
    let mut refused = None;
    if recounts {
        let all = pods.kept.iter().flatten().chain(&pods.condemned);
        done = status::count(sync, all, collisions);
        refused = Some(done.clone());
    }
    if flow == Flow::GoOn && sync.set.spec.is_rolling() {
        sync.unless = Unless::Refused;
        // Whoever gets here has filled all slots.
        let kept: Vec<Rc<Pod>> = pods.kept.into_iter().flatten().collect();
        update::run(sync, &kept, &mut done);
    }
    (done, refused)
}

/// Gives every Pod its place. Rule S-38 step 3.
fn sort(sync: &Sync<'_>, own: &[Rc<Pod>]) -> Pods {
    let spec = &sync.set.spec;
    let (start, count) = (spec.start(), spec.replicas().max(0));
    let mut slots: Vec<Option<Rc<Pod>>> = vec![None; count as usize];
    let mut condemned: Vec<(i64, Rc<Pod>)> = Vec::new();
    for pod in own {
        match identity::ordinal(pod) {
            ordinal if spec.has_ordinal(ordinal) => {
                slots[(ordinal - start) as usize] = Some(Rc::clone(pod));
            }
            ordinal if ordinal >= 0 => condemned.push((ordinal, Rc::clone(pod))),
            _ => {}
        }
    }
    crate::order::order(&mut condemned, |a, b| a.0 > b.0);
    let condemned: Vec<Rc<Pod>> = condemned.into_iter().map(|(_, pod)| pod).collect();
    let exempt = exempt(sync, &slots, &condemned);
    Pods { kept: slots, condemned, exempt }
}

/// The first unhealthy Pod, an empty slot counting as one; only a condemned Pod may make use of it. Rules S-43, S-44.
fn exempt(sync: &Sync<'_>, kept: &[Option<Rc<Pod>>], condemned: &[Rc<Pod>]) -> Option<Text> {
    if condemned.is_empty() {
        return None;
    }
    let is_well = |pod: &Option<Rc<Pod>>| pod.as_ref().is_some_and(|pod| !is_unhealthy(sync, pod));
    if !kept.iter().all(is_well) {
        return None;
    }
    let found = condemned.iter().rev().find(|pod| is_unhealthy(sync, pod));
    found.map(|pod| pod.metadata.name.clone())
}

/// A Pod for a slot, from the revision its ordinal calls for. Rule S-53.
fn build(sync: &Sync<'_>, ordinal: i64) -> Rc<Pod> {
    let spec = &sync.set.spec;
    let old = if !spec.is_rolling() {
        0
    } else if spec.update_strategy.rolling_update.is_some() {
        spec.partition()
    } else {
        sync.set.status.current_replicas
    };
    let revision = if ordinal < spec.start() + old { &sync.current } else { &sync.update };
    Rc::new(new_pod(sync.set, revision, ordinal, sync.release()))
}

/// Whether a Pod holds others up: unhealthy, or in newer releases unavailable.
pub(super) fn is_unhealthy(sync: &Sync<'_>, pod: &Pod) -> bool {
    let available =
        !sync.release().has(31) || is_available(pod, sync.set.spec.min_ready_seconds, sync.now);
    !is_healthy(pod) || !available
}

/// Runs over Pods in order, or in growing batches. Rules S-30, S-31. Models runForAll and slowStartBatch.
fn for_all(
    sync: &mut Sync<'_>,
    count: usize,
    first_batch: &mut u32,
    mut each: impl FnMut(&mut Sync<'_>, usize) -> Flow,
) -> Flow {
    let parallel = sync.set.spec.is_parallel();
    let (mut size, mut left) = (1, 1);
    for index in 0..count {
        if parallel && sync.release().has(28) {
            if left == 0 {
                *first_batch += 1;
                size = (size * 2).min(LARGEST_BATCH);
                left = size;
            }
            left -= 1;
            sync.unless = Unless::RefusedBefore { batch: *first_batch, ordinal: index as i64 };
        }
        if each(sync, index) == Flow::Stop && !parallel {
            return Flow::Stop;
        }
    }
    *first_batch += 1;
    sync.unless = Unless::Refused;
    Flow::GoOn
}

/// Looks after the kept Pods. Rule S-38 step 4.
fn keep(sync: &mut Sync<'_>, pods: &mut Pods, status: &mut StatefulSetStatus) -> Flow {
    let kept = &mut pods.kept;
    let start = sync.set.spec.start();
    for_all(sync, kept.len(), &mut 1, |sync, index| {
        let pod = kept[index].get_or_insert_with(|| build(sync, start + index as i64));
        replica(sync, pod, status)
    })
}

/// Models processReplica.
fn replica(sync: &mut Sync<'_>, pod: &mut Rc<Pod>, status: &mut StatefulSetStatus) -> Flow {
    let phase = pod.status.phase;
    if sync.release().has(31) {
        // Rule S-36.
        if phase.is_some_and(PodPhase::is_terminal) {
            if !is_terminating(pod) {
                sync.ask("S-36", Request::DeletePod(pod.metadata.name.clone()));
            }
            wait_for(sync, Phase::Keep, pod);
            return Flow::Stop;
        }
    } else if phase == Some(PodPhase::Failed) {
        replace_failed(sync, pod, status);
    }
    if !is_created(pod) {
        if claims::is_stale(sync, pod) {
            wait_for_claim(sync, pod, Text::default());
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
        let late = sync.release().has(22) && !is_available(pod, seconds, sync.now);
        if is_terminating(pod) || !is_running_and_ready(pod) || late {
            wait_for(sync, Phase::Keep, pod);
            return Flow::Stop;
        }
    } else if is_terminating(pod) {
        wait_for(sync, Phase::Keep, pod);
    }
    repair(sync, pod);
    Flow::GoOn
}

/// Deletes a failed Pod and makes room for its successor at once. Rule S-35.
fn replace_failed(sync: &mut Sync<'_>, pod: &mut Rc<Pod>, status: &mut StatefulSetStatus) {
    let (metadata, name) = (&sync.set.metadata, &pod.metadata.name);
    let message = format!(
        "StatefulSet {}/{} is recreating failed Pod {name}",
        metadata.namespace, metadata.name
    );
    let (kind, reason) = ("Warning", "RecreatingFailedPod");
    sync.ask("S-35", Request::Tell { kind, reason, message: message.into() });
    sync.ask("S-35", Request::DeletePod(name.clone()));
    if !is_terminating(pod) {
        status::shift(sync, status, pod, -1);
    }
    status.replicas -= 1;
    *pod = build(sync, identity::ordinal(pod));
}

/// Claims first, then the Pod. Rule S-16. Models CreateStatefulPod.
fn create(sync: &mut Sync<'_>, pod: &Rc<Pod>, status: &mut StatefulSetStatus) {
    if let Some(why) = claims::create_missing(sync, pod) {
        wait_for_claim(sync, pod, why.clone());
        let pod = pod.metadata.name.clone();
        sync.ask("S-26", Request::GiveUp { pod, why, told: Told::Yes });
        return;
    }
    let rule = if sync.set.spec.is_parallel() { "S-31" } else { "S-30" };
    sync.ask(rule, Request::CreatePod(Rc::clone(pod)));
    claims::set_owners(sync, pod);
    if !sync.release().has(28) {
        status.replicas += 1;
        status::shift(sync, status, pod, 1);
    }
}

/// Puts identity, storage and the owners of claims right. Rules S-09, S-21. Models UpdateStatefulPod.
fn repair(sync: &mut Sync<'_>, pod: &Rc<Pod>) {
    let (set, release) = (sync.set, sync.release());
    let (identity, storage) =
        (identity::identity_matches(set, pod), claims::storage_matches(set, pod));
    let owners = claims::owners_match(sync, pod);
    if identity && storage && owners {
        return;
    }
    let mut right = (**pod).clone();
    if !identity {
        identity::label(&mut right, identity::ordinal(pod), release);
    }
    if !storage {
        claims::mount(set, &mut right);
        if let Some(why) = claims::create_missing(sync, pod) {
            let pod = pod.metadata.name.clone();
            sync.ask("S-26", Request::GiveUp { pod, why, told: Told::No });
            return;
        }
    }
    if !owners {
        claims::set_owners(sync, pod);
    }
    sync.ask(
        "S-09",
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
    let count = pods.condemned.len();
    for_all(sync, count, &mut batch, |sync, index| {
        claims::set_owners(sync, &pods.condemned[index]);
        Flow::GoOn
    });
    for_all(sync, count, &mut batch, |sync, index| {
        let pod = &pods.condemned[index];
        if is_terminating(pod) {
            wait_for(sync, Phase::ScaleDown, pod);
            return Flow::Stop;
        }
        let seconds = sync.set.spec.min_ready_seconds;
        let late = sync.release().has(22) && !is_available(pod, seconds, sync.now);
        let waits = !is_running_and_ready(pod) || late;
        let exempt = pods.exempt.as_ref() == Some(&pod.metadata.name);
        if waits && !exempt && !sync.set.spec.is_parallel() {
            wait_for(sync, Phase::ScaleDown, pod);
            return Flow::Stop;
        }
        let rule = if sync.set.spec.is_parallel() { "S-42" } else { "S-40" };
        sync.ask(rule, Request::DeletePod(pod.metadata.name.clone()));
        if !sync.release().has(28) {
            status::shift(sync, status, pod, -1);
        }
        Flow::Stop
    })
}
