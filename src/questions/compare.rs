//! Compares variants of one run on one clock, and finds where they begin to differ.
//!
//! The runs are histories of their own. [`Aspect::variants`] makes them from one plan; branches of a history can also
//! be compared. [`Differences`] finds, for every row of their stories, when the difference begins, and [`Verdict`] says what the runs
//! come to.
//!
//! ```
//! use podlab::questions::compare::{Aspect, Differences, run_until};
//! use podlab::cluster::command::Command;
//! use podlab::timeline::history::{History, PlannedAct};
//! use podlab::api::{ReadOptions, read};
//! use podlab::sim::Sim;
//! use podlab::timeline::story::{Row, Story};
//! use podlab::base::time::SimTime;
//! use podlab::cluster::world::Settings;
//!
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
//! let pod = read(text, &ReadOptions::default()).unwrap().remove(0);
//! let mut exit = PlannedAct::at(SimTime::ZERO, Vec::new());
//! exit.commands.push(Command::Exit {
//!     namespace: "default".into(), pod: "demo".into(), container: "app".into(), code: 1, reason: "".into(),
//! });
//! exit.time = SimTime::from_seconds(20);
//! let plan = [PlannedAct::at(SimTime::ZERO, vec![Command::Create(Box::new(pod))]), exit];
//! let aspect = Aspect::parse("restartPolicy");
//! let variants = aspect.variants(&["Always", "Never"], &Settings::default(), &plan).unwrap();
//! let mut runs = variants.into_iter().map(|variant| {
//!     let start = Sim::with_nodes(variant.settings, 1);
//!     History::of(start, Story::new("default".into(), "demo".into()), variant.plan).unwrap()
//! }).collect::<Vec<_>>();
//! let mut runs: Vec<&mut History> = runs.iter_mut().collect();
//! run_until(&mut runs, SimTime::from_seconds(60), u64::MAX);
//! let mut differences = Differences::default();
//! let stories: Vec<&Story> = runs.iter().map(|run| run.story()).collect();
//! differences.look(&stories, SimTime::from_seconds(60));
//! let first = differences.of(Some("demo"), &Row::Phase).unwrap();
//! assert_eq!(first.from.seconds(), 21, "under Never the Pod has failed");
//! ```

mod differences;
mod outcome;
mod vary;
mod verdict;

use crate::base::time::SimTime;
use crate::timeline::history::History;
pub use differences::{Difference, Differences};
pub use outcome::{End, Newest, Outcome, PodEnd, Restarts, WorkloadEnd};
pub use vary::{Aspect, Variant};
pub use verdict::{Group, Told, Verdict};

/// The fewest runs that can be compared.
pub const LEAST: usize = 2;
/// The most runs that are compared side by side.
pub const MOST: usize = 4;

/// Returns the moment that all runs have reached.
pub fn now(runs: &[&mut History]) -> SimTime {
    runs.iter().map(|run| run.now()).min().unwrap_or_default()
}

/// Lets time pass in all runs up to a moment, with at most `limit` events in each. Returns whether all reached it. Runs
/// that are ahead wait.
pub fn run_until(runs: &mut [&mut History], time: SimTime, limit: u64) -> bool {
    let mut reached = true;
    for run in runs.iter_mut().filter(|run| run.now() <= time) {
        reached &= run.run_until(time, limit);
    }
    reached
}

/// Goes to a moment in all runs, with at most `limit` events in each. Returns whether all reached it.
pub fn seek(runs: &mut [&mut History], time: SimTime, limit: u64) -> bool {
    let mut reached = true;
    for run in runs {
        reached &= run.seek(time, limit);
    }
    reached
}

/// Goes to the moment of the next event or planned act in any run. Returns whether there was one.
pub fn step(runs: &mut [&mut History]) -> bool {
    let Some(next) = runs.iter().filter_map(|run| run.next_time()).min() else { return false };
    run_until(runs, next, u64::MAX)
}

/// Steps until a learner sees a change in one of the runs, at most `limit` times.
///
/// Returns `Some(true)` when a change came, `Some(false)` when nothing more can happen, and `None` when `limit` was
/// reached first.
pub fn look_for_change(runs: &mut [&mut History], limit: u64) -> Option<bool> {
    for _ in 0..limit {
        let before: Vec<usize> = runs.iter().map(|run| run.story().change_count()).collect();
        if !step(runs) {
            return Some(false);
        }
        if runs.iter().zip(before).any(|(run, told)| run.story().has_news_since(told)) {
            return Some(true);
        }
    }
    None
}
