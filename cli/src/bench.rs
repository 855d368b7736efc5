//! `podlab bench`: how fast the engine is on this machine.

use podlab::workload::{HEADER, Scrubbing, Workload, report};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Seeks that are measured.
const SEEKS: u32 = 200;

/// Runs the workloads and prints a line about each.
pub fn main() -> ExitCode {
    crate::print(HEADER);
    for mut workload in Workload::all() {
        let start = Instant::now();
        let figures = workload.run();
        let seconds = start.elapsed().as_secs_f64();
        crate::print(&format!("{}\n", report(&workload.name, figures, seconds)));
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
