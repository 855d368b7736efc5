//! Rollouts of Deployments: their bounds, deadlines, pauses and undos. Section D of the rule book.

use super::{
    break_image, cluster, deployment, event_messages, kubectl, manifest, pods, progress, running,
    set_image, sets, shop,
};
use crate::common::{act, at, create, wait};
use podlab::api::pod::Pod;
use podlab::api::status::ConditionStatus;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::command::Command;
use podlab::cluster::fact::Fact;
use podlab::cluster::world::Settings;
use podlab::kubectl::deployments::{owned, status};
use podlab::kubectl::describe::describe_deployment;
use podlab::questions::waits::{WaitKind, waits};
use podlab::rules::Rule;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use std::rc::Rc;

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
    assert_eq!(event_messages(&sim), steps);
    assert_eq!(progress(&sim), "NewReplicaSetAvailable");
}

/// Rule D-10.
#[test]
fn without_surge_an_old_pod_goes_before_a_new_one_comes() {
    let bounds = "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}},";
    let mut sim = running(2, bounds);
    set_image(&mut sim, "app:v2");
    wait(&mut sim, 60);
    let first = event_messages(&sim).into_iter().nth(1);
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

/// Rules D-40, KC-33.
#[test]
fn a_paused_deployment_refuses_a_restart_by_a_command() {
    let mut sim = running(1, "");
    act(&mut sim, Command::RolloutPause { object: shop(), paused: true });
    let restart = Command::RolloutRestart { object: shop() };
    let refused = sim.apply(restart.clone()).expect_err("it is paused").message.to_string();
    let message =
        "deployments.apps \"shop\" can't restart paused deployment (run rollout resume first)";
    assert_eq!(refused, message);
    act(&mut sim, Command::RolloutPause { object: shop(), paused: false });
    act(&mut sim, restart);
    wait(&mut sim, 60);
    assert_eq!(sets(&sim), ["1 app:v1 0", "2 app:v1 1"]);
}

/// Rules D-40, D-51, D-52, D-53.
#[test]
fn each_condition_changes_by_a_rule_of_its_own() {
    let mut sim = running(2, "");
    act(&mut sim, Command::RolloutPause { object: shop(), paused: true });
    wait(&mut sim, 5);
    act(&mut sim, Command::RolloutPause { object: shop(), paused: false });
    wait(&mut sim, 5);
    let changes = sim.take_changes();
    let rule_of = |wanted: &str, status: ConditionStatus, reason: &str| {
        let is_it = |change: &&Change| match &change.fact {
            Fact::Condition { kind, new: Some(new), .. } => {
                *kind == *wanted && new.status == status && new.reason == *reason
            }
            _ => false,
        };
        changes.iter().find(is_it).map(|change| change.rule)
    };
    let (yes, unknown) = (ConditionStatus::True, ConditionStatus::Unknown);
    let available = rule_of("Available", yes, "MinimumReplicasAvailable");
    assert_eq!(available, Some(Rule::D52));
    assert_eq!(rule_of("Progressing", yes, "NewReplicaSetAvailable"), Some(Rule::D51));
    assert_eq!(rule_of("Progressing", unknown, "DeploymentPaused"), Some(Rule::D40));
    assert_eq!(rule_of("Progressing", unknown, "DeploymentResumed"), Some(Rule::D40));
}

/// Rule D-20.
#[test]
fn a_rollout_goes_on_as_new_pods_become_available_while_old_ones_are_left() {
    let new_pods = |sim: &Sim| {
        waits(sim).into_iter().find_map(|wait| match wait.kind {
            WaitKind::NewPods { missing, goes_on, .. } => Some((missing, goes_on)),
            _ => None,
        })
    };
    let mut sim = cluster();
    break_image(&mut sim, "app:v1");
    create(&mut sim, &manifest(2, ""));
    wait(&mut sim, 20);
    assert_eq!(new_pods(&sim), Some((2, false)), "there are no old Pods");
    let mut sim = running(2, "");
    break_image(&mut sim, "app:v2");
    set_image(&mut sim, "app:v2");
    wait(&mut sim, 20);
    assert_eq!(new_pods(&sim), Some((1, true)), "old Pods are left");
}

/// Rules D-07, D-51.
#[test]
fn a_rollout_that_is_complete_waits_for_nothing() {
    let mut sim = running(2, "");
    set_image(&mut sim, "app:v2");
    wait(&mut sim, 60);
    assert_eq!(progress(&sim), "NewReplicaSetAvailable");
    let of_shop: Vec<_> = waits(&sim).into_iter().filter(|wait| wait.object == shop()).collect();
    assert!(of_shop.is_empty(), "the look at the deadline of before changes nothing: {of_shop:?}");
}
