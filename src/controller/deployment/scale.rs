//! Scaling, which comes before the rollout and also while it is paused. Rules D-30, D-31, D-33, D-40.
//! Models kubernetes pkg/controller/deployment/sync.go.

use super::view::Sync;
use super::{proportion, revision, status};
use crate::api::deployment::{DESIRED_REPLICAS, DeploymentStrategyType, number};
use crate::api::replica_set::ReplicaSet;
use crate::rules::Rule;
use std::rc::Rc;

/// Returns whether the size of the Deployment has changed since its ReplicaSets were scaled. Rule D-07. Models isScalingEvent.
pub(super) fn is_wanted(sync: &Sync) -> bool {
    let replicas = sync.bounds.replicas;
    let is_outdated = |set: &Rc<ReplicaSet>| {
        number(&set.metadata, DESIRED_REPLICAS).is_some_and(|desired| desired != replicas)
    };
    sync.sets().filter(|set| is_active(set)).any(is_outdated)
}

/// Scales the ReplicaSets without rolling them out.
pub(super) fn run(sync: &mut Sync) {
    scale(sync);
    if sync.deployment.spec.paused {
        revision::clean_up(sync);
    }
    status::count(sync);
}

fn is_active(set: &ReplicaSet) -> bool {
    set.spec.replicas() > 0
}

/// Gives the only ReplicaSet with Pods the whole size, or shares it out among several.
fn scale(sync: &mut Sync) {
    let replicas = sync.bounds.replicas;
    let active: Vec<Rc<ReplicaSet>> = sync.sets().filter(|set| is_active(set)).cloned().collect();
    let only = match &active[..] {
        [] => sync.new.clone().or_else(|| sync.old.last().cloned()),
        [only] => Some(Rc::clone(only)),
        _ => {
            share_out(sync, active);
            return;
        }
    };
    if let Some(set) = only.filter(|set| set.spec.replicas() != replicas) {
        sync.resize(&set, replicas, Rule::D30);
    }
}

fn share_out(sync: &mut Sync, active: Vec<Rc<ReplicaSet>>) {
    if sync.new.as_ref().is_some_and(|new| is_saturated(new, sync.bounds.replicas)) {
        let old: Vec<_> = sync.old.iter().filter(|set| is_active(set)).cloned().collect();
        for set in old {
            sync.resize(&set, 0, Rule::D30);
        }
        return;
    }
    match sync.deployment.spec.strategy() {
        DeploymentStrategyType::Recreate => {}
        DeploymentStrategyType::RollingUpdate => {
            let present = sync.status.replicas;
            for (set, size) in proportion::shares(active, sync.bounds, present) {
                sync.resize(&set, size, Rule::D31);
            }
        }
    }
}

/// Returns whether a ReplicaSet has the whole size of the Deployment, all of it available. Models IsSaturated.
fn is_saturated(set: &ReplicaSet, replicas: i64) -> bool {
    set.spec.replicas() == replicas
        && number(&set.metadata, DESIRED_REPLICAS) == Some(replicas)
        && set.status.available_replicas == replicas
}
