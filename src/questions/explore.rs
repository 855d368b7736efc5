//! Can this ever happen? A bounded search over what a learner may do, beginning with a state.
//!
//! The search visits states breadth first, so the first answer has the fewest steps. A step is an act, or it lets time
//! pass until the next visible change, or until nothing visible happens any more. Two states that lead to the same
//! future (see [`crate::sim::fingerprint::Depth::Exact`]) count as one.
//!
//! ```
//! use podlab::files::scenario_file::read;
//! use podlab::questions::explore::{Answer, Limits, Question, Search, Toggles};
//! use podlab::{ReadOptions, manifest::Diagnostic};
//!
//! # fn main() -> Result<(), Vec<Diagnostic>> {
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
//! let scenario = read(text, &ReadOptions::default())?;
//! let player = scenario.play(scenario.settings());
//! let question = Question::Restarts("web".into(), 0);
//! let mut search = Search::new(&player.sim, question, Toggles::default(), Limits::default());
//! while search.work(10_000) {}
//! let Some(Answer::Yes(witness)) = search.answer() else { unreachable!() };
//! assert_eq!((witness.acts.len(), witness.acts[0].1.object().as_str()), (1, "Pod/web"), "the program ends once");
//! # Ok(())
//! # }
//! ```

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
pub use question::{ContainerWord, Question, Wanted};
use std::collections::BTreeSet;

/// The bounds of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most steps of a run that the search looks at.
    pub steps: u32,
    /// The most steps that are acts; none where each step may be one.
    pub acts: Option<u32>,
    /// The most states that the search visits.
    pub states: usize,
}

impl Default for Limits {
    /// Returns five steps, each of which may be an act, and 20,000 states.
    fn default() -> Self {
        Limits { steps: 5, acts: None, states: 20_000 }
    }
}

