//! Reads and writes trees through `serde`, so that a JSON file can hold a manifest as it is.

use super::decimal::Decimal;
use super::node::{Entry, Node, Span, Value};
use crate::base::text::Text;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(flag) => serializer.serialize_bool(*flag),
            Value::Int(number) => serializer.serialize_i64(*number),
            Value::Float(number) => {
                let number = number.to_string().parse().map_err(serde::ser::Error::custom)?;
                serializer.serialize_f64(number)
            }
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(elements) => serializer.collect_seq(elements),
            Value::Map(entries) => {
                serializer.collect_map(entries.iter().map(|entry| (&entry.key, &entry.node)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    /// Reads a tree without places. Refuses a map that has the same key twice.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(Tree)
    }
}

struct Tree;

impl<'de> Visitor<'de> for Tree {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Value::Null.into())
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Node, E> {
        Ok(Value::Bool(flag).into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::int(number))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Node, E> {
        i64::try_from(number).map_or_else(|_| decimal(&number.to_string()), |n| Ok(Node::int(n)))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Node, E> {
        decimal(&number.to_string())
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Node, E> {
        Ok(Node::text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(Value::List(elements).into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        let mut keys = BTreeSet::new();
        while let Some(key) = map.next_key::<Text>()? {
            if !keys.insert(key.clone()) {
                return Err(de::Error::custom(format!("key \"{key}\" already set in map")));
            }
            entries.push(Entry { key, span: Span::default(), node: map.next_value()? });
        }
        Ok(Value::Map(entries).into())
    }
}

fn decimal<E: de::Error>(text: &str) -> Result<Node, E> {
    let number = Decimal::parse(text);
    number.map(|number| Value::Float(number).into()).ok_or_else(|| E::custom("no number"))
}
