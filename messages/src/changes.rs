//! Sentences about what happened.

use crate::{short, text};
use podlab::api::endpoints::Addresses;
use podlab::api::node::in_words;
use podlab::api::persistent_volume::VolumePhase;
use podlab::api::persistent_volume_claim::ClaimPhase;
use podlab::api::reason::{PodConditionType, TerminatedReason, WaitingReason};
use podlab::api::status::{ConditionStatus, PodPhase, READY};
use podlab::cluster::change::Change;
use podlab::cluster::fact::{
    ConditionSource, ConditionValue, Decision, Fact, Listed, MachineEvent, ProgramEvent,
    SignalPurpose, StateSummary, Supply,
};
use podlab::cluster::machines::Connectivity;
use podlab::cluster::probe::{Outcome, ProbeKind};

/// Returns how much a change matters among the changes of one moment.
pub fn weight(change: &Change) -> u8 {
    match &change.fact {
        Fact::State { new: Some(StateSummary::Waiting(reason)), .. }
            if WaitingReason::named(reason) == Some(WaitingReason::ContainerCreating) =>
        {
            3
        }
        Fact::VolumePhase { new, .. } if new.phase == Some(VolumePhase::Failed) => 8,
        Fact::Condition { kind, new, .. } if *kind == *READY => {
            let is_true = new.as_ref().is_some_and(|new| new.status == ConditionStatus::True);
            if is_true { 7 } else { 5 }
        }
        Fact::Removed => 9,
        Fact::Deletion { .. }
        | Fact::EvictionRefused(_)
        | Fact::Connectivity { .. }
        | Fact::Machine(_)
        | Fact::Resource { .. }
        | Fact::NodeReady { .. }
        | Fact::NodePressure { .. }
        | Fact::Phase { new: PodPhase::Succeeded | PodPhase::Failed, .. } => 8,
        Fact::Signal { .. } => 7,
        Fact::Probe { outcome: Outcome::Success, .. } => 2,
        Fact::State { .. }
        | Fact::Probe { .. }
        | Fact::RevisionNumber { .. }
        | Fact::TaintAdded(_)
        | Fact::TaintRemoved(_)
        | Fact::Drain { .. } => 6,
        Fact::Phase { .. }
        | Fact::ClaimPhase { .. }
        | Fact::VolumePhase { .. }
        | Fact::Hook { .. }
        | Fact::Endpoints { .. }
        | Fact::Bound { .. } => 5,
        Fact::Program { .. }
        | Fact::SandboxKilled
        | Fact::ContainersRemoved
        | Fact::Created
        | Fact::RevisionCreated(_)
        | Fact::Spec
        | Fact::Reason { .. } => 4,
        Fact::RestartCount { .. } => 3,
        Fact::Condition { .. }
        | Fact::Ready { .. }
        | Fact::Started { .. }
        | Fact::Status { .. } => 1,
        Fact::World(_) | Fact::Field { .. } | Fact::Decision { .. } => 0,
    }
}

