//! The condition `Progressing`, and the deadline of a rollout. Rules D-40, D-50, D-51.
//! Models kubernetes pkg/controller/deployment/progress.go.

use super::conditions::{condition, remove, set};
use super::view::{Request, Sync};
use crate::api::deployment::{
    Deployment, DeploymentCondition, DeploymentStatus, NEW_REPLICA_SET_AVAILABLE, PAUSED,
    PROGRESS_DEADLINE_EXCEEDED, PROGRESSING, RESUMED,
};
use crate::api::status::ConditionStatus;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::rules::Rule;

/// A look at the deadline comes a second late, because timestamps are cut to whole seconds.
const LATE: i64 = 1000;

/// Notes that a person has paused or resumed the rollout. A rollout that has exceeded its deadline keeps telling that. Rule D-40.
/// Models kubernetes pkg/controller/deployment/sync.go checkPausedConditions.
pub(super) fn note_pause(sync: &mut Sync) {
    if sync.deployment.spec.deadline().is_none() {
        return;
    }
    let reason = sync.status.condition(PROGRESSING).map_or("", |found| found.reason.as_str());
    let is_noted = reason == PAUSED;
    if reason == PROGRESS_DEADLINE_EXCEEDED || is_noted == sync.deployment.spec.paused {
        return;
    }
    let (reason, message) = if is_noted {
        (RESUMED, "Deployment is resumed")
    } else {
        (PAUSED, "Deployment is paused")
    };
    let noted = condition(PROGRESSING, ConditionStatus::Unknown, reason, message, sync.now);
    set(&mut sync.status, noted);
    sync.write(Rule::D40);
}

/// Notes that the new ReplicaSet was there already, if nothing else is noted. Returns whether that changes the status.
pub(super) fn note_found(sync: &mut Sync, name: &Text) -> bool {
    let is_noted = sync.status.condition(PROGRESSING).is_some();
    if is_noted || sync.deployment.spec.deadline().is_none() {
        return false;
    }
    let message = format!("Found new replica set \"{name}\"");
    set_progressing(sync, "FoundNewReplicaSet", message);
    true
}

/// Notes that the new ReplicaSet has been made.
pub(super) fn note_created(sync: &mut Sync, name: &Text) {
    if sync.deployment.spec.deadline().is_some() {
        set_progressing(
            sync,
            "NewReplicaSetCreated",
            format!("Created new replica set \"{name}\""),
        );
    }
}

fn set_progressing(sync: &mut Sync, reason: &'static str, message: String) {
    let progressing = condition(PROGRESSING, ConditionStatus::True, reason, message, sync.now);
    set(&mut sync.status, progressing);
}

/// Returns the status of a Deployment whose new ReplicaSet was refused. Rule D-51.
pub(crate) fn refused(
    deployment: &Deployment,
    name: &Text,
    error: &Text,
    now: SimTime,
) -> (DeploymentStatus, Text) {
    let message = Text::from(format!("Failed to create new replica set \"{name}\": {error}"));
    let mut status = deployment.status.clone();
    if deployment.spec.deadline().is_some() {
        let value = ConditionStatus::False;
        let progressing =
            condition(PROGRESSING, value, REPLICA_SET_CREATE_ERROR, message.clone(), now);
        set(&mut status, progressing);
    }
    (status, message)
}

/// The reason of a rollout whose new ReplicaSet was refused, and of the Event about that. Rule D-51.
pub(crate) const REPLICA_SET_CREATE_ERROR: &str = "ReplicaSetCreateError";

/// Sets the condition Progressing of a new status by how the rollout goes. Models syncRolloutStatus.
pub(super) fn estimate(sync: &Sync, status: &mut DeploymentStatus) {
    let Some(deadline) = sync.deployment.spec.deadline() else {
        return remove(status, PROGRESSING);
    };
    let current = sync.status.condition(PROGRESSING);
    let was_complete = current.is_some_and(|current| current.reason == *NEW_REPLICA_SET_AVAILABLE);
    if was_complete && status.replicas == status.updated_replicas {
        return;
    }
    let progressing = |value, reason, what: &str| {
        let message = format!("{} {what}", subject(sync));
        condition(PROGRESSING, value, reason, message, sync.now)
    };
    if is_complete(sync.deployment, status) {
        let what = "has successfully progressed.";
        set(status, progressing(ConditionStatus::True, NEW_REPLICA_SET_AVAILABLE, what));
    } else if has_progressed(&sync.status, status) {
        let mut progressing =
            progressing(ConditionStatus::True, "ReplicaSetUpdated", "is progressing.");
        if let Some(current) = current.filter(|current| current.status == ConditionStatus::True) {
            progressing.last_transition_time = current.last_transition_time;
        }
        // Progress is told again and again, because the deadline counts from the last time.
        remove(status, PROGRESSING);
        set(status, progressing);
    } else if current.is_some_and(|current| is_overdue(current, deadline, sync.now)) {
        let what = "has timed out progressing.";
        set(status, progressing(ConditionStatus::False, PROGRESS_DEADLINE_EXCEEDED, what));
    }
}

