//! A run with its past: acts can be taken back, and every moment can be visited again.
//!
//! ```
//! use podlab::cluster::command::Command;
//! use podlab::timeline::history::{History, PlannedAct};
//! use podlab::api::{ReadOptions, read};
//! use podlab::sim::Sim;
//! use podlab::base::time::SimTime;
//! use podlab::cluster::world::Settings;
//!
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
//! let pod = read(text, &ReadOptions::default()).unwrap().remove(0);
//! let create = PlannedAct::at(SimTime::ZERO, vec![Command::Create(Box::new(pod))]);
//! let start = Sim::with_nodes(Settings::default(), 1);
//! let mut history = History::new(start, "default".into(), "demo".into(), vec![create]).unwrap();
//! history.run_until(SimTime::from_seconds(10), u64::MAX);
//! let delete = Command::delete_pod("default", "demo", None);
//! history.act(vec![delete]).unwrap();
//! history.run_until(SimTime::from_seconds(60), u64::MAX);
//! assert!(history.sim().pod("default", "demo").is_none());
//! history.undo();
//! assert!(history.sim().pod("default", "demo").is_some());
//! ```

mod back;
mod branches;
mod branching;
mod checkpoints;
mod planned_act;
mod undo;

use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::manifest::Complaint;
use crate::sim::Sim;
use crate::timeline::story::{Story, Tail};
pub use back::Earlier;
use branches::Branches;
pub(crate) use branches::MOST_BRANCHES;
pub use branches::{Branch, BranchId, own_act};
use checkpoints::{Checkpoint, Checkpoints};
pub use planned_act::PlannedAct;

/// A simulation with the story of its Pods, its past, and its other branches.
#[derive(Clone, Debug)]
pub struct History {
    sim: Sim,
    story: Story,
    plan: Vec<PlannedAct>,
    done: usize,
    /// The acts of the plan that were refused at their time: the index, and why.
    refused: Vec<(usize, Complaint)>,
    /// The time of the last event or act.
    latest: SimTime,
    checkpoints: Checkpoints,
    /// What the story contained about moments after the present one.
    ahead: Tail,
    branches: Branches,
}

impl History {
    /// More events than happen at one moment.
    const AT_ONCE: u64 = 10_000;

    /// Begins at `start` with a script, which must be sorted by time. The acts at the very start are done at once.
    ///
    /// # Errors
    ///
    /// Returns the API server's refusal of an act at the very start.
    pub fn new(
        start: Sim,
        namespace: Text,
        name: Text,
        script: Vec<PlannedAct>,
    ) -> Result<History, ApiError> {
        History::of(start, Story::new(namespace, name), script)
    }

    /// Begins at `start` with a script and with a `story` that is still empty.
    ///
    /// # Errors
    ///
    /// Returns the API server's refusal of an act at the very start.
    pub fn of(start: Sim, story: Story, script: Vec<PlannedAct>) -> Result<History, ApiError> {
        let mut history = History {
            latest: start.now(),
            sim: start,
            story,
            plan: script,
            done: 0,
            refused: Vec::new(),
            checkpoints: Checkpoints::default(),
            ahead: Tail::default(),
            branches: Branches::default(),
        };
        // People act after the events of a moment, so their acts are not among the first.
        let is_first = |act: &PlannedAct, now| act.time <= now && !act.by_person;
        while history.plan.get(history.done).is_some_and(|act| is_first(act, history.sim.now())) {
            history.carry_out_next()?;
        }
        history.collect_changes();
        history.keep_checkpoint();
        Ok(history)
    }

    /// Returns the simulation at the present moment.
    pub fn sim(&self) -> &Sim {
        &self.sim
    }

    /// Returns the story so far.
    pub fn story(&self) -> &Story {
        &self.story
    }

    /// Selects the Pod of that name. The past stays as it is.
    pub fn select(&mut self, name: Text) {
        self.story.select(name);
    }

    /// Returns the acts of the script and of people, sorted by time. The first [`History::done`] of them are done.
    pub fn plan(&self) -> &[PlannedAct] {
        &self.plan
    }

    /// Returns how many acts of the plan are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the present moment.
    pub fn now(&self) -> SimTime {
        self.sim.now()
    }

