//! Reads the document of a file that is the scenario itself.

use super::field::{FLAG, Field, expect_map};
use super::local_text::{LearnerTurn, LocalText};
use super::scenario::Scenario;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::eviction::{self, WrongSetting};
use crate::cluster::world::POD_GC_THRESHOLD;
use crate::files::manifests::{with_manifest, within};
use crate::files::variants::LESSON;
use crate::manifest::node::{Entry, Node, Span, Value};
use crate::manifest::wrong::{TypeName, Wanted, Wrong};
use crate::manifest::{Code, Diagnostic};
use crate::rules::Gates;
use crate::rules::release::Release;
use crate::sim::scenario::{self, ActionError};

/// The `apiVersion` of scenarios.
pub(crate) const API_VERSION: &str = "podlab/v1";
/// The most mistakes that are reported at once.
pub(super) const MAX_MISTAKES: usize = 100;

/// The fields of the document of a scenario.
pub const FIELDS: [&str; 27] = [
    "apiVersion",
    "kind",
    "metadata",
    "title",
    "summary",
    "question",
    "group",
    "level",
    "kubernetes",
    "opens",
    "turn",
    "until",
    "seed",
    "jitter",
    "cadence",
    "nodes",
    "clusterDomain",
    "featureGates",
    "maxContainerRestartPeriod",
    "terminatedPodGCThreshold",
    "singleProcessOOMKill",
    "cgroupV1",
    "evictionSoft",
    "evictionSoftGracePeriod",
    "evictionMinimumReclaim",
    "evictionMaxPodGracePeriod",
    "actions",
];
/// The fields of a lesson that a scenario does not have. [`lesson_file`](crate::files::lesson_file) reads them.
pub const LESSON_FIELDS: [&str; 12] = [
    "form",
    "variants",
    "minutes",
    "chapter",
    "objective",
    "misconception",
    "rules",
    "links",
    "teacher",
    "par",
    "steps",
    "debrief",
];
/// The most actions of a scenario.
const MAX_ACTIONS: usize = 10_000;
/// The most nodes of a cluster.
const MAX_NODES: i64 = 1000;

/// Reads the document into the scenario, all but its actions. Returns the namespace of objects that name none.
pub(super) fn read(
    node: &Node,
    scenario: &mut Scenario,
    diagnostics: &mut Vec<Diagnostic>,
) -> Text {
    let mut namespace = Text::Static("default");
    let is_lesson = node.get("kind").and_then(Node::as_text).is_some_and(|kind| *kind == LESSON);
    let kind = if is_lesson { LESSON } else { "Scenario" };
    for (key, expected) in [("apiVersion", API_VERSION), ("kind", kind)] {
        if node.get(key).and_then(Node::as_text).is_none_or(|text| *text != expected) {
            let message = Wrong::ScenarioHas { line: format!("{key}: {expected}").into() };
            let diagnostic = Diagnostic::new(Code::UnknownKind, node.locate(key), message);
            diagnostics.push(diagnostic.at(key));
        }
    }
    for entry in node.entries() {
        let field = Field { entry, diagnostics };
        match entry.key.as_str() {
            "metadata" => metadata(&entry.node, scenario, &mut namespace, diagnostics),
            "title" => scenario.title = local_text(entry, diagnostics),
            "summary" => scenario.summary = local_text(entry, diagnostics),
            "question" => scenario.question = local_text(entry, diagnostics),
            "group" => scenario.group = field.text(),
            "level" => scenario.level = field.level(),
            "kubernetes" => scenario.release = field.release(),
            "opens" => scenario.opens = field.moment("opens").unwrap_or_default(),
            "turn" => scenario.turn = LearnerTurn::read(&entry.node, diagnostics),
            "until" => scenario.until = field.until(),
            "seed" => scenario.seed = field.number(Wanted::CountFrom, i64::MAX),
            "nodes" => {
                let expected = Wanted::CountBetween { most: MAX_NODES as u64 };
                scenario.nodes = field.number(expected, MAX_NODES).map(|number| number as u16);
            }
            "jitter" => scenario.jitter = field.jitter(),
            "cadence" => scenario.cadence = field.cadence(),
            "clusterDomain" => scenario.cluster_domain = Some(field.text()),
            "featureGates" => gates(&entry.node, &mut scenario.gates, diagnostics),
            "maxContainerRestartPeriod" => {
                scenario.max_container_restart_period = field.restart_period();
            }
            "terminatedPodGCThreshold" => {
                let most = i64::from(POD_GC_THRESHOLD);
                let expected = Wanted::CountBetween { most: most as u64 };
                scenario.pod_gc_threshold = field.number(expected, most).map(|n| n as u32);
            }
            "singleProcessOOMKill" => scenario.oom.single_process = field.flag(),
            "cgroupV1" => scenario.oom.cgroup_v1 = field.flag(),
            "apiVersion" | "kind" | "actions" => {}
            key if eviction::FIELDS.contains(&key) => {
                if let Err(wrong) = scenario.eviction.read(key, &entry.node) {
                    let WrongSetting { span, path, message } = wrong;
                    diagnostics.push(Diagnostic::new(Code::WrongType, span, message).at(path));
                }
            }
            key if is_lesson && LESSON_FIELDS.contains(&key) => {}
            _ if is_lesson => field.unknown("", &[&FIELDS[..], &LESSON_FIELDS].concat()),
            _ => field.unknown("", &FIELDS),
        }
    }
    if let Some(message) = scenario.eviction.complaint() {
        let place = node.locate("evictionSoft");
        diagnostics.push(Diagnostic::new(Code::Invalid, place, message).at("evictionSoft"));
    }
    namespace
}

