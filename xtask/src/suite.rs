//! `cargo xtask test`: every check of the project, in order.

use std::time::{Duration, Instant};

use crate::browsers::{self, Browser};
use crate::shell::{self, cargo};
use crate::{Outcome, page, size, tools};

/// How much of the suite to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything.
    All,
    /// What needs neither Wasm nor a browser.
    Quick,
    /// The one step of that name.
    Only(String),
}

/// One step of the suite.
struct Step {
    name: &'static str,
    title: &'static str,
    kind: Kind,
    run: fn() -> Outcome<Tests>,
}

/// What a step needs.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Rust alone.
    Native,
    /// The Wasm toolchain.
    Wasm,
    /// The built page.
    Page,
}

/// How many tests a step ran.
#[derive(Clone, Copy, Default)]
struct Tests {
    passed: usize,
    ignored: usize,
}

static STEPS: [Step; 12] = [
    Step {
        name: "format",
        title: "The code is formatted",
        kind: Kind::Native,
        run: format,
    },
    Step {
        name: "clippy",
        title: "Clippy has nothing to say",
        kind: Kind::Native,
        run: clippy,
    },
    Step {
        name: "native",
        title: "Native tests",
        kind: Kind::Native,
        run: native,
    },
    Step {
        name: "doc",
        title: "The documentation builds",
        kind: Kind::Native,
        run: doc,
    },
    Step {
        name: "clippy-web",
        title: "Clippy has nothing to say about the page",
        kind: Kind::Wasm,
        run: clippy_web,
    },
    Step {
        name: "wasm",
        title: "Tests in Wasm",
        kind: Kind::Wasm,
        run: wasm,
    },
    Step {
        name: "build",
        title: "The page builds",
        kind: Kind::Wasm,
        run: build,
    },
    Step {
        name: "size",
        title: "The page is within its size budget",
        kind: Kind::Page,
        run: weigh,
    },
    Step {
        name: "harness",
        title: "The browser tests build",
        kind: Kind::Wasm,
        run: harness,
    },
    Step {
        name: "chromium",
        title: "The page in Chromium",
        kind: Kind::Page,
        run: chromium,
    },
    Step {
        name: "firefox",
        title: "The page in Firefox",
        kind: Kind::Page,
        run: firefox,
    },
    Step {
        name: "webkit",
        title: "The page in WebKit",
        kind: Kind::Page,
        run: webkit,
    },
];

/// Runs the steps, stops at the first that fails and says how to repeat it.
pub fn run(extent: &Extent) -> Outcome {
    let steps = chosen(extent);
    if steps.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!(
            "there is no such step; the steps are: {}",
            names.join(", ")
        ));
    }
    let mut done = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!(
            "\n=== {}/{} {}: {}",
            index + 1,
            steps.len(),
            step.name,
            step.title
        );
        let start = Instant::now();
        let tests = (step.run)().map_err(|error| {
            format!(
                "step {} failed: {error}\nRun it alone with: cargo xtask test --only {}",
                step.name, step.name
            )
        })?;
        println!("--- {} is good, {}", step.name, seconds(start.elapsed()));
        done.push((step, tests, start.elapsed()));
    }
    report(&done);
    Ok(())
}

/// The steps to run; one that looks at the page is preceded by the page's build, so that it never sees an old one.
fn chosen(extent: &Extent) -> Vec<&'static Step> {
    let is_chosen = |step: &&Step| match extent {
        Extent::All => true,
        Extent::Quick => step.kind == Kind::Native,
        Extent::Only(name) => step.name == name,
    };
    let needs_page = STEPS
        .iter()
        .filter(is_chosen)
        .any(|step| step.kind == Kind::Page);
    STEPS
        .iter()
        .filter(|step| is_chosen(step) || needs_page && step.name == "build")
        .collect()
}

