//! What waits for something that does not come by itself, and which acts help.
//!
//! Nothing is known beforehand about what gets stuck. A search lets a copy of the simulation run on until nothing changes any
//! more, or until the run goes round in circles, as with a crash loop. What has waited all the time is stuck. Then the search
//! tries acts on further copies, and keeps those after which the wait ends.
//!
//! ```
//! use podlab::files::scenario_file::read;
//! use podlab::questions::stuck::{Bounds, Horizon, Search};
//! use podlab::{ReadOptions, SimTime, manifest::Diagnostic};
//!
//! # fn main() -> Result<(), Vec<Diagnostic>> {
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {nodeSelector: {disk: ssd},
//!   containers: [{name: app, image: nginx}]}}";
//! let scenario = read(text, &ReadOptions::default())?;
//! let mut player = scenario.play(scenario.settings());
//! player.run_until(SimTime::from_seconds(1));
//! let mut search = Search::new(&player.sim, Bounds::default());
//! while search.work(1000) {}
//! assert_eq!(search.stuck()[0].wait.object.name, *"web");
//! assert_eq!(search.stuck()[0].horizon, Horizon::Ever);
//! # Ok(())
//! # }
//! ```

mod bounds;
mod findings;
mod goal;
mod path;
mod remedies;

use crate::cluster::command::Command;
use crate::questions::waits::{Wait, waits};
use crate::sim::Sim;
pub use bounds::Bounds;
pub use findings::{Findings, Stuck, Verdict};
pub use goal::Goal;
use goal::{Unmet, is_preserved, unmet};
pub use path::Horizon;
use path::Path;

/// A search for what is stuck. It works in slices and does not change the simulation that it began with.
#[derive(Clone, Debug)]
pub struct Search {
    start: Sim,
    bounds: Bounds,
    findings: Findings,
    stage: Stage,
}

/// How far a search has come.
#[derive(Clone, Debug)]
enum Stage {
    /// It finds out what comes if people do nothing.
    Alone(Box<Path>),
    /// It tries what helps something that is stuck.
    Trying(Box<Trial>),
    /// It has found everything.
    Done,
}

/// The remedies that are tried for something that is stuck.
#[derive(Clone, Debug)]
struct Trial {
    /// Its place in the list.
    at: usize,
    /// What is left to try, the next one last.
    left: Vec<Vec<Command>>,
    /// What is tried now.
    path: Option<(Vec<Command>, Path)>,
    /// How much is unmet in the end if people do nothing.
    alone: usize,
}

impl Search {
    /// Prepares a search.
    pub fn new(sim: &Sim, bounds: Bounds) -> Search {
        let mut start = sim.clone();
        start.take_changes();
        start.take_watch();
        let wanted: Vec<Unmet> = unmet(&waits(&start));
        let stage = if wanted.is_empty() || start.world().pods().count() > bounds.pods {
            Stage::Done
        } else {
            Stage::Alone(Box::new(Path::new(start.clone(), &bounds, wanted)))
        };
        Search { start, bounds, findings: Findings::default(), stage }
    }

    /// Returns what is known so far: at first nothing, then what is stuck, then also what helps.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Returns what is stuck, as far as it is known. The remedies come after it.
    pub fn stuck(&self) -> &[Stuck] {
        self.findings.stuck()
    }

    /// Returns whether it is known what is stuck. What helps may still be looked for.
    pub fn is_decided(&self) -> bool {
        match &self.stage {
            Stage::Alone(_) => false,
            Stage::Trying(_) | Stage::Done => true,
        }
    }

    /// Returns whether everything is found.
    pub fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// Searches further, for at most `events` events. Returns whether there is more to do.
    pub fn work(&mut self, mut events: u64) -> bool {
        while events > 0 && !self.is_done() {
            events -= 1;
            self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
                Stage::Alone(path) => self.alone(path),
                Stage::Trying(trial) => self.try_out(trial),
                Stage::Done => Stage::Done,
            };
        }
        !self.is_done()
    }

    fn alone(&mut self, mut path: Box<Path>) -> Stage {
        if path.step() {
            return Stage::Alone(path);
        }
        let horizon = path.horizon();
        let followed = waits(&self.start);
        let mut stuck: Vec<Stuck> = Vec::new();
        for wait in &followed {
            let Some(wanted) = Unmet::of(wait) else { continue };
            let is_known = stuck.iter().any(|s| Unmet::of(&s.wait).as_ref() == Some(&wanted));
            if path.is_unmet(&wanted) && !is_known {
                let (wait, goal) = (wait.clone(), wanted.goal);
                stuck.push(Stuck { wait, goal, horizon, remedies: Vec::new() });
            }
        }
        // What a workload waits for matters most.
        stuck.sort_by_key(|stuck| !stuck.wait.object.kind.is_workload());
        self.findings = Findings { followed, stuck };
        self.next(0, path.at_end().len())
    }

    /// Begins to try what helps the next one.
    fn next(&self, at: usize, alone: usize) -> Stage {
        let Some(stuck) = self.stuck().get(at).filter(|_| at < self.bounds.waits) else {
            return Stage::Done;
        };
        let mut left = remedies::candidates(&self.start, &stuck.wait);
        left.reverse();
        Stage::Trying(Box::new(Trial { at, left, path: None, alone }))
    }

    fn try_out(&mut self, mut trial: Box<Trial>) -> Stage {
        if let Some((commands, mut path)) = trial.path.take() {
            if path.step() {
                trial.path = Some((commands, path));
                return Stage::Trying(trial);
            }
            let stuck = &mut self.findings.stuck[trial.at];
            if helps(&path, &stuck.wait, trial.alone) {
                stuck.remedies.push(commands);
            }
        }
        let is_full = self.stuck()[trial.at].remedies.len() >= self.bounds.remedies;
        let Some(commands) = trial.left.pop().filter(|_| !is_full) else {
            return self.next(trial.at + 1, trial.alone);
        };
        let mut sim = self.start.clone();
        if commands.iter().all(|command| sim.apply(command.clone()).is_ok()) {
            let wanted = unmet(&waits(&self.start));
            trial.path = Some((commands, Path::new(sim, &self.bounds, wanted)));
        }
        Stage::Trying(trial)
    }
}

impl Findings {
    /// Searches to the end, and returns what is found.
    pub fn of(sim: &Sim, bounds: Bounds) -> Findings {
        let mut search = Search::new(sim, bounds);
        while search.work(u64::MAX) {}
        search.findings
    }
}

/// Returns whether a wait ended on this path, and less is unmet in the end than if people do nothing.
fn helps(path: &Path, wait: &Wait, alone: usize) -> bool {
    let Some(wanted) = Unmet::of(wait) else { return false };
    let end = path.at_end();
    is_preserved(path.sim(), &wanted) && !end.contains(&wanted.key()) && end.len() < alone
}
