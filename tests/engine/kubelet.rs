//! What a kubelet does beyond starting and stopping containers one by one: known answers of the rule book.

use podlab::api::ReadOptions;
use podlab::api::pod::Pod;
use podlab::api::status::{ContainerStatus, PodPhase};
use podlab::apiserver::columns::pod_status;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{Fact, ProgramEvent};
use podlab::cluster::world::{Jitter, Settings};
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::rules::Feature;
use podlab::rules::release::Release;

/// A run without chance until a moment, and what changed in it.
struct Run {
    player: Player,
    changes: Vec<Change>,
}

/// Plays a scenario until a moment.
fn play(text: &str, release: Release, second: u64) -> Run {
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(text, &options).expect("the scenario is right");
    let settings = Settings { release, jitter: Jitter::Zero, ..scenario.settings() };
    let mut player = scenario.play(settings);
    player.run_until(SimTime::from_seconds(second));
    let changes = player.sim.take_changes();
    Run { player, changes }
}

fn demo(run: &Run) -> &Pod {
    run.player.sim.pod("default", "demo").expect("the Pod is there").1
}

fn status<'a>(pod: &'a Pod, name: &str) -> &'a ContainerStatus {
    let mut all = pod.status.containers().iter().chain(pod.status.init_containers());
    all.find(|s| s.name == *name).expect("a status")
}

/// What STATUS said, one after the other.
fn statuses(run: &Run) -> Vec<String> {
    values_of(run, "status", "")
}

/// The values of a part of an object, one after the other.
fn values_of(run: &Run, subject: &str, name: &str) -> Vec<String> {
    moments(run, subject, name).into_iter().map(|(_, new)| new).collect()
}

const ALL: &str = "
apiVersion: podlab/v1
kind: Scenario
metadata: {name: all}
actions:
- {t: 0, do: image, image: 'app:*', present: true}
- {t: 0, do: runtime-rule, container: setup, plan: [{run: 3}]}
- {t: 0, do: runtime-rule, container: done, plan: [{run: 2}]}
- {t: 20, do: container-exit, pod: demo, container: watcher, code: 88}
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec:
  restartPolicy: Never
  initContainers:
  - {name: setup, image: 'app:1'}
  containers:
  - {name: done, image: 'app:1'}
  - name: main
    image: 'app:1'
    readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 2}
    lifecycle: {preStop: {sleep: {seconds: 5}}}
  - name: watcher
    image: 'app:1'
    restartPolicy: Never
    restartPolicyRules:
    - {action: RestartAllContainers, exitCodes: {operator: In, values: [88]}}
";

#[test]
fn an_exit_may_start_all_containers_again() {
    let before = play(ALL, Release::Current, 19);
    let run = play(ALL, Release::Current, 40);
    let (old, pod) = (demo(&before), demo(&run));
    assert_eq!((&old.metadata.uid, &old.status.pod_ip), (&pod.metadata.uid, &pod.status.pod_ip));
    assert_eq!(pod.status.phase(), PodPhase::Running);
    for name in ["setup", "done", "main", "watcher"] {
        let status = status(pod, name);
        assert_eq!(status.restart_count, 1, "{name}");
        let last = status.last_state.terminated().expect("an end before");
        assert_eq!((last.exit_code.0, last.reason.as_str()), (137, "RestartingAllContainers"));
        assert_eq!(last.finished_at, None);
    }
    assert!(status(pod, "main").state.running().is_some());
    assert!(status(pod, "main").ready, "its probe is asked again");
    assert_eq!(status(pod, "done").state.terminated().map(|end| end.exit_code.0), Some(0));
    let condition = pod.status.condition("AllContainersRestarting").expect("the condition");
    assert_eq!(condition.status.as_str(), "False");
    let restarting = values_of(&run, "condition", "AllContainersRestarting");
    assert_eq!(restarting, ["False", "True: RestartAllContainersStarted", "False"]);
    assert!(!run.changes.iter().any(|c| matches!(c.fact, Fact::Hook { .. })));
    assert_eq!(
        statuses(&run),
        [
            "Pending",
            "Init:0/1",
            "PodInitializing",
            "Running",
            "NotReady",
            "Init:RestartingAllContainers",
            "Init:0/1",
            "PodInitializing",
            "Running",
            "NotReady",
        ]
    );
}

