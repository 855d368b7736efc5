//! The example states of the Pod lifecycle page: what one sees in the end of each.

use crate::sentences::{Sentence, say, sentence};
use podlab_lessons::examples;
pub use podlab_lessons::examples::POLICIES;

/// A case of the page.
pub struct Case {
    /// What happens.
    pub title: Sentence,
    /// What one sees in the end under each policy.
    pub ends: [End; 3],
}

/// What one sees in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The container runs again.
    Again,
    /// The Pod goes on as it was.
    Stays,
    /// The Pod has ended well.
    Succeeded,
    /// The Pod has ended badly.
    Failed,
    /// The Pod is Failed for a moment, and then its object goes. Rule P-1013.
    Gone,
    /// The Pod is to go, and nobody can confirm that it has. Rule P-1012.
    Leaves,
}

impl End {
    /// The class and the icon of the state.
    pub const fn look(self) -> (&'static str, &'static str) {
        match self {
            End::Again | End::Stays => ("is-running", "#i-running"),
            End::Succeeded => ("is-done", "#i-done"),
            End::Failed | End::Gone => ("is-failed", "#i-failed"),
            End::Leaves => ("is-unknown", "#i-unknown"),
        }
    }

    /// Its words.
    pub fn words(self) -> &'static str {
        match self {
            End::Again => say!("case.again"),
            End::Stays => "Running",
            End::Succeeded => "Succeeded",
            End::Failed => "Failed",
            End::Gone => say!("case.gone"),
            End::Leaves => "Terminating",
        }
    }
}

/// The cases, in the order of the page.
pub const CASES: [Case; examples::CASES.len()] = [
    Case { title: sentence!("case.exits-0"), ends: [End::Again, End::Succeeded, End::Succeeded] },
    Case { title: sentence!("case.exits-1"), ends: [End::Again, End::Again, End::Failed] },
    Case { title: sentence!("case.first"), ends: [End::Again, End::Again, End::Stays] },
    Case { title: sentence!("case.second"), ends: [End::Again, End::Again, End::Failed] },
    Case { title: sentence!("case.memory"), ends: [End::Again, End::Again, End::Failed] },
    // Whatever the policy: nothing is restarted where nothing runs, or where nobody is heard.
    Case { title: sentence!("case.disk"), ends: [End::Gone; 3] },
    Case { title: sentence!("case.cut-off"), ends: [End::Leaves; 3] },
];
