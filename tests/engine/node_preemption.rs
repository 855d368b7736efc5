//! Pods that a kubelet ends so that a critical one fits. Rule P-120.

use crate::common::node_cluster::*;
use podlab::api::ObjectRef;
use podlab::api::status::PodPhase;
use podlab::api::{ReadOptions, Resource, read};
use podlab::base::text::Text;
use podlab::cluster::command::{Command, NodeFault};
use podlab::questions::waits::{WaitKind, waits};
use podlab::rules::Feature;
use podlab::rules::release::Release;
use podlab::sim::Sim;

const MESSAGE: &str = "Preempted in order to admit critical pod";

/// What a container asks for, in thousandths of a CPU.
fn asks(cpu: u32) -> String {
    format!("resources: {{requests: {{cpu: {cpu}m}}}}")
}

/// The same as a limit, which makes the Pod Guaranteed.
fn insists(cpu: u32) -> String {
    format!("resources: {{limits: {{cpu: {cpu}m, memory: 10Mi}}}}")
}

/// A node of four CPUs that these Pods fill.
fn full(release: Release, pods: &[(&str, String)]) -> Sim {
    let pods: Vec<String> = pods.iter().map(|(name, asks)| pod(name, "", asks)).collect();
    cluster(release, 1, &pods.iter().map(String::as_str).collect::<Vec<_>>())
}

fn put_manifest(sim: &mut Sim, name: &str, container: &str) {
    let text = pod(name, "", container).replace("nodeName: node-1, ", "");
    let Resource::Pod(pod) = read(&text, &ReadOptions::default()).unwrap().remove(0) else {
        unreachable!("it is a Pod")
    };
    let command = Command::PutManifest { node: "node-1".into(), manifest: Box::new(pod) };
    sim.apply(command).unwrap_or_else(|error| panic!("{}", error.message));
}

/// Those of these Pods that have failed, by the reason given.
fn preempted<'a>(sim: &Sim, names: &[&'a str]) -> Vec<&'a str> {
    let is_it = |name: &&&str| status(sim, name).1 == "Preempting";
    names.iter().filter(is_it).copied().collect()
}

#[test]
fn a_critical_pod_that_does_not_fit_ends_another_and_then_runs() {
    for release in Release::ALL {
        let mut sim = full(release, &[("small", asks(1000)), ("big", asks(3000))]);
        create(&mut sim, &pod("needed", CRITICAL, &asks(900)));
        at(&mut sim, 31);
        assert_eq!(phase(&sim, "needed"), PodPhase::Pending, "{release:?}: it waits");
        let kinds: Vec<WaitKind> = waits(&sim)
            .into_iter()
            .filter(|wait| wait.object == ObjectRef::pod("default", "needed"))
            .map(|wait| wait.kind)
            .collect();
        assert!(matches!(&kinds[..], [WaitKind::Room(pod)] if *pod == *"small"), "{kinds:?}");
        at(&mut sim, 40);
        let word = if release.has(Feature::PodWorkerLifecycle) { "Error" } else { "Preempting" };
        assert_eq!(status(&sim, "small"), (PodPhase::Failed, "Preempting".into(), word.into()));
        assert_eq!(message(&sim, "small"), MESSAGE);
        assert_eq!(event_messages(&sim, "Preempting"), [["kubelet Pod/small: ", MESSAGE].concat()]);
        let (_, pod) = sim.pod("default", "small").unwrap();
        let target = pod.status.condition("DisruptionTarget");
        let words = target.map(|c| (c.reason.to_string(), c.message.to_string()));
        let expected = "Pod was preempted by Kubelet to accommodate a critical pod.";
        let expected = ("TerminationByKubelet".to_owned(), expected.to_owned());
        assert_eq!(words, release.has(Feature::PodDisruptionConditions).then_some(expected));
        assert_eq!(
            (phase(&sim, "big"), phase(&sim, "needed")),
            (PodPhase::Running, PodPhase::Running)
        );
    }
}

