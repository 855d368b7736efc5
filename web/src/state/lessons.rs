//! The lessons: the list of them, the one that is open, and how far the visitor has come.

use crate::class;
use crate::lesson::OpenLesson;
use crate::progress::CourseProgress;
use podlab::base::text::Text;
use podlab::files::lesson_file::ListedLesson;
use podlab::lesson::seed_of_learner;
use podlab_link::View;
use std::rc::Rc;

/// The lessons: the list of them, the one that is open, and how far the visitor has come.
#[derive(Default)]
pub struct Lessons {
    /// The list; none until it was fetched.
    pub course: Option<Rc<Vec<ListedLesson>>>,
    /// The lesson that is open.
    pub open: Option<OpenLesson>,
    /// How far the visitor has come with each.
    pub progress: Rc<CourseProgress>,
    /// The word of the class with which the visitor works through the open lesson, from its link.
    pub class: Option<String>,
    /// The seed of the variant that its link asks for.
    pub asked_seed: Option<u64>,
    /// The name of the lesson that is being fetched.
    pub awaited: Option<Text>,
    /// The step of it whose question comes back.
    pub returning: Option<usize>,
    /// The link to the run about which a question comes back.
    pub returning_run: Option<String>,
}

impl Lessons {
    /// Reads how far the visitor has come.
    pub fn load() -> Lessons {
        Lessons { progress: Rc::new(CourseProgress::load()), ..Lessons::default() }
    }

    /// The lesson that a figure was opened with. A figure keeps no progress.
    pub fn of_figure(open: Option<OpenLesson>) -> Lessons {
        Lessons { open, ..Lessons::default() }
    }

    /// The seed of the visitor's variant of a lesson: that of the link. In a class the number of the learner, which the learner's code
    /// holds, is added to it.
    pub fn seed(&self) -> Option<u64> {
        if self.class.is_none() {
            return self.asked_seed;
        }
        Some(seed_of_learner(self.asked_seed.unwrap_or_default(), class::learner()))
    }

    /// Takes from a link who opens the lesson.
    pub fn open_for(&mut self, view: &View) {
        (self.class, self.asked_seed) = (view.class.clone(), view.seed);
    }

    /// Opens the next lesson in its first variant, as for a learner without a class.
    pub fn open_plainly(&mut self) {
        self.open_for(&View::default());
    }

    /// Whether a question waits for its answer.
    pub fn ask(&self) -> bool {
        self.open.as_ref().is_some_and(OpenLesson::asks)
    }

    /// Whether the learner is on the way through a lesson.
    pub fn are_under_way(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.is_over())
    }

    /// Forgets how far the visitor has come.
    pub fn forget(&mut self) {
        self.progress = Rc::default();
    }

    /// Returns the lesson after the open one, in the order of the course.
    pub fn following(&self) -> Option<&ListedLesson> {
        let name = self.open.as_ref().filter(|open| open.own.is_none())?.name();
        let course = self.course.as_ref()?;
        let place = course.iter().position(|listed| listed.name == *name)?;
        course.get(place + 1)
    }
}
