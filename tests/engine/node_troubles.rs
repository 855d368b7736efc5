//! Nodes that are in trouble while their kubelets are heard: no runtime, no network, a shutdown; taints, zones, and Pods of
//! nodes that never were. Chapter 10 of the rule book.

use crate::common::node_cluster::*;
use podlab::api::status::{PodPhase, READY};
use podlab::base::text::Text;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::plan::{RuntimeRule, Stop};
use podlab::cluster::world::{Jitter, Settings};
use podlab::rules::release::Release;
use podlab::sim::Sim;

#[test]
fn a_kubelet_without_runtime_says_so_and_its_pods_stay_ready_until_the_taint_deletes_them() {
    for release in Release::ALL {
        let mut sim = cluster(release, 2, &[&pod("p", "", ""), &pod("q", "", "")]);
        let ends = RuntimeRule { pod: "q".into(), container: "*".into(), ..RuntimeRule::default() };
        sim.apply(Command::Plan(ends)).unwrap();
        fault(&mut sim, NodeFault::StopRuntime);
        sim.apply(Command::Exit {
            namespace: NAMESPACE,
            pod: "q".into(),
            container: "app".into(),
            code: 1,
            reason: Text::default(),
        })
        .unwrap();
        at(&mut sim, 59);
        assert_eq!(taints(&sim), Vec::<String>::new(), "{release:?}: it bears that for 30 s");
        at(&mut sim, 61);
        let ready = condition(&sim, READY);
        assert_eq!(ready, three("False", "KubeletNotReady", "container runtime is down"));
        assert_eq!(taints(&sim), ["not-ready:NoSchedule", "not-ready:NoExecute"]);
        let said = ["kubelet Node/node-1: Node node-1 status is now: NodeNotReady"];
        assert_eq!(event_messages(&sim, "NodeNotReady"), said);
        // No controller marks the Pods, unlike those of a silent node.
        let (_, p) = sim.pod("default", "p").unwrap();
        assert!(p.status.is_true(READY));
        assert_eq!(restarts(&sim, "q"), 0, "nothing is started");
        create(&mut sim, &pod("new", "", ""));
        at(&mut sim, 300);
        assert_eq!(status(&sim, "new").2, "Pending", "the kubelet does not look at it");
        at(&mut sim, 359);
        assert!(!leaves(&sim, "p"));
        at(&mut sim, 361);
        assert!(leaves(&sim, "p") && sim.pod("default", "p").is_some());
        at(&mut sim, 900);
        assert!(sim.pod("default", "p").is_some(), "nobody can stop its containers");
        fault(&mut sim, NodeFault::StartRuntime);
        at(&mut sim, 960);
        assert!(["p", "q", "new"].iter().all(|name| sim.pod("default", name).is_none()));
        assert_eq!(taints(&sim), Vec::<String>::new());
        assert_eq!(condition(&sim, READY).0, "True");
        assert_eq!(event_messages(&sim, "NodeReady").len(), 1);
    }
}

#[test]
fn a_short_failure_of_the_runtime_is_only_a_delay() {
    for release in Release::ALL {
        let mut sim = cluster(release, 2, &[&pod("q", "", "")]);
        fault(&mut sim, NodeFault::StopRuntime);
        let (pod, container) = ("q".into(), "app".into());
        let reason = Text::default();
        sim.apply(Command::Exit { namespace: NAMESPACE, pod, container, code: 1, reason }).unwrap();
        at(&mut sim, 50);
        fault(&mut sim, NodeFault::StartRuntime);
        at(&mut sim, 60);
        assert_eq!(restarts(&sim, "q"), 1, "{release:?}");
        assert_eq!(event_messages(&sim, "NodeNotReady"), Vec::<String>::new());
        assert_eq!(taints(&sim), Vec::<String>::new());
    }
}

#[test]
fn without_a_network_plugin_nothing_new_starts_but_on_the_hosts_network() {
    for release in Release::ALL {
        let mut sim = cluster(release, 2, &[]);
        fault(&mut sim, NodeFault::StopPlugin);
        create(&mut sim, &pod("p", "", ""));
        create(&mut sim, &pod("h", "hostNetwork: true,", ""));
        at(&mut sim, 45);
        assert_eq!(status(&sim, "p").2, "ContainerCreating", "{release:?}");
        assert_eq!(phase(&sim, "h"), PodPhase::Running);
        assert_eq!(taints(&sim), ["not-ready:NoSchedule", "not-ready:NoExecute"]);
        assert!(event_messages(&sim, "NetworkNotReady")[0].starts_with(
            "kubelet Pod/p: network is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady"
        ));
        fault(&mut sim, NodeFault::StartPlugin);
        at(&mut sim, 60);
        assert_eq!(phase(&sim, "p"), PodPhase::Running);
        assert_eq!(taints(&sim), Vec::<String>::new());
    }
}

