//! What a figure has told of its lesson.

/// What was told of the step that a lesson was at.
#[derive(Clone, Default)]
pub struct ToldStep {
    /// The number of the attempt at the lesson, and the index of the step; none before the first step was told.
    pub step: Option<(u32, usize)>,
    /// The indexes of the goals that were reached.
    pub goals: Vec<usize>,
}