#[test]
fn it_waits_for_the_grace_of_those_that_go_one_after_the_other() {
    for release in Release::ALL {
        let mut sim = full(release, &[("first", asks(2000)), ("second", asks(2000))]);
        let more = [CRITICAL, "terminationGracePeriodSeconds: 5,"].concat();
        create(&mut sim, &pod("needed", &more, &asks(4000)));
        create(&mut sim, &pod("later", "", ""));
        at(&mut sim, 31);
        assert_eq!(event_messages(&sim, "Preempting").len(), 1, "{release:?}: one at a time");
        assert_eq!(phase(&sim, "later"), PodPhase::Pending, "nobody else is admitted meanwhile");
        at(&mut sim, 45);
        assert_eq!(preempted(&sim, &["first", "second"]), ["first", "second"]);
        assert_eq!(
            (phase(&sim, "needed"), phase(&sim, "later")),
            (PodPhase::Running, PodPhase::Running)
        );
    }
}

#[test]
fn a_program_that_ignores_the_signal_has_its_whole_grace_period() {
    for release in Release::ALL {
        let object = pod("stubborn", "terminationGracePeriodSeconds: 20,", &asks(4000));
        let mut sim = cluster(release, 1, &[&object]);
        let stop = Some(podlab::cluster::plan::Stop { after: None, code: 0 });
        let rule = podlab::cluster::plan::RuntimeRule {
            pod: "stubborn".into(),
            container: "*".into(),
            stop,
            ..podlab::cluster::plan::RuntimeRule::default()
        };
        sim.apply(Command::Plan(rule)).unwrap();
        create(&mut sim, &pod("needed", CRITICAL, &asks(100)));
        at(&mut sim, 49);
        assert_eq!(phase(&sim, "needed"), PodPhase::Pending, "{release:?}");
        at(&mut sim, 53);
        assert_eq!(phase(&sim, "needed"), PodPhase::Running, "{release:?}");
    }
}

#[test]
fn those_that_go_are_few_and_guaranteed_ones_last() {
    let names = ["a", "b", "c", "d"];
    let case = |asked: [String; 4], wanted: u32| {
        let pods: Vec<(&str, String)> = names.into_iter().zip(asked).collect();
        let mut sim = full(Release::Current, &pods);
        create(&mut sim, &pod("needed", CRITICAL, &asks(wanted)));
        at(&mut sim, 60);
        assert_eq!(phase(&sim, "needed"), PodPhase::Running);
        preempted(&sim, &names)
    };
    let mixed = || [insists(1000), asks(1000), asks(500), insists(1500)];
    assert_eq!(case(mixed(), 400), ["c"], "the smaller of those that are enough");
    assert_eq!(case(mixed(), 800), ["b"], "one rather than two");
    assert_eq!(
        case(mixed(), 1500),
        ["b", "c"],
        "Guaranteed ones stay as long as others are enough"
    );
    assert_eq!(
        case(mixed(), 1900),
        ["a", "b"],
        "one that is Guaranteed, and then only who is needed"
    );
}

#[test]
fn a_static_pod_gets_room_too_and_critical_ones_of_its_rank_stay() {
    for release in Release::ALL {
        let critical = pod("critical", CRITICAL, &asks(3000));
        let mut sim = cluster(release, 1, &[&critical, &pod("usual", "", &asks(1000))]);
        put_manifest(&mut sim, "web", &asks(500));
        at(&mut sim, 60);
        assert_eq!(preempted(&sim, &["critical", "usual"]), ["usual"]);
        assert_eq!(phase(&sim, "web-node-1"), PodPhase::Running, "{release:?}");
    }
}

