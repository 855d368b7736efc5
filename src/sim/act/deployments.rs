//! Commands for Deployments.

use crate::api::ObjectRef;
use crate::api::deployment::{Deployment, template_of};
use crate::apiserver::error::ApiError;
use crate::apiserver::registry;
use crate::base::text::Text;
use crate::controller::deployment::revision::is_own;
use crate::kubectl::deployments::{self, owned, undo_target};
use crate::manifest::node::{Node, Value};
use crate::rules::Rule;
use crate::sim::Sim;

/// Sets template and annotations to those of an earlier revision. `kubectl rollout undo`. Rules KC-31, D-41.
pub(super) fn undo(
    sim: &mut Sim,
    object: &ObjectRef,
    to_revision: Option<i64>,
) -> Result<(), ApiError> {
    let (key, deployment) =
        registry::find::<Deployment>(&sim.world, &object.namespace, &object.name)?;
    let sets = owned(&sim.world, &deployment);
    let chosen = undo_target(&deployment, &sets, to_revision).map_err(ApiError::bad_request)?;
    let template = template_of(chosen);
    let of_revision = chosen.metadata.annotations.iter().filter(|(key, _)| !is_own(key));
    let of_deployment = deployment.metadata.annotations.iter().filter(|(key, _)| is_own(key));
    let annotations = of_revision.chain(of_deployment);
    let annotations = annotations.map(|(key, value)| (key.clone(), value.clone())).collect();
    registry::update::<Deployment>(&mut sim.world, key, Rule::D41, |deployment| {
        deployment.spec.template = template.into();
        deployment.metadata.annotations = annotations;
    });
    Ok(())
}

/// Checks that the Pods of a Deployment can be replaced by a restart. Rule KC-33.
pub(super) fn check_restart(sim: &Sim, object: &ObjectRef) -> Result<(), ApiError> {
    let (_, deployment) =
        registry::find::<Deployment>(&sim.world, &object.namespace, &object.name)?;
    deployments::check_restart(&deployment).map_err(ApiError::client)
}

/// Makes the rollout stand still, or go on. `kubectl rollout pause` and `resume`. Rules KC-34, D-40.
pub(super) fn pause(sim: &mut Sim, object: &ObjectRef, paused: bool) -> Result<(), ApiError> {
    let (_, deployment) =
        registry::find::<Deployment>(&sim.world, &object.namespace, &object.name)?;
    if deployment.spec.paused == paused {
        let is = if paused { "is already paused" } else { "is not paused" };
        let message = format!("deployments.apps \"{}\" {is}", object.name);
        return Err(ApiError::client(message));
    }
    let spec = Node::map([(Text::Static("paused"), Value::Bool(paused).into())]);
    super::objects::replace(sim, object, &Node::map([(Text::Static("spec"), spec)]))
}
