//! Makes objects of a text: parses it, takes lists apart, checks `apiVersion` and `kind`, and reads the fields.

use super::mistake::describe;
use super::recognize::{not_run, recognize};
use super::release_fields;
use super::resource::{Resource, decode_into};
use crate::base::text::Text;
use crate::manifest::diagnostic::{Code, Diagnostic};
use crate::manifest::node::{Node, Span, Value};
use crate::manifest::schema::Decoder;
use crate::manifest::wrong::{TypeName, Wrong};
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
    diagnostics.sort_by_key(|mistake| (mistake.span.line, mistake.span.column));
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
