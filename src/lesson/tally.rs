//! What the codes of a class say together.

use super::report::{GROUP, Report, questions};
use crate::files::lesson_file::{Lesson, Variants};
use std::collections::BTreeMap;

/// What the codes of a class say together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The reports, the one that is furthest of each learner.
    pub reports: Vec<Report>,
    /// The numbers that more than one learner seems to have: the codes with the number do not belong to the way of a single learner.
    pub shared: Vec<u16>,
    /// The words that look like codes and are none of this class and this lesson.
    pub unread: Vec<String>,
    /// The seed of the class.
    seed: u64,
}

impl Tally {
    /// Reads the codes in a text, such as the messages of a class with this word and this seed. Words that are no codes are passed over. Of
    /// several codes of a learner the furthest counts. Codes with one number, of which none goes on from the other, count each.
    pub fn read(text: &str, lesson: &Lesson, class: &str, seed: u64) -> Tally {
        let mut by_number: BTreeMap<u16, Vec<Report>> = BTreeMap::new();
        let mut unread = Vec::new();
        // Some programs write other dashes in place of hyphens.
        let text = text.replace(['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}'], "-");
        let is_end = |c: char| !c.is_alphanumeric() && c != '-';
        for word in text.split(is_end).filter(|word| looks_like_code(word)) {
            match Report::read(word, lesson, class) {
                Some(report) => by_number.entry(report.student).or_default().push(report),
                None => unread.push(word.to_owned()),
            }
        }
        let (mut reports, mut shared) = (Vec::new(), Vec::new());
        for (number, of_number) in by_number {
            let learners = furthest(of_number);
            if learners.len() > 1 {
                shared.push(number);
            }
            reports.extend(learners);
        }
        Tally { reports, shared, unread, seed }
    }

    /// Returns what the codes of the learners say who played one of these variants.
    #[must_use]
    pub fn of_variants(&self, variants: &Variants, indexes: &[usize]) -> Tally {
        let played = |report: &&Report| indexes.contains(&report.variant(variants, self.seed));
        let reports = self.reports.iter().filter(played).cloned().collect();
        Tally { reports, shared: Vec::new(), unread: Vec::new(), seed: self.seed }
    }

    /// Returns how many learners are at each step; the last number is of those who are through.
    pub fn steps(&self, lesson: &Lesson) -> Vec<usize> {
        let last = lesson.course.steps.len();
        let mut counts = vec![0; last + 1];
        for report in &self.reports {
            counts[report.step.min(last)] += 1;
        }
        counts
    }

    /// Returns how many learners chose each answer of a question, by the index of the question among those of the lesson.
    pub fn answers(&self, question: usize, choices: usize) -> Vec<usize> {
        let mut counts = vec![0; choices];
        for report in &self.reports {
            let chosen = report.answers.get(question).copied().flatten();
            if let Some(count) = chosen.and_then(|choice| counts.get_mut(choice)) {
                *count += 1;
            }
        }
        counts
    }

    /// Returns the reports as a table of comma-separated values: a line for each learner. A lesson with variants has a column with the
    /// number of the learner's variant.
    pub fn csv(&self, variants: &Variants) -> String {
        let questions = questions(variants.of_seed(None));
        let mut out = "learner,step,finished,commands,hints".to_owned();
        if variants.are_several() {
            out.push_str(",variant");
        }
        for (index, _) in questions.iter().enumerate() {
            out.push_str(&format!(",question {}", index + 1));
        }
        out.push_str("\r\n");
        for report in &self.reports {
            let variant = report.variant(variants, self.seed);
            let lesson = &variants.all()[variant];
            let is_through = report.step >= lesson.course.steps.len();
            let Report { student, commands, hints, .. } = report;
            out.push_str(&format!("{student},{},{is_through},{commands},{hints}", report.step));
            if variants.are_several() {
                out.push_str(&format!(",{}", variant + 1));
            }
            for (step, answer) in questions.iter().zip(&report.answers) {
                let asked = lesson.course.steps[*step].predict.as_ref();
                let choice = asked.zip(*answer).and_then(|(asked, it)| asked.choices.get(it));
                let said = choice.map_or("", |choice| choice.answer.as_str());
                out.push_str(&format!(",\"{}\"", said.replace('"', "\"\"")));
            }
            out.push_str("\r\n");
        }
        out
    }
}

/// Returns the furthest report of each learner among the reports with one number. Learners draw their numbers by chance, so that two of them
/// can have the same one: their answers then tell them apart.
fn furthest(mut reports: Vec<Report>) -> Vec<Report> {
    // Commands come last: a learner can take one back.
    reports.sort_by_key(|report| {
        let answered = report.answers.iter().flatten().count();
        (report.step, answered, report.hints, report.commands)
    });
    let mut learners: Vec<Report> = Vec::new();
    for report in reports {
        match learners.iter_mut().find(|learner| goes_on(learner, &report)) {
            Some(learner) => *learner = report,
            None => learners.push(report),
        }
    }
    learners
}

/// Whether a report that is at least as far as an earlier one can be of the same learner: it has all answers that were given before.
fn goes_on(earlier: &Report, later: &Report) -> bool {
    let mut answers = earlier.answers.iter().zip(&later.answers);
    answers.all(|(before, after)| before.is_none() || before == after)
}

/// Whether a word is so long, and made of such letters, that it may be meant as a code.
fn looks_like_code(word: &str) -> bool {
    let letters = word.chars().filter(|c| *c != '-');
    word.contains('-')
        && letters.clone().all(|c| c.is_ascii_alphanumeric())
        && letters.count() >= 2 * GROUP
}
