//! Going back one step, and going on as somebody says.

use super::branches::BranchId;
use super::{History, Planned};
use crate::time::SimTime;

impl History {
    /// How many events and acts there were up to now.
    fn place(&self) -> u64 {
        self.sim.events_handled() + self.done as u64
    }

    /// Goes back to the moment of the last event or act; in that moment itself to before it. Gives whether there was
    /// anything to go back to.
    pub fn step_back(&mut self) -> bool {
        let (place, now) = (self.place(), self.now());
        self.go_before(place);
        while self.place() < place && self.advance(now) {}
        if self.now() < now {
            return true;
        }
        self.go_before(place);
        while self.place() + 1 < place && self.advance(now) {}
        self.place() < place
    }

    /// Goes back to the last moment before this one in which a learner sees a change, or to the start. Gives whether
    /// there was anything to go back to.
    pub fn step_back_to_change(&mut self) -> bool {
        let now = self.now();
        let mut changes = self.story.changes().iter().rev();
        let last = changes.find(|change| change.time < now && self.story.is_visible(change));
        let time = last.map_or(SimTime::ZERO, |change| change.time);
        self.seek(time, u64::MAX) && time < now
    }

    fn go_before(&mut self, place: u64) {
        self.restore(|checkpoint| {
            checkpoint.sim.events_handled() + (checkpoint.done as u64) < place
        });
    }

    /// Begins a branch at this moment, on which what is given is done from now on and nothing else, and goes over to it.
    /// The acts must be in order of time. Gives the branch.
    pub fn follow(&mut self, acts: impl IntoIterator<Item = Planned>) -> BranchId {
        // What the moment still holds comes first, as before acts.
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
        let told = history.story().told();
        while let Some(state) = states.pop() {
            assert!(history.step_back());
            assert_eq!((history.now(), history.done(), history.sim().fingerprint()), state);
        }
        assert!(history.step_back() && history.done() == 1, "the act is taken back too");
        for _ in 0..501 {
            history.step();
        }
        assert_eq!(history.story().told(), told);
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
        let act = Planned { time: at, commands: exit(1), by_person: true };
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
