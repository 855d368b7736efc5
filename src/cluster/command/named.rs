//! Commands about parts of objects: how they are made, and which patches have a name of their own.

use super::{Command, CreatedSubresource, Subresource};
use crate::api::status::ConditionStatus;
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
    /// It sets a condition of a Pod that no component owns, such as that of a readiness gate. Rule P-207.
    SetCondition {
        /// The Pod.
        pod: &'a ObjectRef,
        /// Type of the condition.
        condition: &'a Text,
        /// Its status.
        status: ConditionStatus,
        /// Why, in one word; `None` leaves it as it is.
        reason: Option<&'a Text>,
        /// Why, in a sentence; `None` leaves it as it is.
        message: Option<&'a Text>,
    },
    /// It removes a condition of a Pod.
    RemoveCondition {
        /// The Pod.
        pod: &'a ObjectRef,
        /// Type of the condition.
        condition: &'a Text,
    },
    /// It adds an ephemeral container to a Pod. `kubectl debug`. Rule P-515.
    Debug {
        /// The Pod.
        pod: &'a ObjectRef,
        /// Name of the ephemeral container.
        container: &'a Text,
        /// Its image.
        image: &'a Text,
    },
}

impl<'a> NamedPatch<'a> {
    /// Returns what a command does by its name, or `None` when it is no patch or does something else or more.
    pub fn of(command: &'a Command) -> Option<NamedPatch<'a>> {
        let Command::Patch { object, subresource, patch } = command else { return None };
        match subresource {
            None if object.kind == ResourceKind::Node => label(&object.name, patch),
            Some(Subresource::Status) if object.kind == ResourceKind::Pod => {
                condition(object, patch)
            }
            Some(Subresource::EphemeralContainers) => debug(object, patch),
            None | Some(Subresource::Status | Subresource::Scale | Subresource::Resize) => None,
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

fn condition<'a>(pod: &'a ObjectRef, patch: &'a Node) -> Option<NamedPatch<'a>> {
    let [change] = only(only(patch, "status")?, "conditions")?.elements() else { return None };
    let text = |field: &str| change.get(field).and_then(Node::as_text);
    let condition = text("type").filter(|condition| !condition.is_empty())?;
    let has_only = |fields: &[&str]| {
        change.entries().iter().all(|entry| {
            fields.contains(&entry.key.as_str())
                && entry.node.as_text().is_some_and(|text| !text.is_empty())
        })
    };
    if text("$patch").is_some_and(|what| *what == "delete") && has_only(&["type", "$patch"]) {
        return Some(NamedPatch::RemoveCondition { pod, condition });
    }
    let status = ConditionStatus::parse(text("status")?)?;
    let (reason, message) = (text("reason"), text("message"));
    has_only(&["type", "status", "reason", "message"]).then_some(NamedPatch::SetCondition {
        pod,
        condition,
        status,
        reason,
        message,
    })
}

fn debug<'a>(pod: &'a ObjectRef, patch: &'a Node) -> Option<NamedPatch<'a>> {
    let containers = only(only(patch, "spec")?, "ephemeralContainers")?;
    let [added] = containers.elements() else { return None };
    let text = |field: &str| added.get(field).and_then(Node::as_text).filter(|t| !t.is_empty());
    let (container, image) = (text("name")?, text("image")?);
    (added.entries().len() == 2).then_some(NamedPatch::Debug { pod, container, image })
}

/// Returns a patch of a list in a part of an object, such as the conditions in its status, by one element.
fn of_element(part: &'static str, list: &'static str, element: Vec<(&'static str, Text)>) -> Node {
    let fields = element.into_iter().map(|(key, value)| (Text::Static(key), Node::text(value)));
    let elements = Value::List(vec![Node::map(fields)]).into();
    Node::map([(Text::Static(part), Node::map([(Text::Static(list), elements)]))])
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

    /// Returns the command that binds a Pod to a node, as a scheduler does. Rule P-904.
    pub fn bind(
        namespace: impl Into<Text>,
        name: impl Into<Text>,
        node: impl Into<Text>,
    ) -> Command {
        Command::CreateSubresource {
            object: ObjectRef::pod(namespace, name),
            subresource: CreatedSubresource::Binding(node.into()),
        }
    }

    /// Returns the command that sets a condition of an object through its status. An empty reason or message stays as it was.
    pub fn set_condition(
        object: ObjectRef,
        kind: impl Into<Text>,
        status: ConditionStatus,
        reason: Text,
        message: Text,
    ) -> Command {
        let mut fields = vec![("type", kind.into()), ("status", status.as_str().into())];
        let more = [("reason", reason), ("message", message)];
        fields.extend(more.into_iter().filter(|(_, text)| !text.is_empty()));
        let patch = of_element("status", "conditions", fields);
        Command::Patch { object, subresource: Some(Subresource::Status), patch }
    }

    /// Returns the command that removes a condition of an object through its status.
    pub fn remove_condition(object: ObjectRef, kind: impl Into<Text>) -> Command {
        let fields = vec![("$patch", "delete".into()), ("type", kind.into())];
        let patch = of_element("status", "conditions", fields);
        Command::Patch { object, subresource: Some(Subresource::Status), patch }
    }

    /// Returns the command that adds an ephemeral container to a Pod. `kubectl debug`. Rule P-515.
    pub fn debug(pod: ObjectRef, container: impl Into<Text>, image: impl Into<Text>) -> Command {
        let fields = vec![("name", container.into()), ("image", image.into())];
        let patch = of_element("spec", "ephemeralContainers", fields);
        Command::Patch { object: pod, subresource: Some(Subresource::EphemeralContainers), patch }
    }

    /// Returns the command that sets a label of a node; the value `None` removes the label. `kubectl label node`.
    pub fn label_node(node: impl Into<Text>, key: impl Into<Text>, value: Option<Text>) -> Command {
        let label = Node::map([(key.into(), value.map_or_else(Node::default, Node::text))]);
        let labels = Node::map([(Text::Static("labels"), label)]);
        Command::patch(ObjectRef::node(node), Node::map([(Text::Static("metadata"), labels)]))
    }
}
