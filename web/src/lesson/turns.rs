//! What the learner does in the open lesson.

use super::OpenLesson;
use crate::frames::{FASTEST, SPEEDS};
use crate::lab::Lab;
use podlab::apiserver::error::ApiError;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::Work;
use podlab::lesson::LessonRun;

impl OpenLesson {
    /// Takes the answer to the question. Returns the speed at which the learner can watch what comes of it, when that is to be watched.
    pub fn choose(&mut self, choice: usize, lab: &Lab, speed: u32) -> Option<u32> {
        /// The longest that it takes on the screen, in milliseconds.
        const WATCHED: u64 = 6000;
        let run = self.run.as_mut()?;
        let after = run.question()?.after.0;
        run.choose(choice, lab.history())?;
        self.watch = Some((lab.now() + after, speed));
        let fits = |speed: &&u32| **speed < FASTEST && after / u64::from(**speed) <= WATCHED;
        Some(*SPEEDS.iter().find(fits).unwrap_or(&SPEEDS[SPEEDS.len() - 2]))
    }

    /// Returns the moment up to which the learner watches.
    pub fn watched(&self) -> Option<SimTime> {
        self.watch.map(|(until, _)| until)
    }

    /// Ends the watching once its moment is there. Returns the speed before it.
    pub fn end_watch(&mut self, now: SimTime) -> Option<u32> {
        self.watch.take_if(|(until, _)| now >= *until).map(|(_, speed)| speed)
    }

    /// Returns whether the present step has a solution that was not shown.
    pub fn has_solution_to_show(&self) -> bool {
        let step = self.run.as_ref().and_then(LessonRun::step);
        !self.shows_solution && step.is_some_and(|step| !step.solution.is_empty())
    }

    /// Takes the next hint.
    pub fn take_hint(&mut self) {
        if let Some(run) = &mut self.run {
            run.take_hint();
        }
    }

    /// Does what the official solution does, and shows it. Returns the lines for kubectl in it.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses.
    pub fn solve(&mut self, lab: &mut Lab) -> Result<Vec<String>, ApiError> {
        self.shows_solution = true;
        let Some(run) = &self.run else { return Ok(Vec::new()) };
        run.take_back_loss(lab.history_mut());
        run.play_solution(lab.history_mut()).map_err(|(_, error)| error)?;
        let works = run.step().map_or(&[][..], |step| &step.solution).iter();
        let lines = works.filter_map(|work| match work {
            Work::Kubectl(line) => Some(format!("kubectl {line}")),
            Work::Command(_) | Work::Wait(_) => None,
        });
        Ok(lines.collect())
    }

    /// Goes back to an earlier step when the run is before the present one, after an act was taken back. Returns whether it did.
    pub fn end_undoing(&mut self, lab: &Lab) -> bool {
        if !std::mem::take(&mut self.is_undoing) {
            return false;
        }
        self.shows_solution = false;
        let has_gone_back = self.run.as_mut().is_some_and(|run| run.follow_undo(lab.history()));
        if let Some((until, _)) = self.watch.as_mut().filter(|_| has_gone_back) {
            // Nothing is left to watch.
            *until = lab.now();
        }
        has_gone_back
    }

    /// Goes on to the next step.
    pub fn next(&mut self, lab: &Lab) {
        if let Some(run) = &mut self.run {
            run.next(lab.history());
        }
        (self.watch, self.shows_solution, self.is_unsure) = (None, false, false);
    }

    /// Returns how many commands the learner gave.
    pub fn commands(lab: &Lab) -> usize {
        LessonRun::commands(lab.history())
    }
}
