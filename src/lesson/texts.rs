//! The texts of a lesson, and what can be wrong with them.

use crate::base::language::Language;
use crate::base::text::Text;
use crate::files::lesson_file::Lesson;
use crate::files::scenario_file::LocalText;
use crate::manifest::{Diagnostic, Wrong};
use std::rc::Rc;

/// The most words of a text beside a figure.
const MOST_WORDS: usize = 60;

/// Returns the texts of a lesson with their paths. What it need not have is left out where it is empty.
fn texts(lesson: &Lesson) -> Vec<(String, &LocalText)> {
    let course = &lesson.course;
    let heads = [
        ("title", &lesson.scenario.title),
        ("objective", &course.objective),
        ("debrief", &course.debrief),
    ];
    let notes = [("misconception", &course.misconception), ("teacher", &course.teacher)];
    let notes = notes.into_iter().filter(|(_, text)| !text.is_empty());
    let heads = heads.into_iter().chain(notes).map(|(path, text)| (path.to_owned(), text));
    let mut texts: Vec<(String, &LocalText)> = heads.collect();
    for (index, step) in course.steps.iter().enumerate() {
        let path = format!("steps[{index}]");
        texts.push((format!("{path}.say"), &step.say));
        for (hint, text) in step.hints.iter().enumerate() {
            texts.push((format!("{path}.hints[{hint}]"), text));
        }
        let choices = step.predict.iter().flat_map(|predict| &predict.choices).enumerate();
        for (choice, answer) in choices {
            let path = format!("{path}.predict.choices[{choice}]");
            texts.extend(answer.label.iter().map(|label| (format!("{path}.label"), label)));
            texts.push((format!("{path}.because"), &answer.because));
        }
    }
    texts
}

/// Looks for texts that are missing in a language that the title has, that are too long, or that have a placeholder without a value.
pub(super) fn check(lesson: &Lesson) -> Vec<Diagnostic> {
    let not_in_title: Vec<Language> = lesson.scenario.title.missing().collect();
    let is_due =
        |language: &Language| *language == Language::English || !not_in_title.contains(language);
    let mut wrong = Vec::new();
    for (path, text) in texts(lesson) {
        let missing: Vec<&str> = text.missing().filter(is_due).map(Language::code).collect();
        if !missing.is_empty() {
            let languages = missing.join(", ").into();
            wrong.push(lesson.mistake(path.clone(), Wrong::LessonText { languages }));
        }
        for language in Language::ALL {
            let (code, written) = (language.code(), text.written_in(language));
            let words = written.split_whitespace().count();
            if words > MOST_WORDS {
                let message = Wrong::LessonLong { language: code, words, most: MOST_WORDS };
                wrong.push(lesson.mistake(format!("{path}.{code}"), message));
            }
            for name in placeholders(written) {
                let message = Wrong::VariantUndeclared { name };
                wrong.push(lesson.mistake(format!("{path}.{code}"), message));
            }
        }
    }
    wrong
}

/// Looks for texts that differ between the variants in one language, and are the same in another.
pub(super) fn compare(variants: &[Rc<Lesson>]) -> Vec<Diagnostic> {
    let Some(first) = variants.first() else { return Vec::new() };
    let all: Vec<Vec<(String, &LocalText)>> = variants.iter().map(|lesson| texts(lesson)).collect();
    let mut wrong = Vec::new();
    for (index, (path, text)) in all[0].iter().enumerate() {
        let varies = |language: &Language| {
            let written = text.written_in(*language);
            let others = all.iter().filter_map(|texts| texts.get(index));
            let mut others = others.map(|(_, text)| text.written_in(*language));
            others.any(|other| other != written)
        };
        let Some(varying) = Language::ALL.into_iter().find(varies) else { continue };
        let is_same =
            |language: &Language| !text.written_in(*language).is_empty() && !varies(language);
        for language in Language::ALL.into_iter().filter(is_same).map(Language::code) {
            let message = Wrong::VariantLanguage { varies: varying.code(), language };
            wrong.push(first.mistake(format!("{path}.{language}"), message));
        }
    }
    wrong
}

/// Returns the names of the placeholders in a text: letters, digits, hyphens and underscores between `${` and `}`.
fn placeholders(text: &str) -> impl Iterator<Item = Text> + '_ {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let behind = text.split("${").skip(1).filter_map(|rest| rest.split_once('}'));
    let names = behind.filter(move |(name, _)| !name.is_empty() && name.chars().all(is_part));
    names.map(|(name, _)| name.to_owned().into())
}
