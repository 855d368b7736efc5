//! Goals: what is to become true, or to stay true, before a step is done.

use crate::api::status::{ConditionStatus, PodPhase};
use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::manifest::node::Node;
use crate::sim::scenario::milliseconds;
use serde::de::{Deserialize, Deserializer, Error};

/// What a learner is to reach.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// This is true at the present moment.
    Now(Condition),
    /// This is true at no moment of the step. It stays lost once it was true, until the learner undoes the act.
    Never(Condition),
    /// This is true at each moment of the step. It stays lost once it was false, until the learner undoes the act.
    Always(Condition),
    /// No more commands than this are given in the lesson.
    Commands(u32),
    /// The clock is not past this moment.
    Before(SimTime),
}

/// Something that is true of an object, or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The object: a Pod, a claim, a StatefulSet, a Deployment, or the Service whose name is looked up.
    pub object: ObjectRef,
    /// What is true of it.
    pub subject: Subject,
}

/// What is true of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Whether the object exists.
    Exists(bool),
    /// The phase of the Pod.
    Phase(PodPhase),
    /// What kubectl prints of the Pod under STATUS.
    Status(Text),
    /// Whether the condition `Ready` of the Pod is True.
    Ready(bool),
    /// A condition of the Pod has this status.
    Condition(Text, ConditionStatus),
    /// A container of the Pod is in this state.
    State(ContainerInState),
    /// A container of the Pod was restarted at least this often.
    Restarts(Text, i64),
    /// The deletion of the Pod was requested.
    Deleted,
    /// The deletion of some Pod of the namespace was requested.
    AnyDeleted,
    /// The node that the Pod is bound to.
    Node(Text),
    /// The image of the first container of the Pod, or of the workload's template.
    Image(Text),
    /// How many Pods the workload asks for.
    Replicas(i64),
    /// How many Pods of the workload are ready.
    ReadyReplicas(i64),
    /// How many Pods of the workload are ready at least.
    LeastReady(i64),
    /// Whether this name resolves for a Pod in the namespace of the Service.
    Resolves(Text, bool),
}

/// A container, and the state that it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainerInState {
    /// The container.
    pub container: Text,
    /// Its state.
    pub state: StateWord,
    /// The reason of the state, as the API shows it; `None` when any reason will do.
    pub reason: Option<Text>,
}

/// The state of a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StateWord {
    /// It does not run yet, or waits to run again.
    Waiting,
    /// It runs.
    Running,
    /// It has ended.
    Terminated,
}

/// A goal as it is written.
#[derive(Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    pod: Option<Text>,
    claim: Option<Text>,
    set: Option<Text>,
    deployment: Option<Text>,
    name: Option<Text>,
    namespace: Option<Text>,
    container: Option<Text>,
    exists: Option<bool>,
    phase: Option<Text>,
    status: Option<Text>,
    ready: Option<Amount>,
    condition: Option<Text>,
    is: Option<Status>,
    state: Option<StateWord>,
    reason: Option<Text>,
    restarts: Option<i64>,
    deleted: Option<bool>,
    node: Option<Text>,
    image: Option<Text>,
    replicas: Option<i64>,
    resolves: Option<bool>,
    never: Option<Box<Inner>>,
    always: Option<Box<Inner>>,
    commands: Option<u32>,
    before: Option<Moment>,
}

/// Yes or no of a Pod, or a number of a workload.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "it must be true, false, a number, or least with a number")]
enum Amount {
    Flag(bool),
    Count(i64),
    Least(Least),
}

/// A number of Pods or more.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Least {
    least: i64,
}

/// The status of a condition. YAML reads `True` and `False` as yes and no.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "it must be True, False or Unknown")]
enum Status {
    Flag(bool),
    Word(Text),
}

impl Status {
    fn read(self) -> Option<ConditionStatus> {
        match self {
            Status::Flag(true) => Some(ConditionStatus::True),
            Status::Flag(false) => Some(ConditionStatus::False),
            Status::Word(word) => ConditionStatus::parse(&word),
        }
    }
}

/// A moment, or a length of time: `30s`, `5m`, or a number of seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moment(pub(super) SimTime);

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        let node = Node::deserialize(deserializer)?;
        let read = milliseconds(&node).map(|time| Moment(SimTime(time)));
        read.ok_or_else(|| D::Error::custom("it must be a length of time, such as 90s or 5m"))
    }
}

impl<'de> Deserialize<'de> for Goal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Goal, D::Error> {
        let goal = Written::deserialize(deserializer)?.goal().map_err(D::Error::custom)?;
        match &goal {
            Goal::Now(Condition { subject: Subject::AnyDeleted, .. }) => {
                Err(D::Error::custom(ANY_POD))
            }
            Goal::Now(_)
            | Goal::Never(_)
            | Goal::Always(_)
            | Goal::Commands(_)
            | Goal::Before(_) => Ok(goal),
        }
    }
}