/// The closing table, and a last line that says how many tests there were.
fn report(done: &[(&&Step, Tests, Duration)]) {
    println!();
    for (step, tests, time) in done {
        let count = if tests.passed > 0 {
            format!("{} tests", tests.passed)
        } else {
            String::new()
        };
        println!(
            "{:<12} {:>8}  {:<11} {}",
            step.name,
            seconds(*time),
            count,
            step.title
        );
    }
    let total: Duration = done.iter().map(|(_, _, time)| *time).sum();
    println!("{:<12} {:>8}", "all", seconds(total));
    let passed: usize = done.iter().map(|(_, tests, _)| tests.passed).sum();
    let ignored: usize = done.iter().map(|(_, tests, _)| tests.ignored).sum();
    if passed > 0 {
        println!("\n{passed} passed, 0 failed, {ignored} skipped");
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f32())
}

/// Everything but the page and its browser tests.
const NATIVE: [&str; 5] = [
    "--workspace",
    "--exclude",
    "podlab-web",
    "--exclude",
    "podlab-browser-tests",
];

/// The crates that are built for Wasm only.
const FOR_WASM: [&str; 6] = [
    "-p",
    "podlab-web",
    "-p",
    "podlab-wasm-tests",
    "--target",
    tools::WASM_TARGET,
];

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
    count(&shell::run_and_read(
        cargo().arg("test").args(NATIVE).arg("--no-fail-fast"),
    )?)
}

fn doc() -> Outcome<Tests> {
    shell::run(
        cargo()
            .arg("doc")
            .args(NATIVE)
            .arg("--no-deps")
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    Ok(Tests::default())
}

fn clippy_web() -> Outcome<Tests> {
    tools::ensure_for_wasm_tests()?;
    shell::run(cargo().arg("clippy").args(FOR_WASM).args([
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    Ok(Tests::default())
}

fn wasm() -> Outcome<Tests> {
    tools::ensure_for_wasm_tests()?;
    count(&shell::run_and_read(
        cargo()
            .args([
                "test",
                "-p",
                "podlab-wasm-tests",
                "--test",
                "*",
                "--target",
                tools::WASM_TARGET,
            ])
            .env(tools::WASM_RUNNER.0, tools::WASM_RUNNER.1),
    )?)
}

fn build() -> Outcome<Tests> {
    page::build()?;
    Ok(Tests::default())
}

fn weigh() -> Outcome<Tests> {
    size::check()?;
    Ok(Tests::default())
}

fn harness() -> Outcome<Tests> {
    tools::ensure_npm_packages()?;
    shell::run(cargo().args(["test", "-p", "podlab-browser-tests", "--no-run"]))?;
    Ok(Tests::default())
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
    if browsers::is_skipped(browser)? {
        println!(
            "{} is skipped, as PODLAB_SKIP_BROWSERS says.",
            browser.name()
        );
        return Ok(Tests::default());
    }
    tools::ensure_npm_packages()?;
    browsers::ensure(browser)?;
    count(&shell::run_and_read(
        cargo()
            .args(["test", "-p", "podlab-browser-tests", "--no-fail-fast"])
            .env("PODLAB_BROWSER", browser.name()),
    )?)
}

/// Adds up the closing lines of the test runs; none, or no test at all, is an error.
fn count(output: &str) -> Outcome<Tests> {
    let mut tests = Tests::default();
    for line in output
        .lines()
        .filter(|line| line.starts_with("test result: ok."))
    {
        for part in line.trim_start_matches("test result: ok.").split(';') {
            match part.trim().split_once(' ') {
                Some((number, "passed")) => tests.passed += number.parse().unwrap_or(0),
                Some((number, "ignored")) => tests.ignored += number.parse().unwrap_or(0),
                _ => {}
            }
        }
    }
    if tests.passed == 0 {
        Err("no test ran".to_owned())
    } else {
        Ok(tests)
    }
}

#[cfg(test)]
mod tests {
    use super::{Extent, STEPS, chosen, count};

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
    fn a_step_that_looks_at_the_page_builds_it_first() {
        let names =
            |extent| -> Vec<&str> { chosen(&extent).iter().map(|step| step.name).collect() };
        assert_eq!(
            names(Extent::Only("firefox".to_owned())),
            ["build", "firefox"]
        );
        assert_eq!(names(Extent::Only("clippy".to_owned())), ["clippy"]);
        assert_eq!(names(Extent::Only("nonsense".to_owned())), [""; 0]);
        assert!(!names(Extent::Quick).contains(&"build"));
        assert_eq!(names(Extent::All).len(), STEPS.len());
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
