//! Goes back one step, and begins branches with given acts.

use super::branches::BranchId;
use super::{History, PlannedAct};
use crate::base::time::SimTime;

/// The destination of a step back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// A moment. [`History::run_until`] goes on to it.
    Moment(SimTime),
    /// A place within a moment. [`History::run_to_place`] goes on to it.
    Place(u64),
}

impl History {
    /// Returns how many events and acts have happened.
    fn place(&self) -> u64 {
        self.sim.events_handled() + self.done as u64
    }

    /// Goes back to the moment of the last event or act. From that moment itself it goes to the state before it.
    /// Returns whether there was anything to go back to.
    ///
    /// ```
    /// use podlab::{ApiError, Command, History, Settings, Sim};
    ///
    /// # fn main() -> Result<(), ApiError> {
    /// let start = Sim::with_nodes(Settings::default(), 1);
    /// let mut history = History::new(start, "default".into(), "web".into(), Vec::new())?;
    /// let state = history.sim().fingerprint();
    /// history.act(vec![Command::Cordon { node: "node-1".into(), unschedulable: true }])?;
    /// assert!(history.step_back());
    /// assert_eq!(history.sim().fingerprint(), state);
    /// # Ok(())
    /// # }
    /// ```
    pub fn step_back(&mut self) -> bool {
        match self.begin_step_back() {
            Some(Earlier::Moment(time)) => self.run_until(time, u64::MAX),
            Some(Earlier::Place(place)) => self.run_to_place(place, u64::MAX),
            None => false,
        }
    }

    /// Begins [`History::step_back`]: goes to a state before its destination. Returns the destination, when there is
    /// anything to go back to.
    pub fn begin_step_back(&mut self) -> Option<Earlier> {
        let (place, now, latest) = (self.place(), self.now(), self.latest);
        if latest < now {
            self.seek(latest, 0);
            return Some(Earlier::Moment(latest));
        }
        self.restore(|checkpoint| {
            checkpoint.sim.events_handled() + (checkpoint.done as u64) < place
        });
        (self.place() < place).then(|| Earlier::Place(place - 1))
    }

    /// Lets everything happen up to a place that [`History::begin_step_back`] returned, with at most `limit` events.
    /// Returns whether it reached the place.
    pub fn run_to_place(&mut self, place: u64, limit: u64) -> bool {
        for _ in 0..limit {
            if self.place() >= place || !self.step() {
                return true;
            }
        }
        self.place() >= place
    }

    /// Goes back to the last moment before this one in which a learner sees a change, or to the start. Returns whether
    /// there was anything to go back to.
    pub fn step_back_to_change(&mut self) -> bool {
        self.begin_step_back_to_change().is_some_and(|time| self.run_until(time, u64::MAX))
    }

    /// Begins [`History::step_back_to_change`]: goes to a state before its destination. Returns the moment of the
    /// destination, when there is anything to go back to. [`History::run_until`] goes on to it.
    pub fn begin_step_back_to_change(&mut self) -> Option<SimTime> {
        let now = self.now();
        let mut changes = self.story.changes().iter().rev();
        let last = changes.find(|change| change.time < now && self.story.is_visible(change));
        let time = last.map_or(SimTime::ZERO, |change| change.time);
        self.seek(time, 0);
        (time < now).then_some(time)
    }

