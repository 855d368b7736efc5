//! ReplicaSets in a running cluster. Section R of the rule book.
//! Expectations follow kubernetes pkg/controller/replicaset/replica_set_test.go and the recorded run `G-rs-basic`.

use crate::common::{NAMESPACE, act, at, create, try_create, wait};
use podlab::api::meta::{Propagation, controller};
use podlab::api::pod::Pod;
use podlab::api::replica_set::ReplicaSet;
use podlab::api::{ObjectRef, ReadOptions, ResourceKind, read};
use podlab::base::text::Text;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::cluster::fact::Fact;
use podlab::cluster::world::Settings;
use podlab::kubectl::describe::describe_replica_set;
use podlab::kubectl::get::Get;
use podlab::manifest::yaml;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::{History, PlannedAct};
use podlab::timeline::story::{Row, Story};
use std::rc::Rc;

fn cluster() -> Sim {
    Sim::with_nodes(Settings::default(), 2)
}

/// The manifest of a ReplicaSet with more fields of the set and of its Pods.
fn manifest(name: &str, replicas: i64, of_set: &str, of_pod: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: {{name: {name}}}\nspec: {{replicas: {replicas}, {of_set} selector: {{matchLabels: {{app: shop}}}}, template: {{metadata: {{labels: {{app: shop}}}}, spec: {{{of_pod} containers: [{{name: app, image: app:v1}}]}}}}}}\n"
    )
}

fn shop(replicas: i64) -> String {
    manifest("shop", replicas, "", "")
}

fn bare(name: &str) -> String {
    format!(
        "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: shop}}}}\nspec: {{containers: [{{name: app, image: app:v1}}]}}\n"
    )
}

fn named(name: &'static str) -> ObjectRef {
    ObjectRef::new(ResourceKind::ReplicaSet, NAMESPACE, name)
}

fn set<'a>(sim: &'a Sim, name: &'static str) -> Option<&'a Rc<ReplicaSet>> {
    sim.world().objects.replica_sets.named(&NAMESPACE, &name.into())
}

/// The names of the Pods whose controller has this name, oldest first.
fn pods_of(sim: &Sim, owner: &str) -> Vec<String> {
    let is_owned = |pod: &Pod| controller(&pod.metadata).is_some_and(|found| found.name == *owner);
    let pods = sim.world().pods().filter(|(_, pod)| is_owned(pod));
    pods.map(|(_, pod)| pod.metadata.name.to_string()).collect()
}

fn event_messages(sim: &Sim, reason: &str) -> Vec<String> {
    let events = sim.events().iter().filter(|event| event.reason == *reason);
    events.filter(|e| e.from == "replicaset-controller").map(|e| e.message.to_string()).collect()
}

fn scale(sim: &mut Sim, replicas: i64) {
    act(sim, Command::Scale { object: named("shop"), replicas });
}

fn patch(sim: &mut Sim, object: ObjectRef, body: &str) -> Result<(), String> {
    let patch = yaml::parse(body).expect("a patch").remove(0);
    sim.apply(Command::patch(object, patch)).map_err(|error| error.message.to_string())
}

/// Rules.
#[test]
fn missing_pods_get_names_that_no_pod_has() {
    let mut sim = cluster();
    create(&mut sim, &shop(3));
    at(&mut sim, 10);
    let pods = pods_of(&sim, "shop");
    assert_eq!(pods.len(), 3);
    for pod in &pods {
        let suffix = pod.strip_prefix("shop-").expect("the set's name comes first");
        assert_eq!(suffix.len(), 5);
        assert!(suffix.chars().all(|c| "bcdfghjklmnpqrstvwxz2456789".contains(c)), "{pod}");
    }
    let created: Vec<String> = pods.iter().map(|pod| format!("Created pod: {pod}")).collect();
    assert_eq!(event_messages(&sim, "SuccessfulCreate"), created);
    let status = &set(&sim, "shop").expect("the set is there").status;
    let counts = (status.replicas, status.fully_labeled_replicas, status.ready_replicas);
    assert_eq!((counts, status.available_replicas, status.observed_generation), ((3, 3, 3), 3, 1));
}

