//! The question that a chain of causes answers.

use crate::messages::Messages;
use podlab::api::persistent_volume::VolumePhase;
use podlab::api::stateful_set::StatefulSet;
use podlab::api::status::{ConditionStatus, READY};
use podlab::api::storage::ClaimPhase;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{ConditionValue, Fact, StateSummary};
use podlab::controller::stateful_set::identity::pod_name;

/// Returns the question why a change happened.
pub fn question(m: &Messages, change: &Change) -> String {
    let is_pod = change.pod.is_some();
    match &change.fact {
        Fact::Phase { new, .. } => m.fill("question.phase", &[("value", new.as_str())]),
        Fact::ClaimPhase { new, .. } => bound(m, new.phase.map_or("", ClaimPhase::as_str), &new.to),
        Fact::VolumePhase { new, .. } => {
            bound(m, new.phase.map_or("", VolumePhase::as_str), &new.to)
        }
        Fact::Status { new, .. } => m.fill("question.status", &[("value", new)]),
        Fact::Condition { kind, new, .. } => condition(m, kind, new.as_ref()),
        Fact::NodeReady { new, .. } => of_condition(m, READY, new.as_str()),
        Fact::NodePressure { signal, new, .. } => of_condition(m, signal.condition(), new.as_str()),
        Fact::State { container, new, .. } => state(m, container, new.as_ref()),
        Fact::Ready { container, ready } => {
            let key = if *ready { "question.ready.true" } else { "question.ready.false" };
            m.fill(key, &[("container", container)])
        }
        Fact::Probe { kind, .. } => {
            m.fill("question.probe", &[("probe", &kind.as_str().to_ascii_lowercase())])
        }
        Fact::Signal { container, signal, .. } => {
            m.fill("question.signal", &[("container", container), ("value", signal)])
        }
        Fact::RestartCount { container, .. } => {
            m.fill("question.restart", &[("container", container)])
        }
        Fact::Removed if is_pod => m.say("question.removed"),
        Fact::Deletion { .. } if is_pod => m.say("question.deletion"),
        Fact::Endpoints { .. } => m.say("question.endpoints"),
        Fact::Bound { .. } => m.say("question.node"),
        Fact::Created
        | Fact::RevisionCreated(_)
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
        | Fact::World(_) => m.say("question.other"),
    }
}

/// Returns the question about the phase of a claim or a volume, which is told by what it is bound to.
fn bound(m: &Messages, phase: &str, to: &str) -> String {
    m.fill("question.phase", &[("value", if to.is_empty() { phase } else { to })])
}

fn of_condition(m: &Messages, kind: &str, value: &str) -> String {
    m.fill("question.condition", &[("condition", kind), ("value", value)])
}

fn condition(m: &Messages, kind: &str, new: Option<&ConditionValue>) -> String {
    let value = match new {
        None => "",
        Some(ConditionValue { status: ConditionStatus::Unknown, reason }) if !reason.is_empty() => {
            reason
        }
        Some(ConditionValue { status, .. }) => status.as_str(),
    };
    of_condition(m, kind, value)
}

fn state(m: &Messages, container: &str, new: Option<&StateSummary>) -> String {
    let (key, value) = match new {
        Some(StateSummary::Running) => ("question.state.running", "running"),
        Some(state) if state.reason().is_empty() => ("question.state", state.as_str()),
        Some(state) => ("question.state", state.reason()),
        None => ("question.state", ""),
    };
    m.fill(key, &[("container", container), ("value", value)])
}

/// Returns the question why an object of a set does not exist, and the answer: what the set is about to do, if it makes
/// the object at all. Rules S-01, S-04.
pub fn absence(m: &Messages, object: &str, set: &StatefulSet, ordinal: i64) -> (String, String) {
    let name = ("set", set.metadata.name.as_str());
    let object = ("object", object);
    let first = set.spec.start();
    let last = first + set.spec.replicas() - 1;
    let why = if set.metadata.deletion_timestamp.is_some() {
        m.fill("absent.leaving", &[name])
    } else if set.spec.has_ordinal(ordinal) {
        m.fill("absent.later", &[name, object])
    } else if last < first {
        m.fill("absent.none", &[name, object])
    } else {
        let (first, last) = (pod_name(set, first), pod_name(set, last));
        m.fill("absent.beyond", &[name, object, ("first", &first), ("last", &last)])
    };
    (m.fill("question.absent", &[object]), why)
}
