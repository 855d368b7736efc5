//! The tree of branches. Each branch has a plan of its own and keeps its states while there is room.

use super::checkpoints::Checkpoint;
use super::planned_act::PlannedAct;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::timeline::story::Tail;

/// The number of a branch. It is never used again for another branch.
pub type BranchId = u32;

/// The most branches of a history. Beyond them, the unnamed branch that was left longest ago is deleted.
pub(crate) const MOST_BRANCHES: usize = 64;
/// The most branches, beside the present one, whose states are kept. The others are run again when they are visited.
const MOST_WITH_STATES: usize = 3;

/// An act that is taken back after so many milliseconds at most leaves no branch behind.
const SOON: u64 = 10_000;

/// One way in which a run went. Run files save it in this form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// Its number.
    pub id: BranchId,
    /// The name that people gave it; empty without one.
    pub name: Text,
    /// The branch that it began on; `None` for the first branch, and when that branch was deleted.
    pub parent: Option<BranchId>,
    /// How many acts of its plan it shares with its parent.
    pub fork: usize,
    /// When it split from its parent.
    pub forked_at: SimTime,
    /// How far it was played.
    pub end: SimTime,
    /// Where it was left.
    pub left_at: SimTime,
    /// The branch whose last acts this branch takes back, until a person acts on it.
    pub undone: Option<BranchId>,
    /// Its acts, sorted by time. The acts of the present branch are in [`History::plan`](super::History::plan).
    pub plan: Vec<PlannedAct>,
}

/// The later part of a branch that is not the present branch.
#[derive(Clone, Debug)]
pub(super) struct States {
    pub checkpoints: Vec<Checkpoint>,
    pub tail: Tail,
}

/// All branches.
#[derive(Clone, Debug)]
pub(super) struct Branches {
    pub all: Vec<Branch>,
    pub current: usize,
    next: BranchId,
    /// The branches that were left, the latest one last.
    left: Vec<BranchId>,
    /// The states of the branches that were left last.
    states: Vec<(BranchId, States)>,
}

impl Default for Branches {
    fn default() -> Self {
        Branches::of(vec![Branch::default()], 0)
    }
}

impl Branches {
    /// Makes a tree of branches. `current` is the index of the present branch.
    pub(super) fn of(all: Vec<Branch>, current: usize) -> Branches {
        let next = all.iter().map(|branch| branch.id + 1).max().unwrap_or(0);
        Branches { all, current, next, left: Vec::new(), states: Vec::new() }
    }

    pub(crate) fn current(&self) -> &Branch {
        &self.all[self.current]
    }

    pub(crate) fn current_mut(&mut self) -> &mut Branch {
        &mut self.all[self.current]
    }

    pub(crate) fn index(&self, id: BranchId) -> Option<usize> {
        self.all.iter().position(|branch| branch.id == id)
    }

    /// Returns the same branches, to be run again under other conditions.
    pub(crate) fn without_states(&self) -> Branches {
        Branches { states: Vec::new(), ..self.clone() }
    }

    pub(crate) fn add(&mut self, branch: Branch) -> usize {
        if self.all.len() >= MOST_BRANCHES {
            let age = |id| self.left.iter().position(|left| *left == id);
            let others = self.all.iter().filter(|branch| branch.id != self.current().id);
            let oldest = others.min_by_key(|branch| (!branch.name.is_empty(), age(branch.id)));
            if let Some(id) = oldest.map(|branch| branch.id) {
                self.remove(id);
            }
        }
        self.all.push(Branch { id: self.next, ..branch });
        self.next += 1;
        self.all.len() - 1
    }

    pub(crate) fn remove(&mut self, id: BranchId) {
        let Some(index) = self.index(id) else { return };
        let current = self.current().id;
        let gone = self.all.remove(index);
        self.current = self.index(current).unwrap_or(0);
        for branch in &mut self.all {
            if branch.parent == Some(id) {
                branch.parent = gone.parent;
                branch.fork = branch.fork.min(gone.fork);
                branch.forked_at = branch.forked_at.min(gone.forked_at);
            }
            if branch.undone == Some(id) {
                branch.undone = None;
            }
        }
        self.left.retain(|left| *left != id);
        self.states.retain(|(of, _)| *of != id);
    }

    /// Returns the branch that the present one takes acts back from, if that is soon after them and nothing else needs it.
    pub(crate) fn discarded_branch(&self) -> Option<BranchId> {
        let own = self.current();
        let origin = &self.all[self.index(own.undone?)?];
        let is_needed = |other: &Branch| {
            other.parent == Some(origin.id) && other.id != own.id && other.fork > own.fork
        };
        let is_short = origin.end <= own.forked_at + SOON && origin.name.is_empty();
        (is_short && !self.all.iter().any(is_needed)).then_some(origin.id)
    }

    /// Deletes the branch that the present one takes acts back from, and gives the present one its number and its parent.
    pub(crate) fn replace(&mut self, origin: BranchId) {
        let Some(index) = self.index(origin) else { return };
        let Branch { parent, fork, forked_at, .. } = self.all[index];
        let old = self.current().id;
        // What began on the origin begins on the present branch from now on.
        for branch in &mut self.all {
            if branch.parent == Some(origin) && branch.id != old {
                branch.parent = Some(old);
            }
        }
        self.remove(origin);
        for branch in &mut self.all {
            branch.parent = branch.parent.map(|id| if id == old { origin } else { id });
        }
        self.left.retain(|left| *left != old);
        self.states.retain(|(of, _)| *of != old);
        let own = self.current_mut();
        (own.id, own.parent, own.fork, own.forked_at) = (origin, parent, fork, forked_at);
    }

    /// Leaves the present branch, with these states, for another branch.
    pub(super) fn leave(&mut self, other: usize, states: States) {
        let id = self.current().id;
        self.left.retain(|left| *left != id);
        self.left.push(id);
        self.states.push((id, states));
        if self.states.len() > MOST_WITH_STATES {
            self.states.remove(0);
        }
        self.current = other;
    }

    /// Takes out the states that the present branch had when it was left.
    pub(super) fn take_states(&mut self) -> Option<States> {
        let id = self.current().id;
        let place = self.states.iter().position(|(of, _)| *of == id)?;
        Some(self.states.remove(place).1)
    }
}

/// Returns a plan with all acts of the script and with the first acts of people.
pub(super) fn with_first_acts(plan: &[PlannedAct], people: usize) -> Vec<PlannedAct> {
    let mut left = people;
    let keep = |act: &&PlannedAct| {
        let kept = !act.by_person || left > 0;
        left -= usize::from(kept && act.by_person);
        kept
    };
    plan.iter().filter(keep).cloned().collect()
}

/// Returns the first act of a person that tells a branch from the one that it began on; for a branch that began on none, from those
/// that began on it. `plan` holds the acts of the branch, and `all` are the branches of its run.
pub fn own_act<'a>(
    all: &[Branch],
    branch: &Branch,
    plan: &'a [PlannedAct],
) -> Option<&'a PlannedAct> {
    let children = all.iter().filter(|other| other.parent == Some(branch.id));
    let first_fork = children.map(|child| child.fork).min();
    let shared = if branch.parent.is_some() { branch.fork } else { first_fork.unwrap_or(0) };
    plan.iter().skip(shared).find(|act| act.by_person)
}

pub(super) fn count_people(plan: &[PlannedAct]) -> usize {
    plan.iter().filter(|act| act.by_person).count()
}
