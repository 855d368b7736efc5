//! The garbage collector and Pods whose owners are not there. Section G of the rule book.
//! Expectations follow kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem.

use crate::common::{NAMESPACE, act, create, try_create, wait};
use podlab::api::ObjectRef;
use podlab::api::meta::Propagation;
use podlab::api::pod::Pod;
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::cluster::fact::{Decision, Fact};
use podlab::cluster::world::Settings;
use podlab::rules::Rule;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use std::rc::Rc;

fn cluster(release: Release) -> Sim {
    Sim::with_nodes(Settings { release, ..Settings::default() }, 1)
}

/// A manifest of a Pod with these owner references.
fn owned(name: &str, owners: &[String]) -> String {
    let owners = owners.join(", ");
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, ownerReferences: [{owners}]}}\nspec: {{terminationGracePeriodSeconds: 7, containers: [{{name: app, image: app:v1}}]}}\n"
    )
}

fn owner(version: &str, kind: &str, name: &str, uid: &str) -> String {
    format!("{{apiVersion: {version}, kind: {kind}, name: {name}, uid: {uid}}}")
}

fn pod<'a>(sim: &'a Sim, name: &'static str) -> Option<&'a Rc<Pod>> {
    Some(sim.pod(&NAMESPACE, name)?.1)
}

fn uid(sim: &Sim, name: &'static str) -> String {
    pod(sim, name).expect("the Pod is there").metadata.uid.to_string()
}

/// The names of a Pod's owners.
fn owners(sim: &Sim, name: &'static str) -> Vec<String> {
    let metadata = &pod(sim, name).expect("the Pod is there").metadata;
    metadata.owner_references.iter().map(|owner| owner.name.to_string()).collect()
}

const SET: &str = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec: {replicas: 0, serviceName: web, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: app:v1}]}}}\n";

fn uid_of_set(sim: &Sim) -> String {
    let sets = &sim.world().objects.sets;
    sets.named(&NAMESPACE, &"web".into()).expect("the set is there").metadata.uid.to_string()
}

#[test]
fn a_pod_whose_owner_does_not_exist_is_deleted_in_the_background() {
    let absent = [
        ("apps/v1", "StatefulSet"),
        ("apps/v1", "ReplicaSet"),
        ("batch/v1", "Job"),
        ("v1", "Pod"),
        ("v1", "PersistentVolumeClaim"),
        ("v1", "ConfigMap"),
    ];
    for release in Release::ALL {
        for (version, kind) in absent {
            let mut sim = cluster(release);
            create(&mut sim, &owned("lost", &[owner(version, kind, "web", "nothing-has-it")]));
            assert!(pod(&sim, "lost").is_some(), "the API server itself takes it");
            wait(&mut sim, 60);
            assert!(pod(&sim, "lost").is_none(), "{kind} {}", release.as_str());
        }
    }
}

#[test]
fn the_deletion_of_a_pod_without_an_owner_names_the_rule_and_has_the_grace_of_the_pod() {
    let mut sim = cluster(Release::Current);
    create(&mut sim, &owned("plain", &[]));
    wait(&mut sim, 10);
    let patch = format!("{{metadata: {{ownerReferences: [{}]}}}}", owner("v1", "Pod", "a", "b"));
    let patch = podlab::manifest::yaml::parse(&patch).expect("a patch").remove(0);
    let (namespace, name) = (NAMESPACE, "plain");
    sim.take_changes();
    act(&mut sim, Command::patch(ObjectRef::pod(namespace, name), patch));
    wait(&mut sim, 1);
    let metadata = &pod(&sim, "plain").expect("it still stops").metadata;
    assert_eq!(metadata.deletion_grace_period_seconds, Some(7));
    let changes = sim.take_changes();
    let deletion =
        changes.iter().position(|c| matches!(c.fact, Fact::Deletion { .. })).expect("deleted");
    let decision = &changes[deletion - 1];
    let collects = |fact: &Fact| matches!(fact, Fact::Decision { decision: Decision::Collect, name, .. } if *name == "plain");
    assert!(collects(&decision.fact), "{decision:?}");
    assert_eq!(decision.rule, Rule::G03);
}

