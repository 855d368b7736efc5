//! Going to other moments and branches, a little at a time.

use super::Lab;
use super::goal::{Goal, Shown, tenth};
use podlab::apiserver::error::ApiError;
use podlab::base::time::SimTime;
use podlab::cluster::command::Command;
use podlab::questions::forecast::{Bounds, Forecast, Outlook};
use podlab::timeline::history::{BranchId, Earlier, PlannedAct};

/// Most events within which a change is looked for.
const LIMIT: u64 = 200_000;

// What needs the run to be where it is on its way to is done once it is there; the page sees to that.
impl Lab {
    /// Lets events happen until one shows: something changes that a learner sees, or the clock goes on.
    pub fn step(&mut self) {
        let (told, clock) = (self.story().change_count(), tenth(self.now()));
        while self.step_once() {
            if tenth(self.now()) != clock || self.story().has_news_since(told) {
                return;
            }
        }
    }

    /// Lets the next event happen. Returns whether there was one.
    fn step_once(&mut self) -> bool {
        let (before, handled) = (self.now(), self.sim().events_handled());
        let is_there = self.history.step();
        let is_known = tenth(self.moment.0) == tenth(before) && self.moment.1 <= handled;
        if tenth(self.now()) != tenth(before) || !is_known {
            self.moment = (self.now(), handled);
        }
        is_there
    }

    /// Which event happened last while the clock shows the present moment, and how many there are; none where there is only one, or
    /// where no step led to the moment.
    pub fn place_in_moment(&self) -> Option<(u64, u64)> {
        /// More than happen at a moment that anybody goes through.
        const MOST: u64 = 1000;
        if tenth(self.moment.0) != tenth(self.now()) {
            return None;
        }
        let (now, mut sim) = (self.now(), self.sim().clone());
        let number = sim.events_handled().saturating_sub(self.moment.1);
        let mut left = 0;
        while left < MOST && sim.next_event_time().is_some_and(|next| tenth(next) == tenth(now)) {
            sim.step();
            left += 1;
        }
        let all = number + left;
        (number > 0 && all > 1).then_some((number, all))
    }

    /// Returns the run from its beginning, without what people did.
    ///
    /// # Errors
    ///
    /// Returns the refusal of the API server when it does not take an object of the scene.
    pub fn beginning(&self) -> Result<Lab, ApiError> {
        let mut scene = self.scene.clone();
        let plan = self.history.plan().iter();
        scene.script = plan.filter(|act| !act.by_person).cloned().collect();
        Lab::open(scene, self.settings().clone())
    }

    /// Lets time pass until something changes that a learner should see; [`Lab::go_on`] goes further. It looks ahead first,
    /// and stays where it is if no change comes.
    pub fn step_to_change(&mut self) {
        let has_plan = self.history.plan().len() > self.history.done();
        let bounds = Bounds { changes: usize::MAX, ..Bounds::default() };
        self.ahead = (!has_plan).then(|| Box::new(Forecast::new(self.sim(), bounds)));
        self.set_out(Goal::Change(self.now(), LIMIT));
    }

    /// Whether the change that was looked for does not come; asked once.
    pub fn take_quiet(&mut self) -> bool {
        std::mem::take(&mut self.is_quiet)
    }

    /// Goes back before the last event that showed, the reverse of [`Lab::step`]; [`Lab::go_on`] goes further. Gives whether there is one.
    pub fn back_to_event(&mut self) -> bool {
        let last = self.story().last_visible().map(|change| change.number);
        let shown = Shown { clock: tenth(self.now()), last };
        self.keep_played();
        match self.history.begin_step_back() {
            Some(earlier) => self.set_out(Goal::Event(earlier, shown)),
            None => return false,
        }
        true
    }

    /// Whether the clock or what was told differs from what a later place showed.
    fn is_before(&self, shown: Shown) -> bool {
        let told = self.story().change_count() as u64;
        tenth(self.now()) != shown.clock || shown.last.is_some_and(|last| last >= told)
    }

    /// Goes back to the visible change before; [`Lab::go_on`] goes further. Gives whether there is one.
    pub fn back_to_change(&mut self) -> bool {
        self.keep_played();
        match self.history.begin_step_back_to_change() {
            Some(time) => self.set_out(Goal::Moment(time)),
            None => return false,
        }
        true
    }

    /// When something happens next, also by the script.
    pub fn next_time(&self) -> Option<SimTime> {
        self.history.next_time()
    }

    /// Lets up to `limit` events happen without waiting for them, none after a moment. Gives whether there are more.
    pub fn hurry(&mut self, until: SimTime, limit: u64) -> bool {
        for _ in 0..limit {
            if self.next_time().is_none_or(|next| next > until) {
                if until < SimTime::NEVER {
                    self.run_until(until, LIMIT);
                }
                return false;
            }
            self.history.step();
        }
        true
    }

