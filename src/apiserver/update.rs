//! Checks of what is to be stored.

use super::error::ApiError;
use crate::api::pod::Pod;
use crate::manifest::node::{Entry, Node, Value};
use crate::manifest::schema::{Decoder, Field};
use crate::release::Release;

/// Whether a new Pod may be stored.
pub fn check_new_pod(_: &Pod, _: Release) -> Result<(), ApiError> {
    Ok(())
}

/// The Pod a patch leads to.
pub fn patched_pod(old: &Pod, patch: &Node, _: Release) -> Result<Pod, ApiError> {
    let mut tree = old.encode();
    merge(&mut tree, patch);
    let mut pod = Pod::default();
    let mut decoder = Decoder::default();
    pod.decode(&tree, &mut decoder);
    if decoder.problems.is_empty() { Ok(pod) } else { Err(ApiError::bad_request("invalid patch")) }
}

fn merge(tree: &mut Node, patch: &Node) {
    let Value::Map(entries) = &patch.value else {
        *tree = patch.clone();
        return;
    };
    if !matches!(tree.value, Value::Map(_)) {
        *tree = Node::map([]);
    }
    let Value::Map(known) = &mut tree.value else { return };
    for entry in entries {
        if entry.node.is_null() {
            known.retain(|e| e.key != entry.key);
        } else if let Some(found) = known.iter_mut().find(|e| e.key == entry.key) {
            if let (Value::List(old), Value::List(new)) = (&mut found.node.value, &entry.node.value)
            {
                for element in new {
                    let name = element.get("name").cloned();
                    match old.iter_mut().find(|o| name.is_some() && o.get("name") == name.as_ref())
                    {
                        Some(same) => merge(same, element),
                        None => old.push(element.clone()),
                    }
                }
            } else {
                merge(&mut found.node, &entry.node);
            }
        } else {
            known.push(Entry {
                key: entry.key.clone(),
                span: entry.span,
                node: entry.node.clone(),
            });
        }
    }
}
