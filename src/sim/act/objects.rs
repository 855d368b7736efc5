//! Changes and deletes objects, each kind in its own way.

use super::{find, nodes, replace, services, sets, status};
use crate::api::budget::PodDisruptionBudget;
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::meta::Propagation;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::StatefulSet;
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::apiserver::registry::{self, Registry};
use crate::apiserver::request::Server;
use crate::apiserver::{store, update};
use crate::cluster::command::{DeleteOptions, Subresource};
use crate::manifest::node::Node;
use crate::rules::Rule;
use crate::sim::Sim;

/// Changes an object by a strategic merge patch. `kubectl patch`.
pub(super) fn patch(
    sim: &mut Sim,
    object: &ObjectRef,
    subresource: Option<Subresource>,
    patch: &Node,
) -> Result<(), ApiError> {
    let ObjectRef { kind, namespace, name } = object;
    match (kind, subresource) {
        (ResourceKind::Pod, None) => {
            let (id, old) = find(sim, namespace, name)?;
            let new = update::patched_pod(&old, patch, sim.settings())?;
            replace(sim, id, new);
            Ok(())
        }
        (ResourceKind::Pod, Some(Subresource::Resize)) => {
            let (id, old) = find(sim, namespace, name)?;
            let new = Server::of(sim.settings()).resize(&old, patch)?;
            replace(sim, id, new);
            Ok(())
        }
        (ResourceKind::Pod, Some(Subresource::Status)) => {
            let (id, old) = find(sim, namespace, name)?;
            status::patch(sim, id, &old, patch)
        }
        (ResourceKind::StatefulSet, None) => sets::patch(sim, object, patch),
        (ResourceKind::ReplicaSet, None) => sets::patch_replica_set(sim, object, patch),
        (ResourceKind::PersistentVolumeClaim, None) => sets::patch_claim(sim, object, patch),
        (ResourceKind::PersistentVolume, None) => sets::patch_volume(sim, object, patch),
        (ResourceKind::PodDisruptionBudget, None) => sets::patch_budget(sim, object, patch),
        (ResourceKind::Service, None) => services::patch(sim, namespace, name, patch),
        (
            ResourceKind::StatefulSet
            | ResourceKind::ReplicaSet
            | ResourceKind::PersistentVolumeClaim
            | ResourceKind::PersistentVolume
            | ResourceKind::PodDisruptionBudget
            | ResourceKind::Service,
            Some(part),
        ) => Err(ApiError::client(format!(
            "Podlab cannot patch the subresource {} of a {} yet",
            part.as_str(),
            kind.as_str()
        ))),
        (
            ResourceKind::Node
            | ResourceKind::ConfigMap
            | ResourceKind::Secret
            | ResourceKind::PriorityClass
            | ResourceKind::Namespace
            | ResourceKind::ServiceAccount
            | ResourceKind::StorageClass,
            _,
        ) => Err(cannot("patch", *kind)),
    }
}

/// Deletes an object. `kubectl delete`.
pub(super) fn delete(
    sim: &mut Sim,
    object: &ObjectRef,
    options: DeleteOptions,
) -> Result<(), ApiError> {
    let ObjectRef { kind, namespace, name } = object;
    match kind {
        ResourceKind::Pod => {
            let (id, _) = find(sim, namespace, name)?;
            store::delete_pod(&mut sim.world, id, options.grace_period_seconds);
            Ok(())
        }
        ResourceKind::Node => nodes::delete(sim, name),
        ResourceKind::StatefulSet => {
            let (key, _) = registry::find::<StatefulSet>(&sim.world, namespace, name)?;
            registry::delete_owner::<StatefulSet>(
                &mut sim.world,
                key,
                options.propagation,
                Rule::S81,
            );
            Ok(())
        }
        ResourceKind::ReplicaSet => {
            let (key, _) = registry::find::<ReplicaSet>(&sim.world, namespace, name)?;
            let rule = match options.propagation {
                Propagation::Background => Rule::G04,
                Propagation::Foreground => Rule::G05,
                Propagation::Orphan => Rule::G06,
            };
            registry::delete_owner::<ReplicaSet>(&mut sim.world, key, options.propagation, rule);
            Ok(())
        }
        ResourceKind::PersistentVolumeClaim => {
            mark_as_deleted::<PersistentVolumeClaim>(sim, object)
        }
        ResourceKind::PersistentVolume => mark_as_deleted::<PersistentVolume>(sim, object),
        ResourceKind::PodDisruptionBudget => {
            let (key, _) = registry::find::<PodDisruptionBudget>(&sim.world, namespace, name)?;
            registry::remove::<PodDisruptionBudget>(&mut sim.world, key);
            Ok(())
        }
        ResourceKind::Service
        | ResourceKind::ConfigMap
        | ResourceKind::Secret
        | ResourceKind::PriorityClass
        | ResourceKind::Namespace
        | ResourceKind::ServiceAccount
        | ResourceKind::StorageClass => Err(cannot("delete", *kind)),
    }
}

/// Marks a claim or a volume as being deleted. It stays while it is in use. Rule V-20.
fn mark_as_deleted<K: Registry>(sim: &mut Sim, object: &ObjectRef) -> Result<(), ApiError> {
    let (key, _) = registry::find::<K>(&sim.world, &object.namespace, &object.name)?;
    registry::delete::<K>(&mut sim.world, key, Rule::V20);
    Ok(())
}

fn cannot(verb: &str, kind: ResourceKind) -> ApiError {
    ApiError::client(format!("Podlab cannot {verb} a {} yet", kind.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::cluster::command::{DELETED, PATCHED};

    #[test]
    fn the_kinds_that_can_be_changed_and_deleted_are_those_of_the_lists() {
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        let is_known = |done: Result<(), ApiError>| {
            done.is_err_and(|error| !error.message.starts_with("Podlab cannot"))
        };
        for kind in ResourceKind::ALL {
            let object = ObjectRef::new(*kind, "default", "nobody");
            let patched = patch(&mut sim, &object, None, &Node::default());
            assert_eq!(is_known(patched), PATCHED.contains(kind), "{kind:?}");
            let deleted = delete(&mut sim, &object, DeleteOptions::default());
            assert_eq!(is_known(deleted), DELETED.contains(kind), "{kind:?}");
        }
    }
}
