//! The steps of a lesson.

use super::goal::{Goal, Moment};
use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::files::manifests::{with_manifest, within};
use crate::files::scenario_file::LocalText;
use crate::manifest::Diagnostic;
use crate::manifest::node::Node;
use crate::rules::release::Release;
use crate::sim::scenario::{self, Act};
use serde::de::{Deserialize, Deserializer, Error};

/// A step: something to read, to predict or to do.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the learner is told.
    pub say: LocalText,
    /// What is asked before the step goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predict: Option<Prediction>,
    /// What is to be reached; all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<Goal>,
    /// What helps, from the least to the most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<LocalText>,
    /// What reaches the goals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solution: Vec<Work>,
}

/// A question about what comes next. The right answer is computed.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// What is asked.
    pub ask: Ask,
    /// How far ahead.
    #[serde(deserialize_with = "length", serialize_with = "super::write::length")]
    pub after: SimTime,
    /// What can be answered.
    pub choices: Vec<Choice>,
}

/// What a prediction asks.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// The phase of a Pod then; `none` when it does not exist.
    Phase(Text),
    /// What kubectl prints of a Pod under STATUS then; `none` when it does not exist.
    Status(Text),
    /// How often the containers of a Pod were restarted by then; `none` when it does not exist.
    Restarts(Text),
    /// The node of a Pod then; `none` when it does not exist or has no node.
    Node(Text),
    /// The name of the Pod that is created next; `none` when none is by then.
    NextCreated,
    /// The name of the Pod whose deletion is requested next; `none` when none is by then.
    NextDeleted,
    /// In how many seconds a container is started again, such as `40s`; `never` when it is not by then.
    NextRestart {
        /// The Pod.
        pod: Text,
        /// The container.
        container: Text,
    },
    /// Whether nothing changes any more from a moment on that comes by then: `yes` or `no`.
    Converges,
    /// The rule that explains the state of an object then, as its id; `none` when there is no such object.
    Why(#[serde(deserialize_with = "object", serialize_with = "super::write::object")] ObjectRef),
}

/// An answer that can be chosen.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The answer, as it is computed.
    pub answer: Text,
    /// What the learner reads instead of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<LocalText>,
    /// What is said of it: why it is right, or which misconception it comes from.
    pub because: LocalText,
}

/// A piece of a solution.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// A line for kubectl.
    Kubectl(Text),
    /// Something that is done outside the API, such as ending a program, or an object that is created.
    Command(Box<Command>),
    /// Time passes.
    Wait(SimTime),
}

/// Reads `TYPE/NAME`, or the name of a Pod.
fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ObjectRef, D::Error> {
    let given = Text::deserialize(deserializer)?;
    let (kind, name) = given.split_once('/').unwrap_or(("pod", &given));
    let Some(kind) = ResourceKind::read(kind) else {
        return Err(D::Error::custom(
            "it must be the name of a Pod, or TYPE/NAME of a kind that Podlab runs",
        ));
    };
    let namespace = if kind.is_namespaced() { Text::Static("default") } else { Text::default() };
    Ok(ObjectRef::new(kind, namespace, name.to_owned()))
}

fn length<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SimTime, D::Error> {
    Moment::deserialize(deserializer).map(|Moment(time)| time)
}

impl<'de> Deserialize<'de> for Work {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Work, D::Error> {
        let node = Node::deserialize(deserializer)?;
        if let Some(line) = node.get("kubectl").and_then(Node::as_text) {
            return Ok(Work::Kubectl(line.clone()));
        }
        if let Some(time) = node.get("wait") {
            let read = scenario::milliseconds(time).map(|time| Work::Wait(SimTime(time)));
            return read
                .ok_or_else(|| D::Error::custom("wait must be a length of time, such as 90s"));
        }
        let told = |error: scenario::ActionError| {
            D::Error::custom(format!("{}: {}", error.path, error.message))
        };
        let read = scenario::action(&node, &Text::Static("default"));
        let is_known = read.as_ref().err().is_none_or(|error| error.path != "do");
        let unknown = scenario::unknown_fields(&node).into_iter().next();
        if let Some(error) = unknown.filter(|_| is_known) {
            return Err(told(error));
        }
        if let Some(created) = created_in_any(&node) {
            return created
                .map(|command| Work::Command(Box::new(command)))
                .map_err(D::Error::custom);
        }
        let action = read.map_err(told)?;
        match action.act {
            Act::Command(command) => Ok(Work::Command(Box::new(command))),
            Act::Create(_) | Act::PutManifest { .. } | Act::Note(_) => Err(D::Error::custom(
                "a solution has kubectl, wait, or an action of a scenario; what it creates stands under manifest",
            )),
        }
    }
}

/// Reads an action that holds the object it creates, under the newest release that knows the object. [`read_created`] reads it again
/// under the release of the lesson.
fn created_in_any(node: &Node) -> Option<Result<Command, String>> {
    let mut wrong = None;
    for release in Release::ALL.into_iter().rev() {
        match with_manifest(node, release)? {
            Ok(command) => return Some(Ok(command)),
            Err(mut found) if wrong.is_none() => wrong = found.drain(..).next(),
            Err(_) => {}
        }
    }
    wrong.map(|wrong| Err(format!("{}: {}", wrong.path, wrong.message)))
}

/// A piece of a solution that creates an object: the index of its step, its own, and what it does.
pub(super) type Created = (usize, usize, Command);

/// Reads the objects that the solutions of a lesson create, under its release.
///
/// # Errors
///
/// Returns what is wrong with the objects, with its place.
pub(super) fn read_created(
    lesson: &Node,
    release: Release,
) -> Result<Vec<Created>, Vec<Diagnostic>> {
    let (mut created, mut mistakes) = (Vec::new(), Vec::new());
    for (step, node) in lesson.get("steps").map_or(&[][..], Node::elements).iter().enumerate() {
        let works = node.get("solution").map_or(&[][..], Node::elements).iter().enumerate();
        for (index, work) in works {
            match with_manifest(work, release) {
                Some(Ok(command)) => created.push((step, index, command)),
                Some(Err(found)) => {
                    mistakes.extend(within(&format!("steps[{step}].solution[{index}]"), found));
                }
                None => {}
            }
        }
    }
    if mistakes.is_empty() { Ok(created) } else { Err(mistakes) }
}
