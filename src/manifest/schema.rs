//! Reads API objects from [`Node`] trees and writes them. Each object has one table of fields, and shared code walks
//! the tables, which keeps the Wasm small.

use super::node::{Entry, Node, Span, Value};
use super::wrong::FieldType;
use crate::base::digest::Digest;
use crate::base::text::{Text, write_to};

pub use super::fields::{Raw, Shared};
pub use super::nearest::{meant, nearest};

/// A value that a field of an API object can hold.
pub trait Field {
    /// Reads the value. A mistake is reported to the decoder and leaves the field as it was.
    fn decode(&mut self, node: &Node, decoder: &mut Decoder);
    /// Writes the value.
    fn encode(&self) -> Node;
    /// Returns whether the value is unset. The API leaves an unset field out.
    fn is_unset(&self) -> bool;
    /// Adds the value to the hash of a state.
    fn digest(&self, out: &mut Digest);
}

/// An API struct, seen as fields with their JSON names.
pub(crate) trait Object {
    /// Returns the JSON names, in the order of declaration.
    fn names(&self) -> &'static [&'static str];
    /// Returns the field with that JSON name.
    fn field(&mut self, name: &str) -> Option<&mut dyn Field>;
    /// Returns whether the empty string leaves the field with that JSON name unset.
    fn is_unset_by_empty(&self, name: &str) -> bool;
    /// Calls `visit` for every field, in the order of declaration.
    fn visit(&self, visit: &mut dyn FnMut(&'static str, &dyn Field));
}

/// What is wrong with a value, as data.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemKind {
    /// The object has no field of that name. The nearest known name is a guess at what was meant.
    UnknownField {
        /// The name in the manifest.
        name: Text,
        /// A known name that looks like it.
        suggestion: Option<&'static str>,
    },
    /// The value has another type than the field.
    WrongType {
        /// The type the field has.
        expected: FieldType,
        /// The value in the manifest.
        found: Value,
    },
    /// The string is not one of the allowed ones. The API server refuses it with HTTP 422.
    Unsupported {
        /// The string in the manifest.
        value: Text,
        /// The allowed values.
        supported: &'static [&'static str],
    },
    /// The text cannot be read as the field's type, such as a quantity or a time.
    Malformed {
        /// The text in the manifest.
        value: Text,
        /// What the API server says about it.
        message: Text,
    },
}

/// A mistake in one field.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The path of the field, such as `spec.containers[0].image`.
    pub path: String,
    /// Where it stands.
    pub span: Span,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// Collects the mistakes while an object is read, and keeps the path of the field that is being read.
#[derive(Debug, Default)]
pub struct Decoder {
    path: String,
    /// The mistakes so far.
    pub problems: Vec<Problem>,
}

impl Decoder {
    /// The most mistakes that are collected. Further ones are not reported.
    pub(crate) const MAX_PROBLEMS: usize = 100;

    /// Reports a mistake at the present path, unless enough mistakes were reported already.
    pub(crate) fn report(&mut self, span: Span, kind: ProblemKind) {
        if !self.is_full() {
            self.problems.push(Problem { path: self.path.clone(), span, kind });
        }
    }

    /// Returns whether enough mistakes were reported already.
    pub(crate) fn is_full(&self) -> bool {
        self.problems.len() >= Decoder::MAX_PROBLEMS
    }

    /// Reports that a value has another type than `expected`.
    pub(crate) fn wrong_type(&mut self, node: &Node, expected: FieldType) {
        let found = match &node.value {
            Value::List(_) => Value::List(Vec::new()),
            Value::Map(_) => Value::Map(Vec::new()),
            plain @ (Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)) => plain.clone(),
        };
        self.report(node.span, ProblemKind::WrongType { expected, found });
    }

    /// Runs `inner` with `.key` added to the path.
    pub(crate) fn in_field(&mut self, key: &str, inner: &mut dyn FnMut(&mut Decoder)) {
        let length = self.path.len();
        if length > 0 {
            self.path.push('.');
        }
        self.path.push_str(key);
        inner(self);
        self.path.truncate(length);
    }

    /// Runs `inner` with `[index]` added to the path.
    pub(crate) fn in_element(&mut self, index: usize, inner: &mut dyn FnMut(&mut Decoder)) {
        let length = self.path.len();
        write_to(&mut self.path, format_args!("[{index}]"));
        inner(self);
        self.path.truncate(length);
    }
}

