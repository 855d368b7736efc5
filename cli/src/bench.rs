//! `podlab bench`: how fast the engine is on this machine.

use crate::failure::Failure;
use crate::terminal::{self, Printed};
use podlab::benchmarks::{Benchmark, HEADER, Scrubbing, report};
use std::time::{Duration, Instant};

/// Seeks that are measured.
const SEEKS: u32 = 200;

/// Measures how fast the engine is, and what sets of growing size cost
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  podlab bench\n  podlab bench --only seeks")]
pub struct Args {
    /// Leave out the runs whose names do not contain these words
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    only: String,
}

/// Runs the benchmarks and prints a row about each.
///
/// # Errors
/// One line when a row cannot be printed.
pub fn main(args: &Args) -> Result<(), Failure> {
    let only = &args.only;
    print(HEADER.to_owned())?;
    for mut benchmark in Benchmark::all() {
        if !benchmark.name.contains(only) {
            continue;
        }
        let start = Instant::now();
        let figures = benchmark.run();
        let seconds = start.elapsed().as_secs_f64();
        print(format!("{}\n", report(&benchmark.name, figures, seconds)))?;
    }
    if !"seeks".contains(only) {
        return Ok(());
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
    print(format!(
        "{SEEKS} seeks in a run of 100,000 events: {mean:.1} ms each, {longest:.1} ms at most\n"
    ))
}

fn print(text: String) -> Result<(), Failure> {
    terminal::print(&Printed::Text(text))
}
