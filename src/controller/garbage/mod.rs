//! The garbage collector: what happens to objects whose owner is gone or being deleted. Section G of the rule book.
//! Models kubernetes pkg/controller/garbagecollector.
//!
//! [`dependents`] names what one key of the work queue is about. [`reconcile`] decides about each of these by itself, as the
//! collector looks at each by itself: both are pure functions. `run.rs` carries out their [`Request`]s in order.

mod owners;
pub(crate) mod run;

use crate::api::ResourceKind;
use crate::api::meta::{FOREGROUND, ORPHAN, ObjectMeta, OwnerReference, Propagation};
use crate::cluster::fact::{Decision, Fact};
use crate::cluster::table_kind::Item;
use crate::cluster::work_queue::Garbage;
use crate::cluster::world::{PodId, World};
use crate::rules::Rule;
use owners::{
    blocking_objects, blocking_pods, is_blocked, metadata_of, own_pods, owned_objects,
    owners_that_stay, propagation_to, waiting_owners,
};

/// Something that the collector decides about.
#[derive(Clone, Debug, PartialEq)]
enum Dependent {
    /// A Pod that may have lost its owners. Rule G-03.
    Pod(PodId, RecordDecision),
    /// An object that may have lost its owners. Rule G-03.
    Object(Item),
    /// A Pod that loses an owner. Rule G-06.
    FreedPod(PodId, Box<ObjectMeta>),
    /// An object that loses an owner. Rule G-06.
    FreedObject(Item, Box<ObjectMeta>),
    /// An owner that waits for its dependents to be removed. Rule G-05.
    Foreground(Item),
    /// An owner whose dependents have lost it. Rule G-06.
    Orphaned(Item),
}

impl Dependent {
    fn is_pod(&self) -> bool {
        match self {
            Dependent::Pod(..) | Dependent::FreedPod(..) => true,
            Dependent::Object(_)
            | Dependent::FreedObject(..)
            | Dependent::Foreground(_)
            | Dependent::Orphaned(_) => false,
        }
    }
}

/// Whether the deletion of a Pod is recorded as a decision. For the Pods of a deleted set this is not needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordDecision {
    Yes,
    No,
}

