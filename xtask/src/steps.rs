//! The steps of `cargo xtask test`.

use crate::browsers::{self, Browser};
use crate::shell::{self, cargo};
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
#[derive(Clone, Default)]
pub struct Tests {
    /// Those that passed.
    pub passed: usize,
    /// Those that their authors left out.
    pub ignored: usize,
    /// Those that passed only when they were tried again.
    pub unsteady: Vec<String>,
}

/// All steps, in order.
pub static STEPS: [Step; 16] = [
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

/// Everything but the page and its browser tests.
const NATIVE: [&str; 5] =
    ["--workspace", "--exclude", "podlab-web", "--exclude", "podlab-browser-tests"];

/// The crates that are built for Wasm only.
const FOR_WASM: [&str; 6] =
    ["-p", "podlab-web", "-p", "podlab-wasm-tests", "--target", tools::WASM_TARGET];

fn format() -> Outcome<Tests> {
    shell::run(cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Tests::default())
}

fn clippy() -> Outcome<Tests> {
    shell::run(cargo().args([
        "clippy",
        "--workspace",
        "--exclude",
        "podlab-web",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    Ok(Tests::default())
}

fn native() -> Outcome<Tests> {
    // With the number of failures unknown in advance, one run shows them all.
    count(&shell::run_and_read(cargo().arg("test").args(NATIVE).arg("--no-fail-fast"))?)
}

fn doc() -> Outcome<Tests> {
    shell::run(
        cargo()
            .args(["doc", "--workspace", "--exclude", "podlab-web", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings"),
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
    Ok(Tests { passed: tests, ..Tests::default() })
}

fn weigh() -> Outcome<Tests> {
    size::check()?;
    Ok(Tests::default())
}

fn harness() -> Outcome<Tests> {
    tools::ensure_for_browser_tests()?;
    shell::run(cargo().args(["test", "-p", "podlab-browser-tests", "--no-run"]))?;
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
        let tests = test_in(browser, &["--test", "sites", "--", "--ignored"])?;
        all.passed += tests.passed;
    }
    Ok(all)
}

fn chromium() -> Outcome<Tests> {
    in_browser(Browser::Chromium)
}

fn firefox() -> Outcome<Tests> {
    in_browser(Browser::Firefox)
}

fn webkit() -> Outcome<Tests> {
    in_browser(Browser::WebKit)
}

fn in_browser(browser: Browser) -> Outcome<Tests> {
    test_in(browser, &[])
}

/// Runs the browser tests that the arguments choose.
fn test_in(browser: Browser, arguments: &[&str]) -> Outcome<Tests> {
    if browsers::is_skipped(browser)? {
        println!("{} is skipped, as PODLAB_SKIP_BROWSERS says.", browser.name());
        return Ok(Tests::default());
    }
    tools::ensure_for_browser_tests()?;
    browsers::ensure(browser)?;
    let run = |arguments: &[&str]| {
        shell::run_and_see(
            cargo()
                .args(["test", "-p", "podlab-browser-tests", "--no-fail-fast"])
                .args(arguments)
                .env("PODLAB_BROWSER", browser.name()),
        )
    };
    let (output, end) = run(arguments)?;
    let Err(error) = end else { return count(&output) };
    let failed = failed(&output);
    let lines = |start: &str| output.lines().filter(|line| line.starts_with(start)).count();
    // A program that broke off has not said what failed.
    let broke_off = lines("running ") != lines("test result: ");
    if failed.is_empty() || failed.len() > MOST_AGAIN || broke_off || !arguments.is_empty() {
        return Err(error);
    }
    // A browser under remote control is a race; what fails again, alone and in a fresh one, is wrong.
    let mut tests = count(&output)?;
    for name in failed {
        println!("\n{name} failed in {}; once more, alone:", browser.name());
        let (output, end) = run(&["--", "--exact", name])?;
        end.map_err(|again| format!("{name} failed twice: {again}"))?;
        tests.passed += count(&output)?.passed;
        tests.unsteady.push(format!("{name} in {}", browser.name()));
    }
    Ok(tests)
}

/// How many tests of a browser may fail at first.
const MOST_AGAIN: usize = 2;

/// The names of the tests that failed.
fn failed(output: &str) -> Vec<&str> {
    let of_tests = output.lines().filter_map(|line| line.strip_prefix("test "));
    of_tests.filter_map(|line| line.strip_suffix(" ... FAILED")).collect()
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
    use super::{STEPS, count, failed};

    #[test]
    fn the_closing_lines_are_added_up() {
        let output = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s\n\
                      noise\ntest result: ok. 4 passed; 0 failed; 0 ignored; 0 measured\n";
        let tests = count(output).expect("tests ran");
        assert_eq!((tests.passed, tests.ignored), (7, 1));
    }

    #[test]
    fn those_that_failed_are_known_by_name() {
        let output = "test one ... ok\ntest two ... FAILED\ntest three has been running for over 60 seconds\n\
                      test three ... FAILED\ntest result: FAILED. 1 passed; 2 failed; 0 ignored\n";
        assert_eq!(failed(output), ["two", "three"]);
        assert_eq!(count(output).expect("tests ran").passed, 1);
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
