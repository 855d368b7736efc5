//! The probe worker: one per container and kind of probe. Section 6.2 of the rule book.

use crate::api::probe::Probe;
use crate::base::text::Text;

/// The three kinds of probes. Rule P-602.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProbeKind {
    /// Kills the container when it fails.
    Liveness,
    /// Takes the container out of service while it fails.
    Readiness,
    /// Holds the other two back until it succeeds.
    Startup,
}

impl ProbeKind {
    /// The word events begin with: `Liveness`, `Readiness`, `Startup`. Rule P-622.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProbeKind::Liveness => "Liveness",
            ProbeKind::Readiness => "Readiness",
            ProbeKind::Startup => "Startup",
        }
    }

    /// The result stored before the first check of an instance. Rule P-614.
    pub const fn initial(self) -> ProbeResult {
        match self {
            ProbeKind::Liveness => ProbeResult::Success,
            ProbeKind::Readiness => ProbeResult::Failure,
            ProbeKind::Startup => ProbeResult::Unknown,
        }
    }
}

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
    /// `Success`, `Failure` or `Unknown`.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProbeResult::Success => "Success",
            ProbeResult::Failure => "Failure",
            ProbeResult::Unknown => "Unknown",
        }
    }
}

/// How one run of a handler ended. Rules P-603 to P-607.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The check passed.
    Success,
    /// The check failed.
    Failure,
    /// The check could not be made; the run is thrown away. Rule P-607.
    Error,
}

/// What the state of the container means to a worker. Step 6 of rule P-610.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Not running yet or between two instances.
    Waiting,
    /// Running for that many whole seconds.
    Running(u64),
    /// Ended, and started again.
    Ended,
    /// Ended for ever: terminated, policy Never, no sidecar.
    EndedForGood,
}

/// What a worker sees of its container in one iteration. Rule P-610.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Identity of the container's instance; none before the first. Step 3.
    pub container: Option<&'a Text>,
    /// What the instance does. Steps 6 and 8.
    pub activity: Activity,
    /// The `started` flag of its status. Step 9.
    pub started: bool,
    /// Whether the Pod is being deleted. Step 7; releases before 1.22 do not look at it.
    pub deleting: bool,
}

/// What a worker does after looking. Rule P-610.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing until the next tick.
    Rest,
    /// Run the handler now and give its outcome to [`ProbeState::finish`].
    Run,
    /// Nothing any more.
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
    container: Option<Text>,
    last: Outcome,
    run: u32,
    on_hold: bool,
}

impl ProbeState {
    /// A worker that has not seen its container yet.
    pub fn new(kind: ProbeKind) -> ProbeState {
        ProbeState {
            kind,
            stored: kind.initial(),
            container: None,
            last: Outcome::Success,
            run: 0,
            on_hold: false,
        }
    }

    /// A worker of a kubelet that restarted, for an instance whose state was known before.
    pub fn resumed(kind: ProbeKind, container: Text, stored: ProbeResult) -> ProbeState {
        ProbeState { container: Some(container), stored, ..ProbeState::new(kind) }
    }

    /// The instance it watches, when it has seen one.
    pub fn container(&self) -> Option<&Text> {
        self.container.as_ref()
    }

    /// Checks in a row with the same outcome so far, and that outcome. Rule P-611.
    pub fn run_length(&self) -> (u32, Outcome) {
        (self.run, self.last)
    }

    /// Whether it waits for the next instance. Rule P-612.
    pub fn is_on_hold(&self) -> bool {
        self.on_hold
    }

    /// Steps 3 to 9 of an iteration: whether the handler is due. Rule P-610.
    ///
    /// Steps 1 and 2 are the caller's: no iteration before the Pod has a status, none after its phase is terminal.
    /// `stored` may have changed afterwards. Models kubernetes pkg/kubelet/prober/worker.go doProbe.
    pub fn begin(&mut self, seen: Seen<'_>, probe: &Probe) -> Step {
        let Some(container) = seen.container else { return Step::Rest };
        if self.container.as_ref() != Some(container) {
            // Last result and run length stay: rule P-613.
            self.container = Some(container.clone());
            self.stored = self.kind.initial();
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

    /// Steps 10 and 11: takes the outcome of the handler. Rules P-607, P-611, P-612.
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
