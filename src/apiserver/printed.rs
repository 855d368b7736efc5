//! The columns that a server prints of objects for `kubectl get`, and values in them. Rules KC-01 to KC-07.
//! Models kubernetes pkg/printers/internalversion/printers.go.

use super::age::age;
use crate::api::meta::{Named, ObjectMeta};
use crate::api::quantity::{Quantity, ResourceList};
use crate::api::stateful_set::PodTemplateSpec;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::node::{Node, Value};
use crate::rules::release::Release;

/// A kind of objects that `kubectl get` prints.
pub trait Printed: Named {
    /// The names of the columns that `-o wide` adds, with commas between them.
    const WIDE: &'static str = "";

    /// Returns the names of the columns, with commas between them.
    fn columns(release: Release) -> &'static str;

    /// Returns the cells of an object.
    fn cells(&self, now: Timestamp, release: Release) -> Vec<String>;

    /// Returns the cells that `-o wide` adds.
    fn wide_cells(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Returns how old an object is.
pub(super) fn age_of(metadata: &ObjectMeta, now: Timestamp) -> String {
    age(metadata.creation_timestamp, now)
}

/// Returns the names and the images of a template's containers.
pub(super) fn containers(template: &PodTemplateSpec) -> [String; 2] {
    let containers = &template.spec.containers;
    let names: Vec<&str> = containers.iter().map(|container| container.name.as_str()).collect();
    let images: Vec<&str> = containers.iter().map(|container| container.image.as_str()).collect();
    [names.join(","), images.join(",")]
}

pub(super) fn or_unset(text: Option<&Text>) -> &str {
    text.map_or("<unset>", Text::as_str)
}

/// Returns `Terminating` for an object that is being deleted, and its phase for another.
pub(super) fn going_or<'a>(metadata: &ObjectMeta, phase: &'a str) -> &'a str {
    if metadata.deletion_timestamp.is_some() { "Terminating" } else { phase }
}

/// Returns how much storage a list of amounts has.
pub(crate) fn storage(list: &ResourceList) -> String {
    list.get("storage").map_or("0".to_owned(), Quantity::canonical)
}

/// Returns access modes in kubectl's short form. Rule KC-04.
pub(crate) fn access_modes(modes: &[Text]) -> String {
    const SHORT: [(&str, &str); 4] = [
        ("ReadWriteOnce", "RWO"),
        ("ReadOnlyMany", "ROX"),
        ("ReadWriteMany", "RWX"),
        ("ReadWriteOncePod", "RWOP"),
    ];
    let has = |name: &str| modes.iter().any(|mode| *mode == *name);
    let short: Vec<&str> =
        SHORT.iter().filter(|(name, _)| has(name)).map(|(_, short)| *short).collect();
    short.join(",")
}

/// Writes a label selector on one line: `app=web,tier in (a,b),!legacy`.
pub fn selector_text(selector: &Node) -> String {
    let mut parts: Vec<(String, String)> = Vec::new();
    for entry in selector.get("matchLabels").map_or(&[][..], Node::entries) {
        let text = format!("{}={}", entry.key, scalar(Some(&entry.node)));
        parts.push((entry.key.to_string(), text));
    }
    for expression in selector.get("matchExpressions").map_or(&[][..], Node::elements) {
        let key = scalar(expression.get("key"));
        let values = expression.get("values").map_or(&[][..], Node::elements).iter();
        let mut values: Vec<String> = values.map(|value| scalar(Some(value))).collect();
        values.sort();
        let values = format!(" ({})", values.join(","));
        let text = match scalar(expression.get("operator")).as_str() {
            "In" => format!("{key} in{values}"),
            "NotIn" => format!("{key} notin{values}"),
            "DoesNotExist" => format!("!{key}"),
            _ => key.clone(),
        };
        parts.push((key, text));
    }
    if parts.is_empty() {
        return "<none>".to_owned();
    }
    parts.sort();
    parts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(",")
}

/// Returns a single value from a part that Podlab does not interpret; empty when it is absent or not a single value.
pub(crate) fn scalar(node: Option<&Node>) -> String {
    match node.map(|node| &node.value) {
        Some(Value::Text(text)) => text.to_string(),
        Some(Value::Int(number)) => number.to_string(),
        Some(Value::Float(number)) => number.to_string(),
        Some(Value::Bool(flag)) => flag.to_string(),
        Some(Value::Null | Value::List(_) | Value::Map(_)) | None => String::new(),
    }
}
