//! The example states of the Pod lifecycle page: what one sees in the end of each.

use podlab_lessons::examples;
pub use podlab_lessons::examples::POLICIES;
use podlab_messages::{Sentence, text};

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
    /// The Pod is to go, and no kubelet can confirm that it has. Rule P-1012.
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
            End::Again => text::case_again(),
            End::Stays => "Running",
            End::Succeeded => "Succeeded",
            End::Failed => "Failed",
            End::Gone => text::case_gone(),
            End::Leaves => "Terminating",
        }
    }
}

/// The cases, in the order of the page.
pub const CASES: [Case; examples::CASES.len()] = [
    Case { title: text::case_exits_0, ends: [End::Again, End::Succeeded, End::Succeeded] },
    Case { title: text::case_exits_1, ends: [End::Again, End::Again, End::Failed] },
    Case { title: text::case_first, ends: [End::Again, End::Again, End::Stays] },
    Case { title: text::case_second, ends: [End::Again, End::Again, End::Failed] },
    Case { title: text::case_memory, ends: [End::Again, End::Again, End::Failed] },
    // Whatever the policy: nothing is restarted where nothing runs, or where the kubelet is not heard.
    Case { title: text::case_disk, ends: [End::Gone; 3] },
    Case { title: text::case_cut_off, ends: [End::Leaves; 3] },
];
