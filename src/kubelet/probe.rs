//! The probe worker: one per container and kind of probe. Section 6.2 of the rule book.

use crate::api::probe::Probe;
use crate::base::text::Text;
pub use crate::cluster::probe::{Outcome, ProbeKind};

/// A stored result. Rule P-615.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProbeResult {
    /// The probe has passed its success threshold.
    Success,
    /// The probe has passed its failure threshold.
    Failure,
    /// Neither.
    Unknown,
}

impl ProbeResult {
    /// Returns the result that is stored before the first check of an instance. Rule P-614.
    pub(crate) const fn initial(kind: ProbeKind) -> ProbeResult {
        match kind {
            ProbeKind::Liveness => ProbeResult::Success,
            ProbeKind::Readiness => ProbeResult::Failure,
            ProbeKind::Startup => ProbeResult::Unknown,
        }
    }

    /// Returns `Success`, `Failure` or `Unknown`.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProbeResult::Success => "Success",
            ProbeResult::Failure => "Failure",
            ProbeResult::Unknown => "Unknown",
        }
    }
}

/// What the state of the container means to a worker. Step 6 of rule P-610.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Not running yet or between two instances.
    Waiting,
    /// Running for this many whole seconds.
    Running(u64),
    /// Ended, and started again.
    Ended,
    /// Ended for good: it has terminated, the policy is Never, and it is no sidecar.
    EndedForGood,
}

/// What a worker sees of its container in one iteration. Rule P-610.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The identity of the container's instance; none before the first one. Step 3.
    pub container: Option<&'a Text>,
    /// What the instance does. Steps 6 and 8.
    pub activity: Activity,
    /// The `started` flag of its status. Step 9.
    pub started: bool,
    /// Whether the Pod is being deleted. Step 7; releases before 1.22 do not look at it.
    pub deleting: bool,
}

/// What a worker does after it has looked at its container. Rule P-610.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing until the next tick.
    Rest,
    /// Run the handler now and give its outcome to [`ProbeState::finish`].
    Run,
    /// Nothing, for good.
    End,
}

/// What a worker remembers between iterations. Rules P-610 to P-614.
/// Models kubernetes pkg/kubelet/prober/worker.go worker.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeState {
    /// The kind of probe.
    pub kind: ProbeKind,
    /// The stored result, from which `started` and `ready` follow. Rule P-615.
    pub stored: ProbeResult,
    pub(crate) container: Option<Text>,
    pub(crate) last: Outcome,
    pub(crate) run: u32,
    pub(crate) on_hold: bool,
}

impl ProbeState {
    /// Returns a worker that has not seen its container yet.
    pub fn new(kind: ProbeKind) -> ProbeState {
        ProbeState {
            kind,
            stored: ProbeResult::initial(kind),
            container: None,
            last: Outcome::Success,
            run: 0,
            on_hold: false,
        }
    }

    /// Returns a worker of a kubelet that has restarted, for an instance whose result was known before.
    pub(crate) fn resumed(kind: ProbeKind, container: Text, stored: ProbeResult) -> ProbeState {
        ProbeState { container: Some(container), stored, ..ProbeState::new(kind) }
    }

    /// Returns the instance that it watches, once it has seen one.
    pub(crate) fn container(&self) -> Option<&Text> {
        self.container.as_ref()
    }

    /// Returns how many checks in a row had the same outcome so far, and that outcome. Rule P-611.
    pub(crate) fn run_length(&self) -> (u32, Outcome) {
        (self.run, self.last)
    }

    /// Runs steps 3 to 9 of an iteration and decides whether the handler is due. Rule P-610.
    ///
    /// The caller does steps 1 and 2: no iteration before the Pod has a status, and none after its phase is terminal.
    /// This may change `stored`. Models kubernetes pkg/kubelet/prober/worker.go doProbe.
    pub fn begin(&mut self, seen: Seen<'_>, probe: &Probe) -> Step {
        let Some(container) = seen.container else { return Step::Rest };
        if self.container.as_ref() != Some(container) {
            // The last outcome and the run length stay. Rule P-613.
            self.container = Some(container.clone());
            self.stored = ProbeResult::initial(self.kind);
            self.on_hold = false;
        }
        if self.on_hold {
            return Step::Rest;
        }
        let age = match seen.activity {
            Activity::Running(age) => age,
            Activity::Waiting | Activity::Ended => {
                self.stored = ProbeResult::Failure;
                return Step::Rest;
            }
            Activity::EndedForGood => {
                self.stored = ProbeResult::Failure;
                return Step::End;
            }
        };
        let startup = self.kind == ProbeKind::Startup;
        if seen.deleting && self.kind != ProbeKind::Readiness {
            self.stored = ProbeResult::Success;
            return Step::End;
        }
        let delay = u64::try_from(probe.initial_delay_seconds).unwrap_or(0);
        if age < delay || seen.started == startup {
            return Step::Rest;
        }
        Step::Run
    }

    /// Runs steps 10 and 11: takes the outcome of the handler. Rules P-607, P-611, P-612.
    pub fn finish(&mut self, outcome: Outcome, probe: &Probe) {
        let (result, threshold) = match outcome {
            Outcome::Error => return,
            Outcome::Success => (ProbeResult::Success, probe.success_threshold()),
            Outcome::Failure => (ProbeResult::Failure, probe.failure_threshold()),
        };
        self.run = if self.last == outcome { self.run.saturating_add(1) } else { 1 };
        self.last = outcome;
        if u64::from(self.run) < threshold {
            return;
        }
        self.stored = result;
        if outcome == Outcome::Failure && self.kind != ProbeKind::Readiness {
            self.on_hold = true;
            self.run = 0;
        }
    }
}
