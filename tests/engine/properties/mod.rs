//! What holds of every Pod, whatever it is and whatever is done to it: random Pods and scripts in all releases.
//!
//! A failure prints the smallest script that fails, as a scenario file, with the command that replays it.
//! `PROPTEST_CASES=20000 cargo test --release --test engine properties::` looks harder.

mod script;
mod watcher;

use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::files::player::Player;
use podlab::files::scenario_file::read;
use proptest::prelude::*;
use proptest::test_runner::Config;
use script::{Script, script};
use watcher::Watcher;

/// When every script is over: the last action is done at 300 s, the longest grace period is 40 s.
const END: SimTime = SimTime::from_seconds(600);
/// Most events of one run; more would be a storm of events that never ends.
const MOST_EVENTS: u64 = 200_000;

fn config() -> Config {
    Config { max_shrink_iters: 10_000, ..Config::default() }
}

fn player(script: &Script) -> Player {
    let text = script.text();
    let scenario = read(&text, &ReadOptions { release: script.release, file: None })
        .unwrap_or_else(|found| panic!("the script is no scenario: {found:?}"));
    scenario.play(script.settings(&scenario))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_rules_of_a_pods_life_hold_at_every_step(script in script()) {
        let mut player = player(&script);
        let mut watcher = Watcher::default();
        watcher.look(&mut player)?;
        while player.next_time().is_some_and(|next| next <= END) {
            player.step();
            watcher.look(&mut player)?;
            prop_assert!(player.sim.events_handled() < MOST_EVENTS, "events without end");
        }
        player.run_until(END);
        watcher.end(&player)?;
    }

    #[test]
    fn the_same_seed_gives_the_same_run_and_so_does_a_clone(script in script(), clone_at in 0_u32..400) {
        let (mut one, mut other) = (player(&script), player(&script));
        let mut cloned = None;
        let mut steps = 0;
        while one.next_time().is_some_and(|next| next <= END) {
            prop_assert_eq!(one.step(), other.step());
            if steps % 8 == 0 {
                prop_assert_eq!(one.sim.fingerprint(), other.sim.fingerprint(), "after {} steps", steps);
            }
            if steps == clone_at {
                cloned = Some(one.clone());
            }
            steps += 1;
        }
        prop_assert_eq!(one.sim.take_changes(), other.sim.take_changes());
        prop_assert_eq!(one.sim.fingerprint(), other.sim.fingerprint());
        if let Some(mut cloned) = cloned {
            cloned.run_until(END);
            one.run_until(END);
            prop_assert_eq!(one.sim.fingerprint(), cloned.sim.fingerprint(), "a clone went its own way");
        }
    }
}
