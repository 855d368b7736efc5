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
use crate::files::scenario_file::{self, LESSON_FIELDS, LocalText, Scenario};
use crate::files::variants::{FIELD, LESSON, fill, is_lesson};
use crate::manifest::deserialize::from_node;
use crate::manifest::node::{Node, Value};
use crate::manifest::{Code, Complaint, Diagnostic, yaml};
use std::rc::Rc;
use steps::read_created;

pub use crate::files::manifests::with_manifest;
pub use crate::files::variants::MOST as MOST_VARIANTS;
pub(crate) use crate::files::variants::told_once;
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
    /// The document that it was read from, to find the place of a mistake.
    document: Node,
}

impl Lesson {
    /// Returns a mistake with the place of the field at a path such as `steps[0].goals[1]`.
    pub fn mistake(&self, path: String, message: impl Into<Complaint>) -> Diagnostic {
        Diagnostic::new(Code::Invalid, self.document.locate(&path), message).at(path)
    }
}

/// A lesson in all its variants, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Variants {
    lessons: Vec<Rc<Lesson>>,
    /// The document of the lesson with its placeholders; `None` when it declares no variants.
    written: Option<Node>,
}

impl Variants {
    /// Returns the document of the lesson with its placeholders; `None` when it declares no variants.
    pub(crate) fn written(&self) -> Option<&Node> {
        self.written.as_ref()
    }

    /// Returns the index of the variant of a seed: the rest of the seed divided by the number of variants. Without a seed it is the first.
    ///
    /// The seed chooses the variant and nothing else: the run keeps the seed of the file, under which the solution was checked.
    pub fn index(&self, seed: Option<u64>) -> usize {
        seed.map_or(0, |seed| (seed % self.lessons.len() as u64) as usize)
    }

    /// Returns the variant of a seed.
    pub fn of_seed(&self, seed: Option<u64>) -> &Rc<Lesson> {
        &self.lessons[self.index(seed)]
    }

    /// Returns all of them, in the order of the file.
    pub fn all(&self) -> &[Rc<Lesson>] {
        &self.lessons
    }

    /// Returns whether there is more than one.
    pub fn are_several(&self) -> bool {
        self.lessons.len() > 1
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

/// Returns whether a text has a document that is a lesson.
pub fn is_one(text: &str) -> bool {
    // To read the documents of a run takes long, and runs are JSON.
    text.contains(LESSON)
        && yaml::parse(text).is_ok_and(|documents| documents.iter().any(is_lesson))
}

/// Reads a lesson; one with variants as its first variant.
///
/// # Errors
///
/// Returns what is wrong with any variant, with its place: every mistake of the beginning, and the first one of the steps.
pub fn read(text: &str, options: &ReadOptions) -> Result<Lesson, Vec<Diagnostic>> {
    let mut variants = read_variants(text, options)?;
    Ok(Rc::unwrap_or_clone(variants.lessons.swap_remove(0)))
}

/// Reads a lesson in all its variants.
///
/// # Errors
///
/// Returns what is wrong with any variant, as [`read`] does.
///
/// ```
/// use podlab::ReadOptions;
/// use podlab::files::lesson_file::read_variants;
/// # let text = "
/// # apiVersion: podlab/v1
/// # kind: Lesson
/// # metadata: {name: one}
/// # title: One
/// # objective: To wait.
/// # minutes: 1
/// # chapter: pods
/// # rules: []
/// # par: 0
/// # variants: [{seconds: 20}, {seconds: 45}]
/// # steps: [{say: 'Wait ${seconds} seconds.'}]
/// # debrief: Done.
/// # ---
/// # {apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
///
/// let variants = read_variants(text, &ReadOptions::default()).unwrap();
/// let says = |seed| variants.of_seed(seed).course.steps[0].say.clone();
/// assert_eq!(says(None), "Wait 20 seconds.".into());
/// assert_eq!(says(Some(7)), "Wait 45 seconds.".into(), "7 modulo 2 is 1");
/// ```
pub fn read_variants(text: &str, options: &ReadOptions) -> Result<Variants, Vec<Diagnostic>> {
    let filled = yaml::parse(text).and_then(|documents| Filled::of(text, documents));
    filled.map_err(|wrong| in_file(wrong, options))?.read(options)
}

/// The documents of a file of a lesson for each of its variants, as trees.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The documents of each variant; those of a file without variants once.
    variants: Vec<Vec<Node>>,
    /// The document of the lesson with its placeholders; `None` when it declares no variants.
    written: Option<Node>,
}

impl Filled {
    /// Fills the placeholders in the documents of a file. `text` is the text that they were read from.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the declaration of the variants.
    pub fn of(text: &str, documents: Vec<Node>) -> Result<Filled, Vec<Diagnostic>> {
        let header = documents.iter().find(|document| is_lesson(document));
        let written = header.filter(|header| header.get(FIELD).is_some()).cloned();
        Ok(Filled { variants: fill(text, documents)?, written })
    }

    /// Returns the documents of each variant, at least one.
    pub fn variants(&self) -> &[Vec<Node>] {
        &self.variants
    }

    /// Reads the lesson in all its variants.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with any variant, as [`read`] does.
    pub fn read(self, options: &ReadOptions) -> Result<Variants, Vec<Diagnostic>> {
        let read = self.variants.into_iter().map(|documents| read_documents(documents, options));
        let (mut lessons, mut mistakes) = (Vec::new(), Vec::new());
        for read in read {
            match read {
                Ok(lesson) => {
                    lessons.push(Rc::new(lesson));
                    mistakes.push(Vec::new());
                }
                Err(wrong) => mistakes.push(in_file(wrong, options)),
            }
        }
        let mistakes = told_once(mistakes);
        let written = self.written;
        if mistakes.is_empty() { Ok(Variants { lessons, written }) } else { Err(mistakes) }
    }
}

/// Adds the name of the file to what is wrong.
fn in_file(mut wrong: Vec<Diagnostic>, options: &ReadOptions) -> Vec<Diagnostic> {
    for found in &mut wrong {
        found.file.clone_from(&options.file);
    }
    wrong
}

fn read_documents(documents: Vec<Node>, options: &ReadOptions) -> Result<Lesson, Vec<Diagnostic>> {
    let Some(header) = documents.iter().find(|document| is_lesson(document)) else {
        let span = documents.first().map(|document| document.span).unwrap_or_default();
        let message = "no document is a lesson, with apiVersion podlab/v1 and kind Lesson";
        return Err(vec![Diagnostic::new(Code::UnknownKind, span, message)]);
    };
    let document = header.clone();
    let course = from_node(&own_fields(header));
    let scenario = scenario_file::read_documents(documents, options);
    match (scenario, course) {
        (Ok(scenario), course) => {
            let release = scenario.release.unwrap_or(options.release);
            let created = read_created(&document, release)?;
            let mut course: Course = course.map_err(|wrong| vec![wrong])?;
            for (step, work, command) in created {
                course.steps[step].solution[work] = Work::Command(Box::new(command));
            }
            Ok(Lesson { scenario, course, document })
        }
        (Err(wrong), course) => Err(wrong.into_iter().chain(course.err()).collect()),
    }
}

/// Returns the fields of a lesson that a scenario does not have.
fn own_fields(header: &Node) -> Node {
    let entries = header.entries().iter();
    let own = entries.filter(|entry| LESSON_FIELDS.contains(&entry.key.as_str()));
    Node { value: Value::Map(own.cloned().collect()), span: header.span }
}
