//! The objects around a Deployment: what it owns, how it scales, is refused, deleted and shown. Section D of the rule book.

use super::{
    break_image, cluster, counts, deployment, event_messages, kubectl, manifest, patch, pods,
    progress, running, set_image, sets, shop,
};
use crate::common::{NAMESPACE, act, at, create, try_create, wait};
use podlab::api::deployment::{POD_TEMPLATE_HASH, REVISION};
use podlab::api::meta::{Propagation, controller};
use podlab::api::{ReadOptions, read};
use podlab::base::text::Text;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::kubectl::deployments::{owned, status};
use podlab::kubectl::get::Get;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::{History, PlannedAct};
use podlab::timeline::story::Story;

/// Rules D-01, D-02.
#[test]
fn a_deployment_owns_a_replica_set_that_owns_the_pods() {
    let sim = running(2, "");
    let set = owned(sim.world(), &deployment(&sim)).remove(0);
    let hash = &set.metadata.labels[POD_TEMPLATE_HASH];
    assert_eq!(set.metadata.name, format!("shop-{hash}").as_str());
    for pod in pods(&sim) {
        let owner = controller(&pod.metadata).expect("it has a controller");
        assert_eq!((owner.kind.as_str(), &owner.uid), ("ReplicaSet", &set.metadata.uid));
        assert_eq!(pod.metadata.labels[POD_TEMPLATE_HASH], *hash);
        assert!(pod.metadata.name.starts_with(set.metadata.name.as_str()));
    }
    assert_eq!(event_messages(&sim), ["Scaled up replica set #1 from 0 to 2"]);
}

/// Rule D-40.
#[test]
fn a_paused_deployment_still_scales_and_has_no_deadline() {
    let mut sim = running(3, "progressDeadlineSeconds: 20,");
    break_image(&mut sim, "app:broken");
    set_image(&mut sim, "app:broken");
    wait(&mut sim, 5);
    act(&mut sim, Command::RolloutPause { object: shop(), paused: true });
    act(&mut sim, Command::Scale { object: shop(), replicas: 6 });
    wait(&mut sim, 60);
    assert_eq!(progress(&sim), "DeploymentPaused");
    assert_eq!(sets(&sim), ["1 app:v1 6", "2 app:broken 2"], "in proportion");
}

/// Rules D-31, D-32.
#[test]
fn a_stuck_rollout_is_scaled_in_proportion() {
    let mut sim = running(10, "strategy: {rollingUpdate: {maxSurge: 3, maxUnavailable: 2}},");
    break_image(&mut sim, "app:broken");
    set_image(&mut sim, "app:broken");
    wait(&mut sim, 60);
    assert_eq!(sets(&sim), ["1 app:v1 8", "2 app:broken 5"]);
    assert_eq!(
        kubectl(&mut sim, "kubectl scale deploy shop --replicas=15"),
        "deployment.apps/shop scaled\n"
    );
    wait(&mut sim, 60);
    assert_eq!(sets(&sim), ["1 app:v1 11", "2 app:broken 7"]);
}

/// Rule D-30.
#[test]
fn scaling_to_zero_and_back_makes_no_revision() {
    let mut sim = running(3, "");
    act(&mut sim, Command::Scale { object: shop(), replicas: 0 });
    wait(&mut sim, 40);
    assert_eq!((sets(&sim), pods(&sim).len()), (vec!["1 app:v1 0".to_owned()], 0));
    act(&mut sim, Command::Scale { object: shop(), replicas: 2 });
    wait(&mut sim, 40);
    assert_eq!(sets(&sim), ["1 app:v1 2"]);
}

/// Rule D-60.
#[test]
fn old_replica_sets_beyond_the_limit_go() {
    let mut sim = running(1, "revisionHistoryLimit: 1,");
    for image in ["app:v2", "app:v3", "app:v4"] {
        set_image(&mut sim, image);
        wait(&mut sim, 60);
    }
    assert_eq!(sets(&sim), ["3 app:v3 0", "4 app:v4 1"]);
}

