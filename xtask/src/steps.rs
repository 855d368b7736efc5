//! The steps of `cargo xtask test`.

use std::process::Command;

use crate::browsers::{self, Browser};
use crate::shell::{self, NATIVE, cargo};
use crate::{Outcome, package, page, sites, size, tools};

/// One step of the suite.
pub struct Step {
    /// What `--only` calls it.
    pub name: &'static str,
    /// What it makes sure of.
    pub title: &'static str,
    /// What it needs.
    pub kind: Kind,
    /// What it does.
    pub run: fn() -> Outcome<Tests>,
}

/// What a step needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Rust alone.
    Native,
    /// The Wasm toolchain.
    Wasm,
    /// The built page.
    Page,
    /// The built page, and the examples of documentation sites that are built quickly.
    Browser,
    /// The other examples too; only with `--sites`.
    Sites,
}

/// How many tests a step ran.
#[derive(Clone, Copy, Default)]
pub struct Tests {
    /// Those that passed.
    pub passed: usize,
    /// Those that their authors left out.
    pub ignored: usize,
}

/// All steps, in order.
pub static STEPS: [Step; 17] = [
    Step { name: "tools", title: "All tools are there", kind: Kind::Wasm, run: tools },
    Step { name: "format", title: "The code is formatted", kind: Kind::Native, run: format },
    Step { name: "clippy", title: "Clippy has nothing to say", kind: Kind::Native, run: clippy },
    Step { name: "native", title: "Native tests", kind: Kind::Native, run: native },
    Step { name: "doc", title: "The documentation builds", kind: Kind::Native, run: doc },
    Step {
        name: "clippy-web",
        title: "Clippy has nothing to say about the page, and its documentation builds",
        kind: Kind::Wasm,
        run: clippy_web,
    },
    Step { name: "wasm", title: "Tests in Wasm", kind: Kind::Wasm, run: wasm },
    Step { name: "build", title: "The page builds", kind: Kind::Wasm, run: build },
    Step {
        name: "package",
        title: "The npm package's engine runs in Node.js and Deno, and its types are right",
        kind: Kind::Page,
        run: package,
    },
    Step {
        name: "size",
        title: "The page is within its size budget",
        kind: Kind::Page,
        run: weigh,
    },
    Step { name: "harness", title: "The browser tests build", kind: Kind::Wasm, run: harness },
    Step {
        name: "sites",
        title: "Examples of documentation sites build",
        kind: Kind::Page,
        run: quick_sites,
    },
    Step { name: "chromium", title: "The page in Chromium", kind: Kind::Browser, run: chromium },
    Step { name: "firefox", title: "The page in Firefox", kind: Kind::Browser, run: firefox },
    Step { name: "webkit", title: "The page in WebKit", kind: Kind::Browser, run: webkit },
    Step {
        name: "more-sites",
        title: "The other examples of documentation sites build",
        kind: Kind::Sites,
        run: more_sites,
    },
    Step {
        name: "more-sites-seen",
        title: "They work in every browser",
        kind: Kind::Sites,
        run: more_sites_seen,
    },
];

/// The crates that are built for Wasm only.
const FOR_WASM: [&str; 6] =
    ["-p", "podlab-web", "-p", "podlab-wasm-tests", "--target", tools::WASM_TARGET];

fn tools() -> Outcome<Tests> {
    tools::ensure_for_suite()?;
    Ok(Tests::default())
}

fn format() -> Outcome<Tests> {
    shell::run(cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Tests::default())
}

fn clippy() -> Outcome<Tests> {
    shell::run(cargo().arg("clippy").args(NATIVE).args(["--all-targets", "--", "-D", "warnings"]))?;
    Ok(Tests::default())
}

fn native() -> Outcome<Tests> {
    // With the number of failures unknown in advance, one run shows them all.
    count(&shell::run_and_read(cargo().arg("test").args(NATIVE).args([
        "--exclude",
        "podlab-browser-tests",
        "--no-fail-fast",
    ]))?)
}

