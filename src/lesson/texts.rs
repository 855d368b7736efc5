//! The texts of a lesson, and what can be wrong with them.

use crate::base::language::Language;
use crate::base::text::Text;
use crate::files::lesson_file::{Lesson, Variants};
use crate::files::scenario_file::LocalText;
use crate::manifest::node::Node;
use crate::manifest::{Diagnostic, Wrong};
use std::collections::{BTreeMap, BTreeSet};

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

/// Looks for texts that have a placeholder in one language and lack it in another, and for texts that differ between the variants in one
/// language and are the same in another.
pub(super) fn compare(variants: &Variants) -> Vec<Diagnostic> {
    let first = variants.of_seed(None);
    let all: Vec<Vec<(String, &LocalText)>> =
        variants.all().iter().map(|lesson| texts(lesson)).collect();
    let written = variants.written().map(|document| Written::of(document, &all[0]));
    let mut wrong = Vec::new();
    for (index, (path, text)) in all[0].iter().enumerate() {
        let lacking = written.as_ref().map_or(Vec::new(), |written| written.lacking(index));
        for Lacking { language, names, other } in &lacking {
            let message = Wrong::VariantPlaceholder {
                language: language.code(),
                names: names.clone(),
                other: other.code(),
            };
            wrong.push(first.mistake(format!("{path}.{}", language.code()), message));
        }
        let varies = |language: &Language| {
            let written = text.written_in(*language);
            let others = all.iter().filter_map(|texts| texts.get(index));
            let mut others = others.map(|(_, text)| text.written_in(*language));
            others.any(|other| other != written)
        };
        let Some(varying) = Language::ALL.into_iter().find(varies) else { continue };
        let is_told = |language: &Language| lacking.iter().any(|told| told.language == *language);
        let is_same =
            |language: &Language| !text.written_in(*language).is_empty() && !varies(language);
        let same = Language::ALL.into_iter().filter(|language| !is_told(language));
        for language in same.filter(is_same).map(Language::code) {
            let message = Wrong::VariantLanguage { varies: varying.code(), language };
            wrong.push(first.mistake(format!("{path}.{language}"), message));
        }
    }
    wrong
}

/// The placeholders of a lesson's texts, before they are filled.
struct Written {
    /// Of each text, in the order of the texts: the languages that it has, each with the names of its placeholders.
    texts: Vec<Vec<(Language, BTreeSet<Text>)>>,
    /// The names that stand in texts of a single language, such as a number as a word.
    words: BTreeSet<Text>,
}

/// A language in which a text lacks placeholders that it has in another one.
struct Lacking {
    language: Language,
    names: Text,
    other: Language,
}

impl Written {
    /// Reads the placeholders of the texts at these paths.
    fn of(document: &Node, texts: &[(String, &LocalText)]) -> Written {
        let mut languages: BTreeMap<Text, Vec<Language>> = BTreeMap::new();
        let mut read = Vec::new();
        for (path, _) in texts {
            let mut text = Vec::new();
            for language in Language::ALL {
                let written = find(document, &format!("{path}.{}", language.code()));
                let Some(written) = written.and_then(Node::as_text) else { continue };
                let names: BTreeSet<Text> = placeholders(written).collect();
                for name in &names {
                    let known = languages.entry(name.clone()).or_default();
                    if !known.contains(&language) {
                        known.push(language);
                    }
                }
                text.push((language, names));
            }
            read.push(text);
        }
        languages.retain(|_, languages| languages.len() == 1);
        Written { texts: read, words: languages.into_keys().collect() }
    }

    /// Returns in which languages the text with this index lacks placeholders. A language may have words of its own in place of as many of
    /// them: numbers as words, or particles.
    fn lacking(&self, index: usize) -> Vec<Lacking> {
        let Some(text) = self.texts.get(index) else { return Vec::new() };
        let mut found = Vec::new();
        for (language, names) in text {
            let own = names.intersection(&self.words).count();
            let others = text.iter().flat_map(|(other, names)| names.iter().map(|n| (*other, n)));
            let is_lacking = |name: &Text| !names.contains(name) && !self.words.contains(name);
            let mut lacks: BTreeMap<&Text, Language> = BTreeMap::new();
            for (other, name) in others.filter(|(_, name)| is_lacking(name)) {
                // The first language that has it is told.
                lacks.entry(name).or_insert(other);
            }
            let first = lacks.values().copied().min_by_key(|other| *other as u8);
            let Some(other) = first.filter(|_| lacks.len() > own) else { continue };
            let of_other = lacks.iter().filter(|(_, has)| **has == other);
            let names: Vec<&str> = of_other.map(|(name, _)| name.as_str()).collect();
            found.push(Lacking { language: *language, names: names.join(", ").into(), other });
        }
        found
    }
}

/// Returns the value at a path such as `steps[0].say.en`.
fn find<'a>(document: &'a Node, path: &str) -> Option<&'a Node> {
    path.split('.').try_fold(document, |node, part| {
        let (key, indexes) = part.split_once('[').unwrap_or((part, ""));
        let indexes = indexes.split(['[', ']']).filter(|index| !index.is_empty());
        let mut indexes = indexes.map(str::parse::<usize>);
        indexes.try_fold(node.get(key)?, |node, index| node.elements().get(index.ok()?))
    })
}

/// Returns the names of the placeholders in a text: letters, digits, hyphens and underscores between `${` and `}`.
fn placeholders(text: &str) -> impl Iterator<Item = Text> + '_ {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let behind = text.split("${").skip(1).filter_map(|rest| rest.split_once('}'));
    let names = behind.filter(move |(name, _)| !name.is_empty() && name.chars().all(is_part));
    names.map(|(name, _)| name.to_owned().into())
}
