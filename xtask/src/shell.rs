//! Running other programs.

use std::env;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::Outcome;
use crate::paths;

/// A program to run from the workspace's folder, which finds the project's own tools first.
pub fn command(program: &str) -> Command {
    let file = paths::program(program).unwrap_or_else(|| program.into());
    let mut command = Command::new(file);
    let path = env::join_paths(paths::search_path())
        .expect("folders of PATH have no separator in their names");
    command.current_dir(paths::root()).env("PATH", path);
    command
}

/// Cargo, the same one that runs this program.
pub fn cargo() -> Command {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = command(&cargo);
    // Cargo tells its children about the package it runs; the next Cargo would take that for its own.
    command.env_remove("CARGO_MANIFEST_DIR").env_remove("CARGO_PKG_NAME");
    command
}

/// The packages that are built for this machine. Commands that build only one of them name them all nevertheless: Cargo chooses the
/// features of dependencies for all packages that are named, and builds again what it built with other features.
pub const NATIVE: [&str; 3] = ["--workspace", "--exclude", "podlab-web"];

/// Builds the program `podlab`, as its own tests build it. Returns where it is.
///
/// # Errors
///
/// Returns the command that failed.
pub fn build_program() -> Outcome<PathBuf> {
    run(cargo().args(["test", "--quiet", "--no-run", "--test", "cli"]).args(NATIVE))?;
    Ok(paths::target().join("debug").join("podlab"))
}

/// Runs the command with its output shown; a failure is an error that shows the command line.
pub fn run(command: &mut Command) -> Outcome {
    eprintln!("$ {}", line(command));
    let status =
        command.status().map_err(|error| format!("`{}` did not start: {error}", line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", line(command))) }
}

/// Runs the command with its output shown, and returns what it wrote to its standard output.
pub fn run_and_read(command: &mut Command) -> Outcome<String> {
    eprintln!("$ {}", line(command));
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("`{}` did not start: {error}", line(command)))?;
    let mut seen = String::new();
    let output = child.stdout.take().expect("the output is piped");
    for text in BufReader::new(output).split(b'\n') {
        let text = text.map_err(|error| format!("`{}` cannot be read: {error}", line(command)))?;
        let text = String::from_utf8_lossy(&text);
        println!("{text}");
        seen.push_str(&text);
        seen.push('\n');
    }
    let status = child.wait().map_err(|error| format!("`{}` was lost: {error}", line(command)))?;
    if status.success() { Ok(seen) } else { Err(format!("`{}` failed ({status})", line(command))) }
}

/// What the command prints, without showing it; nothing if it fails or does not exist.
pub fn quiet(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command as one would type it, without the folder of the program.
fn line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let mut words = vec![program.file_name().unwrap_or_default().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy().into_owned()));
    words.join(" ")
}