    /// Carries out an act of a person now. An act in the past begins a branch; what came later stays on the old branch.
    ///
    /// # Errors
    ///
    /// Returns the API server's refusal. A refused act changes nothing, with one exception: an eviction that a budget
    /// refuses stays an act of the run.
    ///
    /// ```
    /// use podlab::{ApiError, Command, History, Settings, Sim, SimTime};
    ///
    /// # fn main() -> Result<(), ApiError> {
    /// let start = Sim::with_nodes(Settings::default(), 1);
    /// let mut history = History::new(start, "default".into(), "web".into(), Vec::new())?;
    /// let cordon = Command::Cordon { node: "node-1".into(), unschedulable: true };
    /// history.run_until(SimTime::from_seconds(60), u64::MAX);
    /// history.seek(SimTime::from_seconds(30), u64::MAX);
    /// history.act(vec![cordon])?;
    /// assert_eq!((history.now().seconds(), history.branches().len()), (30, 2));
    /// assert_eq!(history.branch().parent, Some(0));
    /// # Ok(())
    /// # }
    /// ```
    pub fn act(&mut self, commands: Vec<Command>) -> Result<(), ApiError> {
        // Finish the moment first, so that the same happens when the act is done again.
        self.run_until(self.now(), Self::AT_ONCE);
        let mut trial = self.sim.clone();
        let mut answer = Ok(());
        for command in &commands {
            match trial.apply(command.clone()) {
                Err(error) if error.leaves_a_trace() => answer = answer.and(Err(error)),
                done => done?,
            }
        }
        self.branch_if_past();
        self.ahead = Tail::default();
        self.keep_checkpoint();
        self.sim = trial;
        self.latest = self.sim.now();
        let act = PlannedAct { time: self.sim.now(), commands, by_person: true };
        self.plan.insert(self.done, act);
        self.done += 1;
        self.collect_changes();
        if let Some(origin) = self.branches.discarded_branch() {
            self.branches.replace(origin);
        }
        self.branches.current_mut().undone = None;
        answer
    }

    /// Goes to a moment, back or forward, with at most `limit` events. Returns whether it reached the moment.
    ///
    /// ```
    /// use podlab::{ApiError, History, Settings, Sim, SimTime};
    ///
    /// # fn main() -> Result<(), ApiError> {
    /// let start = Sim::with_nodes(Settings::default(), 1);
    /// let mut history = History::new(start, "default".into(), "web".into(), Vec::new())?;
    /// assert!(history.seek(SimTime::from_seconds(600), u64::MAX));
    /// let state = history.sim().fingerprint();
    /// history.seek(SimTime::from_seconds(20), u64::MAX);
    /// history.seek(SimTime::from_seconds(600), u64::MAX);
    /// assert_eq!(history.sim().fingerprint(), state, "the same moment is the same state");
    /// # Ok(())
    /// # }
    /// ```
    pub fn seek(&mut self, time: SimTime, limit: u64) -> bool {
        if time < self.now() {
            self.restore(|checkpoint| checkpoint.sim.now() <= time);
        } else {
            self.restore_ahead(time);
        }
        self.run_until(time, limit)
    }

    /// Lets the next event or planned act happen. Returns whether there was one.
    pub fn step(&mut self) -> bool {
        self.advance(SimTime::NEVER)
    }

    /// Steps until a learner sees a change, at most `limit` times. Returns whether that happened. Otherwise the present
    /// moment stays the same.
    pub fn step_to_change(&mut self, limit: u64) -> bool {
        let start = self.now();
        let found = self.look_for_change(limit) == Some(true);
        if !found {
            self.seek(start, u64::MAX);
        }
        found
    }

    /// Steps until a learner sees a change, at most `limit` times.
    ///
    /// Returns `Some(true)` when a change came, `Some(false)` when nothing more can happen, and `None` when `limit` was
    /// reached first.
    pub fn look_for_change(&mut self, limit: u64) -> Option<bool> {
        for _ in 0..limit {
            let before = self.story.change_count();
            if !self.step() {
                return Some(false);
            }
            if self.story.has_news_since(before) {
                return Some(true);
            }
        }
        None
    }

    /// Lets everything happen up to and including a moment, with at most `limit` events. Returns whether it reached the
    /// moment.
    pub fn run_until(&mut self, time: SimTime, limit: u64) -> bool {
        for _ in 0..limit {
            if !self.advance(time) {
                self.sim.run_until(time);
                self.collect_changes();
                self.extend_branch();
                return true;
            }
        }
        false
    }

    /// Repeats the run under other conditions. `start` is its beginning; all acts so far are done again, except those
    /// that the API server now refuses. The other branches are kept.
    ///
    /// # Errors
    ///
    /// Returns the API server's refusal of an act at the very start.
    pub fn replay(&self, start: Sim) -> Result<History, ApiError> {
        let mut replay = self.begin_replay(start)?;
        replay.run_until(self.now(), u64::MAX);
        Ok(replay)
    }

    /// Prepares [`History::replay`] without repeating anything yet. [`History::run_until`] goes on to the present
    /// moment.
    ///
    /// # Errors
    ///
    /// Returns the API server's refusal of an act at the very start.
    pub fn begin_replay(&self, start: Sim) -> Result<History, ApiError> {
        let mut story = Story::new(self.story.namespace().clone(), self.story.chosen().clone());
        if let Some(workload) = self.story.workload() {
            story.follow(workload.clone());
        }
        let mut replay = History::of(start, story, self.plan.clone())?;
        replay.branches = self.branches.without_states();
        Ok(replay)
    }

