//! The garbage collector: what happens to objects whose owner is gone or being deleted. Section G of the rule book.
//! Models kubernetes pkg/controller/garbagecollector.

use crate::api::ResourceKind;
use crate::api::meta::{FOREGROUND, ORPHAN, ObjectMeta, OwnerReference, Propagation};
use crate::api::pod::Pod;
use crate::apiserver::{registry, store};
use crate::base::text::Text;
use crate::cluster::fact::{Decision, Fact};
use crate::cluster::store_event::{MetadataWrite, StoreEvent, Stored};
use crate::cluster::tables::{Item, Key, TableKind};
use crate::cluster::work_queue::{Garbage, hand_over};
use crate::cluster::world::{About, PodId, World};
use crate::rules::Rule;
use std::rc::Rc;

/// Hands over the dependents of an object that is gone or being deleted, and dependents that name an owner which does
/// not exist.
/// Models kubernetes pkg/controller/garbagecollector/graph_builder.go processGraphChanges.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { id, write, .. } = &event.object {
        match write.after() {
            Some(pod) => pod_written(world, *id, write.before(), pod),
            None => pod_removed(world, write.newest()),
        }
    } else if let Some((kind, key, write)) = event.object.in_table()
        && registry::table(kind).is_collected()
    {
        object_written(world, Item { kind, key }, write);
    }
    if let Some(owner) = event.object.deleted() {
        // The owner reference of a mirror Pod may have the node's name and no UID.
        let uid = if owner.uid.is_empty() { &owner.name } else { &owner.uid };
        owner_removed(world, uid);
    }
}

/// Hands over a Pod that names a new owner since this write, if that owner does not exist. Rule G-03.
/// Models kubernetes pkg/controller/garbagecollector/graph_builder.go addDependentToOwners.
fn pod_written(world: &mut World, id: PodId, old: Option<&Rc<Pod>>, new: &Pod) {
    let owners = &new.metadata.owner_references;
    let has_same = old.is_some_and(|old| old.metadata.owner_references == *owners);
    if !has_same && !have_all_owners(world, &new.metadata) {
        hand_over(world, Garbage::Pod(id));
    }
}

/// Hands over an object that names a new owner which does not exist, is deleted in the foreground or with orphaned
/// dependents, or is gone. Rules G-03 to G-06.
/// Models kubernetes pkg/controller/garbagecollector/graph_builder.go processGraphChanges and deletionStartsWithFinalizer.
fn object_written(world: &mut World, item: Item, write: MetadataWrite<'_>) {
    let Some(new) = write.after else {
        if let Some(last) = write.deleted() {
            object_removed(world, item, last);
        }
        return;
    };
    let begins = |finalizer: &str| {
        waits(new, finalizer) && !write.before.is_some_and(|old| waits(old, finalizer))
    };
    if begins(FOREGROUND) {
        hand_over(world, Garbage::Foreground(item));
    }
    if begins(ORPHAN) {
        hand_over(world, Garbage::Orphan(item));
    }
    let has_same = write.before.is_some_and(|old| old.owner_references == new.owner_references);
    if !has_same && !have_all_owners(world, new) {
        hand_over(world, Garbage::Objects(vec![item]));
    }
}

/// Returns whether an object is being deleted and a finalizer holds it.
fn waits(metadata: &ObjectMeta, finalizer: &str) -> bool {
    metadata.deletion_timestamp.is_some() && metadata.finalizers.iter().any(|f| *f == *finalizer)
}

/// Hands over what an object owned which is gone, and its owners if they wait for it.
fn object_removed(world: &mut World, item: Item, last: &ObjectMeta) {
    if item.kind == TableKind::StatefulSet {
        // The members of a set are known by their names. They go together with all else that the set owned.
        hand_over(world, Garbage::Set(Box::new(last.clone())));
    } else {
        let owned = owned_objects(world, last);
        if !owned.is_empty() {
            hand_over(world, Garbage::Objects(owned));
        }
    }
    owner_may_go(world, last);
}

