//! Nodes that run out of something, whom their kubelets evict and refuse, and Pods that have ended and are too many.
//! Rules P-1021 to P-1024.

use crate::common::node_cluster::*;
use crate::common::scene;
use podlab::api::ReadOptions;
use podlab::api::status::PodPhase;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::plan::{RuntimeRule, Stop};
use podlab::cluster::pressure::EvictionSignal;
use podlab::cluster::world::{Jitter, Settings};
use podlab::files::scenario_file;
use podlab::files::scenario_file::script;
use podlab::questions::forecast::{Bounds, Forecast, Outlook};
use podlab::rules::Feature;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::History;
use podlab::timeline::story::{Row, Story};

const MEBI: i64 = 1 << 20;

/// Four Pods: one of low priority beyond its request, two beyond theirs, one within.
fn crowd(release: Release) -> Sim {
    let low =
        "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: low}, value: -5}";
    let asks = "resources: {requests: {memory: 1Gi}}";
    let objects = [
        pod("within", "", asks),
        pod("beyond", "", "resources: {requests: {memory: 100Mi}}"),
        pod("best", "", ""),
        pod("low", "priorityClassName: low,", ""),
        pod("critical", CRITICAL, ""),
    ];
    let mut all: Vec<&str> = vec![low];
    all.extend(objects.iter().map(String::as_str));
    let mut sim = cluster(release, 2, &all);
    uses(&mut sim, "beyond", EvictionSignal::Memory, 1000 * MEBI);
    uses(&mut sim, "best", EvictionSignal::Memory, 200 * MEBI);
    uses(&mut sim, "critical", EvictionSignal::Memory, 2000 * MEBI);
    sim
}

#[test]
fn under_memory_pressure_one_pod_goes_a_round_in_the_order_of_the_rule() {
    for release in Release::ALL {
        let mut sim = crowd(release);
        let mut gone: Vec<(u64, String)> = Vec::new();
        let names = ["within", "beyond", "best", "low", "critical"];
        let mut second = 30;
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(0));
        while second < 80 {
            second += 1;
            // Nothing that goes is enough.
            consume_node_resource(&mut sim, EvictionSignal::Memory, Some(80 * MEBI));
            at(&mut sim, second);
            for name in names {
                let is_new = gone.iter().all(|(_, known)| known != name);
                if is_new && phase(&sim, name) == PodPhase::Failed {
                    gone.push((second, name.to_owned()));
                }
            }
        }
        let order: Vec<&str> = gone.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(order, ["low", "beyond", "best", "within"], "{release:?}: critical ones stay");
        assert!(gone.windows(2).all(|pair| pair[1].0 - pair[0].0 == 10), "{gone:?}");
        let threshold =
            "The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi. ";
        let expected = if release.has(Feature::EvictionMessageHasThreshold) {
            [threshold, "Container app was using 1000Mi, request is 100Mi, has larger consumption of memory. "].concat()
        } else {
            "The node was low on resource: memory. Container app was using 1000Mi, which exceeds its request of 100Mi. ".to_owned()
        };
        assert_eq!(message(&sim, "beyond"), expected);
        assert!(
            event_messages(&sim, "Evicted").contains(&format!("kubelet Pod/beyond: {expected}"))
        );
        let reclaiming = "kubelet Node/node-1: Attempting to reclaim memory";
        assert_eq!(event_messages(&sim, "EvictionThresholdMet"), [reclaiming]);
        let (_, pod) = sim.pod("default", "beyond").unwrap();
        // Before 1.22 the status said nothing of the containers any more.
        let word = if release.has(Feature::PodWorkerLifecycle) { "Error" } else { "Evicted" };
        assert_eq!(status(&sim, "beyond"), (PodPhase::Failed, "Evicted".into(), word.into()));
        let target = pod.status.condition("DisruptionTarget").map(|c| c.reason.to_string());
        assert_eq!(
            target,
            release
                .has(Feature::PodDisruptionConditions)
                .then(|| "TerminationByKubelet".to_owned())
        );
    }
}

