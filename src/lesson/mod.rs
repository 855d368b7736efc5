//! Lessons: what a learner is to reach, what a question's right answer is, and how far the learner has come.
//!
//! `judge.rs` says whether a goal is reached, from the state and from what changed since the step began. `predict.rs` computes the answer of
//! a question on a copy of the run. `run.rs` leads through the steps, `check.rs` plays the official solution, and `record.rs`
//! turns what an author does into a solution, and `offers.rs` has the goals that there could be for it. `report.rs` has the codes with which a class tells how far it is.

mod check;
mod judge;
mod offers;
mod predict;
mod record;
mod report;
mod run;

pub use check::check;
pub use judge::Progress;
pub use offers::Offer;
pub use predict::predict;
pub use record::{Recording, Rehearsal, answer_in, rehearse};
pub use report::{Report, Tally, questions};
pub use run::{Answer, LessonRun, SavedLesson, open};
