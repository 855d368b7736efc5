//! Budgets of disruptions: what they count, whom they let evict, and what is told of a refusal. Rules B-3 to B-8.

use crate::common::{NAMESPACE, create, try_create, wait};
use podlab::api::budget::PodDisruptionBudgetStatus;
use podlab::api::pod::Pod;
use podlab::base::text::Text;
use podlab::base::time::Timestamp;
use podlab::cluster::command::Command;
use podlab::cluster::fact::Fact;
use podlab::cluster::world::Settings;
use podlab::kubectl::get::Get;
use podlab::manifest::{Complaint, yaml};
use podlab::questions::waits::{WaitKind, waits};
use podlab::rules::release::Release;
use podlab::rules::{Feature, Rule};
use podlab::sim::Sim;
use proptest::prelude::*;

const SET: &str = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: web}, spec: {serviceName: web, replicas: 3,
    podManagementPolicy: Parallel, selector: {matchLabels: {app: web}},
    template: {metadata: {labels: {app: web}}, spec: {terminationGracePeriodSeconds: 5,
      containers: [{name: app, image: 'app:v1', readinessProbe: {httpGet: {port: 80}, periodSeconds: 1}}]}}}}";

fn budget(spec: &str) -> String {
    format!(
        "{{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {{name: pdb}},
          spec: {{selector: {{matchLabels: {{app: web}}}}, {spec}}}}}"
    )
}

/// A cluster with these objects after half a minute.
fn cluster(release: Release, objects: &[&str]) -> Sim {
    let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 3);
    sim.apply(Command::Image { image: "app:*".into(), present: true }).expect("anybody may");
    for object in objects {
        create(&mut sim, object);
    }
    wait(&mut sim, 30);
    sim
}

fn evict(sim: &mut Sim, name: &'static str) -> Result<(), Complaint> {
    let command = Command::evict(NAMESPACE, name);
    sim.apply(command).map_err(|error| error.in_full())
}

fn status(sim: &Sim) -> &PodDisruptionBudgetStatus {
    let (_, budget) = sim.world().objects.budgets.iter().next().expect("there is a budget");
    &budget.status
}

/// Expected, desired, healthy and allowed.
fn counts(sim: &Sim) -> [i64; 4] {
    let status = status(sim);
    let healthy = [status.desired_healthy, status.current_healthy];
    [status.expected_pods, healthy[0], healthy[1], status.disruptions_allowed]
}

fn terminates(sim: &Sim, name: &str) -> bool {
    sim.pod("default", name).is_some_and(|(_, pod)| pod.metadata.deletion_timestamp.is_some())
}

/// Names of the Pods of which a refused eviction is told, with what their budgets need and have.
fn refused(sim: &Sim) -> Vec<(String, i64, i64)> {
    let told = waits(sim).into_iter().filter_map(|wait| match wait.kind {
        WaitKind::Budget { needs, has, .. } => Some((wait.object.to_string(), needs, has)),
        _ => None,
    });
    told.collect()
}

const REFUSED: &str = "Cannot evict pod as it would violate the pod's disruption budget. The disruption budget pdb needs 2 healthy pods and has 2 currently";

#[test]
fn numbers_and_parts_are_counted_in_every_release() {
    for release in Release::ALL {
        for (spec, found) in [
            ("minAvailable: 2", [3, 2, 3, 1]),
            ("minAvailable: 4", [3, 4, 3, 0]),
            ("minAvailable: 34%", [3, 2, 3, 1]),
            ("minAvailable: 100%", [3, 3, 3, 0]),
            ("maxUnavailable: 1", [3, 2, 3, 1]),
            ("maxUnavailable: 34%", [3, 1, 3, 2]),
            ("maxUnavailable: 5", [3, 0, 3, 3]),
            ("maxUnavailable: 0", [3, 3, 3, 0]),
        ] {
            let sim = cluster(release, &[SET, &budget(spec)]);
            assert_eq!(counts(&sim), found, "{release:?} {spec}");
            let told: Vec<&str> =
                status(&sim).conditions.iter().map(|c| c.reason.as_str()).collect();
            let sufficient = if found[3] > 0 { "SufficientPods" } else { "InsufficientPods" };
            let expected: &[&str] = if release.has(Feature::PodDisruptionBudgetConditions) {
                &[sufficient]
            } else {
                &[]
            };
            assert_eq!(told, expected, "{release:?} {spec}");
        }
    }
}

