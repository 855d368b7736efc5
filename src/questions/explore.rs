//! Can this ever happen? A bounded search over what a learner may do, from a state on.
//!
//! States are visited breadth first, so the first answer is one with the fewest steps. A step is an act, or to let time
//! pass until the next visible change, or until nothing visible happens any more. Two states from which the same
//! happens (see [`crate::sim::fingerprint::Depth::Exact`]) are one.

mod attempt;
mod moves;
mod question;

use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::cluster::command::Command;
use crate::sim::Sim;
use crate::sim::fingerprint::{Depth, shape};
use attempt::{Attempt, Taken};
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
    /// What happens.
    pub question: Question,
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
    /// It is looked for any of them.
    questions: Vec<Question>,
    toggles: Toggles,
    limits: Limits,
    start: Sim,
    visited: Vec<Visited>,
    seen: BTreeSet<u64>,
    /// The state whose steps are tried.
    current: usize,
    /// Its simulation; none while the steps that lead to it are done again.
    here: Option<Box<Sim>>,
    /// The steps that are still to be tried, or to be done again, from the end.
    moves: Vec<Move>,
    /// The step that is being taken.
    attempt: Option<Attempt>,
    kept: usize,
    answer: Option<Answer>,
}

/// Most simulations that are kept beside the state that is looked at.
const MOST_KEPT: usize = 512;

impl Search {
    /// A search that has not begun.
    pub fn new(sim: &Sim, question: Question, toggles: Toggles, limits: Limits) -> Search {
        Search::any(sim, vec![question], toggles, limits)
    }

    /// A search that has not begun for whichever of several things takes the fewest steps.
    pub fn any(sim: &Sim, questions: Vec<Question>, toggles: Toggles, limits: Limits) -> Search {
        let mut start = sim.clone();
        start.run_until(start.now());
        start.take_changes();
        start.take_watch();
        let seen = BTreeSet::from([shape(&start, Depth::Exact)]);
        let held = questions.iter().find(|question| question.holds(&start, &[])).cloned();
        let answer = held.map(|question| {
            let until = start.now();
            Answer::Yes(Witness { question, acts: Vec::new(), until, steps: Vec::new() })
        });
        let first = Visited { parent: 0, steps: 0, step: None, sim: None };
        let mut search = Search {
            questions,
            toggles,
            limits,
            start,
            visited: vec![first],
            seen,
            current: 0,
            here: None,
            moves: Vec::new(),
            attempt: None,
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

    /// Works on for about so many events. Gives whether the search goes on.
    pub fn work(&mut self, events: u64) -> bool {
        let mut left = events;
        while left > 0 && self.answer.is_none() {
            self.go_on(&mut left);
        }
        self.answer.is_none()
    }

    fn go_on(&mut self, left: &mut u64) {
        /// What copying a state and telling its shape costs, in events.
        const STATE: u64 = 16;
        let is_new = self.here.is_some();
        if let Some(attempt) = &mut self.attempt {
            let questions = &self.questions;
            let mut held = None;
            let mut watch = |sim: &Sim, changes: &[Change]| {
                if is_new && held.is_none() {
                    held = questions.iter().position(|question| question.holds(sim, changes));
                }
                held.is_some()
            };
            let Some(is_done) = attempt.advance(&mut watch, left) else { return };
            let Some(attempt) = self.attempt.take() else { return };
            *left = left.saturating_sub(STATE);
            let taken = attempt.taken(is_done);
            if is_new {
                self.judge(taken, held);
            } else {
                self.go_to(taken.sim);
            }
            return;
        }
        *left = left.saturating_sub(1);
        match (&self.here, self.moves.pop()) {
            (Some(here), Some(step)) => self.attempt = Some(Attempt::new(here.clone(), step)),
            _ => self.enter(self.current + 1),
        }
    }

    /// Turns to a state whose steps are to be tried.
    fn enter(&mut self, index: usize) {
        let Some(state) = self.visited.get_mut(index) else {
            let (steps, states) = (self.limits.steps, self.visited.len());
            self.answer = Some(Answer::NotWithin { steps, states });
            return;
        };
        self.current = index;
        if state.steps >= self.limits.steps {
            return;
        }
        if let Some(kept) = state.sim.take() {
            self.kept -= 1;
            self.arrive(kept);
        } else {
            self.here = None;
            self.moves = self.path(index);
            self.go_to(Box::new(self.start.clone()));
        }
    }

    /// Goes on from there to the state whose steps are to be tried.
    fn go_to(&mut self, sim: Box<Sim>) {
        match self.moves.pop() {
            Some(step) => self.attempt = Some(Attempt::new(sim, step)),
            None => self.arrive(sim),
        }
    }

    fn arrive(&mut self, sim: Box<Sim>) {
        self.moves = moves::from(&sim, self.toggles);
        self.moves.reverse();
        self.here = Some(sim);
    }

    /// Looks at what a step led to.
    fn judge(&mut self, taken: Taken, held: Option<usize>) {
        let Taken { sim, step, is_done } = taken;
        if let Some(held) = held {
            self.add(step, None);
            let last = self.visited.len() - 1;
            self.answer = Some(Answer::Yes(self.witness(held, last, &sim)));
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

    /// The steps that lead to a state, last first.
    fn path(&self, mut index: usize) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some(step) = &self.visited[index].step {
            path.push(step.clone());
            index = self.visited[index].parent as usize;
        }
        path
    }

    fn witness(&self, held: usize, index: usize, end: &Sim) -> Witness {
        let question = self.questions[held].clone();
        let acts = end.commands()[self.start.commands().len()..].to_vec();
        let mut steps = self.path(index);
        steps.reverse();
        Witness { question, acts, until: end.now(), steps }
    }
}