/// Hands over the Pods that an object owned which is gone.
fn owner_removed(world: &mut World, uid: &Text) {
    let owned = |id: &PodId| world.pod(*id).is_some_and(|pod| is_owned(&pod.metadata, uid));
    let owned: Vec<PodId> = world.workloads.dependents().filter(owned).collect();
    for pod in owned {
        hand_over(world, Garbage::Pod(pod));
    }
}

/// Hands over the objects that a Pod owned which is gone, and its owner if that waits for the Pod.
fn pod_removed(world: &mut World, pod: &Pod) {
    let owned = owned_objects(world, &pod.metadata);
    if !owned.is_empty() {
        hand_over(world, Garbage::Objects(owned));
    }
    owner_may_go(world, &pod.metadata);
}

/// Hands over the owners of an object that is gone, or that has lost them as its owners, if they wait for that. Rule G-05.
fn owner_may_go(world: &mut World, dependent: &ObjectMeta) {
    for reference in &dependent.owner_references {
        let owner = owner_named(world, &dependent.namespace, reference);
        if let Some(owner) = owner.filter(|owner| waits_for_dependents(world, *owner)) {
            hand_over(world, Garbage::Foreground(owner));
        }
    }
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
fn metadata_of(world: &World, item: Item) -> Option<&ObjectMeta> {
    registry::table(item.kind).metadata(world, item.key)
}

/// Takes a finalizer off an owner, which removes it if no other holds it.
fn drop_finalizer(world: &mut World, owner: Item, finalizer: &str, rule: Rule) {
    registry::table(owner.kind).change(world, owner.key, rule, &|metadata| {
        metadata.finalizers.retain(|other| *other != *finalizer);
    });
}

/// Handles one owner or dependent that was handed over. Returns whether the sync succeeded.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let found = world.workloads.queue.garbage.get_mut(key as usize).and_then(Option::take);
    match found {
        None => {}
        Some(Garbage::Set(owner)) => {
            collect_pods(world, own_pods(world, &owner));
            collect_objects(world, owned_objects(world, &owner));
        }
        Some(Garbage::Foreground(owner)) => {
            let Some(metadata) = metadata_of(world, owner).cloned() else { return true };
            collect_pods(world, blocking_pods(world, &metadata));
            collect_objects(world, blocking_objects(world, &metadata));
            if !is_blocked(world, &metadata) {
                drop_finalizer(world, owner, FOREGROUND, Rule::G05);
            }
        }
        Some(Garbage::Orphan(owner)) => {
            let Some(metadata) = metadata_of(world, owner).cloned() else { return true };
            orphan(world, &metadata);
            drop_finalizer(world, owner, ORPHAN, Rule::G06);
        }
        Some(Garbage::Objects(items)) => collect_objects(world, items),
        Some(Garbage::Pod(pod)) => collect_pod(world, pod, Told::Yes),
    }
    true
}

/// Returns the Pods of an owner: first the members of a StatefulSet, then others that name it as their owner.
fn own_pods(world: &World, owner: &ObjectMeta) -> Vec<PodId> {
    let members = world.workloads.members(&owner.namespace, &owner.name);
    let owned = |id: &PodId| world.pod(*id).is_some_and(|pod| is_owned(&pod.metadata, &owner.uid));
    let mut own: Vec<PodId> = members.filter(owned).collect();
    for id in world.workloads.dependents().filter(owned) {
        // A member may have further owners.
        if !own.contains(&id) {
            own.push(id);
        }
    }
    own
}

/// Returns whether all owners that an object names exist.
fn have_all_owners(world: &World, dependent: &ObjectMeta) -> bool {
    dependent.owner_references.iter().all(|owner| exists(world, &dependent.namespace, owner))
}

/// Returns the owners of an object that exist and do not wait for the object to be removed first. Rules G-03, G-05.
fn owners_that_stay(world: &World, dependent: &ObjectMeta) -> Vec<OwnerReference> {
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
        ("storage.k8s.io/v1", "StorageClass") => world.workloads.classes.contains_key(name),
        _ => false,
    }
}

fn is_owned(metadata: &ObjectMeta, uid: &str) -> bool {
    metadata.owner_references.iter().any(|owner| owner.uid == *uid)
}

