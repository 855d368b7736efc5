//! What changes say: one variant for each sort of thing that becomes visible, with its values.

mod values;
mod words;

use crate::api::ResourceKind;
use crate::api::core::Taint;
use crate::api::endpoints::Addresses;
use crate::api::persistent_volume::VolumePhase;
use crate::api::persistent_volume_claim::ClaimPhase;
use crate::api::reason::PodStatusKind;
use crate::api::status::{ConditionStatus, PodPhase};
use crate::base::text::Text;
use crate::cluster::machines::Connectivity;
use crate::cluster::pressure::EvictionSignal;
use crate::cluster::probe::{Outcome, ProbeKind};
pub use values::{
    Binding, ConditionSource, ConditionValue, Decision, FieldValue, HookKind, MachineEvent,
    ProgramEvent, SignalPurpose, StateSummary, Supply, WorldEvent,
};
pub(crate) use words::Because;
pub use words::{FactWords, Listed, Part};

/// What happened to an object.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// It was created.
    Created,
    /// A revision was created, with this number.
    RevisionCreated(i64),
    /// An old revision became the present one, and got the next number. Rules S-66, D-05.
    RevisionNumber {
        /// The number before.
        old: i64,
        /// The number.
        new: i64,
    },
    /// It was removed.
    Removed,
    /// Its deletion was requested, or the grace period of its deletion was changed.
    Deletion {
        /// The grace period in seconds before; `None` when no deletion had been requested.
        old: Option<i64>,
        /// The grace period in seconds.
        new: Option<i64>,
    },
    /// The eviction of a Pod was refused, for the reason in the API's words.
    EvictionRefused(Text),
    /// A Pod was bound to a node.
    Bound {
        /// The name of the node before.
        old: Text,
        /// The name of the node.
        new: Text,
    },
    /// The phase of a Pod changed.
    Phase {
        /// The phase before; `None` for a new Pod.
        old: Option<PodPhase>,
        /// The phase.
        new: PodPhase,
    },
    /// The phase or the volume of a claim changed.
    ClaimPhase {
        /// The phase before, with the name of the volume.
        old: Binding<ClaimPhase>,
        /// The phase, with the name of the volume.
        new: Binding<ClaimPhase>,
    },
    /// The phase or the claim of a volume changed.
    VolumePhase {
        /// The phase before, with the name of the claim.
        old: Binding<VolumePhase>,
        /// The phase, with the name of the claim.
        new: Binding<VolumePhase>,
    },
    /// `status.reason` of a Pod changed.
    Reason {
        /// The reason before.
        old: Text,
        /// The reason.
        new: Text,
    },
    /// A condition of a Pod or a Deployment changed.
    Condition {
        /// The type of the condition.
        kind: Text,
        /// The condition before; `None` when the object did not have it.
        old: Option<ConditionValue>,
        /// The condition; `None` when the object does not have it any more.
        new: Option<ConditionValue>,
        /// Where it was found out.
        source: ConditionSource,
    },
    /// The condition `Ready` of a node changed.
    NodeReady {
        /// The status before; `None` for a node that had none.
        old: Option<ConditionStatus>,
        /// The status.
        new: ConditionStatus,
        /// Why the kubelet says that the node is not ready.
        why: Text,
    },
    /// The condition of a node about a resource that can run out changed.
    NodePressure {
        /// The resource.
        signal: EvictionSignal,
        /// The status before; `None` for a node that had none.
        old: Option<ConditionStatus>,
        /// The status.
        new: ConditionStatus,
    },
    /// The state of a container changed, or another instance of it runs.
    State {
        /// The container.
        container: Text,
        /// The state before.
        old: Option<StateSummary>,
        /// The state.
        new: Option<StateSummary>,
        /// How long the kubelet waits before it restarts the container or pulls its image again, in milliseconds; `None` without
        /// back-off. Rules P-317, P-408.
        back_off: Option<u64>,
    },
    /// A container became ready, or is ready no more.
    Ready {
        /// The container.
        container: Text,
        /// Whether it is ready.
        ready: bool,
    },
    /// A container has started, or counts as not started again.
    Started {
        /// The container.
        container: Text,
        /// Whether it has started.
        started: bool,
    },
    /// The restart count of a container changed.
    RestartCount {
        /// The container.
        container: Text,
        /// The count before.
        old: i64,
        /// The count.
        new: i64,
    },
    /// The word that `kubectl get` prints as STATUS of a Pod changed.
    Status {
        /// The word before; empty for a new Pod.
        old: Text,
        /// The word.
        new: Text,
        /// What the word says of the Pod.
        kind: PodStatusKind,
    },
    /// The spec changed.
    Spec,
    /// A field changed that is a number or a name, such as `status.readyReplicas`.
    Field {
        /// The field.
        field: &'static str,
        /// The value before; `None` in a new object.
        old: Option<FieldValue>,
        /// The value.
        new: FieldValue,
    },
    /// The connection of a machine to the API server changed.
    Connectivity {
        /// The connection before.
        old: Connectivity,
        /// The connection.
        new: Connectivity,
    },
    /// Something happened to a machine that keeps its connection.
    Machine(MachineEvent),
    /// What a person's command uses up of a machine's memory, disk or process ids changed.
    Resource {
        /// The resource.
        signal: EvictionSignal,
        /// Whether too little of it is left.
        supply: Supply,
    },
    /// A node has a new taint.
    TaintAdded(Box<Taint>),
    /// A node lost a taint.
    TaintRemoved(Box<Taint>),
    /// A drain of a node began, or evicted Pods.
    Drain {
        /// How many Pods were left before; `None` when the drain begins.
        old: Option<usize>,
        /// How many Pods are left to evict.
        left: usize,
    },
    /// A controller, or the kubelet of a node, decided something about a Pod or a ReplicaSet.
    Decision {
        /// The decision.
        decision: Decision,
        /// The kind of the object: a Pod or a ReplicaSet.
        kind: ResourceKind,
        /// The name of the object.
        name: Text,
    },
    /// A probe of a container ran.
    Probe {
        /// The container.
        container: Text,
        /// The kind of the probe.
        kind: ProbeKind,
        /// How the run ended.
        outcome: Outcome,
        /// What the probe found, in its own words.
        message: Text,
        /// How many times in a row it ended so, this time included.
        times: u32,
        /// Whether it says anything new. A success after a success does not.
        is_news: bool,
    },
    /// A hook of a container began to run.
    Hook {
        /// The container.
        container: Text,
        /// The hook.
        hook: HookKind,
    },
    /// A signal was sent to a container.
    Signal {
        /// The container.
        container: Text,
        /// The name of the signal, such as `SIGTERM`.
        signal: Text,
        /// What it is for.
        purpose: SignalPurpose,
    },
    /// Something happened to the program in a container.
    Program {
        /// The container.
        container: Text,
        /// What happened.
        event: ProgramEvent,
    },
    /// The sandbox of a Pod was killed.
    SandboxKilled,
    /// The ended containers of a Pod were removed from the runtime.
    ContainersRemoved,
    /// The addresses of a Service changed: those that are ready, and those that are not.
    Endpoints {
        /// The names of the Pods before.
        old: Box<Addresses>,
        /// The names of the Pods.
        new: Box<Addresses>,
    },
    /// A person changed the world outside Kubernetes. Rule W-1.
    World(WorldEvent),
}

