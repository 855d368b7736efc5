//! Words in statuses that the program tells apart, as types.

use super::status::{ContainerStateTerminated, PodPhase};

/// The reason of a container whose end the kubelet does not know. Rule P-307.
pub const STATUS_UNKNOWN: &str = "ContainerStatusUnknown";

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
}

impl WaitingReason {
    /// All reasons.
    pub const ALL: [WaitingReason; 15] = [
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
        }
    }

    /// Returns the reason that a status gives; details may follow it after a colon. Other components can write other reasons.
    pub(crate) fn named(text: &str) -> Option<WaitingReason> {
        let word = text.split(':').next().unwrap_or_default();
        WaitingReason::ALL.into_iter().find(|reason| reason.as_str() == word)
    }

    /// Returns whether the kubelet tried to start the container and could not, or may not.
    pub(crate) const fn is_failure(self) -> bool {
        match self {
            WaitingReason::ContainerCreating
            | WaitingReason::PodInitializing
            | WaitingReason::CrashLoopBackOff
            | WaitingReason::ImagePullBackOff => false,
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
        if end.reason == *STATUS_UNKNOWN {
            PodStatusKind::Unknown
        } else if end.exit_code.0 == 0 {
            PodStatusKind::Succeeded
        } else {
            PodStatusKind::Failed
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
        assert_eq!(PodStatusKind::of_end(&end(137, STATUS_UNKNOWN)), PodStatusKind::Unknown);
    }
}
