//! A look ahead from the present moment, made while the page has nothing else to do.

use crate::frames;
use crate::lab::{Lab, Position};
use crate::words::weight;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::questions::forecast::{Bounds, Forecast, Outlook};

/// Most moments that are told of.
pub const MOMENTS: usize = 5;
/// Most changes that are looked at for them.
const CHANGES: usize = 200;
/// Milliseconds of the first look, so that most forecasts are there with the first drawing.
const FIRST: f64 = 2.0;
/// Milliseconds within which changes count as one.
const TOGETHER: u64 = 400;

/// The look ahead, and from where it was made.
#[derive(Default)]
pub struct Upcoming {
    from: Option<Position>,
    forecast: Option<Forecast>,
    is_done: bool,
    /// Whether more comes than was looked at.
    has_more: bool,
}

impl Upcoming {
    /// Returns whether there is to be another forecast, or none. What was foretold holds while time passes and nothing is done.
    pub fn is_stale(&self, lab: &Lab, is_wanted: bool) -> bool {
        let Some((run, branch, from, done, told)) = self.from else { return is_wanted };
        let (its_run, its_branch, now, its_done, its_told) = lab.place();
        let is_other = (run, branch, done) != (its_run, its_branch, its_done)
            || now < from
            || now == from && told != its_told;
        let ends = match self.outlook() {
            Some(Outlook::NothingUntil(end)) => now >= end,
            Some(Outlook::Unknown | Outlook::More | Outlook::NothingEver) | None => false,
        };
        let is_over = || self.is_done && self.has_more && self.moments(lab).is_empty();
        !is_wanted || is_other || ends || is_over()
    }

    /// Begins again from where the lab is; only forgets everything unless it `is_wanted`.
    pub fn follow(&mut self, lab: &Lab, is_wanted: bool) {
        *self = Upcoming::default();
        if is_wanted {
            *self = Upcoming::begin(lab);
            self.look(lab, FIRST);
        }
    }

    fn begin(lab: &Lab) -> Upcoming {
        // What is planned already changes what comes after it.
        let bounds = Bounds { changes: CHANGES, ..Bounds::default() };
        let history = lab.history();
        let next = history.plan().get(history.done());
        let span = next.map_or(bounds.span, |act| act.time.since(lab.now()));
        let forecast = Forecast::new(lab.sim(), Bounds { span, ..bounds });
        Upcoming {
            from: Some(lab.place()),
            forecast: Some(forecast),
            is_done: false,
            has_more: false,
        }
    }

    /// Whether there is more to look at.
    pub fn is_pending(&self) -> bool {
        self.forecast.is_some() && !self.is_done
    }

    /// Looks further, for so many milliseconds. Gives whether it is done.
    pub fn look(&mut self, lab: &Lab, budget: f64) -> bool {
        let start = frames::now();
        while self.is_pending() && frames::now() - start < budget {
            self.look_on(lab);
        }
        self.is_done
    }

    fn look_on(&mut self, lab: &Lab) {
        /// The most events between two looks at the clock.
        const SLICE: u64 = 16;
        let Some(forecast) = &mut self.forecast else { return };
        let before = forecast.coming().len();
        let is_open = forecast.look(SLICE);
        let is_new = forecast.coming().len() > before;
        let is_full = is_new && self.moments(lab).len() > MOMENTS;
        self.is_done = !is_open || is_full;
        self.has_more = is_full || self.outlook() == Some(Outlook::More);
    }

    /// The change that matters most at each of the coming moments; one more than is told of, when there are more.
    pub fn moments(&self, lab: &Lab) -> Vec<(SimTime, &Change)> {
        let mut moments: Vec<(SimTime, SimTime, &Change)> = Vec::new();
        let coming = self.forecast.as_ref().map_or(&[][..], Forecast::coming);
        let now = lab.now();
        let is_to_come = |c: &&Change| c.time > now || self.is_from(now);
        let coming = coming.iter().filter(is_to_come);
        for change in coming.filter(|c| weight(c) > 1 && lab.will_be_visible(c)) {
            let is_full = moments.len() > MOMENTS;
            match moments.last_mut() {
                Some((first, last, best)) if change.time.since(*first) <= TOGETHER => {
                    *last = change.time;
                    if weight(change) >= weight(best) {
                        *best = change;
                    }
                }
                _ if is_full => break,
                _ => moments.push((change.time, change.time, change)),
            }
        }
        moments.into_iter().map(|(_, last, change)| (last, change)).collect()
    }

    /// Whether it was made at that moment, so that what happens at once is still to come.
    fn is_from(&self, now: SimTime) -> bool {
        self.from.is_some_and(|(_, _, from, ..)| from == now)
    }

    /// What comes after them; nothing without a look ahead.
    pub fn outlook(&self) -> Option<Outlook> {
        self.forecast.as_ref().map(Forecast::outlook)
    }
}