#[test]
fn an_owner_of_the_same_name_with_another_uid_is_another_owner() {
    let mut sim = cluster(Release::Current);
    create(&mut sim, SET);
    let uid = uid_of_set(&sim);
    create(&mut sim, &owned("mine", &[owner("apps/v1", "StatefulSet", "web", &uid)]));
    create(&mut sim, &owned("lost", &[owner("apps/v1", "StatefulSet", "web", "of-an-older-one")]));
    wait(&mut sim, 60);
    assert!(pod(&sim, "mine").is_some());
    assert!(pod(&sim, "lost").is_none());
}

#[test]
fn an_owner_in_another_namespace_is_absent() {
    let mut sim = cluster(Release::Current);
    create(&mut sim, SET);
    let owner = owner("apps/v1", "StatefulSet", "web", &uid_of_set(&sim));
    let text = owned("far", &[owner]).replace("name: far", "name: far, namespace: other");
    try_create(&mut sim, &text).expect("the server takes it");
    wait(&mut sim, 60);
    assert!(sim.pod("other", "far").is_none());
}

#[test]
fn while_one_owner_exists_only_the_references_to_the_others_go() {
    let mut sim = cluster(Release::Current);
    create(&mut sim, &owned("first", &[]));
    let there = owner("v1", "Pod", "first", &uid(&sim, "first"));
    create(
        &mut sim,
        &owned("second", &[owner("apps/v1", "ReplicaSet", "gone", "of-nothing"), there]),
    );
    wait(&mut sim, 60);
    assert_eq!(owners(&sim, "second"), ["first"]);
    // The last owner goes, and the Pod after it.
    let (namespace, name) = (NAMESPACE, "first");
    act(&mut sim, Command::delete_pod(namespace, name, None));
    wait(&mut sim, 60);
    assert!(pod(&sim, "first").is_none());
    assert!(pod(&sim, "second").is_none());
}

#[test]
fn a_pod_of_a_deleted_set_stays_while_it_has_another_owner() {
    for propagation in [Propagation::Background, Propagation::Foreground] {
        let mut sim = cluster(Release::Current);
        create(&mut sim, &owned("other", &[]));
        create(&mut sim, SET);
        let set = owner("apps/v1", "StatefulSet", "web", &uid_of_set(&sim));
        let both = [set.clone(), owner("v1", "Pod", "other", &uid(&sim, "other"))];
        create(&mut sim, &owned("both", &both));
        create(&mut sim, &owned("one", &[set]));
        wait(&mut sim, 10);
        let (namespace, name) = (NAMESPACE, "web");
        act(
            &mut sim,
            Command::Delete {
                object: ObjectRef::stateful_set(namespace, name),
                options: DeleteOptions { propagation, ..DeleteOptions::default() },
            },
        );
        wait(&mut sim, 60);
        assert!(sim.world().objects.sets.named(&NAMESPACE, &"web".into()).is_none());
        assert_eq!(owners(&sim, "both"), ["other"]);
        assert!(pod(&sim, "one").is_none());
    }
}

#[test]
fn an_owner_of_the_cluster_is_found_from_every_namespace() {
    let mut sim = cluster(Release::Current);
    let node = sim.world().nodes().next().expect("a node").metadata.name.to_string();
    create(&mut sim, &owned("of-node", &[owner("v1", "Node", &node, "any")]));
    wait(&mut sim, 60);
    assert!(pod(&sim, "of-node").is_some());
}

#[test]
fn a_claim_whose_owner_does_not_exist_is_deleted() {
    let mut sim = cluster(Release::Current);
    let owner = owner("apps/v1", "StatefulSet", "web", "nothing-has-it");
    create(
        &mut sim,
        &format!(
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: data, ownerReferences: [{owner}]}}\nspec: {{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 1Gi}}}}}}\n"
        ),
    );
    wait(&mut sim, 10);
    assert!(sim.world().objects.claims.named(&NAMESPACE, &"data".into()).is_none());
}