    /// Returns whether the next act of the plan comes before an event. The script acts before the events of the same
    /// moment, people act after them.
    fn comes_first(&self, act: SimTime, event: SimTime) -> bool {
        let by_person = self.plan.get(self.done).is_some_and(|act| act.by_person);
        act < event || (act == event && !by_person)
    }

    /// Returns the time of the next event or planned act, when there is one.
    pub fn next_time(&self) -> Option<SimTime> {
        self.next_act_time().into_iter().chain(self.sim.next_event_time()).min()
    }

    fn next_act_time(&self) -> Option<SimTime> {
        self.plan.get(self.done).map(|act| act.time)
    }

    /// Lets the next event or planned act happen, unless it comes after `until`.
    fn advance(&mut self, until: SimTime) -> bool {
        let act = self.next_act_time().filter(|time| *time <= until);
        let event = self.sim.next_event_time().filter(|time| *time <= until);
        match (act, event) {
            (None, None) => return false,
            (Some(act), event) if event.is_none_or(|event| self.comes_first(act, event)) => {
                self.sim.run_until(act);
                // After a person's act, a script may ask for something that is not possible.
                let _ = self.carry_out_next();
            }
            _ => {
                self.sim.step();
            }
        }
        self.latest = self.sim.now();
        self.collect_changes();
        self.extend_branch();
        if self.checkpoints.is_due(self.sim.events_handled()) {
            self.keep_checkpoint();
        }
        true
    }

    fn carry_out_next(&mut self) -> Result<(), ApiError> {
        let commands = self.plan[self.done].commands.clone();
        self.done += 1;
        let results: Vec<_> = commands.into_iter().map(|c| self.sim.apply(c)).collect();
        // The plan may have been a different one when this place was reached before.
        self.refused.retain(|(act, _)| *act + 1 < self.done);
        let result: Result<(), ApiError> = results.into_iter().collect();
        if let Err(error) = &result
            && !error.leaves_a_trace()
        {
            self.refused.push((self.done - 1, error.message.clone()));
        }
        result
    }

    /// Returns the acts so far that were refused at their time, each with the reason. The release may not support them,
    /// or another act may have made them impossible.
    pub fn refused(&self) -> impl Iterator<Item = (&PlannedAct, &Complaint)> {
        let past = self.refused.iter().filter(|(act, _)| *act < self.done);
        past.filter_map(|(act, why)| Some((self.plan.get(*act)?, why)))
    }

    /// Adds to the story what the simulation has recorded since the last call.
    fn collect_changes(&mut self) {
        let (changes, watch) = (self.sim.take_changes(), self.sim.take_watch());
        let release = self.sim.settings().release;
        self.story.add(changes, &watch, release);
    }

    /// Records how far the branch has come.
    fn extend_branch(&mut self) {
        let now = self.sim.now();
        let branch = self.branches.current_mut();
        branch.end = branch.end.max(now);
    }

    fn keep_checkpoint(&mut self) {
        self.checkpoints.keep(Checkpoint {
            sim: self.sim.clone(),
            done: self.done,
            latest: self.latest,
            changes: self.story.change_count(),
            lines: self.story.lines(),
            seen: self.story.seen().clone(),
        });
    }

    /// Goes back to the latest checkpoint that fits and is not ahead. The first checkpoint always fits.
    fn restore(&mut self, fits: impl Fn(&Checkpoint) -> bool) {
        let (events, told) = (self.sim.events_handled(), self.story.change_count());
        let is_behind = |c: &Checkpoint| c.sim.events_handled() <= events && c.changes <= told;
        let checkpoint = self.checkpoints.latest(|c| is_behind(c) && fits(c));
        self.sim = checkpoint.sim.clone();
        (self.done, self.latest) = (checkpoint.done, checkpoint.latest);
        let seen = checkpoint.seen.clone();
        let tail = self.story.cut(checkpoint.changes, checkpoint.lines, seen);
        self.ahead = tail.before(std::mem::take(&mut self.ahead));
    }

