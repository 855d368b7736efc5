//! `podlab dns`: asks the cluster's DNS for a name at a moment of a run.

use crate::arguments::Arguments;
use crate::commands::DNS;
use crate::input;
use crate::run::{moment_of, read_scenario};
use podlab::dns::resolve;
use podlab_words::{Language, Messages};
use std::fmt::Write;
use std::path::PathBuf;

/// What the program prints, and whether the name resolves.
///
/// # Errors
/// What is wrong with the arguments or files, in lines for people.
pub fn answer(arguments: &Arguments) -> Result<(String, bool), String> {
    let Some((name, files)) = arguments.files.split_first() else {
        return Err(DNS.complaint("a name is missing"));
    };
    if files.is_empty() {
        return Err(DNS.complaint("a file is missing; podlab dns NAME FILE…"));
    }
    let at = match arguments.text("--at") {
        None => None,
        Some(text) => Some(moment_of(&DNS, "--at", &text)?),
    };
    let read = |path: &PathBuf| Ok((input::name(path).into(), input::read(path)?));
    let texts = files.iter().map(read).collect::<Result<Vec<_>, String>>()?;
    let scenario = read_scenario(&texts, None)?;
    let at = at.or(scenario.until).unwrap_or(crate::run::USUAL);
    let mut player = scenario.play(scenario.settings());
    player.run_until(at);
    let from = arguments.text("--from").unwrap_or_else(|| "default".to_owned());
    let name = name.to_string_lossy();
    let answer = resolve(player.sim.world(), &name, &from);
    let mut text = String::new();
    for tried in &answer.tried {
        let found = answer.resolves() && *tried == answer.name;
        let _ = writeln!(text, "{tried}: {}", if found { "found" } else { "NXDOMAIN" });
    }
    for record in &answer.records {
        let _ = writeln!(text, "{record}");
    }
    let why = podlab_words::reason(Messages::of(Language::English), &answer.reason);
    let _ = writeln!(text, "{why} ({})", answer.reason.rule());
    Ok((text, answer.resolves()))
}
