//! The question that a chain of causes answers.

use crate::messages::Messages;
use podlab::api::stateful_set::StatefulSet;
use podlab::cluster::change::{Change, Subject, Value};
use podlab::controller::stateful_set::identity::pod_name;

/// Returns the question why a change happened.
pub fn question(m: &Messages, change: &Change) -> String {
    let value = match &change.new {
        Value::Because(word, reason)
            if reason.is_empty() || *word == "True" || *word == "False" =>
        {
            (*word).to_owned()
        }
        Value::Because(_, reason) => reason.to_string(),
        other => other.to_string(),
    };
    let value = ("value", value.as_str());
    match &change.subject {
        Subject::Phase => m.fill("question.phase", &[value]),
        Subject::Status => m.fill("question.status", &[value]),
        Subject::Condition(kind) => m.fill("question.condition", &[("condition", kind), value]),
        Subject::State(container) => {
            let runs = matches!(change.new, Value::Because("running", _));
            let key = if runs { "question.state.running" } else { "question.state" };
            m.fill(key, &[("container", container), value])
        }
        Subject::Ready(container) => {
            let yes = change.new == Value::Flag(true);
            let key = if yes { "question.ready.true" } else { "question.ready.false" };
            m.fill(key, &[("container", container)])
        }
        Subject::Probe(_, kind) => {
            m.fill("question.probe", &[("probe", &kind.to_ascii_lowercase())])
        }
        Subject::Signal(container) => m.fill("question.signal", &[("container", container), value]),
        Subject::RestartCount(container) => m.fill("question.restart", &[("container", container)]),
        Subject::Removed if change.pod.is_some() => m.say("question.removed"),
        Subject::Deletion if change.pod.is_some() => m.say("question.deletion"),
        Subject::Endpoints => m.say("question.endpoints"),
        Subject::Node => m.say("question.node"),
        Subject::Created
        | Subject::Removed
        | Subject::Deletion
        | Subject::Reason
        | Subject::Started(_)
        | Subject::Spec
        | Subject::Field(_)
        | Subject::Decision
        | Subject::Eviction
        | Subject::Hook(..)
        | Subject::Program(_)
        | Subject::Machine
        | Subject::Resource
        | Subject::Taint
        | Subject::Drain
        | Subject::World => m.say("question.other"),
    }
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
