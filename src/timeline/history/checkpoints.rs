//! States that can be gone back to: evenly spread over a run, and never more than a certain number.

use crate::base::time::SimTime;
use crate::sim::Sim;
use crate::timeline::story::Seen;

/// Events between two checkpoints at first.
const SPACING: u64 = 400;
/// Most checkpoints of a branch. When there are as many, every other one goes and the distance doubles, so that a seek
/// in a run of 100,000 events does again 3200 events at most.
pub(super) const MOST: usize = 64;

/// A state that can be gone back to.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    pub sim: Sim,
    /// Acts of the plan that are done.
    pub done: usize,
    /// When the last event or act before it was.
    pub latest: SimTime,
    /// Changes and lines of the watch that the story has told.
    pub changes: usize,
    pub lines: usize,
    pub seen: Seen,
}

/// The checkpoints of a branch, in the order of time.
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
    /// Whether the last one lies far enough behind.
    pub fn is_due(&self, events: u64) -> bool {
        self.kept.last().is_some_and(|last| events >= last.sim.events_handled() + self.spacing)
    }

    /// Keeps a state that comes after all others.
    pub fn keep(&mut self, checkpoint: Checkpoint) {
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

    /// The latest one that fits; the first one always does.
    pub fn latest(&self, fits: impl Fn(&Checkpoint) -> bool) -> &Checkpoint {
        self.kept.iter().rfind(|checkpoint| fits(checkpoint)).unwrap_or(&self.kept[0])
    }

    /// Takes off all after the first one that does not fit. Those before it always fit.
    pub fn split(&mut self, fits: impl Fn(&Checkpoint) -> bool) -> Vec<Checkpoint> {
        let count = self.kept.iter().take_while(|checkpoint| fits(checkpoint)).count();
        self.kept.split_off(count.max(1))
    }

    /// Puts later ones at the end, as far as they come after the last one.
    pub fn extend(&mut self, later: Vec<Checkpoint>) {
        let last = self.kept.last().map_or(0, |last| last.sim.events_handled());
        self.kept.extend(later.into_iter().filter(|c| c.sim.events_handled() > last));
        while self.kept.len() > MOST {
            self.thin();
        }
    }
}
