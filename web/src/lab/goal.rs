//! What a lab is on its way to, and the tenth of a second that the clock shows.

use podlab::base::time::SimTime;
use podlab::timeline::history::Earlier;

/// What a lab is on its way to.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// That moment.
    Moment(SimTime),
    /// The next change that a learner should see, from that moment on, within so many events.
    Change(SimTime, u64),
    /// Back over the events that show nothing more than this: so far to that place.
    Event(Earlier, Shown),
}

/// What a run showed where it set out to go back.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The tenth of a second on the clock.
    pub clock: u64,
    /// The number of the last change that a learner should have seen.
    pub last: Option<u64>,
}

/// The tenth of a second that the clock shows.
pub const fn tenth(time: SimTime) -> u64 {
    time.0 / 100
}
