//! The garbage collector: what happens to objects whose owner is gone or being deleted. Section G of the rule book.
//! Models kubernetes pkg/controller/garbagecollector.

use crate::api::budget::PodDisruptionBudget;
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::meta::{FOREGROUND, ORPHAN, ObjectMeta, OwnerReference};
use crate::api::persistent_volume::PersistentVolume;
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::{ControllerRevision, StatefulSet};
use crate::apiserver::registry::Registry;
use crate::apiserver::{registry, store};
use crate::base::text::Text;
use crate::cluster::change::{Decision, Subject, Value};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::tables::{Key, Kind, Workloads, claims_of};
use crate::cluster::work_queue::{Garbage, Owner, hand_over};
use crate::cluster::world::{About, PodId, World};
use crate::rules::Rule;
use std::rc::Rc;

/// Hands over the dependents of an object that is gone or being deleted, and dependents that name an owner which does
/// not exist.
/// Models kubernetes pkg/controller/garbagecollector/graph_builder.go processGraphChanges.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    match &event.object {
        Stored::Pod { id, write, .. } => match write.after() {
            Some(pod) => pod_written(world, *id, write.before(), pod),
            None => pod_removed(world, write.newest()),
        },
        Stored::PersistentVolumeClaim(_, write) => {
            if let Some(claim) = write.after() {
                claim_written(world, write.before(), claim);
            }
        }
        Stored::StatefulSet(key, write) => {
            owner_written(world, Owner::StatefulSet(*key), write);
            if let Some(last) = write.deleted() {
                hand_over(world, Garbage::Set(Box::new(last.metadata.clone())));
            }
        }
        Stored::ReplicaSet(key, write) => owner_written(world, Owner::ReplicaSet(*key), write),
        _ => {}
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

/// Hands over a claim that names a new owner since this write, if that owner does not exist. Rule G-03.
fn claim_written(
    world: &mut World,
    old: Option<&Rc<PersistentVolumeClaim>>,
    new: &PersistentVolumeClaim,
) {
    let metadata = &new.metadata;
    let has_same =
        old.is_some_and(|old| old.metadata.owner_references == metadata.owner_references);
    if !has_same && !have_all_owners(world, metadata) {
        let claims = vec![metadata.name.clone()];
        hand_over(world, Garbage::Claims(metadata.namespace.clone(), claims));
    }
}

/// Hands over an owner that is deleted in the foreground or with orphaned dependents. Rules G-05, G-06.
/// Models kubernetes pkg/controller/garbagecollector/graph_builder.go deletionStartsWithFinalizer.
fn owner_written<K: Kind>(world: &mut World, owner: Owner, write: &Write<K>) {
    let Some(new) = write.after() else { return };
    let waits = |object: &K, finalizer: &str| {
        let metadata = object.metadata();
        metadata.deletion_timestamp.is_some()
            && metadata.finalizers.iter().any(|f| *f == *finalizer)
    };
    let begins = |finalizer: &str| {
        waits(new, finalizer) && !write.before().is_some_and(|old| waits(old, finalizer))
    };
    if begins(FOREGROUND) {
        hand_over(world, Garbage::Foreground(owner));
    }
    if begins(ORPHAN) {
        hand_over(world, Garbage::Orphan(owner));
    }
}

/// Hands over the Pods that an object owned which is gone.
fn owner_removed(world: &mut World, uid: &Text) {
    let owned = |id: &PodId| world.pod(*id).is_some_and(|pod| is_owned(&pod.metadata, uid));
    let owned: Vec<PodId> = world.workloads.dependents().filter(owned).collect();
    for pod in owned {
        hand_over(world, Garbage::Pod(pod));
    }
}

/// Hands over the claims that a Pod owned which is gone, and its owner if that waits for the Pod.
fn pod_removed(world: &mut World, pod: &Pod) {
    let namespace = &pod.metadata.namespace;
    let owned = |claim: &&Text| {
        let claim = world.workloads.claims.named(namespace, claim);
        claim.is_some_and(|c| c.metadata.owner_references.iter().any(|o| o.uid == pod.metadata.uid))
    };
    let claims: Vec<Text> = claims_of(pod).filter(owned).cloned().collect();
    if !claims.is_empty() {
        hand_over(world, Garbage::Claims(namespace.clone(), claims));
    }
    owner_may_go(world, &pod.metadata);
}

/// Hands over the owner of a Pod that is gone, or that has lost it as its owner, if the owner waits for that. Rule G-05.
fn owner_may_go(world: &mut World, pod: &ObjectMeta) {
    for reference in &pod.owner_references {
        let owner = owner_named(world, &pod.namespace, reference);
        if let Some(owner) = owner.filter(|owner| waits_for_dependents(world, *owner)) {
            hand_over(world, Garbage::Foreground(owner));
        }
    }
}

