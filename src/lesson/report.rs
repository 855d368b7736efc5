//! What a learner tells a class: how far they are, and what they answered, as a short code without a name.

use super::run::LessonRun;
use crate::base::digest::Digest;
use crate::files::lesson_file::{Lesson, Variants};
use crate::timeline::history::History;

/// The letters of codes: Crockford's base 32, which has no letters that look like digits.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many letters stand together.
pub(super) const GROUP: usize = 4;
/// The bits of the parts of a code. A step and an answer have as many as the lesson needs.
const STUDENT: u32 = 15;
const COMMANDS: u32 = 7;
const HINTS: u32 = 5;
const CHECK: u32 = 15;

/// How far a learner is in a lesson, and what they answered.
///
/// ```
/// use podlab::lesson::{Report, open};
/// # use podlab::files::lesson_file::read;
/// # use podlab::ReadOptions;
/// # let text = "
/// # apiVersion: podlab/v1
/// # kind: Lesson
/// # metadata: {name: one}
/// # title: One
/// # objective: To report.
/// # minutes: 1
/// # chapter: pods
/// # rules: []
/// # par: 0
/// # opens: 10s
/// # steps:
/// # - say: What comes?
/// #   predict: {ask: {phase: demo}, after: 5s, choices: [{answer: Running, because: So.}, {answer: Failed, because: No.}]}
/// # debrief: Done.
/// # ---
/// # {apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
/// # let lesson = read(text, &ReadOptions::default()).unwrap();
///
/// let report = Report { student: 4711, step: 1, commands: 3, hints: 0, answers: vec![Some(1)] };
/// let code = report.code(&lesson, "Otter");
/// assert_eq!(Report::read(&code.to_lowercase(), &lesson, "otter "), Some(report));
/// assert_eq!(Report::read(&code, &lesson, "beaver"), None, "it is a code of another class");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// A number that tells learners of a class apart, below 32,768. It is drawn by chance and says nothing about the learner. It is also the
    /// seed of the learner's variant, so that a code says which variant was played.
    pub student: u16,
    /// The index of the step that they are at; the number of steps once they are through.
    pub step: usize,
    /// How many commands they gave; more than 127 count as 127.
    pub commands: usize,
    /// How many hints they took; more than 31 count as 31.
    pub hints: usize,
    /// The index of the choice for each question of the lesson, in order; `None` while it is not answered.
    pub answers: Vec<Option<usize>>,
}

/// Returns the seed of the variant that a learner with this number gets in a class with this seed: the next seed gives each learner the next
/// variant.
pub fn seed_of_learner(class: u64, number: u16) -> u64 {
    class.wrapping_add(number.into())
}

impl Report {
    /// Returns the report of a learner at the present moment of a run.
    pub fn of(run: &LessonRun, history: &History, student: u16) -> Report {
        let given = run.answers_given();
        let asked = questions(run.lesson());
        let answer =
            |step: &usize| given.iter().find(|(known, _)| known == step).map(|(_, choice)| *choice);
        Report {
            student,
            step: run.step_index(),
            commands: LessonRun::commands(history),
            hints: run.hints_taken(),
            answers: asked.iter().map(answer).collect(),
        }
    }

    /// Returns the index of the variant that the learner played, in a class with this seed.
    pub fn variant(&self, variants: &Variants, class: u64) -> usize {
        variants.index(Some(seed_of_learner(class, self.student)))
    }

    /// Returns the code for a lesson and the word of a class, in groups of four letters.
    pub fn code(&self, lesson: &Lesson, class: &str) -> String {
        let mut bits = Bits::default();
        bits.push(u32::from(self.student), STUDENT);
        bits.push(self.step as u32, step_bits(lesson));
        bits.push(at_most(self.commands, COMMANDS), COMMANDS);
        bits.push(at_most(self.hints, HINTS), HINTS);
        for (answer, count) in self.answers.iter().zip(answer_bits(lesson)) {
            bits.push(answer.map_or(0, |choice| choice as u32 + 1), count);
        }
        bits.push(bits.check(lesson, class), CHECK);
        let letters = bits.letters();
        let groups: Vec<&str> = letters
            .as_bytes()
            .chunks(GROUP)
            .filter_map(|group| std::str::from_utf8(group).ok())
            .collect();
        groups.join("-")
    }

