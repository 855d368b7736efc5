//! What happened, as a part of a sentence: `*app* exited with 1`. The same clause can be the effect or the cause in *A because B*.

use crate::{changes, text};
use podlab::api::node::in_words;
use podlab::api::persistent_volume::VolumePhase;
use podlab::api::persistent_volume_claim::ClaimPhase;
use podlab::api::status::ConditionStatus;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{Decision, Fact, ProgramEvent, SignalPurpose, StateSummary, Supply};
use podlab::cluster::machines::Connectivity;
use podlab::cluster::probe::{Outcome, ProbeKind};
use podlab::questions::root::Root;
use podlab::questions::waits::MissingObject;

/// Returns what happened in a change as a clause; `None` where a clause would say less than the sentence about the change.
pub(crate) fn clause(change: &Change) -> Option<String> {
    let is_pod = change.pod.is_some();
    let (kind, name) = (change.object.kind(), change.object.name());
    Some(match &change.fact {
        Fact::Created if is_pod => text::clause_created().to_owned(),
        Fact::Created | Fact::RevisionCreated(_) => text::clause_created_other(kind, name),
        Fact::Removed if is_pod => text::clause_removed().to_owned(),
        Fact::Removed => text::clause_removed_other(kind, name),
        Fact::Deletion { .. } if is_pod => text::clause_deletion().to_owned(),
        Fact::Deletion { .. } => text::clause_deletion_other(kind, name),
        Fact::EvictionRefused(_) => text::clause_eviction().to_owned(),
        Fact::Bound { new, .. } => text::clause_node(new),
        Fact::Phase { new, .. } => text::clause_phase(new.as_str()),
        Fact::ClaimPhase { new, .. } => bound(kind, name, new.phase == Some(ClaimPhase::Bound)),
        Fact::VolumePhase { new, .. } => bound(kind, name, new.phase == Some(VolumePhase::Bound)),
        Fact::Reason { new, .. } => text::clause_reason(new),
        Fact::Condition { kind, new: Some(new), .. } => {
            text::clause_condition(kind, new.status.as_str())
        }
        Fact::Condition { kind, new: None, .. } => text::clause_condition_gone(kind),
        Fact::NodeReady { new, .. } => text::clause_node_ready(name, new.as_str()),
        Fact::NodePressure { signal, new: ConditionStatus::True, .. } => {
            text::clause_node_pressure(name, signal.condition())
        }
        Fact::NodePressure { signal, .. } => {
            text::clause_node_pressure_over(name, signal.condition())
        }
        Fact::Connectivity { new, .. } => connectivity(name, *new),
        Fact::Resource { signal, supply: Supply::Short } => {
            text::clause_node_short(name, signal.condition())
        }
        Fact::Resource { signal, supply: Supply::Enough } => {
            text::clause_node_enough(name, signal.condition())
        }
        Fact::TaintAdded(taint) => text::clause_taint(name, in_words(taint)),
        Fact::TaintRemoved(taint) => text::clause_taint_gone(name, in_words(taint)),
        Fact::Drain { .. } => text::clause_drain(name),
        Fact::State { container, new, .. } => state(container, new.as_ref()?),
        Fact::Ready { container, ready: true } => text::clause_ready(container),
        Fact::Ready { container, ready: false } => text::clause_ready_not(container),
        Fact::Started { container, started: true } => text::clause_started(container),
        Fact::Started { container, started: false } => text::clause_started_not(container),
        Fact::RestartCount { container, .. } => text::clause_restart(container),
        Fact::Status { new, .. } => text::clause_status(new),
        Fact::Field { field, new, .. } => text::clause_field(field, &change.object, new),
        Fact::Probe { container, kind, outcome, .. } => probe(container, *kind, *outcome),
        Fact::Hook { container, hook } => text::clause_hook(container, hook.as_str()),
        Fact::Signal { container, purpose: SignalPurpose::Kill, .. } => {
            text::clause_signal_kill(container)
        }
        Fact::Signal { container, signal, purpose: SignalPurpose::Stop } => {
            text::clause_signal(container, signal)
        }
        Fact::Program { container, event } => program(container, event),
        Fact::SandboxKilled => text::clause_sandbox().to_owned(),
        Fact::ContainersRemoved => text::clause_containers().to_owned(),
        Fact::Endpoints { .. } => text::clause_endpoints(name),
        Fact::Decision { decision, name: pod, .. } => self::decision(name, *decision, pod),
        // These sentences say more than what changed.
        Fact::RevisionNumber { .. } | Fact::Spec | Fact::Machine(_) | Fact::World(_) => {
            return None;
        }
    })
}

