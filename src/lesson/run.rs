//! The way of a learner through a lesson.

use super::judge::{self, Beginning, Progress};
use super::predict::predict;
use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::cluster::command::Command;
use crate::files::lesson_file::{Goal, Lesson, Prediction, Step, Work};
use crate::files::scenario_file::{LocalText, script};
use crate::sim::Sim;
use crate::timeline::history::History;
use crate::timeline::story::Story;
use std::rc::Rc;

/// Opens the run of a lesson, at the moment at which the lesson begins.
///
/// # Errors
///
/// Returns what the API server refuses of what the lesson begins with.
pub fn open(lesson: &Lesson) -> Result<History, ApiError> {
    let scenario = &lesson.scenario;
    let start = Sim::with_nodes(scenario.settings(), scenario.node_count());
    let story = Story::new(judge::NAMESPACE, Text::default());
    let mut history = History::of(start, story, script(scenario))?;
    history.run_until(scenario.opens, u64::MAX);
    Ok(history)
}

/// A learner on the way through a lesson. The run itself is not part of it: goals are judged from the history that is given.
///
/// ```
/// use podlab::ReadOptions;
/// use podlab::files::lesson_file::read;
/// use podlab::lesson::{LessonRun, Progress, open};
///
/// let text = "
/// apiVersion: podlab/v1
/// kind: Lesson
/// metadata: {name: scale}
/// title: Scale a set
/// objective: You can scale a StatefulSet.
/// minutes: 2
/// chapter: order
/// rules: [S-38]
/// par: 1
/// steps:
/// - say: Ask for two Pods.
///   goals: [{set: web, ready: 2}]
///   solution: [{kubectl: scale statefulset web --replicas=2}, {wait: 30s}]
/// debrief: The controller made one Pod after the other.
/// ---
/// apiVersion: apps/v1
/// kind: StatefulSet
/// metadata: {name: web}
/// spec:
///   replicas: 1
///   serviceName: web
///   selector: {matchLabels: {app: web}}
///   template: {metadata: {labels: {app: web}}, spec: {containers: [{name: app, image: 'nginx:1'}]}}";
/// let lesson = read(text, &ReadOptions::default()).unwrap();
/// let mut history = open(&lesson).unwrap();
/// let mut run = LessonRun::begin(lesson.into(), &history);
/// assert_eq!(run.goals(&history)[0].1, Progress::Open);
/// run.play_solution(&mut history).unwrap();
/// assert!(run.is_step_done(&history));
/// run.next(&history);
/// assert!(run.step().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct LessonRun {
    lesson: Rc<Lesson>,
    step: usize,
    beginning: Beginning,
    hints: usize,
    answer: Option<Answer>,
}

/// What a learner answered, and what is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The index of the choice.
    pub chosen: usize,
    /// The index of the right choice.
    pub right: usize,
}

impl LessonRun {
    /// Begins a lesson at the present moment of its run.
    pub fn begin(lesson: Rc<Lesson>, history: &History) -> LessonRun {
        let mut run =
            LessonRun { lesson, step: 0, beginning: Beginning::default(), hints: 0, answer: None };
        run.begin_step(0, history);
        run
    }

    /// Returns the lesson.
    pub fn lesson(&self) -> &Rc<Lesson> {
        &self.lesson
    }

    /// Returns the index of the present step; the number of steps once the lesson is over.
    pub fn step_index(&self) -> usize {
        self.step
    }

    /// Returns the present step; `None` once the lesson is over.
    pub fn step(&self) -> Option<&Step> {
        self.lesson.course.steps.get(self.step)
    }

    /// Returns the goals of the present step, each with how far it is.
    pub fn goals(&self, history: &History) -> Vec<(&Goal, Progress)> {
        let goals = self.step().map_or(&[][..], |step| &step.goals).iter().enumerate();
        goals.map(|(index, goal)| (goal, self.beginning.progress(index, goal, history))).collect()
    }

    /// Returns the question of the present step that is not answered yet.
    pub fn question(&self) -> Option<&Prediction> {
        self.step()?.predict.as_ref().filter(|_| self.answer.is_none())
    }

    /// Returns what was answered in the present step.
    pub fn answer(&self) -> Option<Answer> {
        self.answer
    }

    /// Takes the answer to the question, which is judged at the present moment. Returns `None` when nothing is asked, when there is no such
    /// choice, or when none of the choices is right.
    pub fn choose(&mut self, chosen: usize, history: &History) -> Option<Answer> {
        let prediction = self.question()?;
        let right = predict(history.sim(), prediction);
        let right = prediction.choices.iter().position(|choice| choice.answer == right)?;
        let answer = Answer { chosen, right };
        self.answer = Some(answer).filter(|answer| answer.chosen < prediction.choices.len());
        self.answer
    }

    /// Lets the time pass that the answered question of the present step is about, so that the learner sees what was right.
    pub fn see(&self, history: &mut History) {
        let asked = self.step().and_then(|step| step.predict.as_ref());
        if let Some(asked) = asked.filter(|_| self.answer.is_some()) {
            history.run_until(history.now() + asked.after.0, u64::MAX);
        }
    }

    /// Returns the hints that were taken.
    pub fn hints(&self) -> &[LocalText] {
        self.step().map_or(&[][..], |step| &step.hints[..self.hints])
    }

    /// Takes the next hint. Returns `None` when there is no other.
    pub fn take_hint(&mut self) -> Option<&LocalText> {
        let step = self.lesson.course.steps.get(self.step)?;
        let hint = step.hints.get(self.hints)?;
        self.hints += 1;
        Some(hint)
    }

    /// Returns whether the question of the present step is answered and all its goals are reached.
    pub fn is_step_done(&self, history: &History) -> bool {
        let is_reached = |(_, progress): &(&Goal, Progress)| *progress == Progress::Reached;
        self.step().is_some()
            && self.question().is_none()
            && self.goals(history).iter().all(is_reached)
    }

    /// Goes on to the next step.
    pub fn next(&mut self, history: &History) {
        let last = self.lesson.course.steps.len();
        self.begin_step((self.step + 1).min(last), history);
    }

    /// Returns how many commands the learner has given in the whole lesson.
    pub fn commands(history: &History) -> usize {
        judge::commands(history)
    }

    /// Does what the official solution of the present step does.
    ///
    /// # Errors
    ///
    /// Returns the index of the first piece that is refused, and why.
    pub fn play_solution(&self, history: &mut History) -> Result<(), (usize, ApiError)> {
        let solution = self.step().map_or(&[][..], |step| &step.solution);
        for (index, work) in solution.iter().enumerate() {
            work.play(history).map_err(|error| (index, error))?;
        }
        Ok(())
    }

    fn begin_step(&mut self, step: usize, history: &History) {
        self.step = step;
        (self.hints, self.answer) = (0, None);
        let goals = self.lesson.course.steps.get(step).map_or(&[][..], |step| &step.goals);
        self.beginning = Beginning::of(goals, history);
    }
}

impl Work {
    /// Does it.
    fn play(&self, history: &mut History) -> Result<(), ApiError> {
        match self {
            Work::Kubectl(line) => {
                let (namespace, line) = (judge::NAMESPACE, line.clone());
                history.act(vec![Command::Kubectl { namespace, line }])
            }
            Work::Command(command) => history.act(vec![(**command).clone()]),
            Work::Wait(time) => {
                history.run_until(history.now() + time.0, u64::MAX);
                Ok(())
            }
        }
    }
}
