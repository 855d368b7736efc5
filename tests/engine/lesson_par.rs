//! Whether fewer commands than those of an official solution reach the goals.

use crate::lesson::{SAY, text};
use podlab::ReadOptions;
use podlab::files::lesson_file::read;
use podlab::lesson::check;
use std::rc::Rc;

/// Returns what the check says of these steps.
fn told(steps: &str, par: u32) -> Vec<String> {
    let lesson = read(&text(steps, par), &ReadOptions::default()).expect("it can be read");
    let wrong = check(&Rc::new(lesson)).err().unwrap_or_default();
    wrong.iter().map(ToString::to_string).collect()
}

#[test]
fn a_detour_is_told_with_the_objects_of_the_shorter_way() {
    let detour = format!(
        "- {SAY}\n  goals: [{{set: web, replicas: 3}}, {{pod: web-2, ready: true}}]\n  solution: [{{kubectl: scale sts web --replicas=4}}, {{wait: 30s}}, {{kubectl: scale sts web --replicas=3}}, {{wait: 60s}}]"
    );
    let told = told(&detour, 2);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0]
            .ends_with("steps[0].solution: fewer commands reach the goals: 1, on StatefulSet/web"),
        "{told:?}"
    );
}

#[test]
fn goals_about_the_way_are_goals_of_the_shorter_way_too() {
    let step = |way: &str| {
        format!(
            "- {SAY}\n  goals: [{{pod: web-1, exists: false}}{way}]\n  solution: [{{kubectl: scale sts web --replicas=0}}, {{wait: 60s}}, {{kubectl: scale sts web --replicas=1}}, {{wait: 60s}}]"
        )
    };
    let is_shorter = |told: Vec<String>| told.iter().any(|told| told.contains("fewer commands"));
    assert!(is_shorter(told(&step(""), 2)));
    // One command reaches the state as before, and none may be given.
    assert!(!is_shorter(told(&step(", {commands: 0}"), 2)));
}

#[test]
fn what_time_alone_brings_needs_no_command() {
    let steps = format!(
        "- {SAY}\n  goals: [{{pod: web-0, deleted: true}}]\n  solution: [{{kubectl: delete pod web-0 --wait=false}}]\n- {SAY}\n  goals: [{{pod: web-0, ready: true}}]\n  solution: [{{wait: 60s}}, {{kubectl: cordon node-1}}]"
    );
    let told = told(&steps, 2);
    let shorter = "steps[1].solution: time alone reaches the goals, without a command";
    assert!(told.iter().any(|told| told.ends_with(shorter)), "{told:?}");
}
