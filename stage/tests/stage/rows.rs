//! Which rows the tracks have.

use crate::common::{go_to, replica_set, scene, set};
use podlab_stage::Lab;
use podlab_stage::rows::lines;

fn names(lab: &Lab, is_full: bool) -> Vec<String> {
    lines(lab, lab.story(), is_full).into_iter().map(|line| line.name).collect()
}

#[test]
fn a_pod_alone_has_rows_for_phase_status_ready_and_containers() {
    let names = names(&scene("crash-loop", 5), false);
    assert_eq!(names, ["phase", "STATUS", "Ready", "app", "log-shipper"]);
}

#[test]
fn all_conditions_have_rows_when_all_are_wanted() {
    let names = names(&scene("readiness-gate", 5), true);
    assert!(names.contains(&"PodScheduled".to_owned()));
    assert!(names.contains(&"www.example.com/gate".to_owned()));
}

#[test]
fn probes_stand_below_their_container() {
    let names = names(&scene("startup", 5), false);
    let at = |name: &str| names.iter().position(|known| known == name).unwrap();
    assert!(at("app") < at("startup probe") && at("startup probe") < at("readiness probe"));
}

#[test]
fn a_service_has_a_row_of_its_endpoints() {
    assert!(names(&scene("readiness", 5), false).contains(&"Service web".to_owned()));
}

#[test]
fn rows_neither_come_nor_go_while_time_passes() {
    let mut lab = scene("init", 2);
    let before = names(&lab, true);
    go_to(&mut lab, 50);
    assert_eq!(names(&lab, true), before);
}

#[test]
fn a_set_has_a_row_for_its_controller_and_each_lane() {
    let names = names(&set("", "replicas: 3", 0), false);
    assert_eq!(names, ["controller", "web-0", "web-1", "web-2"]);
}

#[test]
fn at_most_twelve_lanes_have_a_row() {
    let names = names(&set("", "replicas: 20", 40), false);
    assert_eq!((names.len(), names.last().map(String::as_str)), (13, Some("web-11")));
}

#[test]
fn the_youngest_pods_of_a_replica_set_have_rows() {
    let lab = replica_set("{t: 20, do: scale, object: ReplicaSet/shop, replicas: 20}", 2, "", 30);
    let names = names(&lab, false);
    assert_eq!(names.len(), 13);
    let oldest = lab.story().members().next().unwrap();
    assert!(!names.iter().any(|name| **name == **oldest));
}

#[test]
fn the_selected_pod_of_a_set_has_its_own_rows_when_all_are_wanted() {
    let lab = set("", "replicas: 2", 20);
    let full = lines(&lab, lab.story(), true);
    assert!(full.iter().any(|line| line.name == "phase" && line.pod.is_none()));
    assert!(full.len() > lines(&lab, lab.story(), false).len());
}
