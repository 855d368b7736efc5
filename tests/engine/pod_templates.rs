//! The Pod templates of objects that Podlab does not run.

use podlab::ReadOptions;
use podlab::api::pod::Pod;
use podlab::base::time::SimTime;
use podlab::files::scenario_file::{Scenario, Source, read};
use podlab::manifest::{Code, Severity};

const TEMPLATE: &str = "template: {metadata: {labels: {app: a}, annotations: {note: kept}}, \
    spec: {restartPolicy: OnFailure, containers: [{name: app, image: busybox, command: ['true']}]}}";

fn run(text: &str) -> Scenario {
    let mut scenario = read(text, &ReadOptions::default()).expect("the text is right");
    assert!(scenario.has_pod_templates(), "{text}");
    scenario.run_pod_templates(&[Source { file: None, text }]).expect("the template is right");
    scenario
}

fn pods(scenario: &Scenario) -> Vec<&Pod> {
    scenario.objects.iter().filter_map(|object| object.as_pod()).collect()
}

#[test]
fn each_owner_gives_its_pod_a_name_and_says_what_it_adds() {
    for (head, spec, base, adds) in [
        (
            "apiVersion: batch/v1, kind: Job",
            format!("completions: 3, backoffLimit: 2, {TEMPLATE}"),
            "x-",
            "a Job creates Pods until 3 of them succeeded (completions), and fails when more than 2 failed (backoffLimit)",
        ),
        (
            "apiVersion: batch/v1, kind: CronJob",
            format!("schedule: '*/5 * * * *', jobTemplate: {{spec: {{{TEMPLATE}}}}}"),
            "x-29453760-",
            "a CronJob creates a Job, which creates Pods, at each time of its schedule (*/5 * * * *)",
        ),
        (
            "apiVersion: apps/v1, kind: DaemonSet",
            TEMPLATE.to_owned(),
            "x-",
            "a DaemonSet runs one such Pod on each node",
        ),
        (
            "apiVersion: v1, kind: ReplicationController",
            format!("replicas: 2, {TEMPLATE}"),
            "x-",
            "a ReplicationController keeps 2 such Pods running, and replaces those that end",
        ),
        (
            "apiVersion: argoproj.io/v1alpha1, kind: Rollout",
            TEMPLATE.to_owned(),
            "x-",
            "its controller decides how many such Pods there are, and when they are replaced",
        ),
    ] {
        let text =
            format!("{{{head}, metadata: {{name: x, namespace: default}}, spec: {{{spec}}}}}");
        let kept = read(&text, &ReadOptions::default()).expect("the text is right");
        let [warning] = &kept.warnings[..] else { panic!("{:#?}", kept.warnings) };
        assert_eq!((warning.code, warning.severity()), (Code::PodTemplate, Severity::Warning));
        assert_eq!(warning.help.as_deref(), Some(adds));
        let scenario = run(&text);
        let [pod] = pods(&scenario)[..] else { panic!("one Pod: {scenario:#?}") };
        let name = &pod.metadata.name;
        assert!(name.starts_with(base) && name.len() == base.len() + 5, "{name}");
        assert_eq!(pod.metadata.labels["app"], "a");
        assert_eq!(pod.metadata.annotations["note"], "kept");
        assert_eq!(pod.metadata.namespace, "default");
        assert!(scenario.warnings[0].message.ends_with(&format!("as the Pod {name}")));
        assert!(!scenario.has_pod_templates(), "it is run");
        let mut player = scenario.play(scenario.settings());
        assert!(player.take_refusals().is_empty());
        player.run_until(SimTime::from_seconds(60));
        let (_, pod) = player.sim.pod("default", name).expect("the Pod runs");
        assert_eq!(pod.status.phase().as_str(), "Succeeded");
    }
}

#[test]
fn templates_in_lists_run_too_and_names_do_not_collide() {
    let job = format!(
        "{{apiVersion: batch/v1, kind: Job, metadata: {{name: pi}}, spec: {{{TEMPLATE}}}}}"
    );
    let pod = "{apiVersion: v1, kind: Pod, metadata: {generateName: pi-}, spec: {containers: [{name: app, image: a}]}}";
    let scenario = run(&format!("{{apiVersion: v1, kind: List, items: [{job}, {pod}]}}"));
    let [first, second] = pods(&scenario)[..] else { panic!("two Pods: {scenario:#?}") };
    assert_ne!(first.metadata.name, second.metadata.name);
}

#[test]
fn a_mistake_in_a_template_has_its_place_its_path_and_its_fix() {
    let text = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi}\nspec:\n  template:\n    spec:\n      containers:\n      - name: pi\n        img: perl\n";
    let mut scenario = read(text, &ReadOptions::default()).expect("the Job is kept");
    let found = scenario.run_pod_templates(&[Source { file: None, text }]).expect_err("a mistake");
    assert_eq!(
        found[0].to_string(),
        "9:9: spec.template.spec.containers[0].img: unknown field \"img\"\nhelp: did you mean \"image\"?"
    );
    let fixed = found[0].fix.as_ref().expect("a fix").apply(text);
    assert_eq!(fixed, text.replace("img", "image"));
    assert_eq!(pods(&run(&fixed)).len(), 1);
}

#[test]
fn an_object_without_containers_has_no_template() {
    for text in [
        "{apiVersion: batch/v1, kind: Job, metadata: {name: x}}",
        "{apiVersion: v1, kind: PodTemplate, metadata: {name: x}, template: {spec: {containers: [{name: a, image: b}]}}}",
        "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: x}, spec: {template: {spec: {containers: [{name: a}]}}}}",
    ] {
        let scenario = read(text, &ReadOptions::default()).expect("it is kept");
        assert!(!scenario.has_pod_templates(), "{text}");
    }
}
