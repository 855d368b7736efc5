//! The way of a learner through a lesson.

use super::judge::{self, Beginning, Progress};
use super::predict::predict;
use super::saved::{Answer, SavedLesson};
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
    let (namespace, pod) = scenario.first_pod().unwrap_or((judge::NAMESPACE, Text::default()));
    let mut story = Story::new(namespace, pod);
    if let Some(workload) = scenario.workload() {
        story.follow(workload);
    }
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
    way: SavedLesson,
}

impl LessonRun {
    /// Begins a lesson at the present moment of its run.
    pub fn begin(lesson: Rc<Lesson>, history: &History) -> LessonRun {
        let mut run = LessonRun { lesson, way: SavedLesson::default() };
        run.begin_step(0, history);
        run
    }

    /// Begins a lesson at the beginning of a step: plays the official solutions of the steps before it. Returns the learner and the run.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses before the step.
    pub fn begin_at(lesson: &Rc<Lesson>, step: usize) -> Result<(LessonRun, History), ApiError> {
        let mut history = open(lesson)?;
        let mut run = LessonRun::begin(Rc::clone(lesson), &history);
        for _ in 0..step {
            run.choose(0, &history);
            run.see(&mut history);
            run.play_solution(&mut history).map_err(|(_, error)| error)?;
            run.next(&history);
        }
        // The learner answered none of it.
        run.way.given.clear();
        run.way.passed.clear();
        Ok((run, history))
    }

    /// Goes on with a lesson where it was left. Its run must be at the moment at which it was left.
    /// What the lesson does not have any more, such as a hint, is left out.
    pub fn resume(lesson: Rc<Lesson>, mut way: SavedLesson) -> LessonRun {
        let steps = &lesson.course.steps;
        way.step = way.step.min(steps.len());
        let step = steps.get(way.step);
        way.hints = way.hints.min(step.map_or(0, |step| step.hints.len()));
        let asked = step.and_then(|step| step.predict.as_ref());
        let count = asked.map_or(0, |asked| asked.choices.len());
        let has = |index: usize| index < count;
        way.answer =
            way.answer.filter(|answer| has(answer.chosen) && answer.right_choice.is_none_or(has));
        LessonRun { lesson, way }
    }

    /// Returns the run at a step that began so.
    pub(super) fn at_step(lesson: Rc<Lesson>, step: usize, beginning: Beginning) -> LessonRun {
        let way = SavedLesson { step, beginning, ..SavedLesson::default() };
        LessonRun { lesson, way }
    }

    /// Returns how far the learner is.
    pub fn save(&self) -> &SavedLesson {
        &self.way
    }

    /// Returns the lesson.
    pub fn lesson(&self) -> &Rc<Lesson> {
        &self.lesson
    }

    /// Returns the index of the present step; the number of steps once the lesson is over.
    pub fn step_index(&self) -> usize {
        self.way.step
    }

    /// Returns the present step; `None` once the lesson is over.
    pub fn step(&self) -> Option<&Step> {
        self.lesson.course.steps.get(self.way.step)
    }

    /// Returns the goals of the present step, each with how far it is.
    pub fn goals(&self, history: &History) -> Vec<(&Goal, Progress)> {
        let goals = self.step().map_or(&[][..], |step| &step.goals).iter().enumerate();
        goals
            .map(|(index, goal)| (goal, self.way.beginning.progress(index, goal, history)))
            .collect()
    }

    /// Returns the question of the present step that is not answered yet.
    pub fn question(&self) -> Option<&Prediction> {
        self.step()?.predict.as_ref().filter(|_| self.way.answer.is_none())
    }

    /// Returns what was answered in the present step.
    pub fn answer(&self) -> Option<&Answer> {
        self.way.answer.as_ref()
    }

    /// Takes the answer to the question, which is judged at the present moment. Returns `None` when nothing is asked, or when there is no
    /// such choice.
    pub fn choose(&mut self, chosen: usize, history: &History) -> Option<&Answer> {
        let prediction = self.question().filter(|asked| chosen < asked.choices.len())?;
        let right = predict(history, prediction);
        let right_choice = prediction.choices.iter().position(|choice| choice.answer == right);
        let step = self.way.step;
        self.way.given.push((step, chosen));
        let asked_at = Some((history.now(), history.story().change_count() as u64));
        self.way.answer = Some(Answer { chosen, right, right_choice, asked_at });
        self.way.answer.as_ref()
    }

    /// Lets the time pass that the answered question of the present step is about, so that the learner sees what was right.
    pub fn see(&self, history: &mut History) {
        let asked = self.step().and_then(|step| step.predict.as_ref());
        if let Some(asked) = asked.filter(|_| self.way.answer.is_some()) {
            history.run_until(history.now() + asked.after.0, u64::MAX);
        }
    }

    /// Returns the hints that were taken.
    pub fn hints(&self) -> &[LocalText] {
        self.step().map_or(&[][..], |step| &step.hints[..self.way.hints])
    }

    /// Takes the next hint. Returns `None` when there is no other.
    pub fn take_hint(&mut self) -> Option<&LocalText> {
        let step = self.lesson.course.steps.get(self.way.step)?;
        let hint = step.hints.get(self.way.hints)?;
        self.way.hints += 1;
        Some(hint)
    }

    /// Returns how many hints were taken in the whole lesson.
    pub fn hints_taken(&self) -> usize {
        self.way.hints_before + self.way.hints
    }

    /// Returns what was answered in the whole lesson: the index of each step, and that of the choice.
    pub fn answers_given(&self) -> &[(usize, usize)] {
        &self.way.given
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
        let mut passed = std::mem::take(&mut self.way.passed);
        passed.push(self.way.clone());
        self.begin_step((self.way.step + 1).min(last), history);
        self.way.passed = passed;
    }

    /// Goes back to the step in which the run is, after acts were taken back. Returns whether it is an earlier one.
    pub fn follow_undo(&mut self, history: &History) -> bool {
        let step = self.way.step;
        while self.way.beginning.is_after(history)
            && let Some(way) = self.way.passed.pop()
        {
            let passed = std::mem::take(&mut self.way.passed);
            self.way = SavedLesson { passed, ..way };
        }
        self.way.step < step
    }

    /// Returns whether the learner gave a command in the present step, which can be taken back.
    pub fn can_undo(&self, history: &History) -> bool {
        self.way.beginning.is_followed_by_command(history)
    }

    /// Takes back what the learner did in the present step, where that makes a goal impossible.
    pub fn take_back_loss(&self, history: &mut History) {
        let is_lost = |(_, progress): &(&Goal, Progress)| *progress == Progress::Lost;
        while self.goals(history).iter().any(is_lost) && self.can_undo(history) {
            history.undo();
        }
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
        let goals = self.lesson.course.steps.get(step).map_or(&[][..], |step| &step.goals);
        let beginning = Beginning::of(goals, history);
        let given = std::mem::take(&mut self.way.given);
        let hints_before = self.hints_taken();
        self.way = SavedLesson { step, beginning, given, hints_before, ..SavedLesson::default() };
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
