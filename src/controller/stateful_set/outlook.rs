//! What a set waits for, and what its controller will do next.
//!
//! The code of a sync notes a wait in each place where it stops, so the waits are the controller's own. The next act is
//! what a sync would ask for if the Pods that it waits for were as it needs them.

use super::sync;
pub use super::view::{Need, SyncStage, Wait};
use super::view::{Request, View};
use crate::api::stateful_set::{StatefulSet, ordinal};
use crate::api::status::{ConditionStatus, PodCondition, PodPhase, READY};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::rules::Rule;
use std::rc::Rc;

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
    Some(Wait { stage: SyncStage::Keep, pod, ordinal, need: Need::Ready, rule: Rule::S30 })
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
