//! A cluster whose first node gets into trouble.

pub use super::{NAMESPACE, create};

use podlab::api::status::PodPhase;
use podlab::apiserver::columns::pod_status;
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::plan::{RuntimeRule, Stop};
use podlab::cluster::pressure::EvictionSignal;
use podlab::cluster::world::{Jitter, Settings};
use podlab::rules::release::Release;
use podlab::sim::Sim;

/// A Pod on `node-1`, with more in its spec and in its container.
pub fn pod(name: &str, more: &str, container: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, labels: {{app: p}}}}, spec: {{nodeName: node-1, {more}
          containers: [{{name: app, image: 'app:v1', {container}}}]}}}}"
    )
}

/// Nodes and these objects after half a minute. Heartbeats come at full tens of seconds, rounds for evictions at fives.
/// Every program needs a second to stop and ends with 143.
pub fn cluster(release: Release, nodes: u16, objects: &[&str]) -> Sim {
    begin(Settings { release, jitter: Jitter::Zero, ..Settings::default() }, nodes, objects)
}

/// As [`cluster`], with other settings.
pub fn begin(settings: Settings, nodes: u16, objects: &[&str]) -> Sim {
    let mut sim = Sim::with_nodes(settings, nodes);
    sim.apply(Command::Image { image: "app:*".into(), present: true }).expect("anybody may");
    let stop = Some(Stop { after: Some(1000), code: 143 });
    let rule =
        RuntimeRule { pod: "*".into(), container: "*".into(), stop, ..RuntimeRule::default() };
    sim.apply(Command::Plan(rule)).expect("anybody may");
    for object in objects {
        create(&mut sim, object);
    }
    at(&mut sim, 30);
    sim
}

/// Goes to a second and forgets the changes on the way.
pub fn at(sim: &mut Sim, second: u64) {
    sim.run_until(SimTime::from_seconds(second));
    sim.take_changes();
}

/// Lets something happen to `node-1`.
pub fn fault(sim: &mut Sim, fault: NodeFault) {
    let command = Command::DisturbNode { node: "node-1".into(), fault };
    sim.apply(command).unwrap_or_else(|error| panic!("{}", error.message));
}

/// Leaves that much of something on `node-1`.
pub fn consume_node_resource(sim: &mut Sim, signal: EvictionSignal, available: Option<i64>) {
    sim.apply(Command::ConsumeNodeResource { node: "node-1".into(), signal, available })
        .expect("it runs");
}

/// Says what the containers of a Pod use.
pub fn uses(sim: &mut Sim, pod: &'static str, signal: EvictionSignal, amount: i64) {
    let usage = vec![(signal, amount)];
    let rule =
        RuntimeRule { pod: pod.into(), container: "*".into(), usage, ..RuntimeRule::default() };
    sim.apply(Command::Plan(rule)).expect("anybody may");
}

/// Phase, reason, and what kubectl prints as STATUS.
pub fn status(sim: &Sim, name: &str) -> (PodPhase, String, String) {
    let (_, pod) = sim.pod("default", name).unwrap_or_else(|| panic!("there is no {name}"));
    let word = pod_status(pod, sim.settings().release).to_string();
    (pod.status.phase(), pod.status.reason.to_string(), word)
}

/// The phase of a Pod.
pub fn phase(sim: &Sim, name: &str) -> PodPhase {
    status(sim, name).0
}

/// `status.message` of a Pod.
pub fn message(sim: &Sim, name: &str) -> String {
    sim.pod("default", name).map(|(_, pod)| pod.status.message.to_string()).unwrap_or_default()
}

/// Whether a Pod is gone or going.
pub fn leaves(sim: &Sim, name: &str) -> bool {
    sim.pod("default", name).is_none_or(|(_, pod)| pod.metadata.deletion_timestamp.is_some())
}

/// How often the first container was started again.
pub fn restarts(sim: &Sim, name: &str) -> i64 {
    sim.pod("default", name).unwrap().1.status.containers()[0].restart_count
}

/// The taints of `node-1`, without `node.kubernetes.io/`.
pub fn taints(sim: &Sim) -> Vec<String> {
    let node = sim.world().nodes().next().expect("there is one");
    node.spec
        .taints
        .iter()
        .map(|taint| {
            let words = podlab::api::node::in_words(taint);
            words.trim_start_matches("node.kubernetes.io/").to_owned()
        })
        .collect()
}

/// Status, reason and message of a condition of the node.
pub fn condition(sim: &Sim, kind: &str) -> (String, String, String) {
    let node = sim.world().nodes().next().expect("there is one");
    let found = node.status.conditions.iter().find(|c| c.kind == *kind);
    let text = |text: &str| text.to_owned();
    found.map_or_else(Default::default, |c| {
        (text(c.status.as_str()), text(&c.reason), text(&c.message))
    })
}

/// The Events of that reason: who told it, about what, and the message.
pub fn event_messages(sim: &Sim, reason: &str) -> Vec<String> {
    let events = sim.events().iter().filter(|event| event.reason == *reason);
    events.map(|event| format!("{} {}: {}", event.from, event.about, event.message)).collect()
}

/// Three texts.
pub fn three(first: &str, second: &str, third: &str) -> (String, String, String) {
    (first.to_owned(), second.to_owned(), third.to_owned())
}

/// What makes a Pod critical.
pub const CRITICAL: &str = "priorityClassName: system-node-critical,";
