//! The program `podlab`.

mod vectors;

use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "usage: podlab vectors FILE… [--json]";

fn main() -> ExitCode {
    // An argument that is not UTF-8 is a file that cannot be found; it must not be a panic.
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    match arguments.split_first() {
        Some((command, rest)) if command == "vectors" => vectors::main(rest),
        Some((command, rest)) if command == "replay" => replay(rest),
        Some((command, _)) if command == "--help" || command == "-h" => {
            print(&format!("{USAGE}\n"));
            ExitCode::SUCCESS
        }
        Some((command, _)) => {
            complain(&format!("podlab: unknown command {command}; {USAGE}"));
            ExitCode::from(2)
        }
        None => {
            complain(USAGE);
            ExitCode::from(2)
        }
    }
}

/// Writes to standard output; a reader that has gone away is no error.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Writes one line to standard error; a reader that has gone away is no error.
fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// `podlab replay FILE… [--out DIR]`
fn replay(arguments: &[String]) -> ExitCode {
    let mut files = Vec::new();
    let mut out = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--out" => out = rest.next(),
            file => files.push(file),
        }
    }
    for file in files {
        let document = std::fs::read_to_string(file)
            .map_err(|error| error.to_string())
            .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
            .and_then(|document| podlab_cli::replay::replay(&document));
        match document {
            Ok(run) => {
                let text = run.to_string();
                if let Some(dir) = out {
                    let name = std::path::Path::new(file).file_name().unwrap_or_default();
                    if let Err(error) = std::fs::write(std::path::Path::new(dir).join(name), text) {
                        complain(&format!("{dir}: {error}"));
                        return ExitCode::from(2);
                    }
                } else {
                    print(&format!("{text}\n"));
                }
            }
            Err(error) => {
                complain(&format!("{file}: {error}"));
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}
