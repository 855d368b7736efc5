//! How goals, questions and solutions are written, so that their readers read the same.

use super::goal::{Condition, ContainerInState, Goal, StateWord, Subject};
use super::steps::Work;
use crate::api::status::ConditionStatus;
use crate::api::{ObjectRef, ResourceKind};
use crate::base::duration;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::manifest::node::{Node, Value};
use crate::sim::scenario;
use serde::ser::{Serialize, Serializer};

/// Writes a length of time.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
pub(super) fn length<S: Serializer>(time: &SimTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&duration::exact(time.0))
}

/// Writes the object of a question: a Pod as its name.
pub(super) fn object<S: Serializer>(object: &ObjectRef, serializer: S) -> Result<S::Ok, S::Error> {
    if object.kind == ResourceKind::Pod {
        return serializer.serialize_str(&object.name);
    }
    serializer.serialize_str(&format!("{}/{}", object.kind.singular(), object.name))
}

/// The kinds of objects that goals are about, and the words for them.
const KINDS: [(ResourceKind, &str); 5] = [
    (ResourceKind::Pod, "pod"),
    (ResourceKind::PersistentVolumeClaim, "claim"),
    (ResourceKind::StatefulSet, "set"),
    (ResourceKind::Deployment, "deployment"),
    (ResourceKind::Service, "name"),
];

/// Takes the status of an object away, which is the cluster's. That of a node says how much there is of the machine.
pub(super) fn take_status(object: &mut Node) {
    let is_node = object.get("kind").and_then(Node::as_text).is_some_and(|kind| *kind == *"Node");
    if let Value::Map(fields) = &mut object.value
        && !is_node
    {
        fields.retain(|field| field.key != *"status");
    }
}

fn yes(is_so: bool) -> Node {
    Value::Bool(is_so).into()
}

impl Serialize for Goal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let node = match self {
            Goal::Now(condition) => condition.node(),
            Goal::Never(condition) => Node::map([("never".into(), condition.node())]),
            Goal::Always(condition) => Node::map([("always".into(), condition.node())]),
            Goal::Commands(most) => Node::map([("commands".into(), Node::int(i64::from(*most)))]),
            Goal::Before(time) => {
                Node::map([("before".into(), Node::text(duration::exact(time.0)))])
            }
        };
        node.serialize(serializer)
    }
}

impl Condition {
    fn node(&self) -> Node {
        let kind = KINDS.iter().find(|(kind, _)| *kind == self.object.kind);
        // The reader of goals takes no other kinds.
        let kind = kind.map_or("pod", |(_, word)| *word);
        let name = match &self.subject {
            Subject::Resolves(name, _) => name,
            Subject::Exists(_)
            | Subject::Phase(_)
            | Subject::Status(_)
            | Subject::Ready(_)
            | Subject::Condition(..)
            | Subject::State(_)
            | Subject::Restarts(..)
            | Subject::Deleted
            | Subject::AnyDeleted
            | Subject::Node(_)
            | Subject::Image(_)
            | Subject::Replicas(_)
            | Subject::ReadyReplicas(_)
            | Subject::LeastReady(_) => &self.object.name,
        };
        let mut fields: Vec<(Text, Node)> = vec![(kind.into(), Node::text(name.clone()))];
        if self.object.namespace != *"default" {
            fields.push(("namespace".into(), Node::text(self.object.namespace.clone())));
        }
        let mut add = |key: &'static str, node: Node| fields.push((key.into(), node));
        match &self.subject {
            Subject::Exists(exists) => add("exists", yes(*exists)),
            Subject::Phase(phase) => add("phase", Node::text(phase.as_str())),
            Subject::Status(word) => add("status", Node::text(word.clone())),
            Subject::Ready(ready) => add("ready", yes(*ready)),
            Subject::Condition(kind, status) => {
                add("condition", Node::text(kind.clone()));
                add(
                    "is",
                    match status {
                        ConditionStatus::True => yes(true),
                        ConditionStatus::False => yes(false),
                        ConditionStatus::Unknown => Node::text(status.as_str()),
                    },
                );
            }
            Subject::State(ContainerInState { container, state, reason }) => {
                add("container", Node::text(container.clone()));
                add("state", Node::text(state.as_str()));
                if let Some(reason) = reason {
                    add("reason", Node::text(reason.clone()));
                }
            }
            Subject::Restarts(container, least) => {
                add("container", Node::text(container.clone()));
                add("restarts", Node::int(*least));
            }
            Subject::Deleted | Subject::AnyDeleted => add("deleted", yes(true)),
            Subject::Node(node) => add("node", Node::text(node.clone())),
            Subject::Image(image) => add("image", Node::text(image.clone())),
            Subject::Replicas(count) => add("replicas", Node::int(*count)),
            Subject::ReadyReplicas(count) => add("ready", Node::int(*count)),
            Subject::LeastReady(least) => {
                add("ready", Node::map([("least".into(), Node::int(*least))]));
            }
            Subject::Resolves(_, resolves) => add("resolves", yes(*resolves)),
        }
        Node::map(fields)
    }
}

impl StateWord {
    /// Returns the word for the state in files.
    const fn as_str(self) -> &'static str {
        match self {
            StateWord::Waiting => "waiting",
            StateWord::Running => "running",
            StateWord::Terminated => "terminated",
        }
    }
}

impl Serialize for Work {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let one = |key: &'static str, value: Text| Node::map([(key.into(), Node::text(value))]);
        let node = match self {
            Work::Kubectl(line) => one("kubectl", line.clone()),
            Work::Wait(time) => one("wait", duration::exact(time.0).into()),
            Work::Command(command) => {
                let mut node = scenario::write(command);
                if let Value::Map(fields) = &mut node.value {
                    // What is read without a namespace is in this one.
                    let is_usual = |node: &Node| node.as_text().is_some_and(|t| *t == *"default");
                    fields.retain(|field| field.key != *"namespace" || !is_usual(&field.node));
                    let manifest = fields.iter_mut().find(|field| field.key == *"manifest");
                    if let Some(manifest) = manifest {
                        take_status(&mut manifest.node);
                    }
                }
                node
            }
        };
        node.serialize(serializer)
    }
}
