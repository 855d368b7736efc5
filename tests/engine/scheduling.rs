//! When the scheduler looks again at Pods that fit nowhere. Rules P-902, K-31.

use crate::common::node_cluster::*;
use podlab::api::status::PodPhase;
use podlab::base::text::Text;
use podlab::cluster::command::{Command, NodeFault};
use podlab::cluster::event::SimEvent;
use podlab::cluster::world::{Jitter, Settings};
use podlab::rules::Feature;
use podlab::rules::release::Release;
use podlab::sim::Sim;

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
        let (name, grace_period_seconds) = ("ends", None);
        sim.apply(Command::delete_pod(NAMESPACE, name, grace_period_seconds)).expect("it is there");
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
            let (name, grace_period_seconds) = ("ends", Some(0));
            sim.apply(Command::delete_pod(NAMESPACE, name, grace_period_seconds))
                .expect("it is there");
            at(&mut sim, 45 + second * 20);
            assert_eq!(attempts(&sim, "waits"), 1, "{release:?}, {second}");
        }
        // Left alone, it is tried once in five minutes. Older schedulers check every half minute whether a minute has passed.
        at(&mut sim, 1000);
        let failed = |sim: &Sim| {
            let events = sim.events().iter().filter(|event| event.reason == *"FailedScheduling");
            events.map(|event| event.count).sum::<i64>()
        };
        let before = failed(&sim);
        at(&mut sim, 1000 + 3000);
        let tried = if release.has(Feature::UnschedulableForFiveMinutes) { 10 } else { 33 };
        assert_eq!(failed(&sim) - before, tried, "{release:?}");
    }
}

/// A Pod with labels and more in its spec.
fn placed(name: &str, labels: &str, spec: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, labels: {{{labels}}}}},
          spec: {{{spec} containers: [{{name: app, image: 'app:v1'}}]}}}}"
    )
}

/// Three nodes, of which the first two are in zone a and the third is in zone b.
fn zones(release: Release) -> Sim {
    let mut sim = cluster(release, 4, &[]);
    for (node, zone) in [("node-1", "a"), ("node-2", "a"), ("node-3", "b")] {
        let label = Command::label_node(node, "zone", Some(zone.into()));
        sim.apply(label).expect("it is there");
    }
    sim
}

fn add(sim: &mut Sim, objects: &[String]) {
    for object in objects {
        create(sim, object);
        let second = sim.now().0 / 1000;
        at(sim, second + 5);
    }
}

fn node_of(sim: &Sim, name: &str) -> String {
    sim.pod("default", name).expect("it is there").1.spec.node_name.to_string()
}

fn message(sim: &Sim, name: &str) -> String {
    let pod = sim.pod("default", name).expect("it is there").1;
    pod.status.condition("PodScheduled").expect("it was tried").message.to_string()
}

fn near(app: &str, key: &str) -> String {
    format!(
        "affinity: {{podAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: {key}, labelSelector: {{matchLabels: {{app: {app}}}}}}}]}}}},"
    )
}

#[test]
fn a_pod_runs_in_the_zone_of_the_pods_that_its_affinity_asks_for() {
    for release in Release::ALL {
        let mut sim = zones(release);
        add(&mut sim, &[placed("web", "app: web", &near("cache", "zone"))]);
        let tail = if release.has(Feature::AntiAffinityMessageHasOneReason) {
            ""
        } else {
            ", 4 node(s) didn't match pod affinity/anti-affinity"
        };
        let told = message(&sim, "web");
        let reasons = format!("available: 4 node(s) didn't match pod affinity rules{tail}.");
        assert!(told.contains(&reasons), "{release:?}: {told}");
        add(&mut sim, &[placed("cache", "app: cache", "nodeSelector: {zone: b},")]);
        let now = sim.now().0 / 1000;
        at(&mut sim, now + 30);
        assert_eq!(node_of(&sim, "web"), "node-3", "{release:?}");
    }
}

#[test]
fn the_first_of_a_group_goes_anywhere_and_the_others_follow() {
    let mut sim = zones(Release::Current);
    let group = |name| placed(name, "app: web", &near("web", "zone"));
    add(&mut sim, &[group("a"), group("b"), group("c")]);
    let zone = |name| if node_of(&sim, name) == "node-3" { "b" } else { "a" };
    assert_eq!([zone("b"), zone("c")], [zone("a"), zone("a")]);
    assert!(["a", "b", "c"].iter().all(|name| !node_of(&sim, name).is_empty()));
    // No node without the label, though it is the emptiest.
    assert!(["a", "b", "c"].iter().all(|name| node_of(&sim, name) != "node-4"));
}

