//! All columns through time together, a little at a time.

use super::{Column, Comparison, Selected};
use crate::frames;
use crate::lab::Goal;
use podlab::base::time::SimTime;
use podlab::questions::compare;
use podlab::questions::stuck::{Bounds, Search};

/// The most events of a column between two looks at the clock.
const SLICE: u64 = 32;
/// How much of it is shown at least, when little happens in it.
const LEAST_SHOWN: SimTime = SimTime::from_seconds(20);

impl Comparison {
    /// The present moment of all columns.
    pub fn now(&self) -> SimTime {
        self.columns.iter().map(|column| column.lab.now()).min().unwrap_or_default()
    }

    /// How far the columns were played, or will be at once.
    pub fn end(&self) -> SimTime {
        let goal = if let Some(Goal::Moment(time)) = self.goal { time } else { SimTime::ZERO };
        self.end.max(goal).max(self.now())
    }

    /// Whether it is still on its way to where it is to be.
    pub fn is_working(&self) -> bool {
        self.goal.is_some()
    }

    /// Goes to a moment, as far as there is time now.
    pub fn seek(&mut self, time: SimTime) {
        if self.goal.is_none() {
            self.columns.iter_mut().for_each(Column::keep);
        }
        self.goal = Some(Goal::Moment(time));
        self.work();
    }

    /// The moment it is on its way to, if that is known, and how far it is.
    pub fn way(&self) -> Option<(SimTime, u64)> {
        let Some(Goal::Moment(time)) = self.goal else { return None };
        Some((time, (self.now().0 * 100).checked_div(time.0).unwrap_or(0)))
    }

    /// Goes further, for as long as a frame may take.
    pub fn work(&mut self) {
        let start = frames::now();
        while self.goal.is_some() && frames::now() - start < frames::BUDGET {
            self.work_a_little();
        }
    }

    fn work_a_little(&mut self) {
        let goal = self.goal;
        let mut runs = self.runs();
        match goal {
            // Back is gone in the lab alone.
            None | Some(Goal::Event(..)) => self.goal = None,
            Some(Goal::Moment(time)) => {
                let is_there = compare::seek(&mut runs, time, SLICE);
                if is_there {
                    self.goal = None;
                    self.look();
                    self.begin_at_end(time);
                }
            }
            Some(Goal::Change(from, left)) => {
                let found = compare::look_for_change(&mut runs, SLICE.min(left));
                let left = left.saturating_sub(SLICE);
                self.is_quiet = found == Some(false) || found.is_none() && left == 0;
                self.goal = Some(match found {
                    _ if self.is_quiet => Goal::Moment(from),
                    // What happens at the same moment belongs to the same change.
                    Some(_) => Goal::Moment(self.now()),
                    None => Goal::Change(from, left),
                });
            }
        }
    }

    /// When the columns were played for the first time: goes back to where nothing happens any more.
    fn begin_at_end(&mut self, played: SimTime) {
        if !std::mem::replace(&mut self.is_begun, true) {
            let last = |column: &Column| column.lab.story().last_visible().map(|c| c.time);
            let last = self.columns.iter().filter_map(last).max().unwrap_or_default();
            self.end = played.min(self.end.max(last + last.0 / 2).max(LEAST_SHOWN));
            let opens_at = self.opens_at.take().unwrap_or(self.end);
            self.seek(opens_at);
        }
    }

    /// Whether the change that was looked for does not come; asked once.
    pub fn take_quiet(&mut self) -> bool {
        std::mem::take(&mut self.is_quiet)
    }

    /// Lets time pass in all columns. What a frame has no time for is not caught up: time goes slower then.
    pub fn play(&mut self, target: SimTime) {
        let start = frames::now();
        let mut runs = self.runs();
        while !compare::run_until(&mut runs, target, SLICE)
            && frames::now() - start < frames::BUDGET
        {}
        // What lasts less than a second is no difference.
        if self.now().since(self.found.until()) >= 1000 {
            self.look();
        }
    }

    /// Goes to the next event of any column; [`Comparison::work`] goes further.
    pub fn step(&mut self) {
        let next = self.columns.iter().filter_map(|column| column.lab.next_time()).min();
        self.goal = next.map(Goal::Moment);
    }

    /// Goes back to the last moment before this one in which a column changes visibly, or to the start. Gives whether there
    /// was anything to go back to.
    pub fn back_to_change(&mut self) -> bool {
        let now = self.now();
        let last = |column: &Column| {
            let story = column.lab.story();
            let mut changes = story.changes().iter().rev();
            changes.find(|change| change.time < now && story.is_visible(change)).map(|c| c.time)
        };
        let time = self.columns.iter().filter_map(last).max().unwrap_or_default();
        if time < now {
            self.seek(time);
        }
        time < now
    }

    /// Stays where it is, wherever it was to go.
    pub fn stop(&mut self) {
        if self.goal.take().is_some() {
            if !std::mem::replace(&mut self.is_begun, true) {
                self.end = self.now();
            }
            self.look();
        }
    }

    /// Lets time pass until a column changes visibly; [`Comparison::work`] goes further.
    pub fn step_to_change(&mut self) {
        const LIMIT: u64 = 100_000;
        self.goal = Some(Goal::Change(self.now(), LIMIT));
    }

    /// Looks for differences in what was not looked at yet, and forgets a selection that lies ahead of now.
    fn look(&mut self) {
        let now = self.now();
        let mut found = std::mem::take(&mut self.found);
        if now > found.until() && !self.columns.is_empty() {
            found.look(&self.stories(), now);
        }
        self.found = found;
        let has_come = |selected: &Selected| {
            let mut columns = self.columns.iter().enumerate();
            columns.any(|(index, column)| {
                selected.of(index).is_some_and(|change| column.lab.story().change(change).is_some())
            })
        };
        self.selected = self.selected.take().filter(has_come);
    }

    /// Whether it is still looked for what is stuck at the present moment.
    pub fn is_judging(&self) -> bool {
        self.goal.is_none()
            && self.columns.iter().any(|column| match &column.search {
                Some((time, search)) => *time != column.lab.now() || !search.is_done(),
                None => true,
            })
    }

    /// Looks further for what is stuck, for so many milliseconds.
    pub fn judge(&mut self, budget: f64) {
        let start = frames::now();
        for column in &mut self.columns {
            let now = column.lab.now();
            if column.search.as_ref().is_none_or(|(time, _)| *time != now) {
                // What helps is not asked.
                let bounds = Bounds { waits: 0, ..Bounds::default() };
                column.search = Some((now, Search::new(column.lab.sim(), bounds)));
            }
            let Some((_, search)) = &mut column.search else { continue };
            while !search.is_done() && frames::now() - start < budget {
                search.work(1);
            }
        }
    }

    /// Selects a change in a column, and goes to it when it lies ahead.
    pub fn select(&mut self, column: usize, change: u64) {
        let Some(story) = self.columns.get(column).map(|column| column.story().0) else { return };
        let Some(time) = story.change(change).map(|change| change.time) else { return };
        if time > self.now() {
            self.seek(time);
        }
        self.selected = Some(Selected::Change { column, change });
    }

    /// Goes to where a row begins to differ, and explains what each column shows there.
    pub fn go(&mut self, index: usize) {
        let Some(difference) = self.found.all().get(index) else { return };
        let (from, changes) = (difference.from, difference.changes.clone());
        self.seek(from);
        self.selected = Some(Selected::Difference(changes));
    }
}