/// Rule R-10.
#[test]
fn a_deleted_pod_is_replaced_while_it_still_ends() {
    let mut sim = cluster();
    create(&mut sim, &shop(2));
    at(&mut sim, 10);
    let first = pods_of(&sim, "shop").remove(0);
    act(&mut sim, Command::delete_pod(NAMESPACE, first.clone(), None));
    sim.run_until(sim.now() + 100);
    let pods = pods_of(&sim, "shop");
    assert!(pods.len() == 3 && pods.contains(&first), "{pods:?}");
}

/// Rules: the newcomer is not ready yet, so it goes.
#[test]
fn a_bare_pod_that_comes_late_is_adopted_and_deleted() {
    let mut sim = cluster();
    create(&mut sim, &shop(2));
    at(&mut sim, 10);
    create(&mut sim, &bare("late"));
    wait(&mut sim, 60);
    assert_eq!(event_messages(&sim, "SuccessfulDelete"), ["Deleted pod: late"]);
    assert_eq!(pods_of(&sim, "shop").len(), 2);
}

/// Rule R-11.
#[test]
fn a_bare_pod_that_comes_first_is_one_of_the_replicas() {
    let mut sim = cluster();
    create(&mut sim, &bare("first"));
    create(&mut sim, &shop(2));
    at(&mut sim, 10);
    let pods = pods_of(&sim, "shop");
    assert!(pods.len() == 2 && pods[0] == "first", "{pods:?}");
}

/// Rule R-12.
#[test]
fn a_pod_that_loses_its_label_runs_on_and_is_replaced() {
    let mut sim = cluster();
    create(&mut sim, &shop(2));
    at(&mut sim, 10);
    let lost = pods_of(&sim, "shop").remove(0);
    let object = ObjectRef::pod(NAMESPACE, lost.clone());
    patch(&mut sim, object, "{metadata: {labels: {app: debug}}}").expect("labels may change");
    wait(&mut sim, 10);
    let pods = pods_of(&sim, "shop");
    assert!(pods.len() == 2 && !pods.contains(&lost), "{pods:?}");
    let (_, pod) = sim.pod(&NAMESPACE, &lost).expect("it runs on");
    assert!(pod.metadata.owner_references.is_empty());
    assert_eq!(pod.metadata.deletion_timestamp, None);
}

/// Rule R-17.
#[test]
fn two_sets_with_one_selector_leave_each_other_s_pods_alone() {
    let mut sim = cluster();
    create(&mut sim, &shop(2));
    create(&mut sim, &manifest("other", 1, "", ""));
    at(&mut sim, 10);
    assert_eq!((pods_of(&sim, "shop").len(), pods_of(&sim, "other").len()), (2, 1));
    assert_eq!(event_messages(&sim, "SuccessfulDelete"), [""; 0]);
}

/// Rule R-13.
#[test]
fn a_new_template_is_for_later_pods() {
    let mut sim = cluster();
    create(&mut sim, &shop(1));
    at(&mut sim, 10);
    let body = "{spec: {template: {spec: {containers: [{name: app, image: 'app:v2'}]}}}}";
    patch(&mut sim, named("shop"), body).expect("a template may change");
    wait(&mut sim, 10);
    let images = |sim: &Sim| -> Vec<String> {
        let pods = pods_of(sim, "shop");
        let image = |name: &String| {
            let (_, pod) = sim.pod(&NAMESPACE, name).expect("the Pod is there");
            pod.spec.containers[0].image.to_string()
        };
        pods.iter().map(image).collect()
    };
    assert_eq!(images(&sim), ["app:v1"]);
    assert_eq!(set(&sim, "shop").expect("the set is there").metadata.generation, 2);
    scale(&mut sim, 2);
    wait(&mut sim, 10);
    assert_eq!(images(&sim), ["app:v1", "app:v2"]);
}