/// Returns what the container of a change needs and is not there; `None` for a change of no container's state.
pub(crate) fn missing(change: &Change, missing: &MissingObject) -> Option<String> {
    let Fact::State { container, .. } = &change.fact else { return None };
    let MissingObject { kind, name, key } = missing;
    Some(match key {
        Some(key) => text::clause_missing_key(container, key, kind.as_str(), name),
        None => text::clause_missing(container, kind.as_str(), name),
    })
}

/// Returns what keeps a Pod from going on.
pub(crate) fn root(root: &Root) -> String {
    match root {
        Root::Pull { image, answer } => text::clause_pull(answer, image),
        Root::NoNode(refusal) => text::clause_no_node(&refusal.reasons),
        Root::Claim(claim) => text::clause_claim(claim),
    }
}

fn bound(kind: &str, name: &str, is_bound: bool) -> String {
    if is_bound { text::clause_bound(kind, name) } else { text::clause_unbound(kind, name) }
}

fn connectivity(name: &str, new: Connectivity) -> String {
    match new {
        Connectivity::CutOff => text::clause_cut_off(name),
        Connectivity::Off => text::clause_off(name),
        Connectivity::Broken => text::clause_broken(name),
        Connectivity::Up | Connectivity::Returning => text::clause_connected(name),
    }
}

fn state(container: &str, state: &StateSummary) -> String {
    match state {
        StateSummary::Running => text::clause_running(container),
        StateSummary::Waiting(reason) => text::clause_waiting(container, reason),
        StateSummary::Terminated(reason) => text::clause_terminated(container, reason),
    }
}

fn probe(container: &str, kind: ProbeKind, outcome: Outcome) -> String {
    let kind = kind.as_str().to_ascii_lowercase();
    match outcome {
        Outcome::Success => text::clause_probe_success(container, kind),
        Outcome::Failure => text::clause_probe_failure(container, kind),
        Outcome::Error => text::clause_probe_error(container, kind),
    }
}

fn program(container: &str, event: &ProgramEvent) -> String {
    match event {
        ProgramEvent::Started => text::clause_program_started(container),
        ProgramEvent::Ended { reason, .. } if changes::is_out_of_memory(reason) => {
            text::clause_program_oom(container)
        }
        ProgramEvent::Ended { code, .. } => text::clause_program_ended(code, container),
        ProgramEvent::StartFailed(reason) => text::clause_program_failed(container, reason),
        ProgramEvent::FileCreated(path) => text::clause_program_file_created(container, path),
        ProgramEvent::FileRemoved(path) => text::clause_program_file_removed(container, path),
        ProgramEvent::Resized => text::clause_program_resized(container),
        ProgramEvent::ProcessLost(_) => text::clause_program_child(container),
    }
}

fn decision(set: &str, decision: Decision, pod: &str) -> String {
    match decision {
        Decision::Create => text::clause_decision_create(pod, set),
        Decision::Delete => text::clause_decision_delete(pod, set),
        Decision::Adopt => text::clause_decision_adopt(pod, set),
        Decision::Release => text::clause_decision_release(pod, set),
        Decision::ScaleUp => text::clause_decision_scale_up(pod, set),
        Decision::ScaleDown => text::clause_decision_scale_down(pod, set),
        Decision::Collect => text::clause_decision_collect(pod),
        Decision::Unlink => text::clause_decision_unlink(pod),
        Decision::Evict => text::clause_decision_evict(pod, set),
        Decision::Preempt => text::clause_decision_preempt(pod, set),
        Decision::ShutDown => text::clause_decision_shut_down(pod, set),
    }
}
