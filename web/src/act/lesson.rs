//! What a visitor does with lessons, and what comes of that.

use super::Turn;
use crate::controls::Controls;
use podlab::base::text::Text;
use podlab::files::lesson_file::ListedLesson;
use std::rc::Rc;

/// What a visitor does with lessons, or what comes of that.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonMessage {
    /// Shows the list of lessons.
    ShowCourse,
    /// The list was fetched, or could not be.
    CourseFetched(Option<Rc<Vec<ListedLesson>>>),
    /// Opens the lesson with this name.
    Open(Text),
    /// The text of a lesson was fetched, or could not be.
    Fetched(Text, Option<Rc<str>>),
    /// Answers the question with the choice of this index.
    Choose(usize),
    /// Shows the certificate.
    ShowCertificate,
    /// Says whether the answer is a guess.
    Unsure(bool),
    /// Asks the next question that comes back today.
    AskAgain,
    /// Takes the next hint.
    Hint,
    /// Shows the official solution of the step, and does what it does.
    Solve,
    /// Goes on to the next step.
    Next,
    /// Begins the lesson again.
    Restart,
    /// Leaves the lesson. What is on the stage stays.
    Leave,
    /// Saves how far the visitor has come as a file.
    SaveProgress,
    /// Adds how far the visitor has come elsewhere, from the text of a file.
    OpenProgress(Rc<str>),
}

impl LessonMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            LessonMessage::ShowCourse
            | LessonMessage::CourseFetched(_)
            | LessonMessage::Open(_)
            | LessonMessage::Fetched(..)
            | LessonMessage::ShowCertificate
            | LessonMessage::Unsure(_)
            | LessonMessage::AskAgain
            | LessonMessage::Hint
            | LessonMessage::Restart
            | LessonMessage::Leave
            | LessonMessage::SaveProgress
            | LessonMessage::OpenProgress(_) => Turn::Now,
            LessonMessage::Choose(_) | LessonMessage::Next => Turn::Arrived,
            LessonMessage::Solve => Turn::MomentOver,
        }
    }

    /// What a person must be allowed in a figure to do it.
    pub const fn needs(&self) -> Controls {
        match self {
            LessonMessage::Choose(_)
            | LessonMessage::Hint
            | LessonMessage::Next
            | LessonMessage::Restart => Controls::None,
            LessonMessage::ShowCourse
            | LessonMessage::CourseFetched(_)
            | LessonMessage::Open(_)
            | LessonMessage::Fetched(..)
            | LessonMessage::ShowCertificate
            | LessonMessage::Unsure(_)
            | LessonMessage::AskAgain
            | LessonMessage::Solve
            | LessonMessage::Leave
            | LessonMessage::SaveProgress
            | LessonMessage::OpenProgress(_) => Controls::Full,
        }
    }
}