/// Reads a map into an object. `null` leaves the object as it is.
pub(crate) fn decode_object(object: &mut dyn Object, node: &Node, decoder: &mut Decoder) {
    match &node.value {
        Value::Null => {}
        Value::Map(entries) => {
            for entry in entries {
                let is_unset = entry.node.is_null()
                    || is_empty(&entry.node) && object.is_unset_by_empty(&entry.key);
                decoder.in_field(&entry.key, &mut |decoder| match object.field(&entry.key) {
                    Some(_) if is_unset => {}
                    Some(_) if is_beyond_int32(&entry.key, &entry.node) => {
                        decoder.wrong_type(&entry.node, FieldType::Integer);
                    }
                    Some(field) => field.decode(&entry.node, decoder),
                    None if decoder.is_full() => {}
                    None => {
                        let suggestion = meant(&entry.key, object.names());
                        let name = entry.key.clone();
                        decoder.report(entry.span, ProblemKind::UnknownField { name, suggestion });
                    }
                });
            }
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::List(_) => {
            decoder.wrong_type(node, FieldType::Map);
        }
    }
}

fn is_empty(node: &Node) -> bool {
    node.as_text().is_some_and(|text| text.is_empty())
}

/// Fields that hold 32 bits in the API, although the engine counts with 64.
pub(crate) const INT32: &[&str] = &[
    "backoffLimit",
    "completions",
    "containerPort",
    "defaultMode",
    "exitCode",
    "failureThreshold",
    "healthCheckNodePort",
    "hostPort",
    "initialDelaySeconds",
    "maxSkew",
    "minDomains",
    "minReadySeconds",
    "mode",
    "nodePort",
    "parallelism",
    "partition",
    "periodSeconds",
    "port",
    "priority",
    "replicas",
    "restartCount",
    "revisionHistoryLimit",
    "start",
    "successThreshold",
    "timeoutSeconds",
    "weight",
];

/// Returns whether the field of that name has too few bits in the API for the number.
fn is_beyond_int32(name: &str, node: &Node) -> bool {
    matches!(node.value, Value::Int(number) if i32::try_from(number).is_err())
        && INT32.binary_search(&name).is_ok()
}

/// Fields that the API prints even when they are unset.
const ALWAYS_PRINTED: [&str; 4] = ["imageID", "lastProbeTime", "ready", "restartCount"];

/// Writes the set fields of an object as a map.
pub(crate) fn encode_object(object: &dyn Object) -> Node {
    let mut entries = Vec::new();
    object.visit(&mut |name, field| {
        if !field.is_unset() || ALWAYS_PRINTED.contains(&name) {
            let key = Text::Static(name);
            entries.push(Entry { key, span: Span::default(), node: field.encode() });
        }
    });
    Value::Map(entries).into()
}

/// Adds all fields of an object to the hash of a state.
pub(crate) fn digest_object(object: &dyn Object, out: &mut Digest) {
    object.visit(&mut |_, field| field.digest(out));
}

/// Declares an API struct with the JSON name of every field, and implements how it is read and written.
///
/// `or ""` after a name means that the field is a string in the API and not a pointer to one. The API server then takes
/// the empty string for "unset" and fills in the default.
macro_rules! api_object {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty = $json:literal $(or $empty:literal)?,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis struct $name { $($(#[$field_meta])* pub $field: $type,)* }

        impl $crate::manifest::schema::Object for $name {
            fn names(&self) -> &'static [&'static str] {
                &[$($json),*]
            }
            fn field(&mut self, name: &str) -> Option<&mut dyn $crate::manifest::schema::Field> {
                match name {
                    $($json => Some(&mut self.$field),)*
                    _ => None,
                }
            }
            fn is_unset_by_empty(&self, name: &str) -> bool {
                const NAMES: &[(&str, &str)] = &[$($(($json, $empty),)?)*];
                NAMES.iter().any(|(json, _)| *json == name)
            }
            fn visit(&self, visit: &mut dyn FnMut(&'static str, &dyn $crate::manifest::schema::Field)) {
                $(visit($json, &self.$field);)*
            }
        }

        impl $crate::manifest::schema::Field for $name {
            fn decode(&mut self, node: &$crate::manifest::node::Node, decoder: &mut $crate::manifest::schema::Decoder) {
                $crate::manifest::schema::decode_object(self, node, decoder);
            }
            fn encode(&self) -> $crate::manifest::node::Node {
                $crate::manifest::schema::encode_object(self)
            }
            /// Returns false, because the API prints a struct even when none of its fields is set: `resources: {}`.
            fn is_unset(&self) -> bool {
                false
            }
            fn digest(&self, out: &mut $crate::base::digest::Digest) {
                $crate::manifest::schema::digest_object(self, out);
            }
        }
    };
}

/// Declares an API enum: a string that must be one of the listed ones. Wrap it in `Option` to allow "unset".
macro_rules! api_choice {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name { #[default] $($(#[$variant_meta])* $variant,)* }

        impl $name {
            /// The allowed strings, in the order in which the API server lists them.
            pub(crate) const SUPPORTED: &'static [&'static str] = &[$($text),*];

            /// Returns the string that the API uses.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Returns the value that the API writes as `text`, or `None` when there is no such value.
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }

        impl $crate::manifest::schema::Field for $name {
            fn decode(&mut self, node: &$crate::manifest::node::Node, decoder: &mut $crate::manifest::schema::Decoder) {
                let Some(text) = node.as_text() else {
                    return decoder.wrong_type(node, $crate::manifest::wrong::FieldType::String);
                };
                match Self::parse(text) {
                    Some(value) => *self = value,
                    None => decoder.report(node.span, $crate::manifest::schema::ProblemKind::Unsupported {
                        value: text.clone(),
                        supported: Self::SUPPORTED,
                    }),
                }
            }
            fn encode(&self) -> $crate::manifest::node::Node {
                $crate::manifest::node::Node::text(self.as_str())
            }
            fn is_unset(&self) -> bool {
                false
            }
            fn digest(&self, out: &mut $crate::base::digest::Digest) {
                out.text(self.as_str());
            }
        }
    };
}

pub(crate) use {api_choice, api_object};
