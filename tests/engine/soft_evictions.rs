//! Thresholds that have to be crossed for a while before Pods go, and what else kubelets are told about evictions. Rule P-1021.

use crate::common::node_cluster::*;
use podlab::api::ReadOptions;
use podlab::api::status::PodPhase;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::fact::Fact;
use podlab::cluster::plan::{RuntimeRule, Stop};
use podlab::cluster::pressure::EvictionSignal;
use podlab::cluster::world::Settings;
use podlab::files::scenario_file;
use podlab::questions::forecast::{Bounds, Forecast};
use podlab::rules::Feature;
use podlab::rules::release::Release;
use podlab::sim::Sim;

const MEBI: i64 = 1 << 20;

/// A cluster whose kubelets are told this about soft thresholds.
fn with_soft_thresholds(release: Release, header: &str, objects: &[&str]) -> Sim {
    let text = format!("{{apiVersion: podlab/v1, kind: Scenario, jitter: zero, {header}}}");
    let scenario = scenario_file::read(&text, &ReadOptions::default()).expect("it is right");
    begin(Settings { release, ..scenario.settings() }, 1, objects)
}

const SOFT: &str =
    "evictionSoft: {memory.available: 1Gi}, evictionSoftGracePeriod: {memory.available: 40s}";

#[test]
fn a_soft_threshold_has_to_be_crossed_for_its_grace_period() {
    for release in Release::ALL {
        let header = [SOFT, ", evictionMaxPodGracePeriod: 10"].concat();
        let pods = [pod("best", "", ""), pod("critical", CRITICAL, "")];
        let mut sim = with_soft_thresholds(release, &header, &[&pods[0], &pods[1]]);
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(500 * MEBI));
        at(&mut sim, 41);
        assert_eq!(condition(&sim, "MemoryPressure").0, "True", "that is said before anybody goes");
        at(&mut sim, 70);
        assert_eq!(phase(&sim, "best"), PodPhase::Running, "{release:?}: seen at 35 s");
        at(&mut sim, 79);
        assert_eq!(status(&sim, "best").1, "Evicted", "{release:?}");
        if release.has(Feature::EvictionMessageHasThreshold) {
            let words =
                "The node was low on resource: memory. Threshold quantity: 1Gi, available: 500Mi. ";
            assert!(message(&sim, "best").starts_with(words), "{}", message(&sim, "best"));
        }
        // One that is crossed for a moment leads to nothing.
        let mut sim = with_soft_thresholds(release, &header, &[&pods[0]]);
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(500 * MEBI));
        at(&mut sim, 60);
        consume_node_resource(&mut sim, EvictionSignal::Memory, None);
        at(&mut sim, 66);
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(500 * MEBI));
        at(&mut sim, 110);
        assert_eq!(phase(&sim, "best"), PodPhase::Running, "{release:?}: its time began again");
        at(&mut sim, 130);
        assert_eq!(status(&sim, "best").1, "Evicted", "{release:?}");
    }
}

#[test]
fn the_grace_of_a_pod_that_goes_softly_is_bounded() {
    // From 1.32 on the Pod's own grace counts where it is less.
    let cases = [(10, 30, 10, 10), (10, 4, 10, 4), (0, 20, 20, 20)];
    for release in Release::ALL {
        for (most, own, before, after) in cases {
            let header = format!("{SOFT}, evictionMaxPodGracePeriod: {most}");
            let object = pod("p", &format!("terminationGracePeriodSeconds: {own},"), "");
            let mut sim = with_soft_thresholds(release, &header, &[&object]);
            let stop = Some(Stop { after: None, code: 0 });
            let rule = RuntimeRule {
                pod: "p".into(),
                container: "*".into(),
                stop,
                ..RuntimeRule::default()
            };
            sim.apply(Command::Plan(rule)).unwrap();
            consume_node_resource(&mut sim, EvictionSignal::Memory, Some(500 * MEBI));
            let runs = |sim: &Sim| {
                let id = sim.pod("default", "p").unwrap().0;
                sim.worker(id).is_some_and(|worker| worker.runtime.running().next().is_some())
            };
            at(&mut sim, 75);
            let mut second = 75;
            while runs(&sim) {
                second += 1;
                at(&mut sim, second);
            }
            let expected = match release {
                Release::Current => after,
                // None at all are the runtime's least there.
                Release::V1_20 if most == 0 => 2,
                _ => before,
            };
            let took = second - 75;
            assert!(
                (expected..=expected + 3).contains(&took),
                "{release:?}, {most}, {own}: {took}"
            );
        }
    }
}

