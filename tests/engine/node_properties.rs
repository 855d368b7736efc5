//! What holds for a StatefulSet on nodes that are lost and come back, whatever the order.

use crate::common::NAMESPACE;
use podlab::api::{ObjectRef, ReadOptions, Resource, read};
use podlab::base::text::Text;
use podlab::cluster::cause::Cause;
use podlab::cluster::command::{Command, DrainOptions, NodeFault};
use podlab::cluster::machines::Connectivity;
use podlab::cluster::plan::{RuntimeRule, Stop};
use podlab::cluster::pressure::EvictionSignal;
use podlab::cluster::world::{Settings, WatchType, Watched};
use podlab::questions::waits::{WaitKind, waits};
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::sim::fingerprint::{Depth, shape};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// An act on a node or a Pod of the set.
#[derive(Clone, Debug)]
enum Act {
    Fault(u8, NodeFault),
    DeleteNode(u8),
    Drain(u8),
    Cordon(u8, bool),
    Press(u8, EvictionSignal, i64),
    ShutDown(u8, u64),
    DeletePod(u8),
    ForcePod(u8),
    /// A critical Pod is put on a node, or a manifest on its machine, that asks for nearly all of it. Rule P-120.
    Need(u8, bool),
    Wait(u64),
}

fn act() -> impl Strategy<Value = Act> {
    let fault = prop::sample::select(NodeFault::ALL.to_vec());
    prop_oneof![
        6 => (1..4u8, fault).prop_map(|(node, fault)| Act::Fault(node, fault)),
        1 => (1..4u8).prop_map(Act::DeleteNode),
        1 => (1..4u8).prop_map(Act::Drain),
        1 => (1..4u8, any::<bool>()).prop_map(|(node, is_on)| Act::Cordon(node, is_on)),
        1 => (1..4u8, prop::sample::select(EvictionSignal::ALL.to_vec()), 0..20i64)
            .prop_map(|(node, signal, tenths)| Act::Press(node, signal, tenths)),
        1 => (1..4u8, 0..30u64).prop_map(|(node, grace)| Act::ShutDown(node, grace)),
        1 => (0..3u8).prop_map(Act::DeletePod),
        1 => (0..3u8).prop_map(Act::ForcePod),
        1 => (1..4u8, any::<bool>()).prop_map(|(node, is_static)| Act::Need(node, is_static)),
        5 => (1_000..200_000u64).prop_map(Act::Wait),
    ]
}

fn start(release: Release, seed: u64) -> Sim {
    let manifests = "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: disk}, provisioner: disk.csi.example.com}
---
{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {serviceName: web, replicas: 3,
  selector: {matchLabels: {app: web}},
  template: {metadata: {labels: {app: web}}, spec: {terminationGracePeriodSeconds: 5,
    tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 30}],
    containers: [{name: app, image: 'app:v1', resources: {requests: {cpu: 100m}}}]}},
  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], storageClassName: disk,
    resources: {requests: {storage: 1Gi}}}}]}}";
    let options = ReadOptions { release, ..ReadOptions::default() };
    let mut sim = Sim::with_nodes(Settings { release, seed, ..Settings::default() }, 3);
    sim.apply(Command::Image { image: "app:*".into(), present: true }).unwrap();
    // A program that ended well in a shutdown would have succeeded, and 1.28 waits for ever for such a Pod. Rule S-37.
    let stop = Some(Stop { after: Some(500), code: 143 });
    let rule =
        RuntimeRule { pod: "*".into(), container: "*".into(), stop, ..RuntimeRule::default() };
    sim.apply(Command::Plan(rule)).unwrap();
    for object in read(manifests, &options).expect("the manifests are right") {
        sim.apply(Command::Create(Box::new(object))).unwrap();
    }
    sim
}

/// What was seen so far.
#[derive(Default)]
struct Watcher {
    /// UIDs by name.
    pods: BTreeMap<String, String>,
    /// Whether anything took a Pod out of the API that might still run.
    is_forced: bool,
}

