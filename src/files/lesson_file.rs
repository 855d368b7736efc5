//! Files of lessons: a scenario with steps, goals, hints, questions and an official solution.
//!
//! A file is a series of YAML documents, as the file of a scenario is. One of them is the lesson. It has the fields of a scenario, which say
//! how the lesson begins, and fields of its own. `docs/LESSONS.md` describes them.

mod draft;
mod goal;
mod listed;
mod steps;
mod write;

use crate::api::ReadOptions;
use crate::base::text::Text;
use crate::files::scenario_file::{self, LESSON, LESSON_FIELDS, LocalText, Scenario};
use crate::manifest::deserialize::from_node;
use crate::manifest::node::{Node, Value};
use crate::manifest::{Code, Complaint, Diagnostic, yaml};

pub use draft::Draft;
pub use goal::{Condition, ContainerInState, Goal, StateWord, Subject};
pub use listed::{ListedLesson, read_list};
pub use steps::{Ask, Choice, Prediction, Step, Work};

/// A lesson: how it begins, and what the learner is led through.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// How it begins: the objects, the release, the seed, and what happens by itself.
    pub scenario: Scenario,
    /// What the learner is led through.
    pub course: Course,
    /// The fields that the course was read from, to find the place of a mistake.
    fields: Node,
}

impl Lesson {
    /// Returns a mistake in the course, with the place of the field at a path such as `steps[0].goals[1]`.
    pub(crate) fn mistake(&self, path: String, message: impl Into<Complaint>) -> Diagnostic {
        Diagnostic::new(Code::Invalid, self.fields.locate(&path), message).at(path)
    }
}

/// What a learner is led through.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// What sort of piece it is.
    #[serde(default, skip_serializing_if = "Form::is_lesson")]
    pub form: Form,
    /// What the learner can do afterwards.
    pub objective: LocalText,
    /// How long it takes.
    pub minutes: u32,
    /// The chapter of the course that it belongs to.
    pub chapter: Chapter,
    /// What many people believe, and the lesson puts right.
    #[serde(default, skip_serializing_if = "LocalText::is_empty")]
    pub misconception: LocalText,
    /// The ids of the rules that it teaches, such as `P-403`.
    pub rules: Vec<Text>,
    /// The official pages, as paths below `https://kubernetes.io/docs/`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Text>,
    /// What a teacher should know.
    #[serde(default, skip_serializing_if = "LocalText::is_empty")]
    pub teacher: LocalText,
    /// How many commands the official solution needs.
    pub par: u32,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What was learnt.
    pub debrief: LocalText,
}

/// What sort of piece a lesson is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A lesson of the course.
    #[default]
    Lesson,
    /// A situation in which many people go wrong.
    Trap,
    /// A goal to be reached with few commands.
    Challenge,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 3] = [Form::Lesson, Form::Trap, Form::Challenge];

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
    fn is_lesson(&self) -> bool {
        *self == Form::Lesson
    }
}

/// A chapter of the course.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Chapter {
    /// Phase, conditions, states, and STATUS, which is none of them.
    Pods,
    /// Restart policy, back-off, probes, hooks, termination.
    StayingAlive,
    /// Many Pods in order: identity, scaling, DNS.
    Order,
    /// Updates, partition, rollback, stuck and forced.
    Change,
    /// Nodes, disruptions, storage.
    Failures,
}

impl Chapter {
    /// All of them, in the order of the course.
    pub const ALL: [Chapter; 5] =
        [Chapter::Pods, Chapter::StayingAlive, Chapter::Order, Chapter::Change, Chapter::Failures];
}

fn is_header(node: &Node) -> bool {
    node.get("kind").and_then(Node::as_text).is_some_and(|kind| *kind == LESSON)
        && node.get("apiVersion").and_then(Node::as_text).is_some_and(|v| v.starts_with("podlab/"))
}

/// Returns whether a text has a document that is a lesson.
pub fn is_one(text: &str) -> bool {
    // To read the documents of a run takes long, and runs are JSON.
    text.contains(LESSON)
        && yaml::parse(text).is_ok_and(|documents| documents.iter().any(is_header))
}

/// Reads a lesson.
///
/// # Errors
///
/// Returns what is wrong, with its place: every mistake of the beginning, and the first one of the steps.
pub fn read(text: &str, options: &ReadOptions) -> Result<Lesson, Vec<Diagnostic>> {
    let in_file = |mut wrong: Diagnostic| {
        wrong.file.clone_from(&options.file);
        wrong
    };
    let all = |wrong: Vec<Diagnostic>| wrong.into_iter().map(in_file).collect::<Vec<_>>();
    let documents = yaml::parse(text).map_err(all)?;
    let Some(header) = documents.iter().find(|document| is_header(document)) else {
        let span = documents.first().map(|document| document.span).unwrap_or_default();
        let message = "no document is a lesson, with apiVersion podlab/v1 and kind Lesson";
        return Err(vec![in_file(Diagnostic::new(Code::UnknownKind, span, message))]);
    };
    let own = own_fields(header);
    let scenario = scenario_file::read_documents(documents, options);
    let course = from_node(&own).map_err(in_file);
    match (scenario, course) {
        (Ok(scenario), Ok(course)) => Ok(Lesson { scenario, course, fields: own }),
        (Err(wrong), course) => Err(wrong.into_iter().chain(course.err()).collect()),
        (Ok(_), Err(wrong)) => Err(vec![wrong]),
    }
}

/// Returns the fields of a lesson that a scenario does not have.
fn own_fields(header: &Node) -> Node {
    let entries = header.entries().iter();
    let own = entries.filter(|entry| LESSON_FIELDS.contains(&entry.key.as_str()));
    Node { value: Value::Map(own.cloned().collect()), span: header.span }
}
