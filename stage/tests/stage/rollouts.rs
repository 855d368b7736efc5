//! Deployments with the ReplicaSets of their rollouts.

use crate::common::{findings, go_to, play, scene};
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

/// A run with the Deployment `web` of two Pods that take four seconds to end: its actions, and what its spec has beside the template.
fn deployment(actions: &str, spec: &str, seconds: u64) -> Lab {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{{t: 0, do: runtime-rule, pod: web-*, stop: {{after: 4}}}}, {actions}]\n---\n\
         {{apiVersion: apps/v1, kind: Deployment, metadata: {{name: web}}, spec: {{{spec}, \
         selector: {{matchLabels: {{app: web}}}}, template: {{metadata: {{labels: {{app: web}}}}, \
         spec: {{containers: [{{name: app, image: \"app:v1\"}}]}}}}}}}}\n"
    );
    play(&text, seconds)
}

const IMAGE: &str = "{t: 20, do: patch, object: deploy/web, body: {spec: {template: {spec: {containers: [{name: app, image: \"app:v2\"}]}}}}}";

#[test]
fn the_strategy_recreate_waits_until_the_old_pods_are_gone() {
    let spec = "replicas: 2, strategy: {type: Recreate}";
    let lab = deployment(IMAGE, spec, 22);
    let waits =
        "Next: wait until all old Pods are removed, 2 left. New Pods are created only then.";
    assert_eq!(levels(&lab).intention(), waits);
    assert!(
        levels(&deployment(IMAGE, spec, 40)).intention().starts_with("Nothing to do: all 2 Pods")
    );
}

#[test]
fn pods_of_a_deployment_deleted_in_the_background_are_shown_until_they_end() {
    let delete = "{t: 20, do: delete, object: deploy/web}";
    let lab = deployment(delete, "replicas: 2", 22);
    assert_eq!(levels(&lab).levels[0].pods.len(), 2);
    let collected = "The Deployment was deleted. The garbage collector deletes its Pods.";
    assert_eq!(levels(&lab).intention(), collected);
    assert!(levels(&lab).fate().contains("no controller"));
    let lab = deployment(delete, "replicas: 2", 40);
    assert!(levels(&lab).levels.is_empty());
    assert_eq!(levels(&lab).intention(), "The Deployment and its Pods were deleted.");
}

#[test]
fn replica_sets_that_a_deployment_left_go_on_and_are_shown_once() {
    let delete = "{t: 20, do: delete, object: deploy/web, propagationPolicy: Orphan}";
    let lab = deployment(delete, "replicas: 2", 30);
    let stage = levels(&lab);
    assert!(stage.intention().contains("Its ReplicaSets remain"), "{}", stage.intention());
    assert_eq!((stage.levels.len(), stage.levels[0].pods.len()), (1, 2));
    assert!(stage.fate().contains("with a new name"), "the ReplicaSet goes on");
    assert!(others::of(&lab).is_empty());
}

#[test]
fn a_deployment_that_is_paused_or_wants_no_pods_says_so() {
    let paused = deployment("", "replicas: 2, paused: true", 10);
    assert!(
        levels(&paused)
            .intention()
            .starts_with("The rollout is paused, and there is no ReplicaSet")
    );
    assert!(levels(&paused).levels.is_empty());
    let zero = deployment("", "replicas: 0", 10);
    assert_eq!(levels(&zero).intention(), "Nothing to do: its spec requests no Pods.");
}

#[test]
fn a_rollout_that_waits_for_broken_pods_is_stuck() {
    let lab = scene("deploy-stuck", 60);
    let findings = findings(&lab);
    let stage = levels(&lab).knowing(&lab, &findings);
    assert_eq!(
        stage.intention(),
        "Stuck: The rollout waits until new Pods are available: 1. This requires manual intervention."
    );
    let stuck = stage.stuck().expect("it waits for a Pod that does not start");
    assert_eq!(podlab_messages::remedy(&stuck.remedies[0]), "Roll back the Deployment *web*");
    let healthy = scene("deploy-rolling", 34);
    let findings = self::findings(&healthy);
    assert!(levels(&healthy).knowing(&healthy, &findings).stuck().is_none());
}
