//! Variants of one run on one clock: where they begin to differ.

use podlab::api::{ObjectRef, ReadOptions};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::cluster::world::Jitter;
use podlab::files::scenario_file::{self, Scenario, script};
use podlab::manifest::Complaint;
use podlab::questions::compare::{self, Aspect, Differences};
use podlab::sim::Sim;
use podlab::timeline::history::History;
use podlab::timeline::story::{Row, Story};

const EXITS_0: &str = "apiVersion: podlab/v1
kind: Scenario
metadata: {name: exits}
actions:
- {t: 0, do: runtime-rule, container: app, plan: [{run: 10, exit: 0}, {run: -1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec: {containers: [{name: app, image: nginx}]}
";

const SET: &str = "apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  replicas: 3
  serviceName: web
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: app, image: nginx}]}
";

const PROBED: &str = "apiVersion: podlab/v1
kind: Scenario
metadata: {name: probed}
actions:
- {t: 20, do: http-endpoint, answer: 500}
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec: {containers: [{name: app, image: nginx, livenessProbe: {httpGet: {port: 80}, periodSeconds: 5}}]}
";

fn scenario(text: &str) -> Scenario {
    let mut scenario = scenario_file::read(text, &ReadOptions::default()).unwrap();
    scenario.jitter = Some(Jitter::Zero);
    scenario
}

/// The variants of a text at their beginning.
fn runs(text: &str, aspect: &str, values: &[&str]) -> Result<Vec<History>, Complaint> {
    let scenario = scenario(text);
    let variants =
        Aspect::parse(aspect).variants(values, &scenario.settings(), &script(&scenario))?;
    let run = |variant: compare::Variant| {
        let start = Sim::with_nodes(variant.settings, 2);
        let mut story = Story::new("default".into(), "demo".into());
        story.follow(ObjectRef::stateful_set("default", "web"));
        History::of(start, story, variant.plan).map_err(|error| error.message)
    };
    variants.into_iter().map(run).collect()
}

#[test]
fn what_one_run_refuses_is_told() {
    let text = EXITS_0.replace(
        "---\n",
        "- {t: 30, do: container-exit, pod: demo, container: app, code: 1}\n---\n",
    );
    let mut runs = runs(&text, "restartPolicy", &["Always", "Never"]).unwrap();
    let told =
        |run: &History| run.refused().map(|(act, why)| (act.time, why.to_string())).collect();
    for run in &mut runs {
        run.run_until(SimTime::from_seconds(29), u64::MAX);
        assert!(run.refused().next().is_none(), "nothing is refused before its time");
        run.run_until(SimTime::from_seconds(60), u64::MAX);
    }
    let all: Vec<Vec<(SimTime, String)>> = runs.iter().map(told).collect();
    let refusal = (SimTime::from_seconds(30), "container app is not running".to_owned());
    assert_eq!(all, [vec![], vec![refusal.clone()]]);
    // Going back and forth tells it once.
    runs[1].seek(SimTime::from_seconds(10), u64::MAX);
    assert!(runs[1].refused().next().is_none());
    runs[1].seek(SimTime::from_seconds(60), u64::MAX);
    let again: Vec<(SimTime, String)> = told(&runs[1]);
    assert_eq!(again, [refusal]);
}

fn stories(runs: &[History]) -> Vec<&Story> {
    runs.iter().map(History::story).collect()
}

/// The variants of a text and where they differ.
fn differences(
    text: &str,
    aspect: &str,
    values: &[&str],
    until: u64,
) -> (Vec<History>, Differences) {
    let mut all = runs(text, aspect, values).unwrap();
    let mut runs: Vec<&mut History> = all.iter_mut().collect();
    let until = SimTime::from_seconds(until);
    assert!(compare::run_until(&mut runs, until, u64::MAX));
    assert_eq!(compare::now(&runs), until);
    let mut differences = Differences::default();
    differences.look(&stories(&all), until);
    (all, differences)
}

/// What a row shows in every run where it begins to differ, and when.
fn difference(differences: &Differences, pod: Option<&str>, row: &Row) -> (u64, Vec<String>) {
    let found = differences.of(pod, row).unwrap_or_else(|| panic!("{row:?} does not differ"));
    let word = |value: &Option<podlab::timeline::story::Segment>| {
        value.as_ref().map_or("-".to_owned(), |segment| segment.value.to_string())
    };
    (found.from.seconds(), found.values.iter().map(word).collect())
}