#[test]
fn preferred_affinity_outweighs_emptiness() {
    let term = |of: &str| {
        format!(
            "affinity: {{{of}: {{preferredDuringSchedulingIgnoredDuringExecution: [{{weight: 10, podAffinityTerm: {{topologyKey: zone, labelSelector: {{matchLabels: {{app: cache}}}}}}}}]}}}},"
        )
    };
    let mut sim = zones(Release::Current);
    let objects = [
        placed("cache", "app: cache", "nodeName: node-3,"),
        placed("with", "app: web", &term("podAffinity")),
        placed("away", "app: web", &term("podAntiAffinity")),
    ];
    add(&mut sim, &objects);
    assert_eq!(node_of(&sim, "with"), "node-3");
    assert_ne!(node_of(&sim, "away"), "node-3");
}

fn spread(when: &str, more: &str) -> String {
    format!(
        "topologySpreadConstraints: [{{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: {when}, labelSelector: {{matchLabels: {{app: web}}}}{more}}}],"
    )
}

#[test]
fn pods_lie_evenly_over_zones_and_wait_where_that_cannot_be() {
    for release in Release::ALL {
        let mut sim = zones(release);
        let web = |name: &str| placed(name, "app: web", &spread("DoNotSchedule", ""));
        add(&mut sim, &["a", "b", "c", "d"].map(web));
        let in_b = ["a", "b", "c", "d"].iter().filter(|name| node_of(&sim, name) == "node-3");
        assert_eq!(in_b.count(), 2, "{release:?}");
        // Zone b takes no more.
        sim.apply(Command::Cordon { node: "node-3".into(), unschedulable: true })
            .expect("it is there");
        add(&mut sim, &["e", "f"].map(web));
        assert_ne!(node_of(&sim, "e"), "", "one more in zone a is no more than the skew");
        assert_eq!(node_of(&sim, "f"), "");
        let told = message(&sim, "f");
        let reasons = "0/4 nodes are available: 1 node(s) didn't match pod topology spread constraints (missing required label), 1 node(s) were unschedulable, 2 node(s) didn't match pod topology spread constraints.";
        assert!(told.starts_with(reasons), "{release:?}: {told}");
        // Room in zone b lets it go on.
        sim.apply(Command::Cordon { node: "node-3".into(), unschedulable: false })
            .expect("it is there");
        let now = sim.now().0 / 1000;
        at(&mut sim, now + 30);
        assert_eq!(node_of(&sim, "f"), "node-3", "{release:?}");
    }
}

#[test]
fn a_spread_that_is_only_wanted_chooses_and_never_keeps_a_pod_waiting() {
    let mut sim = zones(Release::Current);
    let web = |name: &str| placed(name, "app: web", &spread("ScheduleAnyway", ""));
    add(&mut sim, &["a", "b"].map(web));
    let zones: std::collections::BTreeSet<bool> =
        ["a", "b"].iter().map(|name| node_of(&sim, name) == "node-3").collect();
    assert_eq!(zones.len(), 2, "one in each zone");
    sim.apply(Command::Cordon { node: "node-3".into(), unschedulable: true }).expect("it is there");
    add(&mut sim, &["c", "d"].map(web));
    assert!(["c", "d"].iter().all(|name| !node_of(&sim, name).is_empty()));
}

#[test]
fn fewer_domains_than_wanted_count_as_if_an_empty_one_were_there() {
    let mut sim = zones(Release::Current);
    let web = |name: &str| placed(name, "app: web", &spread("DoNotSchedule", ", minDomains: 3"));
    add(&mut sim, &["a", "b", "c"].map(web));
    assert!(["a", "b"].iter().all(|name| !node_of(&sim, name).is_empty()));
    assert_eq!(node_of(&sim, "c"), "");
}

#[test]
fn a_pod_that_pushed_others_out_waits_out_its_back_off_even_if_they_are_gone_at_once() {
    let asks = "resources: {requests: {cpu: 3}}";
    for release in Release::ALL {
        let victim = pod("victim", "terminationGracePeriodSeconds: 0,", asks);
        let mut sim = cluster(release, 1, &[&victim]);
        let class = "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}";
        create(&mut sim, class);
        let important =
            pod("important", "priorityClassName: high,", asks).replace("nodeName: node-1,", "");
        create(&mut sim, &important);
        let created = sim.now();
        let bound = |sim: &Sim| {
            let (_, pod) = sim.pod("default", "important").expect("it is there");
            !pod.spec.node_name.is_empty()
        };
        while !bound(&sim) && sim.now() < created + 10_000 {
            sim.step();
        }
        let waited = sim.now().since(created);
        assert!((1000..5000).contains(&waited), "{release:?}: {waited} ms");
    }
}

#[test]
fn a_node_that_gets_worse_wakes_no_waiting_pod() {
    let asks = "resources: {requests: {cpu: 100}}";
    let waits = pod("waits", "", asks).replace("nodeName: node-1,", "");
    let mut sim = cluster(Release::V1_28, 2, &[&waits]);
    let tries = |sim: &Sim| {
        let told = sim.events().iter().filter(|event| event.reason == *"FailedScheduling");
        told.map(|event| event.count).sum::<i64>()
    };
    fault(&mut sim, NodeFault::StopRuntime);
    at(&mut sim, 80);
    let before = tries(&sim);
    fault(&mut sim, NodeFault::CutOff);
    at(&mut sim, 200);
    assert_eq!(tries(&sim), before);
}

