//! kubectl's texts about nodes: recorded ones of a node that was lost, and those of simulated nodes.

use crate::common::recorded::{event, goldens, tree};
use podlab::api::core::{Event, Node};
use podlab::api::pod::Pod;
use podlab::api::{ReadOptions, read};
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::world::{Jitter, Settings};
use podlab::kubectl::describe::describe_node;
use podlab::manifest::schema::{Decoder, Field};
use podlab::rules::release::Release;
use podlab::sim::Sim;
use serde_json::Value;

/// Puts `<time>` in the place of every date.
fn normalised(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some(end) = rest.find(" +0000") {
        out.push_str(&rest[..end - 25]);
        out.push_str("<time>");
        rest = &rest[end + 6..];
    }
    out + rest
}

#[test]
fn describe_node_prints_what_kubectl_printed() {
    for path in goldens("describe-node-") {
        let text = std::fs::read_to_string(&path).expect("the fixture is read");
        let fixture: Value = serde_json::from_str(&text).expect("the fixture is JSON");
        let release = Release::parse(fixture["release"].as_str().unwrap()).expect("a release");
        let golden = std::fs::read_to_string(path.with_extension("txt")).expect("the text is read");
        let (mut node, mut decoder) = (Node::default(), Decoder::default());
        node.decode(&tree(&fixture["node"]), &mut decoder);
        assert_eq!(decoder.problems, []);
        let pods: Vec<Pod> = fixture["pods"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pod| {
                let mut object = Pod::default();
                object.metadata.name = pod["name"].as_str().unwrap().to_owned().into();
                object.metadata.namespace = pod["namespace"].as_str().unwrap().to_owned().into();
                let created = SimTime::from_seconds(pod["created"].as_u64().unwrap());
                object.metadata.creation_timestamp = Some(Timestamp::of(created));
                object
            })
            .collect();
        let pods: Vec<&Pod> = pods.iter().collect();
        let events: Vec<Event> = fixture["events"].as_array().unwrap().iter().map(event).collect();
        let now = SimTime::from_seconds(fixture["now"].as_u64().expect("seconds"));
        let renewed = Some(Timestamp::of(now));
        let text = describe_node(&node, renewed, &pods, &events, now, release);
        assert_eq!(normalised(&text), golden, "{}", path.display());
    }
}

fn cluster() -> Sim {
    let settings = Settings { jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = Sim::with_nodes(settings, 2);
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {nodeName: node-1, containers: [
        {name: app, image: nginx, resources: {requests: {cpu: 500m, memory: 1Gi}, limits: {cpu: '1', memory: 2Gi}}}]}}";
    for object in read(pod, &ReadOptions::default()).unwrap() {
        sim.apply(Command::Create(Box::new(object))).unwrap();
    }
    sim.run_until(SimTime::from_seconds(30));
    sim
}

#[test]
fn get_nodes_tells_ready_not_ready_and_cordoned() {
    let mut sim = cluster();
    sim.apply(Command::Cordon { node: "node-2".into(), unschedulable: true }).unwrap();
    let fault = NodeFault::StopRuntime;
    sim.apply(Command::DisturbNode { node: "node-1".into(), fault }).unwrap();
    sim.run_until(SimTime::from_seconds(65));
    let expected = "\
NAME     STATUS                     ROLES    AGE   VERSION
node-1   NotReady                   <none>   65s   v1.36.0
node-2   Ready,SchedulingDisabled   <none>   65s   v1.36.0
";
    assert_eq!(sim.get_nodes(false), expected);
    let wide = sim.get_nodes(true);
    assert!(
        wide.lines().nth(1).unwrap().contains("192.168.1.10   <none>        <unknown>"),
        "{wide}"
    );
}

#[test]
fn describe_node_adds_up_what_pods_ask_for_and_tells_the_nodes_events() {
    let mut sim = cluster();
    let fault = NodeFault::StopRuntime;
    sim.apply(Command::DisturbNode { node: "node-1".into(), fault }).unwrap();
    sim.run_until(SimTime::from_seconds(65));
    let text = sim.describe_node("node-1").expect("it exists");
    for line in [
        "Taints:             node.kubernetes.io/not-ready:NoSchedule",
        "                    node.kubernetes.io/not-ready:NoExecute",
        "  InternalIP:  192.168.1.10",
        "  Kubelet Version:            v1.36.0",
        "  default                     demo    500m (12%)    1 (25%)     1Gi (12%)        2Gi (25%)      65s",
        "  cpu                500m (12%)  1 (25%)",
        "  ephemeral-storage  0 (0%)      0 (0%)",
        "  Normal  NodeNotReady  5s    kubelet  Node node-1 status is now: NodeNotReady",
    ] {
        assert!(text.lines().any(|known| known.trim_end() == line), "{line}\n{text}");
    }
    let ready = text.lines().find(|line| line.starts_with("  Ready ")).unwrap();
    assert!(
        ready.contains("False")
            && ready.ends_with("KubeletNotReady              container runtime is down"),
        "{ready}"
    );
    let memory = text.lines().find(|line| line.starts_with("  MemoryPressure ")).unwrap();
    assert!(memory.contains("00:01:00 +0000   Thu, 01 Jan 2026 00:00:00"), "{memory}");
    assert_eq!(sim.describe_node("node-9"), None);
}
