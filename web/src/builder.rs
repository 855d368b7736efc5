//! The builder of lessons: the lesson that is being made, and what of the run on the stage is recorded for it. Nothing here knows the page.

mod asks;
mod field;
mod file_name;
mod texts;
mod view;

pub use asks::{kind, subject};
pub use field::Field;
pub use view::{AnswerDraft, BuilderView, QuestionDraft};

use crate::lab::{Lab, RunId};
use crate::storage;
use file_name::file_name;
use podlab::ReadOptions;
use podlab::apiserver::error::ApiError;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::{
    Ask, Chapter, Choice, Draft, Form, Goal, Lesson, Prediction, Step, read_variants,
};
use podlab::lesson::{LessonRun, Offer, Recording, Rehearsal, answer_in, check_variants, rehearse};
use podlab::manifest::{Complaint, Diagnostic};
use podlab_messages::{Language, text};
use podlab_stage::Scene;
use podlab_stage::lesson::LessonView;
use std::rc::Rc;

/// The key in the browser's storage.
const KEY: &str = "podlab-builder";
/// How far ahead a new question asks.
const AFTER: SimTime = SimTime::from_seconds(30);

/// A change of the lesson that is being made.
#[derive(Clone, Debug, PartialEq)]
pub enum DraftChange {
    /// Writes a text.
    Write(Field, String),
    /// Writes in this language from now on.
    Language(Language),
    /// Says how much it asks of the learner.
    Level(&'static str),
    /// Puts it into a chapter.
    Chapter(Chapter),
    /// Says what sort of piece it is.
    Form(Form),
    /// Says how long it takes.
    Minutes(u32),
    /// Begins another step now, after the step that is open.
    AddStep,
    /// Adds a goal to the step.
    AddGoal(Goal),
    /// Asks for this instead of the goal of this index.
    ChangeGoal(usize, Goal),
    /// Takes the goal of this index away.
    RemoveGoal(usize),
    /// Says by when on the clock the step is to be over, or that it may take any time.
    Latest(Option<SimTime>),
    /// Asks this in the step, or nothing.
    Ask(Option<Ask>),
    /// Asks about the moment so far ahead.
    After(SimTime),
    /// Adds an answer to the question, unless it is there.
    AddAnswer(String),
    /// Takes the answer of this index away.
    RemoveAnswer(usize),
}

/// A lesson that is being made.
#[derive(Debug)]
pub struct Builder {
    /// The lesson so far.
    pub draft: Draft,
    /// The index of the step that is open.
    pub step: usize,
    /// The language that texts are written in. English is also for who writes in one language only.
    pub language: Language,
    /// What is wrong with it; none where that was not asked since it changed.
    pub problems: Option<Rc<Vec<Diagnostic>>>,
    /// The right answer of the question of the step.
    pub right: Option<Text>,
    /// The run that is recorded, and from which moment on.
    recording: Option<(RunId, Recording)>,
    /// The lesson as it reads now; none while it cannot be read.
    lesson: Option<Rc<Lesson>>,
}

/// Whether what is done on the stage becomes part of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// It does.
    Yes,
    /// The run is before the step.
    Before,
    /// It is another run.
    Elsewhere,
}

impl Builder {
    /// Begins a lesson at the present moment of a run, with a step in which something is to be done.
    pub fn begin(lab: &Lab) -> Builder {
        let mut draft = Draft::begin(lab.history(), lab.scene.nodes);
        draft.course.steps.push(Step::default());
        Builder::of(draft)
    }

    /// Goes on with the lesson that the browser kept.
    pub fn kept() -> Option<Builder> {
        let text: String = storage::get(KEY)?;
        Draft::read(&text).ok().map(Builder::of)
    }

    /// Opens the lesson of a file to change it.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text.
    pub fn read(text: &str) -> Result<Builder, Vec<Diagnostic>> {
        Draft::read(text).map(Builder::of)
    }

    fn of(mut draft: Draft) -> Builder {
        if draft.course.steps.is_empty() {
            draft.course.steps.push(Step::default());
        }
        let mut builder = Builder {
            draft,
            step: 0,
            language: Language::English,
            problems: None,
            right: None,
            recording: None,
            lesson: None,
        };
        builder.read_again();
        builder
    }

