//! What a set waits for and what its controller will do next.
//!
//! Waits are noted where a sync stops, so they are the controller's own; the next act is what a sync would ask for if
//! the Pods that hold it up were as it wants them.

use super::health::{is_running_and_ready, is_terminating};
use super::{Request, Sync, View, sync};
use crate::api::pod::Pod;
use crate::api::stateful_set::{StatefulSet, ordinal};
use crate::api::status::{ConditionStatus, PodCondition, PodPhase, READY};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use std::rc::Rc;

/// What a sync does when it has to wait. Rule S-38.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It creates and keeps the Pods the set is to have.
    Keep,
    /// It deletes the Pods the set is to have no more.
    ScaleDown,
    /// It replaces Pods of old revisions.
    Update,
}

/// What a sync wants of the Pod that holds it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// It is to be gone from the API. Rules S-34, S-40.
    Gone,
    /// It is to be Running and Ready. Rule S-30.
    Ready,
    /// It is to have been Ready for `minReadySeconds`; from that moment on it is. Rule S-33.
    Available(SimTime),
    /// Its claims are in the way, as the words say; empty for a claim that still belongs to an older Pod.
    /// Rules S-25, S-26.
    Claim(Text),
}

/// Something a sync waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// What it does meanwhile not go on with.
    pub phase: Phase,
    /// Name of the Pod that holds it up.
    pub pod: Text,
    /// Ordinal of that Pod.
    pub ordinal: i64,
    /// What it wants of the Pod.
    pub need: Need,
}

/// An act of the controller on a Pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It creates the Pod.
    Create,
    /// It deletes the Pod, because the set is to have fewer, or to replace an ended one.
    Delete,
    /// It deletes the Pod, so that it comes back in the newest revision.
    Replace,
}

/// What a set waits for, and what comes next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// What a sync at this moment would wait for.
    pub waits: Vec<Wait>,
    /// What a sync would do next, with the Pods that must be as it wants them first.
    pub next: Option<(Action, Text, Vec<Wait>)>,
}

/// Notes that the sync waits for a Pod.
pub(super) fn wait_for(sync: &mut Sync<'_>, phase: Phase, pod: &Pod) {
    let need = if is_terminating(pod) || pod.status.phase.is_some_and(PodPhase::is_terminal) {
        Need::Gone
    } else if is_running_and_ready(pod) {
        let since = pod.status.condition(READY).and_then(|ready| ready.last_transition_time);
        let since = since.map_or(0, |at| at.0 - Timestamp::EPOCH.0);
        // Available is what has been Ready for longer than that many seconds.
        let second = (since + sync.set.spec.min_ready_seconds).max(0) as u64;
        Need::Available(SimTime(second * 1000 + 1))
    } else {
        Need::Ready
    };
    note(sync, phase, pod, need);
}

/// Notes that the sync waits because of a Pod's claims.
pub(super) fn wait_for_claim(sync: &mut Sync<'_>, pod: &Pod, why: Text) {
    note(sync, Phase::Keep, pod, Need::Claim(why));
}

fn note(sync: &mut Sync<'_>, phase: Phase, pod: &Pod, need: Need) {
    let (pod, ordinal) = (pod.metadata.name.clone(), ordinal(pod));
    sync.waits.push(Wait { phase, pod, ordinal, need });
}

/// What a sync at this moment would wait for, and what comes next.
pub fn outlook(view: &View, set: &StatefulSet, now: SimTime) -> Outlook {
    /// Most Pods that may have to change before the next act.
    const FARTHEST: usize = 8;
    /// The same for large sets, so that looking ahead stays cheap.
    const FARTHEST_OF_MANY: usize = 2;
    let farthest = if set.spec.replicas() > 50 { FARTHEST_OF_MANY } else { FARTHEST };
    let first = sync(view, set, now);
    let waits = first.waits.clone();
    let mut steps = first.steps;
    let mut blocking = first.waits;
    let mut future = view.clone();
    let mut after = Vec::new();
    loop {
        if let Some((action, pod)) = steps.iter().find_map(|step| action(&step.request)) {
            return Outlook { waits, next: Some((action, pod, after)) };
        }
        let Some(wait) = blocking.into_iter().next() else { break };
        if after.len() == farthest || !come_true(&mut future, &wait) {
            break;
        }
        after.push(wait);
        let next = sync(&future, set, now);
        (steps, blocking) = (next.steps, next.waits);
    }
    Outlook { waits, next: None }
}

fn action(request: &Request) -> Option<(Action, Text)> {
    match request {
        Request::CreatePod(pod) => Some((Action::Create, pod.metadata.name.clone())),
        Request::ReplacePod(name) => Some((Action::Replace, name.clone())),
        Request::DeletePod(name) => Some((Action::Delete, name.clone())),
        _ => None,
    }
}

/// Makes a Pod as a sync wants it. Gives whether that could be done.
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
