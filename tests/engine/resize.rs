//! Resizing Pods in place. Rule P-214.

use crate::common::{NAMESPACE, act, at, create};
use podlab::api::ObjectRef;
use podlab::api::pod::Pod;
use podlab::api::status::{PodPhase, RESIZE_IN_PROGRESS, RESIZE_PENDING};
use podlab::cluster::change::Change;
use podlab::cluster::command::{Command, NodeFault, Subresource};
use podlab::cluster::world::{Jitter, Settings};
use podlab::manifest::{emit, yaml};
use podlab::questions::waits::waits;
use podlab::rules::Rule;
use podlab::rules::release::Release;
use podlab::sim::Sim;

fn pod(name: &str, cpu: &str, more: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}}}, spec: {{containers: [{{name: app, image: 'app:1', {more}
          resources: {{requests: {{cpu: {cpu}, memory: 1Gi}}, limits: {{memory: 2Gi}}}}}}]}}}}"
    )
}

/// A node of 4 CPUs and 8 GiB with these Pods, after half a minute.
fn cluster(pods: &[String]) -> Sim {
    let settings = Settings { jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = Sim::with_nodes(settings, 1);
    act(&mut sim, Command::Image { image: "app:*".into(), present: true });
    for text in pods {
        create(&mut sim, text);
    }
    at(&mut sim, 30);
    sim.take_changes();
    sim
}

fn resize(name: &'static str, resources: &str) -> Command {
    let patch = format!("{{spec: {{containers: [{{name: app, resources: {resources}}}]}}}}");
    let patch = yaml::parse(&patch).expect("a patch").remove(0);
    Command::Patch {
        object: ObjectRef::pod(NAMESPACE, name),
        subresource: Some(Subresource::Resize),
        patch,
    }
}

fn find<'a>(sim: &'a Sim, name: &str) -> &'a Pod {
    sim.pod("default", name).expect("it is there").1
}

/// What the status says the container has.
fn has(sim: &Sim, name: &str) -> String {
    let resources = &find(sim, name).status.containers()[0].resources;
    resources.0.as_ref().map(emit::json).unwrap_or_default()
}

fn count(sim: &Sim, name: &str) -> i64 {
    find(sim, name).status.containers()[0].restart_count
}

/// The values of a condition, one after the other.
fn condition_values(changes: &[Change], kind: &'static str) -> Vec<String> {
    let records = changes.iter().map(|change| change.record(String::new()));
    let of = records.filter(|record| record.subject == "condition" && record.name == *kind);
    of.map(|record| record.new).collect()
}

#[test]
fn a_running_container_gets_what_it_asks_for() {
    let mut sim = cluster(&[pod("a", "500m", "")]);
    assert!(has(&sim, "a").contains("\"cpu\":\"500m\""), "{}", has(&sim, "a"));
    let generation = find(&sim, "a").metadata.generation;
    act(&mut sim, resize("a", "{requests: {cpu: 800m}}"));
    at(&mut sim, 35);
    assert!(has(&sim, "a").contains("\"cpu\":\"800m\""), "{}", has(&sim, "a"));
    assert_eq!(find(&sim, "a").metadata.generation, generation + 1);
    assert_eq!(count(&sim, "a"), 0, "it ran on");
    let changes = sim.take_changes();
    assert_eq!(condition_values(&changes, RESIZE_IN_PROGRESS), ["True", ""]);
    assert_eq!(condition_values(&changes, RESIZE_PENDING), Vec::<String>::new());
}

#[test]
fn a_resize_policy_may_want_a_new_start() {
    let policy = "resizePolicy: [{resourceName: memory, restartPolicy: RestartContainer}],";
    let mut sim = cluster(&[pod("a", "500m", policy)]);
    act(&mut sim, resize("a", "{requests: {cpu: 600m}}"));
    at(&mut sim, 35);
    assert_eq!(count(&sim, "a"), 0, "the policy is about memory");
    act(&mut sim, resize("a", "{requests: {memory: 1536Mi}}"));
    at(&mut sim, 40);
    assert_eq!(count(&sim, "a"), 1);
    assert!(has(&sim, "a").contains("1536Mi"), "{}", has(&sim, "a"));
    let killed = |message: &str| message == "Container app resize requires restart";
    assert!(sim.events().iter().any(|event| killed(&event.message)));
    assert_eq!(condition_values(&sim.take_changes(), RESIZE_IN_PROGRESS), ["True", "", "True", ""]);
}

#[test]
fn what_no_node_of_that_size_can_give_is_infeasible() {
    let mut sim = cluster(&[pod("a", "1", "")]);
    act(&mut sim, resize("a", "{requests: {cpu: '100'}}"));
    at(&mut sim, 40);
    let condition = find(&sim, "a").status.condition(RESIZE_PENDING).expect("it waits");
    assert_eq!(condition.reason, "Infeasible");
    assert_eq!(
        condition.message,
        "Node didn't have enough capacity: cpu, requested: 100000, capacity: 4000"
    );
    assert!(has(&sim, "a").contains("\"cpu\":\"1\""), "it has what it had");
    // It does not count for what it will not get.
    create(&mut sim, &pod("b", "3", ""));
    at(&mut sim, 50);
    assert_eq!(find(&sim, "b").status.phase(), PodPhase::Running);
    act(&mut sim, resize("a", "{requests: {cpu: '1'}}"));
    at(&mut sim, 55);
    assert!(find(&sim, "a").status.condition(RESIZE_PENDING).is_none());
}

