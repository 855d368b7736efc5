//! Runs the garbage collector: hands over what writes may have made garbage, and carries out what it asks for.

use super::owners::{have_all_owners, is_owned, owned_objects, waiting_owners, waits};
use super::{Request, dependents, reconcile};
use crate::api::meta::{FOREGROUND, ORPHAN, ObjectMeta};
use crate::api::pod::Pod;
use crate::apiserver::record::WriteRules;
use crate::apiserver::{registry, store};
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::store_event::{MetadataWrite, StoreEvent, Stored};
use crate::cluster::syncs::hand_over;
use crate::cluster::table_kind::{Item, TableKind};
use crate::cluster::work_queue::Garbage;
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
    let owned: Vec<PodId> = world.objects.dependents().filter(owned).collect();
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

/// Hands over the owners of an object that is gone, if they wait for that. Rule G-05.
fn owner_may_go(world: &mut World, dependent: &ObjectMeta) {
    for owner in waiting_owners(world, dependent) {
        hand_over(world, Garbage::Foreground(owner));
    }
}

/// Handles one owner or dependent that was handed over. Returns whether the sync succeeded.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let found = world.objects.queue.garbage.get_mut(key as usize).and_then(Option::take);
    let Some(garbage) = found else { return true };
    let cause = world.cause;
    let mut is_pod = false;
    for dependent in dependents(world, &garbage) {
        // Pods go because of what led to the look, objects one because of the other.
        let was_pod = std::mem::replace(&mut is_pod, dependent.is_pod());
        if is_pod || was_pod {
            world.cause = cause;
        }
        for request in reconcile(world, &dependent) {
            act(world, request);
        }
    }
    true
}

fn act(world: &mut World, request: Request) {
    match request {
        Request::Decide { pod, fact } => world.record(About::Pod(pod), fact, Rule::G03),
        Request::DeletePod(pod) => store::delete_pod(world, pod, None),
        Request::SetPodOwners { pod, owners } => {
            store::update_pod(world, pod, WriteRules::new(&|_| Rule::G03), |pod| {
                pod.metadata.owner_references = owners;
            });
        }
        Request::DeleteObject { item, propagation } => {
            registry::table(item.kind).collect(world, item.key, propagation);
        }
        Request::SetOwners { item, owners, rule } => {
            registry::table(item.kind).change(world, item.key, rule, &|metadata| {
                metadata.owner_references.clone_from(&owners);
            });
        }
        Request::DropFinalizer { owner, finalizer, rule } => {
            registry::table(owner.kind).change(world, owner.key, rule, &|metadata| {
                metadata.finalizers.retain(|other| *other != *finalizer);
            });
        }
        Request::HandOver(owner) => hand_over(world, Garbage::Foreground(owner)),
    }
}
