//! The strategy that lets old and new Pods never run together. Rule D-25.
//! Models kubernetes pkg/controller/deployment/recreate.go.

use super::view::Sync;
use super::{new_replica_set, progress, revision, status};
use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::rules::Rule;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Takes all old Pods away, waits until they are gone, and then makes the new ReplicaSet at full size. Models rolloutRecreate.
pub(super) fn run(sync: &mut Sync) -> ControlFlow<()> {
    if empty_old(sync) || has_old_pods(sync) {
        status::report(sync);
        return ControlFlow::Continue(());
    }
    new_replica_set::create(sync)?;
    if let Some(new) = sync.new.clone()
        && new.spec.replicas() != sync.bounds.replicas
    {
        sync.resize(&new, sync.bounds.replicas, Rule::D25);
    }
    if progress::is_complete(sync.deployment, &sync.status) {
        revision::clean_up(sync);
    }
    status::report(sync);
    ControlFlow::Continue(())
}

/// Sets the size of all old ReplicaSets to 0. Returns whether that changes any.
fn empty_old(sync: &mut Sync) -> bool {
    let full: Vec<_> = sync.old.iter().filter(|set| set.spec.replicas() > 0).cloned().collect();
    for set in &full {
        sync.resize(set, 0, Rule::D25);
    }
    !full.is_empty()
}

/// Returns whether an old Pod has not ended. Pods that are being deleted count. Models oldPodsRunning.
fn has_old_pods(sync: &Sync) -> bool {
    let new = sync.new.as_ref().map(|new| &new.metadata.uid);
    let is_old = |pod: &&Rc<Pod>| {
        let owner = controller(&pod.metadata).map(|owner| &owner.uid);
        owner.is_some() && owner != new
    };
    let is_left = |pod: &Rc<Pod>| !pod.status.phase().is_terminal();
    sync.old.iter().any(|set| set.status.replicas > 0)
        || sync.view.pods.iter().filter(is_old).any(is_left)
}
