//! What a set waits for, and what its controller will do next.
//!
//! The code of a sync notes a wait in each place where it stops, so the waits are the controller's own. The next act is
//! what a sync would ask for if the Pods that it waits for were as it needs them.

use super::health::{is_running_and_ready, is_terminating};
use super::{Request, Sync, View, sync};
use crate::api::pod::Pod;
use crate::api::stateful_set::{StatefulSet, ordinal};
use crate::api::status::{ConditionStatus, PodCondition, PodPhase, READY};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use std::rc::Rc;

/// A stage of a sync. Rule S-38.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncStage {
    /// The sync creates and keeps the Pods that the set should have.
    Keep,
    /// The sync deletes the Pods that the set should no longer have.
    ScaleDown,
    /// The sync replaces Pods of old revisions.
    Update,
}

/// What a sync needs from the Pod that it waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// The Pod must be gone from the API. Rules S-34, S-40.
    Gone,
    /// The Pod must be Running and Ready. Rule S-30.
    Ready,
    /// The Pod must have been Ready for `minReadySeconds`, which it is from this moment on. Rule S-33.
    Available(SimTime),
    /// The Pod cannot be created because of its claims, for the reason in the text. The text is empty for a claim that
    /// still belongs to an older Pod. Rules S-25, S-26.
    Claim(Text),
}

/// Something a sync waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The stage of the sync that waits.
    pub stage: SyncStage,
    /// The name of the Pod that it waits for.
    pub pod: Text,
    /// The ordinal of that Pod.
    pub ordinal: i64,
    /// What it needs from the Pod.
    pub need: Need,
}

/// An act of the controller on a Pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It creates the Pod.
    Create,
    /// It deletes the Pod, because the set should have fewer Pods, or because the Pod has ended.
    Delete,
    /// It deletes the Pod, so that it is created again with the newest revision.
    Replace,
}

/// What a set waits for, and what the controller does next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// What a sync at this moment would wait for.
    pub waits: Vec<Wait>,
    /// What the syncs after this one wait for, if this one creates a Pod and the set keeps an order. Rule S-30.
    pub barrier: Option<Wait>,
    /// The next act of a sync and its Pod, after the Pods in these waits are as the sync needs them.
    pub next: Option<(Action, Text, Vec<Wait>)>,
}

/// Notes that the sync waits for a Pod.
pub(super) fn wait_for(sync: &mut Sync<'_>, stage: SyncStage, pod: &Pod) {
    let need = if is_terminating(pod) || pod.status.phase.is_some_and(PodPhase::is_terminal) {
        Need::Gone
    } else if is_running_and_ready(pod) {
        let since = pod.status.condition(READY).and_then(|ready| ready.last_transition_time);
        let since = since.map_or(0, |at| at.0 - Timestamp::EPOCH.0);
        // A Pod is available when it has been Ready for longer than this number of seconds.
        let second = (since + sync.set.spec.min_ready_seconds).max(0) as u64;
        Need::Available(SimTime(second * 1000 + 1))
    } else {
        Need::Ready
    };
    note(sync, stage, pod, need);
}

/// Notes that the sync waits because of a Pod's claims.
pub(super) fn wait_for_claim(sync: &mut Sync<'_>, pod: &Pod, why: Text) {
    note(sync, SyncStage::Keep, pod, Need::Claim(why));
}

fn note(sync: &mut Sync<'_>, stage: SyncStage, pod: &Pod, need: Need) {
    let (pod, ordinal) = (pod.metadata.name.clone(), ordinal(pod));
    sync.waits.push(Wait { stage, pod, ordinal, need });
}

/// Returns what a sync at this moment would wait for, and what it does next.
pub(crate) fn outlook(view: &View, set: &StatefulSet, now: SimTime) -> Outlook {
    /// The most Pods that may have to change before the next act.
    const FARTHEST: usize = 8;
    /// The same number for large sets, so that the search stays cheap.
    const FARTHEST_OF_MANY: usize = 2;
    let farthest = if set.spec.replicas() > 50 { FARTHEST_OF_MANY } else { FARTHEST };
    let first = sync(view, set, now);
    let waits = first.waits.clone();
    let barrier = first.steps.iter().find_map(|step| barrier(set, &step.request));
    let mut steps = first.steps;
    let mut blocking = first.waits;
    let mut future = view.clone();
    let mut after = Vec::new();
    loop {
        if let Some((action, pod)) = steps.iter().find_map(|step| action(&step.request)) {
            return Outlook { waits, barrier, next: Some((action, pod, after)) };
        }
        let Some(wait) = blocking.into_iter().next() else { break };
        if after.len() == farthest || !come_true(&mut future, &wait) {
            break;
        }
        after.push(wait);
        let next = sync(&future, set, now);
        (steps, blocking) = (next.steps, next.waits);
    }
    Outlook { waits, barrier, next: None }
}

/// Returns what an ordered set waits for after a request: the Pod that it creates must become Ready. Rule S-30.
fn barrier(set: &StatefulSet, request: &Request) -> Option<Wait> {
    let mut created = None;
    if let Request::CreatePod(pod) = request {
        created = Some(pod);
    }
    let pod = created.filter(|_| !set.spec.is_parallel())?;
    let (ordinal, pod) = (ordinal(pod), pod.metadata.name.clone());
    Some(Wait { stage: SyncStage::Keep, pod, ordinal, need: Need::Ready })
}

fn action(request: &Request) -> Option<(Action, Text)> {
    match request {
        Request::CreatePod(pod) => Some((Action::Create, pod.metadata.name.clone())),
        Request::ReplacePod(name) => Some((Action::Replace, name.clone())),
        Request::DeletePod(name) => Some((Action::Delete, name.clone())),
        Request::AdoptRevision(_)
        | Request::AdoptPod(_)
        | Request::ReleasePod(_)
        | Request::CreateRevision(_)
        | Request::RenumberRevision { .. }
        | Request::CreateClaim { .. }
        | Request::SetClaimOwners { .. }
        | Request::UpdatePod { .. }
        | Request::GiveUp { .. }
        | Request::RecordEvent { .. }
        | Request::UpdateStatus { .. }
        | Request::DeleteRevision(_)
        | Request::RequeueAfter(_) => None,
    }
}

/// Changes a Pod in the view so that it is as a sync needs it. Returns whether that was possible.
fn come_true(view: &mut View, wait: &Wait) -> bool {
    let Some(index) = view.pods.iter().position(|pod| pod.metadata.name == wait.pod) else {
        return false;
    };
    match wait.need {
        Need::Gone => {
            view.pods.remove(index);
        }
        Need::Ready | Need::Available(_) => {
            let pod = Rc::make_mut(&mut view.pods[index]);
            pod.status.phase = Some(PodPhase::Running);
            pod.status.conditions.retain(|condition| condition.kind != READY);
            pod.status.conditions.push(PodCondition {
                kind: READY.into(),
                status: ConditionStatus::True,
                last_transition_time: Some(Timestamp(0)),
                ..PodCondition::default()
            });
        }
        Need::Claim(_) => return false,
    }
    true
}
