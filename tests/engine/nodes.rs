//! Lost nodes: what is seen of them, what becomes of their Pods, and what comes back. Chapter 10 of the rule book.

use crate::common::{NAMESPACE, at, create};
use podlab::api::ObjectRef;
use podlab::api::status::{PodPhase, READY};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::cause::Cause;
use podlab::cluster::change::Change;
use podlab::cluster::command::{Command, DrainOptions, NodeFault};
use podlab::cluster::fact::Fact;
use podlab::cluster::world::{Jitter, Settings};
use podlab::questions::waits::{WaitKind, waits};
use podlab::rules::release::Release;
use podlab::rules::{Feature, Rule};
use podlab::sim::Sim;

const SET: &str = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {serviceName: web, replicas: 3,
    selector: {matchLabels: {app: web}},
    template: {metadata: {labels: {app: web}}, spec: {terminationGracePeriodSeconds: 5,
      containers: [{name: app, image: 'app:v1', readinessProbe: {httpGet: {port: 80}, periodSeconds: 1}}]}}}}";

const SERVICE: &str = "{apiVersion: v1, kind: Service, metadata: {name: web},
    spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}}";

fn pod(name: &str, more: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, labels: {{app: p}}}}, spec: {{nodeName: node-1, {more}
          containers: [{{name: app, image: 'app:v1'}}]}}}}"
    )
}

fn tolerating(seconds: &str) -> String {
    format!(
        "tolerations: [{{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute{seconds}}}],"
    )
}

