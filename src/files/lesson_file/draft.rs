//! A lesson that is being written, and may not be whole yet.

use super::steps::{Step, Work};
use super::write::take_status;
use super::{Chapter, Course, Filled, Form, LESSON_FIELDS, Lesson, read};
use crate::api::{ReadOptions, write as write_object};
use crate::base::duration;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::cluster::world::Settings;
use crate::files::scenario_file::{API_VERSION, LEVELS, LocalText};
use crate::files::variants::{LESSON, is_lesson};
use crate::manifest::node::{Entry, Node, Value};
use crate::manifest::{Diagnostic, emit, yaml};
use crate::sim::scenario;
use crate::timeline::history::{History, PlannedAct};
use serde::Serialize;

/// The fields of the document that a draft has as values; all others of a scenario say how the lesson begins.
const OWN_FIELDS: [&str; 5] = ["apiVersion", "kind", "metadata", "title", "level"];

/// The fields that tell people of it. They stay when the lesson gets another beginning.
const TOLD_FIELDS: [&str; 5] = ["summary", "question", "group", "turn", "until"];

/// A lesson that is being written. Texts can be empty, and goals may not be reached yet.
///
/// ```
/// use podlab::files::lesson_file::{Draft, Step};
/// use podlab::files::scenario_file::{read, script};
/// use podlab::timeline::{history::History, story::Story};
/// use podlab::{ReadOptions, Sim, SimTime};
///
/// let pod = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
/// let scenario = read(pod, &ReadOptions::default()).unwrap();
/// let start = Sim::with_nodes(scenario.settings(), 1);
/// let story = Story::new("default".into(), "demo".into());
/// let mut history = History::of(start, story, script(&scenario)).unwrap();
/// history.run_until(SimTime::from_seconds(20), u64::MAX);
///
/// let mut draft = Draft::begin(&history, 1);
/// draft.title = "A Pod that runs".into();
/// draft.course.steps.push(Step { say: "This is a Pod.".into(), ..Step::default() });
/// assert_eq!(Draft::read(&draft.write()).unwrap().write(), draft.write());
/// assert_eq!(draft.lesson().unwrap().scenario.opens, SimTime::from_seconds(20));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The name, which is also that of the file; empty without one.
    pub name: Text,
    /// The title.
    pub title: LocalText,
    /// How much it asks of the learner: one of [`LEVELS`]; empty when it does not say.
    pub level: Text,
    /// What the learner is led through.
    pub course: Course,
    /// How many variants the file has that it was read from. It is the first of them.
    pub variants: usize,
    /// The namespace of what its actions name; empty for the usual one.
    namespace: Text,
    /// The fields of the document that say how the lesson begins.
    beginning: Vec<Entry>,
    /// The manifests that it begins with.
    objects: Vec<Node>,
}

impl Draft {
    /// Begins a lesson at the present moment of a run. `nodes` is the number of nodes at the beginning of the run. What was done in the run
    /// is part of the beginning: learners cannot undo it.
    pub fn begin(history: &History, nodes: u16) -> Draft {
        let course = Course {
            form: Form::default(),
            objective: LocalText::default(),
            minutes: 5,
            chapter: Chapter::Pods,
            misconception: LocalText::default(),
            rules: Vec::new(),
            links: Vec::new(),
            teacher: LocalText::default(),
            par: 0,
            steps: Vec::new(),
            debrief: LocalText::default(),
        };
        let (name, title, level) = (Text::default(), LocalText::default(), LEVELS[0].into());
        let (namespace, beginning, objects) = (Text::default(), Vec::new(), Vec::new());
        let mut draft =
            Draft { name, title, level, course, variants: 1, namespace, beginning, objects };
        draft.begin_at(history, nodes);
        draft
    }

    /// Lets the lesson begin at the present moment of a run.
    pub fn begin_at(&mut self, history: &History, nodes: u16) {
        let done = &history.plan()[..history.done()];
        let mut acts = done.iter().flat_map(commands).peekable();
        let mut objects = Vec::new();
        while let Some((_, Command::Create(object))) = acts.next_if(|(time, command)| {
            *time == SimTime::ZERO && matches!(command, Command::Create(_))
        }) {
            let mut object = write_object(object);
            take_status(&mut object);
            objects.push(object);
        }
        let mut opens = history.now();
        let actions = acts.map(|(time, command)| {
            opens = opens.max(time);
            at(time, &scenario::write(command))
        });
        let actions: Vec<Node> = actions.collect();
        let mut fields = settings(history.sim().settings());
        fields.push(("nodes".into(), Node::int(i64::from(nodes))));
        fields.push(("opens".into(), milliseconds(opens)));
        if !actions.is_empty() {
            fields.push(("actions".into(), Value::List(actions).into()));
        }
        self.beginning.retain(|entry| TOLD_FIELDS.contains(&entry.key.as_str()));
        self.beginning.extend(Node::map(fields).entries().iter().cloned());
        self.namespace = Text::default();
        self.objects = objects;
    }