/// A request of the collector.
#[derive(Clone, Debug, PartialEq)]
enum Request {
    /// Record a decision about a Pod. It becomes the cause of what follows.
    Decide { pod: PodId, fact: Fact },
    /// Delete a Pod. Rule G-03.
    DeletePod(PodId),
    /// Leave a Pod only these owners.
    SetPodOwners { pod: PodId, owners: Vec<OwnerReference> },
    /// Delete an object. Rule G-03.
    DeleteObject { item: Item, propagation: Propagation },
    /// Leave an object only these owners, by a rule.
    SetOwners { item: Item, owners: Vec<OwnerReference>, rule: Rule },
    /// Take a finalizer off an owner by a rule, which removes the owner if no other finalizer holds it.
    DropFinalizer { owner: Item, finalizer: &'static str, rule: Rule },
    /// Look at an owner that may have waited for this. Rule G-05.
    HandOver(Item),
}

/// Returns what a key of the work queue is about, in the order in which the collector looks at it.
fn dependents(world: &World, garbage: &Garbage) -> Vec<Dependent> {
    let pods =
        |pods: Vec<PodId>| pods.into_iter().map(|pod| Dependent::Pod(pod, RecordDecision::No));
    let objects = |items: Vec<Item>| items.into_iter().map(Dependent::Object);
    match garbage {
        Garbage::Set(owner) => {
            pods(own_pods(world, owner)).chain(objects(owned_objects(world, owner))).collect()
        }
        Garbage::Foreground(owner) => {
            let Some(metadata) = metadata_of(world, *owner) else { return Vec::new() };
            let blocking = objects(blocking_objects(world, metadata));
            let blocking = pods(blocking_pods(world, metadata)).chain(blocking);
            blocking.chain([Dependent::Foreground(*owner)]).collect()
        }
        Garbage::Orphan(owner) => {
            let Some(metadata) = metadata_of(world, *owner) else { return Vec::new() };
            let boxed = || Box::new(metadata.clone());
            let pods = own_pods(world, metadata).into_iter();
            let objects = owned_objects(world, metadata).into_iter();
            pods.map(|pod| Dependent::FreedPod(pod, boxed()))
                .chain(objects.map(|item| Dependent::FreedObject(item, boxed())))
                .chain([Dependent::Orphaned(*owner)])
                .collect()
        }
        Garbage::Objects(items) => objects(items.clone()).collect(),
        Garbage::Pod(pod) => vec![Dependent::Pod(*pod, RecordDecision::Yes)],
    }
}

/// Decides about one dependent, or about an owner behind its dependents.
fn reconcile(world: &World, dependent: &Dependent) -> Vec<Request> {
    let without = |metadata: &ObjectMeta, owner: &ObjectMeta| {
        let others = metadata.owner_references.iter().filter(|other| other.uid != owner.uid);
        others.cloned().collect::<Vec<_>>()
    };
    match dependent {
        Dependent::Pod(pod, told) => collect_pod(world, *pod, *told),
        Dependent::Object(item) => collect_object(world, *item),
        Dependent::FreedPod(pod, owner) => {
            let Some(found) = world.pod(*pod) else { return Vec::new() };
            let owners = without(&found.metadata, owner);
            vec![Request::SetPodOwners { pod: *pod, owners }]
        }
        Dependent::FreedObject(item, owner) => {
            let Some(metadata) = metadata_of(world, *item) else { return Vec::new() };
            let (owners, rule) = (without(metadata, owner), Rule::G06);
            vec![Request::SetOwners { item: *item, owners, rule }]
        }
        Dependent::Foreground(owner) => {
            let (finalizer, rule) = (FOREGROUND, Rule::G05);
            let is_free = metadata_of(world, *owner).is_some_and(|m| !is_blocked(world, m));
            let request = Request::DropFinalizer { owner: *owner, finalizer, rule };
            if is_free { vec![request] } else { Vec::new() }
        }
        Dependent::Orphaned(owner) => {
            let (finalizer, rule) = (ORPHAN, Rule::G06);
            vec![Request::DropFinalizer { owner: *owner, finalizer, rule }]
        }
    }
}

/// Deletes a Pod when all its owners are gone or wait for it. Otherwise removes the references to those owners. Rule
/// G-03.
/// Models kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem.
fn collect_pod(world: &World, pod: PodId, record: RecordDecision) -> Vec<Request> {
    let Some(metadata) = world.pod(pod).map(|pod| &pod.metadata) else { return Vec::new() };
    let Some(owners) = owners_left(world, metadata) else { return Vec::new() };
    let (kind, name) = (ResourceKind::Pod, metadata.name.clone());
    let decide = |decision| Request::Decide { pod, fact: Fact::Decision { decision, kind, name } };
    if !owners.is_empty() {
        let mut requests = vec![decide(Decision::Unlink)];
        requests.push(Request::SetPodOwners { pod, owners });
        requests.extend(look_at_owners(world, metadata));
        requests
    } else if record == RecordDecision::Yes {
        vec![decide(Decision::Collect), Request::DeletePod(pod)]
    } else {
        vec![Request::DeletePod(pod)]
    }
}

/// Deletes an object when all its owners are gone or wait for it. Otherwise removes the references to those owners. Rule
/// G-03.
/// Models kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem.
fn collect_object(world: &World, item: Item) -> Vec<Request> {
    let Some(metadata) = metadata_of(world, item) else { return Vec::new() };
    let Some(owners) = owners_left(world, metadata) else { return Vec::new() };
    if owners.is_empty() {
        let propagation = propagation_to(world, metadata);
        return vec![Request::DeleteObject { item, propagation }];
    }
    let mut requests = vec![Request::SetOwners { item, owners, rule: Rule::G03 }];
    requests.extend(look_at_owners(world, metadata));
    requests
}

/// Returns the owners that an object keeps; `None` when it keeps all, or is being deleted already.
fn owners_left(world: &World, metadata: &ObjectMeta) -> Option<Vec<OwnerReference>> {
    if metadata.deletion_timestamp.is_some() {
        return None;
    }
    let left = owners_that_stay(world, metadata);
    (left.len() != metadata.owner_references.len()).then_some(left)
}

/// Looks at the owners that may have waited for an object which is no longer theirs. Rule G-05.
fn look_at_owners(world: &World, dependent: &ObjectMeta) -> impl Iterator<Item = Request> + use<> {
    waiting_owners(world, dependent).into_iter().map(Request::HandOver)
}

#[cfg(test)]
mod tests;
