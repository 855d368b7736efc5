//! Goals: what is to become true, or to stay true, before a step is done.

use crate::api::ResourceKind;
use crate::api::status::PodPhase;
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

/// Something that is true of a Pod or a workload, or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The name of the Pod or the workload.
    pub name: Text,
    /// What is true of it.
    pub subject: Subject,
}

/// What is true of a Pod or a workload.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Whether the Pod exists.
    Exists(bool),
    /// The phase of the Pod.
    Phase(PodPhase),
    /// What kubectl prints of the Pod under STATUS.
    Status(Text),
    /// Whether the condition `Ready` of the Pod is True.
    Ready(bool),
    /// A container of the Pod was restarted at least this often.
    Restarts(Text, i64),
    /// The deletion of the Pod was requested.
    Deleted,
    /// The node that the Pod is bound to.
    Node(Text),
    /// The image of the first container of the Pod.
    Image(Text),
    /// How many Pods a workload of this kind asks for.
    Replicas(ResourceKind, i64),
    /// How many Pods of a workload of this kind are ready.
    ReadyReplicas(ResourceKind, i64),
}

/// A goal as it is written.
#[derive(Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    pod: Option<Text>,
    set: Option<Text>,
    deployment: Option<Text>,
    container: Option<Text>,
    exists: Option<bool>,
    phase: Option<Text>,
    status: Option<Text>,
    ready: Option<Amount>,
    restarts: Option<i64>,
    deleted: Option<bool>,
    node: Option<Text>,
    image: Option<Text>,
    replicas: Option<i64>,
    never: Option<Box<Goal>>,
    always: Option<Box<Goal>>,
    commands: Option<u32>,
    before: Option<Moment>,
}

/// Yes or no of a Pod, or a number of a workload.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "it must be true, false or a number")]
enum Amount {
    Flag(bool),
    Count(i64),
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
        Written::deserialize(deserializer)?.goal().map_err(D::Error::custom)
    }
}

impl Written {
    /// Returns how many fields are given.
    fn count(&self) -> usize {
        let names = [&self.pod, &self.set, &self.deployment, &self.container, &self.phase];
        let words = [&self.status, &self.node, &self.image];
        let flags = [self.exists, self.deleted];
        let numbers = [self.restarts, self.replicas];
        let others = [
            self.ready.is_some(),
            self.never.is_some(),
            self.always.is_some(),
            self.commands.is_some(),
            self.before.is_some(),
        ];
        names.into_iter().chain(words).flatten().count()
            + flags.into_iter().flatten().count()
            + numbers.into_iter().flatten().count()
            + others.into_iter().filter(|is_given| *is_given).count()
    }

    fn goal(self) -> Result<Goal, String> {
        let is_alone = self.never.is_some()
            || self.always.is_some()
            || self.commands.is_some()
            || self.before.is_some();
        let most = if is_alone { 1 } else { 2 + usize::from(self.container.is_some()) };
        if self.count() > most {
            return Err("it says more than one thing; write a goal for each".to_owned());
        }
        if let Some(goal) = self.never {
            return goal.condition().map(Goal::Never);
        }
        if let Some(goal) = self.always {
            return goal.condition().map(Goal::Always);
        }
        if let Some(most) = self.commands {
            return Ok(Goal::Commands(most));
        }
        if let Some(Moment(time)) = self.before {
            return Ok(Goal::Before(time));
        }
        let workload = |name: Option<Text>, kind| name.map(|name| (name, kind));
        let workload = workload(self.set, ResourceKind::StatefulSet)
            .or_else(|| workload(self.deployment, ResourceKind::Deployment));
        if let Some((name, kind)) = workload {
            let subject = match (self.ready, self.replicas) {
                (Some(Amount::Count(count)), None) => Subject::ReadyReplicas(kind, count),
                (None, Some(count)) => Subject::Replicas(kind, count),
                _ => return Err("say either replicas or ready, with a number".to_owned()),
            };
            return Ok(Goal::Now(Condition { name, subject }));
        }
        let Some(name) = self.pod else {
            return Err(
                "say what it is about: pod, set, deployment, never, always, commands or before"
                    .to_owned(),
            );
        };
        let phase = match self.phase {
            Some(word) => {
                let phase = PodPhase::parse(&word);
                Some(phase.ok_or_else(|| format!("there is no phase {word}"))?)
            }
            None => None,
        };
        let ready = match self.ready {
            Some(Amount::Flag(ready)) => Some(Subject::Ready(ready)),
            Some(Amount::Count(_)) => return Err("ready of a Pod must be true or false".to_owned()),
            None => None,
        };
        let restarts = match (self.restarts, self.container) {
            (Some(count), Some(container)) => Some(Subject::Restarts(container, count)),
            (None, None) => None,
            _ => return Err("restarts and container belong together".to_owned()),
        };
        let given = [
            self.exists.map(Subject::Exists),
            phase.map(Subject::Phase),
            self.status.map(Subject::Status),
            ready,
            restarts,
            self.deleted.filter(|deleted| *deleted).map(|_| Subject::Deleted),
            self.node.map(Subject::Node),
            self.image.map(Subject::Image),
        ];
        let mut given = given.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(subject), None) => Ok(Goal::Now(Condition { name, subject })),
            _ => Err("say one thing of the Pod: exists, phase, status, ready, restarts, deleted, node or image".to_owned()),
        }
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
        watched.ok_or_else(|| "never and always take exists, phase, status, ready, restarts or deleted of a Pod, or ready of a workload".to_owned())
    }
}

impl Subject {
    /// Returns whether each change of it is recorded, so that it is known of each moment.
    const fn is_watched(&self) -> bool {
        match self {
            Subject::Exists(_)
            | Subject::Phase(_)
            | Subject::Status(_)
            | Subject::Ready(_)
            | Subject::Restarts(..)
            | Subject::Deleted
            | Subject::ReadyReplicas(..) => true,
            Subject::Node(_) | Subject::Image(_) | Subject::Replicas(..) => false,
        }
    }
}
