//! Parts of objects at addresses of their own: which command changes which part of an object.

use podlab::api::pod::Pod;
use podlab::api::status::{ConditionStatus, ContainerState};
use podlab::api::{ObjectRef, ReadOptions, ResourceKind, read};
use podlab::base::text::Text;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::command::{Command, CreatedSubresource, Subresource};
use podlab::manifest::node::Node;
use podlab::manifest::yaml;
use podlab::sim::scenario::{Act, action, write};
use podlab::{Settings, Sim};
use std::rc::Rc;

const NAMESPACE: Text = Text::Static("default");

fn tree(text: &str) -> Node {
    yaml::parse(text).expect("it is YAML").remove(0)
}

/// Reads an act as a scenario file has it.
fn act(text: &str) -> Command {
    match action(&tree(text), &NAMESPACE).expect("the act is right").act {
        Act::Command(command) => command,
        other => panic!("{other:?} is no command"),
    }
}

fn of_status(object: ObjectRef, patch: &str) -> Command {
    let subresource = Some(Subresource::Status);
    Command::Patch { object, subresource, patch: tree(patch) }
}

fn pod(sim: &Sim) -> &Pod {
    sim.pod("default", "p").expect("the Pod").1
}

const POD: &str = "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: app, image: 'app:v1'}]}}";
const TEMPLATE: &str =
    "{metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: 'app:v1'}]}}";

/// One object of each kind with a table that has a status, all called `o`, and words that change its status and its spec.
const KINDS: [(ResourceKind, &str, &str, &str); 6] = [
    (ResourceKind::StatefulSet, "apps/v1", "replicas: 7", "replicas: 0"),
    (ResourceKind::ReplicaSet, "apps/v1", "replicas: 7", "replicas: 0"),
    (ResourceKind::Deployment, "apps/v1", "replicas: 7", "replicas: 0"),
    (ResourceKind::PersistentVolumeClaim, "v1", "capacity: {storage: 7Gi}", "storageClassName: a"),
    (ResourceKind::PersistentVolume, "v1", "message: words", "storageClassName: a"),
    (ResourceKind::PodDisruptionBudget, "policy/v1", "expectedPods: 7", "minAvailable: 1"),
];

fn manifest(kind: ResourceKind, version: &str) -> String {
    let spec = match kind {
        ResourceKind::PersistentVolumeClaim => {
            "accessModes: [ReadWriteOnce], storageClassName: a, resources: {requests: {storage: 1Gi}}".to_owned()
        }
        ResourceKind::PersistentVolume => {
            "capacity: {storage: 1Gi}, storageClassName: a, accessModes: [ReadWriteOnce], hostPath: {path: /data}".to_owned()
        }
        ResourceKind::PodDisruptionBudget => {
            "minAvailable: 1, selector: {matchLabels: {a: b}}".to_owned()
        }
        _ => format!("replicas: 0, selector: {{matchLabels: {{a: b}}}}, template: {TEMPLATE}"),
    };
    let kind = kind.as_str();
    format!("{{apiVersion: {version}, kind: {kind}, metadata: {{name: o}}, spec: {{{spec}}}}}")
}

/// Returns a cluster with the objects of these manifests, some time later.
fn cluster(manifests: &str) -> Sim {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    for object in read(manifests, &ReadOptions::default()).expect("the manifest is right") {
        sim.apply(Command::Create(Box::new(object))).expect("it is allowed");
    }
    sim.run_until(SimTime::from_seconds(60));
    sim
}

/// Returns everything that is stored of the only object of a kind with a table.
fn stored(sim: &Sim, kind: ResourceKind) -> (String, String) {
    let all = &sim.world().objects;
    macro_rules! halves {
        ($table:ident) => {{
            let (_, object) = all.$table.iter().next().expect("it is there");
            (
                format!("{:?}", object.status),
                format!("{:?}{:?}", object.spec, object.metadata.labels),
            )
        }};
    }
    match kind {
        ResourceKind::StatefulSet => halves!(sets),
        ResourceKind::ReplicaSet => halves!(replica_sets),
        ResourceKind::Deployment => halves!(deployments),
        ResourceKind::PersistentVolumeClaim => halves!(claims),
        ResourceKind::PersistentVolume => halves!(volumes),
        ResourceKind::PodDisruptionBudget => halves!(budgets),
        other => panic!("{other:?} is not in the list"),
    }
}

