//! The project's own commands: `cargo xtask help` lists them.

use std::env;
use std::process::ExitCode;

use xtask::browsers::{self, Browser};
use xtask::shell::{self, cargo};
use xtask::suite::{self, Extent};
use xtask::{Outcome, page, publish, sites, size, tools};

const HELP: &str = "\
cargo xtask COMMAND

  serve [--dev] [--port N]      build the page and show it at http://localhost:8080/
                                --dev: without optimisation, rebuilt when a file changes
  test [--quick|--sites] [--only STEP]
                                run every check: format, clippy, tests natively, in Wasm and in three browsers
                                --quick: only what needs neither Wasm nor a browser
                                --only: one step, for example `--only chromium`
                                --sites: the examples of documentation sites that take long, too
  build                         build the page into dist/
  package                       build the npm package in pkg/
  sites [NAME...]               build the examples of documentation sites into target/sites/, with the package as it was built last
  size                          weigh dist/ against size-budget.toml
  bench                         measure the engine's speed
  ci                            the same as test

Missing tools are installed into target/tools, once.";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("\nxtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Outcome {
    match words {
        ["serve", options @ ..] => serve(options),
        ["test" | "ci"] => suite::run(&Extent::All),
        ["test", "--quick"] => suite::run(&Extent::Quick),
        ["test", "--sites"] => suite::run(&Extent::Sites),
        ["test", "--only", step] => suite::run(&Extent::Only((*step).to_owned())),
        ["build"] => page::build(),
        ["package"] => publish::package(),
        ["sites", names @ ..] => sites::build_named(names),
        ["size"] => size::check(),
        ["bench"] => bench(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("`{}` is not understood.\n\n{HELP}", words.join(" "))),
    }
}

fn serve(options: &[&str]) -> Outcome {
    let mut port = page::DEFAULT_PORT;
    let mut build: fn(u16) -> Outcome = page::serve;
    let mut rest = options;
    loop {
        rest = match rest {
            [] => return build(port),
            ["--dev", rest @ ..] => {
                build = page::serve_dev;
                rest
            }
            ["--port", number, rest @ ..] => {
                port = number.parse().map_err(|_| format!("`{number}` is no port"))?;
                rest
            }
            [unknown, ..] => return Err(format!("`serve` has no option `{unknown}`.\n\n{HELP}")),
        };
    }
}

/// Measures the engine natively and in Wasm as the page is built, and the page itself in Chromium.
fn bench() -> Outcome {
    shell::run(cargo().args(["run", "--release", "--package", "podlab-cli", "--", "bench"]))?;
    tools::ensure_for_wasm_tests()?;
    shell::run(
        cargo()
            .args([
                "test",
                "--profile",
                "wasm-release",
                "--package",
                "podlab-wasm-tests",
                "--features",
                "speed",
            ])
            .args(["--test", "speed", "--target", tools::WASM_TARGET, "--", "--nocapture"])
            .env(tools::WASM_RUNNER.0, tools::WASM_RUNNER.1),
    )?;
    page::build()?;
    browsers::ensure(Browser::Chromium)?;
    for measure in ["seeks", "frames", "load"] {
        shell::run(cargo().args(["run", "--package", "podlab-browser-tests", "--bin", measure]))?;
    }
    Ok(())
}
