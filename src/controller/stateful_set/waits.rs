//! Notes what a sync waits for, in each place where it stops.

use super::health::{is_running_and_ready, is_terminating};
use super::view::{Need, Sync, SyncStage, Wait};
use crate::api::pod::Pod;
use crate::api::stateful_set::ordinal;
use crate::api::status::{PodPhase, READY};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::rules::Rule;

/// Notes that the sync waits for a Pod by a rule, or by that about `minReadySeconds` when the Pod is ready already.
pub(super) fn wait_for(sync: &mut Sync<'_>, stage: SyncStage, rule: Rule, pod: &Pod) {
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
    let rule = match (&need, stage) {
        (Need::Available(_), SyncStage::Update) => Rule::S58,
        (Need::Available(_), SyncStage::Keep | SyncStage::ScaleDown) => Rule::S33,
        (Need::Gone | Need::Ready | Need::Claim(_), _) => rule,
    };
    note(sync, stage, rule, pod, need);
}

/// Notes that the sync waits by a rule because of a Pod's claims.
pub(super) fn wait_for_claim(sync: &mut Sync<'_>, rule: Rule, pod: &Pod, why: Text) {
    note(sync, SyncStage::Keep, rule, pod, Need::Claim(why));
}

fn note(sync: &mut Sync<'_>, stage: SyncStage, rule: Rule, pod: &Pod, need: Need) {
    let (pod, ordinal) = (pod.metadata.name.clone(), ordinal(pod));
    sync.waits.push(Wait { stage, pod, ordinal, need, rule });
}