/// The name that stands for every Pod.
const EVERY: &str = "*";
/// What is said where that name cannot stand.
const ANY_POD: &str =
    "the Pod \"*\" stands for every Pod, in {never: {pod: \"*\", deleted: true}} only";

/// A goal inside of `never` or `always`.
struct Inner(Goal);

impl<'de> Deserialize<'de> for Inner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Inner, D::Error> {
        Written::deserialize(deserializer)?.goal().map(Inner).map_err(D::Error::custom)
    }
}

impl Written {
    /// Returns the one goal that is written.
    fn goal(mut self) -> Result<Goal, String> {
        let object = self.object();
        let alone = [
            self.never.take().map(|inner| inner.0.condition().map(Goal::Never)),
            self.always.take().map(|inner| match inner.0.condition()? {
                Condition { subject: Subject::AnyDeleted, .. } => Err(ANY_POD.to_owned()),
                condition => Ok(Goal::Always(condition)),
            }),
            self.commands.take().map(|most| Ok(Goal::Commands(most))),
            self.before.take().map(|Moment(time)| Ok(Goal::Before(time))),
        ];
        let mut alone = alone.into_iter().flatten();
        let subjects = self.subjects()?;
        match (object, alone.next()) {
            (None, Some(goal)) if subjects.is_empty() && alone.next().is_none() => goal,
            (Some(object), None) => match <[Subject; 1]>::try_from(subjects) {
                Ok([Subject::Deleted]) if is_every_pod(&object) => {
                    Ok(Goal::Now(Condition { object, subject: Subject::AnyDeleted }))
                }
                Ok(_) if is_every_pod(&object) => Err(ANY_POD.to_owned()),
                Ok([subject]) if subject.is_of(object.kind) => {
                    Ok(Goal::Now(Condition { object, subject }))
                }
                Ok(_) | Err(_) => Err(expected_of(object.kind).to_owned()),
            },
            (Some(_) | None, Some(_)) => {
                Err("it says more than one thing; write a goal for each".to_owned())
            }
            (None, None) => Err(
                "say what it is about: one pod, claim, set, deployment or name; or never, always, commands or before"
                    .to_owned(),
            ),
        }
    }

    /// Returns the object that the goal is about.
    fn object(&mut self) -> Option<ObjectRef> {
        let named = [
            (ResourceKind::Pod, self.pod.take()),
            (ResourceKind::PersistentVolumeClaim, self.claim.take()),
            (ResourceKind::StatefulSet, self.set.take()),
            (ResourceKind::Deployment, self.deployment.take()),
            (ResourceKind::Service, self.name.as_deref().map(service_of)),
        ];
        let mut named = named.into_iter().filter_map(|(kind, name)| Some((kind, name?)));
        let ((kind, name), None) = (named.next()?, named.next()) else { return None };
        let namespace = self.namespace.take().unwrap_or(Text::Static("default"));
        Some(ObjectRef::new(kind, namespace, name))
    }

    /// Returns everything that is said of the object.
    fn subjects(self) -> Result<Vec<Subject>, String> {
        let phase = self.phase.map(|word| {
            PodPhase::parse(&word)
                .map(Subject::Phase)
                .ok_or_else(|| format!("there is no phase {word}"))
        });
        let restarts = self.restarts.zip(self.container.clone());
        let restarts = restarts.map(|(count, container)| Subject::Restarts(container, count));
        let state = self.state.zip(self.container.clone()).map(|(state, container)| {
            Subject::State(ContainerInState { container, state, reason: self.reason.clone() })
        });
        let has_container = self.container.is_some();
        if (self.restarts.is_some() || self.state.is_some()) != has_container {
            return Err("a container belongs to restarts or state".to_owned());
        }
        let has_reason = matches!(self.state, Some(StateWord::Waiting | StateWord::Terminated));
        if self.reason.is_some() && !has_reason {
            return Err(
                "a reason belongs to a state that has one: waiting or terminated".to_owned()
            );
        }
        if self.resolves.is_some() && self.name.is_none() {
            return Err("resolves belongs to a name".to_owned());
        }
        let condition = match (self.condition, self.is) {
            (Some(kind), Some(status)) => {
                let status = status.read().ok_or("is takes True, False or Unknown")?;
                Some(Subject::Condition(kind, status))
            }
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => {
                return Err("condition and is belong together".to_owned());
            }
        };
        let ready = self.ready.map(|ready| match ready {
            Amount::Flag(is_ready) => Subject::Ready(is_ready),
            Amount::Count(count) => Subject::ReadyReplicas(count),
            Amount::Least(Least { least }) => Subject::LeastReady(least),
        });
        let deleted = match self.deleted {
            Some(false) => {
                return Err("deleted takes true; write never for the contrary".to_owned());
            }
            Some(true) => Some(Subject::Deleted),
            None => None,
        };
        let said = [
            self.exists.map(Subject::Exists),
            phase.transpose()?,
            self.status.map(Subject::Status),
            ready,
            condition,
            state,
            restarts,
            deleted,
            self.node.map(Subject::Node),
            self.image.map(Subject::Image),
            self.replicas.map(Subject::Replicas),
            self.name.zip(self.resolves).map(|(name, resolves)| Subject::Resolves(name, resolves)),
        ];
        Ok(said.into_iter().flatten().collect())
    }
}

