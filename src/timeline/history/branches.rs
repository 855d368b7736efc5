//! The tree of branches: each a plan of its own, with the states it went through while there is room for them.

use super::checkpoints::Checkpoint;
use super::{History, Planned};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::timeline::story::Tail;

/// Number of a branch, never used again for another one.
pub type BranchId = u32;

/// Most branches of a history. Beyond them the one without a name that was left longest ago goes.
pub const MOST_BRANCHES: usize = 64;
/// Most branches, beside the present one, whose states are kept; others are run again when they are gone to.
const MOST_WITH_STATES: usize = 3;

/// One way a run went, as it is also saved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// Its number.
    pub id: BranchId,
    /// What people call it; empty until they name it.
    pub name: Text,
    /// The branch it began on; none for the first one, and when that branch was deleted.
    pub parent: Option<BranchId>,
    /// How many acts of its plan it shares with its parent.
    pub fork: usize,
    /// When it parted from its parent.
    pub forked_at: SimTime,
    /// How far it was played.
    pub end: SimTime,
    /// Where it was left.
    pub left_at: SimTime,
    /// The branch whose last acts this one takes back, until someone acts on it.
    pub undone: Option<BranchId>,
    /// Its acts, in order of time. Those of the branch the present moment is on are in [`History::plan`].
    pub plan: Vec<Planned>,
}

/// The later part of a branch that is not the present one.
#[derive(Clone, Debug)]
struct States {
    checkpoints: Vec<Checkpoint>,
    tail: Tail,
}

/// All branches.
#[derive(Clone, Debug)]
pub(super) struct Branches {
    pub all: Vec<Branch>,
    current: usize,
    next: BranchId,
    /// Those that were left, in the order in which they were, the last one last.
    left: Vec<BranchId>,
    /// The states of those that were left last.
    states: Vec<(BranchId, States)>,
}

impl Default for Branches {
    fn default() -> Self {
        Branches::of(vec![Branch::default()], 0)
    }
}

impl Branches {
    /// Branches of which the one at an index is the present one.
    fn of(all: Vec<Branch>, current: usize) -> Branches {
        let next = all.iter().map(|branch| branch.id + 1).max().unwrap_or(0);
        Branches { all, current, next, left: Vec::new(), states: Vec::new() }
    }

    pub fn current(&self) -> &Branch {
        &self.all[self.current]
    }

    pub fn current_mut(&mut self) -> &mut Branch {
        &mut self.all[self.current]
    }

    pub fn index(&self, id: BranchId) -> Option<usize> {
        self.all.iter().position(|branch| branch.id == id)
    }

    /// The same branches, to be run again under other conditions.
    pub fn without_states(&self) -> Branches {
        Branches { states: Vec::new(), ..self.clone() }
    }

