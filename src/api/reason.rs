//! Words in statuses that the program tells apart, as types.

use super::status::{
    ALL_CONTAINERS_RESTARTING, CONTAINERS_READY, ContainerStateTerminated, DISRUPTION_TARGET,
    INITIALIZED, POD_READY_TO_START_CONTAINERS, POD_SCHEDULED, PodPhase, READY, RESIZE_IN_PROGRESS,
    RESIZE_PENDING,
};

/// Why a container waits: the reasons that a kubelet writes. Rules P-302, P-305, P-306.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingReason {
    /// The kubelet has not come to the container yet.
    ContainerCreating,
    /// The kubelet has not come to the container of a Pod with init containers yet.
    PodInitializing,
    /// The restart back-off is not over.
    CrashLoopBackOff,
    /// The pull back-off is not over.
    ImagePullBackOff,
    /// The Pod may not run on the machine.
    Blocked,
    /// The image could not be pulled.
    ErrImagePull,
    /// The registry did not answer.
    RegistryUnavailable,
    /// The signature of the image was not accepted.
    SignatureValidationFailed,
    /// The image is not on the machine and may not be pulled.
    ErrImageNeverPull,
    /// The runtime could not look for the image.
    ImageInspectError,
    /// The name of the image is wrong.
    InvalidImageName,
    /// The configuration of the container names something that does not exist.
    CreateContainerConfigError,
    /// The runtime could not create the container.
    CreateContainerError,
    /// The runtime could not start the container.
    RunContainerError,
    /// The postStart hook failed. In older releases the error follows the word.
    PostStartHookError,
    /// The kubelet restarts all containers of the Pod. Rule P-416.
    RestartingAllContainers,
}

impl WaitingReason {
    /// All reasons.
    pub const ALL: [WaitingReason; 16] = [
        WaitingReason::ContainerCreating,
        WaitingReason::PodInitializing,
        WaitingReason::CrashLoopBackOff,
        WaitingReason::ImagePullBackOff,
        WaitingReason::Blocked,
        WaitingReason::ErrImagePull,
        WaitingReason::RegistryUnavailable,
        WaitingReason::SignatureValidationFailed,
        WaitingReason::ErrImageNeverPull,
        WaitingReason::ImageInspectError,
        WaitingReason::InvalidImageName,
        WaitingReason::CreateContainerConfigError,
        WaitingReason::CreateContainerError,
        WaitingReason::RunContainerError,
        WaitingReason::PostStartHookError,
        WaitingReason::RestartingAllContainers,
    ];

    /// Returns the word in the status.
    pub const fn as_str(self) -> &'static str {
        match self {
            WaitingReason::ContainerCreating => "ContainerCreating",
            WaitingReason::PodInitializing => "PodInitializing",
            WaitingReason::CrashLoopBackOff => "CrashLoopBackOff",
            WaitingReason::ImagePullBackOff => "ImagePullBackOff",
            WaitingReason::Blocked => "Blocked",
            WaitingReason::ErrImagePull => "ErrImagePull",
            WaitingReason::RegistryUnavailable => "RegistryUnavailable",
            WaitingReason::SignatureValidationFailed => "SignatureValidationFailed",
            WaitingReason::ErrImageNeverPull => "ErrImageNeverPull",
            WaitingReason::ImageInspectError => "ImageInspectError",
            WaitingReason::InvalidImageName => "InvalidImageName",
            WaitingReason::CreateContainerConfigError => "CreateContainerConfigError",
            WaitingReason::CreateContainerError => "CreateContainerError",
            WaitingReason::RunContainerError => "RunContainerError",
            WaitingReason::PostStartHookError => "PostStartHookError",
            WaitingReason::RestartingAllContainers => "RestartingAllContainers",
        }
    }

    /// Returns the reason that a status gives; details may follow it after a colon. Other components can write other reasons.
    pub fn named(text: &str) -> Option<WaitingReason> {
        let word = text.split(':').next().unwrap_or_default();
        WaitingReason::ALL.into_iter().find(|reason| reason.as_str() == word)
    }

    /// Returns whether the kubelet tried to start the container and could not, or may not.
    pub(crate) const fn is_failure(self) -> bool {
        match self {
            WaitingReason::ContainerCreating
            | WaitingReason::PodInitializing
            | WaitingReason::CrashLoopBackOff
            | WaitingReason::ImagePullBackOff
            | WaitingReason::RestartingAllContainers => false,
            WaitingReason::Blocked
            | WaitingReason::ErrImagePull
            | WaitingReason::RegistryUnavailable
            | WaitingReason::SignatureValidationFailed
            | WaitingReason::ErrImageNeverPull
            | WaitingReason::ImageInspectError
            | WaitingReason::InvalidImageName
            | WaitingReason::CreateContainerConfigError
            | WaitingReason::CreateContainerError
            | WaitingReason::RunContainerError
            | WaitingReason::PostStartHookError => true,
        }
    }
}

