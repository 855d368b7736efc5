//! What a lab is on its way to, and the tenth of a second that the clock shows.

use podlab::base::time::SimTime;

/// What a lab is on its way to.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// That moment.
    Moment(SimTime),
    /// The next change that a learner should see, from that moment on, within so many events.
    Change(SimTime, u64),
    /// So many events and acts.
    Place(u64),
}

/// The tenth of a second that the clock shows.
pub const fn tenth(time: SimTime) -> u64 {
    time.0 / 100
}
