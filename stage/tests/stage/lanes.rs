//! The lanes of a StatefulSet and the gates between them.

use crate::common::{findings, scene, set};
use podlab_stage::lanes::{Gate, Lane, SetStage};
use podlab_stage::tone::Tone;

/// The lanes for which something is true, by ordinal.
fn ordinals<'a>(stage: &SetStage<'a>, is_it: impl Fn(&Lane<'a>) -> bool) -> Vec<i64> {
    stage.lanes.iter().filter(|lane| is_it(lane)).map(|lane| lane.ordinal).collect()
}

/// The gates from the second lane on: `-` open, `>` shut upwards, `<` shut downwards, `!` stuck, a space where there is none.
fn gates(stage: &SetStage<'_>) -> String {
    let gate = |index| match stage.gate(index) {
        None => ' ',
        Some(Gate::Open) => '-',
        Some(Gate::ShutUp(_)) => '>',
        Some(Gate::ShutDown(_)) => '<',
        Some(Gate::Stuck(_)) => '!',
    };
    (1..stage.lanes.len()).map(gate).collect()
}

#[test]
fn a_set_has_a_lane_for_each_slot_before_any_pod_exists() {
    let lab = set("", "replicas: 3", 0);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, |lane| lane.is_wanted && lane.pod.is_none()), [0, 1, 2]);
    assert_eq!(stage.lanes[2].name, "web-2");
}

#[test]
fn lanes_begin_at_the_start_of_the_ordinals() {
    let lab = set("", "replicas: 2, ordinals: {start: 5}", 20);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, |lane| lane.pod.is_some()), [5, 6]);
    assert_eq!(gates(&stage), "-");
}

#[test]
fn a_pod_alone_has_no_lanes() {
    assert!(SetStage::of(&scene("crash-loop", 5)).is_none());
}

#[test]
fn gates_above_a_pod_that_is_not_ready_are_shut_upwards() {
    let lab = scene("sts-ordered", 2);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, |lane| lane.is_holding), [0]);
    assert_eq!(gates(&stage), ">>");
    assert!(stage.gate(0).is_none(), "nothing stands before the first lane");
}

#[test]
fn a_gate_opens_when_the_pod_below_it_is_ready() {
    let lab = scene("sts-ordered", 3);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, |lane| lane.is_holding), [1]);
    assert_eq!(gates(&stage), "->");
}

#[test]
fn all_gates_of_a_set_at_rest_are_open() {
    let lab = scene("sts-ordered", 30);
    assert_eq!(gates(&SetStage::of(&lab).unwrap()), "--");
}

#[test]
fn before_the_first_pod_exists_the_gates_of_an_ordered_set_are_shut() {
    let lab = set("", "replicas: 3", 0);
    assert_eq!(gates(&SetStage::of(&lab).unwrap()), ">>");
    let lab = set("", "replicas: 3, podManagementPolicy: Parallel", 0);
    assert_eq!(gates(&SetStage::of(&lab).unwrap()), "--", "all are created at once");
}

#[test]
fn what_waits_in_vain_has_stuck_gates() {
    let gates_at = |name: &str, seconds: u64| {
        let lab = scene(name, seconds);
        let findings = findings(&lab);
        gates(&SetStage::of(&lab).unwrap().knowing(&findings))
    };
    assert_eq!(gates_at("sts-broken-rollout", 40), "!!", "on the way down");
    assert_eq!(gates_at("sts-broken-rollout", 80), "-!", "web-2 itself is to be replaced");
    assert_eq!(gates_at("sts-ordered", 2), ">>", "web-0 becomes Ready");
}

#[test]
fn a_parallel_set_shuts_no_gate_upwards() {
    let lab = set("", "replicas: 3, podManagementPolicy: Parallel", 1);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, |lane| lane.pod.is_some()), [0, 1, 2]);
    assert_eq!(gates(&stage), "--");
}