    pub fn add(&mut self, branch: Branch) -> usize {
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

    pub fn remove(&mut self, id: BranchId) {
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

    /// Leaves the present branch with these states for another one.
    fn leave(&mut self, other: usize, states: States) {
        let id = self.current().id;
        self.left.retain(|left| *left != id);
        self.left.push(id);
        self.states.push((id, states));
        if self.states.len() > MOST_WITH_STATES {
            self.states.remove(0);
        }
        self.current = other;
    }

    /// The states of the present branch from when it was left.
    fn take_states(&mut self) -> Option<States> {
        let id = self.current().id;
        let place = self.states.iter().position(|(of, _)| *of == id)?;
        Some(self.states.remove(place).1)
    }
}

/// A plan with the acts of the script and the first acts of people.
pub(super) fn with_first_acts(plan: &[Planned], people: usize) -> Vec<Planned> {
    let mut left = people;
    let keep = |act: &&Planned| {
        let kept = !act.by_person || left > 0;
        left -= usize::from(kept && act.by_person);
        kept
    };
    plan.iter().filter(keep).cloned().collect()
}

pub(super) fn count_people(plan: &[Planned]) -> usize {
    plan.iter().filter(|act| act.by_person).count()
}

impl History {
    /// All branches, oldest first.
    pub fn branches(&self) -> &[Branch] {
        &self.branches.all
    }

    /// The branch the present moment is on.
    pub fn branch(&self) -> &Branch {
        self.branches.current()
    }

    /// The acts of a branch, of the script and of people.
    pub fn plan_of(&self, id: BranchId) -> Option<&[Planned]> {
        let index = self.branches.index(id)?;
        let is_current = index == self.branches.current;
        Some(if is_current { &self.plan } else { &self.branches.all[index].plan })
    }

    /// Gives a branch a name.
    pub fn rename(&mut self, id: BranchId, name: Text) {
        if let Some(index) = self.branches.index(id) {
            self.branches.all[index].name = name;
        }
    }

    /// Deletes a branch, but not the present one. What began on it goes on. Gives whether it was deleted.
    pub fn delete(&mut self, id: BranchId) -> bool {
        let can = id != self.branch().id && self.branches.index(id).is_some();
        if can {
            self.branches.remove(id);
        }
        can
    }

    /// Goes to another branch, to the moment it was left at, at most `limit` events. Gives whether it was reached;
    /// [`History::seek`] goes on towards [`Branch::left_at`].
    pub fn switch(&mut self, id: BranchId, limit: u64) -> bool {
        let Some(index) = self.branches.index(id) else { return false };
        if index == self.branches.current {
            return true;
        }
        let left_at = self.now();
        self.enter(index, left_at);
        let target = self.branch().left_at;
        self.seek(target, limit)
    }

    /// Takes over branches that were saved, with the present one among them.
    pub(crate) fn set_branches(&mut self, saved: &[Branch], current: BranchId) {
        let mut all = saved.to_vec();
        for branch in &mut all {
            branch.undone = branch.undone.filter(|id| *id != branch.id);
        }
        if let Some(index) = all.iter().position(|branch| branch.id == current) {
            all[index].plan = Vec::new();
            self.branches = Branches::of(all, index);
        }
    }

    /// All branches as they are to be saved, every one with its acts.
    pub(crate) fn saved_branches(&self) -> Vec<Branch> {
        let mut all = self.branches.all.clone();
        all[self.branches.current].plan.clone_from(&self.plan);
        all
    }

    /// Begins a branch when there is a future already.
    pub(super) fn branch_if_past(&mut self) {
        let (now, done) = (self.now(), self.done);
        let has_acts = self.plan[done..].iter().any(|act| act.by_person);
        if now >= self.branch().end && !has_acts {
            return;
        }
        let (end, people) = (self.branch().end, count_people(&self.plan[..done]));
        let plan = with_first_acts(&self.plan, people);
        self.part(plan, end);
    }

    /// Goes over to a new branch that parts from the present one now, and goes on with another plan. The present one is
    /// left at a moment.
    pub(super) fn part(&mut self, plan: Vec<Planned>, left_at: SimTime) {
        let (now, done) = (self.now(), self.done);
        let (parent, forked_at) = (Some(self.branch().id), now);
        let times = Branch { forked_at, end: now, left_at: now, ..Branch::default() };
        let fresh = self.branches.add(Branch { parent, fork: done, plan, ..times });
        // The state is the same; only what is ahead changes.
        let later = self
            .checkpoints
            .split(|checkpoint| checkpoint.sim.now() <= now && checkpoint.done <= done);
        let tail = std::mem::take(&mut self.ahead);
        self.put_away(fresh, left_at, States { checkpoints: later, tail });
    }

    /// Makes a branch the present one; the one that was is left with these states.
    fn put_away(&mut self, fresh: usize, left_at: SimTime, states: States) {
        let plan = std::mem::take(&mut self.branches.all[fresh].plan);
        let old = std::mem::replace(&mut self.plan, plan);
        let branch = self.branches.current_mut();
        branch.plan = old;
        branch.left_at = left_at;
        self.branches.leave(fresh, states);
    }

    /// Goes over to another branch, to the last state both have in common that is known.
    pub(super) fn enter(&mut self, index: usize, left_at: SimTime) {
        let other = &self.branches.all[index].plan;
        let common = self.plan.iter().zip(other).take_while(|(a, b)| a == b).count();
        let next = |plan: &[Planned]| plan.get(common).map_or(SimTime::NEVER, |act| act.time);
        let parting = next(&self.plan).min(next(other));
        let tail = self.go_back(common, parting);
        let later = self.checkpoints.split(|c| c.done <= common && c.sim.now() <= parting);
        self.put_away(index, left_at, States { checkpoints: later, tail });
        if let Some(states) = self.branches.take_states() {
            self.checkpoints.extend(states.checkpoints);
            self.ahead = states.tail;
        }
    }

    /// Goes back to where so many acts at most are done, at that moment at the latest. Gives what the story told after.
    pub(super) fn go_back(&mut self, done: usize, time: SimTime) -> Tail {
        self.restore(|checkpoint| checkpoint.done <= done && checkpoint.sim.now() <= time);
        std::mem::take(&mut self.ahead)
    }
}