/// Why a container has ended: the reasons that a runtime and a kubelet write. Rules P-307, P-309.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminatedReason {
    /// The program ended with exit code 0.
    Completed,
    /// The program ended with another exit code.
    Error,
    /// The kernel killed it because it ran out of memory.
    OomKilled,
    /// The runtime could not start it.
    StartError,
    /// The kubelet does not know how it ended. Rule P-307.
    ContainerStatusUnknown,
}

impl TerminatedReason {
    /// All reasons.
    pub const ALL: [TerminatedReason; 5] = [
        TerminatedReason::Completed,
        TerminatedReason::Error,
        TerminatedReason::OomKilled,
        TerminatedReason::StartError,
        TerminatedReason::ContainerStatusUnknown,
    ];

    /// Returns the word in the status.
    pub const fn as_str(self) -> &'static str {
        match self {
            TerminatedReason::Completed => "Completed",
            TerminatedReason::Error => "Error",
            TerminatedReason::OomKilled => "OOMKilled",
            TerminatedReason::StartError => "StartError",
            TerminatedReason::ContainerStatusUnknown => "ContainerStatusUnknown",
        }
    }

    /// Returns the reason that a status gives. Runtimes can write other reasons.
    pub fn named(word: &str) -> Option<TerminatedReason> {
        TerminatedReason::ALL.into_iter().find(|reason| reason.as_str() == word)
    }
}

/// Why a resize of a Pod waits. Rule P-214.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResizeReason {
    /// The node never has that much.
    Infeasible,
    /// The node does not have that much now.
    Deferred,
}

impl ResizeReason {
    /// Returns the word in the condition.
    pub const fn as_str(self) -> &'static str {
        match self {
            ResizeReason::Infeasible => "Infeasible",
            ResizeReason::Deferred => "Deferred",
        }
    }
}

/// The reason of `PodScheduled` while no node takes the Pod. Rule P-902.
pub const UNSCHEDULABLE: &str = "Unschedulable";

/// The types of the conditions that Kubernetes gives Pods. Readiness gates add others. Rules P-201 to P-214.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PodConditionType {
    /// The scheduler has placed the Pod.
    PodScheduled,
    /// Sandbox and network are there.
    PodReadyToStartContainers,
    /// The init containers are done.
    Initialized,
    /// Every container is ready.
    ContainersReady,
    /// The Pod takes traffic.
    Ready,
    /// A disruption is about to end the Pod.
    DisruptionTarget,
    /// All containers are being ended to start again.
    AllContainersRestarting,
    /// A resize waits.
    PodResizePending,
    /// A resize is being carried out.
    PodResizeInProgress,
}

impl PodConditionType {
    /// All types.
    pub const ALL: [PodConditionType; 9] = [
        PodConditionType::PodScheduled,
        PodConditionType::PodReadyToStartContainers,
        PodConditionType::Initialized,
        PodConditionType::ContainersReady,
        PodConditionType::Ready,
        PodConditionType::DisruptionTarget,
        PodConditionType::AllContainersRestarting,
        PodConditionType::PodResizePending,
        PodConditionType::PodResizeInProgress,
    ];

    /// Returns the word in the status.
    pub const fn as_str(self) -> &'static str {
        match self {
            PodConditionType::PodScheduled => POD_SCHEDULED,
            PodConditionType::PodReadyToStartContainers => POD_READY_TO_START_CONTAINERS,
            PodConditionType::Initialized => INITIALIZED,
            PodConditionType::ContainersReady => CONTAINERS_READY,
            PodConditionType::Ready => READY,
            PodConditionType::DisruptionTarget => DISRUPTION_TARGET,
            PodConditionType::AllContainersRestarting => ALL_CONTAINERS_RESTARTING,
            PodConditionType::PodResizePending => RESIZE_PENDING,
            PodConditionType::PodResizeInProgress => RESIZE_IN_PROGRESS,
        }
    }

    /// Returns the type with this word.
    pub fn named(word: &str) -> Option<PodConditionType> {
        PodConditionType::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// What the word under STATUS says of a Pod. Rules P-1202 to P-1208.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PodStatusKind {
    /// Something is still to come before it runs.
    #[default]
    Waiting,
    /// It runs, or is on its way out.
    Running,
    /// It ended well.
    Succeeded,
    /// It, or a container of it, failed.
    Failed,
    /// What became of it is not known.
    Unknown,
}