fn doc() -> Outcome<Tests> {
    shell::run(
        cargo().arg("doc").args(NATIVE).arg("--no-deps").env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    Ok(Tests::default())
}

fn clippy_web() -> Outcome<Tests> {
    tools::ensure_for_wasm_tests()?;
    shell::run(cargo().arg("clippy").args(FOR_WASM).args([
        "--no-deps",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    shell::run(
        cargo().arg("doc").args(FOR_WASM).arg("--no-deps").env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    Ok(Tests::default())
}

fn wasm() -> Outcome<Tests> {
    tools::ensure_for_wasm_tests()?;
    count(&shell::run_and_read(
        cargo()
            .args(["test", "-p", "podlab-wasm-tests", "--target", tools::WASM_TARGET])
            .env(tools::WASM_RUNNER.0, tools::WASM_RUNNER.1),
    )?)
}

fn build() -> Outcome<Tests> {
    page::build()?;
    Ok(Tests::default())
}

fn package() -> Outcome<Tests> {
    tools::ensure_for_package_tests()?;
    let tests = package::test()?;
    Ok(Tests { passed: tests, ignored: 0 })
}

fn weigh() -> Outcome<Tests> {
    size::check()?;
    Ok(Tests::default())
}

fn harness() -> Outcome<Tests> {
    tools::ensure_for_browser_tests()?;
    shell::run(browser_tests().arg("--no-run"))?;
    Ok(Tests::default())
}

fn quick_sites() -> Outcome<Tests> {
    sites::build(|example| example.is_quick)?;
    Ok(Tests::default())
}

fn more_sites() -> Outcome<Tests> {
    sites::build(|example| !example.is_quick)?;
    Ok(Tests::default())
}

fn more_sites_seen() -> Outcome<Tests> {
    let mut all = Tests::default();
    for browser in Browser::ALL {
        let tests = test_in(browser, &["--ignored", "sites::"])?;
        all.passed += tests.passed;
    }
    Ok(all)
}

fn chromium() -> Outcome<Tests> {
    test_in(Browser::Chromium, &[])
}

fn firefox() -> Outcome<Tests> {
    test_in(Browser::Firefox, &others())
}

fn webkit() -> Outcome<Tests> {
    test_in(Browser::WebKit, &others())
}

/// The arguments that leave out what is the same in every browser.
fn others() -> Vec<&'static str> {
    SAME_EVERYWHERE.iter().flat_map(|tests| ["--skip", tests]).collect()
}

/// The tests of what is the same in every browser: what the rules do, as the page shows it, what the program makes of runs and files, and
/// the pictures, which are Chromium's. The step `wasm` shows that the engine does the same everywhere.
const SAME_EVERYWHERE: [&str; 9] = [
    "rules::",
    "looks::",
    "long_runs::",
    "hostile::",
    "panels::",
    "pod_lab::",
    "scenes::",
    "stateful_set_stage::",
    "links::markup_in_a_text",
];

/// Runs the browser tests that the arguments choose. What fails has failed: a test that passes only now and then is a defect.
fn test_in(browser: Browser, arguments: &[&str]) -> Outcome<Tests> {
    if browsers::is_skipped(browser)? {
        println!("{} is skipped, as PODLAB_SKIP_BROWSERS says.", browser.name());
        return Ok(Tests::default());
    }
    tools::ensure_for_browser_tests()?;
    browsers::ensure(browser)?;
    let mut command = browser_tests();
    command.arg("--").args(arguments).env("PODLAB_BROWSER", browser.name());
    count(&shell::run_and_read(&mut command)?)
}

fn browser_tests() -> Command {
    let mut command = cargo();
    command.arg("test").args(NATIVE).args(["--test", "browser"]);
    command
}

/// Adds up the closing lines of the test runs; none, or no test at all, is an error.
fn count(output: &str) -> Outcome<Tests> {
    let mut tests = Tests::default();
    for line in output.lines().filter_map(|line| line.strip_prefix("test result: ")) {
        for part in line.trim_start_matches("ok.").trim_start_matches("FAILED.").split(';') {
            match part.trim().split_once(' ') {
                Some((number, "passed")) => tests.passed += number.parse().unwrap_or(0),
                Some((number, "ignored")) => tests.ignored += number.parse().unwrap_or(0),
                _ => {}
            }
        }
    }
    if tests.passed == 0 { Err("no test ran".to_owned()) } else { Ok(tests) }
}

#[cfg(test)]
mod tests {
    use super::{STEPS, count};

    #[test]
    fn the_closing_lines_are_added_up() {
        let output = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s\n\
                      noise\ntest result: ok. 4 passed; 0 failed; 0 ignored; 0 measured\n";
        let tests = count(output).expect("tests ran");
        assert_eq!((tests.passed, tests.ignored), (7, 1));
    }

    #[test]
    fn a_run_without_tests_is_an_error() {
        assert!(count("test result: ok. 0 passed; 0 failed; 0 ignored\n").is_err());
        assert!(count("").is_err());
    }

    #[test]
    fn every_step_has_its_own_name() {
        for (index, step) in STEPS.iter().enumerate() {
            assert!(
                STEPS[..index].iter().all(|other| other.name != step.name),
                "{} is there twice",
                step.name
            );
        }
    }
}
