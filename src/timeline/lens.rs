//! Draws long waits short. A lens translates moments into places on a drawing, and places into moments.
//!
//! The first eight seconds after each visible change are drawn at full length. The next four seconds of the drawing
//! show eight seconds, and every further four show twice as much time as the four before. The place of a moment does
//! not depend on what comes later.
//!
//! ```
//! use podlab::timeline::lens::Lens;
//! use podlab::base::time::SimTime;
//!
//! // A change at the start, and one after five minutes.
//! let lens = Lens::of([SimTime::ZERO, SimTime::from_seconds(300)]);
//! assert_eq!(lens.place(SimTime::from_seconds(8)), 8_000);
//! assert_eq!(lens.place(SimTime::from_seconds(16)), 12_000);
//! assert!(lens.place(SimTime::from_seconds(300)) < 30_000);
//! assert_eq!(lens.time(lens.place(SimTime::from_seconds(304))), SimTime::from_seconds(304));
//! ```

use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::timeline::history::{BranchId, History};

/// The milliseconds of a wait that are drawn at full length. Every further half of that length on the drawing shows
/// twice as much time as the half before; the first one shows this length again.
const PLAIN: u64 = 8000;

/// The lens over the changes of one run. A place is a number of milliseconds of the drawing since the start of the run.
#[derive(Clone, Debug)]
pub struct Lens {
    /// The run that it belongs to: the branch, and the selected Pod.
    of: (BranchId, Text),
    /// The moments of visible changes with their places, in order. The first moment is the start.
    moments: Vec<(SimTime, u64)>,
    /// The number of the change to look at next.
    next: u64,
}

impl Default for Lens {
    fn default() -> Self {
        Lens { of: (0, Text::default()), moments: vec![(SimTime::ZERO, 0)], next: 0 }
    }
}

impl Lens {
    /// Returns the lens for changes at these moments, which must be in order.
    pub fn of(moments: impl IntoIterator<Item = SimTime>) -> Lens {
        let mut lens = Lens::default();
        for moment in moments {
            lens.add(moment);
        }
        lens
    }

    /// Adds what happened in a run since the last call. It keeps moments of the future that were played already.
    pub fn follow(&mut self, history: &History) {
        let story = history.story();
        if self.of.0 != history.branch().id || self.of.1 != *story.name() {
            *self = Lens::default();
            self.of = (history.branch().id, story.name().clone());
        }
        let end = history.branch().end;
        let kept = self.moments.partition_point(|(moment, _)| *moment <= end);
        self.moments.truncate(kept.max(1));
        let told = story.change_count() as u64;
        for number in self.next.min(told)..told {
            if let Some(change) = story.change(number).filter(|change| story.is_visible(change)) {
                self.add(change.time);
            }
        }
        self.next = told;
    }

    fn add(&mut self, moment: SimTime) {
        if self.moments.last().is_some_and(|(last, _)| *last < moment) {
            let place = self.place(moment);
            self.moments.push((moment, place));
        }
    }

    /// Returns the place of a moment.
    pub fn place(&self, time: SimTime) -> u64 {
        let next = self.moments.partition_point(|(moment, _)| *moment <= time);
        let (moment, place) = self.moments[next.max(1) - 1];
        place + short(time.since(moment))
    }

    /// Returns the moment at a place. When one millisecond of the drawing shows a longer time, this is the first moment
    /// of that time.
    pub fn time(&self, place: u64) -> SimTime {
        let next = self.moments.partition_point(|(_, start)| *start <= place);
        let (moment, start) = self.moments[next.max(1) - 1];
        let time = moment + long(place - start);
        self.moments.get(next).map_or(time, |(next, _)| time.min(*next))
    }

    /// Returns the beginning and end of each wait between two moments that is drawn shorter than it is.
    pub fn waits(&self, from: SimTime, to: SimTime) -> impl Iterator<Item = (SimTime, SimTime)> {
        let first = self.moments.partition_point(|(moment, _)| *moment <= from).max(1) - 1;
        let starts = self.moments[first..].iter().map(|(moment, _)| *moment);
        let ends = starts.clone().skip(1).chain([SimTime::NEVER]);
        let waits = starts.zip(ends).take_while(move |(start, _)| *start < to);
        let clipped = waits.map(move |(start, end)| (start, end.min(to)));
        clipped.filter(|(start, end)| end.since(*start) > PLAIN)
    }
}

