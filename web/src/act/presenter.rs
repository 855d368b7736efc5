//! What a presenter does while the page is shown to a room.

use podlab::files::presentation_file::Shown;

/// What a presenter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresenterMessage {
    /// Begins to present, or ends it.
    Toggle,
    /// Does what comes next: uncovers the stage, tells the right answer, goes on in the lesson, shows the next move, or the next change.
    Forward,
    /// Shows the next move, whatever the present one still asks.
    NextMove,
    /// Shows the move before, or what was before the last change.
    Back,
    /// Counts a vote for the answer at an index.
    Vote(usize),
    /// Asks the room what comes next, or no more.
    Ask,
    /// Shows an answer beside the stage, or takes it away.
    Show(Shown),
    /// Lets nothing be seen, or everything again.
    Blank,
    /// Fills the screen with the code of the address, or not.
    Code,
    /// Lets a ring follow the pointer, or not.
    Pointer,
    /// Changes between dark and light.
    Dark,
}
