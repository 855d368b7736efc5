//! The words of components that differ in the newest releases.

use podlab::Command;
use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::world::Settings;
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::kubectl::describe::describe_pod;
use podlab::questions::waits::{Wait, WaitKind, of_pod};
use podlab::rules::release::Release;
use std::rc::Rc;

fn play(text: &str, release: Release) -> Player {
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(text, &options).unwrap_or_else(|wrong| panic!("{text}\n{wrong:?}"));
    let mut player = scenario.play(Settings { release, ..scenario.settings() });
    player.run_until(SimTime::from_seconds(5));
    player
}

fn message(text: &str, release: Release, reason: &str) -> String {
    let player = play(text, release);
    let mut events = player.sim.events().iter();
    let found = events.find(|event| event.reason == *reason);
    found.map(|event| event.message.to_string()).unwrap_or_default()
}

const LARGE: &str = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [
  {name: app, image: 'nginx:1', resources: {requests: {cpu: 100}}}]}}";
const NODE: &str = "{apiVersion: v1, kind: Node, metadata: {name: %}, spec: {taints: [{key: a, value: b, effect: NoSchedule}]},
  status: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}, conditions: [{type: Ready, status: 'True'}]}}";

#[test]
fn the_scheduler_speaks_of_claims_before_preemption() {
    let head = "0/3 nodes are available: 3 Insufficient cpu.";
    let tail =
        "preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod";
    let said = |release| message(LARGE, release, "FailedScheduling");
    assert_eq!(said(Release::V1_28), format!("{head} {tail}.."));
    assert_eq!(said(Release::Current), format!("{head} no new claims to deallocate, {tail}."));
    let missing = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: app, image: 'nginx:1'}],
      volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}}";
    let told = message(missing, Release::Current, "FailedScheduling");
    let words = "0/3 nodes are available: persistentvolumeclaim \"data\" not found. no new claims to deallocate, preemption: ";
    assert!(told.starts_with(words), "{told}");
}

#[test]
fn the_reasons_of_a_refusal_stand_apart_from_what_comes_after_them() {
    let told = |text: &str, release| {
        let player = play(text, release);
        let (id, pod) = player.sim.pod("default", "p").expect("the Pod is there");
        let refusal = player.sim.world().refusal(id).expect("no node fits");
        let condition = pod.status.condition("PodScheduled").expect("it was tried");
        assert_eq!(condition.message, refusal.message);
        let waits = of_pod(&player.sim, id);
        let is_it = |wait: &Wait| wait.kind == WaitKind::Unschedulable(Rc::clone(refusal));
        assert!(waits.iter().any(is_it), "{waits:?}");
        (refusal.reasons.to_string(), refusal.sentences(), refusal.message.to_string())
    };
    let reasons = "0/3 nodes are available: 3 Insufficient cpu".to_owned();
    let tail =
        "preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod";
    let first = format!("{reasons}.");
    assert_eq!(told(LARGE, Release::V1_20), (reasons.clone(), first.clone(), first.clone()));
    let both = format!("{first} {tail}.");
    assert_eq!(told(LARGE, Release::V1_28), (reasons.clone(), both.clone(), format!("{both}.")));
    let both = format!("{first} no new claims to deallocate, {tail}.");
    assert_eq!(told(LARGE, Release::Current), (reasons, both.clone(), both));
    // An error of a plugin has no full stop, and the sentence has one.
    let missing = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: app, image: 'nginx:1'}],
      volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]}}";
    let reason = "persistentvolumeclaim \"data\" not found".to_owned();
    assert_eq!(told(missing, Release::V1_20), (reason.clone(), format!("{reason}."), reason));
}

#[test]
fn a_refusal_is_over_once_the_pod_has_a_node() {
    let mut player = play(LARGE, Release::Current);
    let node = NODE.replace("cpu: 4", "cpu: 200").replace('%', "large");
    let node = node.replace("taints: [{key: a, value: b, effect: NoSchedule}]", "");
    for object in podlab::read(&node, &ReadOptions::default()).expect("the node is right") {
        player.sim.apply(Command::Create(Box::new(object))).expect("it is created");
    }
    player.run_until(SimTime::from_seconds(15));
    let (id, pod) = player.sim.pod("default", "p").expect("the Pod is there");
    assert_eq!((&*pod.spec.node_name, player.sim.world().refusal(id)), ("large", None));
}

#[test]
fn taints_are_counted_and_reasons_are_sorted() {
    let nodes = ["n1", "n2"].map(|name| NODE.replace('%', name)).join("\n---\n");
    let free =
        NODE.replace('%', "n3").replace("taints: [{key: a, value: b, effect: NoSchedule}]", "");
    let text = format!("{nodes}\n---\n{free}\n---\n{LARGE}");
    let said = |release| message(&text, release, "FailedScheduling");
    let tail = "preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling";
    assert_eq!(
        said(Release::V1_28),
        format!(
            "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint {{a: b}}. {tail}.."
        )
    );
    assert_eq!(
        said(Release::Current),
        format!(
            "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s). no new claims to deallocate, {tail}."
        )
    );
    // The counts come first, so that the reason of one node stands before that of two.
    let one = format!(
        "{}\n---\n{free}\n---\n{}\n---\n{LARGE}",
        NODE.replace('%', "n1"),
        free.replace("n3", "n4")
    );
    let told = message(&one, Release::Current, "FailedScheduling");
    let sorted = "1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.";
    assert!(told.ends_with(sorted), "{told}");
}

const PRESENT: &str = "apiVersion: podlab/v1
kind: Scenario
actions: [{do: image, image: 'nginx:1'}]
---
{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: node-1, containers: [{name: app, image: 'nginx:1'}]}}";

#[test]
fn an_image_that_is_there_can_be_accessed() {
    let words = "Container image \"nginx:1\" already present on machine";
    for release in [Release::V1_20, Release::V1_28] {
        assert_eq!(message(PRESENT, release, "Pulled"), words);
    }
    let more = format!("{words} and can be accessed by the pod");
    assert_eq!(message(PRESENT, Release::Current, "Pulled"), more);
}

#[test]
fn describe_names_the_container_of_an_event() {
    let described = |release| {
        let player = play(PRESENT, release);
        let (_, pod) = player.sim.pod("default", "p").expect("the Pod is there");
        describe_pod(pod, player.sim.events(), player.sim.now(), release)
    };
    let (old, new) = (described(Release::V1_28), described(Release::Current));
    assert!(old.contains(" kubelet  Container image"), "{old}");
    assert!(new.contains(" kubelet  spec.containers{app}: Container image"), "{new}");
    assert!(new.contains(" kubelet  spec.containers{app}: Container started"), "{new}");
}