/// Returns a sentence about what happened.
pub fn change(change: &Change) -> String {
    let is_pod = change.pod.is_some();
    let (kind, name) = (change.object.kind(), change.object.name());
    match &change.fact {
        Fact::Created if is_pod => text::change_created().to_owned(),
        Fact::Created | Fact::RevisionCreated(_) => text::change_created_other(kind, name),
        Fact::RevisionNumber { old, new } => text::revision_number(new, old),
        Fact::Removed if is_pod => text::change_removed().to_owned(),
        Fact::Removed => text::change_removed_other(kind, name),
        Fact::Deletion { .. } if !is_pod => text::change_deletion_object(kind, name),
        Fact::Deletion { new: Some(0), .. } => text::change_deletion_none().to_owned(),
        Fact::Deletion { new: Some(seconds), .. } => text::change_deletion(seconds),
        Fact::Deletion { new: None, .. } => text::change_deletion_other().to_owned(),
        Fact::EvictionRefused(message) => text::change_eviction(message),
        Fact::Bound { new, .. } => text::change_node(new),
        Fact::Phase { new, .. } => phase(*new).to_owned(),
        Fact::ClaimPhase { new, .. } => bound(kind, name, new.phase == Some(ClaimPhase::Bound)),
        Fact::VolumePhase { new, .. } => bound(kind, name, new.phase == Some(VolumePhase::Bound)),
        Fact::Reason { new, .. } if new.is_empty() => text::change_reason_cleared().to_owned(),
        Fact::Reason { new, .. } => text::change_reason(new),
        Fact::Condition { source: ConditionSource::SilentNode, .. } => {
            text::node_pod_not_ready().to_owned()
        }
        Fact::Condition { kind, new, source: ConditionSource::Object, .. } => {
            condition(kind, new.as_ref())
        }
        Fact::NodeReady { new, why, .. } => match new {
            ConditionStatus::Unknown => text::node_lost(name),
            ConditionStatus::False => text::node_not_ready(name, why),
            ConditionStatus::True => text::node_ready(name),
        },
        Fact::NodePressure { signal, new, .. } => match new {
            ConditionStatus::True => text::node_pressure(name, signal.condition()),
            ConditionStatus::False | ConditionStatus::Unknown => {
                text::node_pressure_over(name, signal.condition())
            }
        },
        Fact::Connectivity { old, new } => connectivity(name, *old, *new),
        Fact::Machine(event) => machine(name, *event),
        Fact::Resource { signal, supply: Supply::Short } => {
            text::node_machine_short(name, signal.condition())
        }
        Fact::Resource { signal, supply: Supply::Enough } => {
            text::node_machine_enough(name, signal.condition())
        }
        Fact::TaintAdded(taint) => text::node_taint(name, in_words(taint)),
        Fact::TaintRemoved(taint) => text::node_taint_gone(name, in_words(taint)),
        Fact::Drain { left: 0, .. } => text::node_drain_done(name),
        Fact::Drain { old: None, left } => text::node_drain_begun(left, name),
        Fact::Drain { old: Some(_), left } => text::node_drain(left, name),
        Fact::State { container, new, back_off, .. } => state(container, new.as_ref(), *back_off),
        Fact::Ready { container, ready: true } => text::change_ready_true(container),
        Fact::Ready { container, ready: false } => text::change_ready_false(container),
        Fact::Started { container, started: true } => text::change_started_true(container),
        Fact::Started { container, started: false } => text::change_started_false(container),
        Fact::RestartCount { container, new, .. } => text::change_restart(container, new),
        Fact::Status { new, .. } => text::change_status(new),
        Fact::Spec if is_pod => text::change_spec().to_owned(),
        Fact::Spec => text::change_spec_other(kind, name),
        Fact::Probe { container, kind, outcome, message, .. } => {
            probe(container, *kind, *outcome, message)
        }
        Fact::Hook { container, hook } => text::change_hook(container, hook.as_str()),
        Fact::Signal { container, purpose: SignalPurpose::Kill, .. } => {
            text::change_signal_kill(container)
        }
        Fact::Signal { container, signal, purpose: SignalPurpose::Stop } => {
            text::change_signal(container, signal)
        }
        Fact::Program { container, event } => program(container, event),
        Fact::SandboxKilled => text::change_program_sandbox().to_owned(),
        Fact::ContainersRemoved => text::kubelet_containers_removed().to_owned(),
        Fact::Endpoints { new, .. } => endpoints(name, new),
        // A pattern contains asterisks, which would mark a name here.
        Fact::World(_) => text::change_world(change.object.to_string().replace('*', "…")),
        Fact::Field { field, new, .. } => text::change_field(field, &change.object, new),
        Fact::Decision { decision, name: pod, .. } => self::decision(name, *decision, pod),
    }
}

fn phase(phase: PodPhase) -> &'static str {
    match phase {
        PodPhase::Pending => text::change_phase_pending(),
        PodPhase::Running => text::change_phase_running(),
        PodPhase::Succeeded => text::change_phase_succeeded(),
        PodPhase::Failed => text::change_phase_failed(),
        PodPhase::Unknown => text::change_phase_unknown(),
    }
}

/// Returns a sentence about a claim or a volume.
fn bound(kind: &str, name: &str, is_bound: bool) -> String {
    if is_bound { text::change_bound(kind, name) } else { text::change_unbound(kind, name) }
}

