//! The tree of branches: each a plan of its own, with the states it went through while there is room for them.

use super::checkpoints::Checkpoint;
use super::{History, Planned};
use crate::run_file::SavedBranch;
use crate::story::Tail;
use crate::text::Text;
use crate::time::SimTime;

/// Number of a branch, never used again for another one.
pub type BranchId = u32;

/// Most branches of a history. Beyond them the one without a name that was left longest ago goes.
pub const MOST_BRANCHES: usize = 64;
/// Most branches, beside the present one, whose states are kept; others are run again when they are gone to.
const MOST_WITH_STATES: usize = 3;

/// One way a run went.
#[derive(Clone, Debug)]
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
    /// Its acts; those of the present branch are in [`History::plan`].
    pub(super) plan: Vec<Planned>,
    states: Option<States>,
    /// Counts up when branches are left.
    left: u64,
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
    all: Vec<Branch>,
    current: usize,
    next: BranchId,
    left: u64,
}

impl Default for Branches {
    fn default() -> Self {
        Branches { all: vec![Branch::new(0, None, 0, SimTime::ZERO)], current: 0, next: 1, left: 0 }
    }
}

impl Branch {
    fn new(id: BranchId, parent: Option<BranchId>, fork: usize, forked_at: SimTime) -> Branch {
        Branch {
            id,
            name: Text::default(),
            parent,
            fork,
            forked_at,
            end: forked_at,
            left_at: forked_at,
            undone: None,
            plan: Vec::new(),
            states: None,
            left: 0,
        }
    }
}

impl Branches {
    pub fn current(&self) -> &Branch {
        &self.all[self.current]
    }

    pub fn current_mut(&mut self) -> &mut Branch {
        &mut self.all[self.current]
    }

    fn index(&self, id: BranchId) -> Option<usize> {
        self.all.iter().position(|branch| branch.id == id)
    }

    /// The same branches, to be run again under other conditions.
    pub fn without_states(&self) -> Branches {
        let mut branches = self.clone();
        for branch in &mut branches.all {
            branch.states = None;
        }
        branches
    }

    fn add(&mut self, parent: Option<BranchId>, fork: usize, at: SimTime) -> usize {
        if self.all.len() >= MOST_BRANCHES {
            let others = self.all.iter().filter(|branch| branch.id != self.current().id);
            let unnamed = others.clone().filter(|branch| branch.name.is_empty());
            let oldest = unnamed.min_by_key(|branch| branch.left);
            let oldest = oldest.or_else(|| others.min_by_key(|branch| branch.left));
            if let Some(id) = oldest.map(|branch| branch.id) {
                self.remove(id);
            }
        }
        self.all.push(Branch::new(self.next, parent, fork, at));
        self.next += 1;
        self.all.len() - 1
    }

    fn remove(&mut self, id: BranchId) {
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
    }

    /// Forgets the states of all but the branches that were left last.
    fn bound_states(&mut self) {
        let kept = |branch: &&Branch| branch.states.is_some();
        while self.all.iter().filter(kept).count() > MOST_WITH_STATES {
            let oldest = self.all.iter_mut().filter(|branch| branch.states.is_some());
            if let Some(oldest) = oldest.min_by_key(|branch| branch.left) {
                oldest.states = None;
            }
        }
    }
}

/// A plan with the acts of the script and the first acts of people.
fn with_first_acts(plan: &[Planned], people: usize) -> Vec<Planned> {
    let mut left = people;
    let keep = |act: &&Planned| {
        let kept = !act.by_person || left > 0;
        left -= usize::from(kept && act.by_person);
        kept
    };
    plan.iter().filter(keep).cloned().collect()
}

