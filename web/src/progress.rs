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
    /// The questions about runs that come back, by the link to the moment before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    runs: BTreeMap<String, Return>,
}

/// A question that comes back today.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DueQuestion {
    /// That of a lesson, in the step with that index.
    OfLesson(Text, usize),
    /// The next one about the run to which that link leads.
    OfRun(String),
}

/// A question that comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Return {
    /// When, in milliseconds since 1970.
    due: u64,
    /// How many days lie between the last answer and that.
    days: u64,
}

impl Return {
    /// Returns when a question comes back after an answer; none when it does not. What was missed comes back after a day, and after a week
    /// once it is known; what was a guess comes back after a week.
    fn after(before: Option<Return>, is_right: bool, is_unsure: bool, now: u64) -> Option<Return> {
        let [soon, late] = DAYS;
        let days = match before {
            _ if !is_right => soon,
            // Before its day an answer says little.
            Some(before) if before.due > now => return Some(before),
            _ if is_unsure => late,
            Some(before) if before.days < late => late,
            Some(_) | None => return None,
        };
        Some(Return { due: now + days * DAY, days })
    }
}

/// The most questions about runs that are kept.
const MOST_RUNS: usize = 30;
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
        CourseProgress {
            version: VERSION,
            lessons: BTreeMap::new(),
            returns: BTreeMap::new(),
            runs: BTreeMap::new(),
        }
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
        for (link, question) in other.runs {
            self.runs.entry(link).or_insert(question);
        }
        self.drop_surplus();
        storage::set(KEY, self);
    }

    /// Notes the answer to the question of a step.
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
        if let Some(again) = Return::after(before, is_right, is_unsure, now) {
            questions.insert(step, again);
        }
        if questions.is_empty() {
            self.returns.remove(&**lesson);
        }
        storage::set(KEY, self);
    }

    /// Notes the answer to the question about the run to which a link leads. It comes back as one of a lesson does.
    pub fn answer_of_run(&mut self, link: String, is_right: bool, is_unsure: bool, now: u64) {
        let before = self.runs.remove(&link);
        if let Some(again) = Return::after(before, is_right, is_unsure, now) {
            self.runs.insert(link, again);
        }
        self.drop_surplus();
        storage::set(KEY, self);
    }

    /// Forgets the questions about runs that would come back last, where there are too many.
    fn drop_surplus(&mut self) {
        while self.runs.len() > MOST_RUNS {
            let last = self.runs.iter().max_by_key(|(_, question)| question.due);
            let Some(link) = last.map(|(link, _)| link.clone()) else { return };
            self.runs.remove(&link);
        }
    }

    /// Forgets the question about a run whose link leads nowhere any more.
    pub fn forget_run(&mut self, link: &str) {
        self.runs.remove(link);
        storage::set(KEY, self);
    }

    /// Forgets a question that is not asked any more.
    pub fn forget_question(&mut self, lesson: &str, step: usize) {
        if let Some(questions) = self.returns.get_mut(lesson) {
            questions.remove(&step);
        }
        storage::set(KEY, self);
    }

    /// Returns the questions that are due, the oldest first.
    pub fn due(&self, now: u64) -> Vec<DueQuestion> {
        let mut due: Vec<_> = self.returning().filter(|(due, _)| *due <= now).collect();
        due.sort_unstable();
        due.into_iter().map(|(_, question)| question).collect()
    }

    /// Returns how many questions come back later, and when the next one does.
    pub fn later(&self, now: u64) -> Option<(usize, u64)> {
        let later: Vec<u64> =
            self.returning().map(|(due, _)| due).filter(|due| *due > now).collect();
        Some((later.len(), later.into_iter().min()?))
    }

    fn returning(&self) -> impl Iterator<Item = (u64, DueQuestion)> {
        let of_lessons = self.returns.iter().flat_map(|(lesson, questions)| {
            questions.iter().map(move |(step, question)| {
                (question.due, DueQuestion::OfLesson(lesson.clone().into(), *step))
            })
        });
        let runs = self.runs.iter();
        of_lessons
            .chain(runs.map(|(link, question)| (question.due, DueQuestion::OfRun(link.clone()))))
    }

    /// Returns how many lessons were finished.
    pub fn solved(&self) -> usize {
        self.lessons.values().filter(|lesson| lesson.fewest.is_some()).count()
    }

    /// Returns how far the visitor has come with a lesson; none when it was never opened.
    pub fn of(&self, lesson: &str) -> Option<LessonProgress> {
        self.lessons.get(lesson).copied()
    }

    /// Returns whether a lesson was finished.
    pub fn is_solved(&self, lesson: &str) -> bool {
        self.of(lesson).is_some_and(|progress| progress.fewest.is_some())
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
