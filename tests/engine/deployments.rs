//! Deployments in a running cluster. Section D of the rule book.
//! Expectations follow kubernetes pkg/controller/deployment and the recorded runs of group G.

use crate::common::{NAMESPACE, act, at, create, try_create, wait};
use podlab::api::deployment::{Deployment, POD_TEMPLATE_HASH, revision};
use podlab::api::meta::{Propagation, controller};
use podlab::api::pod::Pod;
use podlab::api::replica_set::ReplicaSet;
use podlab::api::{ObjectRef, ResourceKind};
use podlab::base::text::Text;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::cluster::plan::Registry;
use podlab::cluster::world::Settings;
use podlab::kubectl::deployments::{owned, status};
use podlab::kubectl::describe::describe_deployment;
use podlab::kubectl::get::Get;
use podlab::manifest::yaml;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use std::rc::Rc;

fn cluster() -> Sim {
    Sim::with_nodes(Settings::default(), 2)
}

/// The manifest of a Deployment with more fields of its spec.
fn manifest(replicas: i64, of_spec: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: shop}}\nspec: {{replicas: {replicas}, {of_spec} selector: {{matchLabels: {{app: shop}}}}, template: {{metadata: {{labels: {{app: shop}}}}, spec: {{containers: [{{name: app, image: app:v1}}]}}}}}}\n"
    )
}

/// A cluster in which a Deployment has all its Pods.
fn running(replicas: i64, of_spec: &str) -> Sim {
    let mut sim = cluster();
    create(&mut sim, &manifest(replicas, of_spec));
    at(&mut sim, 30);
    assert_eq!(counts(&sim), (replicas, replicas, replicas), "all are updated and available");
    sim
}

fn shop() -> ObjectRef {
    ObjectRef::new(ResourceKind::Deployment, NAMESPACE, "shop")
}

fn deployment(sim: &Sim) -> Rc<Deployment> {
    let found = sim.world().workloads.deployments.named(&NAMESPACE, &"shop".into());
    Rc::clone(found.expect("the Deployment is there"))
}

/// How many Pods there are, how many of them are new, and how many are available.
fn counts(sim: &Sim) -> (i64, i64, i64) {
    let status = &deployment(sim).status;
    (status.replicas, status.updated_replicas, status.available_replicas)
}

/// The ReplicaSets, the lowest revision first, each with its revision, its image and its size.
fn sets(sim: &Sim) -> Vec<String> {
    let shown = |set: Rc<ReplicaSet>| {
        let image = &set.spec.template.spec.containers[0].image;
        format!("{} {image} {}", revision(&set.metadata), set.spec.replicas())
    };
    owned(sim.world(), &deployment(sim)).into_iter().map(shown).collect()
}

fn pods(sim: &Sim) -> Vec<Rc<Pod>> {
    let is_own = |pod: &&Rc<Pod>| pod.metadata.labels.get("app").is_some_and(|app| *app == *"shop");
    sim.world().pods().map(|(_, pod)| pod).filter(is_own).cloned().collect()
}

fn told(sim: &Sim) -> Vec<String> {
    let about = sim.events().iter().filter(|event| event.from == "deployment-controller");
    let told = about.map(|event| {
        let mut message = event.message.to_string();
        for set in sim.world().workloads.replica_sets.iter().map(|(_, set)| set) {
            let number = format!("#{}", revision(&set.metadata));
            message = message.replace(set.metadata.name.as_str(), &number);
        }
        message
    });
    told.collect()
}

fn patch(sim: &mut Sim, body: &str) -> Result<(), String> {
    let patch = yaml::parse(body).expect("a patch").remove(0);
    sim.apply(Command::patch(shop(), patch)).map_err(|error| error.message.to_string())
}

fn set_image(sim: &mut Sim, image: &str) {
    let body =
        format!("spec: {{template: {{spec: {{containers: [{{name: app, image: '{image}'}}]}}}}}}");
    patch(sim, &body).expect("the image may change");
}

/// An image that no registry has.
fn break_image(sim: &mut Sim, image: &'static str) {
    let registry = Registry { error: "not found".into(), ..Registry::default() };
    act(sim, Command::Registry(image.into(), registry));
}

fn kubectl(sim: &mut Sim, line: &'static str) -> String {
    let printed = sim.kubectl(&NAMESPACE, line);
    printed.out + &printed.err
}

fn progress(sim: &Sim) -> String {
    let status = deployment(sim).status.clone();
    status.condition("Progressing").map_or("none".to_owned(), |found| found.reason.to_string())
}

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
    assert_eq!(told(&sim), ["Scaled up replica set #1 from 0 to 2"]);
}