#[test]
fn the_second_eviction_waits_until_the_first_pod_is_ready_again() {
    for release in Release::ALL {
        let mut sim = cluster(release, &[SET, &budget("minAvailable: 2")]);
        evict(&mut sim, "web-2").expect("one may go");
        assert_eq!(counts(&sim), [3, 2, 3, 0], "the budget is charged at once");
        assert!(status(&sim).disrupted_pods.contains_key("web-2"));
        // The API counts, although the controller has not looked yet.
        let early = evict(&mut sim, "web-0").unwrap_err();
        assert!(early.ends_with("needs 2 healthy pods and has 3 currently"), "{early}");
        wait(&mut sim, 1);
        assert!(status(&sim).disrupted_pods.is_empty(), "the controller saw that it goes");
        assert_eq!(evict(&mut sim, "web-1").unwrap_err(), REFUSED);
        assert!(!terminates(&sim, "web-1"));
        assert_eq!(refused(&sim), [("Pod/web-0".into(), 2, 2), ("Pod/web-1".into(), 2, 2)]);
        let told =
            sim.take_changes().into_iter().filter(|c| matches!(c.fact, Fact::EvictionRefused(_)));
        assert!(told.map(|c| c.rule).eq([Rule::B6, Rule::B6]));
        let until = sim.now() + 60_000;
        while status(&sim).disruptions_allowed == 0 && sim.now() < until {
            assert_eq!(refused(&sim).len(), 2, "nobody tries again");
            sim.step();
        }
        assert_eq!(refused(&sim), [], "it would be allowed now");
        evict(&mut sim, "web-1").expect("all are ready again");
        let marked = sim.pod("default", "web-1").is_some_and(|(_, pod)| {
            pod.status
                .condition("DisruptionTarget")
                .is_some_and(|c| c.reason == "EvictionByEvictionAPI")
        });
        assert_eq!(marked, release.has(Feature::PodDisruptionConditions));
    }
}

#[test]
fn a_refusal_is_told_until_something_else_happens_to_the_pod_or_the_budget() {
    let refuse = || {
        let mut sim = cluster(Release::Current, &[SET, &budget("maxUnavailable: 0")]);
        evict(&mut sim, "web-1").unwrap_err();
        assert_eq!(refused(&sim), [("Pod/web-1".into(), 3, 3)]);
        wait(&mut sim, 600);
        assert_eq!(refused(&sim).len(), 1);
        sim
    };
    let kubectl = |line: &str| {
        let mut sim = refuse();
        let printed = sim.kubectl(&NAMESPACE, line);
        assert_eq!((printed.err.as_str(), printed.failed), ("", false), "{line}");
        wait(&mut sim, 1);
        assert_eq!(refused(&sim), [], "{line}");
        wait(&mut sim, 60);
        assert_eq!(refused(&sim), [], "{line}");
        printed.out
    };
    kubectl("kubectl delete pod web-1");
    let deleted = kubectl("kubectl delete pdb pdb");
    assert_eq!(deleted, "poddisruptionbudget.policy \"pdb\" deleted from default namespace\n");
    let patched = kubectl("kubectl patch pdb pdb -p '{\"spec\": {\"maxUnavailable\": 1}}'");
    assert_eq!(patched, "poddisruptionbudget.policy/pdb patched\n");
}

#[test]
fn a_pod_that_takes_no_part_may_always_go() {
    // Pending: no node takes it.
    let pending = SET.replace("containers:", "nodeSelector: {disk: none}, containers:");
    let mut sim = cluster(Release::Current, &[&pending, &budget("maxUnavailable: 0")]);
    let before = sim.pod("default", "web-0").map(|(id, _)| id);
    evict(&mut sim, "web-0").expect("it is Pending");
    wait(&mut sim, 1);
    assert_ne!(sim.pod("default", "web-0").map(|(id, _)| id), before);
    // Terminating.
    let mut sim = cluster(Release::Current, &[SET, &budget("minAvailable: 3")]);
    sim.kubectl(&NAMESPACE, "kubectl delete pod web-0");
    assert!(terminates(&sim, "web-0"));
    evict(&mut sim, "web-0").expect("it goes anyhow");
    // Over.
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: job, labels: {app: web}},
        spec: {restartPolicy: Never, containers: [{name: app, image: 'app:v1'}]}}";
    let mut sim = cluster(Release::Current, &[pod, &budget("minAvailable: 1")]);
    evict(&mut sim, "job").unwrap_err();
    let (container, reason) = ("app".into(), Text::default());
    let exit =
        Command::Exit { namespace: NAMESPACE, pod: "job".into(), container, code: 0, reason };
    sim.apply(exit).expect("it runs");
    wait(&mut sim, 5);
    evict(&mut sim, "job").expect("it has succeeded");
}

