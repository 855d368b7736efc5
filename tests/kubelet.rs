//! What a kubelet does beyond starting and stopping containers one by one: known answers of the rule book.

use podlab::api::pod::Pod;
use podlab::api::status::{ContainerStatus, PodPhase};
use podlab::change::{Change, Subject};
use podlab::kubectl::columns::pod_status;
use podlab::manifest::ReadOptions;
use podlab::player::Player;
use podlab::release::Release;
use podlab::scenario_file::read;
use podlab::time::SimTime;
use podlab::world::{Jitter, Settings};

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
    told(run, &Subject::Status)
}

/// What was told of a subject, one after the other.
fn told(run: &Run, subject: &Subject) -> Vec<String> {
    let changes = run.changes.iter().filter(|c| c.subject == *subject);
    changes.map(|c| c.new.to_string()).collect()
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
    let kind = Subject::Condition("AllContainersRestarting".into());
    assert_eq!(told(&run, &kind), ["False", "True: RestartAllContainersStarted", "False"]);
    assert!(!run.changes.iter().any(|c| matches!(c.subject, Subject::Hook(..))));
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