fn connectivity(name: &str, old: Connectivity, new: Connectivity) -> String {
    match new {
        Connectivity::CutOff => text::node_machine_cut_off(name),
        Connectivity::Off => text::node_machine_off(name),
        Connectivity::Broken => text::node_machine_broken(name),
        Connectivity::Up | Connectivity::Returning => match old {
            Connectivity::CutOff => text::node_machine_connected(name),
            Connectivity::Up
            | Connectivity::Returning
            | Connectivity::Off
            | Connectivity::Broken => text::node_machine_on(name),
        },
    }
}

fn machine(name: &str, event: MachineEvent) -> String {
    match event {
        MachineEvent::Crashed => text::node_machine_crashed(name),
        MachineEvent::KubeletStarted => text::kubelet_started(name),
        MachineEvent::ShuttingDown => text::node_machine_shutting_down(name),
        MachineEvent::RuntimeStopped => text::node_machine_without_runtime(name),
        MachineEvent::RuntimeStarted => text::node_machine_with_runtime(name),
        MachineEvent::NetworkStopped => text::node_machine_without_network(name),
        MachineEvent::NetworkStarted => text::node_machine_with_network(name),
        MachineEvent::AppArmorDisabled => text::node_machine_no_apparmor(name),
        MachineEvent::AppArmorEnabled => text::node_machine_apparmor(name),
    }
}

fn probe(container: &str, kind: ProbeKind, outcome: Outcome, message: &str) -> String {
    let kind = kind.as_str().to_ascii_lowercase();
    match outcome {
        Outcome::Success => text::change_probe_success(container, kind),
        Outcome::Failure => match message.trim() {
            "" => text::change_probe_failed(container, kind),
            message => text::change_probe_failure(container, message, kind),
        },
        Outcome::Error => text::change_probe_unknown(container, kind),
    }
}

/// Returns whether a container ended because it ran out of memory.
pub(crate) fn is_out_of_memory(reason: &str) -> bool {
    TerminatedReason::named(reason) == Some(TerminatedReason::OomKilled)
}

fn program(container: &str, event: &ProgramEvent) -> String {
    match event {
        ProgramEvent::Started => text::change_program_started(container),
        ProgramEvent::Ended { reason, code } if is_out_of_memory(reason) => {
            text::change_program_oom(code, container)
        }
        ProgramEvent::Ended { code, .. } => text::change_program_ended(code, container),
        ProgramEvent::StartFailed(_) => text::change_program_failed(container),
        ProgramEvent::FileCreated(path) => text::change_program_file_created(container, path),
        ProgramEvent::FileRemoved(path) => text::change_program_file_removed(container, path),
        ProgramEvent::Resized => text::kubelet_resized(container),
        ProgramEvent::ProcessLost(_) => text::kubelet_child_oom(container),
    }
}

fn endpoints(service: &str, new: &Addresses) -> String {
    let (ready, not_ready) = new;
    match (ready.is_empty(), not_ready.is_empty()) {
        (true, true) => text::change_endpoints_none(service),
        (true, false) => text::change_endpoints_unready(service),
        (false, _) => text::change_endpoints(Listed(new), service),
    }
}

fn decision(set: &str, decision: Decision, pod: &str) -> String {
    match decision {
        Decision::Create => text::change_decision_create(pod, set),
        Decision::Delete => text::change_decision_delete(pod, set),
        Decision::Adopt => text::change_decision_adopt(pod, set),
        Decision::Release => text::change_decision_release(pod, set),
        Decision::ScaleUp => text::change_decision_scale_up(pod, set),
        Decision::ScaleDown => text::change_decision_scale_down(pod, set),
        Decision::Collect => text::change_decision_collect(pod),
        Decision::Unlink => text::change_decision_unlink(pod),
        Decision::Evict => text::change_decision_evicts(pod, set),
        Decision::Preempt => text::change_decision_preempts(pod, set),
        Decision::ShutDown => text::change_decision_shuts_down(pod, set),
    }
}

fn condition(kind: &str, new: Option<&ConditionValue>) -> String {
    let Some(ConditionValue { status, reason }) = new else {
        return text::change_condition_gone(kind);
    };
    match reading(kind, *status).unwrap_or(reason) {
        "" => text::change_condition(kind, status.as_str()),
        why => text::change_condition_why(kind, status.as_str(), why),
    }
}