#[test]
fn a_status_is_changed_through_its_subresource_only() {
    for (kind, version, status, spec) in KINDS {
        let mut sim = cluster(&manifest(kind, version));
        let object = ObjectRef::new(kind, "default", "o");
        let before = stored(&sim, kind);
        let patch = format!("{{spec: {{{spec}}}, status: {{{status}}}}}");
        sim.apply(Command::patch(object.clone(), tree(&patch))).expect("it is allowed");
        assert_eq!(stored(&sim, kind), before, "a plain patch of a {kind:?}");
        let patch = format!(
            "{{metadata: {{labels: {{new: l}}}}, spec: {{minAvailable: 3, replicas: 3,
               storageClassName: other}}, status: {{{status}}}}}"
        );
        sim.apply(of_status(object.clone(), &patch)).expect("it is allowed");
        let after = stored(&sim, kind);
        assert_ne!(after.0, before.0, "the status of a {kind:?}");
        assert_eq!(after.1, before.1, "the spec of a {kind:?}");
    }
}

#[test]
fn counters_and_words_of_a_status_are_checked() {
    let mut sim = cluster(&manifest(ResourceKind::Deployment, "apps/v1"));
    let before = sim.fingerprint();
    for (patch, complaint) in [
        ("{status: {replicas: -1}}", "must be greater than or equal to 0"),
        ("{status: {conditions: [{type: a, status: Maybe}]}}", "True, False or Unknown"),
        ("{status: {conditions: [{status: 'True'}]}}", "declared merge key: type"),
    ] {
        let command = of_status(ObjectRef::new(ResourceKind::Deployment, "default", "o"), patch);
        let refusal = sim.apply(command).expect_err("it is wrong");
        assert!(refusal.message.contains(complaint), "{}", refusal.message);
    }
    assert_eq!(sim.fingerprint(), before);
}

#[test]
fn a_condition_keeps_each_of_its_three_values_with_reason_and_message() {
    let mut sim = cluster(POD);
    for status in [ConditionStatus::Unknown, ConditionStatus::True, ConditionStatus::False] {
        let object = ObjectRef::pod("default", "p");
        let (reason, message) = ("Waiting".into(), "nobody has looked".into());
        sim.apply(Command::set_condition(object, "example.com/a", status, reason, message))
            .expect("the Pod is there");
        sim.run_until(sim.now() + 30_000);
        let condition = pod(&sim).status.condition("example.com/a").expect("it is set");
        assert_eq!(condition.status, status);
        assert_eq!((&*condition.reason, &*condition.message), ("Waiting", "nobody has looked"));
        let since = Timestamp::of(SimTime(sim.now().0 - 30_000));
        assert_eq!(condition.last_transition_time, Some(since));
    }
    sim.apply(Command::remove_condition(ObjectRef::pod("default", "p"), "example.com/a"))
        .expect("the Pod is there");
    assert!(pod(&sim).status.condition("example.com/a").is_none());
}

#[test]
fn a_condition_of_a_node_stays_and_the_kubelet_writes_its_own_again() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    sim.run_until(SimTime::from_seconds(30));
    let patch = "{metadata: {labels: {new: l}}, spec: {unschedulable: true}, status: {conditions:
        [{type: example.com/disk, status: Unknown, reason: R, message: M}, {type: Ready, status: 'False'}]}}";
    sim.apply(of_status(ObjectRef::node("node-1"), patch)).expect("it is allowed");
    let status = |sim: &Sim, kind: &str| {
        let node = node(sim);
        let found = node.status.conditions.iter().find(|condition| condition.kind == *kind);
        found.map(|c| (c.status, c.reason.to_string(), c.message.to_string()))
    };
    let own = Some((ConditionStatus::Unknown, "R".to_owned(), "M".to_owned()));
    assert_eq!(status(&sim, "example.com/disk"), own);
    assert_eq!(status(&sim, "Ready").map(|c| c.0), Some(ConditionStatus::False));
    assert_eq!(
        (node(&sim).spec.unschedulable, node(&sim).metadata.labels.get("new")),
        (false, None)
    );
    sim.run_until(SimTime::from_seconds(60));
    assert_eq!(status(&sim, "example.com/disk"), own);
    assert_eq!(status(&sim, "Ready").map(|c| c.0), Some(ConditionStatus::True));
}

#[test]
fn ephemeral_containers_are_added_and_nothing_else_of_the_patch_counts() {
    let mut sim = cluster(POD);
    let object = ObjectRef::pod("default", "p");
    let subresource = Some(Subresource::EphemeralContainers);
    let patched =
        |text: &str| Command::Patch { object: object.clone(), subresource, patch: tree(text) };
    let added = "{metadata: {labels: {new: l}}, spec: {containers: [{name: app, image: 'app:v2'}],
        ephemeralContainers: [{name: shell, image: busybox}]}}";
    sim.apply(patched(added)).expect("it is allowed");
    sim.run_until(sim.now() + 30_000);
    assert_eq!(pod(&sim).spec.ephemeral_containers[0].name, "shell");
    assert_eq!(pod(&sim).spec.containers[0].image, "app:v1");
    assert_eq!(pod(&sim).metadata.labels.get("new"), None);
    let state = &pod(&sim).status.ephemeral_container_statuses[0].state;
    assert!(matches!(state, ContainerState::Running(_)));
    for (text, complaint) in [
        ("{spec: {ephemeralContainers: [{name: shell, image: other}]}}", "may not be changed"),
        ("{spec: {ephemeralContainers: [{name: shell, $patch: delete}]}}", "may not be removed"),
        ("{spec: {ephemeralContainers: [{name: app, image: other}]}}", "Duplicate value"),
    ] {
        let refusal = sim.apply(patched(text)).expect_err("it is refused");
        assert!(refusal.message.contains(complaint), "{}", refusal.message);
    }
}