    /// Keeps the lesson in the browser.
    pub fn keep(&self) {
        storage::set(KEY, &self.draft.write());
    }

    /// Returns the step that is open.
    pub fn open_step(&self) -> &Step {
        &self.draft.course.steps[self.step]
    }

    fn open_step_mut(&mut self) -> &mut Step {
        &mut self.draft.course.steps[self.step]
    }

    /// Reads the lesson again after a change.
    fn read_again(&mut self) {
        self.problems = None;
        self.lesson = self.draft.lesson().ok().map(Rc::new);
    }

    /// Opens a step: plays the lesson up to its end, and returns that run.
    ///
    /// # Errors
    ///
    /// Returns what keeps the lesson from being played up to there.
    pub fn enter(&mut self, step: usize) -> Result<Lab, Complaint> {
        let lesson = self.draft.lesson().map(Rc::new).map_err(|wrong| {
            wrong.first().map_or_else(Complaint::default, |wrong| wrong.message.clone())
        })?;
        let step = step.min(self.draft.course.steps.len() - 1);
        let told = |error: ApiError| error.message;
        let Rehearsal { history, recording } = rehearse(&lesson, step).map_err(told)?;
        let mut scene = Scene::of(&lesson.scenario).ok_or_else(text::lesson_missing)?;
        // A lesson and a scene can have the same name, and links to scenes have it.
        scene.name = Text::default();
        scene.nodes = lesson.scenario.node_count();
        scene.group = "Yours".into();
        if scene.title.is_empty() {
            scene.title = text::builder_untitled().into();
        }
        let lab = Lab::of_history(scene, history);
        self.step = step;
        self.recording = Some((lab.branch().0, recording));
        self.lesson = Some(lesson);
        self.look_for_answer();
        Ok(lab)
    }

    /// Lets the lesson begin at the present moment of a run. What was recorded for the first step is part of the beginning then.
    pub fn begin_here(&mut self, lab: &Lab) {
        self.draft.begin_at(lab.history(), lab.scene.nodes);
        // What was recorded up to here is part of the beginning now.
        for step in &mut self.draft.course.steps[..=self.step] {
            step.solution.clear();
        }
        (self.step, self.recording) = (0, None);
    }

    /// Returns whether what is done on the stage becomes part of the solution of the step.
    pub fn recorded(&self, lab: &Lab) -> Recorded {
        match &self.recording {
            Some((run, recording)) if *run == lab.branch().0 => {
                let is_there = recording.works(lab.history()).is_some();
                if is_there { Recorded::Yes } else { Recorded::Before }
            }
            Some(_) | None => Recorded::Elsewhere,
        }
    }

    fn recording_of(&self, lab: &Lab) -> Option<&Recording> {
        let (run, recording) = self.recording.as_ref()?;
        (*run == lab.branch().0).then_some(recording)
    }

    /// Takes what was done on the stage as the solution of the step. Returns whether it is another one with it.
    pub fn follow(&mut self, lab: &Lab) -> bool {
        let works = self.recording_of(lab).and_then(|recording| recording.works(lab.history()));
        let Some(works) = works.filter(|works| *works != self.open_step().solution) else {
            return false;
        };
        self.open_step_mut().solution = works;
        self.problems = None;
        true
    }

    /// Returns the goals that can be chosen now.
    pub fn offers(&self, lab: &Lab) -> Vec<Offer> {
        let goals = &self.open_step().goals;
        let offers =
            self.recording_of(lab).map_or_else(Vec::new, |from| from.offers(lab.history()));
        offers.into_iter().filter(|offer| !goals.contains(&offer.goal)).collect()
    }

    /// Returns what the learner sees of the step.
    pub fn preview(&self, lab: &Lab) -> Option<LessonView> {
        let (lesson, recording) = (self.lesson.clone()?, self.recording_of(lab)?);
        let run = LessonRun::preview(lesson, self.step, recording);
        Some(LessonView::of(&run, lab.history()))
    }