#[test]
fn a_pod_that_is_to_go_does_not_start_all_over() {
    let text = ALL.replace("- {t: 20,", "- {t: 18, do: delete, object: pod/demo}\n- {t: 20,");
    let run = play(&text, Release::Current, 21);
    assert_eq!(pod_status(demo(&run), Release::Current), "Terminating");
    assert!(!demo(&run).status.is_true("AllContainersRestarting"));
    assert!(play(&text, Release::Current, 60).player.sim.pod("default", "demo").is_none());
}

/// A Pod that is acted on, in a cluster of one node.
fn with(actions: &str, spec: &str) -> String {
    format!(
        "apiVersion: podlab/v1\nkind: Scenario\nmetadata: {{name: kubelet}}\nnodes: 1\nactions:\n\
         - {{t: 0, do: image, image: 'app:*', present: true}}\n{actions}\n---\n\
         {{apiVersion: v1, kind: Pod, metadata: {{name: demo}}, spec: {{{spec}}}}}\n"
    )
}

/// Seconds at which something of a part of an object was told, with what it was.
fn moments(run: &Run, subject: &str, name: &str) -> Vec<(u64, String)> {
    let records = run.changes.iter().map(|change| change.record(String::new()));
    let of = records.filter(|record| record.subject == subject && record.name == *name);
    of.map(|record| (record.time.0 / 1000, record.new)).collect()
}

#[test]
fn a_kubelet_that_starts_anew_gives_the_full_grace_again() {
    let text = with(
        "- {t: 0, do: runtime-rule, container: app, stop: {after: -1}}\n- {t: 20, do: delete, object: pod/demo}\n\
         - {t: 40, do: kubelet-restart, node: node-1}",
        "containers: [{name: app, image: 'app:1'}]",
    );
    for release in Release::ALL {
        let run = play(&text, release, 120);
        let signals = moments(&run, "signal", "app");
        let words: Vec<&str> = signals.iter().map(|(_, word)| word.as_str()).collect();
        assert_eq!(words, ["SIGTERM", "SIGTERM", "SIGKILL"], "{release:?}");
        assert_eq!(signals[2].0 - signals[1].0, 30, "{release:?}: {signals:?}");
        assert!((40..42).contains(&signals[1].0), "{release:?}: {signals:?}");
        assert!(run.player.sim.pod("default", "demo").is_none(), "{release:?}");
    }
}

#[test]
fn a_hook_may_run_twice() {
    let text = with(
        "- {t: 0, do: runtime-rule, container: app, exec: {drain: {delay: 10}}}\n\
         - {t: 20, do: delete, object: pod/demo}\n- {t: 25, do: kubelet-restart, node: node-1}",
        "containers: [{name: app, image: 'app:1', lifecycle: {preStop: {exec: {command: [drain]}}}}]",
    );
    let run = play(&text, Release::Current, 120);
    let hooks = moments(&run, "hook", "app");
    assert_eq!(hooks.iter().map(|hook| hook.0).collect::<Vec<_>>(), [20, 25]);
    let signals = moments(&run, "signal", "app");
    assert_eq!(signals, [(35, "SIGTERM".to_owned())]);
}

#[test]
fn a_kubelet_that_starts_anew_has_forgotten_its_back_offs() {
    let crash = "- {t: 0, do: runtime-rule, container: app, plan: [{run: 1, exit: 1}]}";
    let spec = "containers: [{name: app, image: 'app:1'}]";
    let restarts = |run: &Run| status(demo(run), "app").restart_count;
    for release in Release::ALL {
        let quiet = play(&with(crash, spec), release, 220);
        let begun = play(
            &with(&format!("{crash}\n- {{t: 200, do: kubelet-restart, node: node-1}}"), spec),
            release,
            220,
        );
        // It starts the container at once, again after its end, and after a first back-off of 10 s.
        let more = restarts(&begun) - restarts(&quiet);
        assert!((2..=3).contains(&more), "{release:?}: {more}");
        let message = format!("{:?}", status(demo(&begun), "app").state);
        assert!(!message.contains("2m40s"), "{release:?}: {message}");
    }
}