impl PodStatusKind {
    /// Returns what a phase says.
    pub const fn of_phase(phase: PodPhase) -> PodStatusKind {
        match phase {
            PodPhase::Pending => PodStatusKind::Waiting,
            PodPhase::Running => PodStatusKind::Running,
            PodPhase::Succeeded => PodStatusKind::Succeeded,
            PodPhase::Failed => PodStatusKind::Failed,
            PodPhase::Unknown => PodStatusKind::Unknown,
        }
    }

    /// Returns what the reason of a waiting container says.
    pub(crate) fn of_waiting(reason: &str) -> PodStatusKind {
        if WaitingReason::named(reason).is_some_and(WaitingReason::is_failure) {
            PodStatusKind::Failed
        } else {
            PodStatusKind::Waiting
        }
    }

    /// Returns what the end of a container says. Rule P-309.
    pub fn of_end(end: &ContainerStateTerminated) -> PodStatusKind {
        match TerminatedReason::named(&end.reason) {
            Some(TerminatedReason::ContainerStatusUnknown) => PodStatusKind::Unknown,
            Some(
                TerminatedReason::Completed
                | TerminatedReason::Error
                | TerminatedReason::OomKilled
                | TerminatedReason::StartError,
            )
            | None => {
                if end.exit_code.0 == 0 {
                    PodStatusKind::Succeeded
                } else {
                    PodStatusKind::Failed
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::status::ExitCode;

    #[test]
    fn a_reason_is_known_by_its_word_also_before_details() {
        for reason in WaitingReason::ALL {
            assert_eq!(WaitingReason::named(reason.as_str()), Some(reason));
            let details = format!("{}: command failed", reason.as_str());
            assert_eq!(WaitingReason::named(&details), Some(reason));
        }
        assert_eq!(WaitingReason::named("ErrImage"), None);
        assert_eq!(WaitingReason::named(""), None);
    }

    #[test]
    fn every_word_of_an_end_and_of_a_condition_is_known_and_no_other() {
        for reason in TerminatedReason::ALL {
            assert_eq!(TerminatedReason::named(reason.as_str()), Some(reason));
        }
        for kind in PodConditionType::ALL {
            assert_eq!(PodConditionType::named(kind.as_str()), Some(kind));
        }
        assert_eq!(TerminatedReason::named("DeadlineExceeded"), None);
        assert_eq!(PodConditionType::named("example.com/gate"), None);
    }

    #[test]
    fn a_back_off_is_a_wait_and_what_precedes_it_a_failure() {
        assert_eq!(PodStatusKind::of_waiting("ImagePullBackOff"), PodStatusKind::Waiting);
        assert_eq!(PodStatusKind::of_waiting("ErrImagePull"), PodStatusKind::Failed);
        assert_eq!(PodStatusKind::of_waiting("PostStartHookError: exit 1"), PodStatusKind::Failed);
        assert_eq!(PodStatusKind::of_waiting("SomethingElse"), PodStatusKind::Waiting);
    }

    #[test]
    fn an_end_is_judged_by_its_exit_code_unless_it_is_not_known() {
        let end = |code: i32, reason: &'static str| ContainerStateTerminated {
            exit_code: ExitCode(code),
            reason: reason.into(),
            ..ContainerStateTerminated::default()
        };
        assert_eq!(PodStatusKind::of_end(&end(0, "Completed")), PodStatusKind::Succeeded);
        assert_eq!(PodStatusKind::of_end(&end(137, "OOMKilled")), PodStatusKind::Failed);
        assert_eq!(PodStatusKind::of_end(&end(3, "")), PodStatusKind::Failed);
        assert_eq!(
            PodStatusKind::of_end(&end(137, "ContainerStatusUnknown")),
            PodStatusKind::Unknown
        );
    }
}