/// Rule G-10.
#[test]
fn a_replica_set_without_owner_is_adopted_and_emptied() {
    let mut sim = cluster();
    let set = "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {name: before, labels: {app: shop}}\nspec: {replicas: 1, selector: {matchLabels: {app: shop, old: 'yes'}}, template: {metadata: {labels: {app: shop, old: 'yes'}}, spec: {containers: [{name: app, image: app:v0}]}}}\n";
    create(&mut sim, set);
    at(&mut sim, 10);
    create(&mut sim, &manifest(2, ""));
    at(&mut sim, 60);
    let set = sim.world().objects.replica_sets.named(&NAMESPACE, &"before".into());
    let set = set.expect("it is kept as history");
    assert_eq!(controller(&set.metadata).map(|owner| owner.name.as_str()), Some("shop"));
    assert_eq!((set.spec.replicas(), counts(&sim)), (0, (2, 2, 2)));
}

/// Rules G-04, G-05, G-06.
#[test]
fn the_three_deletions_take_or_leave_replica_sets_and_pods() {
    let delete = |propagation| {
        let mut sim = running(2, "");
        let options = DeleteOptions { propagation, ..DeleteOptions::default() };
        act(&mut sim, Command::Delete { object: shop(), options });
        wait(&mut sim, 1);
        let objects = &sim.world().objects;
        let is_there = objects.deployments.named(&NAMESPACE, &"shop".into()).is_some();
        let sets = objects.replica_sets.iter().count();
        wait(&mut sim, 60);
        let objects = &sim.world().objects;
        let is_left = objects.deployments.named(&NAMESPACE, &"shop".into()).is_some();
        let owners =
            objects.replica_sets.iter().map(|(_, set)| set.metadata.owner_references.len());
        (is_there, sets, is_left, owners.collect::<Vec<_>>(), pods(&sim).len())
    };
    assert_eq!(delete(Propagation::Background), (false, 0, false, vec![], 0));
    assert_eq!(delete(Propagation::Foreground), (true, 1, false, vec![], 0), "the Pods go first");
    assert_eq!(delete(Propagation::Orphan), (false, 1, false, vec![0], 2));
}

/// Rules R-10, D-01.
#[test]
fn a_deleted_pod_is_replaced_at_once() {
    let mut sim = running(3, "");
    let name = pods(&sim)[0].metadata.name.clone();
    act(&mut sim, Command::delete_pod(NAMESPACE, name, None));
    wait(&mut sim, 1);
    assert_eq!(pods(&sim).len(), 4, "the old one is still stopping");
    wait(&mut sim, 60);
    assert_eq!((pods(&sim).len(), counts(&sim)), (3, (3, 3, 3)));
}

/// Rules, D-61.
#[test]
fn the_api_server_refuses_what_cannot_work() {
    let refused = |of_spec: &str| {
        let error = try_create(&mut cluster(), &manifest(3, of_spec));
        let message = error.expect_err("it is refused");
        message.strip_prefix("Deployment.apps \"shop\" is invalid: ").unwrap_or(&message).to_owned()
    };
    let nothing = "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}},";
    assert_eq!(
        refused(nothing),
        "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0"
    );
    let both = "strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}},";
    assert_eq!(
        refused(both),
        "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"
    );
    assert_eq!(
        refused("progressDeadlineSeconds: 10, minReadySeconds: 10,"),
        "spec.progressDeadlineSeconds: Invalid value: 10: must be greater than minReadySeconds"
    );
    let mut sim = running(1, "strategy: {type: Recreate},");
    let changed = patch(&mut sim, "spec: {strategy: {type: Canary}}");
    assert_eq!(
        changed.expect_err("there is no such strategy"),
        "Deployment.apps \"shop\" is invalid: spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:\"Canary\", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: \"Recreate\", \"RollingUpdate\""
    );
    let changed = patch(
        &mut sim,
        "spec: {selector: {matchLabels: {tier: front}}, template: {metadata: {labels: {tier: front}}}}",
    );
    let message = changed.expect_err("the selector is immutable");
    assert!(message.ends_with("field is immutable"), "{message}");
}

