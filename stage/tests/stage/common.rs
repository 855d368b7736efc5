//! Runs that the tests look at.

use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::files::scenario_file::read;
use podlab::questions::stuck::{Bounds, Findings};
use podlab_stage::{Lab, Scene};

/// A scenario at a second.
pub fn play(text: &str, seconds: u64) -> Lab {
    let scenario = read(text, &ReadOptions::default()).expect("the scenario is right");
    let scene = Scene::of(&scenario).expect("there is something on the stage");
    let mut lab = Lab::open(scene, scenario.settings()).expect("the API server takes it");
    go_to(&mut lab, seconds);
    lab
}

/// A scene of the page at a second.
pub fn scene(name: &str, seconds: u64) -> Lab {
    play(&podlab_lessons::find(name).expect("there is such a scene"), seconds)
}

/// What does not continue by itself.
pub fn findings(lab: &Lab) -> Findings {
    Findings::of(lab.sim(), Bounds::default())
}

/// Lets time pass up to a second.
pub fn go_to(lab: &mut Lab, seconds: u64) {
    lab.history.run_until(SimTime::from_seconds(seconds), u64::MAX);
}

/// A scenario with one Pod: its actions in lines of YAML, and its spec.
pub fn pod(actions: &str, spec: &str, seconds: u64) -> Lab {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nnodes: 1\nactions: [{actions}]\n---\n\
         {{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {spec}}}\n"
    );
    play(&text, seconds)
}

/// A scenario with the StatefulSet `web`, whose Pods are ready as soon as they run: its actions, and what its spec has beside the template.
pub fn set(actions: &str, spec: &str, seconds: u64) -> Lab {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{actions}]\n---\n\
         {{apiVersion: apps/v1, kind: StatefulSet, metadata: {{name: web}}, spec: {{{spec}, serviceName: nginx, \
         selector: {{matchLabels: {{app: web}}}}, template: {{metadata: {{labels: {{app: web}}}}, \
         spec: {{terminationGracePeriodSeconds: 10, containers: [{{name: app, image: \"app:v1\"}}]}}}}}}}}\n"
    );
    play(&text, seconds)
}

/// A scenario with the ReplicaSet `shop`: its actions, how many replicas, and more documents.
pub fn replica_set(actions: &str, replicas: i64, more: &str, seconds: u64) -> Lab {
    let text = format!(
        "apiVersion: podlab/v1\nkind: Scenario\nactions: [{actions}]\n---\n\
         {{apiVersion: apps/v1, kind: ReplicaSet, metadata: {{name: shop}}, spec: {{replicas: {replicas}, \
         selector: {{matchLabels: {{app: shop}}}}, template: {{metadata: {{labels: {{app: shop}}}}, \
         spec: {{terminationGracePeriodSeconds: 5, containers: [{{name: app, image: \"app:v1\"}}]}}}}}}}}\n{more}"
    );
    play(&text, seconds)
}