/// Returns the subject of a message about the rollout.
fn subject(sync: &Sync) -> String {
    match &sync.new {
        Some(set) => format!("ReplicaSet \"{}\"", set.metadata.name),
        None => format!("Deployment \"{}\"", sync.deployment.metadata.name),
    }
}

/// Returns whether all Pods are new and available, and no others are left. Rule D-50.
/// Models kubernetes pkg/controller/deployment/util/deployment_util.go DeploymentComplete.
pub(crate) fn is_complete(deployment: &Deployment, status: &DeploymentStatus) -> bool {
    let replicas = deployment.spec.replicas();
    status.updated_replicas == replicas
        && status.replicas == replicas
        && status.available_replicas == replicas
        && status.observed_generation >= deployment.metadata.generation
}

/// Returns whether there are more new Pods, fewer old ones, or more that are ready or available.
fn has_progressed(before: &DeploymentStatus, after: &DeploymentStatus) -> bool {
    let old = |status: &DeploymentStatus| status.replicas - status.updated_replicas;
    after.updated_replicas > before.updated_replicas
        || old(after) < old(before)
        || after.ready_replicas > before.ready_replicas
        || after.available_replicas > before.available_replicas
}

/// Returns when the deadline of a rollout passes, in milliseconds since the start. A complete rollout has none.
pub(crate) fn due(condition: &DeploymentCondition, deadline: i64) -> Option<i64> {
    let from = condition.last_update_time?.0 - Timestamp::EPOCH.0;
    let counts = condition.reason != *NEW_REPLICA_SET_AVAILABLE;
    counts.then(|| from.saturating_add(deadline).saturating_mul(1000))
}

/// Models kubernetes pkg/controller/deployment/util/deployment_util.go DeploymentTimedOut.
fn is_overdue(condition: &DeploymentCondition, deadline: i64, now: SimTime) -> bool {
    condition.reason == *PROGRESS_DEADLINE_EXCEEDED
        || due(condition, deadline).is_some_and(|due| due < now.0 as i64)
}

/// Plans the sync that finds out whether the deadline has passed. Models requeueStuckDeployment.
pub(super) fn requeue(sync: &mut Sync) {
    let spec = &sync.deployment.spec;
    let (Some(deadline), Some(current)) = (spec.deadline(), sync.status.condition(PROGRESSING))
    else {
        return;
    };
    let is_over = current.reason == *PROGRESS_DEADLINE_EXCEEDED;
    if is_over || is_complete(sync.deployment, &sync.status) {
        return;
    }
    let due = due(current, deadline).map(|due| due - sync.now.0 as i64);
    let Some(left) = due.filter(|left| *left >= 0) else { return };
    sync.ask(Rule::D51, Request::RequeueAfter((left + LATE) as u64));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rollout_is_complete_when_all_pods_are_new_and_available_and_no_others_are_left() {
        let mut deployment = Deployment::default();
        deployment.spec.replicas = Some(2);
        deployment.metadata.generation = 3;
        let all = DeploymentStatus {
            available_replicas: 2,
            replicas: 2,
            updated_replicas: 2,
            observed_generation: 3,
            ..DeploymentStatus::default()
        };
        assert!(is_complete(&deployment, &all));
        let with_old_ones = DeploymentStatus { replicas: 3, ..all.clone() };
        let unavailable = DeploymentStatus { available_replicas: 1, ..all.clone() };
        let unseen = DeploymentStatus { observed_generation: 2, ..all };
        for status in [with_old_ones, unavailable, unseen] {
            assert!(!is_complete(&deployment, &status), "{status:?}");
        }
    }

    #[test]
    fn an_old_pod_that_goes_is_progress_and_one_that_comes_is_none() {
        let status = |replicas| DeploymentStatus { replicas, ..DeploymentStatus::default() };
        assert!(has_progressed(&status(2), &status(1)));
        assert!(!has_progressed(&status(1), &status(2)));
    }

    #[test]
    fn the_deadline_counts_from_the_last_write_of_the_condition() {
        let at = |reason| {
            let now = SimTime(10_900);
            condition(PROGRESSING, ConditionStatus::True, reason, "", now)
        };
        assert_eq!(due(&at("ReplicaSetUpdated"), 20), Some(30_000));
        assert_eq!(due(&at(NEW_REPLICA_SET_AVAILABLE), 20), None);
        assert!(!is_overdue(&at("ReplicaSetUpdated"), 20, SimTime(30_000)));
        assert!(is_overdue(&at("ReplicaSetUpdated"), 20, SimTime(30_001)));
    }

    #[test]
    fn a_refused_replica_set_stands_in_the_condition() {
        let error = "metadata.name: Too long".into();
        let (status, message) =
            refused(&Deployment::default(), &"shop-1".into(), &error, SimTime(0));
        assert_eq!(
            message,
            *"Failed to create new replica set \"shop-1\": metadata.name: Too long"
        );
        assert!(status.conditions.is_empty(), "without a deadline nobody looks at the progress");
    }
}
