//! What happened later than now in a run that has gone back in time.

use podlab::base::time::SimTime;
use podlab::timeline::history::{BranchId, History, PlannedAct};
use podlab::timeline::story::Story;
use std::rc::Rc;

/// What happened up to the latest moment at which a run was.
#[derive(Clone, Default)]
pub struct Played(Option<Rc<Until>>);

/// What happened up to a moment.
struct Until {
    end: SimTime,
    story: Story,
    branch: BranchId,
    plan: Vec<PlannedAct>,
}

impl Until {
    /// Whether a run comes to the same when it goes on.
    fn is_ahead_of(&self, run: &History) -> bool {
        self.end > run.now()
            && self.branch == run.branch().id
            && self.story.name() == run.story().name()
            && self.plan == run.plan()
    }
}

impl Played {
    /// Keeps what happened, before a run goes back.
    pub fn keep(&mut self, run: &History) {
        if self.ahead_of(run).is_none() {
            let (end, story, branch) = (run.now(), run.story().clone(), run.branch().id);
            let plan = run.plan().to_vec();
            self.0 = Some(Rc::new(Until { end, story, branch, plan }));
        }
    }

    /// Returns all that happened in a run, also later than now, and until when.
    pub fn story<'a>(&'a self, run: &'a History) -> (&'a Story, SimTime) {
        self.ahead_of(run).map_or((run.story(), run.now()), |until| (&until.story, until.end))
    }

    fn ahead_of(&self, run: &History) -> Option<&Until> {
        self.0.as_deref().filter(|until| until.is_ahead_of(run))
    }
}
