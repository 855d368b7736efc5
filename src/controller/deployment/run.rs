//! Runs a sync of a Deployment: collects what the controller sees, and carries out the steps that it asks for.

use super::new_replica_set::controller_reference;
use super::view::{Request, Step, View};
use super::{events, progress, reconcile};
use crate::api::core::EventType;
use crate::api::deployment::{Deployment, DeploymentStatus, DeploymentStrategyType, REVISION};
use crate::api::meta::{Propagation, controller};
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::{Resource, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::apiserver::registry;
use crate::apiserver::request::invalid;
use crate::apiserver::validate::{Validator, validate_workload};
use crate::base::text::Text;
use crate::cluster::fact::Decision;
use crate::cluster::numbers::Key;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::syncs::{enqueue, enqueue_after};
use crate::cluster::work_queue::Controller;
use crate::cluster::world::World;
use crate::controller::decide_about;
use crate::rules::Rule;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Plans syncs after a write: of a Deployment that was written, of the Deployment of a ReplicaSet that was written, of those that may
/// adopt a ReplicaSet, and of one that waits until its last Pod is gone.
/// Models kubernetes pkg/controller/deployment/deployment_controller.go addReplicaSet, updateReplicaSet and deletePod.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Some((key, write)) = event.object.of::<Deployment>() {
        if write.after().is_some() {
            enqueue(world, Controller::Deployment, key);
        }
    } else if let Some((_, write)) = event.object.of::<ReplicaSet>() {
        replica_set_changed(world, write);
    } else if let Stored::Pod { write, .. } = &event.object
        && write.after().is_none()
    {
        pod_removed(world, write.newest());
    }
}

fn replica_set_changed(world: &mut World, write: &Write<ReplicaSet>) {
    let owner = |set: Option<&Rc<ReplicaSet>>| owning_deployment(world, set?);
    let (before, after) = (owner(write.before()), owner(write.after()));
    if let Some(key) = before.filter(|key| after != Some(*key)) {
        enqueue(world, Controller::Deployment, key);
    }
    if let Some(key) = after {
        return enqueue(world, Controller::Deployment, key);
    }
    let Some(set) = write.after() else { return };
    let same = |old: &Rc<ReplicaSet>| {
        old.metadata.labels == set.metadata.labels
            && old.metadata.owner_references == set.metadata.owner_references
    };
    if controller(&set.metadata).is_none() && !write.before().is_some_and(same) {
        let all = world.objects.deployments.prefixed(&set.metadata.namespace, "");
        let adopters = all.filter(|(_, deployment)| deployment.selects(&set.metadata.labels));
        let adopters: Vec<Key> = adopters.map(|(key, _)| key).collect();
        for key in adopters {
            enqueue(world, Controller::Deployment, key);
        }
    }
}

/// Plans a sync of a Deployment with the strategy `Recreate` when its last Pod is gone. Rule D-25.
fn pod_removed(world: &mut World, pod: &Pod) {
    let owner = controller(&pod.metadata).filter(|owner| owner.kind == "ReplicaSet");
    let sets = &world.objects.replica_sets;
    let set = owner.and_then(|owner| sets.named(&pod.metadata.namespace, &owner.name));
    let Some(key) = set.and_then(|set| owning_deployment(world, set)) else { return };
    let Some(deployment) = world.objects.deployments.get(key) else { return };
    let waits = match deployment.spec.strategy() {
        DeploymentStrategyType::Recreate => pods(world, deployment).is_empty(),
        DeploymentStrategyType::RollingUpdate => false,
    };
    if waits {
        enqueue(world, Controller::Deployment, key);
    }
}

/// Returns the Deployment that manages a ReplicaSet.
fn owning_deployment(world: &World, set: &ReplicaSet) -> Option<Key> {
    let owner = controller(&set.metadata).filter(|owner| owner.kind == "Deployment")?;
    let deployments = &world.objects.deployments;
    let key = deployments.find(&set.metadata.namespace, &owner.name)?;
    deployments.get(key).filter(|found| found.metadata.uid == owner.uid).map(|_| key)
}

/// Runs one sync of a Deployment. Returns whether all went well.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(deployment) = world.objects.deployments.get(key).cloned() else { return true };
    let view = view(world, &deployment);
    let cause = world.cause;
    for Step { request, rule } in reconcile(&view, &deployment, world.now) {
        world.cause = cause;
        let done = act(world, key, &deployment, &request, rule);
        if let Err(error) = done {
            refused(world, key, &deployment, &request, &error);
            return false;
        }
        if let Some(event) = events::event_about(&request, world.release()) {
            registry::record_event(world, &*deployment, event);
        }
    }
    true
}