/// Returns how long a wait is drawn: its own length up to [`PLAIN`], and half of [`PLAIN`] more each time it doubles.
fn short(wait: u64) -> u64 {
    if wait <= PLAIN {
        return wait;
    }
    let doublings = (wait / PLAIN).ilog2();
    let rest = (wait - (PLAIN << doublings)) >> (doublings + 1);
    PLAIN + PLAIN / 2 * u64::from(doublings) + rest
}

/// Returns the length of the wait that is drawn with this length.
fn long(drawn: u64) -> u64 {
    let Some(more) = drawn.checked_sub(PLAIN) else { return drawn };
    // No wait is longer than this.
    let doublings = (more / (PLAIN / 2)).min(40);
    (PLAIN << doublings) + ((more % (PLAIN / 2)) << (doublings + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ReadOptions, read};
    use crate::cluster::command::Command;
    use crate::cluster::world::Settings;
    use crate::sim::Sim;
    use crate::timeline::history::PlannedAct;

    fn lens() -> Lens {
        Lens::of([0, 500, 700, 9_000, 60_000, 4_000_000].map(SimTime))
    }

    #[test]
    fn later_moments_are_drawn_further_on() {
        let lens = lens();
        let times = (0..5_000_000).step_by(731).map(SimTime);
        let places: Vec<u64> = times.map(|time| lens.place(time)).collect();
        assert!(places.is_sorted());
        let plain = (0..8_700).map(SimTime).map(|time| lens.place(time));
        assert!(plain.eq(0..8_700), "short waits are drawn as they are");
    }

    #[test]
    fn a_place_leads_to_its_moment_and_back() {
        let lens = lens();
        for place in 0..lens.place(SimTime(10_000_000)) {
            let time = lens.time(place);
            assert!(
                lens.place(time) <= place && place - lens.place(time) <= 1,
                "{place}: {time:?}"
            );
        }
        for moment in (0..5_000_000).step_by(977).map(SimTime) {
            let back = lens.time(lens.place(moment));
            // In a wait of an hour, one millisecond of the drawing shows half a second.
            assert!(back <= moment && moment.since(back) < 512, "{moment:?} {back:?}");
        }
        for (moment, place) in &lens.moments {
            assert_eq!((lens.place(*moment), lens.time(*place)), (*place, *moment));
        }
    }

    #[test]
    fn only_long_waits_are_told_with_their_ends() {
        let waits: Vec<_> = lens().waits(SimTime(600), SimTime(70_000)).collect();
        assert_eq!(
            waits,
            [(700, 9_000), (9_000, 60_000), (60_000, 70_000)]
                .map(|(a, b)| (SimTime(a), SimTime(b)))
        );
    }

    #[test]
    fn a_wait_that_goes_on_stays_where_it_was_drawn() {
        let (whole, part) = (lens(), Lens::of([0, 500, 700, 9_000].map(SimTime)));
        for time in (0..60_000).step_by(100).map(SimTime) {
            assert_eq!(whole.place(time), part.place(time));
        }
    }

    #[test]
    fn the_future_that_was_played_keeps_its_place() {
        let manifest = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [
            {name: app, image: nginx}]}}";
        let pod = read(manifest, &ReadOptions::default()).unwrap().remove(0);
        let create = PlannedAct::at(SimTime::ZERO, vec![Command::Create(Box::new(pod))]);
        let start = Sim::with_nodes(Settings::default(), 1);
        let mut history =
            History::new(start, "default".into(), "demo".into(), vec![create]).unwrap();
        let mut lens = Lens::default();
        let exit = || Command::Exit {
            namespace: "default".into(),
            pod: "demo".into(),
            container: "app".into(),
            code: 1,
            reason: Text::default(),
        };
        for second in [30, 200] {
            history.run_until(SimTime::from_seconds(second), u64::MAX);
            lens.follow(&history);
            history.act(vec![exit()]).unwrap();
        }
        history.run_until(SimTime::from_seconds(500), u64::MAX);
        lens.follow(&history);
        let whole = lens.moments.clone();
        assert!(whole.len() > 5);
        history.seek(SimTime::from_seconds(100), u64::MAX);
        lens.follow(&history);
        assert_eq!(lens.moments, whole);
        // Another future begins, and the old one is no longer drawn.
        history.act(vec![exit()]).unwrap();
        lens.follow(&history);
        assert!(lens.moments.len() < whole.len());
        assert!(lens.moments.iter().all(|(moment, _)| *moment <= history.now()));
    }
}