fn count_people(plan: &[Planned]) -> usize {
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

    /// The last act of a person, which [`History::undo`] would take back.
    pub fn last_act(&self) -> Option<&Planned> {
        self.plan[..self.done].iter().rev().find(|act| act.by_person)
    }

    /// Goes to the moment before the last act of a person, on a branch without it, so that [`History::redo`] and the
    /// branches still know it. Gives what was taken back.
    pub fn undo(&mut self) -> Option<Planned> {
        let index = self.plan[..self.done].iter().rposition(|act| act.by_person)?;
        let act = self.plan[index].clone();
        let people = count_people(&self.plan[..index]);
        let plan = with_first_acts(&self.plan, people);
        if self.branch().undone.is_some() {
            // The branch has no act of its own: it parts from the other one earlier.
            self.go_back(index, act.time);
            self.checkpoints.split(|c| c.done <= index && c.sim.now() <= act.time);
            self.plan = plan;
        } else {
            let left_at = self.now();
            let origin = self.branch().id;
            let fresh = self.branches.add(Some(origin), index, act.time);
            self.branches.all[fresh].plan = plan;
            self.branches.all[fresh].undone = Some(origin);
            self.enter(fresh, left_at);
        }
        while self.done < index && self.advance(act.time) {}
        self.run_until(act.time, u64::MAX);
        let branch = self.branches.current_mut();
        (branch.fork, branch.forked_at, branch.end) = (index, act.time, act.time);
        Some(act)
    }

    /// The act that [`History::redo`] would do again.
    pub fn next_undone(&self) -> Option<&Planned> {
        let origin = self.plan_of(self.branch().undone?)?;
        origin.iter().filter(|act| act.by_person).nth(count_people(&self.plan))
    }

    /// Does again what was taken back last, and goes to the moment after it. Gives what was done again.
    pub fn redo(&mut self) -> Option<Planned> {
        let act = self.next_undone()?.clone();
        let undone = self.branch().id;
        let origin = self.branch().undone?;
        let people = count_people(&self.plan) + 1;
        let origin_plan = self.plan_of(origin)?;
        let place = with_first_acts(origin_plan, people).iter().rposition(|act| act.by_person)?;
        if people == count_people(origin_plan) {
            let index = self.branches.index(origin)?;
            let is_empty = self.branch().end == self.branch().forked_at;
            self.enter(index, self.now());
            if is_empty {
                self.branches.remove(undone);
            }
        } else {
            let plan = with_first_acts(origin_plan, people);
            self.go_back(place, act.time);
            self.checkpoints.split(|c| c.done <= place && c.sim.now() <= act.time);
            self.plan = plan;
            let branch = self.branches.current_mut();
            (branch.fork, branch.forked_at, branch.end) = (place + 1, act.time, act.time);
        }
        while self.done <= place && self.advance(act.time) {}
        Some(act)
    }

    /// Takes over branches that were saved, with the present one among them.
    pub(crate) fn set_branches(&mut self, saved: &[SavedBranch], current: BranchId) {
        let branch = |saved: &SavedBranch| Branch {
            name: saved.name.clone(),
            end: saved.end,
            left_at: saved.left_at,
            undone: saved.undone.filter(|id| *id != saved.id),
            plan: if saved.id == current { Vec::new() } else { saved.plan.clone() },
            ..Branch::new(saved.id, saved.parent, saved.fork, saved.forked_at)
        };
        let all: Vec<Branch> = saved.iter().map(branch).collect();
        let next = all.iter().map(|branch| branch.id).max().unwrap_or(0) + 1;
        let place = all.iter().position(|branch| branch.id == current);
        if let Some(current) = place {
            self.branches = Branches { all, current, next, left: 0 };
        }
    }

    /// Begins a branch when there is a future already.
    pub(super) fn branch_if_past(&mut self) {
        let (now, done) = (self.now(), self.done);
        let has_acts = self.plan[done..].iter().any(|act| act.by_person);
        if now >= self.branch().end && !has_acts {
            return;
        }
        let current = self.branch().id;
        let (end, people) = (self.branch().end, count_people(&self.plan[..done]));
        let fresh = self.branches.add(Some(current), done, now);
        self.branches.all[fresh].plan = with_first_acts(&self.plan, people);
        // The state is the same; only what is ahead changes.
        let later = self
            .checkpoints
            .split(|checkpoint| checkpoint.sim.now() <= now && checkpoint.done <= done);
        let tail = std::mem::take(&mut self.ahead);
        self.put_away(fresh, end, States { checkpoints: later, tail });
    }

    /// Makes a branch the present one; the one that was is left with these states.
    fn put_away(&mut self, fresh: usize, left_at: SimTime, states: States) {
        let plan = std::mem::take(&mut self.branches.all[fresh].plan);
        let old = std::mem::replace(&mut self.plan, plan);
        self.branches.left += 1;
        let left = self.branches.left;
        let branch = self.branches.current_mut();
        branch.plan = old;
        branch.left_at = left_at;
        branch.left = left;
        branch.states = Some(states);
        self.branches.current = fresh;
        self.branches.bound_states();
    }

    /// Goes over to another branch, to the last state both have in common that is known.
    fn enter(&mut self, index: usize, left_at: SimTime) {
        let other = &self.branches.all[index].plan;
        let common = self.plan.iter().zip(other).take_while(|(a, b)| a == b).count();
        let next = |plan: &[Planned]| plan.get(common).map_or(SimTime::NEVER, |act| act.time);
        let parting = next(&self.plan).min(next(other));
        let tail = self.go_back(common, parting);
        let later = self.checkpoints.split(|c| c.done <= common && c.sim.now() <= parting);
        self.put_away(index, left_at, States { checkpoints: later, tail });
        if let Some(states) = self.branches.current_mut().states.take() {
            self.checkpoints.extend(states.checkpoints);
            self.ahead = states.tail;
        }
    }

    /// Goes back to where so many acts at most are done, at that moment at the latest. Gives what the story told after.
    fn go_back(&mut self, done: usize, time: SimTime) -> Tail {
        self.restore(|checkpoint| checkpoint.done <= done && checkpoint.sim.now() <= time);
        std::mem::take(&mut self.ahead)
    }
}