#[test]
fn restart_policies_part_when_the_program_has_ended() {
    let values = ["Always", "OnFailure", "Never"];
    let (runs, found) = differences(EXITS_0, "restartPolicy", &values, 60);
    let (from, status) = difference(&found, Some("demo"), &Row::Status);
    assert_eq!(status, ["Running", "Completed", "Completed"], "{from}");
    let (_, phases) = difference(&found, Some("demo"), &Row::Phase);
    assert_eq!(phases, ["Running", "Succeeded", "Succeeded"]);
    let first = &found.all()[0];
    assert!((11..=14).contains(&first.from.seconds()), "{first:?}");
    let ends =
        runs.iter().map(|run| run.story().segments(&Row::Phase).last().unwrap().value.to_string());
    assert_eq!(ends.collect::<Vec<_>>(), ["Running", "Succeeded", "Succeeded"]);
    // Under both the program is not started again after exit code 0, so they never differ.
    let (_, same) = differences(EXITS_0, "restartPolicy", &["OnFailure", "Never"], 600);
    assert_eq!(same.all(), []);
}

#[test]
fn every_difference_names_the_changes_that_made_it() {
    let (runs, found) = differences(EXITS_0, "restartPolicy", &["Always", "Never"], 60);
    for difference in found.all() {
        let name = difference.pod.as_deref().unwrap_or_default();
        for (run, (value, change)) in
            runs.iter().zip(difference.values.iter().zip(&difference.changes))
        {
            let Some(segment) = value else { continue };
            assert!(segment.from <= difference.from);
            assert_eq!(*change, Some(segment.change));
            let line = run.story().segments_of(name, &difference.row);
            assert!(line.iter().any(|s| s.change == segment.change && s.value == segment.value));
            let why = run.story().why(segment.change);
            assert!(why.iter().all(|step| step.time <= difference.from));
        }
    }
}

#[test]
fn pod_management_policies_part_at_the_second_pod() {
    let values = ["OrderedReady", "Parallel"];
    let (_, found) = differences(SET, "podManagementPolicy", &values, 60);
    let (from, status) = difference(&found, Some("web-1"), &Row::Phase);
    assert_eq!((from, status), (0, vec!["-".to_owned(), "Pending".to_owned()]));
    assert!(found.of(Some("web-0"), &Row::Phase).is_none(), "the first Pod is made alike");
    assert!(found.of(None, &Row::Controller).is_some());
    assert_eq!(found.all()[0].from.seconds(), 0);
}

#[test]
fn a_probe_that_may_fail_oftener_restarts_later() {
    let values = ["1", "3"];
    let (runs, found) =
        differences(PROBED, "containers[app].livenessProbe.failureThreshold", &values, 60);
    // The probe fails at 20 s for the first time, and again every 5 s.
    let row = Row::Restarts("app".into());
    assert_eq!(difference(&found, Some("demo"), &row), (21, vec!["1".to_owned(), "-".to_owned()]));
    let first = |run: &History| run.story().segments(&row)[0].from;
    let apart = first(&runs[1]).since(first(&runs[0]));
    assert!((9_000..=11_000).contains(&apart), "two periods more: {apart}");
    let short = runs_named(PROBED, "livenessProbe.failureThreshold");
    let long = runs_named(PROBED, "spec.containers[0].livenessProbe.failureThreshold");
    assert_eq!(short, long, "a path may begin at the first container");
}

fn runs_named(text: &str, aspect: &str) -> Vec<u64> {
    let (runs, _) = differences(text, aspect, &["1", "3"], 60);
    runs.iter().map(|run| run.sim().fingerprint()).collect()
}

#[test]
fn a_strategy_without_partition_is_a_strategy() {
    let with_partition = SET.replace(
        "  replicas: 3\n",
        "  replicas: 3\n  updateStrategy: {rollingUpdate: {partition: 1}}\n",
    );
    let mut all =
        runs(&with_partition, "updateStrategy.type", &["RollingUpdate", "OnDelete"]).unwrap();
    let patch = podlab::manifest::yaml::parse(
        "{spec: {template: {spec: {containers: [{name: app, image: 'nginx:2'}]}}}}",
    );
    let patch = patch.unwrap().remove(0);
    let mut both: Vec<&mut History> = all.iter_mut().collect();
    compare::run_until(&mut both, SimTime::from_seconds(60), u64::MAX);
    for run in &mut both {
        let (namespace, name, patch) = ("default", "web", patch.clone());
        run.act(vec![Command::patch(ObjectRef::stateful_set(namespace, name), patch)]).unwrap();
    }
    let until = SimTime::from_seconds(150);
    compare::run_until(&mut both, until, u64::MAX);
    let mut found = Differences::default();
    found.look(&stories(&all), until);
    let touched = |pod: &str| found.of(Some(pod), &Row::Status).is_some();
    assert_eq!([touched("web-0"), touched("web-1"), touched("web-2")], [false, true, true]);
    assert!(found.all()[0].from.seconds() >= 60);
}

