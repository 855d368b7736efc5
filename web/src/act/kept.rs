//! What a visitor does with the run of an earlier visit, and with all that the browser keeps.

/// What a visitor does with a run that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptMessage {
    /// Goes on where they were.
    GoOn,
    /// Forgets it.
    Forget,
    /// Leaves the page, which keeps the run.
    Leave,
    /// Forgets everything that Podlab keeps in the browser.
    ClearAll,
}