#[test]
fn a_hard_threshold_goes_first_and_more_than_it_is_made_free() {
    for release in Release::ALL {
        let header = "evictionSoft: {memory.available: 10%}, evictionSoftGracePeriod: {memory.available: 1h}, evictionMinimumReclaim: {memory.available: 300Mi}";
        let names = ["a", "b", "c"];
        let pods = names.map(|name| pod(name, "", ""));
        let all: Vec<&str> = pods.iter().map(String::as_str).collect();
        let mut sim = with_soft_thresholds(release, header, &all);
        uses(&mut sim, "a", EvictionSignal::Memory, 230 * MEBI);
        uses(&mut sim, "b", EvictionSignal::Memory, 220 * MEBI);
        uses(&mut sim, "c", EvictionSignal::Memory, 210 * MEBI);
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(80 * MEBI));
        at(&mut sim, 200);
        let gone = names.map(|name| status(&sim, name).1 == "Evicted");
        assert_eq!(gone, [true, true, false], "{release:?}: 310Mi were less than 400Mi");
        if release.has(Feature::EvictionMessageHasThreshold) {
            assert!(message(&sim, "a").contains("Threshold quantity: 100Mi"), "the hard one");
        }
        // The soft one is still crossed.
        at(&mut sim, 1000);
        assert_eq!(condition(&sim, "MemoryPressure").0, "True", "{release:?}");
    }
}

#[test]
fn what_kubelets_are_told_about_evictions_is_checked_and_kept() {
    let wrong = |header: &str| {
        let text = format!("{{apiVersion: podlab/v1, kind: Scenario, {header}}}");
        let found = scenario_file::read(&text, &ReadOptions::default()).expect_err(header);
        format!("{}: {}", found[0].path, found[0].message)
    };
    let cases = [
        (
            "evictionSoft: {memory.available: 1Gi}",
            "evictionSoft: grace period must be specified for the soft eviction threshold memory.available",
        ),
        (
            "evictionSoft: {memory: 1Gi}",
            "evictionSoft.memory: it must be memory.available, nodefs.available or pid.available",
        ),
        (
            "evictionSoft: {pid.available: 100%}",
            "evictionSoft.pid.available: it must be an amount such as 500Mi or a percentage such as 15%",
        ),
        (
            "evictionSoftGracePeriod: {pid.available: soon}",
            "evictionSoftGracePeriod.pid.available: it must be a duration such as 90s",
        ),
        (
            "evictionMaxPodGracePeriod: -1",
            "evictionMaxPodGracePeriod: it must be a whole number of seconds from 0",
        ),
        (
            "evictionMinimumReclaim: 5",
            "evictionMinimumReclaim: it must be a map such as {memory.available: 500Mi}",
        ),
    ];
    for (header, expected) in cases {
        assert_eq!(wrong(header), expected);
    }
    let text = "{apiVersion: podlab/v1, kind: Scenario, evictionSoft: {memory.available: 1.5Gi, nodefs.available: 15%}, evictionSoftGracePeriod: {memory.available: 90s, nodefs.available: 2m}, evictionMinimumReclaim: {pid.available: 100}, evictionMaxPodGracePeriod: 60}";
    let told = scenario_file::read(text, &ReadOptions::default()).expect("it is right").eviction;
    let mut kept = podlab::cluster::eviction::Eviction::default();
    for (field, node) in told.write() {
        kept.read(field, &node).unwrap_or_else(|wrong| panic!("{}", wrong.message));
    }
    assert_eq!(kept, told);
    assert_eq!(told.write().len(), 4);
    let soft = told.thresholds(EvictionSignal::Disk, 100 << 30).nth(1).unwrap();
    // 107374182400 × 0.15 as a 32-bit float.
    assert_eq!((soft.amount, soft.grace), (16_106_128_000, 120_000));
}