/// Rules KC-01, KC-11.
#[test]
fn kubectl_shows_how_far_the_rollout_is() {
    let mut sim = running(3, "");
    let get = Get { wide: true, now: Timestamp::of(sim.now()), release: Release::Current };
    assert_eq!(
        get.objects([&deployment(&sim)]),
        "NAME   READY   UP-TO-DATE   AVAILABLE   AGE   CONTAINERS   IMAGES   SELECTOR\n\
         shop   3/3     3            3           30s   app          app:v1   app=shop\n"
    );
    let mut lines: Vec<String> = Vec::new();
    set_image(&mut sim, "app:v2");
    for _ in 0..600 {
        let (line, _) = status(&deployment(&sim)).expect("the deadline is far");
        if lines.last() != Some(&line) {
            lines.push(line);
        }
        sim.run_until(sim.now() + 100);
    }
    assert_eq!(lines[0], "Waiting for deployment spec update to be observed...");
    assert!(
        lines[1].ends_with("rollout to finish: 0 out of 3 new replicas have been updated...")
            || lines[1]
                .ends_with("rollout to finish: 1 out of 3 new replicas have been updated..."),
        "{lines:?}"
    );
    let end = "deployment \"shop\" successfully rolled out";
    assert_eq!(lines.last().map(String::as_str), Some(end));
}

/// Rule D-03.
#[test]
fn other_annotations_from_a_client_raise_the_generation_and_those_of_the_controller_do_not() {
    let mut sim = running(1, "");
    let generation = |sim: &Sim| deployment(sim).metadata.generation;
    assert!(deployment(&sim).metadata.annotations.contains_key(REVISION));
    assert_eq!(generation(&sim), 1, "the controller wrote the annotation of the revision");
    patch(&mut sim, "metadata: {annotations: {team: blue}}").expect("annotations may change");
    assert_eq!(generation(&sim), 2);
    patch(&mut sim, "metadata: {labels: {team: blue}}").expect("labels may change");
    assert_eq!(generation(&sim), 2, "labels do not count");
    let both = "{metadata: {annotations: {team: red}}, spec: {replicas: 2}}";
    patch(&mut sim, both).expect("both may change");
    assert_eq!(generation(&sim), 3, "one write raises it once");
    wait(&mut sim, 30);
    let status = deployment(&sim).status.clone();
    assert_eq!((generation(&sim), status.observed_generation), (3, 3));
}

/// Rule D-01.
#[test]
fn a_story_follows_the_pods_of_a_deployment_and_not_those_of_others_with_a_longer_name() {
    let other = manifest(1, "").replace("shop", "shop-api");
    let set = "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: shop-db}\nspec: {selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {containers: [{name: app, image: app:v1}]}}}\n";
    let script = [set, &other, &manifest(2, "")].map(|text| {
        let resource = read(text, &ReadOptions::default()).expect("it is right").remove(0);
        PlannedAct::at(SimTime::ZERO, vec![Command::Create(Box::new(resource))])
    });
    let mut story = Story::new(NAMESPACE, Text::default());
    story.follow(shop());
    let mut history = History::of(cluster(), story, script.into()).expect("it begins");
    history.run_until(SimTime::from_seconds(30), u64::MAX);
    let story = history.story();
    assert_eq!(story.pods().count(), 4, "one of each of the others, and two");
    let own: Vec<Text> = pods(history.sim()).iter().map(|pod| pod.metadata.name.clone()).collect();
    let mut members: Vec<Text> = story.members().cloned().collect();
    assert!(own.contains(story.name()), "the selected Pod is one of them");
    members.sort();
    assert_eq!(members, own);
}
