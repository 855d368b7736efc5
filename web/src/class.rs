//! A class that works through a lesson: the learners' codes, and what they say together. Nothing of it leaves the browser by itself.

use crate::storage;
use podlab::base::text::Text;
use podlab::files::lesson_file::Lesson;
use podlab::lesson::{Tally, answer_in, questions};
use podlab_link::Packed;
use std::rc::Rc;

/// The key in the browser's storage.
const KEY: &str = "podlab-learner";
/// How many numbers of learners there are.
const NUMBERS: f64 = 32_768.0;

/// Returns the number that tells this browser's learner from the others of a class. It is drawn by chance, once.
pub fn learner() -> u16 {
    if let Some(number) = storage::get::<u16>(KEY) {
        return number;
    }
    let number = (js_sys::Math::random() * NUMBERS) as u16;
    storage::set(KEY, &number);
    number
}

/// What a teacher collects of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// The lesson.
    pub lesson: Rc<Lesson>,
    /// Its text in a link, where it does not come with Podlab, and once it is packed.
    pub packed: Option<Packed>,
    /// Whether it comes with Podlab.
    pub is_listed: bool,
    /// The word of the class.
    pub word: String,
    /// The text with the codes.
    pub codes: String,
    /// What the codes say.
    pub tally: Tally,
    /// The questions: the index of each step, and the right answer where it can be computed.
    pub questions: Vec<(usize, Option<Text>)>,
}

impl Class {
    /// Begins to collect for a lesson.
    pub fn of(lesson: Rc<Lesson>, is_listed: bool, word: String) -> Class {
        let right = |step: usize| {
            let asked = lesson.course.steps[step].predict.as_ref()?;
            answer_in(&lesson, step, asked).ok()
        };
        let asked = questions(&lesson).into_iter().map(|step| (step, right(step))).collect();
        let (codes, tally) = (String::new(), Tally::default());
        Class { lesson, packed: None, is_listed, word, codes, tally, questions: asked }
    }

    /// Reads the codes again.
    pub fn count(&mut self) {
        self.tally = Tally::read(&self.codes, &self.lesson, &self.word);
    }
}
