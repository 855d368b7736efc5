//! What a kubelet keeps of each probe of a container. Rule P-608.

use super::ContainerIndex;
use crate::api::probe::Probe;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::kubelet::probe::{Outcome, ProbeKind, ProbeResult, ProbeState};
use std::rc::Rc;

/// A probe worker: one per container and kind of probe. Rule P-608.
#[derive(Clone, Debug)]
pub struct ProbeWorker {
    /// The place of the container in the spec.
    pub container_index: ContainerIndex,
    /// Name of the container.
    pub container: Text,
    /// The kind of probe.
    pub kind: ProbeKind,
    /// The probe as the spec has it.
    pub probe: Rc<Probe>,
    /// What it remembers.
    pub state: ProbeState,
    /// Whether it still runs.
    pub alive: bool,
    /// When it looks next.
    pub next_tick: SimTime,
    /// The instance and the result that were published last.
    pub(crate) published: Option<(Text, ProbeResult)>,
    /// A check that has not answered yet.
    pub(crate) in_flight: Option<Checked>,
    /// Whether a tick came while the check ran.
    pub(crate) missed: bool,
    pub(crate) token: u32,
}

impl ProbeWorker {
    /// Returns how many checks in a row had the same outcome so far, and that outcome.
    pub fn run_length(&self) -> (u32, Outcome) {
        self.state.run_length()
    }

    /// Returns whether an event with this token still counts.
    pub(crate) fn is_of(&self, token: u32) -> bool {
        self.alive && self.token == token
    }
}

/// The result of running a handler.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checked {
    /// Milliseconds until the handler answers.
    pub delay: u64,
    /// How the check ends.
    pub outcome: Outcome,
    /// The output or error of the handler.
    pub message: Text,
    /// Reason and message of the event that follows. Rule P-622.
    pub event: Option<(&'static str, Text)>,
    /// What decides the answer: an act, or the last start or end of the program.
    pub cause: Cause,
}
