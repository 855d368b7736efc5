//! Reads plain values, options, lists and maps from trees, and writes them.

use super::node::{Node, Value};
use super::schema::{Decoder, Field};
use super::wrong::FieldType;
use crate::base::digest::Digest;
use crate::base::text::Text;
use std::collections::BTreeMap;

impl Field for Text {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        if let Value::Text(text) = &node.value {
            *self = text.clone();
        } else {
            decoder.wrong_type(node, FieldType::String);
        }
    }
    fn encode(&self) -> Node {
        Node::text(self.clone())
    }
    fn is_unset(&self) -> bool {
        self.is_empty()
    }
    fn digest(&self, out: &mut Digest) {
        out.text(self);
    }
}

impl Field for bool {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        if let Value::Bool(flag) = node.value {
            *self = flag;
        } else {
            decoder.wrong_type(node, FieldType::Boolean);
        }
    }
    fn encode(&self) -> Node {
        Value::Bool(*self).into()
    }
    fn is_unset(&self) -> bool {
        !self
    }
    fn digest(&self, out: &mut Digest) {
        out.flag(*self);
    }
}

impl Field for i64 {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        if let Value::Int(number) = node.value {
            *self = number;
        } else {
            decoder.wrong_type(node, FieldType::Integer);
        }
    }
    fn encode(&self) -> Node {
        Node::int(*self)
    }
    fn is_unset(&self) -> bool {
        *self == 0
    }
    fn digest(&self, out: &mut Digest) {
        out.signed(*self);
    }
}

impl Field for i32 {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        if let Value::Int(number) = node.value
            && i32::try_from(number).is_ok()
        {
            *self = number as i32;
        } else {
            decoder.wrong_type(node, FieldType::Integer);
        }
    }
    fn encode(&self) -> Node {
        Node::int(i64::from(*self))
    }
    fn is_unset(&self) -> bool {
        *self == 0
    }
    fn digest(&self, out: &mut Digest) {
        out.signed(i64::from(*self));
    }
}

impl<T: Field + Default> Field for Option<T> {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        let problems = decoder.problems.len();
        let mut value = T::default();
        value.decode(node, decoder);
        if problems == decoder.problems.len() || !value.is_unset() {
            *self = Some(value);
        }
    }
    fn encode(&self) -> Node {
        self.as_ref().map(Field::encode).unwrap_or_default()
    }
    fn is_unset(&self) -> bool {
        self.is_none()
    }
    fn digest(&self, out: &mut Digest) {
        out.flag(self.is_some());
        if let Some(value) = self {
            value.digest(out);
        }
    }
}

impl<T: Field + Default> Field for Vec<T> {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        let Value::List(elements) = &node.value else {
            return decoder.wrong_type(node, FieldType::List);
        };
        for (index, element) in elements.iter().enumerate() {
            let mut value = T::default();
            decoder.in_element(index, &mut |decoder| value.decode(element, decoder));
            self.push(value);
        }
    }
    fn encode(&self) -> Node {
        Value::List(self.iter().map(Field::encode).collect()).into()
    }
    fn is_unset(&self) -> bool {
        self.is_empty()
    }
    fn digest(&self, out: &mut Digest) {
        out.count(self.len());
        for value in self {
            value.digest(out);
        }
    }
}

impl<T: Field + Default> Field for BTreeMap<Text, T> {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        let Value::Map(entries) = &node.value else {
            return decoder.wrong_type(node, FieldType::Map);
        };
        for entry in entries {
            let mut value = T::default();
            if !entry.node.is_null() {
                decoder.in_field(&entry.key, &mut |decoder| value.decode(&entry.node, decoder));
            }
            self.insert(entry.key.clone(), value);
        }
    }
    fn encode(&self) -> Node {
        Node::map(self.iter().map(|(key, value)| (key.clone(), value.encode())))
    }
    fn is_unset(&self) -> bool {
        self.is_empty()
    }
    fn digest(&self, out: &mut Digest) {
        out.count(self.len());
        for (key, value) in self {
            out.text(key);
            value.digest(out);
        }
    }
}

/// A part of an object that copies of the object share until one of them changes it.
#[derive(Clone, Debug, Default)]
pub struct Shared<T>(std::rc::Rc<T>);

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || *self.0 == *other.0
    }
}

impl<T> std::ops::Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> std::ops::DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        std::rc::Rc::make_mut(&mut self.0)
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Shared(std::rc::Rc::new(value))
    }
}

impl<T> Shared<T> {
    /// Returns whether both are the same part in memory, not only equal parts.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        std::rc::Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Field + Clone> Field for Shared<T> {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        (**self).decode(node, decoder);
    }
    fn encode(&self) -> Node {
        (**self).encode()
    }
    fn is_unset(&self) -> bool {
        (**self).is_unset()
    }
    fn digest(&self, out: &mut Digest) {
        (**self).digest(out);
    }
}

/// A part of an object that Podlab keeps and prints but does not interpret.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw(pub Option<Node>);

impl Field for Raw {
    fn decode(&mut self, node: &Node, _: &mut Decoder) {
        self.0 = Some(node.clone());
    }
    fn encode(&self) -> Node {
        self.0.clone().unwrap_or_default()
    }
    fn is_unset(&self) -> bool {
        self.0.is_none()
    }
    fn digest(&self, out: &mut Digest) {
        out.flag(self.0.is_some());
        if let Some(node) = &self.0 {
            digest_node(node, out);
        }
    }
}

/// Adds a tree, without the places at which it was written.
fn digest_node(node: &Node, out: &mut Digest) {
    match &node.value {
        Value::Null => out.text("null"),
        Value::Bool(flag) => {
            out.text("bool");
            out.flag(*flag);
        }
        Value::Int(number) => {
            out.text("int");
            out.signed(*number);
        }
        Value::Float(number) => {
            out.text("float");
            out.debug(number);
        }
        Value::Text(text) => {
            out.text("text");
            out.text(text);
        }
        Value::List(elements) => {
            out.text("list");
            out.count(elements.len());
            for element in elements {
                digest_node(element, out);
            }
        }
        Value::Map(entries) => {
            out.text("map");
            out.count(entries.len());
            for entry in entries {
                out.text(&entry.key);
                digest_node(&entry.node, out);
            }
        }
    }
}
