//! The program `podlab`.

mod bench;
mod replays;
mod vectors;

use podlab::manifest::schema::nearest;
use podlab_cli::arguments::{Arguments, Subcommand};
use podlab_cli::commands::{
    self, ANIMATE, BENCH, CHECK, COMPARE, DNS, EXPLORE, LINK, MDBOOK, RENDER, REPLAY, RUN, VECTORS,
};
use podlab_cli::explore::Exploration;
use podlab_cli::render::{Made, animate, render};
use podlab_cli::run::Run;
use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let Some((command, rest)) = words.split_first() else {
        return stop("usage: podlab COMMAND …; podlab --help tells more");
    };
    let command = command.to_string_lossy();
    match command.as_ref() {
        "run" => with(&RUN, rest, run),
        "render" => with(&RENDER, rest, |arguments| made(render(arguments))),
        "animate" => with(&ANIMATE, rest, |arguments| made(animate(arguments))),
        "check" => with(&CHECK, rest, check),
        "mdbook" => with(&MDBOOK, rest, mdbook),
        "compare" => with(&COMPARE, rest, compare),
        "explore" => with(&EXPLORE, rest, explore),
        "dns" => with(&DNS, rest, dns),
        "link" => with(&LINK, rest, link),
        "replay" => with(&REPLAY, rest, replays::main),
        "vectors" => with(&VECTORS, rest, vectors::main),
        "bench" => with(&BENCH, rest, bench::main),
        "--version" | "-V" | "version" => {
            print(concat!("podlab ", env!("CARGO_PKG_VERSION"), "\n"));
            ExitCode::SUCCESS
        }
        "--help" | "-h" | "help" => {
            print(&commands::help());
            ExitCode::SUCCESS
        }
        other => {
            let names = commands::ALL.map(|command| command.name);
            let guess = nearest(other, &names).map(|guess| format!("; did you mean {guess}?"));
            let guess = guess.unwrap_or_else(|| "; podlab --help lists them".to_owned());
            stop(&format!("podlab: unknown command {other}{guess}"))
        }
    }
}

/// Tells which claims of pages are not true.
fn check(arguments: &Arguments) -> ExitCode {
    match podlab_cli::check::check(arguments) {
        Ok(report) => {
            print(&report.out);
            let _ = std::io::stderr().write_all(report.err.as_bytes());
            ExitCode::from(report.code)
        }
        Err(message) => stop(&message),
    }
}

/// Answers mdBook.
fn mdbook(arguments: &Arguments) -> ExitCode {
    match podlab_cli::mdbook::answer(arguments) {
        Ok(text) => {
            print(&text);
            ExitCode::SUCCESS
        }
        Err(message) => stop(&message),
    }
}

/// Prints the answer of the DNS.
fn dns(arguments: &Arguments) -> ExitCode {
    match podlab_cli::dns::answer(arguments) {
        Ok((text, resolves)) => {
            print(&text);
            if resolves { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(message) => stop(&message),
    }
}

/// Prints a link.
fn link(arguments: &Arguments) -> ExitCode {
    match podlab_cli::link::link(arguments) {
        Ok(link) => {
            print(&(link + "\n"));
            ExitCode::SUCCESS
        }
        Err(message) => stop(&message),
    }
}

/// Reads the arguments of a subcommand and does it, or prints its help.
fn with(
    command: &Subcommand,
    words: &[OsString],
    act: impl FnOnce(&Arguments) -> ExitCode,
) -> ExitCode {
    match command.parse(words) {
        Ok(arguments) if arguments.wants_help => {
            print(&command.help());
            ExitCode::SUCCESS
        }
        Ok(arguments) => act(&arguments),
        Err(message) => stop(&message),
    }
}

fn run(arguments: &Arguments) -> ExitCode {
    match Run::prepare(arguments) {
        Ok(run) => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            match run.run(&mut out, &mut std::io::stderr()) {
                Ok(Some(problem)) => stop(&problem),
                // A reader that has gone away is no error.
                Ok(None) | Err(_) => ExitCode::SUCCESS,
            }
        }
        Err(message) => stop(&message),
    }
}

fn compare(arguments: &Arguments) -> ExitCode {
    match podlab_cli::compare::compare(arguments) {
        Ok(text) => {
            print(&text);
            ExitCode::SUCCESS
        }
        Err(message) => stop(&message),
    }
}

fn explore(arguments: &Arguments) -> ExitCode {
    match Exploration::prepare(arguments).and_then(|mut found| found.explore()) {
        Ok(text) => {
            print(&text);
            ExitCode::SUCCESS
        }
        Err(message) => stop(&message),
    }
}

/// Writes a picture or text to its file or to standard output.
fn made(made: Result<Made, String>) -> ExitCode {
    match made.and_then(Made::write) {
        Ok(bytes) => {
            let _ = std::io::stdout().write_all(&bytes);
            ExitCode::SUCCESS
        }
        Err(message) => stop(&message),
    }
}

/// Writes to standard output; a reader that has gone away is no error.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Writes a line to standard error; a reader that has gone away is no error.
fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Says what is wrong with what was given.
fn stop(message: &str) -> ExitCode {
    complain(message);
    ExitCode::from(2)
}
