//! How a stretch of time is laid out on a line, with or without the lens that draws long waits short.

use crate::lab::{Lab, Position};
use crate::preferences::WaitLength;
use podlab::base::time::SimTime;
use podlab::timeline::lens::Lens;

/// The lens that draws long waits short, while a visitor wants it.
#[derive(Default)]
pub struct WaitLens {
    lens: Option<Lens>,
    /// Where the run was when the lens took it in.
    from: Option<Position>,
}

impl WaitLens {
    /// Returns whether the lens belongs to another moment, or is not wanted any more.
    pub fn is_stale(&self, lab: &Lab, length: WaitLength) -> bool {
        match length {
            WaitLength::Full => self.lens.is_some(),
            WaitLength::Short => self.from != Some(lab.place()),
        }
    }

    /// Takes in what happened since the last call.
    pub fn follow(&mut self, lab: &Lab, length: WaitLength) {
        match length {
            WaitLength::Full => self.forget(),
            WaitLength::Short => {
                self.lens.get_or_insert_default().follow(lab.history());
                self.from = Some(lab.place());
            }
        }
    }

    /// Forgets a run.
    pub fn forget(&mut self) {
        *self = WaitLens::default();
    }

    /// The lens; none where waits are drawn in full.
    pub fn lens(&self) -> Option<&Lens> {
        self.lens.as_ref()
    }
}

/// A stretch of time and how it is laid out.
#[derive(Clone, Copy)]
pub struct Scale<'a> {
    lens: Option<&'a Lens>,
    /// Milliseconds of the drawing, from the start of the run.
    from: u64,
    /// How many of them are shown.
    length: u64,
}

impl<'a> Scale<'a> {
    /// From one moment to another.
    pub fn new(waits: &'a WaitLens, from: SimTime, to: SimTime) -> Scale<'a> {
        let mut scale = Scale { lens: waits.lens(), from: 0, length: 1 };
        scale.from = scale.drawn(from);
        scale.length = scale.drawn(to).saturating_sub(scale.from).max(1);
        scale
    }

    /// From the start to a moment, all as long as it is.
    pub fn plain(to: SimTime) -> Scale<'a> {
        Scale { lens: None, from: 0, length: to.0.max(1) }
    }

    /// The lens, when it is looked through.
    pub fn lens(self) -> Option<&'a Lens> {
        self.lens
    }

    /// The same with some room after it, in hundredths of its length, and with a least length.
    pub fn and_more(self, hundredths: u64, least: u64) -> Scale<'a> {
        Scale { length: (self.length * (100 + hundredths) / 100).max(least), ..self }
    }

    fn drawn(self, time: SimTime) -> u64 {
        self.lens.map_or(time.0, |lens| lens.place(time))
    }

    /// Milliseconds of the drawing from its start to a moment.
    pub fn offset(self, time: SimTime) -> u64 {
        self.drawn(time).saturating_sub(self.from).min(self.length)
    }

    /// How many milliseconds of the drawing there are.
    pub fn length(self) -> u64 {
        self.length
    }

    /// Where a moment is, in hundredths of a per cent.
    pub fn place(self, time: SimTime) -> u64 {
        self.offset(time) * 10_000 / self.length
    }

    /// The moment so many milliseconds of the drawing from its start.
    pub fn time(self, offset: u64) -> SimTime {
        let place = self.from + offset;
        self.lens.map_or(SimTime(place), |lens| lens.time(place))
    }

    /// The first and the last moment that are shown.
    pub fn ends(self) -> (SimTime, SimTime) {
        (self.time(0), self.time(self.length))
    }

    /// The waits that are drawn short, up to a moment.
    pub fn waits(self, until: SimTime) -> impl Iterator<Item = (SimTime, SimTime)> {
        let from = self.time(0);
        self.lens.into_iter().flat_map(move |lens| lens.waits(from, until))
    }
}
