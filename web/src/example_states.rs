//! The example states of the Pod lifecycle page: what one sees in the end of each.

use crate::sentences::{Sentence, sentence};
use podlab_lessons::examples;
pub use podlab_lessons::examples::POLICIES;

/// A case of the page.
pub struct Case {
    /// What happens.
    pub title: Sentence,
    /// What one sees in the end under each policy: the class of the state and its words.
    pub ends: [(&'static str, &'static str); 3],
}

/// What one sees of a container that was restarted.
pub const AGAIN: (&str, &str) = ("is-running", "Running, restarted");
const STAYS: (&str, &str) = ("is-running", "Running");
const SUCCEEDED: (&str, &str) = ("is-done", "Succeeded");
const FAILED: (&str, &str) = ("is-failed", "Failed");

/// The cases, in the order of the page.
pub const CASES: [Case; examples::CASES.len()] = [
    Case { title: sentence!("case.exits-0"), ends: [AGAIN, SUCCEEDED, SUCCEEDED] },
    Case { title: sentence!("case.exits-1"), ends: [AGAIN, AGAIN, FAILED] },
    Case { title: sentence!("case.first"), ends: [AGAIN, AGAIN, STAYS] },
    Case { title: sentence!("case.second"), ends: [AGAIN, AGAIN, FAILED] },
    Case { title: sentence!("case.memory"), ends: [AGAIN, AGAIN, FAILED] },
    Case { title: sentence!("case.disk"), ends: [FAILED; 3] },
    Case { title: sentence!("case.cut-off"), ends: [FAILED; 3] },
];

/// Whether Podlab can run a case.
pub fn runs(case: usize) -> bool {
    examples::CASES[case].plans.is_some()
}
