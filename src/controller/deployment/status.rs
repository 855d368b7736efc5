//! The numbers of a Deployment. Rule D-54. Models kubernetes pkg/controller/deployment/sync.go calculateStatus.

use super::view::Sync;
use super::{conditions, progress};
use crate::api::deployment::DeploymentStatus;
use crate::api::replica_set::ReplicaSetStatus;
use crate::rules::{Feature, Rule};

/// Stores the numbers. The rollout is not judged. Models syncDeploymentStatus.
pub(super) fn count(sync: &mut Sync) {
    store(sync, counted(sync));
}

/// Stores the numbers, and how the rollout goes. If nothing is new, a later sync looks at the deadline. Models syncRolloutStatus.
pub(super) fn report(sync: &mut Sync) {
    let mut status = counted(sync);
    progress::estimate(sync, &mut status);
    conditions::set_failure(sync, &mut status);
    if !sync.is_outdated() && sync.status == status {
        return progress::requeue(sync);
    }
    store(sync, status);
}

fn store(sync: &mut Sync, status: DeploymentStatus) {
    if !sync.is_outdated() && sync.status != status {
        sync.status = status;
        sync.write(Rule::D54);
    }
}

fn counted(sync: &Sync) -> DeploymentStatus {
    let sum = |count: fn(&ReplicaSetStatus) -> i64| -> i64 {
        sync.sets().map(|set| count(&set.status)).sum()
    };
    let available = sum(|status| status.available_replicas);
    let mut status = DeploymentStatus {
        available_replicas: available,
        collision_count: sync.status.collision_count,
        conditions: sync.status.conditions.clone(),
        observed_generation: sync.deployment.metadata.generation,
        ready_replicas: sum(|status| status.ready_replicas),
        replicas: sum(|status| status.replicas),
        terminating_replicas: terminating(sync),
        unavailable_replicas: (sync.total() - available).max(0),
        updated_replicas: sync.new.as_ref().map_or(0, |new| new.status.replicas),
    };
    conditions::set_availability(&mut status, sync.bounds, sync.now);
    status
}

/// Returns how many Pods are being deleted, if all ReplicaSets tell it.
fn terminating(sync: &Sync) -> Option<i64> {
    let feature = Feature::DeploymentReplicaSetTerminatingReplicas;
    let is_told = sync.view.gates.has(feature, sync.view.release);
    is_told.then(|| sync.sets().map(|set| set.status.terminating_replicas).sum())?
}
