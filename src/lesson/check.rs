//! What a lesson's author must put right: the official solution is played, and texts are looked at.

use super::judge::Progress;
use super::predict::predict;
use super::run::{LessonRun, open};
use crate::base::language::Language;
use crate::files::lesson_file::{Goal, Lesson, Step};
use crate::files::scenario_file::LocalText;
use crate::manifest::{Complaint, Diagnostic, Wrong};
use crate::timeline::history::History;
use std::rc::Rc;

/// The most words of a text beside a figure.
const MOST_WORDS: usize = 60;

/// Plays the official solution of a lesson, and looks at its texts.
///
/// # Errors
///
/// Returns everything that is wrong, with its place.
pub fn check(lesson: &Rc<Lesson>) -> Result<(), Vec<Diagnostic>> {
    let mut found = Checked { lesson, mistakes: Vec::new() };
    found.texts();
    found.rules();
    found.play();
    if found.mistakes.is_empty() { Ok(()) } else { Err(found.mistakes) }
}

struct Checked<'a> {
    lesson: &'a Rc<Lesson>,
    mistakes: Vec<Diagnostic>,
}

impl Checked<'_> {
    fn tell(&mut self, path: impl Into<String>, message: impl Into<Complaint>) {
        self.mistakes.push(self.lesson.mistake(path.into(), message));
    }

    /// Looks for texts that are missing in a language that the title has, or too long.
    fn texts(&mut self) {
        let lesson = Rc::clone(self.lesson);
        let course = &lesson.course;
        let heads = [
            ("title", &lesson.scenario.title),
            ("objective", &course.objective),
            ("debrief", &course.debrief),
        ];
        for (path, text) in heads {
            self.text(path, text);
        }
        for (path, text) in [("misconception", &course.misconception), ("teacher", &course.teacher)]
        {
            if !text.is_empty() {
                self.text(path, text);
            }
        }
        if course.steps.is_empty() {
            self.tell("steps", Wrong::LessonSteps);
        }
        for (index, step) in course.steps.iter().enumerate() {
            let path = format!("steps[{index}]");
            self.text(&format!("{path}.say"), &step.say);
            for (hint, text) in step.hints.iter().enumerate() {
                self.text(&format!("{path}.hints[{hint}]"), text);
            }
            let choices = step.predict.iter().flat_map(|predict| &predict.choices).enumerate();
            for (choice, answer) in choices {
                self.text(&format!("{path}.predict.choices[{choice}].because"), &answer.because);
            }
        }
    }

    fn text(&mut self, path: &str, text: &LocalText) {
        let not_in_title: Vec<Language> = self.lesson.scenario.title.missing().collect();
        let is_due = |language: &Language| {
            *language == Language::English || !not_in_title.contains(language)
        };
        let missing: Vec<&str> = text.missing().filter(is_due).map(Language::code).collect();
        if !missing.is_empty() {
            self.tell(path, Wrong::LessonText { languages: missing.join(", ").into() });
        }
        for language in Language::ALL {
            let words = text.in_language(language).split_whitespace().count();
            if words > MOST_WORDS {
                let language = language.code();
                self.tell(path, Wrong::LessonLong { language, words, most: MOST_WORDS });
            }
        }
    }

    /// Looks for ids that no rule has. A program without the rule book does not know them all, and looks for none.
    fn rules(&mut self) {
        if cfg!(not(feature = "book")) {
            return;
        }
        let lesson = Rc::clone(self.lesson);
        for (index, id) in lesson.course.rules.iter().enumerate() {
            if crate::rules::find(id).is_none() {
                self.tell(format!("rules[{index}]"), Wrong::LessonRule { rule: id.clone() });
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
            self.begins(&path, step, &run, &history);
            if let Some(prediction) = &step.predict {
                let right = predict(&history, prediction);
                let choices = prediction.choices.iter();
                let count = choices.filter(|choice| choice.answer == right).count();
                if count != 1 {
                    let path = format!("{path}.predict.choices");
                    self.tell(path, Wrong::LessonChoices { right, count });
                }
                run.choose(0, &history);
                run.see(&mut history);
            }
            if let Err((work, error)) = run.play_solution(&mut history) {
                self.tell(format!("{path}.solution[{work}]"), error.message);
                return;
            }
            for (goal, progress) in run.goals(&history).iter().map(|(_, p)| p).enumerate() {
                if *progress != Progress::Reached {
                    self.tell(format!("{path}.goals[{goal}]"), Wrong::LessonUnreached);
                }
            }
            run.next(&history);
        }
        let (given, par) = (LessonRun::commands(&history), lesson.course.par as usize);
        if given != par {
            self.tell("par", Wrong::LessonPar { given });
        }
    }

    /// Looks at a step at the moment at which it begins.
    fn begins(&mut self, path: &str, step: &Step, run: &LessonRun, history: &History) {
        let goals = run.goals(history);
        let is_reached = |(_, progress): &(&Goal, Progress)| *progress == Progress::Reached;
        if !goals.is_empty() && goals.iter().all(is_reached) {
            self.tell(format!("{path}.goals"), Wrong::LessonReached);
        }
        for (index, (_, progress)) in goals.iter().enumerate() {
            if *progress == Progress::Lost {
                self.tell(format!("{path}.goals[{index}]"), Wrong::LessonLost);
            }
        }
        if step.solution.is_empty() && !step.goals.is_empty() {
            self.tell(path.to_owned(), Wrong::LessonSolution);
        }
    }
}