#[test]
fn readiness_outlives_a_kubelet_from_1_35() {
    let text = with(
        "- {t: 60, do: kubelet-restart, node: node-1}",
        "containers: [{name: app, image: 'app:1', readinessProbe: {tcpSocket: {port: 80}, initialDelaySeconds: 5},
          startupProbe: {tcpSocket: {port: 80}}}]",
    );
    for release in Release::ALL {
        let run = play(&text, release, 100);
        let after: Vec<_> =
            moments(&run, "ready", "app").into_iter().filter(|(at, _)| *at >= 60).collect();
        let words: Vec<&str> = after.iter().map(|(_, word)| word.as_str()).collect();
        let expected: &[&str] = if release.has(Feature::ChangeContainerStatusOnKubeletRestart) {
            &["false", "true"]
        } else {
            &[]
        };
        assert_eq!(words, expected, "{release:?}");
        assert_eq!(status(demo(&run), "app").restart_count, 0);
        assert!(status(demo(&run), "app").ready);
    }
}

#[test]
fn what_was_not_ready_stays_so_when_a_kubelet_starts_anew() {
    let text = with(
        "- {t: 0, do: tcp-endpoint, answer: connection refused}\n- {t: 60, do: kubelet-restart, node: node-1}",
        "containers: [{name: app, image: 'app:1', readinessProbe: {tcpSocket: {port: 80}, periodSeconds: 30}}]",
    );
    let run = play(&text, Release::Current, 120);
    assert_eq!(values_of(&run, "ready", "app"), Vec::<String>::new());
}

#[test]
fn the_deadline_counts_from_the_start_of_the_pod() {
    let text = with(
        "- {t: 20, do: kubelet-restart, node: node-1}",
        "activeDeadlineSeconds: 30, containers: [{name: app, image: 'app:1'}]",
    );
    for release in Release::ALL {
        let run = play(&text, release, 90);
        let failed = moments(&run, "reason", "").into_iter().find(|(_, r)| r == "DeadlineExceeded");
        assert!(failed.is_some_and(|(at, _)| (30..34).contains(&at)), "{release:?}");
    }
}

#[test]
fn restarts_are_held_back_as_the_cluster_says() {
    let header = |more: &str| {
        with(
            "- {t: 0, do: runtime-rule, container: app, plan: [{run: 1, exit: 1}]}",
            "containers: [{name: app, image: 'app:1'}]",
        )
        .replace("nodes: 1", &format!("nodes: 1\n{more}"))
    };
    // Without chance a restart comes with the first look after its window.
    let at = |more: &str, release| {
        let run = play(&header(more), release, 200);
        let start = Fact::Program { container: "app".into(), event: ProgramEvent::Started };
        let starts = run.changes.iter().filter(|c| c.fact == start);
        let started = starts.map(|c| c.time.0 / 1000);
        started.collect::<Vec<u64>>()
    };
    let usual = at("", Release::Current);
    assert_eq!(usual.len(), 6, "{usual:?}");
    let reduced = "featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}";
    let often = at(reduced, Release::Current);
    let waits: Vec<u64> = often.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for (wait, least) in waits.iter().zip([1, 2, 3, 5, 9, 17, 33]) {
        assert!((least..least + 3).contains(wait), "{waits:?}");
    }
    let capped = at("maxContainerRestartPeriod: 2s", Release::Current);
    let waits: Vec<u64> = capped.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(waits.len() > 40 && waits[2..].iter().all(|wait| (3..=5).contains(wait)), "{waits:?}");
    assert_eq!(at(reduced, Release::V1_28), at("", Release::V1_28));
    let wrong = read(&header("maxContainerRestartPeriod: 10m"), &ReadOptions::default());
    let told = wrong.expect_err("at most 300 s")[0].to_string();
    assert!(
        told.contains("maxContainerRestartPeriod: it must be a duration from 1s to 300s"),
        "{told}"
    );
    let wrong = read(&header("featureGates: {Reduce: true}"), &ReadOptions::default());
    assert!(wrong.expect_err("no such gate")[0].to_string().contains("featureGates.Reduce"));
}

#[test]
fn a_kubelet_refuses_what_it_cannot_take() {
    let bound = |name: &str, spec: &str| {
        format!(
            "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}}}, spec: {{nodeName: node-1, {spec}}}}}\n"
        )
    };
    let text = with(
        "",
        "nodeName: node-1, containers: [{name: app, image: 'app:1', ports: [{containerPort: 80, hostPort: 8080}]}]",
    );
    let ports =
        "containers: [{name: app, image: 'app:1', ports: [{containerPort: 81, hostPort: 8080}]}]";
    let windows = "os: {name: windows}, containers: [{name: app, image: 'app:1'}]";
    let run = play(
        &[text, bound("ports", ports), bound("windows", windows)].concat(),
        Release::Current,
        30,
    );
    let refused = |name: &str| {
        let status = &run.player.sim.pod("default", name).expect("it stays").1.status;
        (status.phase().as_str(), status.reason.to_string(), status.message.to_string())
    };
    let failed = |reason: &str, message: &str| ("Failed", reason.to_owned(), message.to_owned());
    let message = "Pod was rejected: Predicate NodePorts failed";
    assert_eq!(refused("ports"), failed("NodePorts", message));
    let message = "Pod was rejected: Failed to admit pod as the OS field doesn't match node OS";
    assert_eq!(refused("windows"), failed("PodOSNotSupported", message));
    assert_eq!(demo(&run).status.phase(), PodPhase::Running);
}

