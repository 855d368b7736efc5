//! What of a scenario is on the stage.

use crate::common::scene;
use podlab::api::{ReadOptions, ResourceKind};
use podlab::files::scenario_file::read;
use podlab_stage::Scene;
use podlab_stage::scene::pods;

const SET: &str = "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n---\n{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web, namespace: shop}, spec: {replicas: 450, \
                   selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, \
                   spec: {containers: [{name: app, image: a}]}}}}";
const POD: &str = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: a}]}}";

fn of(text: &str) -> Option<Scene> {
    Scene::of(&read(text, &ReadOptions::default()).expect("the scenario is right"))
}

#[test]
fn a_set_comes_before_a_pod() {
    let scene = of(&format!("{POD}\n---\n{SET}")).unwrap();
    let workload = scene.workload.unwrap();
    assert_eq!((workload.kind, &*workload.name), (ResourceKind::StatefulSet, "web"));
    assert_eq!((&*scene.namespace, &*scene.pod), ("shop", "web-0"));
}

#[test]
fn a_large_set_gets_nodes_for_its_pods() {
    assert_eq!(of(SET).unwrap().nodes, 5);
    let fixed = format!("apiVersion: podlab/v1\nkind: Scenario\nnodes: 2\n---\n{SET}");
    assert_eq!(of(&fixed).unwrap().nodes, 2, "unless the scenario says how many there are");
}

#[test]
fn a_scenario_that_brings_nodes_gets_no_others() {
    let node = "{apiVersion: v1, kind: Node, metadata: {name: mine}}";
    assert_eq!(of(&format!("{POD}\n---\n{node}")).unwrap().nodes, 0);
}

#[test]
fn a_pod_alone_is_in_the_namespace_default() {
    let scene = of(POD).unwrap();
    assert_eq!((&*scene.namespace, &*scene.pod, scene.workload), ("default", "demo", None));
}

#[test]
fn a_scenario_without_pods_and_workloads_has_no_scene() {
    let service =
        "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 80}]}}";
    assert!(of(service).is_none());
}

#[test]
fn a_pod_that_is_asked_for_comes_before_the_set() {
    let scenario = read(&format!("{SET}\n---\n{POD}"), &ReadOptions::default()).unwrap();
    let scene = Scene::of_pod(&scenario, pods(&scenario).next().unwrap());
    assert_eq!((&*scene.pod, scene.workload), ("demo", None));
}

#[test]
fn a_set_may_have_pods_with_ordinals_only() {
    let scene = of(SET).unwrap();
    assert!(scene.may_have("web-17"));
    assert!(!scene.may_have("web-x") && !scene.may_have("web") && !scene.may_have("webs-1"));
    assert!(!of(POD).unwrap().may_have("demo-0"), "a Pod has no Pods");
}

#[test]
fn another_pod_can_be_put_on_the_stage() {
    let mut lab = scene("sts-ordered", 20);
    assert_eq!(*lab.pod_name(), "web-0");
    lab.select("web-2".into());
    assert_eq!((&**lab.pod_name(), &*lab.scene.pod), ("web-2", "web-2"));
    assert!(lab.pod().is_some());
}

#[test]
fn the_outlook_of_a_set_is_looked_for_once_at_one_place() {
    let mut lab = scene("sts-ordered", 2);
    let set = std::rc::Rc::clone(lab.set().unwrap());
    let first = lab.outlook(&set);
    assert!(std::rc::Rc::ptr_eq(&first, &lab.outlook(&set)));
    crate::common::go_to(&mut lab, 30);
    let set = std::rc::Rc::clone(lab.set().unwrap());
    assert_ne!(first, lab.outlook(&set));
}

#[test]
fn the_workload_on_the_stage_is_an_object_while_the_api_has_it() {
    let lab = scene("sts-delete", 10);
    assert_eq!(
        lab.workload().map(|workload| workload.resource_kind()),
        Some(ResourceKind::StatefulSet)
    );
    let lab = scene("sts-delete", 60);
    assert!(lab.workload().is_none() && lab.last_set().is_some());
}
