//! What a person does while runs are compared, and what can be compared.

use super::Turn;
use podlab::timeline::history::BranchId;

/// Something a person does while runs are compared.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparisonMessage {
    /// Compares variants or branches of the run in the lab.
    Compare(Between),
    /// Compares a case of the example states under the three policies.
    OpenCase(usize),
    /// Lets something else vary, by its place among the offers.
    Vary(usize),
    /// Takes these values, with commas between them.
    Values(String),
    /// Adds a branch, or takes it away.
    Toggle(BranchId),
    /// Says why a change in a column happened.
    Select(usize, u64),
    /// Goes to where a row begins to differ, by its place among the differences.
    Go(usize),
    /// Goes on in the lab with the run of a column.
    Take(usize),
}

impl ComparisonMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            ComparisonMessage::Compare(_) => Turn::Arrived,
            ComparisonMessage::OpenCase(_)
            | ComparisonMessage::Vary(_)
            | ComparisonMessage::Values(_)
            | ComparisonMessage::Toggle(_)
            | ComparisonMessage::Select(..)
            | ComparisonMessage::Go(_)
            | ComparisonMessage::Take(_) => Turn::Now,
        }
    }
}

/// What runs are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// Variants of a run that differ in one field or setting.
    Variants,
    /// Branches of a run.
    Branches,
}
