//! What a lesson's author must put right: the official solution is played, and texts are looked at.

use super::judge::Progress;
use super::par::shorter;
use super::predict::right_answers;
use super::predicted::Predicted;
use super::run::{LessonRun, open};
use super::texts;
use crate::apiserver::validate::names::dns_label;
use crate::cluster::change::Change;
use crate::cluster::command::Command;
use crate::files::lesson_file::{
    Ask, Choice, Goal, Lesson, Prediction, Step, Subject, Variants, told_once,
};
use crate::manifest::{Complaint, Diagnostic, Wrong};
use crate::rules::release::Release;
use crate::timeline::history::History;
use std::rc::Rc;

/// The folders of the official documentation.
const FOLDERS: [&str; 5] = ["concepts", "reference", "setup", "tasks", "tutorials"];

/// Plays the official solution of a lesson, and looks at its texts.
///
/// # Errors
///
/// Returns everything that is wrong, with its place.
pub fn check(lesson: &Rc<Lesson>) -> Result<(), Vec<Diagnostic>> {
    let mut found = Checked { lesson, mistakes: Vec::new() };
    found.head();
    found.mistakes.extend(texts::check(lesson));
    found.rules();
    found.answers();
    found.play();
    if found.mistakes.is_empty() { Ok(()) } else { Err(found.mistakes) }
}

/// Checks a lesson in all its variants.
///
/// # Errors
///
/// Returns everything that is wrong. What is wrong with all variants is told once; every other mistake names its variant.
pub fn check_variants(variants: &Variants) -> Result<(), Vec<Diagnostic>> {
    let found = variants.all().iter().map(|lesson| check(lesson).err().unwrap_or_default());
    let mut told = names(variants);
    told.extend(told_once(found.collect()));
    told.extend(texts::compare(variants));
    if told.is_empty() { Ok(()) } else { Err(told) }
}

/// Looks at the name of a lesson, which is part of its address and must be formed as the name of an object that stands in an address, and for
/// the rules that it teaches.
fn names(variants: &Variants) -> Vec<Diagnostic> {
    let lesson = variants.of_seed(None);
    let (name, path) = (&lesson.scenario.name, "metadata.name".to_owned());
    let mut told = Vec::new();
    if name.is_empty() {
        told.push(lesson.mistake(path, Wrong::Missing));
    } else {
        let found = dns_label(lesson.scenario.settings().release, name);
        told.extend(found.into_iter().map(|wrong| lesson.mistake(path.clone(), wrong)));
    }
    if lesson.course.rules.is_empty() {
        told.push(lesson.mistake("rules".to_owned(), Wrong::LessonRules));
    }
    told
}

struct Checked<'a> {
    lesson: &'a Rc<Lesson>,
    mistakes: Vec<Diagnostic>,
}

