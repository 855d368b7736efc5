//! The garbage collector: what becomes of objects whose owner is gone or going. Section G of the rule book.
//! Models kubernetes pkg/controller/garbagecollector.

use super::stateful_set::identity::controller;
use super::work::{Controller, enqueue};
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::apiserver::{sets, storage, store};
use crate::rules::Rule;
use crate::tables::{Key, claims_of};
use crate::text::Text;
use crate::world::{PodId, World};

/// Finalizer of a set that goes after its Pods. Rule G-05.
pub const FOREGROUND: &str = "foregroundDeletion";
/// Finalizer of a set that leaves its Pods behind. Rule G-06.
pub const ORPHAN: &str = "orphan";

/// An owner whose dependents need looking after.
#[derive(Clone, Debug)]
pub(crate) enum Garbage {
    /// A set that is gone. Rule G-04.
    Set(Box<ObjectMeta>),
    /// A set that waits for its Pods to go. Rule G-05.
    Foreground(Key),
    /// A set that lets its Pods go free. Rule G-06.
    Orphan(Key),
    /// Claims one owner of which, a Pod, is gone. Rule G-03.
    Claims(Text, Vec<Text>),
}

/// Hands an owner over to the collector.
pub(crate) fn hand_over(world: &mut World, garbage: Garbage) {
    let heap = &mut world.workloads.queue.garbage;
    heap.push(Some(garbage));
    let key = heap.len() as Key - 1;
    enqueue(world, Controller::GarbageCollector, key);
}

/// A Pod is gone: its set may wait for that, and its claims may be its own.
pub(crate) fn pod_removed(world: &mut World, pod: &Pod) {
    let namespace = &pod.metadata.namespace;
    let owned = |claim: &&Text| {
        let claim = world.workloads.claims.named(namespace, claim);
        claim.is_some_and(|c| c.metadata.owner_references.iter().any(|o| o.uid == pod.metadata.uid))
    };
    let claims: Vec<Text> = claims_of(pod).filter(owned).cloned().collect();
    if !claims.is_empty() {
        hand_over(world, Garbage::Claims(namespace.clone(), claims));
    }
    let Some(owner) = controller(&pod.metadata) else { return };
    let Some(key) = world.workloads.sets.find(namespace, &owner.name) else { return };
    let waits = |set: &ObjectMeta| set.finalizers.iter().any(|f| *f == *FOREGROUND);
    if world.workloads.sets.get(key).is_some_and(|set| waits(&set.metadata)) {
        hand_over(world, Garbage::Foreground(key));
    }
}

/// Looks after the dependents of one owner.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let found = world.workloads.queue.garbage.get_mut(key as usize).and_then(Option::take);
    match found {
        None => {}
        Some(Garbage::Set(owner)) => {
            delete_pods(world, &owner);
            remove_revisions(world, &owner);
            collect_claims(world, &owner);
        }
        Some(Garbage::Foreground(set)) => {
            let Some(owner) = world.workloads.sets.get(set).map(|set| set.metadata.clone()) else {
                return true;
            };
            delete_pods(world, &owner);
            remove_revisions(world, &owner);
            if own_pods(world, &owner).is_empty() {
                sets::update_set(world, set, Rule::G05, |set| {
                    set.metadata.finalizers.retain(|f| *f != *FOREGROUND);
                });
            }
        }
        Some(Garbage::Orphan(set)) => {
            let Some(owner) = world.workloads.sets.get(set).map(|set| set.metadata.clone()) else {
                return true;
            };
            orphan(world, &owner);
            sets::update_set(world, set, Rule::G06, |set| {
                set.metadata.finalizers.retain(|f| *f != *ORPHAN);
            });
        }
        Some(Garbage::Claims(namespace, names)) => {
            for name in names {
                if let Some(key) = world.workloads.claims.find(&namespace, &name) {
                    collect_claim(world, key);
                }
            }
        }
    }
    true
}

fn own_pods(world: &World, owner: &ObjectMeta) -> Vec<PodId> {
    let members = world.workloads.members(&owner.namespace, &owner.name);
    let owned = |id: &PodId| world.pod(*id).is_some_and(|pod| is_owned(&pod.metadata, &owner.uid));
    members.filter(owned).collect()
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

fn delete_pods(world: &mut World, owner: &ObjectMeta) {
    let cause = world.cause;
    for id in own_pods(world, owner) {
        world.cause = cause;
        store::delete_pod(world, id, None);
    }
    world.cause = cause;
}

fn remove_revisions(world: &mut World, owner: &ObjectMeta) {
    for key in own_revisions(world, owner) {
        sets::remove_revision(world, key);
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

/// Removes a claim all of whose owners are gone, or else the references to those that are. Rule G-03.
fn collect_claim(world: &mut World, key: Key) {
    let Some(claim) = world.workloads.claims.get(key).cloned() else { return };
    let metadata = &claim.metadata;
    let exists = |owner: &crate::api::meta::OwnerReference| match owner.kind.as_str() {
        "Pod" => world
            .pod_named(&metadata.namespace, &owner.name)
            .and_then(|id| world.pod(id))
            .is_some_and(|pod| pod.metadata.uid == owner.uid),
        _ => world
            .workloads
            .sets
            .named(&metadata.namespace, &owner.name)
            .is_some_and(|set| set.metadata.uid == owner.uid),
    };
    let left: Vec<_> = metadata.owner_references.iter().filter(|o| exists(o)).cloned().collect();
    if left.is_empty() && !metadata.owner_references.is_empty() {
        storage::delete_claim(world, key);
    } else if left.len() != metadata.owner_references.len() {
        storage::update_claim(world, key, |claim| claim.metadata.owner_references = left);
    }
}

/// Takes the owner's name off everything it owns. Rule G-06.
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
        sets::update_revision(world, key, |revision| free(&mut revision.metadata));
    }
    for key in own_claims(world, owner) {
        storage::update_claim(world, key, |claim| free(&mut claim.metadata));
    }
}
