//! Deployments with the ReplicaSets of their rollouts.

use crate::common::{go_to, scene};
use podlab::api::ResourceKind;
use podlab_stage::Lab;
use podlab_stage::levels::Levels;
use podlab_stage::others;

fn levels(lab: &Lab) -> Levels<'_> {
    Levels::of(lab).expect("a Deployment is on the stage")
}

/// Each level: the number of its revision, whether it has the Deployment's template, how many Pods it should have, and how many it has.
fn shown(lab: &Lab) -> Vec<(i64, bool, i64, usize)> {
    let level = |level: &podlab_stage::levels::Level<'_>| {
        let rollout = level.rollout.expect("a Deployment has rollouts");
        (rollout.revision, rollout.is_new, level.set.spec.replicas(), level.pods.len())
    };
    levels(lab).levels.iter().map(level).collect()
}

/// The Pods that are available, all Pods, the least that must be available, and the most that there may be.
fn extent(lab: &Lab) -> [i64; 4] {
    let extent = levels(lab).extent().expect("a controller acts");
    let bounds = extent.bounds;
    [extent.available, extent.total, bounds.min_available(), bounds.max_total()]
}

#[test]
fn a_deployment_at_rest_has_one_level() {
    let lab = scene("deploy-rolling", 15);
    assert_eq!(shown(&lab), [(1, true, 4, 4)]);
    assert_eq!(extent(&lab), [4, 4, 3, 5]);
    let rest = "Nothing to do: all 4 Pods have the newest template and are available.";
    assert_eq!(levels(&lab).intention(), rest);
}

#[test]
fn a_rollout_has_two_levels_the_new_one_first_and_keeps_its_bounds() {
    let mut lab = scene("deploy-rolling", 21);
    assert_eq!(shown(&lab), [(2, true, 2, 2), (1, false, 3, 4)]);
    let waits =
        "Rollout: 2 of 4 Pods have the new template. Waiting until new Pods are available: 2.";
    assert_eq!(levels(&lab).intention(), waits);
    for second in 21..60 {
        go_to(&mut lab, second);
        let [available, total, least, most] = extent(&lab);
        assert!(available >= least && total <= most, "{second} s: {:?}", extent(&lab));
    }
    assert_eq!(shown(&lab), [(2, true, 4, 4)], "an old ReplicaSet without Pods is not shown");
}

#[test]
fn a_rollout_that_makes_no_progress_says_so_after_its_deadline() {
    let early = scene("deploy-stuck", 60);
    assert!(
        levels(&early).intention().contains("Waiting until new Pods"),
        "{}",
        levels(&early).intention()
    );
    let late = scene("deploy-stuck", 100);
    assert!(levels(&late).intention().starts_with("The rollout has made no progress for 60 s."));
    assert_eq!(extent(&late), [3, 4, 3, 4], "the old Pods go on");
}

#[test]
fn the_workload_on_the_stage_has_the_others_beside_it() {
    let lab = scene("deploy-or-set", 60);
    assert!(Levels::of(&lab).is_none(), "a StatefulSet has lanes");
    let others = others::of(&lab);
    assert_eq!(others.len(), 1);
    assert_eq!(others[0].workload.kind(), ResourceKind::Deployment);
    assert_eq!((others[0].ready(), others[0].pods.len()), ((3, 3), 4));
}

#[test]
fn a_replica_set_of_a_deployment_is_no_workload_beside_it() {
    assert!(others::of(&scene("deploy-rolling", 40)).is_empty());
}
