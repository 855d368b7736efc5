//! What tests of the engine share: clusters, objects and scenes.

pub mod node_cluster;
pub mod recorded;

use podlab::api::{ReadOptions, read};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::files::player::Player;
use podlab::sim::Sim;
use std::fs;
use std::path::Path;

/// The namespace of all Pods in these tests.
pub const NAMESPACE: Text = Text::Static("default");

const SCENES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons/scenes");

/// Carries out a command that must succeed.
pub fn act(sim: &mut Sim, command: Command) {
    sim.apply(command).unwrap_or_else(|error| panic!("{}", error.message));
}

/// Creates the objects of a text, which the cluster's release must accept.
pub fn create(sim: &mut Sim, text: &str) {
    try_create(sim, text).unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// Creates the objects of a text, or returns the message of the first refusal.
pub fn try_create(sim: &mut Sim, text: &str) -> Result<(), String> {
    let release = sim.settings().release;
    let options = ReadOptions { release, ..ReadOptions::default() };
    for object in read(text, &options).map_err(|found| found[0].message.to_string())? {
        let made = sim.apply(Command::Create(Box::new(object)));
        made.map_err(|error| error.message.to_string())?;
    }
    Ok(())
}

/// Runs the simulation up to a second.
pub fn at(sim: &mut Sim, second: u64) {
    sim.run_until(SimTime::from_seconds(second));
}

/// Runs the simulation for some seconds more.
pub fn wait(sim: &mut Sim, seconds: u64) {
    sim.run_until(sim.now() + seconds * 1000);
}

/// Plays on for some seconds.
pub fn play_on(player: &mut Player, seconds: u64) {
    player.run_until(player.sim.now() + seconds * 1000);
}

/// Returns the names and texts of all scenes, sorted by name.
pub fn scenes() -> Vec<(String, String)> {
    let entries = fs::read_dir(SCENES).expect("the folder of the scenes is there");
    let paths = entries.map(|entry| entry.expect("the entry can be read").path());
    let mut names: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), scene(&name))).collect()
}

/// Compares a text with a golden file; `UPDATE_GOLDEN=1` writes the file again.
pub fn golden(path: &Path, printed: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, printed).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(printed == expected, "{} is not up to date: UPDATE_GOLDEN=1 writes it", path.display());
}

/// Returns the text of a scene.
pub fn scene(name: &str) -> String {
    fs::read_to_string(format!("{SCENES}/{name}.yaml")).expect("the scene can be read")
}
