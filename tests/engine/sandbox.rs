//! A lost sandbox: what begins again, and what stays done. Rule P-418.

use podlab::api::ReadOptions;
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