#[test]
fn what_the_node_has_no_room_for_now_is_deferred() {
    let mut sim = cluster(&[pod("a", "2", ""), pod("b", "1500m", "")]);
    act(&mut sim, resize("b", "{requests: {cpu: '3'}}"));
    at(&mut sim, 40);
    let condition = find(&sim, "b").status.condition(RESIZE_PENDING).expect("it waits");
    assert_eq!(condition.reason, "Deferred");
    assert_eq!(
        condition.message,
        "Node didn't have enough resource: cpu, requested: 3000, used: 2000, capacity: 4000"
    );
    let told = waits(&sim).into_iter().find(|wait| wait.rule == Rule::P214).expect("it is said");
    assert!(told.until.is_some(), "it is looked at again: {told:?}");
    // The scheduler counts what it asks for.
    create(&mut sim, &pod("c", "500m", ""));
    at(&mut sim, 50);
    assert_eq!(find(&sim, "c").status.phase(), PodPhase::Pending);
    // A kubelet that restarts has granted no more than it had.
    act(&mut sim, Command::DisturbNode { node: "node-1".into(), fault: NodeFault::RestartKubelet });
    at(&mut sim, 55);
    assert!(has(&sim, "b").contains("1500m"), "{}", has(&sim, "b"));
    assert!(find(&sim, "b").status.is_true(RESIZE_PENDING));
    let delete = Command::delete_pod(NAMESPACE, "a", None);
    act(&mut sim, delete);
    at(&mut sim, 62);
    assert!(find(&sim, "b").status.condition(RESIZE_PENDING).is_none());
    assert!(has(&sim, "b").contains("\"cpu\":\"3\""), "{}", has(&sim, "b"));
    assert_eq!(count(&sim, "b"), 0);
}

#[test]
fn only_resources_change_so_and_only_in_new_releases() {
    let mut sim = cluster(&[pod("a", "500m", "")]);
    let refusals = [
        ("{limits: {memory: null}}", "resource limits cannot be removed"),
        (
            "{requests: {cpu: 500m, memory: 3Gi}}",
            "must be less than or equal to memory limit of 2Gi",
        ),
        (
            "{requests: {cpu: '1', memory: 2Gi}, limits: {cpu: '1'}}",
            "Pod QOS Class may not change as a result of resizing",
        ),
        ("{requests: {ephemeral-storage: 1Gi}}", "only cpu and memory resources are mutable"),
    ];
    for (resources, told) in refusals {
        let error = sim.apply(resize("a", resources)).expect_err(resources);
        assert!(error.message.contains(told), "{resources}: {}", error.message);
    }
    let patch =
        yaml::parse("{spec: {containers: [{name: app, image: 'app:2'}]}}").expect("a patch");
    let image = Command::Patch {
        object: ObjectRef::pod(NAMESPACE, "a"),
        subresource: Some(Subresource::Resize),
        patch: patch[0].clone(),
    };
    let error = sim.apply(image).expect_err("an image is no resource");
    assert!(
        error.message.contains("only cpu and memory resources are mutable"),
        "{}",
        error.message
    );
    let settings = Settings { release: Release::V1_28, ..Settings::default() };
    let mut old = Sim::with_nodes(settings, 1);
    create(&mut old, &pod("a", "500m", ""));
    let resize = resize("a", "{requests: {cpu: 600m}}");
    assert!(resize.newer_field(Release::V1_28).is_some_and(|told| told.contains("1.33")));
    assert!(resize.newer_field(Release::Current).is_none());
    let error = old.apply(resize).expect_err("1.28 has it switched off");
    assert_eq!(error.message, "the server could not find the requested resource");
}

#[test]
fn kubectl_patches_the_subresource() {
    let mut sim = cluster(&[pod("a", "500m", "")]);
    let line = "kubectl patch pod a --subresource resize -p '{\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":{\"requests\":{\"cpu\":\"700m\"}}}]}}'";
    let answer = sim.kubectl(&NAMESPACE, line);
    assert_eq!((answer.out.as_str(), answer.failed), ("pod/a patched\n", false), "{}", answer.err);
    at(&mut sim, 35);
    assert!(has(&sim, "a").contains("700m"), "{}", has(&sim, "a"));
    let plain = sim.kubectl(&NAMESPACE, &line.replace(" --subresource resize", ""));
    assert!(plain.failed || plain.out.contains("no change"), "{}", plain.out);
    let more =
        sim.kubectl(&NAMESPACE, &line.replace("700m", "900m").replace(" --subresource resize", ""));
    assert!(more.failed && more.err.contains("pod updates may not change fields"), "{}", more.err);
}