/// Rules G-04 to G-06, R-14.
#[test]
fn a_deleted_set_takes_its_pods_along_or_leaves_them() {
    for propagation in [Propagation::Background, Propagation::Foreground, Propagation::Orphan] {
        let mut sim = cluster();
        create(&mut sim, &shop(2));
        at(&mut sim, 10);
        let pods = pods_of(&sim, "shop");
        let options = DeleteOptions { propagation, ..DeleteOptions::default() };
        act(&mut sim, Command::Delete { object: named("shop"), options });
        sim.run_until(sim.now() + 100);
        let waits = set(&sim, "shop").is_some();
        assert_eq!(waits, propagation == Propagation::Foreground, "{propagation:?}");
        wait(&mut sim, 60);
        assert!(set(&sim, "shop").is_none(), "{propagation:?}");
        let left: Vec<&String> =
            pods.iter().filter(|pod| sim.pod(&NAMESPACE, pod).is_some()).collect();
        if propagation != Propagation::Orphan {
            assert_eq!(left, [""; 0], "{propagation:?}");
            continue;
        }
        // Another set with the same selector takes them as they are.
        create(&mut sim, &manifest("heir", 2, "", "nodeName: node-1,"));
        wait(&mut sim, 10);
        assert_eq!(pods_of(&sim, "heir"), pods);
    }
}

/// Rules.
#[test]
fn a_pod_is_available_when_it_was_ready_for_long_enough() {
    let mut sim = cluster();
    create(&mut sim, &manifest("shop", 1, "minReadySeconds: 10,", ""));
    at(&mut sim, 8);
    let counts = |sim: &Sim| {
        let status = &set(sim, "shop").expect("the set is there").status;
        (status.ready_replicas, status.available_replicas)
    };
    assert_eq!(counts(&sim), (1, 0));
    wait(&mut sim, 10);
    assert_eq!(counts(&sim), (1, 1));
}

/// Rules.
#[test]
fn a_refused_pod_ends_the_sync_and_is_tried_again() {
    let mut sim = cluster();
    create(&mut sim, &manifest("shop", 8, "", "priorityClassName: golden,"));
    sim.run_until(sim.now() + 8);
    let why = "pods \"shop-";
    let failures = event_messages(&sim, "FailedCreate");
    assert_eq!(failures.len(), 1, "one Pod is tried: {failures:?}");
    assert!(failures[0].starts_with("Error creating: pods \"shop-"), "{failures:?}");
    let condition = set(&sim, "shop").expect("it is there").status.conditions[0].clone();
    assert_eq!((&*condition.kind, &*condition.reason), ("ReplicaFailure", "FailedCreate"));
    assert!(condition.message.starts_with(why), "{condition:?}");
    let class = "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: golden}\nvalue: 5\n";
    create(&mut sim, class);
    wait(&mut sim, 60);
    assert_eq!(pods_of(&sim, "shop").len(), 8);
    assert!(set(&sim, "shop").expect("it is there").status.conditions.is_empty());
}

/// Rules.
#[test]
fn what_a_real_server_refuses_is_refused_in_its_words() {
    let mut sim = cluster();
    let refusal = |sim: &mut Sim, text: String| try_create(sim, &text).expect_err("it is refused");
    let said = refusal(
        &mut sim,
        shop(1).replace("metadata: {labels: {app: shop}}", "metadata: {labels: {app: other}}"),
    );
    assert_eq!(
        said,
        "ReplicaSet.apps \"shop\" is invalid: spec.template.metadata.labels: Invalid value: map[string]string{\"app\":\"other\"}: `selector` does not match template `labels`"
    );
    let said = refusal(&mut sim, manifest("shop", 1, "", "restartPolicy: Never,"));
    assert_eq!(
        said,
        "ReplicaSet.apps \"shop\" is invalid: spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\""
    );
    let said = refusal(&mut sim, shop(-1));
    assert_eq!(
        said,
        "ReplicaSet.apps \"shop\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0"
    );
    let said =
        refusal(&mut sim, shop(1).replace("selector: {matchLabels: {app: shop}}", "selector: {}"));
    assert!(said.ends_with("empty selector is invalid for deployment"), "{said}");
    create(&mut sim, &shop(1));
    let body = "{spec: {selector: {matchLabels: {app: other}}, template: {metadata: {labels: {app: other}}}}}";
    let said = patch(&mut sim, named("shop"), body).expect_err("it is refused");
    assert_eq!(
        said,
        "ReplicaSet.apps \"shop\" is invalid: spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{\"app\":\"other\"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable"
    );
}