#[test]
fn what_an_eviction_frees_ends_it_and_the_node_stays_short_for_five_minutes() {
    for release in Release::ALL {
        let mut sim = crowd(release);
        uses(&mut sim, "low", EvictionSignal::Memory, 300 * MEBI);
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(80 * MEBI));
        at(&mut sim, 34);
        assert_eq!(condition(&sim, "MemoryPressure").0, "", "nobody knows yet");
        at(&mut sim, 41);
        let words = ("KubeletHasInsufficientMemory", "kubelet has insufficient memory available");
        assert_eq!(condition(&sim, "MemoryPressure"), three("True", words.0, words.1));
        assert_eq!(taints(&sim), ["memory-pressure:NoSchedule"]);
        assert_eq!(phase(&sim, "low"), PodPhase::Failed);
        at(&mut sim, 300);
        let stay = ["within", "beyond", "best", "critical"];
        assert!(stay.iter().all(|name| phase(&sim, name) == PodPhase::Running), "380Mi are enough");
        // What bears the taint or asks for something is taken, the rest is refused.
        create(&mut sim, &pod("effort", "", ""));
        create(&mut sim, &pod("burst", "", "resources: {requests: {cpu: 1m}}"));
        let bears = "tolerations: [{key: node.kubernetes.io/memory-pressure, operator: Exists}],";
        create(&mut sim, &pod("bears", bears, ""));
        at(&mut sim, 310);
        assert_eq!(status(&sim, "effort").1, "Evicted");
        let prefix =
            if release.has(Feature::PodRejectedMessage) { "Pod was rejected: " } else { "Pod " };
        let why = "The node had condition: [MemoryPressure]. ";
        assert_eq!(message(&sim, "effort"), [prefix, why].concat());
        assert_eq!(
            (phase(&sim, "burst"), phase(&sim, "bears")),
            (PodPhase::Running, PodPhase::Running)
        );
        at(&mut sim, 334);
        assert_eq!(condition(&sim, "MemoryPressure").0, "True");
        at(&mut sim, 341);
        assert_eq!(condition(&sim, "MemoryPressure").0, "False");
        assert_eq!(taints(&sim), Vec::<String>::new());
        assert_eq!(event_messages(&sim, "NodeHasSufficientMemory").len(), 1);
        at(&mut sim, 400);
        let mut forecast = Forecast::new(&sim, Bounds::default());
        while forecast.look(1000) {}
        assert_eq!(forecast.outlook(), Outlook::NothingEver, "it is over");
    }
}

#[test]
fn disk_pressure_first_takes_images_and_refuses_everything_that_is_not_critical() {
    let asks = "resources: {requests: {memory: 64Mi}}";
    let mut sim = cluster(Release::Current, 2, &[&pod("p", "", asks), &pod("q", "", "")]);
    uses(&mut sim, "q", EvictionSignal::Disk, 2 << 30);
    sim.apply(Command::Image { image: "unused:1".into(), present: true }).unwrap();
    let threshold = 10_737_418_400;
    consume_node_resource(&mut sim, EvictionSignal::Disk, Some(threshold - 1));
    at(&mut sim, 60);
    assert_eq!(phase(&sim, "q"), PodPhase::Running, "an unused image was enough");
    assert_eq!(taints(&sim), ["disk-pressure:NoSchedule"]);
    consume_node_resource(&mut sim, EvictionSignal::Disk, Some(7 << 30));
    at(&mut sim, 70);
    assert_eq!(status(&sim, "q").1, "Evicted");
    assert_eq!(
        message(&sim, "q"),
        "The node was low on resource: ephemeral-storage. Threshold quantity: 10737418400, available: 7Gi. Container app was using 2Gi, request is 0, has larger consumption of ephemeral-storage. "
    );
    create(&mut sim, &pod("burst", "", asks));
    create(&mut sim, &pod("critical", CRITICAL, ""));
    at(&mut sim, 74);
    assert_eq!(status(&sim, "burst").1, "Evicted");
    assert_eq!(phase(&sim, "critical"), PodPhase::Running);
}

#[test]
fn process_ids_go_by_priority_and_the_pod_may_take_its_own_grace_in_1_28() {
    for release in Release::ALL {
        let slow = "terminationGracePeriodSeconds: 8,";
        let mut sim = cluster(release, 2, &[&pod("p", slow, "")]);
        let stop = Some(Stop { after: None, code: 0 });
        let rule =
            RuntimeRule { pod: "*".into(), container: "*".into(), stop, ..RuntimeRule::default() };
        sim.apply(Command::Plan(rule)).unwrap();
        consume_node_resource(&mut sim, EvictionSignal::Pids, Some(100));
        // From the eviction at 35 s to SIGKILL: two seconds at least.
        let seconds = if release == Release::V1_28 { 8 } else { 2 };
        at(&mut sim, 35 + seconds - 1);
        assert!(sim.worker(0).unwrap().runtime.running().next().is_some(), "{release:?}");
        at(&mut sim, 35 + seconds + 2);
        assert!(sim.worker(0).unwrap().runtime.running().next().is_none(), "{release:?}");
        assert_eq!(phase(&sim, "p"), PodPhase::Failed);
        assert!(message(&sim, "p").starts_with("The node was low on resource: pids. "));
    }
}