/// Returns the StatefulSet or ReplicaSet that an owner reference names, if it exists.
fn owner_named(world: &World, namespace: &Text, reference: &OwnerReference) -> Option<Owner> {
    let workloads = &world.workloads;
    let owner = match reference.kind.as_str() {
        "StatefulSet" => Owner::StatefulSet(workloads.sets.find(namespace, &reference.name)?),
        "ReplicaSet" => Owner::ReplicaSet(workloads.replica_sets.find(namespace, &reference.name)?),
        _ => return None,
    };
    metadata_of(world, owner).is_some_and(|metadata| metadata.uid == reference.uid).then_some(owner)
}

/// Returns the metadata of an owner, while it exists.
fn metadata_of(world: &World, owner: Owner) -> Option<&ObjectMeta> {
    match owner {
        Owner::StatefulSet(key) => world.workloads.sets.get(key).map(|set| &set.metadata),
        Owner::ReplicaSet(key) => world.workloads.replica_sets.get(key).map(|set| &set.metadata),
    }
}

/// Takes a finalizer off an owner, which removes it if no other holds it.
fn drop_finalizer(world: &mut World, owner: Owner, finalizer: &str, rule: Rule) {
    fn drop_from<K: Registry>(world: &mut World, key: Key, finalizer: &str, rule: Rule) {
        registry::update::<K>(world, key, rule, |object| {
            object.metadata_mut().finalizers.retain(|other| *other != *finalizer);
        });
    }
    match owner {
        Owner::StatefulSet(key) => drop_from::<StatefulSet>(world, key, finalizer, rule),
        Owner::ReplicaSet(key) => drop_from::<ReplicaSet>(world, key, finalizer, rule),
    }
}

