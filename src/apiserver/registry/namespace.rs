//! Namespaces: which exist, what is in them, and their deletion.
//!
//! A namespace exists as soon as a person creates it or something is in it.

use super::table;
use crate::api::KeptObject;
use crate::apiserver::error::ApiError;
use crate::apiserver::namespaces::{NAME_LABEL, is_leaving};
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::syncs::enqueue_after;
use crate::cluster::table_kind::{Item, TableKind};
use crate::cluster::work_queue::Controller;
use crate::cluster::world::World;
use std::collections::BTreeMap;

/// The namespaces that may not be deleted.
const KEPT: [&str; 3] = ["default", "kube-public", "kube-system"];
/// Milliseconds from the deletion of a namespace until its controller deletes what is in it. Meanwhile all API servers learn of
/// the deletion.
/// Models kubernetes pkg/controller/namespace/namespace_controller.go namespaceDeletionGracePeriod.
const NOTICE: u64 = 5000;

/// Marks a namespace as being deleted. Its controller deletes what is in it later.
///
/// # Errors
///
/// Returns the refusal of admission, `NotFound` when the namespace does not exist, or `Conflict` when it is being deleted already.
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
    let key = world.objects.queue.leaving.len() as Key;
    world.objects.queue.leaving.push(name.clone());
    enqueue_after(world, Controller::Namespace, key, NOTICE);
    Ok(())
}

/// Returns the objects in a namespace that have a table: all but Pods, ConfigMaps and Secrets.
pub(crate) fn items(world: &World, namespace: &Text) -> Vec<Item> {
    let of = |kind: &TableKind| {
        let (kind, keys) = (*kind, table(*kind).in_namespace(world, namespace));
        keys.into_iter().map(move |key| Item { kind, key })
    };
    TableKind::ALL.iter().flat_map(of).collect()
}

/// Returns whether a namespace exists: a person created it, or something is in it.
fn exists(world: &World, namespace: &Text) -> bool {
    object(world, namespace).is_some()
        || world.has_configuration(namespace)
        || !is_empty(world, namespace)
}

/// Returns the number of the Namespace object, if a person created one.
pub(crate) fn object(world: &World, namespace: &Text) -> Option<Key> {
    let mut kept = world.objects.kept.iter();
    let is_it = |object: &KeptObject| {
        object.kind.plural() == "namespaces" && object.metadata.name == *namespace
    };
    kept.find(|(_, object)| is_it(object)).map(|(key, _)| key)
}

/// Returns the labels of a namespace. Every namespace has one with its name.
pub(crate) fn labels(world: &World, namespace: &Text) -> BTreeMap<Text, Text> {
    let object = object(world, namespace).and_then(|key| world.objects.kept.get(key));
    let mut labels = object.map(|object| object.metadata.labels.clone()).unwrap_or_default();
    labels.insert(NAME_LABEL.into(), namespace.clone());
    labels
}

/// Returns whether no Pod and no other object is in a namespace.
pub(crate) fn is_empty(world: &World, namespace: &Text) -> bool {
    items(world, namespace).is_empty()
        && !world.pods().any(|(_, pod)| pod.metadata.namespace == *namespace)
}
