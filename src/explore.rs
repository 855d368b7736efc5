//! Can this ever happen? A bounded search over what a learner may do, from a state on.
//!
//! States are visited breadth first, so the first answer is one with the fewest steps. A step is an act, or to let time
//! pass until the next visible change, or until nothing visible happens any more. Two states from which the same
//! happens (see [`crate::fingerprint::Depth::Exact`]) are one.

mod moves;
mod question;

use crate::change::Change;
use crate::command::Command;
use crate::fingerprint::{Depth, shape};
use crate::sim::Sim;
use crate::time::SimTime;
pub use moves::{Move, Toggles};
pub use question::{ContainerWord, Question};
use std::collections::BTreeSet;

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most steps of a run that is looked at.
    pub steps: u32,
    /// Most states that are visited.
    pub states: usize,
}

impl Default for Limits {
    /// Five steps, 20,000 states.
    fn default() -> Self {
        Limits { steps: 5, states: 20_000 }
    }
}

/// A run that shows that something can happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// What is done, and when: after everything else of that moment.
    pub acts: Vec<(SimTime, Command)>,
    /// When it happens.
    pub until: SimTime,
    /// The steps, time to let pass among them.
    pub steps: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It can happen, as this run shows; none has fewer steps.
    Yes(Witness),
    /// It cannot happen within so many steps; all states they lead to were visited.
    NotWithin {
        /// The steps.
        steps: u32,
        /// How many states were visited.
        states: usize,
    },
    /// It was not found before the bound on states was met.
    GaveUp {
        /// Steps within which every state was visited.
        steps: u32,
        /// How many states were visited.
        states: usize,
    },
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// States visited.
    pub visited: usize,
    /// States that are known and still to be left by their steps.
    pub waiting: usize,
    /// Steps from the beginning to the state that is looked at.
    pub steps: u32,
}

/// A state that was visited.
#[derive(Debug)]
struct Visited {
    parent: u32,
    steps: u32,
    step: Option<Move>,
    /// The simulation, while it is kept; otherwise the steps are done again.
    sim: Option<Box<Sim>>,
}

/// A search. It is made in slices and leaves the simulation it began with alone.
#[derive(Debug)]
pub struct Search {
    question: Question,
    toggles: Toggles,
    limits: Limits,
    start: Sim,
    visited: Vec<Visited>,
    seen: BTreeSet<u64>,
    /// The state whose steps are tried, and the steps that are left.
    current: usize,
    here: Option<Box<Sim>>,
    moves: Vec<Move>,
    kept: usize,
    answer: Option<Answer>,
}

/// Most simulations that are kept beside the state that is looked at.
const MOST_KEPT: usize = 512;

impl Search {
    /// A search that has not begun.
    pub fn new(sim: &Sim, question: Question, toggles: Toggles, limits: Limits) -> Search {
        let mut start = sim.clone();
        start.run_until(start.now());
        start.take_changes();
        start.take_watch();
        let seen = BTreeSet::from([shape(&start, Depth::Exact)]);
        let answer = question.holds(&start, &[]).then(|| {
            Answer::Yes(Witness { acts: Vec::new(), until: start.now(), steps: Vec::new() })
        });
        let first = Visited { parent: 0, steps: 0, step: None, sim: None };
        let mut search = Search {
            question,
            toggles,
            limits,
            start,
            visited: vec![first],
            seen,
            current: 0,
            here: None,
            moves: Vec::new(),
            kept: 0,
            answer,
        };
        search.enter(0);
        search
    }

    /// What was found; nothing while the search goes on.
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let visited = self.visited.len();
        let steps = self.visited.get(self.current).map_or(0, |state| state.steps);
        Progress { visited, waiting: visited - self.current, steps }
    }

    /// Tries up to `steps` steps. Gives whether the search goes on.
    pub fn work(&mut self, steps: usize) -> bool {
        for _ in 0..steps {
            if self.answer.is_some() {
                return false;
            }
            self.try_next();
        }
        self.answer.is_none()
    }

    /// Turns to a state whose steps are to be tried.
    fn enter(&mut self, index: usize) {
        self.current = index;
        let Some(state) = self.visited.get_mut(index) else { return };
        if state.steps >= self.limits.steps {
            self.moves.clear();
            return;
        }
        let kept = state.sim.take();
        self.kept -= usize::from(kept.is_some());
        let here = kept.unwrap_or_else(|| Box::new(self.rebuild(index)));
        self.moves = moves::from(&here, self.toggles);
        // They are taken from the end.
        self.moves.reverse();
        self.here = Some(here);
    }

    fn try_next(&mut self) {
        let Some(step) = self.moves.pop() else {
            let next = self.current + 1;
            if next >= self.visited.len() {
                let (steps, states) = (self.limits.steps, self.visited.len());
                self.answer = Some(Answer::NotWithin { steps, states });
            }
            self.enter(next);
            return;
        };
        let Some(here) = &self.here else { return };
        let mut sim = here.clone();
        let question = &self.question;
        let mut holds = false;
        let mut watch = |sim: &Sim, changes: &[Change]| {
            holds |= question.holds(sim, changes);
            holds
        };
        let is_done = moves::make(&mut sim, &step, &mut watch);
        if holds {
            self.add(step, None);
            let last = self.visited.len() - 1;
            self.answer = Some(Answer::Yes(self.witness(last, &sim)));
            return;
        }
        if !is_done || !self.seen.insert(shape(&sim, Depth::Exact)) {
            return;
        }
        let keep = self.kept < MOST_KEPT;
        self.kept += usize::from(keep);
        self.add(step, keep.then_some(sim));
        if self.visited.len() >= self.limits.states {
            let steps = self.visited[self.current].steps;
            self.answer = Some(Answer::GaveUp { steps, states: self.visited.len() });
        }
    }

    fn add(&mut self, step: Move, sim: Option<Box<Sim>>) {
        let steps = self.visited[self.current].steps + 1;
        let parent = self.current as u32;
        self.visited.push(Visited { parent, steps, step: Some(step), sim });
    }

    /// The steps that lead to a state.
    fn path(&self, mut index: usize) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some(step) = &self.visited[index].step {
            path.push(step.clone());
            index = self.visited[index].parent as usize;
        }
        path.reverse();
        path
    }

    fn rebuild(&self, index: usize) -> Sim {
        let mut sim = self.start.clone();
        for step in self.path(index) {
            moves::make(&mut sim, &step, &mut |_, _| false);
        }
        sim
    }

    fn witness(&self, index: usize, end: &Sim) -> Witness {
        let acts = end.commands()[self.start.commands().len()..].to_vec();
        Witness { acts, until: end.now(), steps: self.path(index) }
    }
}
