//! What an author does, for the solution of a step.

use super::conditions::conditions;
use super::judge::{self, Beginning};
use super::run::LessonRun;
use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::files::lesson_file::{Condition, Lesson, Prediction, Work};
use crate::timeline::history::{History, PlannedAct};
use std::rc::Rc;

/// The moment from which on an author shows what the solution of a step does.
///
/// ```
/// use podlab::files::lesson_file::{Subject, Work, read};
/// use podlab::lesson::{Recording, open};
/// use podlab::{ApiError, Command, ReadOptions};
///
/// # fn main() -> Result<(), ApiError> {
/// # let text = "
/// # apiVersion: podlab/v1
/// # kind: Lesson
/// # metadata: {name: one}
/// # title: One
/// # objective: To record.
/// # minutes: 1
/// # chapter: pods
/// # rules: []
/// # par: 0
/// # opens: 10s
/// # steps: []
/// # debrief: Done.
/// # ---
/// # {apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
/// # let lesson = read(text, &ReadOptions::default()).unwrap();
/// let mut history = open(&lesson)?;
/// let recording = Recording::begin(&history);
/// let line = "delete pod demo --wait=false".into();
/// history.act(vec![Command::Kubectl { namespace: "default".into(), line }])?;
/// let works = recording.works(&history).unwrap();
/// assert_eq!(works, [Work::Kubectl("delete pod demo --wait=false".into())]);
/// assert!(recording.offers(&history).iter().any(|offer| offer.is_new));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What was done before.
    before: Vec<PlannedAct>,
    /// How many changes there were.
    pub(super) changes: usize,
    time: SimTime,
    /// What was true then.
    pub(super) held: Vec<Condition>,
}

impl Recording {
    /// Begins at the present moment of a run.
    pub fn begin(history: &History) -> Recording {
        let changes = history.story().change_count();
        let held = conditions(history, changes);
        let before = history.plan()[..history.done()].to_vec();
        Recording { before, changes, time: history.now(), held }
    }

    /// Returns what was done since, as a solution; `None` when the run is before that moment or before an act of a person, and when something
    /// else was done before that moment. What creates an object holds the object.
    pub fn works(&self, history: &History) -> Option<Vec<Work>> {
        let mut now = self.time;
        let mut works = Vec::new();
        let mut wait_until = |works: &mut Vec<Work>, time: SimTime| {
            if time > now {
                works.push(Work::Wait(SimTime(time.0 - now.0)));
                now = time;
            }
        };
        for act in self.acts_since(history)? {
            wait_until(&mut works, act.time);
            works.extend(act.commands.iter().map(work));
        }
        wait_until(&mut works, history.now());
        Some(works)
    }

    fn acts_since<'a>(
        &self,
        history: &'a History,
    ) -> Option<impl Iterator<Item = &'a PlannedAct> + use<'a>> {
        let (done, ahead) = history.plan().split_at(history.done());
        let since = done.strip_prefix(&self.before[..])?;
        let is_before = history.now() < self.time || ahead.iter().any(|act| act.by_person);
        (!is_before).then(|| since.iter().filter(|act| act.by_person))
    }
}

/// Returns what a solution does for a command.
fn work(command: &Command) -> Work {
    if let Command::Kubectl { namespace, line } = command
        && *namespace == judge::NAMESPACE
    {
        return Work::Kubectl(line.clone());
    }
    Work::Command(Box::new(command.clone()))
}

/// A lesson that was played by its official solutions up to a step, for its author to go on there.
#[derive(Debug)]
pub struct Rehearsal {
    /// The run, at the end of the step.
    pub history: History,
    /// The moment in it from which on the step is recorded: its beginning, or the moment its question is about.
    pub recording: Recording,
}

/// Plays the official solutions up to the end of a step.
///
/// # Errors
///
/// Returns what the API server refuses.
pub fn rehearse(lesson: &Rc<Lesson>, step: usize) -> Result<Rehearsal, ApiError> {
    let (mut run, mut history) = LessonRun::begin_at(lesson, step)?;
    run.choose(0, &history);
    run.see(&mut history);
    let recording = Recording::begin(&history);
    run.play_solution(&mut history).map_err(|(_, error)| error)?;
    Ok(Rehearsal { history, recording })
}

/// Returns the right answer of a question that would be asked in a step of a lesson.
///
/// # Errors
///
/// Returns what the API server refuses before the step.
pub fn answer_in(
    lesson: &Rc<Lesson>,
    step: usize,
    prediction: &Prediction,
) -> Result<Text, ApiError> {
    LessonRun::begin_at(lesson, step).map(|(_, history)| super::predict(&history, prediction))
}

impl LessonRun {
    /// Shows a step of a lesson to its author, at the present moment of a run that is being recorded.
    pub fn preview(lesson: Rc<Lesson>, step: usize, recording: &Recording) -> LessonRun {
        let goals = lesson.course.steps.get(step).map_or(&[][..], |step| &step.goals);
        let beginning = Beginning::assumed(goals, recording.changes);
        LessonRun::at_step(lesson, step, beginning)
    }
}