#[test]
fn a_broken_update_shuts_the_gates_on_its_way_down() {
    let lab = scene("sts-broken-rollout", 40);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, |lane| lane.is_holding), [2]);
    assert_eq!(ordinals(&stage, Lane::is_to_be_replaced), [0, 1]);
    assert_eq!(gates(&stage), "<<");
}

#[test]
fn scaling_down_waits_at_the_highest_pod() {
    let action = "{t: 0, do: runtime-rule, pod: web-*, stop: {after: 8}}, {t: 20, do: scale, object: sts/web, replicas: 1}";
    let lab = set(action, "replicas: 3", 22);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, Lane::is_leaving), [1, 2]);
    assert_eq!(ordinals(&stage, Lane::is_ending), [2], "the highest goes first");
    assert_eq!(gates(&stage), "-<");
}

#[test]
fn a_pod_that_was_scaled_away_leaves_no_lane_without_claims() {
    let lab = set("{t: 20, do: scale, object: sts/web, replicas: 1}", "replicas: 3", 40);
    assert_eq!(SetStage::of(&lab).unwrap().lanes.len(), 1);
}

#[test]
fn a_claim_keeps_the_lane_of_a_pod_that_was_scaled_away() {
    let lab = scene("sts-scale-down", 90);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, |lane| !lane.is_wanted), [1, 2, 3, 4]);
    assert!(stage.lanes[4].pod.is_none() && stage.lanes[4].claims.len() == 1);
}

#[test]
fn after_a_change_of_the_template_all_pods_are_outdated() {
    let lab = scene("sts-on-delete", 30);
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(ordinals(&stage, |lane| lane.is_outdated), [0, 1, 2]);
    assert!(ordinals(&stage, Lane::is_to_be_replaced).is_empty(), "OnDelete replaces none");
}

#[test]
fn a_set_that_is_gone_has_pods_but_no_gates() {
    let lab =
        set("{t: 20, do: delete, object: sts/web, propagationPolicy: Orphan}", "replicas: 2", 25);
    let stage = SetStage::of(&lab).unwrap();
    assert!(!stage.exists && !stage.is_ruled());
    assert_eq!(ordinals(&stage, |lane| lane.pod.is_some() && !lane.is_wanted), [0, 1]);
    assert!(ordinals(&stage, Lane::goes_with_set).is_empty());
    assert_eq!(gates(&stage), " ");
}

#[test]
fn pods_of_a_set_deleted_in_the_background_still_name_it() {
    let lab = scene("sts-delete", 30);
    let stage = SetStage::of(&lab).unwrap();
    assert!(!stage.exists);
    assert_eq!(ordinals(&stage, Lane::goes_with_set), [0, 1, 2]);
}

#[test]
fn a_set_deleted_in_the_foreground_goes_after_its_pods() {
    let lab = set(
        "{t: 20, do: delete, object: sts/web, propagationPolicy: Foreground}",
        "replicas: 2",
        20,
    );
    let stage = SetStage::of(&lab).unwrap();
    assert!(stage.exists && stage.goes_last() && !stage.is_ruled());
}

#[test]
fn revisions_are_numbered_from_1() {
    let lab = scene("sts-canary", 40);
    let stage = SetStage::of(&lab).unwrap();
    let number = |lane: &Lane<'_>| stage.revision_words(lane).unwrap().number;
    let numbers: Vec<_> = stage.lanes.iter().map(number).collect();
    assert_eq!(numbers, [Some(1), Some(1), Some(2)]);
    assert_eq!(stage.revision("web-none"), None);
}

#[test]
fn a_lane_without_a_pod_looks_idle_and_a_ready_pod_ready() {
    let lab = scene("sts-ordered", 3);
    let stage = SetStage::of(&lab).unwrap();
    let tones: Vec<Tone> = stage.lanes.iter().map(|lane| stage.tone(lane)).collect();
    assert_eq!(tones, [Tone::Ready, Tone::Waiting, Tone::Idle]);
}
