//! How the controller judges Pods. Section 0 of the rule book.
//! Models kubernetes pkg/controller/statefulset/stateful_set_utils.go.

use super::view::Sync;
use crate::api::pod::Pod;
use crate::api::status::{PodPhase, READY};
use crate::base::time::{SimTime, Timestamp};
use crate::rules::Feature;

/// Returns whether the API server has stored the Pod, which gives it a phase.
pub(crate) fn is_created(pod: &Pod) -> bool {
    pod.status.phase.is_some()
}

/// Returns whether the Pod is being deleted.
pub fn is_terminating(pod: &Pod) -> bool {
    pod.metadata.deletion_timestamp.is_some()
}

/// Returns whether the Pod is Running and Ready. It may be terminating.
pub(crate) fn is_running_and_ready(pod: &Pod) -> bool {
    pod.status.phase == Some(PodPhase::Running) && pod.status.is_true(READY)
}

/// Returns whether the Pod is Ready, and has been for longer than `min_ready_seconds`.
/// Models kubernetes pkg/api/v1/pod/util.go IsPodAvailable.
pub(crate) fn is_available(pod: &Pod, min_ready_seconds: i64, now: SimTime) -> bool {
    let Some(ready) = pod.status.condition(READY).filter(|_| pod.status.is_true(READY)) else {
        return false;
    };
    let since = ready.last_transition_time.map(|at| at.0 - Timestamp::EPOCH.0);
    min_ready_seconds == 0
        || since.is_some_and(|since| (since + min_ready_seconds) * 1000 < now.0 as i64)
}

/// Returns whether the Pod is Running and Ready, and is not being deleted.
pub(crate) fn is_healthy(pod: &Pod) -> bool {
    is_running_and_ready(pod) && !is_terminating(pod)
}

/// Returns whether a Pod makes others wait: because it is unhealthy, or in newer releases because it is unavailable.
pub(super) fn is_unhealthy(sync: &Sync<'_>, pod: &Pod) -> bool {
    let available = !sync.release().has(Feature::StatefulSetCountsUnavailable)
        || is_available(pod, sync.set.spec.min_ready_seconds, sync.now);
    !is_healthy(pod) || !available
}
