//! What a frame of the browser is used for: letting time pass, going somewhere, looking ahead.

use super::{App, SLICE};
use crate::ahead::Ahead;
use crate::frames;
use crate::lab::tenth;
use crate::quiz::Quiz;
use podlab::base::time::SimTime;
use podlab_messages::text;

impl App {
    /// Lets simulated time pass. Gives whether to draw.
    pub(super) fn frame(&mut self, time: f64) -> bool {
        /// Milliseconds of a frame for a search, when something else goes on too.
        const SHARE: f64 = 2.0;
        if self.player.is_playing || self.is_on_its_way() {
            self.keep_beginning();
        }
        if self.is_on_its_way() {
            self.player.frames.ask();
            self.take_turn();
            return !self.is_on_its_way() || self.is_due(time);
        }
        let start = frames::now();
        let before = self.lookaheads();
        let is_pending = self.is_looking_ahead();
        let is_shared = self.lets_time_pass() || is_pending;
        let budget = if is_shared { SHARE } else { frames::BUDGET };
        let is_told = self.explore(budget);
        if is_pending {
            // While time passes, most of the frame is for the run itself.
            let each = if self.lets_time_pass() { SHARE / 2.0 } else { frames::BUDGET / 2.0 };
            self.answers.upcoming.write().look(&self.lab.read(), each);
            self.answers.stuck.write().work(each);
            if let Some(comparison) = self.comparison.as_mut().filter(|c| c.read().is_judging()) {
                comparison.write().judge(each);
            }
        }
        if !self.lets_time_pass() {
            if self.is_searching() {
                self.player.frames.ask();
            }
            return is_told || self.lookaheads() != before;
        }
        // Runs are compared at speeds at which that can be followed.
        let speed =
            if self.comparison.is_some() { self.player.speed.min(3600) } else { self.player.speed };
        let Some(target) = self.player.frames.advance(time, speed, self.now()) else {
            return is_told;
        };
        match &mut self.comparison {
            Some(comparison) => comparison.write().play(target),
            None => {
                let question = self.next_question();
                let turn = self.learner_turn_ahead();
                let watched = self.watched();
                let stops = question.into_iter().chain(turn).chain(watched);
                let stop = stops.min().unwrap_or(SimTime::NEVER);
                self.play(target.min(stop), stop, start);
                let lab = self.lab.read();
                if question.is_some() && self.quiz.as_mut().is_some_and(|quiz| quiz.ask(&lab)) {
                    self.player.is_playing = false;
                }
                drop(lab);
                self.hand_over();
                self.follow_lesson();
            }
        }
        self.foretell();
        self.is_due(time) || is_told || !self.player.is_playing
    }

    /// Looks further for what was asked or would be new, for so many milliseconds. Gives whether there is something new to show.
    fn explore(&mut self, budget: f64) -> bool {
        let is_working = self.explorer.read().is_working();
        let is_looking = self.explorer.read().coverage.is_looking();
        is_working && self.explorer.write().work(budget)
            || is_looking && self.explorer.write().coverage.work(budget)
    }

    /// Keeps what a figure opened with, before anything happens to it.
    pub(super) fn keep_beginning(&mut self) {
        if let Some(figure) = &mut self.figure {
            figure.keep_beginning(&self.lab.read());
        }
    }

    /// Lets time pass up to a moment, for what is left of the frame that began at `start`. At the highest speed it stops at `stop`.
    fn play(&mut self, target: SimTime, stop: SimTime, start: f64) {
        let bound = self.explorer.read().bound(stop);
        // A moment that is not to be missed cannot be hurried past.
        let is_fastest =
            self.player.speed == frames::FASTEST && self.quiz.as_ref().is_none_or(Quiz::is_over);
        let course = if is_fastest { self.course(start) } else { Some(SimTime::NEVER) };
        let Some(course) = course else { return };
        let bound = bound.min(course);
        let mut goes_on = true;
        while goes_on && frames::now() - start < frames::BUDGET {
            goes_on = if is_fastest {
                self.lab.write().hurry(bound, SLICE)
            } else {
                !self.lab.write().run_until(target.min(bound), SLICE)
            };
        }
        if is_fastest {
            self.end_course();
        }
        self.finish_playing();
        self.see();
    }