#[test]
fn with_all_nodes_unready_nobody_is_made_to_go() {
    let mut sim = cluster(Release::Current, 1, &[&pod("p", "", "")]);
    fault(&mut sim, NodeFault::StopRuntime);
    at(&mut sim, 2000);
    assert_eq!(taints(&sim), ["not-ready:NoSchedule"]);
    assert!(!leaves(&sim, "p"));
}

fn shut_down(sim: &mut Sim, grace: u64, critical: u64) {
    sim.apply(Command::ShutDownNode { node: "node-1".into(), grace, critical }).expect("it runs");
}

#[test]
fn a_graceful_shutdown_ends_pods_and_critical_ones_last() {
    for release in [Release::V1_28, Release::Current] {
        let slow = "terminationGracePeriodSeconds: 60,";
        let objects = [pod("p", slow, ""), pod("c", CRITICAL, "")];
        let mut sim = cluster(release, 2, &[&objects[0], &objects[1]]);
        let never = Some(Stop { after: None, code: 0 });
        let rule = RuntimeRule {
            pod: "p".into(),
            container: "*".into(),
            stop: never,
            ..RuntimeRule::default()
        };
        sim.apply(Command::Plan(rule)).unwrap();
        shut_down(&mut sim, 30, 10);
        at(&mut sim, 31);
        let ready = condition(&sim, READY);
        assert_eq!(ready, three("False", "KubeletNotReady", "node is shutting down"));
        assert_eq!(taints(&sim)[0], "not-ready:NoSchedule");
        create(&mut sim, &pod("late", "", ""));
        at(&mut sim, 49);
        assert_eq!((phase(&sim, "p"), phase(&sim, "c")), (PodPhase::Running, PodPhase::Running));
        assert_eq!(
            status(&sim, "late"),
            (PodPhase::Failed, "NodeShutdown".into(), "NodeShutdown".into())
        );
        assert_eq!(
            message(&sim, "late"),
            "Pod was rejected: Pod was rejected as the node is shutting down."
        );
        // Its 60 s are cut to the 20 s of those that are not critical.
        at(&mut sim, 52);
        assert_eq!(status(&sim, "p"), (PodPhase::Failed, "Terminated".into(), "Error".into()));
        assert_eq!(message(&sim, "p"), "Pod was terminated in response to imminent node shutdown.");
        let (_, p) = sim.pod("default", "p").unwrap();
        let target = p.status.condition("DisruptionTarget").expect("from 1.26 on");
        assert_eq!(target.reason, "TerminationByKubelet");
        assert_eq!(p.status.containers()[0].state.terminated().unwrap().exit_code.0, 137);
        at(&mut sim, 55);
        assert_eq!(status(&sim, "c"), (PodPhase::Failed, "Terminated".into(), "Error".into()));
        assert_eq!(
            sim.world().connectivity_of("node-1"),
            podlab::cluster::machines::Connectivity::Off,
            "and then it goes"
        );
        at(&mut sim, 120);
        assert_eq!(condition(&sim, READY).0, "Unknown");
        assert_eq!(taints(&sim)[0], "unreachable:NoSchedule");
        fault(&mut sim, NodeFault::PowerOn);
        at(&mut sim, 150);
        assert_eq!(taints(&sim), Vec::<String>::new());
        assert_eq!(status(&sim, "p").1, "Terminated", "what has failed stays");
    }
}

#[test]
fn a_program_that_ends_well_in_a_shutdown_has_succeeded() {
    let mut sim = cluster(Release::V1_28, 2, &[&pod("p", "", "")]);
    let stop = Some(Stop { after: Some(500), code: 0 });
    let rule =
        RuntimeRule { pod: "*".into(), container: "*".into(), stop, ..RuntimeRule::default() };
    sim.apply(Command::Plan(rule)).unwrap();
    shut_down(&mut sim, 30, 10);
    at(&mut sim, 35);
    assert_eq!(status(&sim, "p"), (PodPhase::Succeeded, String::new(), "Completed".into()));
}