/// A set whose web-2 is not Ready, or none of whose Pods is.
fn sick(release: Release, budget: &str, all: bool) -> Sim {
    let mut sim = cluster(release, &[SET, budget]);
    let pods: &[&str] = if all { &["web-0", "web-1", "web-2"] } else { &["web-2"] };
    for pod in pods {
        let text = format!("{{do: runtime-rule, pod: {pod}, answers: {{readiness: failure}}}}");
        let node = yaml::parse(&text).expect("it is YAML").remove(0);
        let action = podlab::sim::scenario::action(&node, &NAMESPACE).expect("it is an action");
        let podlab::sim::scenario::Act::Command(command) = action.act else { panic!("no command") };
        sim.apply(command).expect("anybody may");
    }
    wait(&mut sim, 10);
    sim
}

#[test]
fn a_pod_that_is_not_ready_is_evicted_by_policy() {
    for release in Release::ALL {
        let spec = "minAvailable: 2";
        let mut sim = sick(release, &budget(spec), false);
        assert_eq!(counts(&sim), [3, 2, 2, 0], "{release:?}");
        evict(&mut sim, "web-2").expect("two are healthy, as many as needed");
        assert!(status(&sim).disrupted_pods.is_empty(), "nothing is charged");
        assert_eq!(evict(&mut sim, "web-1").unwrap_err(), REFUSED);

        let mut sim = sick(release, &budget(spec), true);
        assert!(evict(&mut sim, "web-0").unwrap_err().ends_with("and has 0 currently"));
        let policy = [spec, ", unhealthyPodEvictionPolicy: AlwaysAllow"].concat();
        if release.has(Feature::PDBUnhealthyPodEvictionPolicy) {
            let mut sim = sick(release, &budget(&policy), true);
            evict(&mut sim, "web-0").expect("it may always");
        } else {
            let error = try_create(&mut sim, &budget(&policy)).unwrap_err();
            assert_eq!(error, "unknown field \"unhealthyPodEvictionPolicy\"");
        }
    }
}

#[test]
fn two_budgets_are_one_too_many() {
    let other = budget("minAvailable: 1").replace("name: pdb", "name: other");
    let mut sim = cluster(Release::V1_28, &[SET, &budget("minAvailable: 1"), &other]);
    let command = Command::evict(NAMESPACE, "web-0");
    let commands = sim.commands().len();
    let error = sim.apply(command).unwrap_err();
    let said = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
    assert_eq!((error.code, error.kubectl("")), (500, format!("Error from server: {said}")));
    assert_eq!((refused(&sim), sim.commands().len()), (Vec::new(), commands));
}

#[test]
fn a_budget_the_controller_has_not_seen_refuses() {
    let mut sim = cluster(Release::V1_28, &[SET]);
    create(&mut sim, &budget("minAvailable: 1"));
    let error = evict(&mut sim, "web-0").unwrap_err();
    assert!(error.ends_with("The disruption budget pdb is still being processed by the server."));
    wait(&mut sim, 1);
    evict(&mut sim, "web-0").expect("now it has seen it");
}

#[test]
fn a_pod_without_controller_needs_a_number() {
    let pod = "{apiVersion: v1, kind: Pod, metadata: {name: lone, labels: {app: web}},
        spec: {containers: [{name: app, image: 'app:v1'}]}}";
    for (release, reason) in [
        (Release::V1_20, "CalculateExpectedPodCountFailed"),
        (Release::V1_28, "UnmanagedPods"),
        (Release::Current, "UnmanagedPods"),
    ] {
        let mut sim = cluster(release, &[pod, &budget("maxUnavailable: 1")]);
        let told = |sim: &Sim| sim.events().iter().any(|event| event.reason == *reason);
        assert!(told(&sim), "{release:?}");
        evict(&mut sim, "lone").unwrap_err();
        let mut sim = cluster(release, &[pod, &budget("minAvailable: 0")]);
        assert!(!told(&sim), "{release:?}");
        assert_eq!(counts(&sim), [1, 0, 1, 1]);
        evict(&mut sim, "lone").expect("a number works");
    }
}

#[test]
fn updates_and_scale_downs_do_not_ask() {
    let mut sim = cluster(Release::Current, &[SET, &budget("maxUnavailable: 0")]);
    for line in ["kubectl set image sts/web app=app:v2", "kubectl scale sts/web --replicas=1"] {
        let printed = sim.kubectl(&NAMESPACE, line);
        assert_eq!(printed.err, "");
        wait(&mut sim, 1);
    }
    wait(&mut sim, 120);
    let names: Vec<&Text> = sim.world().pods().map(|(_, pod)| &pod.metadata.name).collect();
    assert_eq!(names, ["web-0"]);
    assert_eq!(counts(&sim), [1, 1, 1, 0]);
}

#[test]
fn kubectl_lists_budgets() {
    let sim = cluster(Release::Current, &[SET, &budget("maxUnavailable: 34%")]);
    let get = Get { wide: false, now: Timestamp::of(sim.now()), release: Release::Current };
    let budgets = sim.world().objects.budgets.iter().map(|(_, budget)| budget);
    assert_eq!(
        get.objects(budgets),
        "NAME   MIN AVAILABLE   MAX UNAVAILABLE   ALLOWED DISRUPTIONS   AGE\npdb    N/A             34%               2                     30s\n"
    );
}