/// A manifest of a ReplicaSet with one Pod and this owner.
fn owned_replica_set(owner: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {{name: shop, ownerReferences: [{owner}]}}\nspec: {{replicas: 1, selector: {{matchLabels: {{app: shop}}}}, template: {{metadata: {{labels: {{app: shop}}}}, spec: {{containers: [{{name: app, image: app:v1}}]}}}}}}\n"
    )
}

/// The numbers of StatefulSets, ReplicaSets and Pods.
fn counts(sim: &Sim) -> [usize; 3] {
    let objects = &sim.world().objects;
    [objects.sets.iter().count(), objects.replica_sets.iter().count(), sim.world().pods().count()]
}

/// A StatefulSet without Pods that owns a ReplicaSet with one Pod, some seconds on.
fn cluster_of_owners() -> Sim {
    let mut sim = cluster(Release::Current);
    create(&mut sim, SET);
    let uid = uid_of_set(&sim);
    let owner = owner("apps/v1", "StatefulSet", "web", &uid);
    create(&mut sim, &owned_replica_set(&owner.replace('}', ", blockOwnerDeletion: true}")));
    wait(&mut sim, 10);
    assert_eq!(counts(&sim), [1, 1, 1]);
    sim
}

fn delete_set(sim: &mut Sim, propagation: Propagation) {
    let object = ObjectRef::stateful_set(NAMESPACE, "web");
    let options = DeleteOptions { propagation, ..DeleteOptions::default() };
    act(sim, Command::Delete { object, options });
}

#[test]
fn a_set_whose_owner_does_not_exist_is_deleted_with_its_pods() {
    let mut sim = cluster(Release::Current);
    let owner = owner("apps/v1", "ReplicaSet", "web", "nothing-has-it");
    create(&mut sim, &owned_replica_set(&owner));
    wait(&mut sim, 60);
    assert_eq!(counts(&sim), [0, 0, 0]);
}

#[test]
fn a_deletion_in_the_background_goes_down_from_owner_to_owner() {
    let mut sim = cluster_of_owners();
    delete_set(&mut sim, Propagation::Background);
    assert_eq!(counts(&sim), [0, 1, 1], "the owner goes first");
    wait(&mut sim, 60);
    assert_eq!(counts(&sim), [0, 0, 0]);
}

#[test]
fn a_deletion_in_the_foreground_goes_up_from_the_pods() {
    let mut sim = cluster_of_owners();
    delete_set(&mut sim, Propagation::Foreground);
    wait(&mut sim, 1);
    assert_eq!(counts(&sim), [1, 1, 1], "all wait for the Pod to stop");
    wait(&mut sim, 60);
    assert_eq!(counts(&sim), [0, 0, 0]);
    let removed = sim.take_changes().into_iter().filter(|c| c.fact == Fact::Removed);
    let removed: Vec<String> = removed.map(|change| change.object.to_string()).collect();
    let kinds: Vec<&str> =
        removed.iter().filter_map(|object| Some(object.split_once('/')?.0)).collect();
    // The StatefulSet's controller creates its revision again while the set waits.
    let kinds: Vec<&str> = kinds.into_iter().filter(|kind| *kind != "ControllerRevision").collect();
    assert_eq!(kinds, ["Pod", "ReplicaSet", "StatefulSet"]);
}

#[test]
fn an_orphaned_set_stays_without_its_owner() {
    let mut sim = cluster_of_owners();
    delete_set(&mut sim, Propagation::Orphan);
    wait(&mut sim, 60);
    assert_eq!(counts(&sim), [0, 1, 1]);
    let set = sim.world().objects.replica_sets.named(&NAMESPACE, &"shop".into());
    assert!(set.expect("the set is there").metadata.owner_references.is_empty());
}
