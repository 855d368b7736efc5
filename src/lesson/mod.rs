//! Lessons: what a learner is to reach, what a question's right answer is, and how far the learner has come.
//!
//! `judge.rs` says whether a goal is reached, from the state and from what changed since the step began. `predict.rs` computes the answer of
//! a question on a copy of the run. `run.rs` leads through the steps, and `check.rs` plays the official solution.

mod check;
mod judge;
mod predict;
mod run;

pub use check::check;
pub use judge::Progress;
pub use predict::predict;
pub use run::{Answer, LessonRun, SavedLesson, open};
