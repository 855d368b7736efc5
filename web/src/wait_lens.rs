//! The lens that draws long waits short, while a visitor wants it.

use crate::lab::{Lab, Position};
use crate::preferences::WaitLength;
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