    /// Begins a branch at this moment and switches to it. On the branch only the given acts are done from now on. They
    /// must be sorted by time. Returns the branch.
    pub fn follow(&mut self, acts: impl IntoIterator<Item = PlannedAct>) -> BranchId {
        // Finish the moment first, as before acts.
        self.run_until(self.now(), Self::AT_ONCE);
        let plan = self.plan[..self.done].iter().cloned().chain(acts).collect();
        self.part(plan, self.now());
        self.branch().id
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{exit, history};
    use super::*;
    use crate::cluster::world::Settings;
    use crate::sim::Sim;

    #[test]
    fn each_step_back_undoes_one_step_forward() {
        let mut history = history();
        history.run_until(SimTime::from_seconds(20), u64::MAX);
        history.act(exit(1)).unwrap();
        let mut states = Vec::new();
        for _ in 0..500 {
            states.push((history.now(), history.done(), history.sim().fingerprint()));
            assert!(history.step());
        }
        let told = history.story().change_count();
        while let Some(state) = states.pop() {
            assert!(history.step_back());
            assert_eq!((history.now(), history.done(), history.sim().fingerprint()), state);
        }
        assert!(history.step_back() && history.done() == 1, "the act is taken back too");
        for _ in 0..501 {
            history.step();
        }
        assert_eq!(history.story().change_count(), told);
    }

    #[test]
    fn a_way_gone_in_slices_leads_where_the_whole_way_leads() {
        let mut history = history();
        history.run_until(SimTime::from_seconds(20), u64::MAX);
        history.act(exit(1)).unwrap();
        for _ in 0..900 {
            history.step();
        }
        let (mut whole, mut sliced) = (history.clone(), history.clone());
        let state =
            |history: &History| (history.place(), history.now(), history.sim().fingerprint());
        for step in 0..40 {
            if step % 5 == 0 {
                // A moment between two events.
                let between = history.now() + 1;
                whole.run_until(between, u64::MAX);
                sliced.run_until(between, u64::MAX);
            }
            whole.step_back();
            let mut slices = 0;
            match sliced.begin_step_back().unwrap() {
                Earlier::Moment(time) => while !sliced.run_until(time, 2) {},
                Earlier::Place(place) => {
                    while !sliced.run_to_place(place, 2) {
                        slices += 1;
                    }
                }
            }
            assert_eq!(state(&sliced), state(&whole));
            assert!(step % 5 == 0 || slices > 0, "it is far from the checkpoint before");
        }
        let start = || Sim::with_nodes(history.sim().settings().clone(), 1);
        let whole = history.replay(start()).unwrap();
        let mut sliced = history.begin_replay(start()).unwrap();
        assert_eq!(sliced.now(), SimTime::ZERO);
        while !sliced.run_until(history.now(), 7) {}
        assert_eq!(state(&sliced), state(&whole));
    }

    #[test]
    fn from_the_start_of_an_empty_run_no_step_leads_back() {
        let start = Sim::with_nodes(Settings::default(), 1);
        let mut history = History::new(start, "default".into(), "web".into(), Vec::new()).unwrap();
        assert!(!history.step_back());
    }

    #[test]
    fn between_two_events_the_way_back_leads_to_the_earlier_one() {
        let mut history = history();
        while history.step_back() {}
        assert_eq!(history.now(), SimTime::ZERO);
        history.run_until(SimTime::from_seconds(20), u64::MAX);
        history.step();
        let event = history.now();
        let state = history.sim().fingerprint();
        history.run_until(event + 1, u64::MAX);
        assert!(history.step_back());
        assert_eq!((history.now(), history.sim().fingerprint()), (event, state));
    }

    #[test]
    fn changes_are_walked_back_in_the_moments_they_came_in() {
        let mut history = history();
        history.run_until(SimTime::from_seconds(20), u64::MAX);
        let mut moments = vec![];
        for _ in 0..3 {
            history.run_until(history.now() + 1000, u64::MAX);
            history.act(exit(1)).unwrap();
            history.run_until(history.now() + 30_000, u64::MAX);
        }
        let end = history.now();
        let mut seen: Vec<SimTime> = Vec::new();
        for change in history.story().changes().iter().filter(|c| history.story().is_visible(c)) {
            if seen.last() != Some(&change.time) {
                seen.push(change.time);
            }
        }
        for time in seen {
            history.seek(time, u64::MAX);
            moments.push((time, history.sim().fingerprint()));
        }
        history.seek(end, u64::MAX);
        assert!(moments.len() > 5, "a crash, a wait and a start are several moments");
        while let Some(moment) = moments.pop() {
            assert!(history.step_back_to_change());
            assert_eq!((history.now(), history.sim().fingerprint()), moment);
        }
        assert!(!history.step_back_to_change(), "the first change is the start");
    }

    #[test]
    fn what_is_followed_happens_on_a_branch_of_its_own() {
        let mut history = history();
        history.run_until(SimTime::from_seconds(20), u64::MAX);
        let (first, before) = (history.branch().id, history.sim().fingerprint());
        let at = SimTime::from_seconds(30);
        let act = PlannedAct { time: at, commands: exit(1), by_person: true };
        let branch = history.follow([act]);
        assert_eq!((history.branch().id, history.sim().fingerprint()), (branch, before));
        history.run_until(SimTime::from_seconds(60), u64::MAX);
        assert_eq!(history.last_act().map(|act| act.time), Some(at));
        let crashed = history.sim().fingerprint();
        assert!(history.undo().is_some());
        assert_eq!(history.now(), at);
        history.switch(branch, u64::MAX);
        history.seek(SimTime::from_seconds(60), u64::MAX);
        assert_eq!(history.sim().fingerprint(), crashed);
        history.switch(first, u64::MAX);
        assert_eq!(history.sim().fingerprint(), before);
        assert_eq!(history.plan().len(), 1);
    }
}
