//! When an act is done.

/// When an act is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// At once.
    Now,
    /// After what waits already.
    InLine,
    /// Once the run is where it is on its way to.
    Arrived,
    /// Then, and after all else that happens at that moment.
    MomentOver,
}
