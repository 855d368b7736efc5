//! The question that a chain of causes answers.

use crate::messages::Messages;
use podlab::change::{Change, Subject, Value};

/// Why a change happened, asked.
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
        | Subject::Hook(..)
        | Subject::Program(_)
        | Subject::World => m.say("question.other"),
    }
}
