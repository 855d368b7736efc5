//! `podlab bench`: how fast the engine is on this machine.

use podlab::workload::{Workload, report};
use std::process::ExitCode;
use std::time::Instant;

/// Runs the workloads and prints a line about each.
pub fn main() -> ExitCode {
    for mut workload in Workload::all() {
        let start = Instant::now();
        let figures = workload.run();
        let seconds = start.elapsed().as_secs_f64();
        crate::print(&format!("{}\n", report(&workload.name, figures, seconds)));
    }
    ExitCode::SUCCESS
}