#[test]
fn a_critical_pod_for_which_no_room_can_be_made_is_refused() {
    for release in Release::ALL {
        let critical = pod("critical", CRITICAL, &asks(3500));
        let mut sim = cluster(release, 1, &[&critical, &pod("usual", "", &asks(500))]);
        create(&mut sim, &pod("needed", CRITICAL, &asks(1000)));
        at(&mut sim, 60);
        assert_eq!(preempted(&sim, &["critical", "usual"]), [""; 0]);
        let why = "Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [(res: cpu, q: 500), ]";
        let prefix =
            if release.has(Feature::PodRejectedMessage) { "Pod was rejected: " } else { "Pod " };
        assert_eq!(message(&sim, "needed"), [prefix, why].concat());
        assert_eq!(status(&sim, "needed").1, "UnexpectedAdmissionError");
        assert_eq!(
            event_messages(&sim, "UnexpectedAdmissionError"),
            [["kubelet Pod/needed: ", why].concat()]
        );
        // What is in its way otherwise is told first, and no Pod goes for nothing.
        let more = [CRITICAL, "nodeSelector: {disk: fast},"].concat();
        create(&mut sim, &pod("elsewhere", &more, &asks(100)));
        at(&mut sim, 90);
        assert_eq!(status(&sim, "elsewhere").1, "NodeAffinity");
        assert_eq!(phase(&sim, "usual"), PodPhase::Running);
        // Others are refused as ever.
        create(&mut sim, &pod("one-more", "", &asks(100)));
        at(&mut sim, 120);
        assert_eq!(status(&sim, "one-more").1, "OutOfcpu");
    }
}