/// A run that shows that something can happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness<Q = Question> {
    /// The question that the run answers.
    pub question: Q,
    /// The acts and their times. Each act comes after everything else of its moment.
    pub acts: Vec<(SimTime, Command)>,
    /// When it happens.
    pub until: SimTime,
    /// All steps, including those that let time pass.
    pub steps: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<Q = Question> {
    /// It can happen, as this run shows. No run with fewer steps shows it.
    Yes(Witness<Q>),
    /// It cannot happen within this many steps. The search visited all states that they lead to.
    NotWithin {
        /// The steps.
        steps: u32,
        /// How many states were visited.
        states: usize,
    },
    /// The search visited the most states it may, and did not find it.
    GaveUp {
        /// All states within this many steps were visited.
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
    /// States that are known and whose next steps were not tried yet.
    pub waiting: usize,
    /// The steps from the beginning to the state that is looked at.
    pub steps: u32,
}

/// A state that was visited.
#[derive(Debug)]
struct Visited {
    parent: u32,
    steps: u32,
    acts: u32,
    step: Option<Move>,
    /// The simulation, while it is kept. Otherwise the search does the steps again.
    sim: Option<Box<Sim>>,
}

/// A search. It works in slices and does not change the simulation that it began with.
#[derive(Debug)]
pub struct Search<Q = Question> {
    /// The search looks for any of these.
    questions: Vec<Q>,
    toggles: Toggles,
    limits: Limits,
    start: Sim,
    visited: Vec<Visited>,
    /// The shapes of the states, each with the acts that led there where their number is bounded.
    seen: BTreeSet<(u64, u32)>,
    /// The state whose next steps are being tried.
    current: usize,
    /// Its simulation; `None` while the steps that lead to it are done again.
    here: Option<Box<Sim>>,
    /// The steps to try, or to do again; the next one is the last.
    moves: Vec<Move>,
    /// The step that is being done.
    attempt: Option<Attempt>,
    kept: usize,
    answer: Option<Answer<Q>>,
}

/// The most simulations that are kept beside the present one.
const MOST_KEPT: usize = 512;

/// Returns how many differences between states a search distinguishes.
const fn depth(toggles: Toggles) -> Depth {
    if toggles.nodes { Depth::Exact } else { Depth::NodesLeftAlone }
}

impl<Q: Wanted + Clone> Search<Q> {
    /// Prepares a search.
    pub fn new(sim: &Sim, question: Q, toggles: Toggles, limits: Limits) -> Search<Q> {
        Search::any(sim, vec![question], toggles, limits)
    }

    /// Prepares a search for any of several questions. It finds the one with the fewest steps.
    pub fn any(sim: &Sim, questions: Vec<Q>, toggles: Toggles, limits: Limits) -> Search<Q> {
        let mut start = sim.clone();
        start.run_until(start.now());
        start.take_changes();
        start.take_watch();
        let seen = BTreeSet::from([(shape(&start, depth(toggles)), 0)]);
        let held = questions.iter().find(|question| question.holds(&start, &[])).cloned();
        let answer = held.map(|question| {
            let until = start.now();
            Answer::Yes(Witness { question, acts: Vec::new(), until, steps: Vec::new() })
        });
        let first = Visited { parent: 0, steps: 0, acts: 0, step: None, sim: None };
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

    /// Returns the answer, or `None` while the search goes on.
    pub fn answer(&self) -> Option<&Answer<Q>> {
        self.answer.as_ref()
    }

    /// Returns how far the search has come.
    pub fn progress(&self) -> Progress {
        let visited = self.visited.len();
        let steps = self.visited.get(self.current).map_or(0, |state| state.steps);
        Progress { visited, waiting: visited - self.current, steps }
    }

    /// Works on for about this many events. Returns whether the search goes on.
    pub fn work(&mut self, events: u64) -> bool {
        let mut left = events;
        while left > 0 && self.answer.is_none() {
            self.go_on(&mut left);
        }
        self.answer.is_none()
    }

    fn go_on(&mut self, left: &mut u64) {
        /// The cost of copying a state and computing its shape, in events.
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

    /// Begins to try the steps of a state.
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

    /// Goes on from there to the state whose steps are tried next.
    fn go_to(&mut self, sim: Box<Sim>) {
        match self.moves.pop() {
            Some(step) => self.attempt = Some(Attempt::new(sim, step)),
            None => self.arrive(sim),
        }
    }

    fn arrive(&mut self, sim: Box<Sim>) {
        let done = self.visited[self.current].acts;
        let may_act = self.limits.acts.is_none_or(|most| done < most);
        self.moves = moves::from(&sim, self.toggles, may_act);
        self.moves.reverse();
        self.here = Some(sim);
    }

    /// Looks at the state that a step led to.
    fn judge(&mut self, taken: Taken, held: Option<usize>) {
        let Taken { sim, step, is_done } = taken;
        if let Some(held) = held {
            self.add(step, None);
            let last = self.visited.len() - 1;
            self.answer = Some(Answer::Yes(self.witness(held, last, &sim)));
            return;
        }
        // Where acts are bounded, a state that fewer of them reach has more before it.
        let acts = self.limits.acts.map_or(0, |_| self.acts_with(&step));
        if !is_done || !self.seen.insert((shape(&sim, depth(self.toggles)), acts)) {
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
        let (parent, acts) = (self.current as u32, self.acts_with(&step));
        self.visited.push(Visited { parent, steps, acts, step: Some(step), sim });
    }

    /// Returns how many acts lead to the state after a step from the present one.
    fn acts_with(&self, step: &Move) -> u32 {
        self.visited[self.current].acts + u32::from(matches!(step, Move::Act(_)))
    }

    /// Returns the steps that lead to a state, the last one first.
    fn path(&self, mut index: usize) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some(step) = &self.visited[index].step {
            path.push(step.clone());
            index = self.visited[index].parent as usize;
        }
        path
    }

    fn witness(&self, held: usize, index: usize, end: &Sim) -> Witness<Q> {
        let question = self.questions[held].clone();
        let acts = end.commands()[self.start.commands().len()..].to_vec();
        let mut steps = self.path(index);
        steps.reverse();
        Witness { question, acts, until: end.now(), steps }
    }
}
