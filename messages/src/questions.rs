//! The question that a chain of causes answers.

use crate::text;
use podlab::api::persistent_volume::VolumePhase;
use podlab::api::persistent_volume_claim::ClaimPhase;
use podlab::api::stateful_set::StatefulSet;
use podlab::api::status::{ConditionStatus, READY};
use podlab::cluster::change::Change;
use podlab::cluster::fact::{ConditionValue, Fact, StateSummary};
use podlab::controller::stateful_set::identity::pod_name;

/// Returns the question why a change happened.
pub fn question(change: &Change) -> String {
    let is_pod = change.pod.is_some();
    let (kind, name) = (change.object.kind(), change.object.name());
    match &change.fact {
        Fact::Phase { new, .. } => text::question_phase(new.as_str()),
        Fact::ClaimPhase { new, .. } => {
            bound(kind, name, new.phase.map(ClaimPhase::as_str), &new.to)
        }
        Fact::VolumePhase { new, .. } => {
            bound(kind, name, new.phase.map(VolumePhase::as_str), &new.to)
        }
        Fact::Status { new, .. } => text::question_status(new),
        Fact::Condition { kind, new, .. } => condition(kind, new.as_ref()),
        Fact::NodeReady { new, .. } => text::question_condition(READY, new.as_str()),
        Fact::NodePressure { signal, new, .. } => {
            text::question_condition(signal.condition(), new.as_str())
        }
        Fact::State { container, new, .. } => state(container, new.as_ref()),
        Fact::Ready { container, ready: true } => text::question_ready_true(container),
        Fact::Ready { container, ready: false } => text::question_ready_false(container),
        Fact::Probe { kind, .. } => text::question_probe(kind.as_str().to_ascii_lowercase()),
        Fact::Signal { container, signal, .. } => text::question_signal(container, signal),
        Fact::RestartCount { container, .. } => text::question_restart(container),
        Fact::Removed if is_pod => text::question_removed().to_owned(),
        Fact::Deletion { .. } if is_pod => text::question_deletion().to_owned(),
        Fact::Endpoints { .. } => text::question_endpoints().to_owned(),
        Fact::Bound { .. } => text::question_node().to_owned(),
        Fact::Created
        | Fact::RevisionCreated(_)
        | Fact::RevisionNumber { .. }
        | Fact::Removed
        | Fact::Deletion { .. }
        | Fact::Reason { .. }
        | Fact::Started { .. }
        | Fact::Spec
        | Fact::Field { .. }
        | Fact::Decision { .. }
        | Fact::EvictionRefused(_)
        | Fact::Hook { .. }
        | Fact::Program { .. }
        | Fact::SandboxKilled
        | Fact::ContainersRemoved
        | Fact::Connectivity { .. }
        | Fact::Machine(_)
        | Fact::Resource { .. }
        | Fact::TaintAdded(_)
        | Fact::TaintRemoved(_)
        | Fact::Drain { .. }
        | Fact::World(_) => text::question_other().to_owned(),
    }
}

/// Returns the question about the phase of a claim or a volume, or about what it is bound to before it has a phase.
fn bound(kind: &str, name: &str, phase: Option<&str>, to: &str) -> String {
    match phase {
        Some(phase) => text::question_object(kind, name, phase),
        None => text::question_bound_to(kind, name, to),
    }
}

fn condition(kind: &str, new: Option<&ConditionValue>) -> String {
    let value = match new {
        None => "",
        Some(ConditionValue { status: ConditionStatus::Unknown, reason }) if !reason.is_empty() => {
            reason
        }
        Some(ConditionValue { status, .. }) => status.as_str(),
    };
    text::question_condition(kind, value)
}

fn state(container: &str, new: Option<&StateSummary>) -> String {
    match new {
        Some(StateSummary::Running) => text::question_state_running(container),
        Some(state) if state.reason().is_empty() => text::question_state(container, state.as_str()),
        Some(state) => text::question_state(container, state.reason()),
        None => text::question_state(container, ""),
    }
}

/// Returns the question why an object of a set does not exist, and the answer: what the set is about to do, if it makes
/// the object at all. Rules S-01, S-04.
pub fn absence(object: &str, set: &StatefulSet, ordinal: i64) -> (String, String) {
    let name = &set.metadata.name;
    let first = set.spec.start();
    let last = first + set.spec.replicas() - 1;
    let why = if set.metadata.deletion_timestamp.is_some() {
        text::absent_leaving(name)
    } else if set.spec.has_ordinal(ordinal) {
        text::absent_later(object, name)
    } else if last < first {
        text::absent_none(object, name)
    } else {
        text::absent_beyond(pod_name(set, first), pod_name(set, last), object, name)
    };
    (text::question_absent(object), why)
}