impl Watcher {
    fn look(&mut self, sim: &mut Sim) {
        for event in sim.take_watch() {
            let Watched::Pod(pod) = event.object else { continue };
            let (name, uid) = (pod.metadata.name.to_string(), pod.metadata.uid.to_string());
            match event.kind {
                WatchType::Added => {
                    let before = self.pods.insert(name.clone(), uid);
                    assert_eq!(before, None, "two objects are called {name}");
                }
                WatchType::Modified => assert_eq!(self.pods.get(&name), Some(&uid)),
                WatchType::Deleted => assert_eq!(self.pods.remove(&name), Some(uid)),
            }
        }
        for change in sim.take_changes() {
            assert!(change.cause != Cause::Start || change.time.0 == 0, "{change:?}");
            assert!(change.has_rule_of_its_kind(), "{change:?}");
            assert!(change.rule.releases().contains(sim.settings().release), "{change:?}");
        }
        let twice = sim.running_twice();
        assert!(self.is_forced || twice.is_empty(), "{twice:?} run twice");
    }

    fn run(&mut self, sim: &mut Sim, milliseconds: u64) {
        let until = sim.now() + milliseconds;
        while sim.next_event_time().is_some_and(|next| next <= until) {
            sim.step();
            self.look(sim);
        }
        sim.run_until(until);
    }
}

fn node(number: u8) -> Text {
    format!("node-{number}").into()
}

fn carry_out(sim: &mut Sim, watcher: &mut Watcher, act: &Act) {
    let pod = |ordinal: u8| Text::from(format!("web-{ordinal}"));
    let delete = |ordinal: u8, grace_period_seconds| {
        Command::delete_pod(NAMESPACE, pod(ordinal), grace_period_seconds)
    };
    // 1.20 says that a Pod it ends has failed before its containers are down, so that the next one may run beside them.
    let is_early = matches!(act, Act::Press(..) | Act::Need(..));
    watcher.is_forced |= is_early && sim.settings().release == Release::V1_20;
    let command = match act {
        Act::Fault(number, fault) => Command::DisturbNode { node: node(*number), fault: *fault },
        Act::DeleteNode(number) => {
            watcher.is_forced = true;
            Command::delete(ObjectRef::node(node(*number)))
        }
        Act::Drain(number) => {
            Command::DrainNode { node: node(*number), options: DrainOptions::default() }
        }
        Act::Cordon(number, unschedulable) => {
            Command::Cordon { node: node(*number), unschedulable: *unschedulable }
        }
        Act::Press(number, signal, left) => Command::ConsumeNodeResource {
            node: node(*number),
            signal: *signal,
            available: Some(left << 24),
        },
        Act::ShutDown(number, grace) => {
            Command::ShutDownNode { node: node(*number), grace: *grace, critical: grace / 2 }
        }
        Act::DeletePod(ordinal) => delete(*ordinal, None),
        Act::ForcePod(ordinal) => {
            watcher.is_forced = true;
            delete(*ordinal, Some(0))
        }
        Act::Need(number, is_static) => need(sim, *number, *is_static),
        Act::Wait(milliseconds) => return watcher.run(sim, *milliseconds),
    };
    // What cannot be done now, such as connecting what is connected, is no matter here.
    let _ = sim.apply(command);
    watcher.look(sim);
}

/// Puts a Pod on a node, or its manifest on the machine, beside which nothing of the set has room.
fn need(sim: &Sim, number: u8, is_static: bool) -> Command {
    let name = if is_static { "agent" } else { "needed" };
    let on = if is_static { String::new() } else { format!("nodeName: node-{number}, ") };
    let text = format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}-{number}}}, spec: {{{on}priorityClassName: system-node-critical,
          terminationGracePeriodSeconds: 5, containers: [{{name: app, image: 'app:v1', resources: {{requests: {{cpu: 3950m}}}}}}]}}}}"
    );
    let options = ReadOptions { release: sim.settings().release, ..ReadOptions::default() };
    let object = read(&text, &options).expect("the manifest is right").remove(0);
    match object {
        Resource::Pod(pod) if is_static => {
            Command::PutManifest { node: node(number), manifest: Box::new(pod) }
        }
        object => Command::Create(Box::new(object)),
    }
}

/// No Pod asks for so much any more.
fn leave(sim: &mut Sim) {
    for number in 1..4u8 {
        let name = Text::from(format!("agent-{number}"));
        let _ =
            sim.apply(Command::RemoveManifest { node: node(number), namespace: NAMESPACE, name });
        let name = Text::from(format!("needed-{number}"));
        let grace_period_seconds = None;
        let _ = sim.apply(Command::delete_pod(NAMESPACE, name, grace_period_seconds));
    }
}

