//! The texts of a lesson that have a field in the form.

/// A text of the lesson, or of the step that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The name of the file.
    Name,
    /// The title.
    Title,
    /// What the learner can do afterwards.
    Objective,
    /// What was learnt.
    Debrief,
    /// What many people believe.
    Misconception,
    /// A note for teachers.
    Teacher,
    /// The ids of the rules, with spaces between them.
    Rules,
    /// What the learner reads in the step.
    Say,
    /// The hints of the step, one a line.
    Hints,
    /// Why the answer of this index is right or wrong.
    Because(usize),
    /// What learners read instead of the answer of this index.
    Label(usize),
    /// The paths of official pages, with spaces between them.
    Links,
}