    /// Reads a code; `None` when it is no code of this class and this lesson. Anybody who knows the word of the class can make a code, so a
    /// code does not prove who did the work.
    pub fn read(code: &str, lesson: &Lesson, class: &str) -> Option<Report> {
        let (step, answers) = (step_bits(lesson), answer_bits(lesson));
        let parts = STUDENT + step + COMMANDS + HINTS + answers.iter().sum::<u32>();
        let mut bits = Bits::read(code, parts + CHECK)?;
        let check = bits.0.split_off(parts as usize);
        let mut expected = Bits::default();
        expected.push(bits.check(lesson, class), CHECK);
        if check != expected.0 {
            return None;
        }
        let mut rest = bits.0.into_iter();
        let mut take = |count: u32| {
            rest.by_ref().take(count as usize).fold(0, |number, bit| number << 1 | u32::from(bit))
        };
        Some(Report {
            student: take(STUDENT) as u16,
            step: take(step) as usize,
            commands: take(COMMANDS) as usize,
            hints: take(HINTS) as usize,
            answers: answers.iter().map(|bits| (take(*bits) as usize).checked_sub(1)).collect(),
        })
    }
}

/// Returns the indexes of the steps that ask something.
pub fn questions(lesson: &Lesson) -> Vec<usize> {
    let steps = lesson.course.steps.iter().enumerate();
    steps.filter(|(_, step)| step.predict.is_some()).map(|(index, _)| index).collect()
}

/// Returns how many bits hold the numbers from 0 to this one.
const fn bits_of(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

fn step_bits(lesson: &Lesson) -> u32 {
    bits_of(lesson.course.steps.len())
}

/// Returns the bits of the answer to each question of a lesson.
fn answer_bits(lesson: &Lesson) -> Vec<u32> {
    let asked = lesson.course.steps.iter().filter_map(|step| step.predict.as_ref());
    asked.map(|asked| bits_of(asked.choices.len())).collect()
}

fn at_most(number: usize, bits: u32) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX).min((1 << bits) - 1)
}

/// Bits of a code, in order.
#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn push(&mut self, number: u32, count: u32) {
        self.0.extend((0..count).rev().map(|bit| number >> bit & 1 == 1));
    }

    /// Returns a number that depends on the bits, the lesson and the word of the class.
    fn check(&self, lesson: &Lesson, class: &str) -> u32 {
        let mut digest = Digest::default();
        digest.text(&lesson.scenario.name);
        digest.text(&class.trim().to_lowercase());
        self.0.iter().for_each(|bit| digest.flag(*bit));
        (digest.value() >> (u64::BITS - CHECK)) as u32
    }

    fn letters(&self) -> String {
        let letter = |bits: &[bool]| {
            let number = bits.iter().fold(0, |number, bit| number << 1 | usize::from(*bit));
            // The last letter may have fewer bits than five.
            char::from(LETTERS[number << (5 - bits.len())])
        };
        self.0.chunks(5).map(letter).collect()
    }

    /// Reads so many bits; `None` when other letters, more or fewer are in the text than were written.
    fn read(code: &str, count: u32) -> Option<Bits> {
        let mut bits = Bits::default();
        for letter in code.chars().filter(|c| *c != '-') {
            let letter = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let number = LETTERS.iter().position(|known| char::from(*known) == letter)?;
            bits.push(number as u32, 5);
        }
        let is_whole = bits.0.len() == (count as usize).next_multiple_of(5);
        // The last letter may have bits to spare; they are not set.
        let has_rest = bits.0.iter().skip(count as usize).any(|bit| *bit);
        bits.0.truncate(count as usize);
        (is_whole && !has_rest).then_some(bits)
    }
}
