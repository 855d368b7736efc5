//! What the collector decides about one dependent.

use super::{Dependent, RecordDecision, Request, dependents, reconcile};
use crate::api::meta::{FOREGROUND, OwnerReference, Propagation};
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::apiserver::{registry, store};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::table_kind::{Item, TableKind};
use crate::cluster::work_queue::Garbage;
use crate::cluster::world::{PodId, Settings, World};
use crate::rules::Rule;

/// Returns the reference to a ReplicaSet, or to one that does not exist.
fn reference(world: &World, name: &str) -> OwnerReference {
    let name: Text = name.to_owned().into();
    let found = world.objects.replica_sets.named(&Text::default(), &name);
    let uid = found.map_or_else(|| "gone".into(), |set| set.metadata.uid.clone());
    OwnerReference {
        api_version: "apps/v1".into(),
        kind: "ReplicaSet".into(),
        name,
        uid,
        block_owner_deletion: Some(true),
        ..OwnerReference::default()
    }
}

/// Stores a ReplicaSet with these owners.
fn set(world: &mut World, name: &'static str, owners: &[&str]) -> Item {
    let mut set = ReplicaSet::default();
    set.metadata.name = name.into();
    set.metadata.owner_references = owners.iter().map(|owner| reference(world, owner)).collect();
    let key = registry::create(world, set, Rule::R02).expect("the name is free");
    Item { kind: TableKind::ReplicaSet, key }
}

fn pod(world: &mut World, owners: &[&str]) -> PodId {
    let mut pod = Pod::default();
    pod.metadata.name = format!("p{}", world.pod_count()).into();
    pod.metadata.owner_references = owners.iter().map(|owner| reference(world, owner)).collect();
    store::create_pod(world, pod)
}

/// Returns a world with the sets `stays` and `leaves`, of which the second is being deleted in the foreground.
fn world() -> World {
    let mut world = World::new(Settings::default());
    set(&mut world, "stays", &[]);
    let leaves = set(&mut world, "leaves", &[]);
    registry::table(leaves.kind).change(&mut world, leaves.key, Rule::G05, &|metadata| {
        metadata.finalizers.push(FOREGROUND.into());
        metadata.deletion_timestamp = Some(Timestamp(0));
    });
    world
}

fn words(requests: Vec<Request>) -> String {
    let names = |owners: Vec<OwnerReference>| {
        owners.iter().map(|owner| owner.name.to_string()).collect::<Vec<_>>().join("+")
    };
    let word = |request| match request {
        Request::Decide { .. } => "decide".to_owned(),
        Request::DeletePod(_) => "delete".to_owned(),
        Request::SetPodOwners { owners, .. } => format!("keep {}", names(owners)),
        Request::DeleteObject { propagation, .. } => format!("delete {}", propagation.as_str()),
        Request::SetOwners { owners, rule, .. } => {
            format!("keep {} by {}", names(owners), rule.id())
        }
        Request::DropFinalizer { finalizer, .. } => format!("drop {finalizer}"),
        Request::HandOver(owner) => format!("look at {}", owner.key),
    };
    requests.into_iter().map(word).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_dependent_goes_when_none_of_its_owners_stays() {
    let cases: [(&[&str], &str, &str); 5] = [
        (&["stays"], "", ""),
        (&["gone"], "delete", "delete Background"),
        (&["leaves"], "delete", "delete Background"),
        (&["stays", "gone"], "decide, keep stays", "keep stays by G-03"),
        (&["stays", "leaves"], "decide, keep stays, look at 1", "keep stays by G-03, look at 1"),
    ];
    for (owners, of_pod, of_object) in cases {
        let mut world = world();
        let pod = pod(&mut world, owners);
        let object = set(&mut world, "object", owners);
        assert_eq!(
            words(reconcile(&world, &Dependent::Pod(pod, RecordDecision::No))),
            of_pod,
            "{owners:?}"
        );
        assert_eq!(words(reconcile(&world, &Dependent::Object(object))), of_object, "{owners:?}");
    }
    let mut world = world();
    let alone = pod(&mut world, &["gone"]);
    assert_eq!(
        words(reconcile(&world, &Dependent::Pod(alone, RecordDecision::Yes))),
        "decide, delete"
    );
}

#[test]
fn an_owner_in_the_foreground_waits_until_nothing_blocks_it() {
    let mut world = world();
    let leaves = Item { kind: TableKind::ReplicaSet, key: 1 };
    assert_eq!(words(reconcile(&world, &Dependent::Foreground(leaves))), "drop foregroundDeletion");
    let object = set(&mut world, "object", &["leaves"]);
    let pod = pod(&mut world, &["leaves"]);
    assert_eq!(words(reconcile(&world, &Dependent::Foreground(leaves))), "");
    let about = dependents(&world, &Garbage::Foreground(leaves));
    let (pod, object) = (Dependent::Pod(pod, RecordDecision::No), Dependent::Object(object));
    assert_eq!(about, [pod, object, Dependent::Foreground(leaves)]);
}

#[test]
fn an_object_with_dependents_goes_in_the_foreground_when_its_owner_waits() {
    let mut world = world();
    let middle = set(&mut world, "middle", &["leaves"]);
    pod(&mut world, &["middle"]);
    let propagation = Propagation::Foreground;
    let deletes = Request::DeleteObject { item: middle, propagation };
    assert_eq!(reconcile(&world, &Dependent::Object(middle)), [deletes]);
}

#[test]
fn an_orphan_keeps_its_other_owners() {
    let mut world = world();
    let owner = Item { kind: TableKind::ReplicaSet, key: 0 };
    let object = set(&mut world, "object", &["stays", "leaves"]);
    let about = dependents(&world, &Garbage::Orphan(owner));
    let asked: Vec<String> =
        about.iter().map(|dependent| words(reconcile(&world, dependent))).collect();
    assert_eq!(asked, ["keep leaves by G-06", "drop orphan"], "{object:?}");
}
