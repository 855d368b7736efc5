//! What a person does with the explorer.

use super::Turn;
use podlab::questions::explore::Question;

/// What a person does with the explorer.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplorerMessage {
    /// Chooses one of the questions that are offered.
    Choose(usize),
    /// Allows or forbids a kind of acts, by its place in `explorer::kinds`.
    Toggle(usize),
    /// Sets the most steps.
    Steps(u32),
    /// Begins to search.
    Begin,
    /// Asks something, and begins to search.
    Ask(Question),
    /// Stops the search.
    Stop,
    /// Plays the run that was found.
    Play,
}

impl ExplorerMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            ExplorerMessage::Play => Turn::Arrived,
            ExplorerMessage::Begin | ExplorerMessage::Ask(_) => Turn::MomentOver,
            ExplorerMessage::Choose(_)
            | ExplorerMessage::Toggle(_)
            | ExplorerMessage::Steps(_)
            | ExplorerMessage::Stop => Turn::Now,
        }
    }
}
