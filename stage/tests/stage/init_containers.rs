//! How far init containers and sidecars are.

use crate::common::{pod, scene};
use podlab_stage::Lab;
use podlab_stage::init_containers::of_pod;
use podlab_stage::tone::Tone;
use podlab_stage::view::Stage;

/// The look and the words of each.
fn steps(lab: &Lab) -> Vec<(Tone, String)> {
    let steps = of_pod(Stage::of(lab).expect("there is a Pod"));
    steps.into_iter().map(|step| (step.tone, step.words)).collect()
}

/// The name of the one that the Pod waits for, and of those that are passed.
fn progress(lab: &Lab) -> (Option<String>, Vec<String>) {
    let steps = of_pod(Stage::of(lab).expect("there is a Pod"));
    let current = steps.iter().find(|step| step.is_current);
    let passed = steps.iter().filter(|step| step.is_passed);
    (
        current.map(|step| step.container.name.to_string()),
        passed.map(|step| step.container.name.to_string()).collect(),
    )
}

#[test]
fn each_waits_for_the_one_before() {
    let steps = steps(&scene("init", 2));
    assert_eq!(steps[0].0, Tone::Running);
    assert!(steps[0].1.starts_with("Running for "));
    assert_eq!(steps[1], (Tone::Idle, "waits for copy-config".to_owned()));
    assert_eq!(steps[2], (Tone::Idle, "waits for migrate".to_owned()));
}

#[test]
fn one_that_succeeded_lets_the_next_begin() {
    let lab = scene("init", 12);
    assert_eq!(steps(&lab)[0], (Tone::Done, "Completed, exit 0".to_owned()));
    assert_eq!(progress(&lab), (Some("migrate".to_owned()), vec!["copy-config".to_owned()]));
}

#[test]
fn one_that_failed_holds_the_next_up() {
    let lab = scene("init", 14);
    assert_eq!(steps(&lab)[1], (Tone::Failed, "Error, exit 1".to_owned()));
    assert_eq!(progress(&lab).0.as_deref(), Some("migrate"));
    assert_eq!(steps(&lab)[2].0, Tone::Idle);
}

#[test]
fn all_are_passed_when_the_app_runs() {
    let (current, passed) = progress(&scene("init", 40));
    assert_eq!((current, passed.len()), (None, 3));
}

#[test]
fn a_sidecar_is_passed_as_soon_as_it_has_started() {
    let lab = scene("sidecar", 2);
    assert_eq!(steps(&lab)[0], (Tone::Running, "sidecar, starting".to_owned()));
    assert_eq!(progress(&lab).0.as_deref(), Some("proxy"));
    let lab = scene("sidecar", 4);
    assert_eq!(steps(&lab)[0], (Tone::Ready, "sidecar, keeps running".to_owned()));
    assert_eq!(progress(&lab), (Some("setup".to_owned()), vec!["proxy".to_owned()]));
}

#[test]
fn the_reason_for_which_one_waits_is_shown() {
    let spec = "{initContainers: [{name: first, image: \"app:v1\"}], containers: [{name: app, image: \"app:v1\"}]}";
    let lab =
        pod("{t: 0, do: runtime-rule, container: first, plan: [{run: 1, exit: 1}]}", spec, 13);
    assert_eq!(steps(&lab), [(Tone::Failed, "Error, exit 1".to_owned())]);
    let broken = "{initContainers: [{name: first, image: \"app:v1\", imagePullPolicy: Never}], containers: [{name: app, image: \"app:v1\"}]}";
    let lab = pod("", broken, 5);
    assert_eq!(steps(&lab), [(Tone::Waiting, "ErrImageNeverPull".to_owned())]);
}

#[test]
fn a_pod_without_init_containers_has_no_steps() {
    assert!(steps(&scene("crash-loop", 5)).is_empty());
}

#[test]
fn the_step_that_the_pod_waits_for_says_what_its_program_does() {
    let spec = "{initContainers: [{name: one, image: app:1, command: ['true']}, \
                {name: two, image: app:1, command: [sh, -c, until nslookup db; do sleep 1; done]}, \
                {name: three, image: app:1, command: ['true']}], containers: [{name: app, image: app:1}]}";
    let lab = crate::common::pod("", spec, 20);
    let steps = podlab_stage::init_containers::of_pod(podlab_stage::view::Stage::of(&lab).unwrap());
    let said: Vec<Option<String>> = steps.into_iter().map(|step| step.program).collect();
    let waits = "Runs: waits until db resolves, then exits with 0";
    assert_eq!(said, [None, Some(waits.to_owned()), None]);
}
