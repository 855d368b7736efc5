//! How the server prints what differs between two specs.

use crate::base::text::{Text, write_to};
use crate::manifest::emit;
use crate::manifest::node::{Node, Value};

/// Returns the changed fields, with one line for the old value and one for the new value.
/// Simplified: the server prints Go structs.
pub(super) fn diff(old: &Node, new: &Node) -> String {
    let mut out = String::new();
    collect(&mut out, "spec", Some(old), Some(new));
    out
}

fn collect(out: &mut String, path: &str, old: Option<&Node>, new: Option<&Node>) {
    let (old, new) = (old.filter(|node| !node.is_null()), new.filter(|node| !node.is_null()));
    if old == new {
        return;
    }
    match (old.map(|node| &node.value), new.map(|node| &node.value)) {
        (Some(Value::Map(before)), Some(Value::Map(after))) => {
            let mut keys: Vec<&Text> = before.iter().chain(after).map(|entry| &entry.key).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let value = |node: Option<&Node>| node.and_then(|node| node.get(key)).cloned();
                let path = format!("{path}.{key}");
                collect(out, &path, value(old).as_ref(), value(new).as_ref());
            }
        }
        (Some(Value::List(before)), Some(Value::List(after))) if before.len() == after.len() => {
            for (index, (before, after)) in before.iter().zip(after).enumerate() {
                collect(out, &format!("{path}[{index}]"), Some(before), Some(after));
            }
        }
        _ => {
            for (sign, node) in [('-', old), ('+', new)] {
                if let Some(node) = node {
                    write_to(out, format_args!("{sign} {path}: {}\n", emit::json(node)));
                }
            }
        }
    }
}
