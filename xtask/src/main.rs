//! The project's own commands: `cargo xtask --help` lists them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::browsers::{self, Browser};
use xtask::shell::{self, cargo};
use xtask::suite::{self, Extent};
use xtask::{Outcome, dist, page, publish, sites, size, tools};

/// Podlab's own commands
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = AFTER)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const AFTER: &str = "Tools are taken from PATH where their versions fit; missing ones are installed into target/tools, once \
    (PODLAB_TOOLS names another folder).";

#[derive(Subcommand)]
enum Command {
    /// Build the page and show it in a browser at http://localhost:8080/
    Serve {
        /// Build without optimisation, and again whenever a file changes
        #[arg(long)]
        dev: bool,
        #[arg(long, value_name = "NUMBER", default_value_t = page::DEFAULT_PORT)]
        port: u16,
    },
    /// Run every check: formatting, Clippy, tests natively, in Wasm and in three browsers
    Test {
        /// Only what needs neither Wasm nor a browser
        #[arg(long, group = "extent")]
        quick: bool,
        /// Also the examples of documentation sites that take a minute to build
        #[arg(long, group = "extent")]
        sites: bool,
        /// Only one step, for example `chromium`
        #[arg(long, value_name = "STEP", group = "extent")]
        only: Option<String>,
    },
    /// Build the page into dist/
    Build,
    /// Weigh what was built against size-budget.toml
    Size,
    /// Measure how fast the engine is, natively and in Wasm
    Bench {
        /// Measure the page in Chromium instead: first visits on slow devices, seeks, long tasks
        #[arg(long)]
        page: bool,
        /// The checkout whose built page is measured, to compare two
        #[arg(long, value_name = "FOLDER", requires = "page")]
        of: Option<PathBuf>,
        /// Visits for each row of the table, which shows the middle one
        #[arg(long, value_name = "NUMBER", requires = "page", default_value_t = 5)]
        visits: usize,
    },
    /// Build the npm package in pkg/
    Package,
    /// Build all that is published into target/dist/: the page, the page in one file, the npm tarball and checksums
    Dist,
    /// Build the examples of documentation sites into target/sites/, with the package as it was built last
    Sites {
        /// Which ones; all if none is named
        names: Vec<String>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nxtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Outcome {
    match command {
        Command::Serve { dev: false, port } => page::serve(port),
        Command::Serve { dev: true, port } => page::serve_dev(port),
        Command::Test { only: Some(step), .. } => suite::run(&Extent::Only(step)),
        Command::Test { quick: true, .. } => suite::run(&Extent::Quick),
        Command::Test { sites: true, .. } => suite::run(&Extent::Sites),
        Command::Test { .. } => suite::run(&Extent::All),
        Command::Build => page::build(),
        Command::Size => size::check(),
        Command::Bench { page: false, .. } => bench_engine(),
        Command::Bench { page: true, of, visits } => bench_page(of, visits),
        Command::Package => publish::package(),
        Command::Dist => dist::make(),
        Command::Sites { names } => sites::build_named(&names),
    }
}

/// Measures the engine natively, and in Wasm as the page is built.
fn bench_engine() -> Outcome {
    shell::run(cargo().args(["run", "--release", "--package", "podlab-cli", "--", "bench"]))?;
    tools::ensure_for_wasm_tests()?;
    shell::run(
        cargo()
            .args(["test", "--profile", "wasm-release", "--package", "podlab-wasm-tests"])
            .args(["--features", "speed", "--test", "speed", "--target", tools::WASM_TARGET])
            .args(["--", "--nocapture"])
            .env(tools::WASM_RUNNER.0, tools::WASM_RUNNER.1),
    )
}

/// Measures the page in Chromium, as it was built last.
fn bench_page(of: Option<PathBuf>, visits: usize) -> Outcome {
    browsers::ensure(Browser::Chromium)?;
    let measure = |program: &str| {
        let mut command = cargo();
        command.args(["run", "--quiet", "--package", "podlab-browser-tests", "--bin", program]);
        command
    };
    let mut load = measure("load");
    load.args(["--", "--visits", &visits.to_string()]);
    if let Some(folder) = of {
        let folder =
            folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
        return shell::run(load.arg("--of").arg(folder));
    }
    page::build()?;
    shell::run(&mut load)?;
    shell::run(&mut measure("seeks"))?;
    shell::run(&mut measure("frames"))
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
