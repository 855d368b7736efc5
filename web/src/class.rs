//! A class that works through a lesson: the learners' codes, and what they say together. Nothing of it leaves the browser by itself.

use crate::storage;
use podlab::base::text::Text;
use podlab::files::lesson_file::{Lesson, Prediction, Variants};
use podlab::lesson::{Tally, answer_in, questions};
use podlab_link::Packed;
use std::cell::Cell;
use std::rc::Rc;

/// The key in the browser's storage.
const KEY: &str = "podlab-learner";
/// How many numbers of learners there are.
const NUMBERS: f64 = 32_768.0;

thread_local! {
    /// The number of the learner, so that it stays the same where the browser keeps nothing.
    static LEARNER: Cell<Option<u16>> = const { Cell::new(None) };
}

/// Returns the number that tells this browser's learner from the others of a class. It is drawn by chance, once.
pub fn learner() -> u16 {
    if let Some(number) = storage::get::<u16>(KEY).or(LEARNER.get()) {
        return number;
    }
    let number = (js_sys::Math::random() * NUMBERS) as u16;
    LEARNER.set(Some(number));
    storage::set(KEY, &number);
    number
}

/// A question of a lesson, as some of its variants ask it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its index among the questions.
    pub index: usize,
    /// What is asked.
    pub asked: Prediction,
    /// The right answer, where it can be computed.
    pub right: Option<Text>,
    /// The indexes of the variants that ask so.
    pub variants: Vec<usize>,
}

impl Question {
    /// Returns the questions of a lesson in order. Variants that ask the same and have the same right answer share one.
    fn of(variants: &Variants) -> Vec<Question> {
        let mut found: Vec<Question> = Vec::new();
        for (index, step) in questions(variants.of_seed(None)).into_iter().enumerate() {
            let first = found.len();
            for (variant, lesson) in variants.all().iter().enumerate() {
                let Some(asked) = &lesson.course.steps[step].predict else { continue };
                let right = answer_in(lesson, step, asked).ok();
                let same = found[first..]
                    .iter_mut()
                    .find(|known| known.right == right && is_same(&known.asked, asked));
                match same {
                    Some(known) => known.variants.push(variant),
                    None => found.push(Question {
                        index,
                        asked: asked.clone(),
                        right,
                        variants: vec![variant],
                    }),
                }
            }
        }
        found
    }

    /// Returns the numbers of its variants for people.
    pub fn numbers(&self) -> String {
        let numbers = self.variants.iter().map(|variant| (variant + 1).to_string());
        numbers.collect::<Vec<_>>().join(", ")
    }
}

/// Whether two questions ask the same and offer the same answers. The explanations of the answers may differ.
fn is_same(one: &Prediction, other: &Prediction) -> bool {
    let answers = |asked: &Prediction| {
        asked.choices.iter().map(|choice| choice.answer.clone()).collect::<Vec<_>>()
    };
    one.ask == other.ask && one.after == other.after && answers(one) == answers(other)
}

/// What a teacher collects of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// The lesson in all its variants.
    pub variants: Rc<Variants>,
    /// Its text in a link, where it does not come with Podlab, and once it is packed.
    pub packed: Option<Packed>,
    /// Whether it comes with Podlab.
    pub is_listed: bool,
    /// The word of the class.
    pub word: String,
    /// The seed of the class, which with a learner's number chooses the variant.
    pub seed: u64,
    /// The text with the codes.
    pub codes: String,
    /// What the codes say.
    pub tally: Tally,
    /// The questions.
    pub questions: Vec<Question>,
}

impl Class {
    /// Begins to collect for a lesson.
    pub fn of(variants: Rc<Variants>, is_listed: bool, word: String, seed: u64) -> Class {
        let questions = Question::of(&variants);
        let (codes, tally) = (String::new(), Tally::default());
        Class { variants, packed: None, is_listed, word, seed, codes, tally, questions }
    }

    /// Returns the lesson in its first variant, which has as many steps and questions as all others.
    pub fn lesson(&self) -> &Lesson {
        self.variants.of_seed(None)
    }

    /// Adds a code as a line of its own. Returns whether it did: what is there already and what is no single word is left out.
    pub fn add(&mut self, code: &str) -> bool {
        let is_word = !code.is_empty() && !code.contains(char::is_whitespace);
        let is_new = is_word && !self.codes.lines().any(|line| line == code);
        if is_new {
            if !self.codes.is_empty() && !self.codes.ends_with('\n') {
                self.codes.push('\n');
            }
            self.codes.push_str(code);
            self.codes.push('\n');
        }
        is_new
    }

    /// Reads the codes again.
    pub fn count(&mut self) {
        self.tally = Tally::read(&self.codes, self.lesson(), &self.word, self.seed);
    }
}