#[test]
fn a_kubelet_that_starts_anew_forgets_since_when_a_threshold_is_crossed() {
    for release in Release::ALL {
        let mut sim = with_soft_thresholds(release, SOFT, &[&pod("p", "", "")]);
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(500 * MEBI));
        at(&mut sim, 60);
        fault(&mut sim, NodeFault::RestartKubelet);
        at(&mut sim, 61);
        assert_eq!(condition(&sim, "MemoryPressure").0, "True", "it sees at once that it is");
        at(&mut sim, 99);
        assert_eq!(phase(&sim, "p"), PodPhase::Running, "{release:?}: its time began again");
        at(&mut sim, 120);
        assert_eq!(status(&sim, "p").1, "Evicted", "{release:?}");
    }
}

#[test]
fn a_kubelet_that_starts_anew_forgets_what_it_was_short_of() {
    for release in Release::ALL {
        let mut sim = with_soft_thresholds(release, SOFT, &[&pod("p", "", "")]);
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(500 * MEBI));
        at(&mut sim, 42);
        consume_node_resource(&mut sim, EvictionSignal::Memory, None);
        at(&mut sim, 60);
        assert_eq!(condition(&sim, "MemoryPressure").0, "True", "that stays for five minutes");
        fault(&mut sim, NodeFault::RestartKubelet);
        create(&mut sim, &pod("best", "", ""));
        at(&mut sim, 71);
        assert_eq!(condition(&sim, "MemoryPressure").0, "False", "{release:?}");
        assert_eq!(taints(&sim), Vec::<String>::new());
        assert_eq!(phase(&sim, "best"), PodPhase::Running, "{release:?}: nobody is refused");
    }
}

/// A kubelet that wants nearly all memory to be free, and a Pod that asks for some.
fn crossed_by_requests(release: Release, grace: &str) -> Sim {
    let header = format!(
        "evictionSoft: {{memory.available: 95%}}, evictionSoftGracePeriod: {{memory.available: {grace}}}"
    );
    let asks = "resources: {requests: {memory: 1Gi}}";
    with_soft_thresholds(release, &header, &[&pod("p", "", asks)])
}

#[test]
fn a_soft_threshold_is_looked_at_although_no_script_says_what_is_used() {
    for release in Release::ALL {
        let mut sim = crossed_by_requests(release, "40s");
        assert_eq!(condition(&sim, "MemoryPressure").0, "True", "{release:?}: what it asks for");
        at(&mut sim, 60);
        assert_eq!(status(&sim, "p").1, "Evicted", "{release:?}");
    }
}

#[test]
fn a_forecast_waits_for_the_end_of_a_grace_period() {
    for release in Release::ALL {
        let mut sim = crossed_by_requests(release, "2h");
        at(&mut sim, 600);
        let mut forecast = Forecast::new(&sim, Bounds::default());
        while forecast.look(1000) {}
        let failed =
            |c: &&podlab::Change| matches!(c.fact, Fact::Phase { new: PodPhase::Failed, .. });
        let evicted = forecast.coming().iter().find(failed);
        let second = evicted.map(|change| change.time.0 / 1000);
        assert!(second.is_some_and(|s| (7200..7230).contains(&s)), "{release:?}: {second:?}");
    }
}