#[test]
fn mistakes_are_refused_as_the_api_server_does() {
    let refusal = |release: Release, text: &str| {
        let mut sim = Sim::with_nodes(Settings { release, ..Settings::default() }, 1);
        try_create(&mut sim, text).unwrap_err()
    };
    let both = refusal(Release::V1_28, &budget("minAvailable: 1, maxUnavailable: 1"));
    let both = both.replace("0xc000000000", "…");
    assert_eq!(
        both,
        "PodDisruptionBudget.policy \"pdb\" is invalid: spec: Invalid value: policy.PodDisruptionBudgetSpec{MinAvailable:(*intstr.IntOrString)(…), Selector:(*v1.LabelSelector)(…), MaxUnavailable:(*intstr.IntOrString)(…), UnhealthyPodEvictionPolicy:(*policy.UnhealthyPodEvictionPolicyType)(nil)}: minAvailable and maxUnavailable cannot be both set"
    );
    for (spec, wrong) in [
        (
            "minAvailable: -1",
            "spec.minAvailable: Invalid value: -1: must be greater than or equal to 0",
        ),
        (
            "maxUnavailable: 110%",
            "spec.maxUnavailable: Invalid value: \"110%\": must not be greater than 100%",
        ),
    ] {
        let said = refusal(Release::Current, &budget(spec));
        assert_eq!(said, format!("PodDisruptionBudget.policy \"pdb\" is invalid: {wrong}"));
    }
    let old = budget("minAvailable: 1").replace("policy/v1", "policy/v1beta1");
    create(&mut cluster(Release::V1_20, &[]), &old);
    let said = refusal(Release::V1_28, &old);
    assert_eq!(said, "no matches for kind \"PodDisruptionBudget\" in version \"policy/v1beta1\"");
    let mut sim = cluster(Release::Current, &[&budget("minAvailable: 1")]);
    let said = try_create(&mut sim, &budget("minAvailable: 1")).unwrap_err();
    assert_eq!(said, "poddisruptionbudgets.policy \"pdb\" already exists");
}

fn is_healthy(pod: &Pod) -> bool {
    pod.metadata.deletion_timestamp.is_none() && pod.status.is_true("Ready")
}

fn healthy(sim: &Sim) -> i64 {
    sim.world().pods().filter(|(_, pod)| is_healthy(pod)).count() as i64
}

fn act() -> impl Strategy<Value = (u8, u8, u64)> {
    (0..8u8, 0..5u8, 0..9000u64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Whatever else happens: an eviction that is allowed takes a healthy Pod only while more are healthy than the budget
    /// needs, by what the Pods themselves are and not by what the status says.
    #[test]
    fn evictions_leave_enough_healthy_pods(
        release in prop_oneof![Just(Release::V1_20), Just(Release::V1_28), Just(Release::Current)],
        fewest in 0..6i64,
        acts in prop::collection::vec(act(), 1..40),
    ) {
        let set = SET.replace("replicas: 3", "replicas: 5");
        let mut sim = cluster(release, &[&set, &budget(&format!("minAvailable: {fewest}"))]);
        let mut allowed = 0;
        for (what, pod, wait) in acts {
            let name: Text = format!("web-{pod}").into();
            let was_healthy = sim.pod("default", &name).is_some_and(|(_, pod)| is_healthy(pod));
            match what {
                0..=4 => {
                    let evict = Command::evict(NAMESPACE, name);
                    if sim.apply(evict).is_ok() && was_healthy {
                        allowed += 1;
                        prop_assert!(healthy(&sim) >= fewest, "{} of {fewest}", healthy(&sim));
                    }
                    // Often several evictions come at one moment.
                    if wait < 4000 {
                        continue;
                    }
                }
                5 => {
                    let grace_period_seconds = None;
                    let delete = Command::delete_pod(NAMESPACE, name, grace_period_seconds);
                    let _ = sim.apply(delete);
                }
                6 => {
                    let (container, reason) = ("app".into(), Text::default());
                    let exit = Command::Exit { namespace: NAMESPACE, pod: name, container, code: 1, reason };
                    let _ = sim.apply(exit);
                }
                _ => {}
            }
            // The controller learns of everything within some milliseconds.
            sim.run_until(sim.now() + wait);
            for _ in 0..100 {
                if status(&sim).current_healthy != healthy(&sim) {
                    sim.run_until(sim.now() + 1);
                }
            }
            prop_assert_eq!(status(&sim).current_healthy, healthy(&sim));
        }
        prop_assert!(fewest < 5 || allowed == 0);
    }
}