/// Three nodes and these objects after half a minute. Heartbeats come at full tens of seconds.
fn cluster(release: Release, objects: &[&str]) -> Sim {
    let settings = Settings { release, jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = Sim::with_nodes(settings, 3);
    sim.apply(Command::Image { image: "app:*".into(), present: true }).expect("anybody may");
    for object in objects {
        create(&mut sim, object);
    }
    at(&mut sim, 30);
    sim
}

fn fault(sim: &mut Sim, node: &'static str, fault: NodeFault) {
    let command = Command::DisturbNode { node: node.into(), fault };
    sim.apply(command).unwrap_or_else(|error| panic!("{}", error.message));
}

fn delete(sim: &mut Sim, name: &'static str, grace_period_seconds: Option<i64>) {
    sim.apply(Command::delete_pod(NAMESPACE, name, grace_period_seconds)).expect("it is there");
}

fn exists(sim: &Sim, name: &str) -> bool {
    sim.pod("default", name).is_some()
}

fn is_ready(sim: &Sim, name: &str) -> bool {
    sim.pod("default", name).is_some_and(|(_, pod)| pod.status.is_true(READY))
}

fn leaves(sim: &Sim, name: &str) -> bool {
    sim.pod("default", name).is_some_and(|(_, pod)| pod.metadata.deletion_timestamp.is_some())
}

fn node_of(sim: &Sim, name: &str) -> Text {
    sim.pod("default", name).map(|(_, pod)| pod.spec.node_name.clone()).unwrap_or_default()
}

fn taints(sim: &Sim, node: &str) -> Vec<String> {
    let found = sim.world().nodes().find(|n| n.metadata.name == *node);
    let taints = found.map(|node| node.spec.taints.clone()).unwrap_or_default();
    taints.iter().map(|t| podlab::api::node::in_words(t).to_string()).collect()
}

fn event_messages(sim: &Sim, reason: &str) -> Vec<String> {
    let events = sim.events().iter().filter(|event| event.reason == *reason);
    events.map(|event| format!("{}: {}", event.about, event.message)).collect()
}

/// What a Pod waits for.
fn waiting(sim: &Sim, name: &str) -> Vec<WaitKind> {
    let object = ObjectRef::pod("default", name.to_owned());
    waits(sim).into_iter().filter(|wait| wait.object == object).map(|wait| wait.kind).collect()
}

/// Seconds at which a moment of the changes came.
fn when(changes: &[Change], wanted: impl Fn(&Change) -> bool) -> Vec<u64> {
    changes.iter().filter(|change| wanted(change)).map(|change| change.time.0 / 1000).collect()
}

#[test]
fn a_node_object_without_taints_cancels_the_evictions_of_the_one_before() {
    let mut sim = cluster(Release::Current, &[&pod("p", "")]);
    fault(&mut sim, "node-1", NodeFault::PowerOff);
    at(&mut sim, 110);
    assert_eq!(taints(&sim, "node-1").len(), 2);
    sim.apply(Command::delete(ObjectRef::node("node-1"))).unwrap();
    fault(&mut sim, "node-1", NodeFault::PowerOn);
    at(&mut sim, 500);
    assert!(exists(&sim, "p") && !leaves(&sim, "p"));
    assert!(is_ready(&sim, "p"));
}

#[test]
fn what_a_line_does_to_one_pod_is_no_cause_of_what_it_does_to_the_next() {
    let mut sim = cluster(Release::Current, &[&pod("a", ""), &pod("b", "")]);
    sim.take_changes();
    let (namespace, line) = (NAMESPACE, "kubectl delete pod a b".into());
    sim.apply(Command::Kubectl { namespace, line }).unwrap();
    let changes = sim.take_changes();
    for name in ["Pod/a", "Pod/b"] {
        let first =
            changes.iter().find(|change| change.object.to_string() == *name).expect("it changed");
        assert!(matches!(first.cause, Cause::Command(_)), "{first:?}");
    }
}

#[test]
fn a_pod_waits_for_the_taint_that_it_tolerates_for_the_shortest_time() {
    let tolerations = "tolerations: [{key: a, operator: Exists}, {key: b, operator: Exists, effect: NoExecute, tolerationSeconds: 100}],";
    let mut sim = cluster(Release::Current, &[&pod("p", tolerations)]);
    for key in ["a", "b"] {
        sim.kubectl(&NAMESPACE, &format!("kubectl taint nodes node-1 {key}=:NoExecute"));
    }
    let wait = waiting(&sim, "p").pop();
    assert!(matches!(&wait, Some(WaitKind::Taint { taint, .. }) if *taint == *"b"), "{wait:?}");
}

#[test]
fn a_silent_node_is_unknown_after_its_grace_and_its_pods_go_five_minutes_later() {
    for (release, grace) in [(Release::V1_20, 40), (Release::V1_28, 40), (Release::Current, 50)] {
        let mut sim = cluster(release, &[&pod("p", "")]);
        sim.take_changes();
        fault(&mut sim, "node-1", NodeFault::CutOff);
        at(&mut sim, 30 + grace - 1);
        assert!(is_ready(&sim, "p"), "{release:?}: nobody knows yet");
        let Some(WaitKind::NodeGrace { since, .. }) = waiting(&sim, "p").pop() else {
            panic!("{:?}", waiting(&sim, "p"));
        };
        assert_eq!(since, SimTime::from_seconds(30));
        at(&mut sim, 30 + grace + 1);
        assert!(!is_ready(&sim, "p"));
        assert_eq!(taints(&sim, "node-1"), ["node.kubernetes.io/unreachable:NoSchedule"]);
        let (_, pod) = sim.pod("default", "p").unwrap();
        assert_eq!(pod.status.phase(), PodPhase::Running, "the phase stays");
        assert!(pod.status.containers()[0].ready, "and what the kubelet told last");
        assert_eq!(event_messages(&sim, "NodeNotReady").len(), 2);
        at(&mut sim, 30 + grace + 6);
        assert_eq!(taints(&sim, "node-1").len(), 2);
        let wait = waiting(&sim, "p").pop();
        assert!(matches!(wait, Some(WaitKind::NodeLost { .. })), "{wait:?}");
        let due = waits(&sim).pop().unwrap().until;
        assert_eq!(due, Some(SimTime::from_seconds(30 + grace + 5 + 300)));
        at(&mut sim, 30 + grace + 304);
        assert!(!leaves(&sim, "p"));
        at(&mut sim, 30 + grace + 306);
        assert!(leaves(&sim, "p"), "{release:?}");
        assert_eq!(
            event_messages(&sim, "TaintManagerEviction"),
            ["Pod/p: Marking for deletion Pod default/p"]
        );
        let (_, pod) = sim.pod("default", "p").unwrap();
        let target = pod.status.condition("DisruptionTarget").map(|c| c.reason.to_string());
        let expected = release
            .has(Feature::PodDisruptionConditions)
            .then(|| "DeletionByTaintManager".to_owned());
        assert_eq!(target, expected);
        at(&mut sim, 3600);
        assert!(leaves(&sim, "p"), "it stays as long as its kubelet does not answer");
        let kinds = waiting(&sim, "p");
        assert!(matches!(kinds[..], [WaitKind::NodeSilent { .. }]), "{kinds:?}");
        let worker = sim.worker(0).unwrap();
        assert_eq!(worker.runtime.running().count(), 1, "its container never stopped");
        fault(&mut sim, "node-1", NodeFault::Reconnect);
        at(&mut sim, 3700);
        assert!(!exists(&sim, "p"));
        assert!(taints(&sim, "node-1").is_empty());
    }
}

#[test]
fn a_short_cut_shows_nothing_and_a_longer_one_only_readiness() {
    let mut sim = cluster(Release::V1_28, &[&pod("p", "")]);
    sim.take_changes();
    fault(&mut sim, "node-1", NodeFault::CutOff);
    at(&mut sim, 55);
    fault(&mut sim, "node-1", NodeFault::Reconnect);
    at(&mut sim, 300);
    let changes = sim.take_changes();
    let of_pod = |change: &Change| change.pod.is_some() && change.is_news();
    assert_eq!(when(&changes, of_pod), Vec::<u64>::new(), "25 s: nothing");
    fault(&mut sim, "node-1", NodeFault::CutOff);
    at(&mut sim, 375);
    assert!(!is_ready(&sim, "p"));
    fault(&mut sim, "node-1", NodeFault::Reconnect);
    at(&mut sim, 440);
    assert!(is_ready(&sim, "p"), "75 s: the kubelet puts Ready right");
    let cancelled = "Pod/p: Cancelling deletion of Pod default/p";
    assert_eq!(event_messages(&sim, "TaintManagerEviction"), [cancelled]);
    at(&mut sim, 1000);
    assert!(exists(&sim, "p") && !leaves(&sim, "p"));
}

#[test]
fn tolerations_decide_how_long_a_pod_stays() {
    let twenty = pod("p20", &tolerating(", tolerationSeconds: 20"));
    let forever = pod("pforever", &tolerating(""));
    let mut sim = cluster(Release::V1_28, &[&pod("p300", ""), &twenty, &forever]);
    fault(&mut sim, "node-1", NodeFault::CutOff);
    at(&mut sim, 94);
    assert_eq!(["p300", "p20", "pforever"].map(|name| leaves(&sim, name)), [false, false, false]);
    at(&mut sim, 96);
    assert_eq!(["p300", "p20", "pforever"].map(|name| leaves(&sim, name)), [false, true, false]);
    at(&mut sim, 380);
    assert_eq!(["p300", "p20", "pforever"].map(|name| leaves(&sim, name)), [true, true, false]);
    fault(&mut sim, "node-1", NodeFault::Reconnect);
    at(&mut sim, 480);
    assert_eq!(["p300", "p20", "pforever"].map(|name| exists(&sim, name)), [false, false, true]);
    assert!(is_ready(&sim, "pforever"));
}

#[test]
fn with_no_node_left_no_pod_is_made_to_go() {
    let mut sim = cluster(Release::V1_28, &[&pod("p", "")]);
    for node in ["node-1", "node-2", "node-3"] {
        fault(&mut sim, node, NodeFault::CutOff);
    }
    at(&mut sim, 2000);
    assert!(!leaves(&sim, "p") && !is_ready(&sim, "p"));
    assert_eq!(taints(&sim, "node-1"), ["node.kubernetes.io/unreachable:NoSchedule"]);
    fault(&mut sim, "node-3", NodeFault::Reconnect);
    at(&mut sim, 2400);
    assert!(leaves(&sim, "p"), "now the others count as lost");
}

#[test]
fn a_set_waits_for_its_pod_on_a_lost_node_until_the_node_is_back() {
    let mut sim = cluster(Release::V1_28, &[SERVICE, SET]);
    assert_eq!(node_of(&sim, "web-0"), "node-1");
    let uid = sim.pod("default", "web-0").unwrap().1.metadata.uid.clone();
    fault(&mut sim, "node-1", NodeFault::CutOff);
    at(&mut sim, 1500);
    assert!(leaves(&sim, "web-0"));
    assert_eq!(sim.pod("default", "web-0").unwrap().1.metadata.uid, uid, "no replacement");
    let blocked = waits(&sim).into_iter().any(|wait| {
        wait.object == ObjectRef::stateful_set("default", "web")
            && matches!(wait.kind, WaitKind::Set { .. })
    });
    assert!(blocked);
    fault(&mut sim, "node-1", NodeFault::Reconnect);
    at(&mut sim, 1600);
    assert!(is_ready(&sim, "web-0"));
    assert_ne!(sim.pod("default", "web-0").unwrap().1.metadata.uid, uid);
    assert!(sim.running_twice().is_empty());
}

#[test]
fn force_makes_two_of_a_name_until_the_node_is_back() {
    for release in Release::ALL {
        let mut sim = cluster(release, &[SERVICE, SET]);
        fault(&mut sim, "node-1", NodeFault::CutOff);
        at(&mut sim, 500);
        assert!(sim.running_twice().is_empty());
        delete(&mut sim, "web-0", Some(0));
        at(&mut sim, 530);
        assert!(is_ready(&sim, "web-0"));
        assert_ne!(node_of(&sim, "web-0"), "node-1");
        assert_eq!(sim.running_twice(), [(NAMESPACE, "web-0".into())], "{release:?}");
        fault(&mut sim, "node-1", NodeFault::Reconnect);
        at(&mut sim, 600);
        assert!(sim.running_twice().is_empty(), "{release:?}: the old one is stopped");
        assert!(is_ready(&sim, "web-0"));
    }
}

#[test]
fn the_pods_of_a_deleted_node_are_collected() {
    for release in Release::ALL {
        let mut sim = cluster(release, &[SERVICE, SET, &pod("bare", "")]);
        fault(&mut sim, "node-1", NodeFault::FailDisk);
        at(&mut sim, 35);
        sim.take_changes();
        sim.take_watch();
        sim.apply(Command::delete(ObjectRef::node("node-1"))).unwrap();
        let kinds = waiting(&sim, "bare");
        assert!(matches!(kinds[..], [WaitKind::NodeDeleted(_)]), "{kinds:?}");
        at(&mut sim, 130);
        let changes = sim.take_changes();
        let bare = |change: &Change| change.object.to_string() == "Pod/bare";
        let removed = when(&changes, |c| bare(c) && c.fact == Fact::Removed);
        assert_eq!(removed, [80], "found at 40, then 40 s of quarantine");
        let failed = when(&changes, |c| bare(c) && matches!(c.fact, Fact::Phase { .. }));
        assert_eq!(
            failed.len(),
            usize::from(release.has(Feature::PodDisruptionConditions)),
            "phase Failed since 1.26"
        );
        assert!(!exists(&sim, "bare") && is_ready(&sim, "web-0"));
        assert_ne!(node_of(&sim, "web-0"), "node-1");
        assert!(sim.running_twice().is_empty());
    }
}

#[test]
fn a_machine_that_was_off_starts_its_pods_again() {
    for release in Release::ALL {
        let mut sim = cluster(release, &[SERVICE, SET]);
        fault(&mut sim, "node-1", NodeFault::PowerOff);
        at(&mut sim, 60);
        let worker = sim.worker(0).expect("what is left of it");
        assert_eq!(worker.runtime.running().count(), 0);
        fault(&mut sim, "node-1", NodeFault::PowerOn);
        at(&mut sim, 120);
        assert!(is_ready(&sim, "web-0"), "{release:?}");
        let (_, pod) = sim.pod("default", "web-0").unwrap();
        assert_eq!(pod.status.containers()[0].restart_count, 1);
        let end = pod.status.containers()[0].last_state.terminated().expect("it ended");
        assert_eq!(end.exit_code.0, 255);
        assert!(
            !event_messages(&sim, "SandboxChanged").is_empty()
                && !event_messages(&sim, "Rebooted").is_empty()
        );
    }
}

#[test]
fn a_dead_disk_leaves_nothing_to_switch_on() {
    let mut sim = cluster(Release::Current, &[&pod("p", "")]);
    fault(&mut sim, "node-1", NodeFault::FailDisk);
    let on = || Command::DisturbNode { node: "node-1".into(), fault: NodeFault::PowerOn };
    let refused = sim.apply(on()).unwrap_err();
    assert!(refused.message.contains("delete its Node object"), "{}", refused.message);
    at(&mut sim, 40);
    sim.apply(Command::delete(ObjectRef::node("node-1"))).unwrap();
    at(&mut sim, 200);
    assert!(!exists(&sim, "p"));
    sim.apply(on()).unwrap();
    create(&mut sim, &pod("p", ""));
    at(&mut sim, 260);
    assert!(is_ready(&sim, "p"), "a new machine of that name");
}

#[test]
fn a_container_that_ends_while_cut_off_is_told_later() {
    let mut sim = cluster(Release::V1_28, &[&pod("p", "restartPolicy: Never,")]);
    fault(&mut sim, "node-1", NodeFault::CutOff);
    at(&mut sim, 35);
    let (container, code, reason) = ("app".into(), 3, Text::default());
    let (namespace, name) = (NAMESPACE, "p".into());
    sim.apply(Command::Exit { namespace, pod: name, container, code, reason }).unwrap();
    at(&mut sim, 45);
    let phase = |sim: &Sim| sim.pod("default", "p").unwrap().1.status.phase();
    assert_eq!(phase(&sim), PodPhase::Running, "the API heard nothing");
    fault(&mut sim, "node-1", NodeFault::Reconnect);
    at(&mut sim, 56);
    assert_eq!(phase(&sim), PodPhase::Failed);
}

#[test]
fn out_of_service_frees_the_pods_of_a_node_known_to_be_off() {
    let mut sim = cluster(Release::V1_28, &[SERVICE, SET]);
    fault(&mut sim, "node-1", NodeFault::PowerOff);
    at(&mut sim, 400);
    assert!(leaves(&sim, "web-0"));
    let line =
        "kubectl taint nodes node-1 node.kubernetes.io/out-of-service=nodeshutdown:NoExecute";
    let printed = sim.kubectl(&NAMESPACE, line);
    assert_eq!(printed.out, "node/node-1 tainted\n", "{}", printed.err);
    at(&mut sim, 460);
    assert!(is_ready(&sim, "web-0"));
    assert_ne!(node_of(&sim, "web-0"), "node-1");
}

#[test]
fn a_taint_by_hand_has_pods_deleted() {
    let maint = |seconds: &str| {
        format!("tolerations: [{{key: maint, operator: Exists, effect: NoExecute{seconds}}}],")
    };
    let (ten, ever) = (pod("tol10", &maint(", tolerationSeconds: 10")), pod("tol", &maint("")));
    let mut sim = cluster(Release::V1_28, &[&pod("plain", ""), &ten, &ever]);
    let printed = sim.kubectl(&NAMESPACE, "kubectl taint nodes node-1 maint=yes:NoExecute");
    assert_eq!(printed.out, "node/node-1 tainted\n", "{}", printed.err);
    at(&mut sim, 31);
    assert_eq!(["plain", "tol10", "tol"].map(|name| leaves(&sim, name)), [true, false, false]);
    at(&mut sim, 41);
    assert_eq!(["plain", "tol10", "tol"].map(|name| exists(&sim, name)), [false, true, true]);
    at(&mut sim, 60);
    assert_eq!(["tol10", "tol"].map(|name| exists(&sim, name)), [false, true]);
    assert_eq!(
        sim.kubectl(&NAMESPACE, "kubectl taint nodes node-1 maint-").out,
        "node/node-1 untainted\n"
    );
    assert!(taints(&sim, "node-1").is_empty());
}

#[test]
fn a_drain_asks_again_until_the_budget_allows_it() {
    let budget = "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: pdb},
        spec: {selector: {matchLabels: {app: web}}, minAvailable: 2}}";
    let mut sim = cluster(Release::V1_28, &[SERVICE, SET, budget]);
    for node in ["node-2", "node-3"] {
        sim.apply(Command::Cordon { node: node.into(), unschedulable: true }).unwrap();
    }
    for name in ["web-1", "web-2"] {
        delete(&mut sim, name, None);
    }
    at(&mut sim, 60);
    assert_eq!(["web-0", "web-1", "web-2"].map(|name| node_of(&sim, name)), ["node-1"; 3]);
    sim.apply(Command::Cordon { node: "node-2".into(), unschedulable: false }).unwrap();
    let options = DrainOptions::default();
    sim.apply(Command::DrainNode { node: "node-1".into(), options }).unwrap();
    let leaving = |sim: &Sim| ["web-0", "web-1", "web-2"].iter().filter(|n| leaves(sim, n)).count();
    assert_eq!(leaving(&sim), 1, "the budget allows one");
    let drains = |sim: &Sim| waits(sim).iter().any(|wait| matches!(wait.kind, WaitKind::Drain(_)));
    assert!(drains(&sim));
    at(&mut sim, 180);
    assert_eq!(["web-0", "web-1", "web-2"].map(|name| node_of(&sim, name)), ["node-2"; 3]);
    assert!(!drains(&sim));
}

