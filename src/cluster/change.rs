//! What became visible: every change with its time, its rule and its cause.

use crate::api::ResourceKind;
use crate::api::reason::PodStatusKind;
use crate::base::names::Names;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::object::ChangedObject;
use crate::cluster::world::PodId;
use crate::rules::Rule;
use serde::Serialize;

/// What led to something: the start of the simulation, an act of the learner, or an earlier change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The beginning of the simulation.
    #[default]
    Start,
    /// The act with this number.
    Command(u32),
    /// The change with this number.
    Change(u64),
}

/// A change of something that a person can see.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Its number, from 0.
    pub number: u64,
    /// When it happened.
    pub time: SimTime,
    /// The Pod that it is about; `None` for other objects.
    pub pod: Option<PodId>,
    /// The object that changed.
    pub object: ChangedObject,
    /// The part of the object that changed.
    pub subject: Subject,
    /// The old value.
    pub old: Value,
    /// The new value.
    pub new: Value,
    /// The rule by which it changed.
    pub rule: Rule,
    /// What led to it.
    pub cause: Cause,
}

impl Change {
    /// Returns whether the change says anything new. A probe that answers as it did before does not.
    pub fn is_news(&self) -> bool {
        self.old != self.new && !matches!(self.subject, Subject::World | Subject::Started(_))
    }

    /// Returns the change as other programs read it. `text` describes it in a sentence.
    pub fn record(&self, text: String) -> ChangeRecord {
        let (subject, name) = self.subject.words();
        ChangeRecord {
            time: self.time,
            object: self.object.to_string().into(),
            subject,
            name,
            old: self.old.to_string(),
            new: self.new.to_string(),
            rule: self.rule,
            text,
        }
    }
}

/// A change as other programs read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangeRecord {
    /// When, in milliseconds since the simulation began.
    pub time: SimTime,
    /// Kind and name of the object, such as `Pod/demo`.
    pub object: Text,
    /// The part of the object that changed, such as `phase` or `condition`.
    pub subject: &'static str,
    /// The container, condition or field that it is about; empty for others.
    pub name: Text,
    /// The old value.
    pub old: String,
    /// The new value.
    pub new: String,
    /// The rule by which it changed.
    pub rule: Rule,
    /// What happened, in a sentence.
    pub text: String,
}

/// The part of an object that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The object was created.
    Created,
    /// The object was removed.
    Removed,
    /// A deletion was requested.
    Deletion,
    /// An eviction was refused, for the reason in the API's words.
    Eviction,
    /// The node that a Pod is bound to.
    Node,
    /// The phase.
    Phase,
    /// `status.reason`.
    Reason,
    /// The condition of this type.
    Condition(Text),
    /// The state of this container.
    State(Text),
    /// Whether this container is ready.
    Ready(Text),
    /// Whether this container has started.
    Started(Text),
    /// The restart count of this container.
    RestartCount(Text),
    /// The word that `kubectl get` prints as STATUS.
    Status,
    /// The spec.
    Spec,
    /// A field that is a number or a name, such as `status.readyReplicas`.
    Field(&'static str),
    /// The connection of a machine to the API server.
    Machine,
    /// What a person's command uses up of a machine's memory, disk or process ids. Its word for other programs is `machine`.
    Resource,
    /// A taint of a node.
    Taint,
    /// A drain of a node, with the number of Pods that it has not evicted yet.
    Drain,
    /// A decision of a controller, or of the kubelet of a node.
    Decision,
    /// The answer of this probe of a container.
    Probe(Text, &'static str),
    /// A hook of this container.
    Hook(Text, &'static str),
    /// A signal that was sent to this container.
    Signal(Text),
    /// The program in this container.
    Program(Text),
    /// The addresses of a Service that are ready, and those that are not.
    Endpoints,
    /// The rules of the simulated world that the learner may change, such as what a container does.
    World,
}

impl Subject {
    /// Returns a word for the part, and the name of the container, condition or field that it is about.
    fn words(&self) -> (&'static str, Text) {
        let word = match self {
            Subject::Created => "created",
            Subject::Removed => "removed",
            Subject::Deletion => "deletion",
            Subject::Eviction => "eviction",
            Subject::Node => "node",
            Subject::Phase => "phase",
            Subject::Reason => "reason",
            Subject::Status => "status",
            Subject::Spec => "spec",
            Subject::Decision => "decision",
            Subject::Endpoints => "endpoints",
            Subject::World => "world",
            Subject::Machine | Subject::Resource => "machine",
            Subject::Taint => "taint",
            Subject::Drain => "drain",
            Subject::Condition(name) => return ("condition", name.clone()),
            Subject::State(name) => return ("state", name.clone()),
            Subject::Ready(name) => return ("ready", name.clone()),
            Subject::Started(name) => return ("started", name.clone()),
            Subject::RestartCount(name) => return ("restartCount", name.clone()),
            Subject::Field(name) => return ("field", Text::Static(name)),
            Subject::Probe(name, _) => return ("probe", name.clone()),
            Subject::Hook(name, _) => return ("hook", name.clone()),
            Subject::Signal(name) => return ("signal", name.clone()),
            Subject::Program(name) => return ("program", name.clone()),
        };
        (word, Text::default())
    }
}

/// A value before or after a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    #[default]
    None,
    /// A word or sentence.
    Text(Text),
    /// A word and its reason, such as a condition's status or a container's state.
    Because(&'static str, Text),
    /// What `kubectl get` prints of a Pod under STATUS, and what that says of it.
    Status(PodStatusKind, Text),
    /// A count.
    Count(i64),
    /// Yes or no.
    Flag(bool),
    /// The Pods behind a Service: those that are ready, and those that are not.
    Endpoints(Names, Names),
    /// The decision about the object of this kind, a Pod or a ReplicaSet, with this name.
    Decision(Decision, ResourceKind, Text),
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

impl Decision {
    /// Returns the word for other programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Decision::Create => "create",
            Decision::Delete => "delete",
            Decision::Adopt => "adopt",
            Decision::Release => "release",
            Decision::ScaleUp => "scale up",
            Decision::ScaleDown => "scale down",
            Decision::Collect => "collect",
            Decision::Unlink => "unlink",
            Decision::Evict => "evict",
            Decision::Preempt => "preempt",
            Decision::ShutDown => "shut down",
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::None => Ok(()),
            Value::Text(text) | Value::Status(_, text) => f.write_str(text),
            Value::Because(word, reason) if reason.is_empty() => f.write_str(word),
            Value::Because(word, reason) => write!(f, "{word}: {reason}"),
            Value::Count(count) => write!(f, "{count}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Decision(decision, kind, name) => {
                write!(f, "{} {} {name}", decision.as_str(), kind.as_str())
            }
            Value::Endpoints(ready, not_ready) => {
                let mut space = "";
                for name in ready.iter() {
                    write!(f, "{space}{name}")?;
                    space = " ";
                }
                for name in not_ready.iter() {
                    write!(f, "{space}({name})")?;
                    space = " ";
                }
                Ok(())
            }
        }
    }
}
