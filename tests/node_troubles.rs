//! Nodes that are in trouble while their kubelets are heard: no runtime, no network, a shutdown, too little of something;
//! and Pods that have ended and are too many. Chapter 10 of the rule book.

use podlab::api::status::{PodPhase, READY};
use podlab::command::{Command, NodeFault};
use podlab::forecast::{Bounds, Forecast, Outlook};
use podlab::kubectl::columns::pod_status;
use podlab::manifest::{ReadOptions, read};
use podlab::plan::{Rule, Stop};
use podlab::pressure::Scarce;
use podlab::release::Release;
use podlab::sim::Sim;
use podlab::text::Text;
use podlab::time::SimTime;
use podlab::world::{Jitter, Settings};

const NAMESPACE: Text = Text::Static("default");

fn pod(name: &str, more: &str, container: &str) -> String {
    format!(
        "{{apiVersion: v1, kind: Pod, metadata: {{name: {name}, labels: {{app: p}}}}, spec: {{nodeName: node-1, {more}
          containers: [{{name: app, image: 'app:v1', {container}}}]}}}}"
    )
}

fn try_create(sim: &mut Sim, text: &str) {
    let release = sim.settings().release;
    let options = ReadOptions { release, ..ReadOptions::default() };
    for object in read(text, &options).expect("an object") {
        sim.apply(Command::Create(Box::new(object))).expect("it is new");
    }
}

/// Nodes and these objects after half a minute. Heartbeats come at full tens of seconds, rounds for evictions at fives.
/// Every program needs a second to stop and ends with 143.
fn cluster(release: Release, nodes: u16, objects: &[&str]) -> Sim {
    begin(Settings { release, jitter: Jitter::Zero, ..Settings::default() }, nodes, objects)
}

fn begin(settings: Settings, nodes: u16, objects: &[&str]) -> Sim {
    let mut sim = Sim::with_nodes(settings, nodes);
    sim.apply(Command::Image { image: "app:*".into(), present: true }).expect("anybody may");
    let stop = Some(Stop { after: Some(1000), code: 143 });
    let rule = Rule { pod: "*".into(), container: "*".into(), stop, ..Rule::default() };
    sim.apply(Command::Plan(rule)).expect("anybody may");
    for object in objects {
        try_create(&mut sim, object);
    }
    at(&mut sim, 30);
    sim
}

fn at(sim: &mut Sim, second: u64) {
    sim.run_until(SimTime::from_seconds(second));
    for change in sim.take_changes() {
        assert!(podlab::rules::find(change.rule).is_some(), "{change:?}");
    }
}

fn fault(sim: &mut Sim, fault: NodeFault) {
    let command = Command::DisturbNode { node: "node-1".into(), fault };
    sim.apply(command).unwrap_or_else(|error| panic!("{}", error.message));
}

fn press(sim: &mut Sim, scarce: Scarce, available: Option<i128>) {
    sim.apply(Command::PressNode { node: "node-1".into(), scarce, available }).expect("it runs");
}

fn uses(sim: &mut Sim, pod: &'static str, scarce: Scarce, amount: i128) {
    let usage = vec![(scarce, amount)];
    let rule = Rule { pod: pod.into(), container: "*".into(), usage, ..Rule::default() };
    sim.apply(Command::Plan(rule)).expect("anybody may");
}

fn status(sim: &Sim, name: &str) -> (PodPhase, String, String) {
    let (_, pod) = sim.pod("default", name).unwrap_or_else(|| panic!("there is no {name}"));
    let word = pod_status(pod, sim.settings().release).to_string();
    (pod.status.phase(), pod.status.reason.to_string(), word)
}

fn phase(sim: &Sim, name: &str) -> PodPhase {
    status(sim, name).0
}

fn message(sim: &Sim, name: &str) -> String {
    sim.pod("default", name).map(|(_, pod)| pod.status.message.to_string()).unwrap_or_default()
}

fn leaves(sim: &Sim, name: &str) -> bool {
    sim.pod("default", name).is_none_or(|(_, pod)| pod.metadata.deletion_timestamp.is_some())
}

fn restarts(sim: &Sim, name: &str) -> i64 {
    sim.pod("default", name).unwrap().1.status.containers()[0].restart_count
}

fn taints(sim: &Sim) -> Vec<String> {
    let node = sim.world().nodes().next().expect("there is one");
    node.spec
        .taints
        .iter()
        .map(|taint| {
            let words = podlab::controller::node_lifecycle::in_words(taint);
            words.trim_start_matches("node.kubernetes.io/").to_owned()
        })
        .collect()
}

