//! What a new Pod names must be there, and names are made from `generateName`.

use crate::common::{NAMESPACE, create, try_create, wait};
use podlab::api::ReadOptions;
use podlab::cluster::command::Command;
use podlab::cluster::world::Settings;
use podlab::files::scenario_file::{read, read_unnamed, script};
use podlab::sim::Sim;

fn pod(fields: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: p}}, spec: {{{fields} containers: [{{name: app, image: nginx}}]}}}}"
    )
}

#[test]
fn a_pod_needs_its_service_account() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    let refused = try_create(&mut sim, &pod("serviceAccountName: nobody,")).unwrap_err();
    assert_eq!(
        refused,
        "pods \"p\" is forbidden: error looking up service account default/nobody: serviceaccount \"nobody\" not found"
    );
    assert!(
        try_create(&mut sim, &pod("serviceAccount: nobody,")).is_err(),
        "the older field says the same"
    );
    create(&mut sim, "{apiVersion: v1, kind: ServiceAccount, metadata: {name: nobody}}");
    create(&mut sim, &pod("serviceAccountName: nobody,"));
    let other = pod("serviceAccountName: default,").replace("name: p}", "name: q}");
    create(&mut sim, &other);
}

#[test]
fn a_pod_needs_its_runtime_class() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    let refused = try_create(&mut sim, &pod("runtimeClassName: gvisor,")).unwrap_err();
    assert_eq!(refused, "pods \"p\" is forbidden: pod rejected: RuntimeClass \"gvisor\" not found");
    create(
        &mut sim,
        "{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: gvisor}, handler: runsc}",
    );
    create(&mut sim, &pod("runtimeClassName: gvisor,"));
}

#[test]
fn a_set_whose_service_account_is_missing_goes_on_once_it_is_there() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    create(
        &mut sim,
        "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {serviceName: web, selector: {matchLabels: {a: b}}, \
         template: {metadata: {labels: {a: b}}, spec: {serviceAccountName: late, containers: [{name: app, image: nginx}]}}}}",
    );
    wait(&mut sim, 30);
    assert!(sim.pod(&NAMESPACE, "web-0").is_none());
    create(&mut sim, "{apiVersion: v1, kind: ServiceAccount, metadata: {name: late}}");
    wait(&mut sim, 300);
    assert!(sim.pod(&NAMESPACE, "web-0").is_some());
}

#[test]
fn a_refused_pod_of_a_deployment_has_no_name_yet() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    create(
        &mut sim,
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {selector: {matchLabels: {a: b}}, \
         template: {metadata: {labels: {a: b}}, spec: {serviceAccountName: late, containers: [{name: app, image: nginx}]}}}}",
    );
    wait(&mut sim, 60);
    let told: Vec<&str> = sim.events().iter().map(|event| &*event.message).collect();
    let is_refusal = |message: &&&str| message.contains("error looking up service account");
    let refused: Vec<_> = told.iter().filter(is_refusal).collect();
    assert!(
        !refused.is_empty() && refused.iter().all(|m| m.contains("-\" is forbidden")),
        "{told:?}"
    );
}

#[test]
fn names_are_made_from_generate_name() {
    let text = "{apiVersion: v1, kind: Pod, metadata: {generateName: a-}, spec: {containers: [{name: app, image: nginx}]}}";
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    create(&mut sim, text);
    create(&mut sim, text);
    let names: Vec<String> =
        sim.world().pods().map(|(_, pod)| pod.metadata.name.to_string()).collect();
    assert!(names.iter().all(|name| name.len() == 7 && name.starts_with("a-")), "{names:?}");
    assert_ne!(names[0], names[1]);

    let twice = [(); 2].map(|()| {
        let scenario = read(text, &ReadOptions::default()).expect("the text is right");
        scenario.first_pod().expect("it has a Pod").1
    });
    assert!(twice[0].starts_with("a-") && twice[0] == twice[1], "{twice:?}");
}

/// A refused command changes nothing, so what comes after it has the names that it has without it.
#[test]
fn a_refused_object_does_not_use_up_a_name() {
    let refused = |text: &str| {
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        let before = sim.fingerprint();
        let scenario = read_unnamed(text, &ReadOptions::default()).expect("the text is right");
        for object in scenario.objects {
            assert!(sim.apply(Command::Create(Box::new(object))).is_err(), "{text}");
        }
        assert_eq!(sim.fingerprint(), before, "{text}");
    };
    refused(
        "{apiVersion: v1, kind: Pod, metadata: {generateName: a-}, spec: {serviceAccountName: none, containers: [{name: app, image: nginx}]}}",
    );
    refused("{apiVersion: v1, kind: ResourceQuota, metadata: {generateName: A_b-}}");
}

#[test]
fn a_text_that_is_applied_twice_makes_two_objects() {
    let text = "{apiVersion: v1, kind: Pod, metadata: {generateName: a-}, spec: {containers: [{name: app, image: nginx}]}}";
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    for count in 1..=2 {
        let scenario = read_unnamed(text, &ReadOptions::default()).expect("the text is right");
        for command in script(&scenario).into_iter().flat_map(|planned| planned.commands) {
            sim.apply(command).expect("it is allowed");
        }
        assert_eq!(sim.world().pods().count(), count);
    }
}
