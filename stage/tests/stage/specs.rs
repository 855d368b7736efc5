//! Edits of what a Pod or a set is to be.

use crate::common::{pod, scene, set};
use podlab::cluster::command::Command;
use podlab::kubelet::probe::ProbeKind;
use podlab::rules::release::Release;
use podlab_stage::Lab;
use podlab_stage::lanes::SetStage;
use podlab_stage::set_spec::{self, SetField};
use podlab_stage::spec::{self, ProbeField, Setting};

/// Sets a field of the set on the stage, and lets a minute pass.
fn edit(lab: &mut Lab, field: SetField, value: &str) {
    let command = set_spec::set(lab, field, value).expect("the value makes sense");
    act(lab, vec![command]);
}

fn act(lab: &mut Lab, commands: Vec<Command>) {
    lab.history.act(commands).expect("the API server takes it");
    let end = lab.now() + 60_000;
    lab.history.run_until(end, u64::MAX);
}

fn value(lab: &Lab, field: SetField) -> String {
    field.value(&lab.set().expect("there is a set").spec)
}

#[test]
fn a_number_that_is_set_is_the_number_that_is_shown() {
    let fields = [
        (SetField::Replicas, "4"),
        (SetField::Partition, "1"),
        (SetField::MinReady, "7"),
        (SetField::Start, "2"),
    ];
    for (field, number) in fields {
        let mut lab = set("", "replicas: 2", 20);
        edit(&mut lab, field, number);
        assert_eq!(value(&lab, field), number, "{field:?}");
    }
}

#[test]
fn a_value_that_makes_no_sense_sets_nothing() {
    let lab = set("", "replicas: 2", 20);
    assert_eq!(set_spec::set(&lab, SetField::Replicas, "many"), None);
    assert_eq!(set_spec::set(&lab, SetField::Partition, ""), None);
    let alone = scene("crash-loop", 5);
    assert_eq!(set_spec::set(&alone, SetField::Replicas, "2"), None, "there is no set");
}

#[test]
fn the_partition_comes_back_with_the_strategy() {
    let mut lab = set("", "replicas: 3, updateStrategy: {rollingUpdate: {partition: 2}}", 20);
    edit(&mut lab, SetField::Strategy, "OnDelete");
    assert_eq!(value(&lab, SetField::Strategy), "OnDelete");
    edit(&mut lab, SetField::Strategy, "RollingUpdate");
    assert_eq!(value(&lab, SetField::Partition), "2");
    assert_eq!(SetStage::of(&lab).unwrap().partition_start(), Some(2));
}

#[test]
fn each_new_image_has_a_tag_that_no_revision_has_had() {
    let mut lab = set("", "replicas: 1", 20);
    for expected in ["app:v2", "app:v3"] {
        let (image, commands) = set_spec::set_image(&lab, false).unwrap();
        assert_eq!(image, expected);
        act(&mut lab, commands);
    }
    assert_eq!(lab.manifest().unwrap().spec.containers[0].image, "app:v3");
}

#[test]
fn a_broken_image_cannot_be_pulled() {
    let mut lab = set("", "replicas: 1", 20);
    let (image, commands) = set_spec::set_image(&lab, true).unwrap();
    assert_eq!((&*image, commands.len()), ("app:broken", 2), "the registry refuses it");
    act(&mut lab, commands);
    assert!(SetStage::of(&lab).unwrap().intention().contains("web-0"));
}

#[test]
fn the_manifest_of_a_set_is_its_template() {
    let lab = set("", "replicas: 1", 20);
    let manifest = lab.manifest().unwrap();
    assert!(manifest.metadata.name.is_empty());
    let command = set_spec::set_template(&lab, &manifest).unwrap();
    assert!(matches!(command, Command::Patch { .. }));
}

#[test]
fn the_manifest_of_a_pod_has_what_was_changed_in_place() {
    let image = "{t: 5, do: patch, object: pod/demo, body: {spec: {containers: [{name: app, image: \"app:v2\"}]}}}";
    let lab = pod(image, "{containers: [{name: app, image: \"app:v1\"}]}", 20);
    let manifest = lab.manifest().unwrap();
    assert_eq!(manifest.spec.containers[0].image, "app:v2");
    assert!(manifest.spec.node_name.is_empty(), "nothing that the cluster filled in");
}

#[test]
fn only_an_image_is_changed_in_place() {
    let lab = pod("", "{containers: [{name: app, image: \"app:v1\"}]}", 5);
    let old = lab.manifest().unwrap();
    let mut new = old.clone();
    spec::set(&mut new, &Setting::Image("app".into()), "app:v2").unwrap();
    assert_eq!(spec::differences(&old, &new).len(), 1);
    assert!(spec::patch_in_place(&old, &new, Release::Current).is_some());
    spec::set(&mut new, &Setting::Grace, "5").unwrap();
    assert_eq!(spec::differences(&old, &new).len(), 2);
    assert!(spec::patch_in_place(&old, &new, Release::Current).is_none(), "the Pod is replaced");
}

#[test]
fn a_probe_comes_and_goes_with_its_numbers() {
    let mut pod = scene("startup", 5).manifest().unwrap();
    let period = Setting::Probe("app".into(), ProbeKind::Liveness, ProbeField::Period);
    spec::set(&mut pod, &period, "3").unwrap();
    let of = |pod: &podlab::api::pod::Pod| {
        spec::probe(&pod.spec.containers[0], ProbeKind::Liveness).cloned()
    };
    assert_eq!(of(&pod).map(|probe| ProbeField::Period.of(&probe)), Some(3));
    assert_eq!(spec::set(&mut pod, &period, "often"), None);
    assert_eq!(of(&pod).map(|probe| ProbeField::Period.of(&probe)), Some(3));
}