/// Status, reason and message of a condition of the node.
fn condition(sim: &Sim, kind: &str) -> (String, String, String) {
    let node = sim.world().nodes().next().expect("there is one");
    let found = node.status.conditions.iter().find(|c| c.kind == *kind);
    let text = |text: &str| text.to_owned();
    found.map_or_else(Default::default, |c| {
        (text(c.status.as_str()), text(&c.reason), text(&c.message))
    })
}

fn told(sim: &Sim, reason: &str) -> Vec<String> {
    let events = sim.events().iter().filter(|event| event.reason == *reason);
    events.map(|event| format!("{} {}: {}", event.from, event.about, event.message)).collect()
}

fn three(first: &str, second: &str, third: &str) -> (String, String, String) {
    (first.to_owned(), second.to_owned(), third.to_owned())
}

#[test]
fn a_kubelet_without_runtime_says_so_and_its_pods_stay_ready_until_the_taint_deletes_them() {
    for release in Release::ALL {
        let mut sim = cluster(release, 2, &[&pod("p", "", ""), &pod("q", "", "")]);
        let ends = Rule { pod: "q".into(), container: "*".into(), ..Rule::default() };
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
        assert_eq!(told(&sim, "NodeNotReady"), said);
        // Nobody marks the Pods, unlike those of a silent node.
        let (_, p) = sim.pod("default", "p").unwrap();
        assert!(p.status.is_true(READY));
        assert_eq!(restarts(&sim, "q"), 0, "nothing is started");
        try_create(&mut sim, &pod("new", "", ""));
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
        assert_eq!(told(&sim, "NodeReady").len(), 1);
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
        assert_eq!(told(&sim, "NodeNotReady"), Vec::<String>::new());
        assert_eq!(taints(&sim), Vec::<String>::new());
    }
}

