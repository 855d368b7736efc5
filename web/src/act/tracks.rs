//! What a person does with the tracks.

use crate::views::Window;

/// What a person does with the tracks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TracksMessage {
    /// Shows more or less time.
    ShowWindow(Window),
    /// What is drawn of a change has the focus.
    Reach(u64),
    /// Goes to the next visible change, and says it.
    WalkForward,
    /// Goes to the visible change before, and says it.
    WalkBack,
}
