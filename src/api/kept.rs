//! Objects of kinds that Podlab does not run. It keeps them as they are.

use super::kept_kind::KeptKind;
use super::meta::{Named, ObjectMeta};
use crate::base::text::Text;
use crate::manifest::node::{Entry, Node, Value};
use crate::manifest::schema::{Decoder, decode_object, encode_object};

/// An object of a kind that Podlab does not run.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptObject {
    /// The kind.
    pub kind: KeptKind,
    /// The `apiVersion` that the manifest has.
    pub api_version: Text,
    /// Name, labels and bookkeeping.
    pub metadata: ObjectMeta,
    /// A map of the other fields, in the order of the manifest, without places.
    pub fields: Node,
}

impl KeptObject {
    /// Returns an empty object of a kind.
    pub(crate) fn new(kind: KeptKind, api_version: impl Into<Text>) -> KeptObject {
        let (metadata, fields) = (ObjectMeta::default(), Node::map([]));
        KeptObject { kind, api_version: api_version.into(), metadata, fields }
    }

    /// Returns a field besides the metadata.
    pub fn field(&self, name: &str) -> Option<&Node> {
        self.fields.get(name)
    }

    /// Reads the fields of a tree. The caller has taken out `apiVersion` and `kind`.
    pub(super) fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        if let Some(metadata) = node.get("metadata") {
            decoder.in_field("metadata", &mut |decoder| {
                decode_object(&mut self.metadata, metadata, decoder);
            });
        }
        let others = node.entries().iter().filter(|entry| entry.key != *"metadata");
        let field = |entry: &Entry| (entry.key.clone(), without_places(&entry.node));
        self.fields = Node::map(others.map(field));
    }

    /// Writes the fields as a tree, without `apiVersion` and `kind`.
    pub(super) fn encode(&self) -> Node {
        let metadata = (Text::Static("metadata"), encode_object(&self.metadata));
        let fields = self.fields.entries().iter();
        let fields = fields.map(|entry| (entry.key.clone(), entry.node.clone()));
        Node::map([metadata].into_iter().chain(fields))
    }
}

/// Objects of one kind and namespace stand together, by name.
impl Named for KeptObject {
    fn metadata(&self) -> &ObjectMeta {
        &self.metadata
    }

    fn namespaced_name(&self) -> (Text, Text) {
        let ObjectMeta { namespace, name, .. } = &self.metadata;
        (kind_and_namespace(self.kind, namespace), name.clone())
    }

    fn kept_kind(&self) -> Option<KeptKind> {
        Some(self.kind)
    }
}

/// Returns the first part of the names of kept objects of a kind in a namespace.
pub(crate) fn kind_and_namespace(kind: KeptKind, namespace: &str) -> Text {
    format!("{}/{namespace}", kind.plural()).into()
}

/// Returns a copy of a tree whose values have no places, so that equal objects look alike to whatever is made of them.
fn without_places(node: &Node) -> Node {
    match &node.value {
        Value::List(elements) => Value::List(elements.iter().map(without_places).collect()),
        Value::Map(entries) => {
            let entry = |entry: &Entry| (entry.key.clone(), without_places(&entry.node));
            return Node::map(entries.iter().map(entry));
        }
        plain @ (Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)) => plain.clone(),
    }
    .into()
}