    /// Lets the rest of the present moment happen; [`Lab::go_on`] goes further.
    pub fn finish_moment(&mut self) {
        if self.next_time().is_some_and(|next| next <= self.now()) {
            self.set_out(Goal::Moment(self.now()));
        }
    }

    /// Begins a branch at this moment on which these acts are done, and goes over to it.
    pub fn follow(&mut self, acts: Vec<PlannedAct>) -> BranchId {
        self.history.follow(acts)
    }

    /// Goes towards a moment; [`Lab::go_on`] goes further.
    pub fn seek(&mut self, time: SimTime) {
        if time < self.now() {
            self.keep_played();
        }
        self.history.seek(time, 0);
        self.set_out(Goal::Moment(time));
    }

    fn keep_played(&mut self) {
        self.played.keep(&self.stage.history);
    }

    fn set_out(&mut self, goal: Goal) {
        self.goal = Some(goal);
        self.left = self.now();
    }

    /// The moment it is on its way to, if that is known, and how much of the way there is behind it, from 0 to 100.
    pub fn way(&self) -> Option<(SimTime, u64)> {
        let Some(Goal::Moment(time)) = self.goal else { return None };
        let (gone, whole) = (self.now().since(self.left), time.since(self.left));
        Some((time, (gone * 100).checked_div(whole).unwrap_or(0)))
    }

    /// Whether it is still on its way to a moment.
    pub fn is_on_its_way(&self) -> bool {
        self.goal.is_some()
    }

    /// Goes further towards where it is to be, at most `limit` events. Gives whether it is there.
    pub fn go_on(&mut self, limit: u64) -> bool {
        match self.goal {
            None => return true,
            Some(Goal::Moment(time)) => {
                if self.run_until(time, limit) {
                    self.goal = None;
                }
            }
            Some(Goal::Event(earlier, shown)) => {
                let is_there = match earlier {
                    Earlier::Moment(time) => self.run_until(time, limit),
                    Earlier::Place(place) => self.history.run_to_place(place, limit),
                };
                if is_there {
                    let earlier =
                        if self.is_before(shown) { None } else { self.history.begin_step_back() };
                    self.goal = earlier.map(|earlier| Goal::Event(earlier, shown));
                }
            }
            Some(Goal::Change(..)) if self.ahead.is_some() => self.look_ahead(limit),
            Some(Goal::Change(from, left)) => {
                let found = self.history.look_for_change(limit.min(left));
                let left = left.saturating_sub(limit);
                self.is_quiet = found == Some(false) || found.is_none() && left == 0;
                if self.is_quiet {
                    self.seek(from);
                } else if found.is_some() {
                    // What happens at the same moment belongs to the same change.
                    self.goal = Some(Goal::Moment(self.now()));
                } else {
                    self.goal = Some(Goal::Change(from, left));
                }
            }
        }
        self.goal.is_none()
    }

    /// Looks ahead for at most `limit` events, and gives up the goal if no change ever comes.
    fn look_ahead(&mut self, limit: u64) {
        let Some(mut ahead) = self.ahead.take() else { return };
        let seen = ahead.coming().len();
        let is_open = ahead.look(limit);
        if ahead.coming()[seen..].iter().any(|change| self.will_be_visible(change)) {
            return;
        }
        if is_open {
            self.ahead = Some(ahead);
        } else if ahead.outlook() == Outlook::NothingEver {
            self.goal = None;
            self.is_quiet = true;
        }
    }

    /// Stays where it is now, wherever it was to go.
    pub fn stop(&mut self) {
        self.goal = None;
    }

    /// Carries commands out now, all or none.
    ///
    /// # Errors
    ///
    /// Returns the refusal of the first command that the API server refuses. None is carried out then.
    pub fn act(&mut self, commands: Vec<Command>) -> Result<(), ApiError> {
        self.history.act(commands)
    }

    /// Begins to take the last act back. Gives the moment it goes to, if there was one.
    pub fn undo(&mut self) -> Option<SimTime> {
        let time = self.history.begin_undo()?.time;
        self.set_out(Goal::Moment(time));
        Some(time)
    }

    /// Begins to do again what was taken back last. Gives the moment it goes to, if there was anything.
    pub fn redo(&mut self) -> Option<SimTime> {
        let time = self.history.begin_redo()?.time;
        self.set_out(Goal::Moment(time));
        Some(time)
    }

    /// Begins to go to another branch, to where it was left.
    pub fn switch(&mut self, branch: BranchId) {
        if !self.history.switch(branch, 0) {
            self.set_out(Goal::Moment(self.history.branch().left_at));
        }
    }
}
