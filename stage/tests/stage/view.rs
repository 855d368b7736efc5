//! The Pod on the stage: where it is, how it looks, and the way it ends.

use crate::common::{go_to, scene};
use podlab::base::time::SimTime;
use podlab_stage::Lab;
use podlab_stage::pods::PodSummary;
use podlab_stage::tone::Tone;
use podlab_stage::view::Stage;

fn stage(lab: &Lab) -> Stage<'_> {
    Stage::of(lab).expect("there is a Pod")
}

/// The words of each step of the end.
fn ending(lab: &Lab) -> [String; 4] {
    stage(lab).ending().map(|step| step.words)
}

#[test]
fn the_place_of_a_pod_is_told_as_far_as_it_is_known() {
    let mut lab = scene("crash-loop", 0);
    assert_eq!(stage(&lab).place(), "on no node yet");
    go_to(&mut lab, 1);
    assert_eq!(stage(&lab).place(), "on node-1");
    go_to(&mut lab, 2);
    assert_eq!(stage(&lab).place(), "10.244.0.2 on node-1");
    assert_eq!(stage(&scene("graceful", 28)).place(), "no longer in the API");
}

#[test]
fn a_pod_that_is_gone_looks_idle_and_is_still_shown() {
    let lab = scene("graceful", 28);
    let stage = stage(&lab);
    assert!(!stage.exists && stage.is_ending());
    assert_eq!((stage.tone(), &*stage.pod.metadata.name), (Tone::Idle, "demo"));
}

#[test]
fn a_running_pod_is_ready_only_with_its_condition() {
    assert_eq!(stage(&scene("crash-loop", 2)).tone(), Tone::Ready);
    assert_eq!(stage(&scene("crash-loop", 8)).tone(), Tone::Running);
}

#[test]
fn the_hook_comes_before_the_signal() {
    let lab = scene("graceful", 16);
    let [hook, term, _, kill] = ending(&lab);
    assert_eq!((hook.as_str(), term.as_str()), ("runs for 1 s", "to every container"));
    assert_eq!(kill, "at 0:00:45", "30 s after the deletion");
    let steps = stage(&lab).ending();
    assert!(steps[0].is_now && !steps[2].is_now);
}

#[test]
fn after_the_hook_the_signal_has_its_time() {
    let lab = scene("graceful", 20);
    let [hook, term, grace, _] = ending(&lab);
    assert_eq!((hook.as_str(), term.as_str()), ("done, took 4 s", "at 0:00:19"));
    assert_eq!(grace, "26 s of 30 s", "the hook took from it");
    let steps = stage(&lab).ending();
    assert!(steps[0].is_past && steps[1].is_past && steps[2].is_now && !steps[3].is_past);
}

#[test]
fn a_hook_that_takes_too_long_is_cut_short() {
    let [hook, .., kill] = ending(&scene("pre-stop", 36));
    assert_eq!((hook.as_str(), kill.as_str()), ("cut short", "not needed"));
}

#[test]
fn without_a_hook_the_first_step_is_over_at_once() {
    let lab = scene("ignores-sigterm", 20);
    assert_eq!(ending(&lab)[0], "no hook");
    assert!(stage(&lab).ending()[0].is_past);
}

#[test]
fn a_program_that_ignores_the_signal_is_killed_when_the_grace_is_over() {
    let mut lab = scene("ignores-sigterm", 44);
    while lab.now() < SimTime::from_seconds(46) && !stage(&lab).ending()[3].is_past {
        lab.history.step();
    }
    let steps = stage(&lab).ending();
    assert_eq!((steps[3].words.as_str(), steps[3].is_past), ("at 0:00:45", true));
}

#[test]
fn a_back_off_is_counted_by_the_engine() {
    let lab = scene("crash-loop", 60);
    let stage = stage(&lab);
    let app = &stage.pod.spec.containers[0];
    let held = stage.back_off(&app.name).expect("it crashes");
    assert_eq!(held.length, 40_000, "10 s, 20 s, 40 s");
    assert!(!held.is_over(lab.now()) && held.gone(lab.now()) <= held.length);
    assert_eq!(stage.ring(app).caption, "left");
    let other = &stage.pod.spec.containers[1];
    assert_eq!(stage.back_off(&other.name), None);
    assert_eq!(stage.ring(other).caption, "running");
}

#[test]
fn a_pod_in_short_has_its_ready_containers_and_its_node() {
    let lab = scene("crash-loop", 8);
    let summary = PodSummary::of(&lab, stage(&lab).pod);
    assert_eq!((summary.ready.as_str(), summary.node.as_str()), ("1/2 not ready", "node-1"));
    assert_eq!((summary.tone, summary.icon()), (Tone::Failed, "#i-failed"));
    assert!(summary.last_line().starts_with("in back-off, "), "{}", summary.last_line());
    let lab = scene("crash-loop", 0);
    assert_eq!(PodSummary::of(&lab, stage(&lab).pod).node, "no node yet");
}

#[test]
fn a_pod_in_short_that_is_being_deleted_has_another_symbol() {
    let lab = scene("graceful", 20);
    let summary = PodSummary::of(&lab, stage(&lab).pod);
    assert_eq!((summary.is_ending, summary.icon()), (true, "#i-ending"));
}

#[test]
fn nothing_is_on_the_stage_before_there_is_a_pod() {
    assert!(Stage::of(&scene("sts-ordered", 0)).is_none());
}
