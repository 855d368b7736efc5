//! Back-off as data: what changes say of its length, and what the question about it finds.

use crate::common::scene;
use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{Fact, StateSummary};
use podlab::cluster::world::Settings;
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use podlab::questions::back_off::{self, Attempt};
use podlab::questions::waits::{WaitKind, of_pod};
use podlab::rules::release::Release;

fn play(name: &str, release: Release) -> Player {
    let scenario = read(&scene(name), &ReadOptions::default()).expect("the scene is right");
    scenario.play(Settings { release, ..scenario.settings() })
}

/// Returns the lengths of the back-offs that changes of states of this reason name, in seconds, each once.
fn lengths(changes: &[Change], of: &str) -> Vec<Option<u64>> {
    let mut found = Vec::new();
    for change in changes {
        if let Fact::State { new: Some(state), back_off, .. } = &change.fact
            && state.reason() == of
        {
            found.push(back_off.map(|length| length / 1000));
        }
    }
    found
}

#[test]
fn changes_of_a_crash_loop_name_the_length_of_each_back_off() {
    for release in Release::ALL {
        let mut player = play("crash-loop", release);
        player.run_until(SimTime::from_seconds(100));
        let changes = player.sim.take_changes();
        let ends = lengths(&changes, "Error");
        let expected = [None, Some(10), Some(20), Some(40)];
        assert_eq!(ends[..4], expected, "{release:?}: the first restart needs no back-off");
        let waits = lengths(&changes, "CrashLoopBackOff");
        assert!(waits.iter().all(Option::is_some), "{release:?}: {waits:?}");
        let runs = |change: &&Change| {
            matches!(
                &change.fact,
                Fact::State { new: Some(StateSummary::Running), back_off: Some(_), .. }
            )
        };
        assert_eq!(changes.iter().find(runs), None, "{release:?}: what runs is in no back-off");
    }
}

#[test]
fn changes_of_an_image_that_is_missing_name_the_length_of_each_back_off() {
    let mut player = play("image-missing", Release::Current);
    player.run_until(SimTime::from_seconds(60));
    let changes = player.sim.take_changes();
    assert_eq!(lengths(&changes, "ErrImagePull")[..2], [Some(10), Some(20)]);
    assert_eq!(lengths(&changes, "ImagePullBackOff")[..1], [Some(10)]);
}

#[test]
fn the_back_offs_of_a_pod_are_those_that_it_waits_for() {
    for (name, attempt) in [("crash-loop", Attempt::Restart), ("image-missing", Attempt::Pull)] {
        let mut player = play(name, Release::Current);
        let mut seen = 0;
        for second in 1..90 {
            player.run_until(SimTime::from_seconds(second));
            let waited = of_pod(&player.sim, 0).into_iter().find_map(|wait| {
                let (WaitKind::Restart { window, .. } | WaitKind::PullBackoff { window, .. }) =
                    wait.kind
                else {
                    return None;
                };
                (window > 0).then_some(window)
            });
            let found = back_off::of_pod(&player.sim, 0);
            let first = found.first();
            assert_eq!(first.map(|held| held.length), waited, "{name} at {second} s");
            assert!(first.is_none_or(|held| held.attempt == attempt));
            seen += usize::from(first.is_some());
        }
        assert!(seen > 40, "{name}: {seen}");
    }
}
