//! Stills of lessons.

use podlab::files::lesson_file::Lesson;
use podlab::lesson::LessonRun;
use podlab::timeline::history::History;
use podlab_figure::{Card, Figure};
use std::rc::Rc;

/// Returns the still of a lesson at the beginning of the step of an index, with what the lesson tells.
///
/// # Errors
/// Why the step cannot begin, or cannot be shown.
pub fn of_step(lesson: &Rc<Lesson>, step: usize, pod: Option<&str>) -> Result<Figure, String> {
    let begun = LessonRun::begin_at(lesson, step);
    let (run, history) = begun.map_err(|error| error.message.to_string())?;
    let card = Card::of(&run, &history);
    let mut figure = of_moment(lesson, history, pod)?;
    figure.tell(card);
    // The question is about what comes next.
    figure.keep_quiet();
    Ok(figure)
}

/// Returns the still of the present moment of a lesson's run.
///
/// # Errors
/// Why the moment cannot be shown.
pub fn of_moment(lesson: &Lesson, history: History, pod: Option<&str>) -> Result<Figure, String> {
    let still = Figure::of_history(&lesson.scenario, history, pod);
    still.map_err(|refused| refused.to_string())
}