#[test]
fn kubectl_drain_refuses_what_nobody_would_replace() {
    let mut sim = cluster(Release::V1_28, &[&pod("bare", "")]);
    let printed = sim.kubectl(&NAMESPACE, "kubectl drain node-1");
    assert!(printed.failed && printed.out == "node/node-1 cordoned\n", "{printed:?}");
    assert!(printed.err.contains("use --force to override): default/bare"), "{}", printed.err);
    let printed = sim.kubectl(&NAMESPACE, "kubectl drain node-1 --force --ignore-daemonsets");
    assert_eq!(printed.out, "node/node-1 already cordoned\nevicting pod default/bare\n");
    at(&mut sim, 70);
    assert!(!exists(&sim, "bare"));
}

#[test]
fn what_waits_and_what_changes_has_rules_and_causes() {
    let mut sim = cluster(Release::Current, &[SERVICE, SET]);
    sim.take_changes();
    fault(&mut sim, "node-1", NodeFault::CutOff);
    at(&mut sim, 500);
    let changes = sim.take_changes();
    let ready = changes.iter().find(|change| change.rule == Rule::P1007).expect("Ready is taken");
    // From the Pod's readiness back to the act, without a gap.
    let mut cause = ready.cause;
    let mut rules = Vec::new();
    while let podlab::cluster::cause::Cause::Change(number) = cause {
        let change = changes.iter().find(|change| change.number == number).expect("it is told");
        rules.push(change.rule);
        cause = change.cause;
    }
    assert_eq!(rules, [Rule::P1005, Rule::P1005]);
    assert_eq!(cause, podlab::cluster::cause::Cause::Command(3));
}
