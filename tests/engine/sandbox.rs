//! A lost sandbox: what begins again, and what stays done. Rule P-418.

use podlab::api::ReadOptions;
use podlab::api::status::{
    ConditionStatus, ContainerState, INITIALIZED, POD_READY_TO_START_CONTAINERS, PodPhase, READY,
};
use podlab::apiserver::columns::pod_status;
use podlab::base::time::SimTime;
use podlab::cluster::world::Settings;
use podlab::files::scenario_file::read;
use podlab::rules::release::Release;

const LOST: &str = "
apiVersion: podlab/v1
kind: Scenario
metadata: {name: lost}
actions:
- {t: 0, do: runtime-rule, container: setup, plan: [{run: 2}]}
- {t: 0, do: runtime-rule, container: done, plan: [{run: 3}]}
- {t: 15, do: sandbox-killed, pod: demo}
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec:
  restartPolicy: OnFailure
  initContainers:
  - {name: setup, image: example.com/app:1}
  containers:
  - {name: app, image: example.com/app:1}
  - {name: done, image: example.com/app:1}
";

#[test]
fn what_has_succeeded_under_on_failure_is_not_started_again() {
    for release in Release::ALL {
        let options = ReadOptions { release, ..ReadOptions::default() };
        let scenario = read(LOST, &options).expect("the scenario is right");
        let mut player = scenario.play(Settings { release, ..scenario.settings() });
        player.run_until(SimTime::from_seconds(40));
        let (_, pod) = player.sim.pod("default", "demo").expect("the Pod is there");
        let count = |name: &str| {
            let mut statuses = pod.status.containers().iter().chain(pod.status.init_containers());
            statuses.find(|s| s.name == *name).map(|s| s.restart_count)
        };
        let found = [count("setup"), count("app"), count("done")];
        assert_eq!(found, [Some(1), Some(1), Some(0)], "{}", release.as_str());
    }
}

/// The program ended well once, was started again, and was running when the sandbox went: it starts again. From 1.34 the
/// phase asks the last exit code that is left (P-111), which is another story.
#[test]
fn what_ended_well_long_ago_is_started_again() {
    let text = LOST.replace("- {t: 15,", "- {t: 8, do: patch, object: pod/demo, body: {spec: {containers: [{name: app, image: 'example.com/app:2'}]}}}\n- {t: 15,");
    for release in [Release::V1_20, Release::V1_28] {
        let options = ReadOptions { release, ..ReadOptions::default() };
        let scenario = read(&text, &options).expect("the scenario is right");
        let mut player = scenario.play(Settings { release, ..scenario.settings() });
        player.run_until(SimTime::from_seconds(40));
        let (_, pod) = player.sim.pod("default", "demo").expect("the Pod is there");
        let app = pod.status.containers().iter().find(|s| s.name == "app").expect("a status");
        assert!(app.state.running().is_some(), "{release:?}: {:?}", app.state);
        assert_eq!(app.restart_count, 2, "{release:?}");
    }
}

const AGAIN: &str = "
apiVersion: podlab/v1
kind: Scenario
metadata: {name: again}
jitter: zero
actions:
- {t: 0, do: image, image: 'app:*', present: true}
- {t: 0, do: runtime-rule, container: setup, plan: [{run: 4}]}
- {t: 0, do: runtime-rule, container: more, plan: [{run: 2}]}
- {t: 20, do: sandbox-killed, pod: demo}
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec:
  initContainers:
  - {name: setup, image: 'app:1'}
  - {name: more, image: 'app:1'}
  containers:
  - {name: app, image: 'app:1'}
";

/// Prints what `kubectl get pods` shows from the loss of the sandbox on, each time it changes, with the conditions that are True and
/// the states of the containers.
fn rows(release: Release) -> String {
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(AGAIN, &options).expect("the scenario is right");
    let mut player = scenario.play(Settings { release, ..scenario.settings() });
    let mut rows: Vec<String> = Vec::new();
    for tenth in 199..400 {
        player.run_until(SimTime(tenth * 100));
        let (_, pod) = player.sim.pod("default", "demo").expect("the Pod is there");
        let row = pod_status(pod, release);
        let is_true = |kind: &&str| pod.status.is_true(kind);
        let kinds = [POD_READY_TO_START_CONTAINERS, INITIALIZED, READY];
        let conditions: Vec<&str> = kinds.into_iter().filter(is_true).collect();
        let all = pod.status.init_containers().iter().chain(pod.status.containers());
        let containers = all.map(|status| {
            let state = match &status.state {
                ContainerState::Waiting(waiting) => waiting.reason.to_string(),
                ContainerState::Running(_) => "Running".to_owned(),
                ContainerState::Terminated(end) => end.exit_code.0.to_string(),
                ContainerState::Unset => "-".to_owned(),
            };
            format!("{} {state} {}", status.name, status.restart_count)
        });
        let containers: Vec<String> = containers.collect();
        let phase = pod.status.phase().as_str();
        let line = format!("{phase} {row} [{}] {}", conditions.join(" "), containers.join(", "));
        if rows.last() != Some(&line) {
            rows.push(line);
        }
    }
    rows.join("\n")
}

