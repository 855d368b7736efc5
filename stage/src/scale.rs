//! How a stretch of time is laid out on a line, with or without the lens that draws long waits short.

use crate::lab::Lab;
use crate::tone::{self, Tone};
use podlab::base::time::SimTime;
use podlab::timeline::lens::Lens;
use podlab::timeline::story::Segment;

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
    /// From one moment to another, with a lens when long waits are drawn short.
    pub fn new(lens: Option<&'a Lens>, from: SimTime, to: SimTime) -> Scale<'a> {
        let mut scale = Scale { lens, from: 0, length: 1 };
        scale.from = scale.drawn(from);
        scale.length = scale.drawn(to).saturating_sub(scale.from).max(1);
        scale
    }

    /// From the start to a moment, all as long as it is.
    pub fn plain(to: SimTime) -> Scale<'a> {
        Scale { lens: None, from: 0, length: to.0.max(1) }
    }

    /// The lens that draws long waits short, while it is on.
    pub fn lens(self) -> Option<&'a Lens> {
        self.lens
    }

    /// The part of the past that is shown while a run goes on, with some room for what comes: so many milliseconds, or the whole run.
    pub fn up_to(lens: Option<&'a Lens>, length: Option<u64>, now: SimTime) -> Scale<'a> {
        /// The least length of the drawing when waits are drawn short.
        const LEAST: u64 = 20_000;
        /// The least length of the whole run.
        const LEAST_RUN: u64 = 60_000;
        let length = length.unwrap_or((now.0 * 5 / 4).max(LEAST_RUN));
        let from = SimTime(now.0.saturating_sub(length * 4 / 5));
        if lens.is_some() {
            Scale::new(lens, from, now).and_more(25, LEAST)
        } else {
            Scale::new(lens, from, from + length)
        }
    }

    /// The same with some room after it, in hundredths of its length, and with a least length.
    fn and_more(self, hundredths: u64, least: u64) -> Scale<'a> {
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

    /// The line of time of a run: up to its latest moment on any branch and its last act.
    pub fn of_run(lab: &Lab, lens: Option<&'a Lens>) -> Scale<'a> {
        let acts = lab.history.plan().last().map_or(0, |act| act.time.seconds());
        let played = lab.history.branches().iter().map(|branch| branch.end.seconds()).max();
        let end = end_of(lab.now().seconds().max(acts).max(played.unwrap_or(0)));
        Scale::new(lens, SimTime::ZERO, SimTime::from_seconds(end))
    }

    /// Where the stretches of a row begin, and how they look; of those that lie on top of each other, the first.
    pub fn ticks(self, segments: &[Segment]) -> Vec<(u64, Tone)> {
        /// How many ticks there is room for.
        const MOST: u64 = 400;
        let mut last: Option<u64> = None;
        let mut ticks = Vec::new();
        for segment in segments {
            let at = self.offset(segment.from);
            if last.is_none_or(|last| at - last >= self.length / MOST) {
                ticks.push((self.place(segment.from), tone::of_segment(segment)));
                last = Some(at);
            }
        }
        ticks
    }
}

/// The end of a line of time for a run of so many seconds: the next round figure, so that the line does not change its scale all the time.
pub fn end_of(seconds: u64) -> u64 {
    const STEPS: [u64; 10] = [60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400, 604_800];
    STEPS.into_iter().find(|end| seconds * 10 <= end * 9).unwrap_or(seconds * 5 / 4)
}
