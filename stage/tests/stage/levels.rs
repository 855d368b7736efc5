//! ReplicaSets with their Pods.

use crate::common::{replica_set, scene};
use podlab::api::ResourceKind;
use podlab::rules::release::Release;
use podlab_stage::Lab;
use podlab_stage::levels::Levels;
use podlab_stage::pods::PodSummary;

/// A Pod that the selector of the ReplicaSet matches.
const FIRST: &str = "---\n{apiVersion: v1, kind: Pod, metadata: {name: first, labels: {app: shop}}, \
                     spec: {containers: [{name: app, image: \"app:v1\"}]}}\n";

fn stage(lab: &Lab) -> Levels<'_> {
    Levels::of(lab).expect("a ReplicaSet is on the stage")
}

/// How many Pods there are, how many of them count, and how many places are shown.
fn counts(stage: &Levels<'_>) -> (usize, i64, i64) {
    let level = &stage.levels[0];
    (level.pods.len(), level.active(), stage.places(level))
}

fn orphans<'a>(stage: &'a Levels<'_>) -> Vec<&'a str> {
    stage.orphans.iter().map(|pod| &*pod.metadata.name).collect()
}

#[test]
fn places_stand_for_pods_that_are_not_created_yet() {
    let lab = replica_set("", 3, "", 0);
    let stage = stage(&lab);
    assert_eq!(counts(&stage), (0, 0, 3));
    assert_eq!(stage.intention(), "Next: create Pods, 3 missing.");
}

#[test]
fn a_replica_set_at_rest_has_its_pods_and_no_places() {
    let lab = replica_set("", 3, "", 20);
    let stage = stage(&lab);
    assert_eq!(counts(&stage), (3, 3, 0));
    assert_eq!(stage.intention(), "Nothing to do: it has as many Pods as its spec requests.");
    let workload = &stage.followed.workload;
    let counters = [("desired", 3), ("replicas", 3), ("ready", 3), ("available", 3)];
    assert_eq!(workload.counters(Release::default()), counters);
    assert_eq!((workload.kind(), workload.replicas()), (ResourceKind::ReplicaSet, 3));
}

#[test]
fn pods_above_the_count_are_deleted_next() {
    let scale = "{t: 20, do: scale, object: ReplicaSet/shop, replicas: 1}";
    assert_eq!(stage(&replica_set(scale, 3, "", 20)).intention(), "Next: delete Pods, 2 too many.");
    assert_eq!(counts(&stage(&replica_set(scale, 3, "", 40))), (1, 1, 0));
}

#[test]
fn a_pod_that_is_being_deleted_does_not_count() {
    let lab = replica_set("{t: 20, do: delete, object: Pod/first}", 2, FIRST, 20);
    let stage = stage(&lab);
    assert_eq!(counts(&stage), (2, 1, 1), "a place stands for the Pod that follows");
    let first = stage.levels[0].pods.iter().find(|pod| pod.metadata.name == "first").unwrap();
    assert!(PodSummary::of(&lab, first).is_ending);
}

#[test]
fn a_pod_that_matches_is_adopted() {
    let lab = replica_set("", 2, FIRST, 20);
    let stage = stage(&lab);
    assert!(stage.levels[0].pods.iter().any(|pod| pod.metadata.name == "first"));
    assert_eq!((counts(&stage), orphans(&stage).len()), ((2, 2, 0), 0));
}

#[test]
fn a_pod_whose_labels_no_longer_match_loses_its_controller() {
    let patch = "{t: 20, do: patch, object: Pod/first, body: {metadata: {labels: {app: debug}}}}";
    let lab = replica_set(patch, 2, FIRST, 30);
    let stage = stage(&lab);
    assert_eq!(orphans(&stage), ["first"]);
    assert_eq!(counts(&stage), (2, 2, 0), "another Pod has taken its place");
}

#[test]
fn orphans_stay_without_a_controller() {
    let delete = "{t: 20, do: delete, object: ReplicaSet/shop, propagationPolicy: Orphan}";
    let lab = replica_set(delete, 2, "", 30);
    let stage = stage(&lab);
    assert!(!stage.followed.exists);
    assert_eq!((counts(&stage), orphans(&stage).len()), ((0, 0, 0), 2));
    assert!(stage.intention().contains("Its Pods remain"), "{}", stage.intention());
}

#[test]
fn a_replica_set_deleted_in_the_foreground_waits_for_its_pods_without_places() {
    let delete = "{t: 20, do: delete, object: ReplicaSet/shop, propagationPolicy: Foreground}";
    let lab = replica_set(delete, 2, "", 21);
    let stage = stage(&lab);
    assert!(stage.followed.exists && !stage.followed.is_ruled());
    assert_eq!(stage.levels[0].missing(), 2);
    assert_eq!(counts(&stage), (2, 0, 0));
    assert!(stage.intention().contains("is being deleted"), "{}", stage.intention());
}

#[test]
fn pods_of_a_replica_set_deleted_in_the_background_are_collected() {
    let delete = "{t: 20, do: delete, object: ReplicaSet/shop}";
    let intention = |seconds| stage(&replica_set(delete, 2, "", seconds)).intention();
    assert_eq!(
        intention(20),
        "The ReplicaSet was deleted. The garbage collector deletes its Pods."
    );
    assert_eq!(intention(40), "The ReplicaSet and its Pods were deleted.");
}

#[test]
fn a_pod_that_is_gone_comes_back_under_another_name_while_there_is_a_controller() {
    let delete = "{t: 20, do: delete, object: ReplicaSet/shop}";
    assert!(stage(&replica_set(delete, 2, "", 10)).fate().contains("with a new name"));
    assert!(stage(&replica_set(delete, 2, "", 40)).fate().contains("no controller"));
}

#[test]
fn pods_that_are_not_ready_are_counted_in_the_intention() {
    let crash = "{t: 0, do: runtime-rule, container: app, plan: [{run: 1, exit: 1}]}";
    let lab = replica_set(crash, 2, "", 20);
    assert_eq!(stage(&lab).intention(), "It has all its Pods. Not ready yet: 2.");
}

#[test]
fn the_template_and_the_manifest_are_those_of_the_spec() {
    let lab = replica_set("", 2, "", 20);
    let stage = stage(&lab);
    let template = stage.followed.workload.template();
    assert_eq!(template.spec.containers[0].image, "app:v1");
    assert_eq!(template.metadata.labels.get("app").map(|label| &**label), Some("shop"));
    let manifest = stage.followed.workload.manifest();
    assert!(manifest.metadata().uid.is_empty() && manifest.metadata().name == "shop");
    assert!(stage.followed.workload.selector().is_some());
}

#[test]
fn other_runs_have_no_replica_set_on_the_stage() {
    assert!(Levels::of(&scene("crash-loop", 5)).is_none());
    assert!(Levels::of(&scene("sts-ordered", 5)).is_none());
}
