//! Commands for StatefulSets, claims, volumes and budgets.

use super::check_room;
use crate::api::budget::PodDisruptionBudget;
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::meta::RESTARTED_AT;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::StatefulSet;
use crate::api::storage::{ClaimPhase, StorageClass};
use crate::api::{ObjectRef, Resource, ResourceKind, write};
use crate::apiserver::error::ApiError;
use crate::apiserver::registry;
use crate::apiserver::request::{PatchKind, Server};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::volume_match::{Class, class_of};
use crate::kubectl::revisions;
use crate::kubectl::revisions::undo_target;
use crate::manifest::node::Node;
use crate::rules::Rule;
use crate::sim::Sim;
use std::rc::Rc;

fn server(sim: &Sim) -> Server<'static> {
    Server::of(sim.settings())
}

/// Creates an object. `kubectl create`.
pub(super) fn create(sim: &mut Sim, resource: &Resource) -> Result<(), ApiError> {
    let checked = server(sim).create(write(resource))?;
    match checked {
        Resource::StatefulSet(set) => {
            check_room(
                sim,
                None,
                set.spec.replicas(),
                &what("StatefulSet", &set.metadata.name, set.spec.replicas()),
            )?;
            registry::create(&mut sim.world, set, Rule::S01).map(drop)
        }
        Resource::ReplicaSet(set) => {
            check_room(
                sim,
                None,
                set.spec.replicas(),
                &what("ReplicaSet", &set.metadata.name, set.spec.replicas()),
            )?;
            registry::create(&mut sim.world, set, Rule::R02).map(drop)
        }
        Resource::PodDisruptionBudget(budget) => {
            registry::create(&mut sim.world, budget, Rule::B3).map(drop)
        }
        other => Err(ApiError::bad_request(format!("{} is no StatefulSet", other.kind()))),
    }
}

/// Creates or replaces a StorageClass. `kubectl create`.
pub(super) fn put_class(sim: &mut Sim, class: StorageClass) {
    sim.world.workloads.classes.insert(class.metadata.name.clone(), Rc::new(class));
}

/// Returns the number of Pods that an object asks for, in words for a message.
fn what(kind: &str, name: &Text, replicas: i64) -> String {
    format!("{replicas} replicas of {kind} {name}")
}

/// Refuses an object of a kind that has no rollouts.
fn check_kind(object: &ObjectRef) -> Result<(), ApiError> {
    if object.kind == ResourceKind::StatefulSet {
        return Ok(());
    }
    Err(ApiError::client("the server could not find the requested resource".to_owned()))
}

/// Patches a StatefulSet. `kubectl patch`.
pub(super) fn patch(sim: &mut Sim, object: &ObjectRef, patch: &Node) -> Result<(), ApiError> {
    let (key, old) = registry::find::<StatefulSet>(&sim.world, &object.namespace, &object.name)?;
    let before = Resource::StatefulSet((*old).clone());
    let changed = server(sim).patch(&before, patch, PatchKind::Strategic)?;
    let Resource::StatefulSet(new) = changed else { return Ok(()) };
    check_growth(sim, object, old.spec.replicas(), new.spec.replicas())?;
    registry::update::<StatefulSet>(&mut sim.world, key, Rule::S11, |set| {
        set.metadata = new.metadata;
        set.spec = new.spec;
    });
    Ok(())
}

/// Patches a ReplicaSet. `kubectl patch`. Rule R-13.
pub(super) fn patch_replica_set(
    sim: &mut Sim,
    object: &ObjectRef,
    patch: &Node,
) -> Result<(), ApiError> {
    let (key, old) = registry::find::<ReplicaSet>(&sim.world, &object.namespace, &object.name)?;
    let before = Resource::ReplicaSet((*old).clone());
    let changed = server(sim).patch(&before, patch, PatchKind::Strategic)?;
    let Resource::ReplicaSet(new) = changed else { return Ok(()) };
    check_growth(sim, object, old.spec.replicas(), new.spec.replicas())?;
    let rule = if old.spec.template == new.spec.template { Rule::R02 } else { Rule::R13 };
    registry::update::<ReplicaSet>(&mut sim.world, key, rule, |set| {
        set.metadata = new.metadata;
        set.spec = new.spec;
    });
    Ok(())
}

/// Refuses a change by which an object asks for more Pods than there is room for.
fn check_growth(sim: &Sim, object: &ObjectRef, before: i64, after: i64) -> Result<(), ApiError> {
    if after <= before {
        return Ok(());
    }
    check_room(sim, Some(object), after, &what(object.kind.as_str(), &object.name, after))
}