/// Rules D-10, D-11, D-20, D-21.
#[test]
fn three_replicas_change_one_by_one_within_the_bounds() {
    let mut sim = running(3, "");
    set_image(&mut sim, "app:v2");
    let (mut most, mut fewest) = (0, 3);
    while sim.now() < SimTime::from_seconds(120) {
        sim.run_until(sim.now() + 100);
        let alive = |pod: &&Rc<Pod>| pod.metadata.deletion_timestamp.is_none();
        let pods = pods(&sim);
        let alive: Vec<_> = pods.iter().filter(alive).collect();
        let ready = alive.iter().filter(|pod| pod.status.is_true("Ready")).count();
        (most, fewest) = (most.max(alive.len()), fewest.min(ready));
    }
    assert_eq!((most, fewest), (4, 3), "one more at most, none fewer");
    assert_eq!(sets(&sim), ["1 app:v1 0", "2 app:v2 3"]);
    let steps = [
        "Scaled up replica set #1 from 0 to 3",
        "Scaled up replica set #2 from 0 to 1",
        "Scaled down replica set #1 from 3 to 2",
        "Scaled up replica set #2 from 1 to 2",
        "Scaled down replica set #1 from 2 to 1",
        "Scaled up replica set #2 from 2 to 3",
        "Scaled down replica set #1 from 1 to 0",
    ];
    assert_eq!(told(&sim), steps);
    assert_eq!(progress(&sim), "NewReplicaSetAvailable");
}

/// Rule D-10.
#[test]
fn without_surge_an_old_pod_goes_before_a_new_one_comes() {
    let bounds = "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}},";
    let mut sim = running(2, bounds);
    set_image(&mut sim, "app:v2");
    wait(&mut sim, 60);
    let first = told(&sim).into_iter().nth(1);
    assert_eq!(first.as_deref(), Some("Scaled down replica set #1 from 2 to 1"));
    assert_eq!(sets(&sim), ["1 app:v1 0", "2 app:v2 2"]);
}

/// Rule D-24.
#[test]
fn a_broken_image_stops_the_rollout_while_the_old_pods_serve() {
    let mut sim = running(3, "");
    break_image(&mut sim, "app:broken");
    set_image(&mut sim, "app:broken");
    wait(&mut sim, 120);
    assert_eq!(sets(&sim), ["1 app:v1 3", "2 app:broken 1"]);
    let described = describe_deployment(&deployment(&sim), &[], &[], sim.now(), Release::Current);
    let line = described.lines().find(|line| line.starts_with("Replicas:"));
    let expected = "3 desired | 1 updated | 4 total | 3 available | 1 unavailable";
    assert_eq!(line.map(|line| line["Replicas:".len()..].trim()), Some(expected));
}

/// Rule D-51.
#[test]
fn a_stuck_rollout_exceeds_its_deadline_and_nothing_else_happens() {
    let mut sim = running(3, "progressDeadlineSeconds: 20,");
    break_image(&mut sim, "app:broken");
    set_image(&mut sim, "app:broken");
    wait(&mut sim, 19);
    assert_eq!(progress(&sim), "ReplicaSetUpdated");
    wait(&mut sim, 3);
    assert_eq!(progress(&sim), "ProgressDeadlineExceeded");
    let exceeded = "deployment \"shop\" exceeded its progress deadline";
    assert_eq!(status(&deployment(&sim)), Err(exceeded.to_owned()));
    wait(&mut sim, 60);
    assert_eq!(sets(&sim), ["1 app:v1 3", "2 app:broken 1"], "nobody rolls back");
}

/// Rule D-51.
#[test]
fn a_deadline_without_limit_never_passes() {
    let mut sim = running(1, "progressDeadlineSeconds: 2147483647,");
    break_image(&mut sim, "app:broken");
    set_image(&mut sim, "app:broken");
    wait(&mut sim, 3600);
    assert_eq!(progress(&sim), "none");
}

/// Rules D-05, D-41, KC-31, KC-32.
#[test]
fn an_undo_brings_back_the_old_replica_set_under_a_new_number() {
    let mut sim = running(2, "");
    set_image(&mut sim, "app:v2");
    wait(&mut sim, 60);
    let first = owned(sim.world(), &deployment(&sim)).remove(0).metadata.name.clone();
    assert_eq!(
        kubectl(&mut sim, "kubectl rollout undo deploy/shop"),
        "deployment.apps/shop rolled back\n"
    );
    wait(&mut sim, 60);
    assert_eq!(sets(&sim), ["2 app:v2 0", "3 app:v1 2"]);
    let again = owned(sim.world(), &deployment(&sim)).remove(1);
    assert_eq!(again.metadata.name, first, "it is the same ReplicaSet");
    assert_eq!(again.metadata.annotations["deployment.kubernetes.io/revision-history"], *"1");
    let history = kubectl(&mut sim, "kubectl rollout history deploy/shop");
    assert_eq!(
        history,
        "deployment.apps/shop \nREVISION  CHANGE-CAUSE\n2         <none>\n3         <none>\n\n"
    );
    let skipped = kubectl(&mut sim, "kubectl rollout undo deploy/shop --to-revision=3");
    let expected =
        "deployment.apps/shop skipped rollback (current template already matches revision 3)\n";
    assert_eq!(skipped, expected);
    let unknown = kubectl(&mut sim, "kubectl rollout undo deploy/shop --to-revision=9");
    assert_eq!(unknown, "error: unable to find specified revision 9 in history\n");
}

