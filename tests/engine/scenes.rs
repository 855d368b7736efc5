//! The scenes in `lessons/scenes/` are right: each can be read, and does all it plans.

use crate::common;
use podlab::api::ReadOptions;
use podlab::api::status::ExitCode;
use podlab::base::time::SimTime;
use podlab::cluster::world::Settings;
use podlab::files::player::Player;
use podlab::files::scenario_file::{Source, read, read_all, script};
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::History;

#[test]
fn every_scene_plays() {
    let mut seen = 0;
    for (name, text) in common::scenes() {
        let scenario = read(&text, &ReadOptions::default())
            .unwrap_or_else(|mistakes| panic!("{name}: {}", mistakes[0]));
        assert_eq!(scenario.name, name.as_str());
        assert!(!scenario.title.is_empty() && !scenario.summary.is_empty(), "{name}");
        assert!(!scenario.question.is_empty(), "{name} asks nothing");
        let (namespace, pod) = scenario.first_pod().unwrap_or_else(|| panic!("{name} has no Pod"));
        let start = Sim::with_nodes(Settings::default(), scenario.node_count());
        let acts = script(&scenario);
        let mut history = History::new(start, namespace, pod, acts)
            .unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message));
        let until = scenario.until.unwrap_or_else(|| panic!("{name} has no end"));
        assert!(until >= SimTime::from_seconds(30), "{name} ends too soon");
        assert!(history.run_until(until, 100_000), "{name} does not end");
        assert_eq!(history.done(), history.plan().len(), "{name} does not do all it plans");
        let shown = podlab::apiserver::columns::get_pods(
            history.sim().world().pods().map(|(_, pod)| pod.as_ref()),
            podlab::apiserver::columns::Columns::default(),
            podlab::base::time::Timestamp::of(until),
            podlab::rules::release::Release::Current,
        );
        println!("{name}\n{shown}");
        seen += 1;
    }
    assert!(seen > 10, "only {seen} scenes");
}

#[test]
fn a_scene_opens_before_it_hands_over_and_leaves_the_rest_to_its_reader() {
    let mut count = 0;
    for (name, text) in common::scenes() {
        let scenario = read(&text, &ReadOptions::default()).expect("the scene is right");
        let until = scenario.until.expect("a scene has an end");
        assert!(scenario.opens < until, "{name} opens after its end");
        let Some(turn) = &scenario.turn else { continue };
        count += 1;
        // There is time to see what happened, and what does not happen by itself.
        assert!(scenario.opens + 5000 <= turn.at, "{name} hands over as soon as it opens");
        assert!(turn.at + 15_000 <= until, "{name} ends as soon as it hands over");
        let repaired = scenario.actions.iter().find(|action| action.time > turn.at);
        assert!(repaired.is_none(), "{name}: {repaired:?} is the turn of the reader");
    }
    assert!(count > 15, "only {count} scenes hand over");
}

#[test]
fn scenes_about_the_back_off_print_it_when_they_open() {
    for name in ["crash-loop", "exit-0"] {
        let scenario = read(&common::scene(name), &ReadOptions::default()).expect("it is right");
        assert_eq!(scenario.release, Some(Release::V1_28), "{name}");
        let mut player = scenario.play(scenario.settings());
        let status = |player: &Player| {
            let pod = player.sim.pod("default", "demo").expect("it is there").1;
            podlab::apiserver::columns::pod_status(pod, Release::V1_28).to_string()
        };
        player.run_until(scenario.opens);
        assert_ne!(status(&player), "CrashLoopBackOff", "{name}: the reader sees it come");
        player.run_until(scenario.opens + 3000);
        assert_eq!(status(&player), "CrashLoopBackOff", "{name}");
        player.run_until(scenario.opens + 10_000);
        assert_eq!(status(&player), "CrashLoopBackOff", "{name}");
    }
}

/// A scene under a release, run to its end; nothing if the release lacks a field of it.
fn played(name: &str, release: Release) -> Option<Player> {
    let text = common::scene(name);
    let sources = [Source { file: None, text: &text }];
    let scenario = read_all(&sources, Some(release), Release::default()).ok()?;
    let mut player = scenario.play(scenario.settings());
    assert!(player.take_refusals().is_empty(), "{name} in {release:?}");
    player.run_until(scenario.until.expect("it has an end"));
    Some(player)
}

#[test]
fn only_scenes_about_newer_fields_do_not_run_in_older_releases() {
    let names: Vec<String> = common::scenes().into_iter().map(|(name, _)| name).collect();
    let missing = |release| {
        let missing = names.iter().filter(|name| played(name, release).is_none());
        missing.map(String::as_str).collect::<Vec<_>>()
    };
    assert_eq!(missing(Release::V1_20), ["restart-all", "sidecar", "sts-retention", "sts-start"]);
    assert_eq!(missing(Release::V1_28), ["restart-all"]);
    assert_eq!(missing(Release::Current), Vec::<&str>::new());
}

#[test]
fn the_example_of_the_pod_lifecycle_page_is_killed_at_its_third_500() {
    for release in Release::ALL {
        let player = played("liveness-http", release).expect("it runs in every release");
        let pod = player.sim.pod("default", "liveness-http").expect("it lives").1;
        let http = pod.spec.containers[0].liveness_probe.as_ref().expect("it has a probe");
        let http = http.http_get.as_ref().expect("it asks by HTTP");
        assert_eq!(
            (http.path.as_str(), http.http_headers[0].name.as_str()),
            ("/healthz", "X-Custom-Header")
        );
        let status = &pod.status.containers()[0];
        assert!(status.restart_count >= 2, "{release:?}: {}", status.restart_count);
        let last = status.last_state.terminated().expect("it was killed");
        // 15 s of delay and three looks, 10 s apart; in 1.20 at a random point of the period.
        let lasted = last.finished_at.expect("it ended").0 - last.started_at.expect("it began").0;
        assert_eq!(last.exit_code, ExitCode(2));
        assert!((35..=46).contains(&lasted), "{release:?}: {lasted} s");
        let said = "Liveness probe failed: HTTP probe failed with statuscode: 500";
        assert!(player.sim.events().iter().any(|event| *event.message == *said), "{release:?}");
    }
}

#[test]
fn a_graceful_end_is_hook_then_sigterm_in_every_release() {
    for release in Release::ALL {
        let text = common::scene("graceful");
        let sources = [Source { file: None, text: &text }];
        let read = read_all(&sources, Some(release), Release::default());
        let scenario = read.unwrap_or_else(|found| panic!("{release:?}: {}", found[0]));
        let mut player = scenario.play(scenario.settings());
        // The hook takes 4 s, the program 6 s after that.
        player.run_until(SimTime(24_500));
        let pod = |player: &Player| player.sim.pod("default", "demo").is_some();
        let running = player.sim.pod("default", "demo").expect("it ends slowly").1;
        assert!(running.metadata.deletion_timestamp.is_some(), "{release:?}");
        assert!(running.status.containers()[0].state.running().is_some(), "{release:?}");
        player.run_until(SimTime(40_000));
        assert!(!pod(&player), "{release:?}");
    }
}