    /// Goes forward to the latest checkpoint up to a moment, when it is ahead.
    fn restore_ahead(&mut self, time: SimTime) {
        let checkpoint = self.checkpoints.latest(|checkpoint| checkpoint.sim.now() <= time);
        let is_ahead = checkpoint.sim.events_handled() > self.sim.events_handled();
        if is_ahead
            && self.story.resume(
                &self.ahead,
                checkpoint.changes,
                checkpoint.lines,
                &checkpoint.seen,
            )
        {
            self.sim = checkpoint.sim.clone();
            (self.done, self.latest) = (checkpoint.done, checkpoint.latest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ReadOptions, read};
    use crate::cluster::change::Change;
    use crate::cluster::fact::Fact;
    use crate::cluster::probe::ProbeKind;
    use crate::cluster::world::Settings;
    use crate::timeline::story::Row;

    const MANIFEST: &str =
        "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [
        {name: app, image: nginx, livenessProbe: {httpGet: {port: 80}, periodSeconds: 3}}]}}";

    pub(super) fn history() -> History {
        let pod = read(MANIFEST, &ReadOptions::default()).unwrap().remove(0);
        let create = PlannedAct::at(SimTime::ZERO, vec![Command::Create(Box::new(pod))]);
        let start = Sim::with_nodes(Settings::default(), 1);
        History::new(start, "default".into(), "demo".into(), vec![create]).unwrap()
    }

    pub(super) fn exit(code: i32) -> Vec<Command> {
        let (namespace, pod, container) = ("default".into(), "demo".into(), "app".into());
        vec![Command::Exit { namespace, pod, container, code, reason: Text::default() }]
    }

    #[test]
    fn undo_goes_back_to_the_moment_before_the_act() {
        let mut history = history();
        history.run_until(SimTime::from_seconds(20), u64::MAX);
        let (before, changes) = (history.sim().fingerprint(), history.story().changes().len());
        history.act(exit(1)).unwrap();
        history.run_until(SimTime::from_seconds(500), u64::MAX);
        history.act(exit(0)).unwrap();
        history.run_until(SimTime::from_seconds(600), u64::MAX);
        assert!(history.undo().is_some());
        assert_eq!(history.now(), SimTime::from_seconds(500));
        assert!(history.undo().is_some());
        assert_eq!(history.sim().fingerprint(), before);
        assert_eq!(history.story().changes().len(), changes);
        assert!(history.undo().is_none());
    }

    #[test]
    fn a_moment_that_is_gone_back_to_is_the_same_moment() {
        let mut history = history();
        for second in [5, 40, 130] {
            history.run_until(SimTime::from_seconds(second), u64::MAX);
            history.step();
            history.act(exit(1)).unwrap();
        }
        let middle = SimTime::from_seconds(100);
        let end = SimTime::from_seconds(2000);
        history.run_until(end, u64::MAX);
        let last = history.sim().fingerprint();
        let told = history.story().changes().to_vec();
        history.seek(middle, u64::MAX);
        assert_eq!((history.now(), history.done()), (middle, 3));
        history.seek(end, u64::MAX);
        assert_eq!(history.sim().fingerprint(), last);
        assert_eq!(history.story().changes(), told);
    }

    #[test]
    fn a_refused_act_changes_nothing() {
        let mut history = history();
        let before = history.sim().fingerprint();
        assert!(history.act(exit(1)).is_err(), "nothing runs yet");
        assert_eq!(history.sim().fingerprint(), before);
        assert!(history.last_act().is_none());
    }

    #[test]
    fn a_search_for_a_change_that_does_not_come_goes_nowhere() {
        let mut history = history();
        history.run_until(SimTime::from_seconds(20), u64::MAX);
        let (before, told) = (history.sim().fingerprint(), history.story().change_count());
        assert!(!history.step_to_change(5000), "a probed Pod that is well does not change");
        assert_eq!(history.now(), SimTime::from_seconds(20));
        assert_eq!((history.sim().fingerprint(), history.story().change_count()), (before, told));
    }

    #[test]
    fn rows_have_no_gaps_and_changes_lead_back_to_acts() {
        let mut history = history();
        history.run_until(SimTime::from_seconds(20), u64::MAX);
        history.act(exit(1)).unwrap();
        assert!(history.step_to_change(100));
        history.run_until(SimTime::from_seconds(60), u64::MAX);
        let story = history.story();
        for row in story.rows().filter(|row| !matches!(row, Row::Probe(..))) {
            for pair in story.segments(row).windows(2) {
                assert_eq!(pair[0].to, Some(pair[1].from), "{row:?}");
            }
        }
        assert_eq!(story.segments(&Row::Phase).len(), 2);
        assert!(story.segments(&Row::Probe("app".into(), ProbeKind::Liveness)).len() > 5);
        let is_restart = |c: &&Change| matches!(c.fact, Fact::RestartCount { .. });
        let restart = story.changes().iter().rfind(is_restart).unwrap();
        let why = story.why(restart.number);
        assert_eq!(why.last().unwrap().cause, crate::cluster::cause::Cause::Command(1), "{why:#?}");
        assert!(story.watch_lines(Some("demo"))[0].1.starts_with("NAME"));
    }
}
