//! Makes objects of a text: parses it, takes lists apart, checks `apiVersion` and `kind`, and reads the fields.

use super::recognize::{not_run, recognize};
use super::release_fields;
use super::resource::{Resource, decode_into};
use super::selector::LabelSelectorOperator;
use crate::base::text::Text;
use crate::manifest::diagnostic::{Code, Diagnostic};
use crate::manifest::node::{Node, Span, Value};
use crate::manifest::schema::{Decoder, Problem, ProblemKind, nearest};
use crate::manifest::wrong::{FieldType, Found, TypeName, Wrong};
use crate::manifest::yaml;
use crate::rules::release::Release;

/// The most objects in a text.
pub(crate) const MAX_RESOURCES: usize = 2000;
/// The most containers in a Pod.
pub(crate) const MAX_CONTAINERS: usize = 1000;
/// The longest time in a manifest, in seconds: 100 years.
const MAX_SECONDS: i64 = 3_155_760_000;

/// How a text is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The release whose fields are known.
    pub release: Release,
    /// The name of the file, for diagnostics.
    pub file: Option<Text>,
}

/// Reads the objects of a YAML or JSON text. Skips empty documents.
///
/// An object of a kind that Podlab does not run is a [`Resource::Kept`].
///
/// # Errors
///
/// Returns every mistake that was found, with its place and, where possible, with a guess at what was meant.
///
/// ```
/// use podlab::api::{ReadOptions, Resource, read};
///
/// let options = ReadOptions { file: Some("web.yaml".into()), ..ReadOptions::default() };
/// let mistakes = read("apiVersion: apps/v9\nkind: DaemonSet\n", &options).unwrap_err();
/// assert_eq!(
///     mistakes[0].to_string(),
///     "web.yaml:1:13: apiVersion: no matches for kind \"DaemonSet\" in version \"apps/v9\"
/// help: a DaemonSet has \"apiVersion: apps/v1\""
/// );
/// let read = read("apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}\n", &options);
/// assert!(matches!(read.unwrap()[0], Resource::Kept(_)));
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<Vec<Resource>, Vec<Diagnostic>> {
    let mut read = Documents::default();
    match yaml::parse(text) {
        Ok(documents) => {
            for node in documents {
                read_document(node, options.release, &mut read);
            }
        }
        Err(found) => read.mistakes = found,
    }
    let Documents { resources, mut mistakes, .. } = read;
    if mistakes.is_empty() {
        return Ok(resources);
    }
    for mistake in &mut mistakes {
        mistake.file.clone_from(&options.file);
    }
    Err(mistakes)
}

/// What was read of some documents.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    /// The objects.
    pub resources: Vec<Resource>,
    /// Where each of the objects begins.
    pub places: Vec<Span>,
    /// What is wrong.
    pub mistakes: Vec<Diagnostic>,
    /// What a person should know about the objects.
    pub warnings: Vec<Diagnostic>,
}

/// Reads one document: an object, or a list of objects.
pub(crate) fn read_document(node: Node, release: Release, read: &mut Documents) {
    if read.mistakes.len() >= Decoder::MAX_PROBLEMS {
        return;
    }
    let has_items = node.get("items").is_some();
    let is_list = |kind: &Text| *kind == *"List" || kind.ends_with("List") && has_items;
    let items = match node.value {
        Value::Null => return,
        Value::List(items) => items,
        Value::Map(ref entries)
            if node.get("kind").and_then(Node::as_text).is_some_and(is_list) =>
        {
            let items = entries.iter().find(|entry| entry.key == *"items");
            items.map(|entry| entry.node.elements().to_vec()).unwrap_or_default()
        }
        Value::Map(_) => {
            if read.resources.len() >= MAX_RESOURCES {
                let message = Wrong::Objects { most: MAX_RESOURCES };
                read.mistakes.push(Diagnostic::new(Code::Limit, node.span, message));
                return;
            }
            let begin = node.span;
            let place = node.get("kind").map_or(begin, |kind| kind.span);
            match decode(node, release) {
                Ok(resource) => {
                    read.warnings.extend(not_run(&resource, place));
                    read.places.push(begin);
                    read.resources.push(resource);
                }
                Err(found) => read.mistakes.extend(found),
            }
            return;
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            let message = Wrong::Object { found: TypeName::of(&node.value) };
            read.mistakes
                .push(Diagnostic::new(Code::WrongType, node.span, message).help(Wrong::Begins));
            return;
        }
    };
    for item in items {
        read_document(item, release, read);
    }
}

/// Reads one object from a tree.
///
/// # Errors
///
/// Returns what is wrong with the object. A field that is newer than `release` counts as a mistake.
pub(crate) fn decode(node: Node, release: Release) -> Result<Resource, Vec<Diagnostic>> {
    let mut resource = recognize(&node, release).map_err(|diagnostic| vec![diagnostic])?;
    let mut diagnostics =
        if let Resource::Kept(_) = resource { Vec::new() } else { not_simulated(&node, release) };
    let mut decoder = Decoder::default();
    decode_into(&mut resource, node, &mut decoder);
    diagnostics.extend(decoder.problems.iter().map(describe));
    if diagnostics.is_empty() { Ok(resource) } else { Err(diagnostics) }
}