/// Returns the Service that a name is about: `web` for `web-0.web` and for `web`.
fn service_of(name: &str) -> Text {
    let mut labels = name.split('.');
    let first = labels.next().unwrap_or_default();
    labels.next().unwrap_or(first).to_owned().into()
}

/// Returns whether a goal is about every Pod of a namespace.
fn is_every_pod(object: &ObjectRef) -> bool {
    object.kind == ResourceKind::Pod && object.name == *EVERY
}

/// Returns whether goals take the kind for a workload.
const fn is_workload(kind: ResourceKind) -> bool {
    matches!(kind, ResourceKind::StatefulSet | ResourceKind::Deployment)
}

/// Returns what a goal is to say of an object of a kind.
const fn expected_of(kind: ResourceKind) -> &'static str {
    if matches!(kind, ResourceKind::Pod) {
        "say one thing of the Pod: exists, phase, status, ready, condition, state, restarts, deleted, node or image"
    } else if is_workload(kind) {
        "say one thing of it: exists, image, or replicas or ready with a number; ready also takes least"
    } else if matches!(kind, ResourceKind::Service) {
        "say whether the name resolves"
    } else {
        "say whether it exists"
    }
}

impl Goal {
    /// Returns the condition of what is to be never or always true.
    fn condition(self) -> Result<Condition, String> {
        let watched = match self {
            Goal::Now(condition) if condition.subject.is_watched() => Some(condition),
            Goal::Now(_)
            | Goal::Never(_)
            | Goal::Always(_)
            | Goal::Commands(_)
            | Goal::Before(_) => None,
        };
        watched.ok_or_else(|| {
            "never and always take exists, phase, status, ready, condition, state, restarts or deleted"
                .to_owned()
        })
    }
}

impl Condition {
    /// Returns that the deletion of some Pod of the usual namespace was requested.
    pub(crate) fn of_any_deletion() -> Condition {
        Condition { object: ObjectRef::pod("default", EVERY), subject: Subject::AnyDeleted }
    }
}

impl Goal {
    /// Returns the goal in its two forms where it counts the Pods of a workload that are ready: exactly so many, and so many at least.
    pub fn exact_and_least(&self) -> Option<[Goal; 2]> {
        let (wrap, condition): (fn(Condition) -> Goal, _) = match self {
            Goal::Now(condition) => (Goal::Now, condition),
            Goal::Never(condition) => (Goal::Never, condition),
            Goal::Always(condition) => (Goal::Always, condition),
            Goal::Commands(_) | Goal::Before(_) => return None,
        };
        let (Subject::ReadyReplicas(count) | Subject::LeastReady(count)) = condition.subject else {
            return None;
        };
        let forms = [Subject::ReadyReplicas(count), Subject::LeastReady(count)];
        Some(forms.map(|subject| wrap(Condition { object: condition.object.clone(), subject })))
    }
}

impl Subject {
    /// Returns whether it can be said of objects of a kind.
    fn is_of(&self, kind: ResourceKind) -> bool {
        match self {
            Subject::Exists(_) => kind != ResourceKind::Service,
            Subject::Resolves(..) => kind == ResourceKind::Service,
            Subject::Image(_) => kind == ResourceKind::Pod || is_workload(kind),
            Subject::Replicas(_) | Subject::ReadyReplicas(_) | Subject::LeastReady(_) => {
                is_workload(kind)
            }
            Subject::Phase(_)
            | Subject::Status(_)
            | Subject::Ready(_)
            | Subject::Condition(..)
            | Subject::State(_)
            | Subject::Restarts(..)
            | Subject::Deleted
            | Subject::AnyDeleted
            | Subject::Node(_) => kind == ResourceKind::Pod,
        }
    }

    /// Returns whether each change of it is recorded, so that it is known of each moment.
    pub(crate) const fn is_watched(&self) -> bool {
        match self {
            Subject::Exists(_)
            | Subject::Phase(_)
            | Subject::Status(_)
            | Subject::Ready(_)
            | Subject::Condition(..)
            | Subject::State(_)
            | Subject::Restarts(..)
            | Subject::Deleted
            | Subject::AnyDeleted
            | Subject::ReadyReplicas(_)
            | Subject::LeastReady(_) => true,
            Subject::Node(_) | Subject::Image(_) | Subject::Replicas(_) | Subject::Resolves(..) => {
                false
            }
        }
    }
}
