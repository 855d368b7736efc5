//! The partition as a line across the lanes.

use crate::common::set;
use podlab_stage::Lab;
use podlab_stage::lanes::SetStage;
use podlab_stage::partition::{Partition, PartitionLine};

const PARTITION_2: &str = "replicas: 3, updateStrategy: {rollingUpdate: {partition: 2}}";

fn line(lab: &Lab, moved: Option<i64>) -> PartitionLine {
    match SetStage::of(lab).unwrap().partition(moved) {
        Partition::Line(line) => line,
        Partition::Idle(words) => panic!("{words}"),
    }
}

fn idle(lab: &Lab) -> &'static str {
    match SetStage::of(lab).unwrap().partition(None) {
        Partition::Idle(words) => words,
        Partition::Line(line) => panic!("{line:?}"),
    }
}

#[test]
fn without_a_partition_the_line_stands_before_all_lanes() {
    let line = line(&set("", "replicas: 3", 20), None);
    assert_eq!((line.partition, line.place, line.lanes, line.below), (0, 0, 3, 0));
    assert_eq!(line.words, "partition 0: every Pod is updated");
}

#[test]
fn the_line_stands_after_the_lanes_that_keep_their_revision() {
    let lab = set("", PARTITION_2, 20);
    let line = line(&lab, None);
    assert_eq!((line.partition, line.place), (2, 2));
    assert_eq!(line.words, "partition 2: web-2 and up are updated");
    assert_eq!(SetStage::of(&lab).unwrap().partition_start(), Some(2));
}

#[test]
fn a_partition_of_all_replicas_updates_none() {
    let lab = set("", "replicas: 3, updateStrategy: {rollingUpdate: {partition: 7}}", 20);
    let line = line(&lab, None);
    assert_eq!((line.partition, line.place), (7, 3), "the line stays among the lanes");
    assert!(line.words.starts_with("partition 7: no Pod"), "{}", line.words);
}

#[test]
fn the_line_shows_where_it_is_moved_to() {
    let lab = set("", PARTITION_2, 20);
    let line = line(&lab, Some(1));
    assert_eq!((line.partition, line.place), (1, 1));
    assert_eq!(line.words, "partition 1: web-1 and up are updated");
}

#[test]
fn the_partition_counts_slots_from_the_start_of_the_ordinals() {
    let lab = set("", &format!("{PARTITION_2}, ordinals: {{start: 5}}"), 20);
    assert_eq!(line(&lab, None).words, "partition 2: web-7 and up are updated");
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(stage.partition_start(), Some(7));
    let kept: Vec<bool> = stage.lanes.iter().map(|lane| lane.is_kept_back).collect();
    assert_eq!(kept, [true, true, false]);
}

#[test]
fn lanes_below_the_start_have_no_slot() {
    let actions = "{t: 0, do: runtime-rule, pod: web-*, stop: {after: 9}}, \
                   {t: 20, do: patch, object: sts/web, body: {spec: {ordinals: {start: 1}}}}";
    let lab = set(actions, PARTITION_2, 22);
    let line = line(&lab, None);
    assert_eq!((line.below, line.lanes, line.place), (1, 4, 3), "web-0 is leaving");
}

#[test]
fn a_place_of_the_line_is_a_partition_that_is_never_negative() {
    assert_eq!(PartitionLine::partition_at(3, 1), 2);
    assert_eq!(PartitionLine::partition_at(0, 1), 0);
}

#[test]
fn with_on_delete_there_is_no_partition() {
    let lab = set("", "replicas: 2, updateStrategy: {type: OnDelete}", 20);
    assert!(idle(&lab).starts_with("OnDelete"));
    let stage = SetStage::of(&lab).unwrap();
    assert_eq!(stage.partition_start(), None);
    assert!(stage.lanes.iter().all(|lane| lane.is_kept_back));
}

#[test]
fn a_set_that_goes_has_no_partition() {
    let delete = "{t: 20, do: delete, object: sts/web, propagationPolicy: Foreground}";
    let going = set(delete, PARTITION_2, 20);
    assert_eq!(idle(&going), "The StatefulSet is being deleted: no gates, and no partition.");
    assert_eq!(SetStage::of(&going).unwrap().partition_start(), None);
    assert_eq!(
        idle(&set(delete, PARTITION_2, 60)),
        "The StatefulSet was deleted: no gates, and no partition."
    );
}