#[test]
fn ended_pods_that_are_too_many_go_evicted_ones_first_then_the_oldest() {
    for release in Release::ALL {
        let never = "restartPolicy: Never,";
        let settings =
            Settings { release, jitter: Jitter::Zero, pod_gc_threshold: 2, ..Settings::default() };
        let mut sim = begin(settings, 2, &[&pod("old", never, ""), &pod("young", never, "")]);
        let exit = |sim: &mut Sim, pod: &'static str| {
            let (pod, container) = (pod.into(), "app".into());
            let reason = Text::default();
            sim.apply(Command::Exit { namespace: NAMESPACE, pod, container, code: 0, reason })
                .unwrap();
        };
        exit(&mut sim, "old");
        exit(&mut sim, "young");
        at(&mut sim, 100);
        assert!(!leaves(&sim, "old"), "two may stay");
        consume_node_resource(&mut sim, EvictionSignal::Disk, Some(0));
        at(&mut sim, 110);
        create(&mut sim, &pod("refused", "", ""));
        at(&mut sim, 115);
        assert_eq!(status(&sim, "refused").1, "Evicted");
        at(&mut sim, 121);
        let names: Vec<&str> = ["old", "young", "refused"]
            .into_iter()
            .filter(|name| sim.pod("default", name).is_some())
            .collect();
        let expected: &[&str] = if release.has(Feature::PodGCDeletesEvictedFirst) {
            &["old", "young"]
        } else {
            &["young", "refused"]
        };
        assert_eq!(names, expected, "{release:?}");
    }
}

#[test]
fn a_pod_without_a_node_that_is_to_go_has_failed_at_the_collectors_next_look() {
    for release in Release::ALL {
        let held =
            "{apiVersion: v1, kind: Pod, metadata: {name: held, finalizers: [example.com/hold]},
            spec: {nodeSelector: {no: where}, containers: [{name: app, image: 'app:v1'}]}}";
        let mut sim = cluster(release, 1, &[held]);
        let grace_period_seconds = None;
        let name = "held";
        sim.apply(Command::delete_pod(NAMESPACE, name, grace_period_seconds)).unwrap();
        at(&mut sim, 39);
        assert_eq!(phase(&sim, "held"), PodPhase::Pending);
        at(&mut sim, 41);
        let expected = if release.has(Feature::PodDisruptionConditions) {
            PodPhase::Failed
        } else {
            PodPhase::Pending
        };
        assert_eq!(phase(&sim, "held"), expected);
    }
}

#[test]
fn who_writes_more_than_its_limit_is_evicted_without_any_pressure() {
    let limits = "resources: {limits: {ephemeral-storage: 1Gi}}";
    for release in Release::ALL {
        let mut sim = cluster(release, 2, &[&pod("p", "", limits), &pod("q", "", limits)]);
        let two = "{apiVersion: v1, kind: Pod, metadata: {name: two}, spec: {nodeName: node-1, containers: [
            {name: a, image: 'app:v1', resources: {limits: {ephemeral-storage: 1Gi}}},
            {name: b, image: 'app:v1', resources: {limits: {ephemeral-storage: 2Gi}, requests: {ephemeral-storage: 1Mi}}}]}}";
        create(&mut sim, two);
        at(&mut sim, 34);
        uses(&mut sim, "p", EvictionSignal::Disk, 2 << 30);
        let usage = vec![(EvictionSignal::Disk, 1200 * MEBI)];
        let rule = RuntimeRule {
            pod: "two".into(),
            container: "a".into(),
            usage,
            ..RuntimeRule::default()
        };
        sim.apply(Command::Plan(rule)).unwrap();
        at(&mut sim, 80);
        let whole = "Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ";
        let part = "Container a exceeded its local ephemeral storage limit \"1Gi\". ";
        assert_eq!((message(&sim, "p"), message(&sim, "two")), (whole.to_owned(), part.to_owned()));
        assert_eq!(status(&sim, "p").1, "Evicted", "{release:?}");
        assert_eq!(phase(&sim, "q"), PodPhase::Running);
        let (_, p) = sim.pod("default", "p").unwrap();
        assert!(p.status.condition("DisruptionTarget").is_none(), "that is its own fault");
        assert_eq!(condition(&sim, "DiskPressure").0, "");
    }
}

#[test]
fn the_row_of_a_node_shows_what_its_kubelet_is_short_of() {
    let text = scene("node-pressure");
    let scenario = scenario_file::read(&text, &ReadOptions::default()).expect("the scene is right");
    let start = Sim::with_nodes(Settings { jitter: Jitter::Zero, ..Settings::default() }, 2);
    let story = Story::new(NAMESPACE, "demo".into());
    let mut history = History::of(start, story, script(&scenario)).expect("it can be opened");
    history.run_until(SimTime::from_seconds(420), u64::MAX);
    let row = Row::Node("node-1".into());
    let segments = history.story().segments(&row);
    let shown: Vec<(u64, String)> =
        segments.iter().map(|s| (s.from.0 / 1000, s.value.to_string())).collect();
    // Noticed at 25 s and posted at 30 s; over five minutes after that, and posted with the next heartbeat.
    assert_eq!(shown, [(30, "MemoryPressure".to_owned()), (330, "True".to_owned())]);
}