fn local_text(entry: &Entry, diagnostics: &mut Vec<Diagnostic>) -> LocalText {
    LocalText::read(&entry.node, &entry.key, diagnostics)
}

/// Reads the feature gates that are switched on.
fn gates(node: &Node, gates: &mut Gates, diagnostics: &mut Vec<Diagnostic>) {
    for entry in expect_map(node, "featureGates", diagnostics) {
        let Some(gate) = gates.named(&entry.key) else {
            Field { entry, diagnostics }.unknown("featureGates.", &Gates::NAMES);
            continue;
        };
        if let Value::Bool(is_on) = entry.node.value {
            *gate = is_on;
        } else {
            Field { entry, diagnostics }.wrong(FLAG, None);
        }
    }
}

fn metadata(
    node: &Node,
    scenario: &mut Scenario,
    namespace: &mut Text,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for entry in expect_map(node, "metadata", diagnostics) {
        let field = Field { entry, diagnostics };
        match entry.key.as_str() {
            "name" => scenario.name = field.text(),
            "namespace" => *namespace = field.text(),
            _ => field.unknown("metadata.", &["name", "namespace"]),
        }
    }
}

/// Reads the actions of the document into the scenario. They are read last, because the namespace and the release of their objects may be
/// written below them. Returns the actions that create objects of other documents, and their places.
pub(super) fn read_actions(
    node: &Node,
    namespace: &Text,
    release: Release,
    scenario: &mut Scenario,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(usize, Span)> {
    let mut creations = Vec::new();
    let Some(node) = node.get("actions") else { return creations };
    if !matches!(node.value, Value::List(_) | Value::Null) {
        let message =
            Wrong::UnexpectedType { wanted: Wanted::List, found: TypeName::of(&node.value) };
        let diagnostic = Diagnostic::new(Code::WrongType, node.span, message).at("actions");
        diagnostics.push(diagnostic.help(Wrong::MissingActionDash));
    }
    if node.elements().len() > MAX_ACTIONS {
        let message = Wrong::ScenarioMost { most: MAX_ACTIONS };
        diagnostics.push(Diagnostic::new(Code::Limit, node.span, message).at("actions"));
        return creations;
    }
    for (index, action) in node.elements().iter().enumerate() {
        if diagnostics.len() >= MAX_MISTAKES {
            break;
        }
        let path = format!("actions[{index}]");
        if !matches!(action.value, Value::Map(_)) {
            let message =
                Wrong::UnexpectedType { wanted: Wanted::Map, found: TypeName::of(&action.value) };
            let diagnostic = Diagnostic::new(Code::WrongType, action.span, message).at(path);
            let example = "{t: 10s, do: delete, object: pod/web-0}";
            diagnostics.push(diagnostic.help(Wrong::ScenarioAction { example }));
            continue;
        }
        let read = match with_manifest(action, release) {
            Some(Ok(command)) => scenario::time_of(action)
                .map(|time| scenario::Action { time, act: scenario::Act::Command(command) }),
            Some(Err(wrong)) => {
                diagnostics.extend(within(&path, wrong));
                continue;
            }
            None => scenario::action(action, namespace),
        };
        let is_unknown = read.as_ref().is_err_and(|error| error.path == "do");
        let unknown = if is_unknown { Vec::new() } else { scenario::unknown_fields(action) };
        match read {
            _ if !unknown.is_empty() => {
                diagnostics.extend(unknown.into_iter().map(|error| describe(error, &path)));
            }
            Ok(read) if read.time > SimTime::LONGEST_RUN => {
                let place = action.get("t").map_or(action.span, |time| time.span);
                let diagnostic = Diagnostic::new(Code::Limit, place, Wrong::RunLong);
                diagnostics.push(diagnostic.at(format!("{path}.t")));
            }
            Ok(read) => {
                if read.act.object().is_some() {
                    let object = action.get("object");
                    creations.push((index, object.map_or(action.span, |object| object.span)));
                }
                scenario.actions.push(read);
            }
            Err(error) => diagnostics.push(describe(error, &path)),
        }
    }
    creations
}

fn describe(error: ActionError, path: &str) -> Diagnostic {
    let dot = if error.path.is_empty() { "" } else { "." };
    let diagnostic = Diagnostic::new(error.code, error.span, error.message)
        .at(format!("{path}{dot}{}", error.path));
    Diagnostic { help: error.help, ..diagnostic }
}
