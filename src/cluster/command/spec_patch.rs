//! Patches of a spec that do one thing.

use super::Command;
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};

/// What a patch does to the spec of an object, where it does one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpecPatch<'a> {
    /// It gives a container another image. `kubectl set image`.
    Image {
        /// The container.
        container: &'a Text,
        /// The image.
        image: &'a Text,
    },
    /// It puts another Pod template in place of the whole template.
    Template,
    /// It sets one field.
    Field {
        /// The field that holds the field; `spec` for a field of the spec itself.
        parent: &'a str,
        /// The field.
        field: &'a Text,
        /// Its value; `None` removes the field.
        value: Option<&'a Node>,
    },
}

impl<'a> SpecPatch<'a> {
    /// Returns what a command does to a spec, or `None` when it patches no spec or does several things.
    ///
    /// ```
    /// use podlab::api::ObjectRef;
    /// use podlab::cluster::command::{Command, SpecPatch};
    /// use podlab::manifest::node::Node;
    ///
    /// let replicas = Node::map([("minReadySeconds".into(), Node::int(5))]);
    /// let patch = Node::map([("spec".into(), replicas)]);
    /// let command = Command::patch(ObjectRef::stateful_set("default", "web"), patch);
    /// let Some(SpecPatch::Field { parent, field, .. }) = SpecPatch::of(&command) else { panic!() };
    /// assert_eq!((parent, field.as_str()), ("spec", "minReadySeconds"));
    /// ```
    pub fn of(command: &'a Command) -> Option<SpecPatch<'a>> {
        let Command::Patch { subresource: None, patch, .. } = command else { return None };
        let [spec] = patch.entries() else { return None };
        if spec.key != *"spec" {
            return None;
        }
        let template = spec.node.get("template");
        if template.is_some_and(|template| template.get("$patch").is_some()) {
            return Some(SpecPatch::Template);
        }
        let pod = template.map_or(Some(&spec.node), |template| template.get("spec"));
        match pod.and_then(image) {
            Some(patch) => Some(patch),
            None => field("spec", &spec.node),
        }
    }
}

/// Returns the image that a patch of the spec of a Pod sets, when it sets nothing else.
fn image(spec: &Node) -> Option<SpecPatch<'_>> {
    let [list] = spec.entries() else { return None };
    let [container] = list.node.elements() else { return None };
    let text = |key: &str| container.get(key).and_then(Node::as_text);
    let is_alone = container.entries().len() == 2;
    let (container, image) = (text("name")?, text("image")?);
    is_alone.then_some(SpecPatch::Image { container, image })
}

/// Returns the one field that a map of a patch sets. The type of a union is not told with the field that belongs to it.
fn field<'a>(parent: &'a str, map: &'a Node) -> Option<SpecPatch<'a>> {
    let entry = match map.entries() {
        [entry] => entry,
        [kind, other] | [other, kind] if kind.key == *"type" => {
            if other.node.is_null() {
                kind
            } else {
                other
            }
        }
        _ => return None,
    };
    match &entry.node.value {
        Value::Map(_) => field(&entry.key, &entry.node),
        Value::List(_) => None,
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            let value = Some(&entry.node).filter(|value| !value.is_null());
            Some(SpecPatch::Field { parent, field: &entry.key, value })
        }
    }
}
