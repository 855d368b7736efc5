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