impl Fact {
    /// Returns whether the fact says anything new. A probe that answers as it did before does not.
    pub(crate) fn is_news(&self) -> bool {
        match self {
            Fact::World(_) | Fact::Started { .. } => false,
            Fact::Probe { is_news, .. } => *is_news,
            Fact::Deletion { old, new } => old != new,
            Fact::Bound { old, new }
            | Fact::Reason { old, new }
            | Fact::Status { old, new, .. } => old != new,
            Fact::Phase { old, new } => *old != Some(*new),
            Fact::ClaimPhase { old, new } => old != new,
            Fact::VolumePhase { old, new } => old != new,
            Fact::Condition { old, new, .. } => old != new,
            Fact::NodeReady { old, new, .. } | Fact::NodePressure { old, new, .. } => {
                *old != Some(*new)
            }
            Fact::State { old, new, .. } => old != new,
            Fact::RestartCount { old, new, .. } | Fact::RevisionNumber { old, new } => old != new,
            Fact::Field { old, new, .. } => old.as_ref() != Some(new),
            Fact::Connectivity { old, new } => old != new,
            Fact::Drain { old, left } => *old != Some(*left),
            Fact::Endpoints { old, new } => old != new,
            Fact::Created
            | Fact::RevisionCreated(_)
            | Fact::Removed
            | Fact::EvictionRefused(_)
            | Fact::Ready { .. }
            | Fact::Spec
            | Fact::Machine(_)
            | Fact::Resource { .. }
            | Fact::TaintAdded(_)
            | Fact::TaintRemoved(_)
            | Fact::Decision { .. }
            | Fact::Hook { .. }
            | Fact::Signal { .. }
            | Fact::Program { .. }
            | Fact::SandboxKilled
            | Fact::ContainersRemoved => true,
        }
    }

    /// Returns the name of the container that the fact is about.
    pub(crate) fn container(&self) -> Option<&Text> {
        match self {
            Fact::State { container, .. }
            | Fact::Ready { container, .. }
            | Fact::Started { container, .. }
            | Fact::RestartCount { container, .. }
            | Fact::Probe { container, .. }
            | Fact::Hook { container, .. }
            | Fact::Signal { container, .. }
            | Fact::Program { container, .. } => Some(container),
            Fact::Created
            | Fact::RevisionCreated(_)
            | Fact::RevisionNumber { .. }
            | Fact::Removed
            | Fact::Deletion { .. }
            | Fact::EvictionRefused(_)
            | Fact::Bound { .. }
            | Fact::Phase { .. }
            | Fact::ClaimPhase { .. }
            | Fact::VolumePhase { .. }
            | Fact::Reason { .. }
            | Fact::Condition { .. }
            | Fact::NodeReady { .. }
            | Fact::NodePressure { .. }
            | Fact::Status { .. }
            | Fact::Spec
            | Fact::Field { .. }
            | Fact::Connectivity { .. }
            | Fact::Machine(_)
            | Fact::Resource { .. }
            | Fact::TaintAdded(_)
            | Fact::TaintRemoved(_)
            | Fact::Drain { .. }
            | Fact::Decision { .. }
            | Fact::SandboxKilled
            | Fact::ContainersRemoved
            | Fact::Endpoints { .. }
            | Fact::World(_) => None,
        }
    }
}
