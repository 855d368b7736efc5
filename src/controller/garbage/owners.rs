//! Which owners an object has, and what an owner owns. Rules G-01, G-03, G-05.

use crate::api::meta::{FOREGROUND, ObjectMeta, OwnerReference, Propagation};
use crate::apiserver::registry;
use crate::base::text::Text;
use crate::cluster::table_kind::{Item, TableKind};
use crate::cluster::world::{PodId, World};

/// Returns whether an object is being deleted and a finalizer holds it.
pub(super) fn waits(metadata: &ObjectMeta, finalizer: &str) -> bool {
    metadata.deletion_timestamp.is_some() && metadata.finalizers.iter().any(|f| *f == *finalizer)
}

/// Returns the owners of an object that wait for it to be removed. Rule G-05.
pub(super) fn waiting_owners(world: &World, dependent: &ObjectMeta) -> Vec<Item> {
    let references = dependent.owner_references.iter();
    let owners = references.filter_map(|owner| owner_named(world, &dependent.namespace, owner));
    owners.filter(|owner| waits_for_dependents(world, *owner)).collect()
}

/// Returns the object in a table that an owner reference names, if it exists. Objects without a UID are known by their names.
fn owner_named(world: &World, namespace: &Text, reference: &OwnerReference) -> Option<Item> {
    let OwnerReference { api_version, kind, name, .. } = reference;
    let has_version = |kind: &TableKind| registry::table(*kind).has_version(api_version);
    let owner = match TableKind::named(kind).filter(has_version) {
        Some(kind) => Item { kind, key: registry::table(kind).find(world, namespace, name)? },
        None => {
            let key = registry::find_kept(world, namespace, reference)?;
            Item { kind: TableKind::Kept, key }
        }
    };
    let is_it = |metadata: &ObjectMeta| metadata.uid.is_empty() || metadata.uid == reference.uid;
    metadata_of(world, owner).is_some_and(is_it).then_some(owner)
}

/// Returns the metadata of an object, while it exists.
pub(super) fn metadata_of(world: &World, item: Item) -> Option<&ObjectMeta> {
    registry::table(item.kind).metadata(world, item.key)
}

/// Returns the Pods of an owner: first the members of a StatefulSet, then others that name it as their owner.
pub(super) fn own_pods(world: &World, owner: &ObjectMeta) -> Vec<PodId> {
    let members = world.objects.members(&owner.namespace, &owner.name);
    let owned = |id: &PodId| world.pod(*id).is_some_and(|pod| is_owned(&pod.metadata, &owner.uid));
    let mut own: Vec<PodId> = members.filter(owned).collect();
    for id in world.objects.dependents().filter(owned) {
        // A member may have further owners.
        if !own.contains(&id) {
            own.push(id);
        }
    }
    own
}

/// Returns whether all owners that an object names exist.
pub(super) fn have_all_owners(world: &World, dependent: &ObjectMeta) -> bool {
    dependent.owner_references.iter().all(|owner| exists(world, &dependent.namespace, owner))
}

/// Returns the owners of an object that exist and do not wait for the object to be removed first. Rules G-03, G-05.
pub(super) fn owners_that_stay(world: &World, dependent: &ObjectMeta) -> Vec<OwnerReference> {
    let stays = |reference: &&OwnerReference| {
        let owner = owner_named(world, &dependent.namespace, reference);
        exists(world, &dependent.namespace, reference)
            && !owner.is_some_and(|owner| waits_for_dependents(world, owner))
    };
    dependent.owner_references.iter().filter(stays).cloned().collect()
}

/// Returns whether an owner that is being deleted waits for its dependents to be removed. Rule G-05.
fn waits_for_dependents(world: &World, owner: Item) -> bool {
    metadata_of(world, owner).is_some_and(|metadata| waits(metadata, FOREGROUND))
}

/// Returns whether an owner exists: an object of its kind, name and UID, in the namespace of the dependent or in none. Rule G-01.
///
/// Nodes, and the other kinds to which Podlab gives no UID, are known by their names. Every cluster has namespaces and
/// service accounts that Podlab does not keep.
/// Models kubernetes pkg/controller/garbagecollector/garbagecollector.go isDangling.
fn exists(world: &World, namespace: &Text, owner: &OwnerReference) -> bool {
    let name = &owner.name;
    if owner_named(world, namespace, owner).is_some() {
        return true;
    }
    match (&*owner.api_version, &*owner.kind) {
        ("v1", "Pod") => {
            let pod = world.pod_named(namespace, name).and_then(|id| world.pod(id));
            pod.is_some_and(|pod| pod.metadata.uid == owner.uid)
        }
        ("v1", "Node") => world.node_named(name).is_some(),
        ("v1", "ConfigMap") => world.config_map(namespace, name).is_some(),
        ("v1", "Secret") => world.secret(namespace, name).is_some(),
        ("v1", "Namespace" | "ServiceAccount") => true,
        ("scheduling.k8s.io/v1", "PriorityClass") => world.priority_class(name).is_some(),
        ("storage.k8s.io/v1", "StorageClass") => world.objects.classes.contains_key(name),
        _ => false,
    }
}

/// Returns whether an object names an owner with this UID.
pub(super) fn is_owned(metadata: &ObjectMeta, uid: &str) -> bool {
    metadata.owner_references.iter().any(|owner| owner.uid == *uid)
}

/// Returns the objects in tables that name an owner, by kind and name.
pub(super) fn owned_objects(world: &World, owner: &ObjectMeta) -> Vec<Item> {
    let mut owned: Vec<Item> = world.objects.owned_by(&owner.uid).collect();
    owned.sort_by_key(|item| (item.kind, metadata_of(world, *item).map(|metadata| &metadata.name)));
    owned
}

/// Returns the objects in tables that an owner waits for when it is deleted in the foreground. Rule G-05.
pub(super) fn blocking_objects(world: &World, owner: &ObjectMeta) -> Vec<Item> {
    let mut owned = owned_objects(world, owner);
    owned.retain(|item| metadata_of(world, *item).is_some_and(|m| blocks(m, owner)));
    owned
}

/// Returns whether the deletion of an owner in the foreground waits for an object.
fn blocks(dependent: &ObjectMeta, owner: &ObjectMeta) -> bool {
    dependent
        .owner_references
        .iter()
        .any(|reference| reference.uid == owner.uid && reference.block_owner_deletion == Some(true))
}

/// Returns whether an owner that is deleted in the foreground has to wait for a dependent.
pub(super) fn is_blocked(world: &World, owner: &ObjectMeta) -> bool {
    !blocking_objects(world, owner).is_empty() || !blocking_pods(world, owner).is_empty()
}

/// Returns the Pods that an owner waits for when it is deleted in the foreground. Rule G-05.
pub(super) fn blocking_pods(world: &World, owner: &ObjectMeta) -> Vec<PodId> {
    let mut own = own_pods(world, owner);
    own.retain(|id| world.pod(*id).is_some_and(|pod| blocks(&pod.metadata, owner)));
    own
}

/// Returns how an object is deleted: in the foreground when an owner waits for it and it has dependents itself.
pub(super) fn propagation_to(world: &World, object: &ObjectMeta) -> Propagation {
    let waits = |reference: &OwnerReference| {
        let owner = owner_named(world, &object.namespace, reference);
        owner.is_some_and(|owner| waits_for_dependents(world, owner))
    };
    let has_dependents =
        || !own_pods(world, object).is_empty() || !owned_objects(world, object).is_empty();
    if object.owner_references.iter().any(waits) && has_dependents() {
        Propagation::Foreground
    } else {
        Propagation::Background
    }
}
