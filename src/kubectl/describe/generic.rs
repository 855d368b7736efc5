//! `kubectl describe` of kinds for which kubectl has no text of its own, such as ControllerRevisions: all fields, by
//! name.
//! Models kubernetes kubectl pkg/describe/describe.go GenericDescriberFor.

use super::events::describe_events;
use super::sheet::{Sheet, annotations, pairs, scalar};
use crate::api::core::Event;
use crate::api::meta::ObjectMeta;
use crate::api::stateful_set::{ControllerRevision, stored};
use crate::api::{KeptObject, Resource, write};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::encode_object;
use crate::rules::release::Release;

/// Fields that are already printed at the top.
const SKIPPED: [&str; 4] = ["annotations", "labels", "name", "namespace"];
/// Words that are printed in capital letters.
const ACRONYMS: [&str; 5] = ["API", "URL", "UID", "OSB", "GUID"];

/// Writes what `kubectl describe controllerrevision` prints.
pub fn describe_revision(revision: &ControllerRevision, now: SimTime, release: Release) -> String {
    describe(&revision.metadata, &revision_tree(revision, release), &[], now)
}

/// Returns a revision as a tree.
pub(crate) fn revision_tree(revision: &ControllerRevision, release: Release) -> Node {
    let mut tree = encode_object(revision);
    if let Some(data) = tree.get_mut("data") {
        *data = stored(&revision.data, release);
    }
    let head = [("apiVersion", "apps/v1"), ("kind", "ControllerRevision")];
    let head = head.map(|(key, text)| (Text::Static(key), Node::text(text)));
    let fields = tree.entries().iter().map(|entry| (entry.key.clone(), entry.node.clone()));
    Node::map(head.into_iter().chain(fields))
}

/// Writes what `kubectl describe` prints of an object of a kind that Podlab does not run.
pub(crate) fn describe_kept(object: &KeptObject, events: &[Event], now: SimTime) -> String {
    describe(&object.metadata, &write(&Resource::Kept(object.clone())), events, now)
}

/// Writes all fields of a tree, by name.
fn describe(metadata: &ObjectMeta, tree: &Node, events: &[Event], now: SimTime) -> String {
    let mut sheet = Sheet::default();
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Namespace:", &metadata.namespace]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    let mut fields: Vec<(Text, Node)> = Vec::new();
    for entry in tree.entries() {
        let mut node = entry.node.clone();
        if entry.key == *"metadata"
            && let Value::Map(entries) = &mut node.value
        {
            entries.retain(|entry| !SKIPPED.contains(&entry.key.as_str()));
        }
        fields.push((entry.key.clone(), node));
    }
    content(&mut sheet, 0, &Node::map(fields));
    describe_events(&mut sheet, events, now);
    sheet.text()
}

fn content(sheet: &mut Sheet, level: usize, map: &Node) {
    let mut entries: Vec<_> = map.entries().iter().collect();
    entries.sort_by_key(|entry| &entry.key);
    for entry in entries {
        let label = format!("{}:", label(&entry.key));
        match &entry.node.value {
            Value::Map(_) => {
                sheet.row(level, &[&label]);
                content(sheet, level + 1, &entry.node);
            }
            Value::List(elements) => {
                sheet.row(level, &[&label]);
                for element in elements {
                    if let Value::Map(_) = &element.value {
                        content(sheet, level + 1, element);
                    } else {
                        sheet.row(level + 1, &[&scalar(Some(element))]);
                    }
                }
            }
            Value::Null => sheet.row(level, &[&label, "<nil>"]),
            Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
                sheet.row(level, &[&label, &scalar(Some(&entry.node))]);
            }
        }
    }
}

/// Turns the name of a field into words: `apiVersion` becomes `API Version`. Names with other characters stay as they
/// are.
fn label(field: &str) -> String {
    if field.chars().any(|letter| !letter.is_alphabetic() && letter != '-') {
        return field.to_owned();
    }
    let letters: Vec<char> = field.chars().collect();
    let class = |letter: char| (letter.is_lowercase(), letter.is_uppercase());
    let mut words: Vec<String> = Vec::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(index + 1);
        let begins = match before {
            None => true,
            // The last of several capitals belongs to the small letters after it.
            Some(before) if class(before) == class(*letter) => {
                letter.is_uppercase() && after.is_some_and(|after| after.is_lowercase())
            }
            Some(before) => !(before.is_uppercase() && letter.is_lowercase()),
        };
        match words.last_mut().filter(|_| !begins) {
            Some(word) => word.push(*letter),
            None => words.push(letter.to_uppercase().collect()),
        }
    }
    for word in &mut words {
        let upper = word.to_uppercase();
        if ACRONYMS.contains(&upper.as_str()) {
            *word = upper;
        }
    }
    words.join(" ")
}