    /// Reads a lesson to change it. A draft has values and no placeholders: of a lesson with variants it is the first one.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with any variant, with its place.
    pub fn read(text: &str) -> Result<Draft, Vec<Diagnostic>> {
        let filled = Filled::of(text, yaml::parse(text)?)?;
        let (count, documents) = (filled.variants().len(), filled.variants()[0].clone());
        let variants = filled.read(&ReadOptions::default())?;
        let Lesson { scenario, course, .. } = (**variants.of_seed(None)).clone();
        let (headers, objects): (Vec<Node>, Vec<Node>) = documents.into_iter().partition(is_lesson);
        let metadata = headers.first().and_then(|header| header.get("metadata"));
        let namespace = metadata.and_then(|node| node.get("namespace")?.as_text().cloned());
        let entries = headers.first().map_or(&[][..], Node::entries).iter();
        let begins = |entry: &&Entry| {
            let key = entry.key.as_str();
            !OWN_FIELDS.contains(&key) && !LESSON_FIELDS.contains(&key)
        };
        Ok(Draft {
            name: scenario.name,
            title: scenario.title,
            level: scenario.level,
            course,
            namespace: namespace.unwrap_or_default(),
            variants: count,
            beginning: entries.filter(begins).cloned().collect(),
            objects,
        })
    }

    /// Writes it as the file of a lesson. `par` is the number of commands in the solutions.
    pub fn write(&self) -> String {
        let course = Course { par: self.par(), ..self.course.clone() };
        let mut metadata = vec![("name".into(), Node::text(self.name.clone()))];
        if !self.namespace.is_empty() {
            metadata.push(("namespace".into(), Node::text(self.namespace.clone())));
        }
        let mut fields: Vec<(Text, Node)> = vec![
            ("apiVersion".into(), Node::text(API_VERSION)),
            ("kind".into(), Node::text(LESSON)),
            ("metadata".into(), Node::map(metadata)),
            ("title".into(), node_of(&self.title)),
        ];
        if !self.level.is_empty() {
            fields.push(("level".into(), Node::text(self.level.clone())));
        }
        let beginning = self.beginning.iter();
        fields.extend(beginning.map(|entry| (entry.key.clone(), entry.node.clone())));
        let course = node_of(&course);
        fields.extend(course.entries().iter().map(|e| (e.key.clone(), e.node.clone())));
        let mut text = emit::yaml_in_order(&Node::map(fields));
        for object in &self.objects {
            text.push_str("---\n");
            text.push_str(&emit::yaml_in_order(object));
        }
        text
    }

    /// Returns the lesson as it is now.
    ///
    /// # Errors
    ///
    /// Returns what keeps the text of the draft from being a lesson, with its place in that text.
    pub fn lesson(&self) -> Result<Lesson, Vec<Diagnostic>> {
        read(&self.write(), &ReadOptions::default())
    }

    /// Returns how many commands the solutions need.
    pub fn par(&self) -> u32 {
        let works = self.course.steps.iter().flat_map(|step: &Step| &step.solution);
        works.filter(|work| !matches!(work, Work::Wait(_))).count() as u32
    }
}

/// Returns the commands of an act, each with the time at which a script does it. A person acts after the events of a moment, a script
/// before them; so the script does it a millisecond later.
fn commands(act: &PlannedAct) -> impl Iterator<Item = (SimTime, &Command)> {
    let time = if act.by_person { act.time + 1 } else { act.time };
    act.commands.iter().map(move |command| (time, command))
}

/// Adds the time to an action.
fn at(time: SimTime, action: &Node) -> Node {
    let fields = action.entries().iter().map(|entry| (entry.key.clone(), entry.node.clone()));
    Node::map([("t".into(), milliseconds(time))].into_iter().chain(fields))
}

fn milliseconds(time: SimTime) -> Node {
    Node::text(duration::exact(time.0))
}

/// Returns the settings as the fields of a scenario: the release, and those that are not the usual ones.
fn settings(settings: &Settings) -> Vec<(Text, Node)> {
    let usual = node_of(&Settings { release: settings.release, ..Settings::default() });
    let written = node_of(settings);
    let mut fields = Vec::new();
    for Entry { key, node, .. } in written.entries() {
        let is_usual = usual.get(key).is_some_and(|usual| usual == node);
        match key.as_str() {
            // The lesson stays the same when another release is the newest one.
            "kubernetes" => fields.push((key.clone(), Node::text(settings.release.number()))),
            _ if is_usual => {}
            // Files have seeds up to this one.
            "seed" => {
                let seed = i64::try_from(settings.seed).unwrap_or(i64::MAX);
                fields.push((key.clone(), Node::int(seed)));
            }
            "maxContainerRestartPeriod" => {
                let period = settings.max_container_restart_period.unwrap_or_default();
                fields.push((key.clone(), milliseconds(SimTime(period))));
            }
            // A scenario has these fields beside the others.
            "eviction" | "oom" => {
                let inner = node.entries().iter();
                fields.extend(inner.map(|entry| (entry.key.clone(), entry.node.clone())));
            }
            // Lessons have no old files.
            "programs" => {}
            _ => fields.push((key.clone(), node.clone())),
        }
    }
    fields
}

/// Returns a value as a tree, with its fields in their own order.
fn node_of(value: &impl Serialize) -> Node {
    let json = serde_json::to_string(value).expect("what is written has texts for keys");
    serde_json::from_str(&json).expect("every JSON value is a tree")
}
