//! Takes acts back and does them again, by switching between branches.

use super::branches::{Branch, count_people, with_first_acts};
use super::{History, PlannedAct};

impl History {
    /// Returns the last act of a person, which [`History::undo`] would take back.
    pub fn last_act(&self) -> Option<&PlannedAct> {
        self.plan[..self.done].iter().rev().find(|act| act.by_person)
    }

    /// Goes to the moment before the last act of a person, on a branch without that act. [`History::redo`] and the
    /// other branches still know it. Returns the act that was taken back.
    pub fn undo(&mut self) -> Option<PlannedAct> {
        let act = self.begin_undo()?;
        self.run_until(act.time, u64::MAX);
        Some(act)
    }

    /// Begins [`History::undo`]: goes to a state before the act. [`History::run_until`] goes on to the time of the act.
    pub fn begin_undo(&mut self) -> Option<PlannedAct> {
        let index = self.plan[..self.done].iter().rposition(|act| act.by_person)?;
        let act = self.plan[index].clone();
        let people = count_people(&self.plan[..index]);
        let plan = with_first_acts(&self.plan, people);
        if self.branch().undone.is_some() {
            // The branch has no act of its own, so it splits from the other one earlier.
            self.go_back(index, act.time);
            self.checkpoints.split(|c| c.done <= index && c.sim.now() <= act.time);
            self.plan = plan;
        } else {
            let left_at = self.now();
            let origin = self.branch().id;
            let (parent, undone) = (Some(origin), Some(origin));
            let fresh = Branch { parent, undone, plan, ..Branch::default() };
            let fresh = self.branches.add(fresh);
            self.enter(fresh, left_at);
        }
        let branch = self.branches.current_mut();
        (branch.fork, branch.forked_at, branch.end) = (index, act.time, act.time);
        Some(act)
    }

    /// Returns the act that [`History::redo`] would repeat.
    pub fn next_undone(&self) -> Option<&PlannedAct> {
        let origin = self.plan_of(self.branch().undone?)?;
        origin.iter().filter(|act| act.by_person).nth(count_people(&self.plan))
    }

    /// Repeats the act that was last taken back, and goes to the moment after it. Returns the act.
    pub fn redo(&mut self) -> Option<PlannedAct> {
        let act = self.begin_redo()?;
        self.run_until(act.time, u64::MAX);
        Some(act)
    }

    /// Begins [`History::redo`]: goes to a state before the act. [`History::run_until`] goes on to the time of the act.
    pub fn begin_redo(&mut self) -> Option<PlannedAct> {
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
        Some(act)
    }
}
