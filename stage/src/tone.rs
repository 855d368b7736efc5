//! How a state looks: one class and one icon for each.

use podlab::api::pod::Pod;
use podlab::api::reason::{PodStatusKind, TerminatedReason};
use podlab::api::status::{ConditionStatus, ContainerState, ContainerStatus, PodPhase, READY};
use podlab::cluster::fact::{Decision, StateSummary};
use podlab::cluster::machines::Connectivity;
use podlab::cluster::probe::Outcome;
use podlab::timeline::story::{Segment, Sight};

/// The look of a state. The style sheets give each a colour, a shape and an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Not running, or not yet.
    Waiting,
    /// Running, not ready.
    Running,
    /// Running and ready, or true.
    Ready,
    /// Ended well.
    Done,
    /// Ended badly.
    Failed,
    /// The state is unknown.
    Unknown,
    /// Not there yet, or no more.
    Idle,
    /// A condition that is False.
    False,
}

impl Tone {
    /// The class that carries the look.
    pub const fn class(self) -> &'static str {
        match self {
            Tone::Waiting => "is-waiting",
            Tone::Running => "is-running",
            Tone::Ready => "is-ready",
            Tone::Done => "is-done",
            Tone::Failed => "is-failed",
            Tone::Unknown => "is-unknown",
            Tone::Idle => "is-idle",
            Tone::False => "is-false",
        }
    }

    /// The symbol that stands beside the word.
    pub const fn icon(self) -> &'static str {
        match self {
            Tone::Waiting => "#i-waiting",
            Tone::Running => "#i-running",
            Tone::Ready => "#i-ready",
            Tone::Done => "#i-done",
            Tone::Failed => "#i-failed",
            Tone::Unknown => "#i-unknown",
            Tone::Idle | Tone::False => "#i-idle",
        }
    }
}

/// The symbol of what is on its way out.
pub const ENDING: &str = "#i-ending";

/// The look of a phase.
pub const fn of_phase(phase: PodPhase) -> Tone {
    match phase {
        PodPhase::Pending => Tone::Waiting,
        PodPhase::Running => Tone::Running,
        PodPhase::Succeeded => Tone::Done,
        PodPhase::Failed => Tone::Failed,
        PodPhase::Unknown => Tone::Unknown,
    }
}

/// The look of the word `kubectl get` prints as STATUS, by what it says.
pub const fn of_status(kind: PodStatusKind) -> Tone {
    match kind {
        PodStatusKind::Waiting => Tone::Waiting,
        PodStatusKind::Running => Tone::Running,
        PodStatusKind::Succeeded => Tone::Done,
        PodStatusKind::Failed => Tone::Failed,
        PodStatusKind::Unknown => Tone::Unknown,
    }
}

/// The look of a Pod, with what `kubectl get` says of it under STATUS.
pub fn of_pod(pod: &Pod, status: PodStatusKind) -> Tone {
    match pod.status.phase() {
        PodPhase::Running if pod.status.is_true(READY) => Tone::Ready,
        PodPhase::Running | PodPhase::Pending => of_status(status),
        phase @ (PodPhase::Succeeded | PodPhase::Failed | PodPhase::Unknown) => of_phase(phase),
    }
}

/// The look of a container.
pub fn of_container(status: Option<&ContainerStatus>) -> Tone {
    let Some(status) = status else { return Tone::Waiting };
    match &status.state {
        ContainerState::Running(_) if status.ready => Tone::Ready,
        ContainerState::Running(_) => Tone::Running,
        ContainerState::Terminated(end) => of_status(PodStatusKind::of_end(end)),
        ContainerState::Waiting(_) | ContainerState::Unset => Tone::Waiting,
    }
}

/// The look of the state of a container of which no more is known.
pub fn of_state(state: &StateSummary) -> Tone {
    match state {
        StateSummary::Running => Tone::Running,
        StateSummary::Terminated(reason) => match TerminatedReason::named(reason) {
            Some(TerminatedReason::Completed) => Tone::Done,
            Some(TerminatedReason::ContainerStatusUnknown) => Tone::Unknown,
            Some(
                TerminatedReason::Error
                | TerminatedReason::OomKilled
                | TerminatedReason::StartError,
            )
            | None => Tone::Failed,
        },
        StateSummary::Waiting(_) => Tone::Waiting,
    }
}

/// The look of a stretch of a row.
pub fn of_segment(segment: &Segment) -> Tone {
    match &segment.value {
        Sight::Phase(phase) => of_phase(*phase),
        Sight::Status(kind, _) => of_status(*kind),
        Sight::Condition(condition) => match condition.status {
            ConditionStatus::True => Tone::Ready,
            ConditionStatus::False => Tone::False,
            ConditionStatus::Unknown => Tone::Unknown,
        },
        Sight::Container(StateSummary::Running) if segment.ready => Tone::Ready,
        Sight::Container(state) => of_state(state),
        Sight::Probe(outcome, _) => match outcome {
            Outcome::Success => Tone::Ready,
            Outcome::Failure => Tone::Failed,
            Outcome::Error => Tone::Waiting,
        },
        Sight::Endpoints(endpoints) if endpoints.0.is_empty() => Tone::False,
        Sight::NodeReady(ConditionStatus::Unknown, _) => Tone::Unknown,
        Sight::Connectivity(Connectivity::Up | Connectivity::Returning) => Tone::Running,
        Sight::Connectivity(Connectivity::CutOff) => Tone::Waiting,
        Sight::Decision(Decision::Delete, ..)
        | Sight::Connectivity(Connectivity::Off | Connectivity::Broken)
        | Sight::Machine(_)
        | Sight::Pressure(_) => Tone::Failed,
        Sight::Endpoints(_) | Sight::Decision(..) | Sight::NodeReady(..) => Tone::Ready,
        Sight::Restarts(_) => Tone::Idle,
    }
}