/// A Pod with two `emptyDir` volumes, the second in memory, each of which may hold 100Mi.
fn with_volumes(name: &str, container: &str) -> String {
    let volumes = "volumes: [{name: cache, emptyDir: {sizeLimit: 100Mi}}, {name: shm, emptyDir: {medium: Memory, sizeLimit: 100Mi}}, {name: free, emptyDir: {}}],";
    pod(name, volumes, container)
}

fn fills(sim: &mut Sim, pod: &'static str, volume: &'static str, amount: i64) {
    let volume_usage = vec![(volume.into(), amount)];
    let rule = RuntimeRule {
        pod: pod.into(),
        container: "*".into(),
        volume_usage,
        ..RuntimeRule::default()
    };
    sim.apply(Command::Plan(rule)).expect("anybody may");
}

#[test]
fn a_volume_beyond_its_limit_has_its_pod_evicted() {
    for release in Release::ALL {
        let critical =
            with_volumes("critical", "").replace("spec: {", &["spec: {", CRITICAL].concat());
        let names = ["disk", "memory", "within", "boundless"];
        let pods = names.map(|name| with_volumes(name, ""));
        let mut all: Vec<&str> = pods.iter().map(String::as_str).collect();
        all.push(&critical);
        let mut sim = cluster(release, 1, &all);
        fills(&mut sim, "disk", "cache", 101 * MEBI);
        fills(&mut sim, "memory", "shm", 200 * MEBI);
        fills(&mut sim, "critical", "shm", 200 * MEBI);
        fills(&mut sim, "within", "cache", 100 * MEBI);
        fills(&mut sim, "boundless", "free", 10 << 30);
        at(&mut sim, 60);
        let words = |volume: &str| {
            format!("Usage of EmptyDir volume \"{volume}\" exceeds the limit \"100Mi\". ")
        };
        assert_eq!(message(&sim, "disk"), words("cache"), "{release:?}");
        assert_eq!(message(&sim, "memory"), words("shm"));
        assert_eq!(status(&sim, "disk").1, "Evicted");
        assert!(
            event_messages(&sim, "Evicted")
                .contains(&["kubelet Pod/disk: ", &words("cache")].concat())
        );
        let (_, disk) = sim.pod("default", "disk").unwrap();
        assert!(disk.status.condition("DisruptionTarget").is_none(), "that is its own fault");
        for name in ["within", "boundless", "critical"] {
            assert_eq!(phase(&sim, name), PodPhase::Running, "{release:?}, {name}");
        }
    }
}

#[test]
fn what_lies_in_volumes_counts_for_the_machine_and_for_the_limit_of_the_pod() {
    for release in Release::ALL {
        let limits = "resources: {limits: {ephemeral-storage: 1Gi}}";
        let pods =
            [with_volumes("writer", limits), with_volumes("hoard", ""), with_volumes("p", "")];
        let all: Vec<&str> = pods.iter().map(String::as_str).collect();
        let mut sim = cluster(release, 1, &all);
        fills(&mut sim, "writer", "free", 1100 * MEBI);
        consume_node_resource(&mut sim, EvictionSignal::Memory, Some(200 * MEBI));
        fills(&mut sim, "hoard", "shm", 90 * MEBI);
        at(&mut sim, 50);
        assert_eq!(phase(&sim, "hoard"), PodPhase::Running, "{release:?}: 110Mi are left");
        let whole = "Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ";
        assert_eq!(message(&sim, "writer"), whole);
        uses(&mut sim, "p", EvictionSignal::Memory, 130 * MEBI);
        at(&mut sim, 80);
        assert_eq!(status(&sim, "hoard").1, "Evicted", "{release:?}: it uses most");
        // With the Pod its volumes are gone.
        assert_eq!(phase(&sim, "p"), PodPhase::Running);
    }
}

#[test]
fn a_scenario_says_what_lies_in_volumes() {
    let text = "{apiVersion: podlab/v1, kind: Scenario, actions: [{t: 20s, do: runtime-rule, pod: p, volumeUsage: {cache: 101Mi, shm: 1Mi}}]}";
    let scenario = scenario_file::read(text, &ReadOptions::default()).expect("it is right");
    let rule = scenario.actions.iter().find_map(|action| match &action.act {
        podlab::sim::scenario::Act::Command(Command::Plan(rule)) => Some(rule),
        _ => None,
    });
    let usage = [("cache".into(), 101 * MEBI), ("shm".into(), MEBI)];
    assert_eq!(rule.expect("it is there").volume_usage, usage);
}
