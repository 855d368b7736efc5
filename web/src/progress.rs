//! How far the visitor has come with the lessons. The browser keeps it.

use crate::storage;
use podlab::base::text::Text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The key in the browser's storage.
const KEY: &str = "podlab-lessons";
/// The version of what is kept. What another version kept is not read.
const VERSION: u32 = 1;

/// How far the visitor has come with each lesson, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseProgress {
    version: u32,
    lessons: BTreeMap<String, LessonProgress>,
}

/// How far the visitor has come with a lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LessonProgress {
    /// The fewest commands with which it was finished; none until it was.
    pub fewest: Option<usize>,
}

impl Default for CourseProgress {
    fn default() -> CourseProgress {
        CourseProgress { version: VERSION, lessons: BTreeMap::new() }
    }
}

impl CourseProgress {
    /// Returns what the browser kept.
    pub fn load() -> CourseProgress {
        let kept = storage::get::<CourseProgress>(KEY).filter(|kept| kept.version == VERSION);
        kept.unwrap_or_default()
    }

    /// Reads what [`Self::write`] wrote; none when it is something else.
    pub fn read(text: &str) -> Option<CourseProgress> {
        serde_json::from_str::<CourseProgress>(text).ok().filter(|read| read.version == VERSION)
    }

    /// Returns it as the text of a file.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).expect("names and numbers are JSON")
    }

    /// Adds what was reached elsewhere: of each lesson that `is_known` knows the better result.
    pub fn add(&mut self, other: CourseProgress, is_known: impl Fn(&str) -> bool) {
        for (lesson, progress) in other.lessons.into_iter().filter(|(name, _)| is_known(name)) {
            let own = self.lessons.entry(lesson).or_default();
            own.fewest = own.fewest.into_iter().chain(progress.fewest).min();
        }
        storage::set(KEY, self);
    }

    /// Returns how many lessons were finished.
    pub fn solved(&self) -> usize {
        self.lessons.values().filter(|lesson| lesson.fewest.is_some()).count()
    }

    /// Returns how far the visitor has come with a lesson; none when it was never opened.
    pub fn of(&self, lesson: &str) -> Option<LessonProgress> {
        self.lessons.get(lesson).copied()
    }

    /// Notes that a lesson was begun.
    pub fn begin(&mut self, lesson: &Text) {
        self.lessons.entry(lesson.to_string()).or_default();
        storage::set(KEY, self);
    }

    /// Notes that a lesson was finished with so many commands.
    pub fn finish(&mut self, lesson: &Text, commands: usize) {
        let progress = self.lessons.entry(lesson.to_string()).or_default();
        let fewest = progress.fewest.map_or(commands, |fewest| fewest.min(commands));
        progress.fewest = Some(fewest);
        storage::set(KEY, self);
    }
}
