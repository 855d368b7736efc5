//! Commands about parts of objects: how they are made, and which patches have a name of their own.

use super::{Command, CreatedSubresource, Subresource};
use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};

/// A patch that does one thing for which people have a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NamedPatch<'a> {
    /// It sets a label of a node. `kubectl label node`.
    LabelNode {
        /// The node.
        node: &'a Text,
        /// The label.
        key: &'a Text,
        /// Its value; `None` removes the label.
        value: Option<&'a Text>,
    },
}

impl<'a> NamedPatch<'a> {
    /// Returns what a command does by its name, or `None` when it is no patch or does something else or more.
    pub fn of(command: &'a Command) -> Option<NamedPatch<'a>> {
        let Command::Patch { object, subresource, patch } = command else { return None };
        match subresource {
            None if object.kind == ResourceKind::Node => label(&object.name, patch),
            None | Some(Subresource::Status | Subresource::Resize) => None,
        }
    }
}

fn label<'a>(node: &'a Text, patch: &'a Node) -> Option<NamedPatch<'a>> {
    let Value::Map(labels) = &only(only(patch, "metadata")?, "labels")?.value else { return None };
    let [label] = labels.as_slice() else { return None };
    let value = label.node.as_text();
    let is_label = value.is_some() || label.node.is_null();
    // `a=b` sets a label and `a-` removes it, so that these keys cannot be written.
    let is_plain = !label.key.contains('=') && !label.key.ends_with('-');
    (is_label && is_plain && !label.key.is_empty()).then_some(NamedPatch::LabelNode {
        node,
        key: &label.key,
        value,
    })
}

/// Returns the value of the only field of a map, when the field has this name.
fn only<'a>(map: &'a Node, field: &str) -> Option<&'a Node> {
    match map.entries() {
        [entry] if entry.key == *field => Some(&entry.node),
        _ => None,
    }
}

impl Command {
    /// Returns the command that changes an object by a strategic merge patch.
    pub fn patch(object: ObjectRef, patch: Node) -> Command {
        Command::Patch { object, subresource: None, patch }
    }

    /// Returns the command that evicts a Pod, if its budget allows it. Rules B-5, B-6, P-817.
    pub fn evict(namespace: impl Into<Text>, name: impl Into<Text>) -> Command {
        Command::CreateSubresource {
            object: ObjectRef::pod(namespace, name),
            subresource: CreatedSubresource::Eviction,
        }
    }

    /// Returns the command that sets a label of a node; the value `None` removes the label. `kubectl label node`.
    pub fn label_node(node: impl Into<Text>, key: impl Into<Text>, value: Option<Text>) -> Command {
        let label = Node::map([(key.into(), value.map_or_else(Node::default, Node::text))]);
        let labels = Node::map([(Text::Static("labels"), label)]);
        Command::patch(ObjectRef::node(node), Node::map([(Text::Static("metadata"), labels)]))
    }
}
