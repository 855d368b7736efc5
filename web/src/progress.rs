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
    /// The questions that come back, by lesson and index of the step.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    returns: BTreeMap<String, BTreeMap<usize, Return>>,
}

/// A question that comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Return {
    /// When, in milliseconds since 1970.
    due: u64,
    /// How many days lie between the last answer and that.
    days: u64,
}

/// After how many days what was missed comes back, and after how many what was a guess, or was missed and is known now.
const DAYS: [u64; 2] = [1, 7];
const DAY: u64 = 24 * 3_600_000;

/// How far the visitor has come with a lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LessonProgress {
    /// The fewest commands with which it was finished; none until it was.
    pub fewest: Option<usize>,
}

impl Default for CourseProgress {
    fn default() -> CourseProgress {
        CourseProgress { version: VERSION, lessons: BTreeMap::new(), returns: BTreeMap::new() }
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
        for (lesson, questions) in other.returns.into_iter().filter(|(name, _)| is_known(name)) {
            let own = self.returns.entry(lesson).or_default();
            for (step, question) in questions {
                own.entry(step).or_insert(question);
            }
        }
        storage::set(KEY, self);
    }

    /// Notes the answer to the question of a step. What was missed comes back after a day, and after a week once it is known; what was a
    /// guess comes back after a week.
    pub fn answer(
        &mut self,
        lesson: &Text,
        step: usize,
        is_right: bool,
        is_unsure: bool,
        now: u64,
    ) {
        let questions = self.returns.entry(lesson.to_string()).or_default();
        let before = questions.remove(&step);
        let [soon, late] = DAYS;
        let days = match before {
            _ if !is_right => Some(soon),
            // Before its day an answer says little.
            Some(before) if before.due > now => {
                questions.insert(step, before);
                None
            }
            _ if is_unsure => Some(late),
            Some(before) if before.days < late => Some(late),
            Some(_) | None => None,
        };
        if let Some(days) = days {
            questions.insert(step, Return { due: now + days * DAY, days });
        }
        if questions.is_empty() {
            self.returns.remove(&**lesson);
        }
        storage::set(KEY, self);
    }

    /// Forgets a question that is not asked any more.
    pub fn forget_question(&mut self, lesson: &str, step: usize) {
        if let Some(questions) = self.returns.get_mut(lesson) {
            questions.remove(&step);
        }
        storage::set(KEY, self);
    }

    /// Returns the questions that are due, the oldest first: the lesson and the index of the step.
    pub fn due(&self, now: u64) -> Vec<(Text, usize)> {
        let mut due: Vec<_> = self.returning().filter(|(due, ..)| *due <= now).collect();
        due.sort_unstable();
        due.into_iter().map(|(_, lesson, step)| (lesson.to_owned().into(), step)).collect()
    }

    /// Returns how many questions come back later, and when the next one does.
    pub fn later(&self, now: u64) -> Option<(usize, u64)> {
        let later: Vec<u64> =
            self.returning().map(|(due, ..)| due).filter(|due| *due > now).collect();
        Some((later.len(), later.into_iter().min()?))
    }

    fn returning(&self) -> impl Iterator<Item = (u64, &str, usize)> {
        self.returns.iter().flat_map(|(lesson, questions)| {
            questions.iter().map(move |(step, question)| (question.due, lesson.as_str(), *step))
        })
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