/// Rules D-41, KC-31.
#[test]
fn a_deployment_that_never_changed_cannot_be_rolled_back() {
    let mut sim = running(1, "");
    let refused = kubectl(&mut sim, "kubectl rollout undo deploy/shop");
    assert_eq!(refused, "error: no rollout history found for deployment \"shop\"\n");
}

/// Rule D-25.
#[test]
fn with_recreate_old_and_new_pods_never_run_together() {
    let mut sim = running(2, "strategy: {type: Recreate},");
    let old = sets(&sim);
    set_image(&mut sim, "app:v2");
    loop {
        sim.run_until(sim.now() + 100);
        let pods = pods(&sim);
        let run = pods.iter().filter(|pod| !pod.status.phase().is_terminal());
        let images: Vec<Text> = run.map(|pod| pod.spec.containers[0].image.clone()).collect();
        assert!(images.windows(2).all(|pair| pair[0] == pair[1]), "{images:?}");
        if sets(&sim).len() > old.len() {
            break;
        }
    }
    wait(&mut sim, 30);
    assert_eq!(sets(&sim), ["1 app:v1 0", "2 app:v2 2"]);
}

/// Rules D-40, KC-34.
#[test]
fn a_paused_deployment_collects_changes_and_rolls_them_out_as_one() {
    let mut sim = running(2, "");
    assert_eq!(
        kubectl(&mut sim, "kubectl rollout pause deploy shop"),
        "deployment.apps/shop paused\n"
    );
    set_image(&mut sim, "app:v2");
    wait(&mut sim, 20);
    set_image(&mut sim, "app:v3");
    wait(&mut sim, 20);
    assert_eq!(
        (sets(&sim), progress(&sim)),
        (vec!["1 app:v1 2".to_owned()], "DeploymentPaused".to_owned())
    );
    let again = kubectl(&mut sim, "kubectl rollout pause deploy shop");
    assert_eq!(again, "error: deployments.apps \"shop\" is already paused\n");
    let restart = kubectl(&mut sim, "kubectl rollout restart deploy shop");
    let refused = "error: deployments.apps \"shop\" can't restart paused deployment (run rollout resume first)\n";
    assert_eq!(restart, refused);
    assert_eq!(
        kubectl(&mut sim, "kubectl rollout resume deploy shop"),
        "deployment.apps/shop resumed\n"
    );
    wait(&mut sim, 60);
    assert_eq!(sets(&sim), ["1 app:v1 0", "2 app:v3 2"]);
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

/// Rule D-23.
#[test]
fn a_change_in_mid_rollout_makes_the_half_grown_set_an_old_one() {
    let mut sim = running(4, "minReadySeconds: 10,");
    set_image(&mut sim, "app:v2");
    wait(&mut sim, 3);
    set_image(&mut sim, "app:v3");
    wait(&mut sim, 2);
    assert_eq!(sets(&sim), ["1 app:v1 3", "2 app:v2 0", "3 app:v3 2"]);
    wait(&mut sim, 120);
    assert_eq!(sets(&sim), ["1 app:v1 0", "2 app:v2 0", "3 app:v3 4"]);
}

/// Rule D-26.
#[test]
fn a_new_pod_counts_only_after_min_ready_seconds_in_every_release() {
    for release in Release::ALL {
        let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 2);
        create(&mut sim, &manifest(2, "minReadySeconds: 15,"));
        at(&mut sim, 40);
        set_image(&mut sim, "app:v2");
        wait(&mut sim, 14);
        assert_eq!(sets(&sim), ["1 app:v1 2", "2 app:v2 1"], "{release:?}");
        wait(&mut sim, 60);
        assert_eq!(sets(&sim), ["1 app:v1 0", "2 app:v2 2"], "{release:?}");
        let set = owned(sim.world(), &deployment(&sim)).remove(1);
        assert_eq!(set.spec.min_ready_seconds, 15, "{release:?}");
    }
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
    let set = sim.world().workloads.replica_sets.named(&NAMESPACE, &"before".into());
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
        let workloads = &sim.world().workloads;
        let is_there = workloads.deployments.named(&NAMESPACE, &"shop".into()).is_some();
        let sets = workloads.replica_sets.iter().count();
        wait(&mut sim, 60);
        let workloads = &sim.world().workloads;
        let is_left = workloads.deployments.named(&NAMESPACE, &"shop".into()).is_some();
        let owners =
            workloads.replica_sets.iter().map(|(_, set)| set.metadata.owner_references.len());
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