#[test]
fn only_pods_are_evicted() {
    let mut sim = cluster(POD);
    sim.apply(Command::evict("default", "p")).expect("no budget holds it");
    assert!(pod(&sim).metadata.deletion_timestamp.is_some());
    let subresource = CreatedSubresource::Eviction;
    let object = ObjectRef::node("node-1");
    assert!(sim.apply(Command::CreateSubresource { object, subresource }).is_err());
}

fn node(sim: &Sim) -> Rc<podlab::api::core::Node> {
    sim.world().nodes().next().cloned().expect("there is one")
}

#[test]
fn a_plain_patch_of_a_node_changes_labels_and_taints_but_not_its_status() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    let before = node(&sim);
    let patch = tree(
        "{metadata: {labels: {disk: ssd}}, spec: {taints: [{key: k, effect: NoSchedule}]},
          status: {capacity: {cpu: 64}, conditions: [{type: Ready, status: Unknown}]}}",
    );
    sim.apply(Command::patch(ObjectRef::node("node-1"), patch)).expect("it is allowed");
    let after = node(&sim);
    assert_eq!(after.metadata.labels.get("disk"), Some(&"ssd".into()));
    assert_eq!(after.spec.taints.len(), 1);
    assert_eq!(after.status, before.status);
}

#[test]
fn a_label_of_a_node_is_a_patch_of_its_metadata() {
    let mut sim = Sim::with_nodes(Settings::default(), 1);
    let named = Command::label_node("node-1", "disk", Some("ssd".into()));
    let patch = tree("{metadata: {labels: {disk: ssd}}}");
    assert_eq!(named, Command::patch(ObjectRef::node("node-1"), patch));
    sim.apply(named).expect("the node is there");
    assert_eq!(node(&sim).metadata.labels.get("disk"), Some(&"ssd".into()));
    let said = |line: &str, sim: &mut Sim| sim.kubectl(&NAMESPACE, line).out;
    assert_eq!(
        said("kubectl label node node-1 disk=hdd --overwrite", &mut sim),
        "node/node-1 labeled\n"
    );
    assert_eq!(said("kubectl label node node-1 disk- zone=a", &mut sim), "node/node-1 labeled\n");
    let labels = &node(&sim).metadata.labels;
    assert_eq!((labels.get("disk"), labels.get("zone")), (None, Some(&"a".into())));
}

#[test]
fn acts_with_a_name_of_their_own_are_written_by_that_name() {
    for text in [
        "{do: evict, namespace: default, pod: web-0}",
        "{do: bind, namespace: default, pod: web-0, node: node-1}",
        "{do: set-condition, namespace: default, pod: p, type: example.com/a, status: true}",
        "{do: set-condition, namespace: default, pod: p, type: example.com/a, status: false, reason: R, message: some words}",
        "{do: set-condition, namespace: default, pod: p, type: example.com/a, status: Unknown, reason: R}",
        "{do: set-condition, namespace: default, pod: p, type: example.com/a}",
        "{do: debug, namespace: default, pod: p, container: shell, image: busybox}",
        "{do: label-node, node: node-1, label: disk=ssd}",
        "{do: label-node, node: node-1, label: disk-}",
    ] {
        assert_eq!(write(&act(text)), tree(text));
    }
    for text in [
        "{do: patch, object: node/n, body: {metadata: {labels: {a: b, c: d}}}}",
        "{do: patch, object: node/n, body: {metadata: {labels: {a-: b}}}}",
        "{do: patch, namespace: default, object: pod/p, subresource: status,
          body: {status: {conditions: [{type: a, status: 'True', reason: ''}]}}}",
        "{do: patch, namespace: default, object: pod/p, subresource: ephemeralcontainers,
          body: {spec: {ephemeralContainers: [{name: a, image: b, command: [sh]}]}}}",
        "{do: patch, object: node/n, body: {metadata: {labels: {a: b}, annotations: {c: d}}}}",
    ] {
        assert_eq!(write(&act(text)), tree(text));
    }
}
