//! The values in facts.

use crate::api::status::{ConditionStatus, ContainerState, PodCondition};
use crate::base::text::Text;

/// The phase of a claim or a volume, with what it is bound to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Binding<P> {
    /// The phase; `None` before the first one.
    pub phase: Option<P>,
    /// The name of the volume or the claim that it is bound to.
    pub to: Text,
}

/// The status of a condition, and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionValue {
    /// The status.
    pub status: ConditionStatus,
    /// The reason.
    pub reason: Text,
}

impl From<&PodCondition> for ConditionValue {
    fn from(condition: &PodCondition) -> Self {
        ConditionValue { status: condition.status, reason: condition.reason.clone() }
    }
}

/// Where a condition was found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConditionSource {
    /// At the object itself.
    #[default]
    Object,
    /// At the node of the Pod, which is silent. Rule P-1007.
    SilentNode,
}

/// The state of a container without its times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateSummary {
    /// It waits, for this reason.
    Waiting(Text),
    /// It runs.
    Running,
    /// It has ended, for this reason.
    Terminated(Text),
}

impl StateSummary {
    /// Returns the summary of a state; `None` when the API shows none.
    pub(crate) fn of(state: &ContainerState) -> Option<StateSummary> {
        match state {
            ContainerState::Unset => None,
            ContainerState::Waiting(waiting) => Some(StateSummary::Waiting(waiting.reason.clone())),
            ContainerState::Running(_) => Some(StateSummary::Running),
            ContainerState::Terminated(end) => Some(StateSummary::Terminated(end.reason.clone())),
        }
    }

    /// Returns `waiting`, `running` or `terminated`.
    pub const fn as_str(&self) -> &'static str {
        match self {
            StateSummary::Waiting(_) => "waiting",
            StateSummary::Running => "running",
            StateSummary::Terminated(_) => "terminated",
        }
    }

    /// Returns the reason; empty for a container that runs.
    pub fn reason(&self) -> &str {
        match self {
            StateSummary::Waiting(reason) | StateSummary::Terminated(reason) => reason,
            StateSummary::Running => "",
        }
    }
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A number.
    Number(i64),
    /// A name, or an amount with its unit.
    Name(Text),
    /// Yes or no.
    Flag(bool),
}

/// What happens to a machine that keeps its connection to the API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineEvent {
    /// All its containers and sandboxes died. Rule P-1017.
    Crashed,
    /// Its kubelet started again. Rule P-809.
    KubeletStarted,
    /// It began to shut down. Rule P-1018.
    ShuttingDown,
    /// Its container runtime stopped answering. Rule P-1002.
    RuntimeStopped,
    /// Its container runtime answers again. Rule P-1002.
    RuntimeStarted,
    /// Its network plugin went missing. Rule P-1002.
    NetworkStopped,
    /// Its network plugin is there again. Rule P-1002.
    NetworkStarted,
    /// Its kernel has no AppArmor any more. Rule P-305.
    AppArmorDisabled,
    /// Its kernel has AppArmor again. Rule P-305.
    AppArmorEnabled,
}

/// How much of a resource of a machine is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// As much as a person's command left.
    Short,
    /// All that Pods do not use.
    Enough,
}

/// A hook of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookKind {
    /// Runs after the container has started. Rule P-702.
    PostStart,
    /// Runs before the container is stopped. Rule P-704.
    PreStop,
}

impl HookKind {
    /// Returns the name of the hook in manifests.
    pub const fn as_str(self) -> &'static str {
        match self {
            HookKind::PostStart => "postStart",
            HookKind::PreStop => "preStop",
        }
    }
}

/// What a signal to a container is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalPurpose {
    /// To ask the program to end: it is the stop signal of the container. Rule P-807.
    Stop,
    /// To end the program when the grace period is over. Rule P-806.
    Kill,
}

/// What happens to the program in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramEvent {
    /// It started.
    Started,
    /// It ended.
    Ended {
        /// The reason, such as `Completed`.
        reason: Text,
        /// The exit code.
        code: i32,
    },
    /// It could not be started, for this reason.
    StartFailed(Text),
    /// It created a file of this path.
    FileCreated(Text),
    /// It removed the file of this path.
    FileRemoved(Text),
    /// It has the resources that were allocated to it. Rule P-214.
    Resized,
    /// One of its processes was killed, for this reason. Rule P-321.
    ProcessLost(Text),
}

/// What a person changes of the world outside Kubernetes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldEvent {
    /// What containers do.
    Plan,
    /// What registries answer about an image.
    Registry,
    /// What servers answer.
    Answer,
    /// The signal that stops containers of an image.
    StopSignal(Text),
    /// The image or manifest is on the machines.
    Present,
    /// The image or manifest is on no machine.
    Absent,
}

/// What a controller, or the kubelet of a node, decides to do with a Pod or a ReplicaSet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The controller of a set creates the Pod.
    Create,
    /// The controller of a set deletes the Pod.
    Delete,
    /// The controller of a set becomes the owner of the Pod.
    Adopt,
    /// The controller of a set stops being the owner of the Pod.
    Release,
    /// The controller of a Deployment makes the ReplicaSet larger.
    ScaleUp,
    /// The controller of a Deployment makes the ReplicaSet smaller.
    ScaleDown,
    /// The garbage collector deletes the Pod, as none of its owners exists.
    Collect,
    /// The garbage collector removes references to owners that do not exist from the Pod.
    Unlink,
    /// The kubelet evicts the Pod, because its node runs out of a resource.
    Evict,
    /// The kubelet ends the Pod to make room for a critical Pod.
    Preempt,
    /// The kubelet ends the Pod before its machine is switched off.
    ShutDown,
}