/// Returns the fields that the release or Podlab does not have.
fn not_simulated(node: &Node, release: Release) -> Vec<Diagnostic> {
    let mut diagnostics = limits(node);
    for newer in release_fields::newer(node, release) {
        let name = newer.path.rsplit('.').next().unwrap_or_default().to_owned();
        diagnostics.push(
            Diagnostic::new(Code::UnknownField, newer.span, format!("unknown field \"{name}\""))
                .at(newer.path)
                .help(Wrong::FieldCame { release: format!("1.{}", newer.since).into() }),
        );
    }
    diagnostics
}

/// Returns what Podlab does not simulate although Kubernetes accepts it.
fn limits(node: &Node) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if let Some(spec) = node.get("spec") {
        let lists = ["containers", "initContainers", "ephemeralContainers"];
        let count: usize =
            lists.iter().filter_map(|l| spec.get(l)).map(|l| l.elements().len()).sum();
        if count > MAX_CONTAINERS {
            let message = Wrong::Containers { count, most: MAX_CONTAINERS };
            let span = node.locate("spec.containers");
            diagnostics.push(Diagnostic::new(Code::Limit, span, message).at("spec.containers"));
        }
    }
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        pending.extend(node.elements());
        for entry in node.entries() {
            pending.push(&entry.node);
            let number = entry.node.as_int().unwrap_or(0);
            if entry.key.ends_with("Seconds") && number.unsigned_abs() > MAX_SECONDS as u64 {
                let message = Wrong::Seconds { count: number };
                diagnostics
                    .push(Diagnostic::new(Code::Limit, entry.span, message).at(entry.key.clone()));
            }
        }
    }
    diagnostics.truncate(Decoder::MAX_PROBLEMS);
    diagnostics
}

/// Describes in words a mistake that the decoder found.
pub(crate) fn describe(problem: &Problem) -> Diagnostic {
    let diagnostic = match &problem.kind {
        ProblemKind::UnknownField { name, suggestion } => {
            let message = format!("unknown field \"{name}\"");
            Diagnostic::new(Code::UnknownField, problem.span, message).guess(*suggestion)
        }
        ProblemKind::WrongType { expected, found } => wrong_type(problem.span, *expected, found),
        ProblemKind::Unsupported { value, supported } => {
            let path = &problem.path;
            // StatefulSets have other words for this. Rules A-10, A-11.
            let is_set =
                path.ends_with("podManagementPolicy") || path.ends_with("updateStrategy.type");
            let message = if is_set {
                format!("Invalid value: \"{value}\": must be '{}'", supported.join("' or '"))
            } else if supported.contains(&LabelSelectorOperator::DoesNotExist.as_str()) {
                // So have selectors.
                format!("Invalid value: \"{value}\": not a valid selector operator")
            } else {
                let supported = supported.join("\", \"");
                format!("Unsupported value: \"{value}\": supported values: \"{supported}\"")
            };
            Diagnostic::new(Code::Unsupported, problem.span, message)
                .guess(nearest(value, supported))
        }
        ProblemKind::Malformed { value, message } => {
            let message = format!("{value:?}: {message}");
            Diagnostic::new(Code::Malformed, problem.span, message)
        }
    };
    diagnostic.at(problem.path.clone())
}

pub(super) fn wrong_type(span: Span, expected: FieldType, found: &Value) -> Diagnostic {
    let stands = match found {
        Value::Null => Found::Null,
        Value::Bool(value) => Found::Boolean { value: *value },
        Value::Int(number) => Found::Number { value: number.to_string().into() },
        Value::Float(number) => Found::Number { value: number.to_string().into() },
        Value::Text(text) => Found::String { value: text.clone() },
        Value::List(_) => Found::List,
        Value::Map(_) => Found::Map,
    };
    let is_number = matches!(found, Value::Int(_) | Value::Float(_));
    let is_plain = |text: &Text| {
        !matches!(crate::manifest::scalar::resolve(text), Value::Text(_) | Value::Null)
    };
    let is_quoted = || matches!(found, Value::Text(text) if is_plain(text));
    let help = match expected {
        FieldType::String if matches!(found, Value::Bool(_)) => Some(Wrong::QuoteAs),
        FieldType::String => is_number.then_some(Wrong::QuoteNumber),
        FieldType::Integer if is_number => Some(Wrong::Bits),
        FieldType::Integer | FieldType::Boolean => is_quoted().then_some(Wrong::Unquote),
        FieldType::List => matches!(found, Value::Map(_)).then_some(Wrong::MissingDash),
        FieldType::Quantity | FieldType::IntegerOrString | FieldType::Map => None,
    };
    let diagnostic = Diagnostic::new(
        Code::WrongType,
        span,
        Wrong::UnexpectedValue { wanted: expected.into(), found: stands },
    );
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
