//! When the scheduler looks again at Pods that fit nowhere. Rules P-902, K-31.

use crate::common::node_cluster::*;
use podlab::api::status::PodPhase;
use podlab::command::Command;
use podlab::event::SimEvent;
use podlab::release::Release;
use podlab::sim::Sim;
use podlab::text::Text;
use podlab::world::{Jitter, Settings};

#[test]
fn a_pod_that_has_ended_makes_room_although_its_object_stays() {
    let asks = "resources: {requests: {cpu: 3}}";
    for release in Release::ALL {
        let ends = pod("ends", "restartPolicy: Never,", asks);
        let waits = pod("waits", "", asks).replace("nodeName: node-1,", "");
        for seed in 0..20 {
            let settings =
                Settings { release, seed, jitter: Jitter::Seeded, ..Settings::default() };
            let mut sim = begin(settings, 1, &[&ends, &waits]);
            assert_eq!(phase(&sim, "waits"), PodPhase::Pending, "{release:?}");
            let (pod, container, reason) = ("ends".into(), "app".into(), Text::default());
            let exit = Command::Exit { namespace: NAMESPACE, pod, container, code: 0, reason };
            sim.apply(exit).expect("it runs");
            at(&mut sim, 40);
            assert_eq!(phase(&sim, "ends"), PodPhase::Succeeded);
            // Long before five minutes, and the kubelet has the room too.
            assert_eq!(phase(&sim, "waits"), PodPhase::Running, "{release:?}, {seed}");
        }
    }
}

#[test]
fn a_pod_that_has_ended_and_that_a_finalizer_holds_makes_room() {
    let asks = "resources: {requests: {cpu: 3}}";
    for release in Release::ALL {
        let ends = pod("ends", "restartPolicy: Never,", asks)
            .replace("name: ends,", "name: ends, finalizers: [example.com/keep],");
        let waits = pod("waits", "", asks).replace("nodeName: node-1,", "");
        let mut sim = cluster(release, 1, &[&ends, &waits]);
        assert_eq!(phase(&sim, "waits"), PodPhase::Pending, "{release:?}");
        let (name, grace_period_seconds) = ("ends".into(), None);
        sim.apply(Command::DeletePod { namespace: NAMESPACE, name, grace_period_seconds })
            .expect("it is there");
        at(&mut sim, 60);
        assert!(phase(&sim, "ends").is_terminal(), "{release:?}");
        assert_eq!(phase(&sim, "waits"), PodPhase::Running, "{release:?}");
    }
}

/// How many attempts to place a Pod are planned.
fn attempts(sim: &Sim, name: &str) -> usize {
    let (id, _) = sim.pod("default", name).expect("it is there");
    let is_it = |event| matches!(event, SimEvent::SchedulingTried { pod, .. } if pod == id);
    sim.world().queue.in_order().iter().filter(|planned| is_it(planned.event)).count()
}

#[test]
fn a_pod_that_waits_has_one_attempt_planned_however_often_others_end() {
    let asks = "resources: {requests: {cpu: 3}}";
    for release in Release::ALL {
        let waits = pod("waits", "", asks).replace("nodeName: node-1,", "");
        let mut sim = cluster(release, 1, &[&pod("stays", "", asks), &waits]);
        for second in 0..20 {
            let ends = pod("ends", "", "");
            create(&mut sim, &ends);
            at(&mut sim, 40 + second * 20);
            let (name, grace_period_seconds) = ("ends".into(), Some(0));
            sim.apply(Command::DeletePod { namespace: NAMESPACE, name, grace_period_seconds })
                .expect("it is there");
            at(&mut sim, 45 + second * 20);
            assert_eq!(attempts(&sim, "waits"), 1, "{release:?}, {second}");
        }
        // Left alone, it is tried once in five minutes.
        at(&mut sim, 1000);
        let failed = |sim: &Sim| {
            let events = sim.events().iter().filter(|event| event.reason == *"FailedScheduling");
            events.map(|event| event.count).sum::<i64>()
        };
        let before = failed(&sim);
        at(&mut sim, 1000 + 3000);
        assert_eq!(failed(&sim) - before, 10, "{release:?}");
    }
}