#[test]
fn releases_and_seeds_can_be_compared() {
    let releases = ["1.20", "1.28", "current"];
    let (_, found) = differences(EXITS_0, "kubernetes", &releases, 60);
    let condition = Row::Condition("PodReadyToStartContainers".into());
    let (_, values) = difference(&found, Some("demo"), &condition);
    assert_eq!(values[0], "-", "{values:?}");
    assert_ne!(values[2], "-", "{values:?}");
    let (_, same) = differences(EXITS_0, "seed", &["1", "2", "3", "4"], 600);
    assert_eq!(same.all(), [], "without chance the seed changes nothing");
}

#[test]
fn looking_again_and_again_finds_the_same() {
    for (text, aspect, values) in [
        (EXITS_0, "restartPolicy", ["Always", "Never"]),
        (SET, "podManagementPolicy", ["OrderedReady", "Parallel"]),
        (PROBED, "livenessProbe.failureThreshold", ["1", "2"]),
    ] {
        let (_, at_once) = differences(text, aspect, &values, 90);
        let mut all = runs(text, aspect, &values).unwrap();
        let mut slowly = Differences::default();
        for tenth in 1..=900 {
            let mut both: Vec<&mut History> = all.iter_mut().collect();
            let until = SimTime(tenth * 100);
            // In slices, as the page does.
            while !compare::run_until(&mut both, until, 1) {}
            slowly.look(&stories(&all), until);
        }
        assert_eq!(slowly.all(), at_once.all());
        assert!(!slowly.all().is_empty());
    }
}

#[test]
fn one_clock_steps_and_seeks_for_all() {
    let mut all = runs(EXITS_0, "restartPolicy", &["Always", "Never"]).unwrap();
    let mut both: Vec<&mut History> = all.iter_mut().collect();
    compare::run_until(&mut both, SimTime::from_seconds(30), u64::MAX);
    let there = both.iter().map(|run| run.sim().fingerprint()).collect::<Vec<_>>();
    assert!(compare::seek(&mut both, SimTime::from_seconds(5), u64::MAX));
    assert!(compare::step(&mut both));
    assert_eq!(both[0].now(), both[1].now());
    assert_eq!(compare::look_for_change(&mut both, 1000), Some(true));
    let at = compare::now(&both);
    assert!(both.iter().all(|run| run.now() == at && at > SimTime::from_seconds(5)));
    assert!(compare::seek(&mut both, SimTime::from_seconds(30), u64::MAX));
    assert_eq!(both.iter().map(|run| run.sim().fingerprint()).collect::<Vec<_>>(), there);
}

#[test]
fn branches_can_be_compared() {
    let mut first = runs(EXITS_0, "seed", &["1", "2"]).unwrap().remove(0);
    first.run_until(SimTime::from_seconds(40), u64::MAX);
    first.seek(SimTime::from_seconds(8), u64::MAX);
    let (namespace, name) = (Text::from("default"), Text::from("demo"));
    first.act(vec![Command::delete_pod(namespace, name, None)]).unwrap();
    let mut other = first.clone();
    other.switch(0, u64::MAX);
    let mut both = [&mut first, &mut other];
    compare::seek(&mut both, SimTime::from_seconds(40), u64::MAX);
    let mut found = Differences::default();
    found.look(&[first.story(), other.story()], SimTime::from_seconds(40));
    let begun = &found.all()[0];
    assert_eq!((begun.from.seconds(), &begun.row), (8, &Row::Status));
    let (_, values) = difference(&found, Some("demo"), &Row::Status);
    assert_eq!(values, ["Terminating", "Running"]);
}

#[test]
fn what_cannot_vary_is_told() {
    let told = |text: &str, aspect: &str, values: &[&str]| {
        runs(text, aspect, values).map(|runs| runs.len()).unwrap_err().to_string()
    };
    assert_eq!(told(EXITS_0, "restartPolicy", &["Always"]), "there must be two to four values");
    assert_eq!(
        told(EXITS_0, "restartPolicy", &["Always", "Sometimes"]),
        "Sometimes: Unsupported value: \"Sometimes\": supported values: \"Always\", \"OnFailure\", \"Never\""
    );
    assert!(told(EXITS_0, "restartPolcy", &["Always", "Never"]).contains("restartPolcy"));
    assert_eq!(
        told(EXITS_0, "kubernetes", &["1.20", "1.9"]),
        "1.9: Podlab does not know this release"
    );
    assert_eq!(told(EXITS_0, "seed", &["1", "x"]), "x: it must be a whole number");
    assert!(told(EXITS_0, "containers[web].image", &["a", "b"]).contains("no "));
}
