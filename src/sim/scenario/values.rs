//! Reads the values of an action's fields.

use super::ActionError;
use crate::api::quantity::Quantity;
use crate::api::{ObjectRef, ResourceKind};
use crate::base::duration;
use crate::base::text::Text;
use crate::cluster::pressure::MOST;
use crate::manifest::Code;
use crate::manifest::node::{Entry, Node, Span, Value};
use crate::manifest::wrong::{Wanted, Wrong};

/// The form of a length of time, for messages.
pub(super) const SECONDS: Wanted = Wanted::Seconds;

/// The form of a signal, for messages.
pub(super) const SIGNAL: Wanted = Wanted::Words { words: "a signal such as SIGQUIT" };

/// The form of a taint, for messages.
pub(super) const TAINT: Wanted = Wanted::Taint;

/// Returns a number of seconds, whole or not, or a duration, in milliseconds, or `None` when it is invalid.
pub(crate) fn milliseconds(node: &Node) -> Option<u64> {
    match &node.value {
        Value::Int(seconds) => u64::try_from(*seconds).ok()?.checked_mul(1000),
        Value::Float(seconds) => seconds.thousandths(),
        Value::Text(text) => duration::parse_days(text),
        Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => None,
    }
    .filter(|milliseconds| *milliseconds <= duration::LONGEST)
}

pub(super) fn optional_milliseconds(node: &Node, key: &str) -> Result<Option<u64>, ActionError> {
    let Some(value) = node.get(key).filter(|v| !v.is_null()) else { return Ok(None) };
    milliseconds(value).map(Some).ok_or_else(|| wrong(value, key, SECONDS))
}

/// Returns what [`optional_milliseconds`] does, or `None` for -1 and `never`, or `usual` when the field is missing.
pub(super) fn seconds_or_never(
    node: &Node,
    key: &str,
    usual: Option<u64>,
) -> Result<Option<u64>, ActionError> {
    match node.get(key).map(|v| &v.value) {
        None => Ok(usual),
        Some(Value::Int(number)) if *number < 0 => Ok(None),
        Some(Value::Float(number)) if number.is_negative() => Ok(None),
        Some(Value::Text(text)) if *text == "never" || *text == "-1" => Ok(None),
        Some(_) => optional_milliseconds(node, key),
    }
}

pub(super) fn optional_int(node: &Node, key: &str) -> Result<Option<i64>, ActionError> {
    let Some(value) = node.get(key).filter(|v| !v.is_null()) else { return Ok(None) };
    let number = value.as_int().filter(|n| i32::try_from(*n).is_ok());
    number.map(Some).ok_or_else(|| wrong(value, key, Wanted::Count))
}

pub(super) fn optional_text(node: &Node, key: &str) -> Result<Text, ActionError> {
    let Some(value) = node.get(key).filter(|v| !v.is_null()) else { return Ok(Text::default()) };
    value.as_text().cloned().ok_or_else(|| wrong(value, key, Wanted::String))
}

pub(super) fn text(node: &Node, key: &str) -> Result<Text, ActionError> {
    let text = optional_text(node, key)?;
    if text.is_empty() { Err(missing(node, key)) } else { Ok(text) }
}

/// Returns the object of `pod/p` or `statefulset/web`. A name alone, such as `p`, means a Pod.
pub(super) fn object(node: &Node, namespace: &Text) -> Result<ObjectRef, ActionError> {
    object_and_part(node, namespace).map(|(object, _)| object)
}

/// Returns the object of `pod/p/status`, and the word for the part of it; empty when there is none.
pub(super) fn object_and_part(
    node: &Node,
    namespace: &Text,
) -> Result<(ObjectRef, Text), ActionError> {
    let object = text(node, "object")?;
    let Some((kind, name)) = object.split_once('/') else {
        return Ok((ObjectRef::pod(namespace.clone(), object), Text::default()));
    };
    let kind = ResourceKind::read(kind).ok_or_else(|| cannot(node))?;
    let (name, part) = name.split_once('/').unwrap_or((name, ""));
    Ok((ObjectRef::new(kind, namespace.clone(), name.to_owned()), part.to_owned().into()))
}

/// Returns an amount of memory or disk in bytes, or a number of process ids. Rule P-1021.
pub(super) fn amount(value: &Node, key: &str) -> Result<i64, ActionError> {
    let quantity = match &value.value {
        Value::Int(number) => Some(i128::from(*number)),
        Value::Text(text) => Quantity::parse(text).map(|quantity| quantity.value()),
        Value::Null | Value::Bool(_) | Value::Float(_) | Value::List(_) | Value::Map(_) => None,
    };
    let quantity = quantity.filter(|amount| (0..=i128::from(MOST)).contains(amount));
    quantity
        .map(|amount| amount as i64)
        .ok_or_else(|| wrong(value, key, Wanted::Words { words: "an amount such as 80Mi" }))
}

pub(super) fn flag(node: &Node, key: &str, usual: bool) -> Result<bool, ActionError> {
    match node.get(key).map(|value| (value, &value.value)) {
        None => Ok(usual),
        Some((_, Value::Bool(flag))) => Ok(*flag),
        Some((value, _)) => Err(wrong(value, key, Wanted::Or { some: "true", other: "false" })),
    }
}

/// Returns an object whose template has revisions.
pub(super) fn rolled(node: &Node, namespace: &Text) -> Result<ObjectRef, ActionError> {
    let object = object(node, namespace)?;
    let has_revisions = matches!(object.kind, ResourceKind::StatefulSet | ResourceKind::Deployment);
    if has_revisions { Ok(object) } else { Err(cannot(node)) }
}

/// Returns an object whose rollout can stand still.
pub(super) fn deployment(node: &Node, namespace: &Text) -> Result<ObjectRef, ActionError> {
    let object = object(node, namespace)?;
    if object.kind == ResourceKind::Deployment { Ok(object) } else { Err(cannot(node)) }
}

/// Returns an object whose number of Pods can be set.
pub(super) fn scaled(node: &Node, namespace: &Text) -> Result<ObjectRef, ActionError> {
    let object = object(node, namespace)?;
    if object.kind.is_workload() { Ok(object) } else { Err(cannot(node)) }
}

fn cannot(node: &Node) -> ActionError {
    let word = optional_text(node, "do").unwrap_or_default();
    let object = optional_text(node, "object").unwrap_or_default();
    let kind = object.split_once('/').map_or("Pod", |(kind, _)| kind);
    let message = Wrong::CannotDo { verb: word, kind: kind.to_owned().into() };
    ActionError::new(Code::UnsupportedKind, value_span(node, "object"), "object", message)
}

pub(super) fn some_or(text: Text, usual: &Text) -> Text {
    if text.is_empty() { usual.clone() } else { text }
}

/// Returns the entries of a map. Null counts as an empty map.
pub(super) fn map<'a>(node: &'a Node, key: &str) -> Result<&'a [Entry], ActionError> {
    match &node.value {
        Value::Map(entries) => Ok(entries),
        Value::Null => Ok(&[]),
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::List(_) => {
            Err(wrong(node, key, Wanted::Map))
        }
    }
}

pub(super) fn value_span(node: &Node, key: &str) -> Span {
    node.get(key).map_or(node.span, |value| value.span)
}

pub(super) fn missing(node: &Node, key: &str) -> ActionError {
    ActionError::new(Code::Invalid, node.span, key, Wrong::Missing)
}

pub(super) fn wrong(node: &Node, key: &str, wanted: Wanted) -> ActionError {
    ActionError::new(Code::WrongType, node.span, key, Wrong::MustBe { wanted })
}
