//! Goes from branch to branch: a history leaves its states on the branch that it leaves, and takes up those of the other.

use super::History;
use super::branches::{Branch, BranchId, Branches, States, count_people, own_act, with_first_acts};
use super::planned_act::PlannedAct;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::timeline::story::Tail;

impl History {
    /// Returns all branches, oldest first.
    pub fn branches(&self) -> &[Branch] {
        &self.branches.all
    }

    /// Returns the branches that people are told of, oldest first: all but one whose last acts were taken back soon after
    /// they were done. That one is kept for [`History::redo`] until a person acts.
    pub fn told_branches(&self) -> impl DoubleEndedIterator<Item = &Branch> {
        let discarded = self.branches.discarded_branch();
        self.branches.all.iter().filter(move |branch| Some(branch.id) != discarded)
    }

    /// Returns the branch that the present moment is on.
    pub fn branch(&self) -> &Branch {
        self.branches.current()
    }

    /// Returns the acts of a branch, of the script and of people.
    pub fn plan_of(&self, id: BranchId) -> Option<&[PlannedAct]> {
        let index = self.branches.index(id)?;
        let is_current = index == self.branches.current;
        Some(if is_current { &self.plan } else { &self.branches.all[index].plan })
    }

    /// Returns the first act of a person that tells a branch from the others, as [`own_act`] finds it.
    pub fn own_act(&self, branch: &Branch) -> Option<&PlannedAct> {
        own_act(self.branches(), branch, self.plan_of(branch.id)?)
    }

    /// Names a branch.
    pub fn rename(&mut self, id: BranchId, name: Text) {
        if let Some(index) = self.branches.index(id) {
            self.branches.all[index].name = name;
        }
    }

    /// Deletes a branch that is not the present one. Branches that began on it stay. Returns whether the branch was
    /// deleted.
    pub fn delete(&mut self, id: BranchId) -> bool {
        let can = id != self.branch().id && self.branches.index(id).is_some();
        if can {
            self.branches.remove(id);
        }
        can
    }

    /// Goes to another branch, to the moment at which it was left, with at most `limit` events. Returns whether it
    /// reached that moment. [`History::seek`] goes on towards [`Branch::left_at`].
    ///
    /// ```
    /// use podlab::{ApiError, Command, History, Settings, Sim, SimTime};
    ///
    /// # fn main() -> Result<(), ApiError> {
    /// let start = Sim::with_nodes(Settings::default(), 1);
    /// let mut history = History::new(start, "default".into(), "web".into(), Vec::new())?;
    /// history.run_until(SimTime::from_seconds(60), u64::MAX);
    /// history.seek(SimTime::from_seconds(30), u64::MAX);
    /// history.act(vec![Command::Cordon { node: "node-1".into(), unschedulable: true }])?;
    /// assert!(history.switch(0, u64::MAX));
    /// assert_eq!((history.now().seconds(), history.done()), (60, 0), "as if the act had not been");
    /// # Ok(())
    /// # }
    /// ```
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

    /// Restores branches that were saved; the present one is among them.
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

    /// Returns all branches as they are saved, each with its acts.
    pub(crate) fn saved_branches(&self) -> Vec<Branch> {
        let mut all = self.branches.all.clone();
        all[self.branches.current].plan.clone_from(&self.plan);
        all
    }

    /// Begins a branch when there already is a future.
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

    /// Switches to a new branch that splits from the present one now and continues with another plan. The present
    /// branch is left at `left_at`.
    pub(super) fn part(&mut self, plan: Vec<PlannedAct>, left_at: SimTime) {
        let (now, done) = (self.now(), self.done);
        let (parent, forked_at) = (Some(self.branch().id), now);
        let times = Branch { forked_at, end: now, left_at: now, ..Branch::default() };
        let fresh = self.branches.add(Branch { parent, fork: done, plan, ..times });
        // The state stays the same. Only the future changes.
        let later = self
            .checkpoints
            .split(|checkpoint| checkpoint.sim.now() <= now && checkpoint.done <= done);
        let tail = std::mem::take(&mut self.ahead);
        self.put_away(fresh, left_at, States { checkpoints: later, tail });
    }

    /// Makes a branch the present one. The branch before is left with these states.
    fn put_away(&mut self, fresh: usize, left_at: SimTime, states: States) {
        let plan = std::mem::take(&mut self.branches.all[fresh].plan);
        let old = std::mem::replace(&mut self.plan, plan);
        let branch = self.branches.current_mut();
        branch.plan = old;
        branch.left_at = left_at;
        self.branches.leave(fresh, states);
    }

    /// Switches to another branch, to the last known state that both have in common.
    pub(super) fn enter(&mut self, index: usize, left_at: SimTime) {
        let other = &self.branches.all[index].plan;
        let common = self.plan.iter().zip(other).take_while(|(a, b)| a == b).count();
        let next = |plan: &[PlannedAct]| plan.get(common).map_or(SimTime::NEVER, |act| act.time);
        let parting = next(&self.plan).min(next(other));
        let tail = self.go_back(common, parting);
        let later = self.checkpoints.split(|c| c.done <= common && c.sim.now() <= parting);
        self.put_away(index, left_at, States { checkpoints: later, tail });
        if let Some(states) = self.branches.take_states() {
            self.checkpoints.extend(states.checkpoints);
            self.ahead = states.tail;
        }
    }

    /// Goes back to a state in which at most this many acts are done, at that moment at the latest. Returns what the
    /// story contained after it.
    pub(super) fn go_back(&mut self, done: usize, time: SimTime) -> Tail {
        self.restore(|checkpoint| checkpoint.done <= done && checkpoint.sim.now() <= time);
        std::mem::take(&mut self.ahead)
    }
}