/// Returns the objects in tables that name an owner, by kind and name.
fn owned_objects(world: &World, owner: &ObjectMeta) -> Vec<Item> {
    let mut owned: Vec<Item> = world.workloads.owned_by(&owner.uid).collect();
    owned.sort_by_key(|item| (item.kind, metadata_of(world, *item).map(|metadata| &metadata.name)));
    owned
}

/// Returns the objects in tables that an owner waits for when it is deleted in the foreground. Rule G-05.
fn blocking_objects(world: &World, owner: &ObjectMeta) -> Vec<Item> {
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
fn is_blocked(world: &World, owner: &ObjectMeta) -> bool {
    !blocking_objects(world, owner).is_empty() || !blocking_pods(world, owner).is_empty()
}

/// Returns the Pods that an owner waits for when it is deleted in the foreground. Rule G-05.
fn blocking_pods(world: &World, owner: &ObjectMeta) -> Vec<PodId> {
    let mut own = own_pods(world, owner);
    own.retain(|id| world.pod(*id).is_some_and(|pod| blocks(&pod.metadata, owner)));
    own
}

fn collect_pods(world: &mut World, pods: Vec<PodId>) {
    let cause = world.cause;
    for id in pods {
        world.cause = cause;
        collect_pod(world, id, Told::No);
    }
    world.cause = cause;
}

/// Whether the deletion of a Pod is recorded as a decision. For the Pods of a deleted set this is not needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Yes,
    No,
}

/// Deletes a Pod when all its owners are gone or wait for it. Otherwise removes the references to those owners. Rule
/// G-03.
/// Models kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem.
fn collect_pod(world: &mut World, id: PodId, told: Told) {
    let Some(pod) = world.pod(id).cloned() else { return };
    let metadata = &pod.metadata;
    if metadata.deletion_timestamp.is_some() {
        return;
    }
    let left = owners_that_stay(world, metadata);
    if left.len() == metadata.owner_references.len() {
        return;
    }
    let decision = if left.is_empty() { Decision::Collect } else { Decision::Unlink };
    if told == Told::Yes || !left.is_empty() {
        let fact =
            Fact::Decision { decision, kind: ResourceKind::Pod, name: metadata.name.clone() };
        world.record(About::Pod(id), fact, Rule::G03);
    }
    if left.is_empty() {
        store::delete_pod(world, id, None);
    } else {
        store::update_pod(world, id, |pod| pod.metadata.owner_references = left);
        owner_may_go(world, metadata);
    }
}

/// Deletes those objects whose owners are all gone or wait for them. Otherwise removes the references to those owners.
/// Rule G-03.
/// Models kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem.
fn collect_objects(world: &mut World, items: Vec<Item>) {
    for item in items {
        let Some(metadata) = metadata_of(world, item).cloned() else { continue };
        let left = owners_that_stay(world, &metadata);
        let is_deleted = metadata.deletion_timestamp.is_some();
        if is_deleted || left.len() == metadata.owner_references.len() {
            continue;
        }
        let table = registry::table(item.kind);
        if left.is_empty() {
            table.collect(world, item.key, propagation_to(world, &metadata));
        } else {
            table.change(world, item.key, Rule::G03, &|metadata| {
                metadata.owner_references.clone_from(&left);
            });
            owner_may_go(world, &metadata);
        }
    }
}

/// Returns how an object is deleted: in the foreground when an owner waits for it and it has dependents itself.
fn propagation_to(world: &World, object: &ObjectMeta) -> Propagation {
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

/// Removes the references to an owner from everything that it owns. Rule G-06.
fn orphan(world: &mut World, owner: &ObjectMeta) {
    let cause = world.cause;
    let free = |metadata: &mut ObjectMeta| {
        metadata.owner_references.retain(|reference| reference.uid != owner.uid);
    };
    for id in own_pods(world, owner) {
        world.cause = cause;
        store::update_pod(world, id, |pod| free(&mut pod.metadata));
    }
    world.cause = cause;
    for item in owned_objects(world, owner) {
        registry::table(item.kind).change(world, item.key, Rule::G06, &free);
    }
}