/// In 1.20 the Pod is Pending while an init container runs, and not initialized.
#[test]
fn init_containers_of_a_new_sandbox_run_before_the_app_starts_again() {
    let expected = "\
Running Running [Initialized Ready] setup 0 0, more 0 0, app Running 0
Running Error [Initialized] setup 0 0, more 0 0, app 137 0
Pending Init:0/2 [] setup Running 1, more 0 0, app 137 0
Running Error [Initialized] setup 0 1, more 0 0, app 137 0
Pending Init:1/2 [] setup 0 1, more Running 0, app 137 0
Running Error [Initialized] setup 0 1, more 0 0, app 137 0
Running Running [Initialized Ready] setup 0 1, more 0 0, app Running 1";
    assert_eq!(rows(Release::V1_20), expected);
}

/// 1.28 takes the end of the app in the lost sandbox for a proof that the init containers are done, and starts it beside the first one.
#[test]
fn in_1_28_the_app_starts_beside_the_first_init_container_of_a_new_sandbox() {
    let expected = "\
Running Running [PodReadyToStartContainers Initialized Ready] setup 0 0, more 0 0, app Running 0
Running Error [Initialized] setup 0 0, more 0 0, app 137 0
Running Error [PodReadyToStartContainers Initialized] setup Running 1, more 0 0, app 137 0
Running Init:0/2 [PodReadyToStartContainers Initialized Ready] setup Running 1, more 0 0, app Running 1
Running Running [PodReadyToStartContainers Initialized Ready] setup 0 1, more 0 0, app Running 1";
    assert_eq!(rows(Release::V1_28), expected);
}

/// Newer releases wait for the init containers again, with a phase that says so. Initialized still goes by the end of the app.
#[test]
fn newer_releases_wait_for_the_init_containers_of_a_new_sandbox_again() {
    let expected = "\
Running Running [PodReadyToStartContainers Initialized Ready] setup 0 0, more 0 0, app Running 0
Running Error [Initialized] setup 0 0, more 0 0, app 137 0
Pending Error [PodReadyToStartContainers Initialized] setup Running 1, more 0 0, app 137 0
Running Error [PodReadyToStartContainers Initialized] setup 0 1, more 0 0, app 137 0
Pending Error [PodReadyToStartContainers Initialized] setup 0 1, more Running 0, app 137 0
Running Error [PodReadyToStartContainers Initialized] setup 0 1, more 0 0, app 137 0
Running Running [PodReadyToStartContainers Initialized Ready] setup 0 1, more 0 0, app Running 1";
    assert_eq!(rows(Release::Current), expected);
}

/// All containers of the machine end as those of a machine that was switched off do, and its kubelet starts them again at once.
#[test]
fn a_node_that_crashes_loses_all_sandboxes_and_its_kubelet_goes_on() {
    let text = AGAIN.replace("do: sandbox-killed, pod: demo", "do: node-crash, node: node-1");
    let never = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: once}\nspec: {restartPolicy: Never, \
                 containers: [{name: app, image: 'app:1'}]}\n";
    let text = text.replace("jitter: zero\n", "jitter: zero\nnodes: 1\n") + never;
    for release in Release::ALL {
        let options = ReadOptions { release, ..ReadOptions::default() };
        let scenario = read(&text, &options).expect("the scenario is right");
        let mut player = scenario.play(Settings { release, ..scenario.settings() });
        player.run_until(SimTime::from_seconds(40));
        let find = |name: &str| player.sim.pod("default", name).expect("the Pod is there").1;
        let demo = &find("demo").status.containers()[0];
        assert!(demo.ready && demo.restart_count == 1, "{release:?}");
        let end = demo.last_state.terminated().expect("it ended");
        assert_eq!((end.exit_code.0, end.reason.as_str()), (255, "Unknown"), "{release:?}");
        assert_eq!(find("once").status.phase(), PodPhase::Failed, "{release:?}");
        let node = player.sim.world().nodes().next().expect("a node");
        let ready = node.status.conditions.iter().find(|condition| condition.kind == "Ready");
        assert!(ready.is_none_or(|ready| ready.status == ConditionStatus::True), "{release:?}");
    }
}

/// Rule P-312. The second init container has failed once, and the sandbox is lost twice while it is to run again.
#[test]
fn the_restarts_of_an_init_container_stay_counted_in_a_new_sandbox() {
    const FAILED_ONCE: &str = "
apiVersion: podlab/v1
kind: Scenario
actions:
- {t: 1, do: container-exit, pod: p, container: i1, code: 1}
- {t: 2, do: sandbox-killed, pod: p}
- {t: 4, do: sandbox-killed, pod: p}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  initContainers:
  - {name: i0, restartPolicy: Always, image: 'app:1'}
  - {name: i1, image: 'app:1'}
  containers: [{name: app, image: 'app:1'}]
";
    for release in [Release::V1_28, Release::Current] {
        let options = ReadOptions { release, ..ReadOptions::default() };
        let scenario = read(FAILED_ONCE, &options).expect("the scenario is right");
        let mut player = scenario.play(Settings { release, ..scenario.settings() });
        let mut counts = vec![0];
        for tenth in 0..300 {
            player.run_until(SimTime(tenth * 100));
            let Some((_, pod)) = player.sim.pod("default", "p") else { continue };
            let statuses = pod.status.init_containers();
            let count = statuses.iter().find(|s| s.name == "i1").map_or(0, |s| s.restart_count);
            if counts.last() != Some(&count) {
                counts.push(count);
            }
        }
        assert_eq!(counts, [0, 1], "{release:?}");
    }
}
