//! Commands for workloads.

use super::{deployments, objects};
use crate::api::meta::RESTARTED_AT;
use crate::api::stateful_set::StatefulSet;
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::apiserver::registry;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::kubectl::revisions;
use crate::kubectl::revisions::undo_target;
use crate::manifest::node::Node;
use crate::rules::Rule;
use crate::sim::Sim;

/// Refuses an object of a kind that has no rollouts.
fn check_kind(object: &ObjectRef) -> Result<(), ApiError> {
    if matches!(object.kind, ResourceKind::StatefulSet | ResourceKind::Deployment) {
        return Ok(());
    }
    Err(not_found())
}

/// Makes a rollout stand still, or go on. `kubectl rollout pause` and `resume`. Rule D-40.
pub(super) fn pause(sim: &mut Sim, object: &ObjectRef, paused: bool) -> Result<(), ApiError> {
    if object.kind == ResourceKind::Deployment {
        return deployments::pause(sim, object, paused);
    }
    Err(not_found())
}

fn not_found() -> ApiError {
    ApiError::client("the server could not find the requested resource".to_owned())
}

/// Sets the number of replicas. `kubectl scale`.
pub(super) fn scale(sim: &mut Sim, object: &ObjectRef, replicas: i64) -> Result<(), ApiError> {
    let spec = Node::map([(Text::Static("replicas"), Node::int(replicas))]);
    let body = Node::map([(Text::Static("spec"), spec)]);
    if !object.kind.is_workload() {
        return Err(not_found());
    }
    objects::replace(sim, object, &body)
}

/// Replaces all Pods of a workload. `kubectl rollout restart`. Rules S-6A, KC-33.
pub(super) fn restart(sim: &mut Sim, object: &ObjectRef) -> Result<(), ApiError> {
    check_kind(object)?;
    if object.kind == ResourceKind::Deployment {
        deployments::check_restart(sim, object)?;
    }
    let time = Node::text(Timestamp::of(sim.now()).rfc3339());
    let mut body = Node::map([(Text::Static(RESTARTED_AT), time)]);
    for field in ["annotations", "metadata", "template", "spec"] {
        body = Node::map([(Text::Static(field), body)]);
    }
    objects::replace(sim, object, &body)
}

/// Sets the template to that of an earlier revision. `kubectl rollout undo`. Rules KC-31, S-66.
pub(super) fn undo(
    sim: &mut Sim,
    object: &ObjectRef,
    to_revision: Option<i64>,
) -> Result<(), ApiError> {
    check_kind(object)?;
    if object.kind == ResourceKind::Deployment {
        return deployments::undo(sim, object, to_revision);
    }
    let (key, set) = registry::find::<StatefulSet>(&sim.world, &object.namespace, &object.name)?;
    let history = revisions::owned(&sim.world, &set);
    let chosen = undo_target(&history, to_revision).map_err(ApiError::bad_request)?;
    let template = chosen.data.0.clone();
    registry::update::<StatefulSet>(&mut sim.world, key, Rule::S66, |set| {
        set.spec.template = template;
    });
    Ok(())
}
