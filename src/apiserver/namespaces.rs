//! What the API server does about namespaces that are being deleted.
//!
//! A namespace exists as soon as a person creates it or something is in it.

use super::error::ApiError;
use super::registry;
use crate::api::meta::ObjectMeta;
use crate::api::{KeptObject, ResourceKind};
use crate::base::text::Text;
use crate::cluster::tables::Key;
use crate::cluster::work_queue::{Controller, enqueue_after};
use crate::cluster::world::World;

/// The namespaces that may not be deleted.
const KEPT: [&str; 3] = ["default", "kube-public", "kube-system"];
/// Milliseconds from the deletion of a namespace until its controller deletes what is in it. Meanwhile all API servers learn of
/// the deletion.
/// Models kubernetes pkg/controller/namespace/namespace_controller.go namespaceDeletionGracePeriod.
const NOTICE: u64 = 5000;

/// Returns whether a namespace is being deleted.
pub(crate) fn is_leaving(world: &World, namespace: &Text) -> bool {
    !namespace.is_empty() && world.workloads.queue.leaving.contains(namespace)
}

/// Refuses a new object in a namespace that is being deleted. `resource` is the plural of its kind.
/// Models kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go.
///
/// # Errors
///
/// Returns the refusal of admission.
pub(crate) fn admit(world: &World, resource: &str, metadata: &ObjectMeta) -> Result<(), ApiError> {
    let ObjectMeta { namespace, name, .. } = metadata;
    if !is_leaving(world, namespace) {
        return Ok(());
    }
    let why = format!(
        "unable to create new content in namespace {namespace} because it is being terminated"
    );
    Err(ApiError::forbidden(resource, name, why))
}

/// Marks a namespace as being deleted. Its controller deletes what is in it later.
///
/// # Errors
///
/// Returns the refusal of admission, `NotFound` when nothing is in the namespace, or `Conflict` when it is being deleted already.
pub(crate) fn delete(world: &mut World, name: &Text) -> Result<(), ApiError> {
    if KEPT.contains(&name.as_str()) {
        let why = "this namespace may not be deleted";
        return Err(ApiError::forbidden("namespaces", name, why));
    }
    if is_leaving(world, name) {
        return Err(ApiError::conflict(format!(
            "Operation cannot be fulfilled on namespaces {name:?}: The system is ensuring all content is removed from this namespace.  Upon completion, this namespace will automatically be purged by the system."
        )));
    }
    if !exists(world, name) {
        return Err(ApiError::not_found("namespaces", name));
    }
    let key = world.workloads.queue.leaving.len() as Key;
    world.workloads.queue.leaving.push(name.clone());
    enqueue_after(world, Controller::Namespace, key, NOTICE);
    Ok(())
}

/// Returns the kinds that a namespace can have objects of, besides Pods: those with a table, and those that are kept.
pub(crate) fn kinds(world: &World, namespace: &Text) -> Vec<ResourceKind> {
    let kept = world.workloads.kept.iter().map(|(_, object)| object);
    let kept = kept.filter(|object| object.metadata.namespace == *namespace);
    let kept = kept.map(|object| ResourceKind::Kept(object.kind));
    let all = ResourceKind::ALL.iter().copied().chain(kept);
    all.filter(|kind| kind.is_namespaced()).collect()
}

/// Returns whether a namespace exists: a person created it, or something is in it.
fn exists(world: &World, namespace: &Text) -> bool {
    object(world, namespace).is_some()
        || world.has_configuration(namespace)
        || !is_empty(world, namespace)
}

/// Returns the number of the Namespace object, if a person created one.
pub(crate) fn object(world: &World, namespace: &Text) -> Option<Key> {
    let mut kept = world.workloads.kept.iter();
    let is_it = |object: &KeptObject| {
        object.kind.as_str() == "Namespace" && object.metadata.name == *namespace
    };
    kept.find(|(_, object)| is_it(object)).map(|(key, _)| key)
}

/// Returns whether no Pod and no other object is in a namespace.
pub(crate) fn is_empty(world: &World, namespace: &Text) -> bool {
    let has_any = |kind: &ResourceKind| {
        let objects = registry::object(*kind);
        objects.is_some_and(|objects| !objects.all(world, *kind, namespace).is_empty())
    };
    !world.pods().any(|(_, pod)| pod.metadata.namespace == *namespace)
        && !kinds(world, namespace).iter().any(has_any)
}
