//! `cargo xtask test`: every check of the project, in order.

use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::steps::{Kind, STEPS, Step, Tests};
use crate::{Outcome, paths};

/// How much of the suite to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything but what takes a site's own minutes.
    All,
    /// Everything.
    Sites,
    /// What needs neither Wasm nor a browser.
    Quick,
    /// The one step of that name.
    Only(String),
}

/// Runs the steps, stops at the first that fails and says how to repeat it.
pub fn run(extent: &Extent) -> Outcome {
    let steps = chosen(extent);
    if steps.is_empty() {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("there is no such step; the steps are: {}", names.join(", ")));
    }
    let mut done = Vec::new();
    let mut ahead = None;
    for (index, step) in steps.iter().enumerate() {
        println!("\n=== {}/{} {}: {}", index + 1, steps.len(), step.name, step.title);
        let start = Instant::now();
        let ran = match ahead.take_if(|_| step.name == BUILD) {
            Some(ahead) => Ahead::finish(ahead),
            None => (step.run)(),
        };
        let tests = ran.map_err(|error| {
            format!(
                "step {} failed: {error}\nRun it alone with: cargo xtask test --only {}",
                step.name, step.name
            )
        })?;
        if step.name == TOOLS && steps.iter().any(|step| step.name == BUILD) {
            ahead = Some(Ahead::start()?);
        }
        println!("--- {} is good, {}", step.name, seconds(start.elapsed()));
        done.push((step, tests, start.elapsed()));
    }
    report(&done);
    Ok(())
}

/// The step that installs what the others use.
const TOOLS: &str = "tools";
/// The step that builds the page.
const BUILD: &str = "build";

/// The build of the page beside the steps before it. Most of it is one crate after the other, which leaves a processor to them.
struct Ahead(Child);

impl Ahead {
    /// Where its output goes.
    fn log() -> PathBuf {
        paths::target().join("build.log")
    }

    /// Starts it, as the command `cargo xtask build`.
    fn start() -> Outcome<Ahead> {
        let begin = || {
            let log = File::create(Self::log())?;
            let mut command = Command::new(env::current_exe()?);
            command.arg("build").stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()
        };
        begin().map(Ahead).map_err(|error| format!("the page's build does not start: {error}"))
    }

    /// Waits until it is done, and shows what it wrote.
    fn finish(mut self) -> Outcome<Tests> {
        let ended = self.0.wait();
        println!("{}", fs::read_to_string(Self::log()).unwrap_or_default());
        match ended {
            Ok(status) if status.success() => Ok(Tests::default()),
            Ok(status) => Err(format!("the page's build failed ({status})")),
            Err(error) => Err(format!("the page's build was lost: {error}")),
        }
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        // When a step fails, the suite stops the build. A build that has ended stays as it is.
        drop(self.0.kill());
    }
}

/// The steps to run; one that looks at the page or at examples is preceded by their build, so that it never sees old ones.
fn chosen(extent: &Extent) -> Vec<&'static Step> {
    let is_chosen = |step: &&Step| match extent {
        Extent::All => step.kind != Kind::Sites,
        Extent::Sites => true,
        Extent::Quick => step.kind == Kind::Native,
        Extent::Only(name) => step.name == name,
    };
    let needs =
        |kinds: &[Kind]| STEPS.iter().filter(is_chosen).any(|step| kinds.contains(&step.kind));
    let is_needed = |step: &Step| match step.name {
        BUILD => needs(&[Kind::Page, Kind::Browser, Kind::Sites]),
        "sites" => needs(&[Kind::Browser]),
        "more-sites" => needs(&[Kind::Sites]),
        _ => false,
    };
    STEPS.iter().filter(|step| is_chosen(step) || is_needed(step)).collect()
}

/// The closing table, and a last line that says how many tests there were.
fn report(done: &[(&&Step, Tests, Duration)]) {
    println!();
    for (step, tests, time) in done {
        println!(
            "{:<12} {:>8}  {:<22} {}",
            step.name,
            seconds(*time),
            pace(*tests, *time),
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

/// How many tests ran, and how many of them in a second.
fn pace(tests: Tests, time: Duration) -> String {
    if tests.passed == 0 {
        return String::new();
    }
    let a_second = tests.passed as f32 / time.as_secs_f32().max(0.1);
    format!("{} tests, {a_second:.1}/s", tests.passed)
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f32())
}

#[cfg(test)]
mod tests {
    use super::{Extent, STEPS, chosen};

    #[test]
    fn a_step_that_looks_at_the_page_builds_it_first() {
        let names =
            |extent| -> Vec<&str> { chosen(&extent).iter().map(|step| step.name).collect() };
        assert_eq!(names(Extent::Only("firefox".to_owned())), ["build", "sites", "firefox"]);
        assert_eq!(names(Extent::Only("size".to_owned())), ["build", "size"]);
        assert_eq!(
            names(Extent::Only("more-sites-seen".to_owned())),
            ["build", "more-sites", "more-sites-seen"]
        );
        assert_eq!(names(Extent::Only("clippy".to_owned())), ["clippy"]);
        assert_eq!(names(Extent::Only("nonsense".to_owned())), [""; 0]);
        assert!(!names(Extent::Quick).contains(&"build"));
        assert_eq!(names(Extent::Sites).len(), STEPS.len());
        assert_eq!(names(Extent::All).len(), STEPS.len() - 2);
    }
}