/// Rules KC-01, KC-22, KC-24, KC-50.
#[test]
fn kubectl_shows_scales_and_deletes_it() {
    let mut sim = cluster();
    create(&mut sim, &shop(2));
    at(&mut sim, 10);
    let kubectl = |sim: &mut Sim, line: &str| {
        act(sim, Command::Kubectl { namespace: NAMESPACE, line: line.to_owned().into() });
    };
    kubectl(&mut sim, "kubectl scale rs/shop --replicas=3");
    wait(&mut sim, 10);
    let get = Get { wide: true, now: Timestamp::of(sim.now()), release: Release::Current };
    assert_eq!(
        get.objects(set(&sim, "shop")),
        "NAME   DESIRED   CURRENT   READY   AGE   CONTAINERS   IMAGES   SELECTOR\n\
         shop   3         3         3       20s   app          app:v1   app=shop\n"
    );
    let shown = set(&sim, "shop").expect("the set is there");
    let pods = sim.world().pods().map(|(_, pod)| &**pod);
    let described = describe_replica_set(shown, pods, &[], sim.now(), Release::Current);
    let head: Vec<&str> = described.lines().take(8).collect();
    assert_eq!(
        head.join("\n"),
        "Name:         shop\n\
         Namespace:    default\n\
         Selector:     app=shop\n\
         Labels:       <none>\n\
         Annotations:  <none>\n\
         Replicas:     3 current / 3 desired\n\
         Pods Status:  3 Running / 0 Waiting / 0 Succeeded / 0 Failed\n\
         Pod Template:"
    );
    kubectl(&mut sim, "kubectl delete replicaset shop");
    wait(&mut sim, 60);
    assert!(set(&sim, "shop").is_none());
}

/// Rule R-07: the Pods that are not ready go first, whatever their age.
#[test]
fn a_smaller_set_keeps_its_ready_pods() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    create(&mut sim, &bare("ready"));
    at(&mut sim, 30);
    create(&mut sim, &manifest("shop", 3, "", "schedulingGates: [{name: wait}],"));
    wait(&mut sim, 10);
    scale(&mut sim, 1);
    wait(&mut sim, 60);
    assert_eq!(pods_of(&sim, "shop"), ["ready"]);
}

#[test]
fn a_story_follows_the_pods_of_a_set_by_their_owner() {
    let resources = read(&shop(2), &ReadOptions::default()).expect("the manifest is right");
    let commands = resources.into_iter().map(|resource| Command::Create(Box::new(resource)));
    let script = vec![PlannedAct::at(SimTime::ZERO, commands.collect())];
    let mut story = Story::new(NAMESPACE, Text::default());
    story.follow(named("shop"));
    let mut history = History::of(cluster(), story, script).expect("it begins");
    assert!(history.story().name().is_empty(), "no Pod is there yet");
    history.run_until(SimTime::from_seconds(30), u64::MAX);
    let pods = pods_of(history.sim(), "shop");
    let story = history.story();
    let members: Vec<&str> = story.members().map(Text::as_str).collect();
    assert_eq!(members, pods);
    assert_eq!(story.name().as_str(), pods[0], "the first Pod is selected");
    assert_eq!(story.segments(&Row::Controller).len(), 2, "two decisions to create a Pod");
    let created = story.changes().iter().filter(|change| change.fact == Fact::Created);
    assert_eq!(
        created.filter(|change| story.is_visible(change)).count(),
        3,
        "the set and its Pods"
    );
}