/// Returns what the status of a condition of Kubernetes means.
fn reading(kind: &str, status: ConditionStatus) -> Option<&'static str> {
    let (of_true, of_false) = match PodConditionType::named(kind)? {
        PodConditionType::PodScheduled => {
            (text::condition_pod_scheduled_true(), text::condition_pod_scheduled_false())
        }
        PodConditionType::PodReadyToStartContainers => (
            text::condition_pod_ready_to_start_containers_true(),
            text::condition_pod_ready_to_start_containers_false(),
        ),
        PodConditionType::Initialized => {
            (text::condition_initialized_true(), text::condition_initialized_false())
        }
        PodConditionType::ContainersReady => {
            (text::condition_containers_ready_true(), text::condition_containers_ready_false())
        }
        PodConditionType::Ready => (text::condition_ready_true(), text::condition_ready_false()),
        PodConditionType::AllContainersRestarting => (
            text::condition_all_containers_restarting_true(),
            text::condition_all_containers_restarting_false(),
        ),
        PodConditionType::PodResizePending => (text::condition_pod_resize_pending_true(), ""),
        PodConditionType::PodResizeInProgress => {
            (text::condition_pod_resize_in_progress_true(), "")
        }
        PodConditionType::DisruptionTarget => return None,
    };
    let reading = match status {
        ConditionStatus::True => of_true,
        ConditionStatus::False => of_false,
        ConditionStatus::Unknown => "",
    };
    Some(reading).filter(|reading| !reading.is_empty())
}

fn state(container: &str, new: Option<&StateSummary>, back_off: Option<u64>) -> String {
    let reason = new.map_or("", StateSummary::reason);
    let length = back_off.map(short);
    match new {
        None => text::change_state(container, reason, ""),
        Some(StateSummary::Running) => text::change_state_running(container),
        Some(state @ StateSummary::Waiting(_)) => waiting(container, state, length),
        Some(StateSummary::Terminated(_)) => {
            restarts(text::change_state_terminated(container, reason), length)
        }
    }
}

/// Returns a sentence about a container that waits. What follows the word in a status is shown too.
fn waiting(container: &str, state: &StateSummary, length: Option<String>) -> String {
    let reason = state.reason();
    match WaitingReason::named(reason) {
        Some(WaitingReason::ContainerCreating) => {
            text::change_state_waiting_container_creating(container)
        }
        Some(WaitingReason::PodInitializing) => {
            text::change_state_waiting_pod_initializing(container)
        }
        Some(WaitingReason::CrashLoopBackOff) => match length {
            None => text::change_state_waiting_crash_loop_back_off(container),
            Some(length) => text::back_off_crash_loop(container, length),
        },
        Some(WaitingReason::ErrImagePull) => {
            let said = text::change_state_waiting_err_image_pull(container);
            match length {
                Some(length) => format!("{said} {}", text::back_off_pull(length)),
                None => said,
            }
        }
        Some(WaitingReason::ImagePullBackOff) => match length {
            None => text::change_state_waiting_image_pull_back_off(container),
            Some(length) => text::back_off_image(container, length),
        },
        Some(WaitingReason::RestartingAllContainers) => {
            text::change_state_waiting_restarting_all_containers(container)
        }
        Some(
            WaitingReason::Blocked
            | WaitingReason::RegistryUnavailable
            | WaitingReason::SignatureValidationFailed
            | WaitingReason::ErrImageNeverPull
            | WaitingReason::ImageInspectError
            | WaitingReason::InvalidImageName
            | WaitingReason::CreateContainerConfigError
            | WaitingReason::CreateContainerError
            | WaitingReason::RunContainerError
            | WaitingReason::PostStartHookError,
        )
        | None => restarts(text::change_state(container, reason, state.as_str()), length),
    }
}

/// Adds how long the kubelet waits before the next restart.
fn restarts(said: String, length: Option<String>) -> String {
    match length {
        Some(length) => format!("{said} {}", text::back_off_restart(length)),
        None => said,
    }
}
