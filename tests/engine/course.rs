//! What runs come to.

use podlab::cluster::change::Change;
use podlab::files::scenario_file::read;
use podlab::questions::course::{Bounds, Course, End};
use podlab::sim::Sim;
use podlab::{ReadOptions, SimTime};
use std::fs;

/// The scenes that come with Podlab, each played until its script is over.
fn scenes() -> Vec<(String, Sim)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/scenes");
    let files = fs::read_dir(folder).expect("there are scenes").map(|file| file.expect("a file"));
    let play = |file: fs::DirEntry| {
        let text = fs::read_to_string(file.path()).expect("it can be read");
        let scenario = read(&text, &ReadOptions::default()).expect("it is right");
        let mut player = scenario.play(scenario.settings());
        player.run_until(scenario.until.expect("it ends"));
        (file.file_name().to_string_lossy().into_owned(), player.sim)
    };
    files.map(play).collect()
}

/// When something changes within so many milliseconds after a moment.
fn news(sim: &Sim, from: SimTime, span: u64) -> Vec<SimTime> {
    let mut sim = sim.clone();
    sim.run_until(from);
    sim.take_changes();
    sim.run_until(from + span);
    let changes = sim.take_changes();
    changes.iter().filter(|change| change.is_news()).map(|change: &Change| change.time).collect()
}

#[test]
fn every_scene_comes_to_what_is_foretold() {
    let (mut rests, mut circles) = (0, 0);
    for (name, sim) in scenes() {
        let mut course = Course::new(&sim, Bounds::default());
        while course.look(100) {}
        match course.end().expect("it looked to the end") {
            End::Rest(time) => {
                rests += 1;
                let later = news(&sim, time.max(sim.now()), 2 * 3_600_000);
                assert!(later.is_empty(), "{name} rests at {time:?}, then {later:?}");
            }
            End::Circle { from, until } => {
                circles += 1;
                assert!(from < until, "{name}");
                let round = until.since(from);
                assert!(!news(&sim, from, round).is_empty(), "{name} changes within a round");
                assert!(
                    !news(&sim, until, 3 * round).is_empty(),
                    "{name} changes in the next round"
                );
            }
            End::Open(time) => assert!(time > sim.now() + 3_600_000, "{name} is open at {time:?}"),
        }
    }
    assert!(rests > 20 && circles > 1, "{rests} rest, {circles} go in circles");
}
