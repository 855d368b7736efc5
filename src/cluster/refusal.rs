//! Why the scheduler placed a Pod on no node, in its words.

use crate::base::text::Text;

/// Why the scheduler placed a Pod on no node when it tried last. The parts of its message stand by themselves, each without a full stop
/// at its end. Rule P-902.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why no node was taken: `0/2 nodes are available: 2 Insufficient cpu`.
    pub reasons: Text,
    /// What was found out after that, such as whether preemption helps; `None` where the scheduler does not say.
    pub afterwards: Option<Text>,
    /// The message of the condition PodScheduled and of the Event, which has both parts and the release's full stops.
    pub message: Text,
}

impl Refusal {
    /// Returns the message as sentences, each with one full stop whatever the release.
    pub fn sentences(&self) -> String {
        match &self.afterwards {
            Some(afterwards) => format!("{}. {afterwards}.", self.reasons),
            None => format!("{}.", self.reasons),
        }
    }
}