    /// The moment up to which there is something new to hurry to; none while that is looked for.
    fn course(&mut self, start: f64) -> Option<SimTime> {
        let lab = self.lab.read();
        let known = self.player.ahead.take().filter(|ahead| ahead.is_of(&lab));
        let mut ahead = known.unwrap_or_else(|| Ahead::new(&lab));
        let budget = frames::BUDGET - (frames::now() - start);
        let end = ahead.look(budget);
        drop(lab);
        self.player.ahead = Some(ahead);
        end
    }

    /// Stops where nothing new comes any more, and says so.
    fn end_course(&mut self) {
        let now = self.lab.read().now();
        let Some(ahead) = self.player.ahead.take_if(|ahead| ahead.is_over(now)) else { return };
        if let Some(words) = ahead.words() {
            self.player.is_playing = false;
            self.toast = words;
        }
    }

    /// Looks for what is asked next. Gives up to when time may pass.
    fn next_question(&mut self) -> Option<SimTime> {
        let quiz = self.quiz.as_mut()?;
        quiz.look(&self.lab.read());
        let stop = quiz.stop();
        // In a figure the reader may act, or the figure begin again.
        if quiz.is_empty() && quiz.asked.is_none() && self.host.is_page() {
            self.quiz = None;
            self.player.is_playing = false;
            text::quiz_nothing().clone_into(&mut self.toast);
        }
        stop
    }

    /// Returns whether the page still looks for what comes next, for what is stuck, and for what is stuck in runs that are compared, and
    /// how much is known of what is stuck.
    fn lookaheads(&self) -> ([bool; 3], usize) {
        let judges =
            self.comparison.as_ref().is_some_and(|comparison| comparison.read().is_judging());
        let (upcoming, stuck) = (self.answers.upcoming.read(), self.answers.stuck.read());
        let judges = judges && !self.lets_time_pass();
        ([upcoming.is_pending(), stuck.is_pending(), judges], stuck.found_out())
    }

    /// Whether simulated time passes: it is played, and nothing hides it.
    pub(super) fn lets_time_pass(&self) -> bool {
        self.player.is_playing && !self.player.is_hidden && self.dialogs.open().is_none()
    }

    fn is_looking_ahead(&self) -> bool {
        self.lookaheads().0.contains(&true)
    }

    /// Whether something is still looked for while time stands still.
    pub(super) fn is_searching(&self) -> bool {
        let explorer = self.explorer.read();
        self.is_looking_ahead() || explorer.is_working() || explorer.coverage.is_looking()
    }

    /// Whether it is time to draw again. Where a drawing takes long, most of the time is left for everything else.
    fn is_due(&mut self, time: f64) -> bool {
        /// The fewest and the most milliseconds between two drawings.
        const PAUSES: (f64, f64) = (30.0, 1000.0);
        /// A frame that takes so many milliseconds was too much.
        const SLOW: f64 = 50.0;
        let last = std::mem::replace(&mut self.player.last_frame, time);
        if last <= self.player.drawn {
            // What was drawn in the frame before was done with this one.
            let took = time - self.player.drawn;
            self.player.pause = if took < SLOW { PAUSES.0 } else { (took * 4.0).min(PAUSES.1) };
        }
        // The clock shows tenths of a second, and nothing else has to be seen more often.
        let is_new = self.is_on_its_way() || tenth(self.now()) != tenth(self.player.drawn_moment);
        let is_due = is_new && time - self.player.drawn >= self.player.pause;
        if is_due {
            self.player.drawn = time;
        }
        is_due
    }
}