/// Every machine runs and reaches the API server again.
fn heal(sim: &mut Sim, watcher: &mut Watcher) {
    for number in 1..4 {
        let name = node(number);
        let fault = match sim.world().connectivity_of(&name) {
            Connectivity::CutOff => Some(NodeFault::Reconnect),
            Connectivity::Off | Connectivity::Broken => Some(NodeFault::PowerOn),
            Connectivity::Up | Connectivity::Returning => None,
        };
        if sim.world().connectivity_of(&name) == Connectivity::Broken {
            carry_out(sim, watcher, &Act::DeleteNode(number));
        }
        if let Some(fault) = fault {
            sim.apply(Command::DisturbNode { node: name.clone(), fault }).expect("it can heal");
        }
        for fault in [NodeFault::StartRuntime, NodeFault::StartPlugin] {
            let _ = sim.apply(Command::DisturbNode { node: name.clone(), fault });
        }
        for signal in EvictionSignal::ALL {
            let node = name.clone();
            let _ = sim.apply(Command::ConsumeNodeResource { node, signal, available: None });
        }
        let _ = sim.apply(Command::Cordon { node: name, unschedulable: false });
    }
}

fn ready(sim: &Sim) -> usize {
    let is_of_set = |pod: &podlab::api::pod::Pod| pod.metadata.name.starts_with("web-");
    sim.world().pods().filter(|(_, pod)| is_of_set(pod) && pod.status.is_true("Ready")).count()
}

#[test]
fn a_kubelet_that_starts_anew_lets_go_of_the_volumes_of_pods_that_are_gone() {
    let (gone, runtime_down) =
        ([Act::DeleteNode(1), Act::ForcePod(0)], Act::Fault(1, NodeFault::StopRuntime));
    let restart = Act::Fault(1, NodeFault::RestartKubelet);
    // The runtime falls silent before the kubelet restarts, or while that stops what still runs.
    let before = [&runtime_down, &gone[0], &gone[1], &restart];
    let after = [&gone[0], &gone[1], &restart, &runtime_down];
    for acts in [before, after] {
        let mut sim = start(Release::V1_20, 0);
        let mut watcher = Watcher::default();
        watcher.run(&mut sim, 20_000);
        for act in acts {
            carry_out(&mut sim, &mut watcher, act);
        }
        watcher.run(&mut sim, 40_000);
        heal(&mut sim, &mut watcher);
        watcher.run(&mut sim, 1_500_000);
        assert_eq!(ready(&sim), 3, "{acts:?}: {:#?}", waits(&sim));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn at_most_one_runs_unless_forced_and_all_run_in_the_end(
        seed in 0..1000u64,
        release in prop::sample::select(Release::ALL.to_vec()),
        acts in prop::collection::vec(act(), 1..25),
    ) {
        let mut sim = start(release, seed);
        let mut watcher = Watcher::default();
        watcher.run(&mut sim, 20_000);
        for act in &acts {
            carry_out(&mut sim, &mut watcher, act);
        }
        // Machines that are being shut down are off after their time.
        watcher.run(&mut sim, 40_000);
        heal(&mut sim, &mut watcher);
        watcher.run(&mut sim, 100_000);
        leave(&mut sim);
        watcher.run(&mut sim, 1_400_000);
        let nodes = sim.world().nodes().count();
        prop_assert!(ready(&sim) == 3 || nodes == 0, "{:#?}", waits(&sim));
        prop_assert!(sim.running_twice().is_empty());
        let rooms = waits(&sim).into_iter().filter(|w| matches!(w.kind, WaitKind::Room(_)));
        prop_assert_eq!(rooms.count(), 0);

        // The same acts at the same moments lead to the same state.
        let mut again = start(release, seed);
        let first = again.commands().len();
        for (time, command) in &sim.commands()[first..] {
            // Acts of one moment come before what they lead to.
            if *time > again.now() {
                again.run_until(*time);
            }
            let _ = again.apply(command.clone());
        }
        again.run_until(sim.now());
        prop_assert_eq!(again.fingerprint(), sim.fingerprint());
        prop_assert_eq!(shape(&again, Depth::Exact), shape(&sim, Depth::Exact));
    }
}