fn act(
    world: &mut World,
    key: Key,
    deployment: &Deployment,
    request: &Request,
    rule: Rule,
) -> Result<(), ApiError> {
    match request {
        Request::AdoptReplicaSet(name) => {
            change(world, deployment, name, Decision::Adopt, rule, |set| {
                set.metadata.owner_references.push(controller_reference(deployment));
            })?;
        }
        Request::ReleaseReplicaSet(name) => {
            change(world, deployment, name, Decision::Release, rule, |set| {
                let owners = &mut set.metadata.owner_references;
                owners.retain(|owner| owner.uid != deployment.metadata.uid);
            })?;
        }
        Request::CreateReplicaSet(set) => create(world, deployment, set, rule)?,
        Request::AnnotateReplicaSet { name, annotations, min_ready_seconds } => {
            let (found, _) = find(world, deployment, name)?;
            registry::update::<ReplicaSet>(world, found, rule, |set| {
                set.metadata.annotations.clone_from(annotations);
                set.spec.min_ready_seconds = *min_ready_seconds;
            });
        }
        Request::ScaleReplicaSet { name, from, to, annotations } => {
            let (found, _) = find(world, deployment, name)?;
            if from != to {
                let decision = if from < to { Decision::ScaleUp } else { Decision::ScaleDown };
                record_decision(world, deployment, decision, name, rule);
            }
            registry::update::<ReplicaSet>(world, found, rule, |set| {
                set.spec.replicas = Some(*to);
                set.metadata.annotations.clone_from(annotations);
            });
        }
        Request::DeleteReplicaSet(name) => {
            let (found, _) = find(world, deployment, name)?;
            record_decision(world, deployment, Decision::Delete, name, rule);
            registry::delete_owner::<ReplicaSet>(world, found, Propagation::Background, rule);
        }
        Request::UpdateStatus { status, revision } => {
            registry::update::<Deployment>(world, key, rule, |stored| {
                stored.status = (**status).clone();
                if !revision.is_empty() {
                    stored.metadata.annotations.insert(REVISION.into(), revision.clone());
                }
            });
        }
        Request::RequeueAfter(milliseconds) => {
            enqueue_after(world, Controller::Deployment, key, *milliseconds);
        }
    }
    Ok(())
}

/// Records a decision about a ReplicaSet.
fn record_decision(
    world: &mut World,
    deployment: &Deployment,
    decision: Decision,
    name: &Text,
    rule: Rule,
) {
    decide_about(world, deployment, decision, ResourceKind::ReplicaSet, name, rule);
}

fn find(
    world: &World,
    deployment: &Deployment,
    name: &Text,
) -> Result<(Key, Rc<ReplicaSet>), ApiError> {
    registry::find::<ReplicaSet>(world, &deployment.metadata.namespace, name)
}

/// Becomes or stops being the owner of a ReplicaSet.
fn change(
    world: &mut World,
    deployment: &Deployment,
    name: &Text,
    decision: Decision,
    rule: Rule,
    write: impl FnOnce(&mut ReplicaSet),
) -> Result<(), ApiError> {
    let (key, _) = find(world, deployment, name)?;
    record_decision(world, deployment, decision, name, rule);
    registry::update::<ReplicaSet>(world, key, rule, write);
    Ok(())
}

/// Stores a new ReplicaSet.
///
/// # Errors
///
/// Returns the refusal of validation, such as a name that is too long.
fn create(
    world: &mut World,
    deployment: &Deployment,
    set: &Rc<ReplicaSet>,
    rule: Rule,
) -> Result<(), ApiError> {
    let mut validator = Validator::new(world.release(), &[]);
    validate_workload(&mut validator, set.as_ref());
    if !validator.errors.is_empty() {
        let errors = validator.errors;
        return Err(invalid(&Resource::ReplicaSet((**set).clone()), errors));
    }
    record_decision(world, deployment, Decision::Create, &set.metadata.name, rule);
    registry::create(world, (**set).clone(), rule).map(drop)
}

/// Tells of a ReplicaSet that was refused. Rule D-51.
fn refused(
    world: &mut World,
    key: Key,
    deployment: &Deployment,
    request: &Request,
    error: &ApiError,
) {
    let Request::CreateReplicaSet(set) = request else { return };
    let name = &set.metadata.name;
    let (status, message): (DeploymentStatus, Text) =
        progress::refused(deployment, name, error.message.english(), world.now);
    registry::update::<Deployment>(world, key, Rule::D51, |stored| stored.status = status);
    let (kind, reason, part) =
        (EventType::Warning, progress::REPLICA_SET_CREATE_ERROR, Part::Whole);
    let event = NewEvent { kind, reason: reason.into(), message, part, from: events::COMPONENT };
    registry::record_event(world, deployment, event);
}

/// Returns what the controller sees of a Deployment.
pub(crate) fn view(world: &World, deployment: &Deployment) -> View {
    let metadata = &deployment.metadata;
    let all = || world.objects.replica_sets.prefixed(&metadata.namespace, "");
    let is_candidate = |set: &ReplicaSet| match controller(&set.metadata) {
        Some(owner) => owner.uid == metadata.uid,
        None => deployment.selects(&set.metadata.labels),
    };
    let candidates = all().filter(|(_, set)| is_candidate(set)).map(|(_, set)| Rc::clone(set));
    let names = all().map(|(_, set)| set.metadata.name.clone());
    let pods = match deployment.spec.strategy() {
        DeploymentStrategyType::Recreate => pods(world, deployment),
        DeploymentStrategyType::RollingUpdate => Vec::new(),
    };
    View {
        release: world.release(),
        gates: world.settings.gates,
        replica_sets: candidates.collect(),
        names: names.collect(),
        pods,
    }
}

/// Returns the Pods of a Deployment's ReplicaSets.
/// Models kubernetes pkg/controller/deployment/deployment_controller.go getPodMapForDeployment.
fn pods(world: &World, deployment: &Deployment) -> Vec<Rc<Pod>> {
    let metadata = &deployment.metadata;
    let own = world.objects.replica_sets_of(&metadata.uid);
    let own: BTreeSet<&Text> = own.map(|set| &set.metadata.uid).collect();
    let is_own = |pod: &Pod| {
        pod.metadata.namespace == metadata.namespace
            && controller(&pod.metadata).is_some_and(|owner| own.contains(&owner.uid))
    };
    world.pods().filter(|(_, pod)| is_own(pod)).map(|(_, pod)| Rc::clone(pod)).collect()
}