#[test]
fn what_happens_meanwhile_leaves_nobody_waiting() {
    type Disturbance = (&'static str, fn(&mut Sim));
    let disturb: [Disturbance; 6] = [
        ("restart", |sim| fault(sim, NodeFault::RestartKubelet)),
        ("cut", |sim| fault(sim, NodeFault::CutOff)),
        ("off", |sim| fault(sim, NodeFault::PowerOff)),
        ("deleted", |sim| delete(sim, "needed")),
        ("victim deleted", |sim| delete(sim, "first")),
        ("without runtime", |sim| fault(sim, NodeFault::StopRuntime)),
    ];
    for release in Release::ALL {
        for (name, act) in &disturb {
            let mut sim = full(release, &[("first", asks(2000)), ("second", asks(2000))]);
            create(&mut sim, &pod("needed", CRITICAL, &asks(4000)));
            put_manifest(&mut sim, "web", "");
            create(&mut sim, &pod("later", "", ""));
            at(&mut sim, 31);
            act(&mut sim);
            at(&mut sim, 50);
            match *name {
                "cut" => fault(&mut sim, NodeFault::Reconnect),
                "off" => fault(&mut sim, NodeFault::PowerOn),
                "without runtime" => fault(&mut sim, NodeFault::StartRuntime),
                _ => {}
            }
            at(&mut sim, 200);
            assert_eq!(phase(&sim, "later"), PodPhase::Running, "{release:?}, {name}");
            assert_eq!(phase(&sim, "web-node-1"), PodPhase::Running, "{release:?}, {name}");
            if *name == "deleted" {
                assert!(sim.pod("default", "needed").is_none(), "{release:?}");
            } else {
                assert_eq!(phase(&sim, "needed"), PodPhase::Running, "{release:?}, {name}");
            }
        }
    }
}

#[test]
fn who_is_refused_afterwards_had_room_made_for_it_all_the_same() {
    let profile = "annotations: {container.apparmor.security.beta.kubernetes.io/app: runtime/default}, labels:";
    for release in Release::ALL {
        let mut sim = full(release, &[("small", asks(1000)), ("big", asks(3000))]);
        fault(&mut sim, NodeFault::DisableAppArmor);
        let needed = pod("needed", CRITICAL, &asks(900)).replace("labels:", profile);
        create(&mut sim, &needed);
        at(&mut sim, 40);
        // The kubelet asks for profiles after it has seen to room.
        assert_eq!(preempted(&sim, &["small", "big"]), ["small"], "{release:?}");
        let expected = if release.has(Feature::AppArmorProfileIsAdmitted) {
            PodPhase::Failed
        } else {
            PodPhase::Pending
        };
        assert_eq!(
            (phase(&sim, "needed"), status(&sim, "needed").1.as_str()),
            (expected, "AppArmor")
        );
        // Who has room is told of the profile, who has none of that.
        create(
            &mut sim,
            &needed.replace("needed", "fits").replace(CRITICAL, "").replace("900", "100"),
        );
        create(
            &mut sim,
            &needed.replace("needed", "large").replace(CRITICAL, "").replace("900", "4000"),
        );
        at(&mut sim, 60);
        assert_eq!(status(&sim, "fits").1, "AppArmor", "{release:?}");
        assert_eq!(status(&sim, "large").1, "OutOfcpu", "{release:?}");
    }
}

#[test]
fn nobody_goes_for_a_pod_of_another_system() {
    for release in [Release::V1_28, Release::Current] {
        let mut sim = full(release, &[("small", asks(1000)), ("big", asks(3000))]);
        create(&mut sim, &pod("needed", &["os: {name: windows},", CRITICAL].concat(), &asks(900)));
        at(&mut sim, 60);
        assert_eq!(status(&sim, "needed").1, "PodOSNotSupported");
        assert_eq!(preempted(&sim, &["small", "big"]), [""; 0], "{release:?}");
    }
}

#[test]
fn a_shutdown_is_the_last_reason_to_refuse_a_pod() {
    for release in [Release::V1_28, Release::Current] {
        let slow = "terminationGracePeriodSeconds: 20,";
        let mut sim = cluster(release, 1, &[&pod("slow", slow, &asks(4000))]);
        let stop = Some(podlab::cluster::plan::Stop { after: None, code: 0 });
        let rule = podlab::cluster::plan::RuntimeRule {
            pod: "slow".into(),
            container: "*".into(),
            stop,
            ..podlab::cluster::plan::RuntimeRule::default()
        };
        sim.apply(Command::Plan(rule)).unwrap();
        let (node, grace, critical) = ("node-1".into(), 60, 10);
        sim.apply(Command::ShutDownNode { node, grace, critical }).unwrap();
        at(&mut sim, 31);
        for (name, cpu) in [("large", 100), ("small", 0)] {
            create(&mut sim, &pod(name, "", &asks(cpu)));
        }
        at(&mut sim, 35);
        assert_eq!(status(&sim, "large").1, "OutOfcpu", "{release:?}");
        assert_eq!(status(&sim, "small").1, "NodeShutdown", "{release:?}");
    }
}

#[test]
fn a_cut_keeps_a_static_pod_waiting_for_nobody_else() {
    for release in Release::ALL {
        let mut sim = full(release, &[("first", asks(2000)), ("second", asks(2000))]);
        create(&mut sim, &pod("needed", CRITICAL, &asks(4000)));
        create(&mut sim, &pod("later", "", ""));
        put_manifest(&mut sim, "web", "");
        at(&mut sim, 31);
        fault(&mut sim, NodeFault::CutOff);
        at(&mut sim, 60);
        let runs = |sim: &Sim, name: &str| {
            let mut all = (0..10).filter_map(|id| sim.worker(id));
            all.any(|w| w.pod.metadata.name == *name && w.runtime.running().next().is_some())
        };
        assert!(runs(&sim, "web-node-1"), "{release:?}");
        assert!(!runs(&sim, "later"), "{release:?}: what became of it nobody there knows");
        fault(&mut sim, NodeFault::Reconnect);
        at(&mut sim, 120);
        assert!(runs(&sim, "later"), "{release:?}");
    }
}

#[test]
fn who_is_not_judged_yet_takes_no_room() {
    for release in Release::ALL {
        let mut sim = cluster(release, 1, &[]);
        // The kubelet hears of both at once, of the Pod first.
        create(&mut sim, &pod("first", "", &asks(3000)));
        put_manifest(&mut sim, "web", &asks(3000));
        at(&mut sim, 60);
        assert_eq!(status(&sim, "first").1, "Preempting", "{release:?}: it had been taken on");
        assert_eq!(phase(&sim, "web-node-1"), PodPhase::Running, "{release:?}");
    }
}

fn delete(sim: &mut Sim, name: &'static str) {
    let (name, grace_period_seconds) = (Text::Static(name), None);
    sim.apply(Command::delete_pod(NAMESPACE, name, grace_period_seconds)).unwrap();
}
