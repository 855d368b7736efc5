//! `podlab scenes`: the scenes that come with Podlab.

use crate::terminal::Printed;
use clap::ValueEnum;
use podlab::apiserver::table::Table;
use podlab_lessons::examples::{CASES, POLICIES, cells, name};
use podlab_lessons::{Level, SCENES};
use serde_json::{Value, json};

const HELP: &str = "\
Every command that takes FILE takes the name of a scene.

Examples:
  podlab scenes
  podlab run crash-loop
  podlab scenes -o json";

/// Lists the scenes that come with Podlab
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// What is printed
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
    output: Output,
}

/// What is printed of the scenes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Output {
    /// A line for each scene
    #[default]
    Table,
    /// One document for programs
    Json,
}

/// A scene or an example state.
struct Listed {
    name: String,
    title: String,
    level: Level,
    minutes: Option<u32>,
    kinds: Vec<&'static str>,
}

/// Returns the list of scenes.
pub fn list(args: &Args) -> Printed {
    match args.output {
        Output::Table => Printed::Text(table()),
        Output::Json => {
            let scenes: Vec<Value> = all().map(|listed| document(&listed)).collect();
            Printed::Json(format!("{:#}\n", Value::from(scenes)))
        }
    }
}

/// Returns the scenes in the order of the page, and the example states after them.
fn all() -> impl Iterator<Item = Listed> {
    let scenes = SCENES.iter().map(|scene| Listed {
        name: scene.name.to_owned(),
        title: scene.field("title").unwrap_or_default().to_owned(),
        level: scene.level().unwrap_or(Level::Beginner),
        minutes: scene.minutes(),
        kinds: scene.kinds().collect(),
    });
    let states = cells().map(|(case, policy)| Listed {
        name: name(case, policy),
        title: format!("{}, {}", CASES[case].title, POLICIES[policy]),
        level: CASES[case].level,
        minutes: None,
        kinds: vec!["Pod"],
    });
    scenes.chain(states)
}

fn table() -> String {
    let head = ["NAME", "LEVEL", "MINUTES", "TITLE"].map(str::to_owned).to_vec();
    let line = |listed: Listed| {
        let minutes = listed.minutes.map_or_else(|| "–".to_owned(), |minutes| minutes.to_string());
        vec![listed.name, listed.level.as_str().to_owned(), minutes, listed.title]
    };
    let lines: Vec<Vec<String>> = [head].into_iter().chain(all().map(line)).collect();
    Table::default().print(&lines)
}

fn document(listed: &Listed) -> Value {
    json!({
        "name": listed.name,
        "title": listed.title,
        "level": listed.level.as_str(),
        "minutes": listed.minutes,
        "kinds": listed.kinds,
    })
}