    /// Changes the lesson.
    pub fn change(&mut self, change: DraftChange, lab: &Lab) {
        match change {
            DraftChange::Write(field, text) => self.write(field, &text),
            DraftChange::Language(language) => self.language = language,
            DraftChange::Level(level) => self.draft.level = level.into(),
            DraftChange::Chapter(chapter) => self.draft.course.chapter = chapter,
            DraftChange::Form(form) => self.draft.course.form = form,
            DraftChange::Minutes(minutes) => self.draft.course.minutes = minutes,
            DraftChange::AddStep if self.recorded(lab) != Recorded::Yes => {}
            DraftChange::AddStep => {
                self.step += 1;
                self.draft.course.steps.insert(self.step, Step::default());
                self.recording = Some((lab.branch().0, Recording::begin(lab.history())));
                self.right = None;
            }
            DraftChange::AddGoal(goal) => self.open_step_mut().goals.push(goal),
            DraftChange::ChangeGoal(index, goal) => {
                if let Some(old) = self.open_step_mut().goals.get_mut(index) {
                    *old = goal;
                }
            }
            DraftChange::Latest(time) => {
                let goals = &mut self.open_step_mut().goals;
                goals.retain(|goal| !matches!(goal, Goal::Before(_)));
                goals.extend(time.map(Goal::Before));
            }
            DraftChange::RemoveGoal(goal) => {
                let goals = &mut self.open_step_mut().goals;
                if goal < goals.len() {
                    goals.remove(goal);
                }
            }
            DraftChange::Ask(ask) => self.ask(ask),
            DraftChange::After(after) => {
                if let Some(asked) = &mut self.open_step_mut().predict {
                    asked.after = after;
                }
                self.look_for_answer();
            }
            DraftChange::AddAnswer(answer) => self.add_answer(answer.trim().to_owned().into()),
            DraftChange::RemoveAnswer(answer) => {
                if let Some(asked) = &mut self.open_step_mut().predict
                    && answer < asked.choices.len()
                {
                    asked.choices.remove(answer);
                }
            }
        }
        self.read_again();
    }

    /// Asks this in the step, or nothing.
    fn ask(&mut self, ask: Option<Ask>) {
        let old = self.open_step_mut().predict.take();
        let (after, choices) = match old {
            Some(old) if Some(&old.ask) == ask.as_ref() => (old.after, old.choices),
            Some(old) => (old.after, Vec::new()),
            None => (AFTER, Vec::new()),
        };
        self.open_step_mut().predict = ask.map(|ask| Prediction { ask, after, choices });
        self.look_for_answer();
    }

    /// Looks for the right answer of the question of the step, and takes it among the answers.
    fn look_for_answer(&mut self) {
        let asked = self.open_step().predict.clone().zip(self.lesson.clone());
        self.right = asked.and_then(|(asked, lesson)| answer_in(&lesson, self.step, &asked).ok());
        if let Some(right) = self.right.clone() {
            self.add_answer(right);
        }
    }

    fn add_answer(&mut self, answer: Text) {
        let Some(asked) = &mut self.open_step_mut().predict else { return };
        if !answer.is_empty() && asked.choices.iter().all(|choice| choice.answer != answer) {
            asked.choices.push(Choice { answer, label: None, because: "".into() });
            // So that the place does not tell which is right.
            asked.choices.sort_by(|a, b| a.answer.cmp(&b.answer));
        }
    }

    /// Takes the open step away. There is always one left.
    pub fn remove_step(&mut self) {
        let steps = &mut self.draft.course.steps;
        steps.remove(self.step);
        if steps.is_empty() {
            steps.push(Step::default());
        }
        self.step = self.step.min(self.draft.course.steps.len() - 1);
        self.recording = None;
        self.read_again();
    }

    /// Looks for everything that `podlab check` would tell of the file.
    pub fn check(&mut self) {
        let read = read_variants(&self.draft.write(), &ReadOptions::default());
        let found = read.and_then(|variants| check_variants(&variants)).err().unwrap_or_default();
        self.problems = Some(Rc::new(found));
    }

    /// Returns the name of the file that it is saved as.
    pub fn file(&self) -> String {
        let title = self.draft.title.in_language(Language::English);
        let name = Some(self.draft.name.to_string()).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| file_name(title));
        let name = if name.is_empty() { "my-lesson".to_owned() } else { name };
        format!("{name}.yaml")
    }
}
