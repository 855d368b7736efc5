//! One pass of a rolling update. Rules D-20 to D-24. Models kubernetes pkg/controller/deployment/rolling.go.

use super::view::Sync;
use super::{new_replica_set, progress, revision, status};
use crate::api::replica_set::ReplicaSet;
use crate::rules::Rule;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Grows the new ReplicaSet within the upper bound, or else shrinks the old ones within the lower bound. Models rolloutRolling.
pub(super) fn run(sync: &mut Sync) -> ControlFlow<()> {
    new_replica_set::create(sync)?;
    if !grow(sync) && !shrink(sync) && progress::is_complete(sync.deployment, &sync.status) {
        revision::clean_up(sync);
    }
    status::report(sync);
    ControlFlow::Continue(())
}

/// Gives the new ReplicaSet its next size. Returns whether that changes it. Models reconcileNewReplicaSet.
fn grow(sync: &mut Sync) -> bool {
    let Some(new) = sync.new.clone() else { return false };
    let (size, replicas) = (new.spec.replicas(), sync.bounds.replicas);
    let next = if size > replicas { replicas } else { new_replica_set::size(sync, size) };
    if next == size {
        return false;
    }
    sync.resize(&new, next, Rule::D20);
    true
}

/// Shrinks the old ReplicaSets as far as enough Pods stay available. Returns whether that changes any. Models
/// reconcileOldReplicaSets.
fn shrink(sync: &mut Sync) -> bool {
    let Some(new) = sync.new.clone() else { return false };
    let mut old: Vec<_> = sync.old.iter().filter(|set| set.spec.replicas() > 0).cloned().collect();
    let new_unavailable = new.spec.replicas() - new.status.available_replicas;
    let room = sync.total() - sync.bounds.min_available() - new_unavailable;
    if old.is_empty() || room <= 0 {
        return false;
    }
    let cleaned = clean_up_unhealthy(sync, &mut old, room);
    let available: i64 = old.iter().chain([&new]).map(|set| set.status.available_replicas).sum();
    let surplus = available - sync.bounds.min_available();
    let removed = shrink_by(sync, &mut old, surplus, Rule::D20, |set| set.spec.replicas());
    cleaned + removed > 0
}

/// Takes Pods that are not available away from old ReplicaSets, so that they do not hold the rollout up. Rule D-22. Returns
/// how many. Models cleanupUnhealthyReplicas.
fn clean_up_unhealthy(sync: &mut Sync, old: &mut [Rc<ReplicaSet>], most: i64) -> i64 {
    shrink_by(sync, old, most, Rule::D22, |set| set.spec.replicas() - set.status.available_replicas)
}

/// Shrinks ReplicaSets, the oldest first, each by at most the part that `part` gives. Returns by how much all of them.
fn shrink_by(
    sync: &mut Sync,
    sets: &mut [Rc<ReplicaSet>],
    most: i64,
    rule: Rule,
    part: fn(&ReplicaSet) -> i64,
) -> i64 {
    let mut left = most.max(0);
    for set in sets {
        let by = part(set).clamp(0, left);
        if by > 0 {
            *set = sync.resize(set, set.spec.replicas() - by, rule);
            left -= by;
        }
    }
    most.max(0) - left
}
