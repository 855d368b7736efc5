//! `podlab bench`: how fast the engine is on this machine.

use podlab::workload::{HEADER, Scrubbing, Workload, report};
use podlab_cli::arguments::Arguments;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Seeks that are measured.
const SEEKS: u32 = 200;

/// Runs the workloads and prints a row about each.
pub fn main(arguments: &Arguments) -> ExitCode {
    let only = arguments.text("--only").unwrap_or_default();
    crate::print(HEADER);
    for mut workload in Workload::all() {
        if !workload.name.contains(&only) {
            continue;
        }
        let start = Instant::now();
        let figures = workload.run();
        let seconds = start.elapsed().as_secs_f64();
        crate::print(&format!("{}\n", report(&workload.name, figures, seconds)));
    }
    if !"seeks".contains(&only) {
        return ExitCode::SUCCESS;
    }
    let mut scrubbing = Scrubbing::new();
    let mut longest = Duration::ZERO;
    let start = Instant::now();
    for _ in 0..SEEKS {
        let begun = Instant::now();
        scrubbing.seek();
        longest = longest.max(begun.elapsed());
    }
    let mean = start.elapsed().as_secs_f64() * 1000.0 / f64::from(SEEKS);
    let longest = longest.as_secs_f64() * 1000.0;
    crate::print(&format!(
        "{SEEKS} seeks in a run of 100,000 events: {mean:.1} ms each, {longest:.1} ms at most\n"
    ));
    ExitCode::SUCCESS
}