/// Handles one owner or dependent that was handed over. Returns whether the sync succeeded.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let found = world.workloads.queue.garbage.get_mut(key as usize).and_then(Option::take);
    match found {
        None => {}
        Some(Garbage::Set(owner)) => {
            collect_pods(world, own_pods(world, &owner));
            remove_revisions(world, &owner);
            collect_claims(world, &owner);
        }
        Some(Garbage::Foreground(owner)) => {
            let Some(metadata) = metadata_of(world, owner).cloned() else { return true };
            collect_pods(world, blocking_pods(world, &metadata));
            remove_revisions(world, &metadata);
            if blocking_pods(world, &metadata).is_empty() {
                drop_finalizer(world, owner, FOREGROUND, Rule::G05);
            }
        }
        Some(Garbage::Orphan(owner)) => {
            let Some(metadata) = metadata_of(world, owner).cloned() else { return true };
            orphan(world, &metadata);
            drop_finalizer(world, owner, ORPHAN, Rule::G06);
        }
        Some(Garbage::Claims(namespace, names)) => {
            for name in names {
                if let Some(key) = world.workloads.claims.find(&namespace, &name) {
                    collect_claim(world, key);
                }
            }
        }
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

/// Returns whether an owner that is being deleted waits for its Pods to be removed. Rule G-05.
fn waits_for_dependents(world: &World, owner: Owner) -> bool {
    metadata_of(world, owner).is_some_and(|metadata| {
        metadata.deletion_timestamp.is_some()
            && metadata.finalizers.iter().any(|f| *f == *FOREGROUND)
    })
}

/// Returns whether an owner exists: an object of its kind, name and UID, in the namespace of the dependent or in none. Rule G-01.
///
/// Nodes, and the other kinds to which Podlab gives no UID, are known by their names. Kinds that Podlab does not run
/// have no objects.
/// Models kubernetes pkg/controller/garbagecollector/garbagecollector.go isDangling.
fn exists(world: &World, namespace: &Text, owner: &OwnerReference) -> bool {
    let (name, workloads) = (&owner.name, &world.workloads);
    match (&*owner.api_version, &*owner.kind) {
        ("v1", "Pod") => {
            let pod = world.pod_named(namespace, name).and_then(|id| world.pod(id));
            pod.is_some_and(|pod| pod.metadata.uid == owner.uid)
        }
        ("apps/v1", "StatefulSet") => has::<StatefulSet>(workloads, namespace, owner),
        ("apps/v1", "ReplicaSet") => has::<ReplicaSet>(workloads, namespace, owner),
        ("apps/v1", "ControllerRevision") => has::<ControllerRevision>(workloads, namespace, owner),
        ("v1", "PersistentVolumeClaim") => {
            has::<PersistentVolumeClaim>(workloads, namespace, owner)
        }
        ("v1", "PersistentVolume") => has::<PersistentVolume>(workloads, &Text::default(), owner),
        ("policy/v1" | "policy/v1beta1", "PodDisruptionBudget") => {
            has::<PodDisruptionBudget>(workloads, namespace, owner)
        }
        ("v1", "Node") => world.node_named(name).is_some(),
        ("v1", "Service") => world.services().any(|(service, _)| {
            service.metadata.namespace == *namespace && service.metadata.name == *name
        }),
        ("v1", "ConfigMap") => world.config_map(namespace, name).is_some(),
        ("v1", "Secret") => world.secret(namespace, name).is_some(),
        ("v1", "Namespace" | "ServiceAccount") => true,
        ("scheduling.k8s.io/v1", "PriorityClass") => world.priority_class(name).is_some(),
        ("storage.k8s.io/v1", "StorageClass") => workloads.classes.contains_key(name),
        _ => false,
    }
}

/// Returns whether an object of a kind has the name and the UID of an owner.
fn has<K: Kind>(workloads: &Workloads, namespace: &Text, owner: &OwnerReference) -> bool {
    let found = K::table(workloads).named(namespace, &owner.name);
    found.is_some_and(|found| found.metadata().uid == owner.uid)
}

fn is_owned(metadata: &ObjectMeta, uid: &str) -> bool {
    metadata.owner_references.iter().any(|owner| owner.uid == *uid)
}

fn own_revisions(world: &World, owner: &ObjectMeta) -> Vec<Key> {
    let prefix = format!("{}-", owner.name);
    let revisions = world.workloads.revisions.prefixed(&owner.namespace, &prefix);
    let own = revisions.filter(|(_, revision)| is_owned(&revision.metadata, &owner.uid));
    own.map(|(key, _)| key).collect()
}

/// Returns the Pods that an owner waits for when it is deleted in the foreground. Rule G-05.
fn blocking_pods(world: &World, owner: &ObjectMeta) -> Vec<PodId> {
    let blocks = |reference: &OwnerReference| {
        reference.uid == owner.uid && reference.block_owner_deletion == Some(true)
    };
    let mut own = own_pods(world, owner);
    own.retain(|id| {
        world.pod(*id).is_some_and(|pod| pod.metadata.owner_references.iter().any(blocks))
    });
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
        let what = Value::Decision(decision, metadata.name.clone());
        world.record(About::Pod(id), Subject::Decision, Value::None, what, Rule::G03);
    }
    if left.is_empty() {
        store::delete_pod(world, id, None);
    } else {
        store::update_pod(world, id, |pod| pod.metadata.owner_references = left);
        owner_may_go(world, metadata);
    }
}

fn remove_revisions(world: &mut World, owner: &ObjectMeta) {
    for key in own_revisions(world, owner) {
        registry::remove::<ControllerRevision>(world, key);
    }
}

fn own_claims(world: &World, owner: &ObjectMeta) -> Vec<Key> {
    let claims = world.workloads.claims.prefixed(&owner.namespace, "");
    let own = claims.filter(|(_, claim)| is_owned(&claim.metadata, &owner.uid));
    own.map(|(key, _)| key).collect()
}

fn collect_claims(world: &mut World, owner: &ObjectMeta) {
    for key in own_claims(world, owner) {
        collect_claim(world, key);
    }
}

/// Removes a claim when all its owners are gone. Otherwise removes the references to those that are gone. Rule G-03.
fn collect_claim(world: &mut World, key: Key) {
    let Some(claim) = world.workloads.claims.get(key).cloned() else { return };
    let metadata = &claim.metadata;
    let left: Vec<OwnerReference> = {
        let exists = |owner: &&OwnerReference| exists(world, &metadata.namespace, owner);
        metadata.owner_references.iter().filter(exists).cloned().collect()
    };
    if left.is_empty() && !metadata.owner_references.is_empty() {
        registry::delete::<PersistentVolumeClaim>(world, key, Rule::V20);
    } else if left.len() != metadata.owner_references.len() {
        registry::update::<PersistentVolumeClaim>(world, key, Rule::G03, |claim| {
            claim.metadata.owner_references = left;
        });
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
    for key in own_revisions(world, owner) {
        registry::update::<ControllerRevision>(world, key, Rule::S66, |revision| {
            free(&mut revision.metadata);
        });
    }
    for key in own_claims(world, owner) {
        registry::update::<PersistentVolumeClaim>(world, key, Rule::G06, |claim| {
            free(&mut claim.metadata);
        });
    }
}
