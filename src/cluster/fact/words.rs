//! Facts as other programs read them.

use super::{
    Binding, ConditionValue, Decision, Fact, FieldValue, MachineEvent, ProgramEvent, StateSummary,
    Supply, WorldEvent,
};
use crate::api::endpoints::Addresses;
use crate::api::node::in_words;
use crate::api::persistent_volume::VolumePhase;
use crate::api::persistent_volume_claim::ClaimPhase;
use crate::api::status::{ConditionStatus, PodPhase, READY};
use crate::base::text::Text;
use crate::cluster::pressure::EvictionSignal;
use std::fmt::{self, Display};

/// The part of an object that a fact is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The word for other programs, such as `phase` or `condition`.
    pub subject: &'static str,
    /// The container, condition or field; empty for others.
    pub name: Text,
    /// The kind of the probe, or the hook, or `resource` for a resource of a machine; empty for others.
    pub kind: &'static str,
}

/// A fact in words for other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactWords {
    /// The part of the object that changed.
    pub part: Part,
    /// The old value; empty when there was none.
    pub old: String,
    /// The new value; empty when there is none.
    pub new: String,
}

impl Fact {
    /// Returns the part of the object that the fact is about.
    pub fn part(&self) -> Part {
        let of = |subject, name: &Text| Part { subject, name: name.clone(), kind: "" };
        let whole = |subject| Part { subject, name: Text::default(), kind: "" };
        match self {
            Fact::Created | Fact::RevisionCreated(_) => whole("created"),
            Fact::Removed => whole("removed"),
            Fact::Deletion { .. } => whole("deletion"),
            Fact::EvictionRefused(_) => whole("eviction"),
            Fact::Bound { .. } => whole("node"),
            Fact::Phase { .. } | Fact::ClaimPhase { .. } | Fact::VolumePhase { .. } => {
                whole("phase")
            }
            Fact::Reason { .. } => whole("reason"),
            Fact::Status { .. } => whole("status"),
            Fact::Spec => whole("spec"),
            Fact::Decision { .. } => whole("decision"),
            Fact::Endpoints { .. } => whole("endpoints"),
            Fact::World(_) => whole("world"),
            Fact::Connectivity { .. } | Fact::Machine(_) => whole("machine"),
            Fact::Resource { .. } => Part { kind: "resource", ..whole("machine") },
            Fact::TaintAdded(_) | Fact::TaintRemoved(_) => whole("taint"),
            Fact::Drain { .. } => whole("drain"),
            Fact::Condition { kind, .. } => of("condition", kind),
            Fact::NodeReady { .. } => of("condition", &Text::Static(READY)),
            Fact::NodePressure { signal, .. } => of("condition", &Text::Static(signal.condition())),
            Fact::State { container, .. } => of("state", container),
            Fact::Ready { container, .. } => of("ready", container),
            Fact::Started { container, .. } => of("started", container),
            Fact::RestartCount { container, .. } => of("restartCount", container),
            Fact::RevisionNumber { .. } => of("field", &Text::Static("revision")),
            Fact::Field { field, .. } => of("field", &Text::Static(field)),
            Fact::Probe { container, kind, .. } => {
                Part { kind: kind.as_str(), ..of("probe", container) }
            }
            Fact::Hook { container, hook } => Part { kind: hook.as_str(), ..of("hook", container) },
            Fact::Signal { container, .. } => of("signal", container),
            Fact::Program { container, .. } => of("program", container),
            Fact::SandboxKilled => of("program", &Text::Static("sandbox")),
            Fact::ContainersRemoved => of("program", &Text::Static("containers")),
        }
    }

    /// Returns the fact in words for other programs.
    pub(crate) fn words(&self) -> FactWords {
        let (old, new) = self.values();
        FactWords { part: self.part(), old, new }
    }

    /// Returns the old and the new value.
    fn values(&self) -> (String, String) {
        match self {
            Fact::Created | Fact::Spec => become_true(),
            Fact::RevisionCreated(number) => only(number),
            Fact::Removed => ("true".to_owned(), String::new()),
            Fact::Deletion { old, new } => both(&Maybe(*old), &Maybe(*new)),
            Fact::EvictionRefused(why) => only(why),
            Fact::Bound { old, new }
            | Fact::Reason { old, new }
            | Fact::Status { old, new, .. } => both(old, new),
            Fact::Phase { old, new } => both(&Maybe(old.map(PodPhase::as_str)), &new.as_str()),
            Fact::ClaimPhase { old, new } => both(old, new),
            Fact::VolumePhase { old, new } => both(old, new),
            Fact::Condition { old, new, .. } => both(&Maybe(old.as_ref()), &Maybe(new.as_ref())),
            Fact::NodeReady { old, new, why } => {
                let old = Maybe(old.map(ConditionStatus::as_str));
                both(&old, &Because(new.as_str(), why))
            }
            Fact::NodePressure { old, new, .. } => {
                both(&Maybe(old.map(ConditionStatus::as_str)), &new.as_str())
            }
            Fact::State { old, new, .. } => both(&Maybe(old.as_ref()), &Maybe(new.as_ref())),
            Fact::Ready { ready: is_so, .. } | Fact::Started { started: is_so, .. } => {
                both(&!*is_so, is_so)
            }
            Fact::RestartCount { old, new, .. } | Fact::RevisionNumber { old, new } => {
                both(old, new)
            }
            Fact::Field { old, new, .. } => both(&Maybe(old.as_ref()), new),
            Fact::Connectivity { old, new } => both(&old.as_str(), &new.as_str()),
            Fact::Machine(event) => only(&event.as_str()),
            Fact::Resource { signal, supply } => only(&supply.of(*signal)),
            Fact::TaintAdded(taint) => only(&in_words(taint)),
            Fact::TaintRemoved(taint) => (in_words(taint).to_string(), String::new()),
            Fact::Drain { old, left } => both(&Maybe(*old), left),
            Fact::Decision { decision, kind, name } => {
                only(&format_args!("{} {} {name}", decision.as_str(), kind.as_str()))
            }
            Fact::Probe { outcome, message, is_news, .. } => {
                let new = Because(outcome.as_str(), message);
                both(&Maybe((!is_news).then_some(&new)), &new)
            }
            Fact::Hook { .. } => only(&"running"),
            Fact::Signal { signal, .. } => only(signal),
            Fact::Program { event, .. } => only(event),
            Fact::SandboxKilled => only(&"killed"),
            Fact::ContainersRemoved => only(&"removed"),
            Fact::Endpoints { old, new } => both(&Listed(old), &Listed(new)),
            Fact::World(event) => only(&event.as_str()),
        }
    }
}

