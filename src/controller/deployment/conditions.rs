//! Conditions of a Deployment, but for its progress. Rules D-52, D-53.
//! Models kubernetes pkg/controller/deployment/util/deployment_util.go.

use super::bounds::Bounds;
use super::view::Sync;
use crate::api::deployment::{AVAILABLE, DeploymentCondition, DeploymentStatus};
use crate::api::replica_set::REPLICA_FAILURE;
use crate::api::status::ConditionStatus;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};

/// Returns a condition that is written now.
pub(super) fn condition(
    kind: &'static str,
    status: ConditionStatus,
    reason: &'static str,
    message: impl Into<Text>,
    now: SimTime,
) -> DeploymentCondition {
    let at = Some(Timestamp::of(now));
    DeploymentCondition {
        kind: kind.into(),
        status,
        reason: reason.into(),
        message: message.into(),
        last_update_time: at,
        last_transition_time: at,
    }
}

/// Puts a condition in the place of the one of its type, at the end of the list, unless that has the same status and reason.
/// Models SetDeploymentCondition.
pub(super) fn set(status: &mut DeploymentStatus, mut condition: DeploymentCondition) {
    if let Some(current) = status.condition(&condition.kind)
        && current.status == condition.status
    {
        if current.reason == condition.reason {
            return;
        }
        condition.last_transition_time = current.last_transition_time;
    }
    remove(status, &condition.kind);
    status.conditions.push(condition);
}

/// Removes the condition of a type.
pub(super) fn remove(status: &mut DeploymentStatus, kind: &str) {
    status.conditions.retain(|condition| condition.kind != *kind);
}

/// Sets the condition Available by whether enough Pods are available. Rule D-52.
pub(super) fn set_availability(status: &mut DeploymentStatus, bounds: Bounds, now: SimTime) {
    let (value, reason, message) = if status.available_replicas >= bounds.min_available() {
        (ConditionStatus::True, "MinimumReplicasAvailable", "Deployment has minimum availability.")
    } else {
        (
            ConditionStatus::False,
            "MinimumReplicasUnavailable",
            "Deployment does not have minimum availability.",
        )
    };
    set(status, condition(AVAILABLE, value, reason, message, now));
}

/// Copies the failure of a ReplicaSet, of the new one first. Rule D-53.
/// Models kubernetes pkg/controller/deployment/progress.go getReplicaFailures.
pub(super) fn set_failure(sync: &Sync, status: &mut DeploymentStatus) {
    let sets = sync.new.iter().chain(&sync.old);
    let mut failures = sets.flat_map(|set| &set.status.conditions);
    let Some(failure) = failures.find(|condition| condition.kind == *REPLICA_FAILURE) else {
        return remove(status, REPLICA_FAILURE);
    };
    let failure = DeploymentCondition {
        kind: failure.kind.clone(),
        status: failure.status,
        reason: failure.reason.clone(),
        message: failure.message.clone(),
        last_update_time: failure.last_transition_time,
        last_transition_time: failure.last_transition_time,
    };
    set(status, failure);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn available(at: u64, available_replicas: i64) -> DeploymentCondition {
        let mut status = DeploymentStatus { available_replicas, ..DeploymentStatus::default() };
        let bounds = Bounds { replicas: 4, max_surge: 1, max_unavailable: 1 };
        set_availability(&mut status, bounds, SimTime::from_seconds(at));
        status.conditions.pop().expect("it has just been told")
    }

    #[test]
    fn enough_pods_are_those_that_the_bounds_ask_for() {
        assert_eq!(available(0, 3).reason, *"MinimumReplicasAvailable");
        assert_eq!(available(0, 2).reason, *"MinimumReplicasUnavailable");
    }

    #[test]
    fn a_condition_keeps_its_times_while_nothing_changes() {
        let mut status = DeploymentStatus::default();
        set(&mut status, available(1, 3));
        set(&mut status, available(2, 3));
        assert_eq!(status.conditions, [available(1, 3)]);
        set(&mut status, available(3, 0));
        assert_eq!(status.conditions, [available(3, 0)]);
    }
}
