//! The program `podlab`.

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use podlab_cli::commands::{Cli, Command};
use podlab_cli::explore::Exploration;
use podlab_cli::failure::Failure;
use podlab_cli::run::Run;
use podlab_cli::terminal::{print, print_error};
use podlab_cli::{
    bench, check, compare, completions, dns, link, man, mdbook, render, replay, run, vectors,
};
use std::io::BufWriter;
use std::process::ExitCode;

/// The exit code when the command line or a file is wrong.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let matches = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match execute(cli.command) {
        Ok(code) => code,
        Err(Failure::Usage(message)) => {
            let mut program = Cli::command();
            program.build();
            let name = matches.subcommand_name().unwrap_or_default();
            let command = program.find_subcommand_mut(name);
            let error = command.map(|command| command.error(ErrorKind::ValueValidation, message));
            let _ = error.map(|error| error.print());
            ExitCode::from(REFUSED)
        }
        Err(Failure::Input(lines)) => {
            print_error(&format!("{lines}\n"));
            ExitCode::from(REFUSED)
        }
    }
}

fn execute(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Run(args) => run(args),
        Command::Render(args) => Ok(succeed(render::render(&args)?.write()?)),
        Command::Animate(args) => Ok(succeed(render::animate(&args)?.write()?)),
        Command::Check(args) => {
            let report = check::check(&args);
            print(&report.out);
            print_error(&report.err);
            Ok(ExitCode::from(report.code))
        }
        Command::Mdbook(args) => Ok(succeed(mdbook::answer(&args)?)),
        Command::Compare(args) => Ok(succeed(compare::compare(&args)?)),
        Command::Explore(args) => Ok(succeed(Exploration::prepare(args)?.explore()?)),
        Command::Dns(args) => Ok(judge(dns::answer(&args)?)),
        Command::Link(args) => Ok(succeed(format!("{}\n", link::link(&args)?))),
        Command::Replay(args) => Ok(succeed(replay::main(&args)?)),
        Command::Vectors(args) => Ok(judge(vectors::main(&args)?)),
        Command::Bench(args) => {
            bench::main(&args);
            Ok(ExitCode::SUCCESS)
        }
        Command::Completions(args) => Ok(succeed(completions::script(&args))),
        Command::Man(args) => Ok(succeed(man::pages(&args)?)),
        Command::Version => Ok(succeed(concat!("podlab ", env!("CARGO_PKG_VERSION"), "\n"))),
    }
}

fn run(args: run::Args) -> Result<ExitCode, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match Run::prepare(args)?.run(&mut out, &mut std::io::stderr()) {
        Ok(Some(problem)) => Err(problem),
        // A reader that has gone away is no error.
        Ok(None) | Err(_) => Ok(ExitCode::SUCCESS),
    }
}

/// Prints what a command made.
fn succeed(bytes: impl AsRef<[u8]>) -> ExitCode {
    print(bytes);
    ExitCode::SUCCESS
}

/// Prints what a command found; a negative answer is exit code 1.
fn judge((text, is_positive): (String, bool)) -> ExitCode {
    print(text);
    if is_positive { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