fn become_true() -> (String, String) {
    only(&true)
}

fn only(new: &dyn Display) -> (String, String) {
    (String::new(), new.to_string())
}

fn both(old: &dyn Display, new: &dyn Display) -> (String, String) {
    (old.to_string(), new.to_string())
}

/// A value, or nothing.
struct Maybe<T>(Option<T>);

impl<T: Display> Display for Maybe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |value| value.fmt(f))
    }
}

/// A word and its reason.
pub(crate) struct Because<'a>(pub &'a str, pub &'a str);

impl Display for Because<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Because(word, "") => f.write_str(word),
            Because(word, reason) => write!(f, "{word}: {reason}"),
        }
    }
}

impl Display for Binding<ClaimPhase> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Because(self.phase.map_or("", ClaimPhase::as_str), &self.to).fmt(f)
    }
}

impl Display for Binding<VolumePhase> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Because(self.phase.map_or("", VolumePhase::as_str), &self.to).fmt(f)
    }
}

impl Display for ConditionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Because(self.status.as_str(), &self.reason).fmt(f)
    }
}

impl Display for StateSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Because(self.as_str(), self.reason()).fmt(f)
    }
}

impl Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldValue::Number(number) => number.fmt(f),
            FieldValue::Name(name) => name.fmt(f),
            FieldValue::Flag(flag) => flag.fmt(f),
        }
    }
}

impl Display for ProgramEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramEvent::Started => f.write_str("started"),
            ProgramEvent::Ended { reason, code } => write!(f, "ended: {reason} {code}"),
            ProgramEvent::StartFailed(reason) => Because("failed to start", reason).fmt(f),
            ProgramEvent::FileCreated(path) => write!(f, "created {path}"),
            ProgramEvent::FileRemoved(path) => write!(f, "removed {path}"),
            ProgramEvent::Resized => f.write_str("resized"),
            ProgramEvent::ProcessLost(reason) => Because("lost a process", reason).fmt(f),
        }
    }
}

/// The Pods behind a Service: those that are ready, then those that are not, in parentheses.
pub struct Listed<'a>(pub &'a Addresses);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ready, not_ready) = self.0;
        let mut space = "";
        for name in ready.iter() {
            write!(f, "{space}{name}")?;
            space = " ";
        }
        for name in not_ready.iter() {
            write!(f, "{space}({name})")?;
            space = " ";
        }
        Ok(())
    }
}

impl MachineEvent {
    /// Returns the words for other programs.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            MachineEvent::Crashed => "crashed",
            MachineEvent::KubeletStarted => "kubelet started",
            MachineEvent::ShuttingDown => "shutting down",
            MachineEvent::RuntimeStopped => "without runtime",
            MachineEvent::RuntimeStarted => "with runtime",
            MachineEvent::NetworkStopped => "without network",
            MachineEvent::NetworkStarted => "with network",
            MachineEvent::AppArmorDisabled => "without AppArmor",
            MachineEvent::AppArmorEnabled => "with AppArmor",
        }
    }
}

impl Supply {
    /// Returns the words for other programs.
    const fn of(self, signal: EvictionSignal) -> &'static str {
        match (self, signal) {
            (Supply::Short, _) => signal.condition(),
            (Supply::Enough, EvictionSignal::Memory) => "no MemoryPressure",
            (Supply::Enough, EvictionSignal::Disk) => "no DiskPressure",
            (Supply::Enough, EvictionSignal::Pids) => "no PIDPressure",
        }
    }
}

impl Decision {
    /// Returns the word for other programs.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Decision::Create => "create",
            Decision::Delete => "delete",
            Decision::Adopt => "adopt",
            Decision::Release => "release",
            Decision::ScaleUp => "scale up",
            Decision::ScaleDown => "scale down",
            Decision::Collect => "collect",
            Decision::Unlink => "unlink",
            Decision::Evict => "evict",
            Decision::Preempt => "preempt",
            Decision::ShutDown => "shut down",
        }
    }
}

impl WorldEvent {
    /// Returns the word for other programs.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            WorldEvent::Plan => "plan",
            WorldEvent::Registry => "registry",
            WorldEvent::Answer => "answer",
            WorldEvent::StopSignal(signal) => signal,
            WorldEvent::Present => "present",
            WorldEvent::Absent => "absent",
        }
    }
}
