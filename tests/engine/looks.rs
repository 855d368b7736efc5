//! What a look at the runtime leads to. Rule K-2.

use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::world::{Jitter, Settings};
use podlab::files::scenario_file::read;
use podlab::rules::release::Release;

const FLEETING: &str = "
apiVersion: podlab/v1
kind: Scenario
metadata: {name: fleeting}
actions:
- {t: 0, do: image, image: 'example.com/app:1', present: true}
- {t: 0, do: runtime-rule, container: app, plan: [{run: 1, exit: 1}]}
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec:
  containers: [{name: app, image: example.com/app:1}]
";

/// Milliseconds for which a Pod shows the second end of its container, until it shows the back-off.
fn second_end_lasts(release: Release) -> u64 {
    let options = ReadOptions { release, ..ReadOptions::default() };
    let scenario = read(FLEETING, &options).expect("the scenario is right");
    let settings = Settings { release, jitter: Jitter::Middle, ..scenario.settings() };
    let mut player = scenario.play(settings);
    let mut ended = None;
    for now in (0..60_000).step_by(100) {
        player.run_until(SimTime(now));
        let Some((_, pod)) = player.sim.pod("default", "demo") else { continue };
        let Some(app) = pod.status.containers().first() else { continue };
        if app.restart_count == 1 && app.state.terminated().is_some() {
            ended = ended.or(Some(now));
        }
        if let Some(ended) = ended
            && app.state.waiting().is_some_and(|waiting| waiting.reason == "CrashLoopBackOff")
        {
            return now - ended;
        }
    }
    panic!("{release:?}: no back-off");
}

/// A new Pod's sandbox and container are two events of one look: the second leads to a sync at the next look, whose events
/// come after it has begun, and so on. The chain ends when a look has nothing to tell.
#[test]
fn in_1_20_the_second_event_of_a_look_leads_to_a_sync_at_the_next() {
    assert_eq!(second_end_lasts(Release::V1_20), 1000);
    for release in [Release::V1_28, Release::Current] {
        assert!(second_end_lasts(release) >= 10_000, "{release:?}");
    }
}