#[test]
fn without_a_time_for_it_or_before_1_21_a_shutdown_is_as_a_power_cut() {
    for (release, grace) in [(Release::V1_20, 30), (Release::Current, 0)] {
        let mut sim = cluster(release, 2, &[&pod("p", "", "")]);
        shut_down(&mut sim, grace, 0);
        assert_eq!(
            sim.world().connectivity_of("node-1"),
            podlab::cluster::machines::Connectivity::Off
        );
        at(&mut sim, 40);
        assert_eq!(phase(&sim, "p"), PodPhase::Running);
    }
    let mut sim = cluster(Release::Current, 1, &[]);
    let wrong = Command::ShutDownNode { node: "node-1".into(), grace: 5, critical: 10 };
    assert!(sim.apply(wrong).unwrap_err().message.contains("must be <= shutdownGracePeriod 5s"));
}

#[test]
fn a_pod_on_a_node_that_never_was_is_collected() {
    for release in Release::ALL {
        let mut sim = cluster(release, 1, &[]);
        let stray = pod("stray", "", "").replace("node-1", "node-9");
        create(&mut sim, &stray);
        // Found at 40 s, and the collector waits for 40 s more.
        at(&mut sim, 79);
        assert_eq!(status(&sim, "stray").2, "Pending");
        at(&mut sim, 81);
        assert!(sim.pod("default", "stray").is_none(), "{release:?}");
    }
}

#[test]
fn taints_that_let_nobody_in_let_everybody_stay_and_a_cordon_is_one_of_them() {
    let tolerant = "tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists}],";
    let mut sim = cluster(Release::Current, 1, &[&pod("p", "", "")]);
    sim.apply(Command::Cordon { node: "node-1".into(), unschedulable: true }).unwrap();
    assert_eq!(taints(&sim), ["unschedulable:NoSchedule"]);
    let free = |name: &str, more: &str| pod(name, more, "").replace("nodeName: node-1,", "");
    create(&mut sim, &free("kept-out", ""));
    create(&mut sim, &free("bears", tolerant));
    at(&mut sim, 60);
    assert_eq!((phase(&sim, "p"), phase(&sim, "bears")), (PodPhase::Running, PodPhase::Running));
    assert_eq!(status(&sim, "kept-out").2, "Pending");
    sim.apply(Command::Cordon { node: "node-1".into(), unschedulable: false }).unwrap();
    at(&mut sim, 80);
    assert_eq!(taints(&sim), Vec::<String>::new());
    assert_eq!(phase(&sim, "kept-out"), PodPhase::Running);
}

/// A cluster whose nodes stand in these zones.
fn zoned(zones: &[&'static str]) -> Sim {
    let settings = Settings { jitter: Jitter::Zero, ..Settings::default() };
    let mut sim = begin(settings, zones.len() as u16, &[]);
    for (index, zone) in zones.iter().enumerate() {
        let (node, key) = (format!("node-{}", index + 1), "topology.kubernetes.io/zone");
        sim.apply(Command::label_node(node, key, Some((*zone).into()))).unwrap();
    }
    sim
}

/// How many nodes' Pods are made to go ten minutes after the first so many machines were switched off.
fn executed(sim: &mut Sim, lost: usize) -> usize {
    for number in 1..=lost {
        let node = format!("node-{number}").into();
        sim.apply(Command::DisturbNode { node, fault: NodeFault::PowerOff }).unwrap();
    }
    at(sim, 700);
    let executes =
        |t: &podlab::api::core::Taint| t.effect == Some(podlab::api::pod::TaintEffect::NoExecute);
    sim.world().nodes().filter(|node| node.spec.taints.iter().any(executes)).count()
}

#[test]
fn a_whole_zone_may_be_lost_and_most_of_one_may_not() {
    assert_eq!(executed(&mut zoned(&["a", "a", "a", "b"]), 3), 3, "b tells that it is the zone");
    assert_eq!(executed(&mut zoned(&["a", "a", "a", "a", "b"]), 3), 0, "three of four");
    assert_eq!(executed(&mut zoned(&["a", "a", "b", "b", "b"]), 2), 2, "two are too few to tell");
    assert_eq!(executed(&mut zoned(&["a", "b"]), 2), 0, "nobody is left");
    // In a large cluster one in a hundred seconds: 50 s until they are lost, then 605, 705, … s are left.
    assert_eq!(executed(&mut zoned(&["a"; 60]), 40), 7);
}
