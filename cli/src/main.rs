//! The program `podlab`.

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use podlab_cli::check::Report;
use podlab_cli::commands::{Cli, Command};
use podlab_cli::explore::Exploration;
use podlab_cli::failure::Failure;
use podlab_cli::run::Run;
use podlab_cli::terminal::{Form, Printed, print, print_error, told};
use podlab_cli::{
    bench, check, compare, completions, dns, lesson, link, man, mdbook, pack, render, replay, run,
    scenes, vectors,
};
use std::io::{BufWriter, Write};
use std::process::ExitCode;

/// The exit code when the command line or a file is wrong, or something cannot be written.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let read = Cli::command().try_get_matches();
    let read = read.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match read {
        Ok(read) => read,
        Err(error) => return answer(&error),
    };
    match execute(cli.command) {
        Ok(code) => code,
        Err(Failure::Usage(message)) => {
            let mut program = Cli::command();
            program.build();
            let name = matches.subcommand_name().unwrap_or_default();
            let command = program.find_subcommand_mut(name);
            let message = Form::Text.escaped(&message);
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

/// Prints the help, the version, or what is wrong with the command line.
fn answer(error: &clap::Error) -> ExitCode {
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    if let (false, Err(Failure::Input(line))) = (error.use_stderr(), told(printed)) {
        print_error(&format!("{line}\n"));
        return ExitCode::from(REFUSED);
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

fn execute(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Run(args) => run(args),
        Command::Render(args) => succeed(&render::render(&args)?.write()?),
        Command::Animate(args) => succeed(&render::animate(&args)?.write()?),
        Command::Check(args) => report(&check::check(&args)),
        Command::Mdbook(args) => succeed(&mdbook::answer(&args)?),
        Command::Compare(args) => succeed(&compare::compare(&args)?),
        Command::Explore(args) => judge(&Exploration::prepare(args)?.explore()?),
        Command::Scenes(args) => succeed(&scenes::list(&args)),
        Command::Lesson(args) => report(&lesson::main(&args)?),
        Command::Pack(args) => succeed(&pack::pack(&args)?),
        Command::Dns(args) => judge(&dns::answer(&args)?),
        Command::Link(args) => succeed(&link::link(&args)?),
        Command::Replay(args) => succeed(&replay::main(&args)?),
        Command::Vectors(args) => judge(&vectors::main(&args)?),
        Command::Bench(args) => bench::main(&args).map(|()| ExitCode::SUCCESS),
        Command::Completions(args) => {
            succeed(&Printed::Bytes(completions::script(&args, Cli::command())))
        }
        Command::Man(args) => succeed(&Printed::Bytes(man::pages(&args, Cli::command())?)),
        Command::Version => {
            succeed(&Printed::Text(concat!("podlab ", env!("CARGO_PKG_VERSION"), "\n").to_owned()))
        }
    }
}

fn run(args: run::Args) -> Result<ExitCode, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut problem = None;
    let ran = Run::prepare(args)?.run(&mut out, &mut std::io::stderr());
    told(ran.map(|found| problem = found))?;
    problem.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// Prints what was found.
fn report(report: &Report) -> Result<ExitCode, Failure> {
    print_error(&report.err);
    print(&report.out)?;
    Ok(ExitCode::from(report.code))
}

/// Prints what a command made.
fn succeed(printed: &Printed) -> Result<ExitCode, Failure> {
    print(printed).map(|()| ExitCode::SUCCESS)
}

/// Prints what a command found; a negative answer is exit code 1.
fn judge((printed, is_positive): &(Printed, bool)) -> Result<ExitCode, Failure> {
    print(printed)?;
    Ok(if *is_positive { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