#[test]
fn without_a_network_plugin_nothing_new_starts_but_on_the_hosts_network() {
    for release in Release::ALL {
        let mut sim = cluster(release, 2, &[]);
        fault(&mut sim, NodeFault::StopPlugin);
        try_create(&mut sim, &pod("p", "", ""));
        try_create(&mut sim, &pod("h", "hostNetwork: true,", ""));
        at(&mut sim, 45);
        assert_eq!(status(&sim, "p").2, "ContainerCreating", "{release:?}");
        assert_eq!(phase(&sim, "h"), PodPhase::Running);
        assert_eq!(taints(&sim), ["not-ready:NoSchedule", "not-ready:NoExecute"]);
        assert!(told(&sim, "NetworkNotReady")[0].starts_with(
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

const CRITICAL: &str = "priorityClassName: system-node-critical,";

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
        let rule = Rule { pod: "p".into(), container: "*".into(), stop: never, ..Rule::default() };
        sim.apply(Command::Plan(rule)).unwrap();
        shut_down(&mut sim, 30, 10);
        at(&mut sim, 31);
        let ready = condition(&sim, READY);
        assert_eq!(ready, three("False", "KubeletNotReady", "node is shutting down"));
        assert_eq!(taints(&sim)[0], "not-ready:NoSchedule");
        try_create(&mut sim, &pod("late", "", ""));
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
        assert_eq!(sim.world().link_of("node-1"), podlab::machines::Link::Off, "and then it goes");
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
    let rule = Rule { pod: "*".into(), container: "*".into(), stop, ..Rule::default() };
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
        assert_eq!(sim.world().link_of("node-1"), podlab::machines::Link::Off);
        at(&mut sim, 40);
        assert_eq!(phase(&sim, "p"), PodPhase::Running);
    }
    let mut sim = cluster(Release::Current, 1, &[]);
    let wrong = Command::ShutDownNode { node: "node-1".into(), grace: 5, critical: 10 };
    assert!(sim.apply(wrong).unwrap_err().message.contains("must be <= shutdownGracePeriod 5s"));
}

const MEBI: i128 = 1 << 20;

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
    uses(&mut sim, "beyond", Scarce::Memory, 1000 * MEBI);
    uses(&mut sim, "best", Scarce::Memory, 200 * MEBI);
    uses(&mut sim, "critical", Scarce::Memory, 2000 * MEBI);
    sim
}

#[test]
fn under_memory_pressure_one_pod_goes_a_round_in_the_order_of_the_rule() {
    for release in Release::ALL {
        let mut sim = crowd(release);
        let mut gone: Vec<(u64, String)> = Vec::new();
        let names = ["within", "beyond", "best", "low", "critical"];
        let mut second = 30;
        press(&mut sim, Scarce::Memory, Some(0));
        while second < 80 {
            second += 1;
            // Nothing that goes is enough.
            press(&mut sim, Scarce::Memory, Some(80 * MEBI));
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
        let expected = if release.has(26) {
            [threshold, "Container app was using 1000Mi, request is 100Mi, has larger consumption of memory. "].concat()
        } else {
            "The node was low on resource: memory. Container app was using 1000Mi, which exceeds its request of 100Mi. ".to_owned()
        };
        assert_eq!(message(&sim, "beyond"), expected);
        assert!(told(&sim, "Evicted").contains(&format!("kubelet Pod/beyond: {expected}")));
        let reclaiming = "kubelet Node/node-1: Attempting to reclaim memory";
        assert_eq!(told(&sim, "EvictionThresholdMet"), [reclaiming]);
        let (_, pod) = sim.pod("default", "beyond").unwrap();
        // Before 1.22 the status said nothing of the containers any more.
        let word = if release.has(22) { "Error" } else { "Evicted" };
        assert_eq!(status(&sim, "beyond"), (PodPhase::Failed, "Evicted".into(), word.into()));
        let target = pod.status.condition("DisruptionTarget").map(|c| c.reason.to_string());
        assert_eq!(target, release.has(26).then(|| "TerminationByKubelet".to_owned()));
    }
}

#[test]
fn what_an_eviction_frees_ends_it_and_the_node_stays_short_for_five_minutes() {
    for release in Release::ALL {
        let mut sim = crowd(release);
        uses(&mut sim, "low", Scarce::Memory, 300 * MEBI);
        press(&mut sim, Scarce::Memory, Some(80 * MEBI));
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
        try_create(&mut sim, &pod("effort", "", ""));
        try_create(&mut sim, &pod("burst", "", "resources: {requests: {cpu: 1m}}"));
        let bears = "tolerations: [{key: node.kubernetes.io/memory-pressure, operator: Exists}],";
        try_create(&mut sim, &pod("bears", bears, ""));
        at(&mut sim, 310);
        assert_eq!(status(&sim, "effort").1, "Evicted");
        let prefix = if release.has(28) { "Pod was rejected: " } else { "Pod " };
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
        assert_eq!(told(&sim, "NodeHasSufficientMemory").len(), 1);
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
    uses(&mut sim, "q", Scarce::Disk, 2 << 30);
    sim.apply(Command::Image { image: "unused:1".into(), present: true }).unwrap();
    let threshold = 10_737_418_400;
    press(&mut sim, Scarce::Disk, Some(threshold - 1));
    at(&mut sim, 60);
    assert_eq!(phase(&sim, "q"), PodPhase::Running, "an unused image was enough");
    assert_eq!(taints(&sim), ["disk-pressure:NoSchedule"]);
    press(&mut sim, Scarce::Disk, Some(7 << 30));
    at(&mut sim, 70);
    assert_eq!(status(&sim, "q").1, "Evicted");
    assert_eq!(
        message(&sim, "q"),
        "The node was low on resource: ephemeral-storage. Threshold quantity: 10737418400, available: 7Gi. Container app was using 2Gi, request is 0, has larger consumption of ephemeral-storage. "
    );
    try_create(&mut sim, &pod("burst", "", asks));
    try_create(&mut sim, &pod("critical", CRITICAL, ""));
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
        let rule = Rule { pod: "*".into(), container: "*".into(), stop, ..Rule::default() };
        sim.apply(Command::Plan(rule)).unwrap();
        press(&mut sim, Scarce::Pids, Some(100));
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
        press(&mut sim, Scarce::Disk, Some(0));
        at(&mut sim, 110);
        try_create(&mut sim, &pod("refused", "", ""));
        at(&mut sim, 115);
        assert_eq!(status(&sim, "refused").1, "Evicted");
        at(&mut sim, 121);
        let names: Vec<&str> = ["old", "young", "refused"]
            .into_iter()
            .filter(|name| sim.pod("default", name).is_some())
            .collect();
        let expected: &[&str] =
            if release.has(24) { &["old", "young"] } else { &["young", "refused"] };
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
        let name = "held".into();
        sim.apply(Command::DeletePod { namespace: NAMESPACE, name, grace_period_seconds }).unwrap();
        at(&mut sim, 39);
        assert_eq!(phase(&sim, "held"), PodPhase::Pending);
        at(&mut sim, 41);
        let expected = if release.has(26) { PodPhase::Failed } else { PodPhase::Pending };
        assert_eq!(phase(&sim, "held"), expected);
    }
}