/// Sets the number of replicas. `kubectl scale`.
pub(super) fn scale(sim: &mut Sim, object: &ObjectRef, replicas: i64) -> Result<(), ApiError> {
    let spec = Node::map([(Text::Static("replicas"), Node::int(replicas))]);
    let body = Node::map([(Text::Static("spec"), spec)]);
    match object.kind {
        ResourceKind::ReplicaSet => patch_replica_set(sim, object, &body),
        _ => check_kind(object).and_then(|()| patch(sim, object, &body)),
    }
}

/// Replaces all Pods of a set. `kubectl rollout restart`. Rule S-6A.
pub(super) fn restart(sim: &mut Sim, object: &ObjectRef) -> Result<(), ApiError> {
    check_kind(object)?;
    let time = Node::text(Timestamp::of(sim.now()).rfc3339());
    let mut body = Node::map([(Text::Static(RESTARTED_AT), time)]);
    for field in ["annotations", "metadata", "template", "spec"] {
        body = Node::map([(Text::Static(field), body)]);
    }
    patch(sim, object, &body)
}

/// Sets the template to that of an earlier revision. `kubectl rollout undo`. Rules KC-31, S-66.
pub(super) fn undo(
    sim: &mut Sim,
    object: &ObjectRef,
    to_revision: Option<i64>,
) -> Result<(), ApiError> {
    check_kind(object)?;
    let (key, set) = registry::find::<StatefulSet>(&sim.world, &object.namespace, &object.name)?;
    let history = revisions::owned(&sim.world, &set);
    let chosen = undo_target(&history, to_revision).map_err(ApiError::bad_request)?;
    let template = chosen.data.0.clone();
    registry::update::<StatefulSet>(&mut sim.world, key, Rule::S66, |set| {
        set.spec.template = template;
    });
    Ok(())
}

/// Patches a claim. `kubectl patch pvc`. Rules V-22, A-40, A-41.
/// Models kubernetes plugin/pkg/admission/storage/persistentvolume/resize.
pub(super) fn patch_claim(sim: &mut Sim, object: &ObjectRef, patch: &Node) -> Result<(), ApiError> {
    let (key, old) =
        registry::find::<PersistentVolumeClaim>(&sim.world, &object.namespace, &object.name)?;
    let before = Resource::PersistentVolumeClaim((*old).clone());
    let changed = server(sim).patch(&before, patch, PatchKind::Strategic)?;
    let Resource::PersistentVolumeClaim(new) = changed else { return Ok(()) };
    let asked = |claim: &PersistentVolumeClaim| {
        claim.spec.resources.requests.get("storage").map_or(0, |amount| amount.milli)
    };
    if asked(&new) > asked(&old) {
        let refuse =
            |why: &'static str| ApiError::forbidden("persistentvolumeclaims", &object.name, why);
        if old.status.phase != Some(ClaimPhase::Bound) {
            return Err(refuse("Only bound persistent volume claims can be expanded"));
        }
        let grows = match class_of(&sim.world, &old) {
            Class::Found(class) => class.allow_volume_expansion == Some(true),
            Class::None | Class::Missing(_) => false,
        };
        if !grows {
            return Err(refuse(
                "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize",
            ));
        }
    }
    registry::update::<PersistentVolumeClaim>(&mut sim.world, key, Rule::V01, |claim| {
        claim.metadata = new.metadata;
        claim.spec = new.spec;
    });
    Ok(())
}

/// Patches a volume. `kubectl patch pv`.
pub(super) fn patch_volume(
    sim: &mut Sim,
    object: &ObjectRef,
    patch: &Node,
) -> Result<(), ApiError> {
    let (key, old) =
        registry::find::<PersistentVolume>(&sim.world, &object.namespace, &object.name)?;
    let old = Resource::PersistentVolume((*old).clone());
    if let Resource::PersistentVolume(new) = server(sim).patch(&old, patch, PatchKind::Strategic)? {
        registry::update::<PersistentVolume>(&mut sim.world, key, Rule::V21, |volume| {
            volume.metadata = new.metadata;
            volume.spec = new.spec;
        });
    }
    Ok(())
}

/// Patches a budget. `kubectl patch pdb`. Rule B-3.
pub(super) fn patch_budget(
    sim: &mut Sim,
    object: &ObjectRef,
    patch: &Node,
) -> Result<(), ApiError> {
    let (key, old) =
        registry::find::<PodDisruptionBudget>(&sim.world, &object.namespace, &object.name)?;
    let old = Resource::PodDisruptionBudget((*old).clone());
    let new = server(sim).patch(&old, patch, PatchKind::Strategic)?;
    if let Resource::PodDisruptionBudget(new) = new {
        registry::update(&mut sim.world, key, Rule::B3, |budget| *budget = new);
    }
    Ok(())
}