impl Checked<'_> {
    fn tell(&mut self, path: impl Into<String>, message: impl Into<Complaint>) {
        self.mistakes.push(self.lesson.mistake(path.into(), message));
    }

    /// Looks at what the lesson says of itself.
    fn head(&mut self) {
        let lesson = Rc::clone(self.lesson);
        if lesson.scenario.release.is_none() {
            let release = Release::default().number();
            self.tell("kubernetes", Wrong::LessonRelease { release });
        }
        if lesson.course.minutes == 0 {
            self.tell("minutes", Wrong::LessonMinutes);
        }
        if lesson.course.steps.is_empty() {
            self.tell("steps", Wrong::LessonSteps);
        }
        for (index, link) in lesson.course.links.iter().enumerate() {
            if !is_page(link) {
                self.tell(format!("links[{index}]"), Wrong::LessonLink);
            }
        }
    }

    /// Looks for questions without a wrong answer, for answers that can be chosen twice, and for those that nothing could be.
    fn answers(&mut self) {
        let lesson = Rc::clone(self.lesson);
        for (step, asked) in lesson.course.steps.iter().enumerate() {
            let Some(Prediction { ask, choices, .. }) = &asked.predict else { continue };
            let path = format!("steps[{step}].predict.choices");
            if choices.len() < 2 {
                self.tell(path.clone(), Wrong::LessonChoice);
            }
            for (index, Choice { answer, .. }) in choices.iter().enumerate() {
                let path = format!("{path}[{index}].answer");
                let twin = choices[..index].iter().position(|other| other.answer == *answer);
                if let Some(twin) = twin {
                    self.tell(path, Wrong::LessonAnswer { number: twin + 1 });
                } else if !Predicted::read(ask, answer).is_possible(ask) {
                    self.tell(path, Wrong::LessonImpossible { answer: answer.clone() });
                }
            }
        }
    }

    /// Looks for ids that no rule has. A program without the rule book does not know them all, and looks for none.
    fn rules(&mut self) {
        if cfg!(not(feature = "book")) {
            return;
        }
        let lesson = Rc::clone(self.lesson);
        for (index, rule) in lesson.course.rules.iter().enumerate() {
            if crate::rules::find(rule).is_none() {
                self.tell(format!("rules[{index}]"), Wrong::LessonRule { rule: rule.clone() });
            }
        }
        for (step, asked) in lesson.course.steps.iter().enumerate() {
            let Some(Prediction { ask: ask @ Ask::Why(_), choices, .. }) = &asked.predict else {
                continue;
            };
            for (index, Choice { answer, .. }) in choices.iter().enumerate() {
                if let Predicted::Word(rule) = Predicted::read(ask, answer) {
                    let path = format!("steps[{step}].predict.choices[{index}].answer");
                    self.tell(path, Wrong::LessonRule { rule });
                }
            }
        }
    }

    /// Plays the official solution of every step.
    fn play(&mut self) {
        let lesson = Rc::clone(self.lesson);
        let mut history = match open(&lesson) {
            Ok(history) => history,
            Err(error) => {
                let wrong = Box::new(error.message.wrong());
                return self.tell("steps", Wrong::LessonBegins { wrong });
            }
        };
        let mut run = LessonRun::begin(Rc::clone(&lesson), &history);
        for (index, step) in lesson.course.steps.iter().enumerate() {
            let path = format!("steps[{index}]");
            let lost = self.begins(&path, step, &run, &history);
            if let Some(prediction) = &step.predict {
                let rights = right_answers(&history, prediction);
                let mut right = prediction.choices.iter().filter(|c| rights.contains(&c.answer));
                let (first, second) = (right.next(), right.next());
                let path = format!("{path}.predict.choices");
                if first.is_none() {
                    self.tell(path, Wrong::LessonChoices { right: rights.join(", ").into() });
                } else if let Some((first, second)) = first.zip(second)
                    && first.answer != second.answer
                {
                    // Answers that are the same are told already.
                    let (one, other) = (first.answer.clone(), second.answer.clone());
                    self.tell(path, Wrong::LessonBoth { one, other });
                }
                run.choose(0, &history);
                run.see(&mut history);
            }
            let before = (!step.solution.is_empty()).then(|| history.clone());
            if let Err((work, error)) = run.play_solution(&mut history) {
                self.tell(format!("{path}.solution[{work}]"), error.message);
                return;
            }
            self.absent(&path, step, &history);
            let is_played = !step.solution.is_empty();
            for (goal, (_, progress)) in run.goals(&history).iter().enumerate() {
                if is_played && *progress != Progress::Reached && !lost.contains(&goal) {
                    self.tell(format!("{path}.goals[{goal}]"), Wrong::LessonUnreached);
                }
            }
            if let Some(before) = before {
                let given = LessonRun::commands(&history) - LessonRun::commands(&before);
                if let Some(way) = shorter(&run, &before, given) {
                    let objects = way.iter().map(Command::object).collect::<Vec<_>>().join(", ");
                    let shorter =
                        Wrong::LessonShorter { given: way.len(), objects: objects.into() };
                    let wrong = if way.is_empty() { Wrong::LessonIdle } else { shorter };
                    self.tell(format!("{path}.solution"), wrong);
                }
            }
            run.next(&history);
        }
        let (given, par) = (LessonRun::commands(&history), lesson.course.par as usize);
        if given != par {
            self.tell("par", Wrong::LessonPar { given });
        }
    }

    /// Looks at what must stay true or false in a step of an object that the solution does not know: a name with a mistake in it.
    fn absent(&mut self, path: &str, step: &Step, history: &History) {
        for (index, goal) in step.goals.iter().enumerate() {
            let (Goal::Never(condition) | Goal::Always(condition)) = goal else { continue };
            // Whether it exists may be what the goal is about, and a name of a Service is looked up.
            let is_other = matches!(
                condition.subject,
                Subject::Exists(_) | Subject::AnyDeleted | Subject::Resolves(..)
            );
            let object = Some(&condition.object);
            let is_it = |change: &Change| change.object.reference() == object;
            if !is_other && !history.story().changes().iter().any(is_it) {
                let object = condition.object.to_string().into();
                self.tell(format!("{path}.goals[{index}]"), Wrong::LessonAbsent { object });
            }
        }
    }

    /// Looks at a step at the moment at which it begins. Returns the indexes of the goals that are lost then.
    fn begins(
        &mut self,
        path: &str,
        step: &Step,
        run: &LessonRun,
        history: &History,
    ) -> Vec<usize> {
        let mut lost = Vec::new();
        let goals = run.goals(history);
        let is_reached = |progress: Progress| progress == Progress::Reached;
        let is_now = |goal: &Goal| matches!(goal, Goal::Now(_));
        let all = !goals.is_empty() && goals.iter().all(|(_, progress)| is_reached(*progress));
        if all && !goals.iter().any(|(goal, _)| is_now(goal)) {
            self.tell(format!("{path}.goals"), Wrong::LessonReached);
        }
        for (index, (goal, progress)) in goals.into_iter().enumerate() {
            let path = format!("{path}.goals[{index}]");
            if progress == Progress::Lost {
                self.tell(path, Wrong::LessonLost);
                lost.push(index);
            } else if is_now(goal) && is_reached(progress) {
                self.tell(path, Wrong::LessonTrue);
            }
        }
        if step.solution.is_empty() && !step.goals.is_empty() {
            self.tell(path.to_owned(), Wrong::LessonSolution);
        }
        lost
    }
}

/// Returns whether a link is the path of a page of the official documentation.
fn is_page(link: &str) -> bool {
    let (page, part) = link.split_once('#').map_or((link, None), |(page, part)| (page, Some(part)));
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_part)
    };
    let Some((folder, below)) = page.strip_suffix('/').and_then(|page| page.split_once('/')) else {
        return false;
    };
    FOLDERS.contains(&folder) && below.split('/').all(is_name) && part.is_none_or(is_name)
}