#[test]
fn a_node_is_full_at_its_number_of_pods() {
    let mut text = with("", "nodeName: node-1, containers: [{name: app, image: 'app:1'}]");
    for number in 0..110 {
        let name = format!("more-{number}");
        text.push_str(&format!(
            "---\n{{apiVersion: v1, kind: Pod, metadata: {{name: {name}}}, spec: {{nodeName: node-1, containers: [{{name: app, image: 'app:1'}}]}}}}\n"
        ));
    }
    let run = play(&text, Release::V1_28, 30);
    let failed: Vec<_> = run
        .player
        .sim
        .world()
        .pods()
        .filter(|(_, pod)| pod.status.phase() == PodPhase::Failed)
        .collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(
        failed[0].1.status.message,
        "Pod was rejected: Node didn't have enough resource: pods, requested: 1, used: 110, capacity: 110"
    );
}

#[test]
fn runtimes_tell_of_two_kinds_of_failed_pulls() {
    let text = |error: &str| {
        with(
            &format!("- {{t: 0, do: registry, image: '*', error: '{error}'}}"),
            "containers: [{name: app, image: 'other:1'}]",
        )
    };
    let state = |error: &str, release| {
        let run = play(&text(error), release, 2);
        let waiting = status(demo(&run), "app").state.waiting().cloned().expect("it waits");
        (waiting.reason.to_string(), waiting.message.to_string())
    };
    assert_eq!(
        state("RegistryUnavailable: try later", Release::Current),
        (
            "RegistryUnavailable".to_owned(),
            "image pull failed for other:1 because the registry is unavailable: try later"
                .to_owned()
        )
    );
    assert_eq!(
        state("SignatureValidationFailed: no key", Release::V1_28).0,
        "SignatureValidationFailed"
    );
    assert_eq!(state("RegistryUnavailable: try later", Release::V1_20).0, "ErrImagePull");
}

/// Rules P-407, K-9: after four quick failures a run of five minutes does not reset the back-off, so the next start waits
/// for 80 s as in the recorded cluster. A run of eleven minutes resets it: that start is immediate.
#[test]
fn only_a_run_longer_than_the_reset_time_resets_the_back_off() {
    for release in [Release::V1_20, Release::V1_28] {
        for (seconds, held) in
            [(300, Some("back-off 1m20s")), (590, Some("back-off 1m20s")), (660, None)]
        {
            let plan = "{run: 1, exit: 1}, ".repeat(4);
            let rule = format!(
                "- {{t: 0, do: runtime-rule, plan: [{plan}{{run: {seconds}, exit: 1}}, {{run: -1}}]}}"
            );
            let text = with(&rule, "containers: [{name: app, image: 'app:1'}]");
            let start = {
                let run = play(&text, release, 200);
                assert_eq!(status(demo(&run), "app").restart_count, 4, "{release:?}");
                let is_start = |change: &&Change| {
                    matches!(&change.fact, Fact::Program { event: ProgramEvent::Started, .. })
                };
                run.changes.iter().rfind(is_start).expect("it began").time.0 / 1000
            };
            // Within 60 s of the end the kubelet has looked again, in every release.
            let run = play(&text, release, start + seconds + 60);
            let app = status(demo(&run), "app");
            let message = app.state.waiting().map(|waiting| waiting.message.to_string());
            match held {
                Some(words) => {
                    let message = message.unwrap_or_else(|| panic!("{release:?}: {:?}", app.state));
                    assert!(message.starts_with(words), "{release:?}, {seconds} s: {message}");
                    let later = play(&text, release, start + seconds + 120);
                    assert_eq!(status(demo(&later), "app").restart_count, 5, "{release:?}");
                }
                None => assert_eq!((message, app.restart_count), (None, 5), "{release:?}"),
            }
        }
    }
}
