//! What a person does with lines for kubectl.

use super::Turn;

/// What a person does with lines for kubectl.
#[derive(Clone, Debug, PartialEq)]
pub enum ConsoleMessage {
    /// Shows them, and goes to the line.
    Open,
    /// Runs a line.
    Run(String),
    /// Runs a line that changes something.
    Change(String),
    /// Copies a line.
    Copy(String),
    /// Empties the list.
    Clear,
}

impl ConsoleMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            ConsoleMessage::Run(_) => Turn::Arrived,
            ConsoleMessage::Change(_) => Turn::MomentOver,
            ConsoleMessage::Open | ConsoleMessage::Copy(_) | ConsoleMessage::Clear => Turn::Now,
        }
    }
}