/// A Pod that runs on a node since a second, with a priority class and labels.
type Placed = (&'static str, &'static str, &'static str, &'static str, u64);

/// The victims of a Pod that needs some CPUs, on nodes of four that have these Pods, each with two. A budget that allows no
/// disruption protects Pods with the label `guarded`.
fn victims(release: Release, nodes: u16, cpus: u8, placed: &[Placed]) -> Vec<String> {
    let class = |(name, value)| {
        format!(
            "{{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {{name: {name}}}, value: {value}}}"
        )
    };
    let classes = [("low", 10), ("middle", 20), ("high", 1000)].map(class).join("\n---\n");
    let version = if release == Release::V1_20 { "v1beta1" } else { "v1" };
    let budget = format!(
        "{{apiVersion: policy/{version}, kind: PodDisruptionBudget, metadata: {{name: guard}}, spec: {{maxUnavailable: 0, selector: {{matchLabels: {{app: guarded}}}}}}}}"
    );
    let mut sim = cluster(release, nodes, &[&classes, &budget]);
    for (name, node, class, label, second) in placed {
        at(&mut sim, 30 + second);
        let asks = "resources: {requests: {cpu: 2}}";
        let more = format!("priorityClassName: {class}, terminationGracePeriodSeconds: 30,");
        let text = pod(name, &more, asks).replace("node-1", node);
        create(&mut sim, &text.replace("{app: p}", &format!("{{app: {label}}}")));
    }
    at(&mut sim, 60);
    let asks = format!("resources: {{requests: {{cpu: {cpus}}}}}");
    let high = pod("important", "priorityClassName: high,", &asks);
    create(&mut sim, &high.replace("nodeName: node-1,", ""));
    at(&mut sim, 61);
    let leaving = sim.world().pods().filter(|(_, pod)| pod.metadata.deletion_timestamp.is_some());
    leaving.map(|(_, pod)| pod.metadata.name.to_string()).collect()
}

#[test]
fn preemption_takes_the_node_where_it_costs_least() {
    for release in Release::ALL {
        let victims = |nodes, placed: &[Placed]| victims(release, nodes, 4, placed);
        // Fewest violations of budgets, although the priority is higher.
        let guarded = [("a", "node-1", "low", "guarded", 0), ("b", "node-2", "middle", "free", 0)];
        assert_eq!(victims(2, &guarded), ["b"], "{release:?}");
        // The lowest highest priority, although the others are fewer.
        let ranks = [
            ("a", "node-1", "middle", "free", 0),
            ("b", "node-2", "low", "free", 0),
            ("c", "node-2", "low", "free", 0),
        ];
        assert_eq!(victims(2, &ranks), ["b", "c"], "{release:?}");
        // The smallest sum of priorities, to which each victim adds.
        let sums = [
            ("a", "node-1", "low", "free", 0),
            ("b", "node-1", "low", "free", 0),
            ("c", "node-2", "low", "free", 0),
        ];
        assert_eq!(victims(2, &sums), ["c"], "{release:?}");
        // The latest start.
        let starts = [("a", "node-1", "low", "free", 0), ("b", "node-2", "low", "free", 10)];
        assert_eq!(victims(2, &starts), ["b"], "{release:?}");
        // Else the first node.
        let equal = [("a", "node-1", "low", "free", 0), ("b", "node-2", "low", "free", 0)];
        assert_eq!(victims(2, &equal), ["a"], "{release:?}");
    }
}

#[test]
fn preemption_spares_the_pod_that_a_budget_protects_and_then_the_older_one() {
    for release in Release::ALL {
        let halves = |first, second| {
            let placed = [("a", "node-1", "low", first, 0), ("b", "node-1", "low", second, 10)];
            victims(release, 1, 2, &placed)
        };
        assert_eq!(halves("free", "free"), ["b"], "{release:?}");
        assert_eq!(halves("free", "guarded"), ["a"], "{release:?}");
    }
}

#[test]
fn a_pod_that_selects_the_labels_of_every_kubelet_runs() {
    for release in Release::ALL {
        let mut sim = zones(release);
        let selector = "nodeSelector: {kubernetes.io/os: linux, kubernetes.io/arch: amd64, beta.kubernetes.io/os: linux},";
        add(&mut sim, &[placed("web", "app: web", selector)]);
        assert_ne!(node_of(&sim, "web"), "", "{release:?}");
    }
    let mut sim = zones(Release::Current);
    add(&mut sim, &[placed("web", "app: web", "nodeSelector: {kubernetes.io/os: windows},")]);
    assert_eq!(node_of(&sim, "web"), "");
}
