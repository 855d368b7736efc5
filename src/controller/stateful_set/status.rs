//! The counters of a set. Rules S-63 to S-65.
//! Models kubernetes pkg/controller/statefulset/stateful_set_control.go computeReplicaStatus and
//! stateful_set_utils.go completeRollingUpdate.

use super::health::{is_available, is_created, is_running_and_ready, is_terminating};
use super::view::Sync;
use crate::api::pod::Pod;
use crate::api::stateful_set::{StatefulSet, StatefulSetStatus, revision_of};
use crate::rules::Feature;
use crate::rules::release::Release;
use std::rc::Rc;

/// Returns a status that counts no Pods.
pub(super) fn empty(sync: &Sync<'_>, collision_count: i64) -> StatefulSetStatus {
    StatefulSetStatus {
        collision_count: Some(collision_count),
        conditions: sync.set.status.conditions.clone(),
        current_revision: sync.current.metadata.name.clone(),
        observed_generation: sync.set.metadata.generation,
        update_revision: sync.update.metadata.name.clone(),
        ..StatefulSetStatus::default()
    }
}

/// Counts these Pods and the settled ones. Rule S-63.
pub(super) fn count<'a>(
    sync: &Sync<'_>,
    status: &mut StatefulSetStatus,
    pods: impl Iterator<Item = &'a Rc<Pod>>,
) {
    let has_available = sync.release().has(Feature::StatefulSetMinReadySeconds);
    for range in sync.view.settled.ranges() {
        let many = range.to - range.from;
        status.replicas += many;
        status.ready_replicas += many;
        status.available_replicas += if has_available { many } else { 0 };
        shift(sync, status, &range.revision, many);
    }
    for pod in pods {
        status.replicas += i64::from(is_created(pod));
        if is_running_and_ready(pod) {
            status.ready_replicas += 1;
            let seconds = sync.set.spec.min_ready_seconds;
            let available = has_available && is_available(pod, seconds, sync.now);
            status.available_replicas += i64::from(available);
        }
        if is_created(pod) && !is_terminating(pod) {
            shift(sync, status, revision_of(pod), 1);
        }
    }
}

/// Adds `by` to the counters of a revision.
pub(super) fn shift(sync: &Sync<'_>, status: &mut StatefulSetStatus, revision: &str, by: i64) {
    if sync.current.metadata.name == *revision {
        status.current_replicas += by;
    }
    if sync.update.metadata.name == *revision {
        status.updated_replicas += by;
    }
}

/// Returns the status, in which a complete rolling update is marked as complete. Rules S-64, S-65.
pub(super) fn completed(
    set: &StatefulSet,
    mut status: StatefulSetStatus,
    release: Release,
) -> StatefulSetStatus {
    // Later patches of 1.28 use the spec too. Podlab models 1.28.0.
    let wanted = if release.has(Feature::StatefulSetCompletionBySpec) {
        set.spec.replicas()
    } else {
        status.replicas
    };
    let counters = [status.replicas, status.ready_replicas, status.updated_replicas];
    if set.spec.is_rolling() && counters.iter().all(|counter| *counter == wanted) {
        status.current_replicas = status.updated_replicas;
        status.current_revision = status.update_revision.clone();
    }
    status
}

/// Returns whether a status differs from the stored one. Models inconsistentStatus.
pub(super) fn differs(set: &StatefulSet, status: &StatefulSetStatus) -> bool {
    let stored = &set.status;
    status.observed_generation > stored.observed_generation
        || status.replicas != stored.replicas
        || status.current_replicas != stored.current_replicas
        || status.ready_replicas != stored.ready_replicas
        || status.updated_replicas != stored.updated_replicas
        || status.available_replicas != stored.available_replicas
        || status.current_revision != stored.current_revision
        || status.update_revision != stored.update_revision
}
