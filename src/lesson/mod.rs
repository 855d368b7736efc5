//! Lessons: what a learner is to reach, what a question's right answer is, and how far the learner has come.
//!
//! `judge.rs` says whether a goal is reached, from the state and from what changed since the step began. `present.rs` says what is now of that which a goal asks for. `predict.rs` computes the answer of
//! a question on a copy of the run, and `predicted.rs` has what answers say. `run.rs` leads through the steps, `saved.rs` has how far the learner is, `check.rs` plays the official solution,
//! `par.rs` looks for a way with fewer commands, `texts.rs` looks at the texts, and `record.rs`
//! turns what an author does into a solution. `conditions.rs` says what is true at a moment, and `offers.rs` which goals there could be for that solution. `report.rs` has the codes with which a
//! class tells how far it is, and `tally.rs` what they say together.

mod check;
mod conditions;
mod judge;
mod offers;
mod par;
mod predict;
mod predicted;
mod present;
mod record;
mod report;
mod run;
mod saved;
mod tally;
mod texts;

pub use check::{check, check_variants};
pub use judge::Progress;
pub use offers::Offer;
pub use predict::{change_asked, pod_asked, predict};
pub use predicted::Predicted;
pub use present::Present;
pub use record::{Recording, Rehearsal, answer_in, rehearse};
pub use report::{Report, questions, seed_of_learner};
pub use run::{LessonRun, open};
pub use saved::{Answer, SavedLesson};
pub use tally::Tally;
