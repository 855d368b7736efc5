//! States to go back to. They are spread evenly over a run, and their number is limited.

use crate::base::time::SimTime;
use crate::sim::Sim;
use crate::timeline::story::Seen;

/// Events between two checkpoints at first.
const SPACING: u64 = 400;
/// The most checkpoints of a branch. At this number every second checkpoint is deleted and the distance doubles. A seek
/// in a run of 100,000 events then repeats 3200 events at most.
pub(super) const MOST: usize = 64;

/// A state to go back to.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    pub sim: Sim,
    /// How many acts of the plan are done.
    pub done: usize,
    /// When the last event or act before it happened.
    pub latest: SimTime,
    /// How many changes and lines of the watch the story had.
    pub changes: usize,
    pub lines: usize,
    pub seen: Seen,
}

/// The checkpoints of a branch, sorted by time.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints {
    kept: Vec<Checkpoint>,
    spacing: u64,
}

impl Default for Checkpoints {
    fn default() -> Self {
        Checkpoints { kept: Vec::new(), spacing: SPACING }
    }
}

impl Checkpoints {
    /// Returns whether enough events have happened since the last checkpoint.
    pub(crate) fn is_due(&self, events: u64) -> bool {
        self.kept.last().is_some_and(|last| events >= last.sim.events_handled() + self.spacing)
    }

    /// Keeps a state that comes after all others.
    pub(crate) fn keep(&mut self, checkpoint: Checkpoint) {
        if self.kept.len() >= MOST {
            self.thin();
        }
        self.kept.push(checkpoint);
    }

    fn thin(&mut self) {
        let mut index = 0;
        self.kept.retain(|_| {
            index += 1;
            index % 2 == 1
        });
        self.spacing *= 2;
    }

    /// Returns the latest checkpoint that fits. The first one always fits.
    pub(crate) fn latest(&self, fits: impl Fn(&Checkpoint) -> bool) -> &Checkpoint {
        self.kept.iter().rfind(|checkpoint| fits(checkpoint)).unwrap_or(&self.kept[0])
    }

    /// Removes and returns all checkpoints from the first one that does not fit.
    pub(crate) fn split(&mut self, fits: impl Fn(&Checkpoint) -> bool) -> Vec<Checkpoint> {
        let count = self.kept.iter().take_while(|checkpoint| fits(checkpoint)).count();
        self.kept.split_off(count.max(1))
    }

    /// Appends later checkpoints, as far as they come after the last one.
    pub(crate) fn extend(&mut self, later: Vec<Checkpoint>) {
        let last = self.kept.last().map_or(0, |last| last.sim.events_handled());
        self.kept.extend(later.into_iter().filter(|c| c.sim.events_handled() > last));
        while self.kept.len() > MOST {
            self.thin();
        }
    }
}
