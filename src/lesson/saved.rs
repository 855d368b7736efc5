//! How far a learner is in a lesson, as it is kept.

use super::judge::Beginning;
use crate::base::text::Text;
use crate::base::time::SimTime;
use serde::{Deserialize, Serialize};

/// How far a learner is in a lesson, to go on at another time. The run itself is kept as a [`RunFile`](crate::RunFile) beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedLesson {
    pub(super) step: usize,
    pub(super) beginning: Beginning,
    pub(super) hints: usize,
    pub(super) answer: Option<Answer>,
    /// What was answered so far: the index of the step, and that of the choice.
    #[serde(default)]
    pub(super) given: Vec<(usize, usize)>,
    /// How many hints were taken in the steps before.
    #[serde(default)]
    pub(super) hints_before: usize,
    /// How far the learner was in each step before.
    #[serde(default)]
    pub(super) passed: Vec<SavedLesson>,
}

/// What a learner answered, and what is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The index of the choice.
    pub chosen: usize,
    /// What is right.
    pub right: Text,
    /// The index of the choice that is right; `None` when none is, because the learner's run took another way than the official solution.
    pub right_choice: Option<usize>,
    /// When it was asked, and how many changes there were; none where an older program kept the answer.
    #[serde(default)]
    pub asked_at: Option<(SimTime, u64)>,
}

impl Answer {
    /// Returns whether the choice is right.
    pub fn is_right(&self) -> bool {
        self.right_choice == Some(self.chosen)
    }
}
