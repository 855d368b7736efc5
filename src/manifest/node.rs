//! The tree that a manifest is read into and that an object is written from: JSON's values, each with its place.

use super::decimal::Decimal;
use crate::base::text::Text;

/// A place in the source. Line and column count from 1; 0 means that there is no place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Span {
    /// Returns the place in a text, in bytes from its beginning; the end of a line is a place too. `None` when the text has no such place.
    ///
    /// ```
    /// use podlab::manifest::node::Span;
    ///
    /// let place = Span { line: 2, column: 3 };
    /// assert_eq!(place.offset("kind: Pod\nä: b"), Some(13));
    /// assert_eq!(Span::default().offset("kind: Pod"), None);
    /// ```
    pub fn offset(self, text: &str) -> Option<usize> {
        let (above, before) = (self.line.checked_sub(1)?, self.column.checked_sub(1)?);
        let mut lines = text.split_inclusive('\n');
        let start: usize = lines.by_ref().take(above as usize).map(str::len).sum();
        let line = lines.next()?.trim_end_matches(['\n', '\r']);
        let mut places = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        Some(start + places.nth(before as usize)?)
    }
}

/// A value of a manifest, and its place.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// The place.
    pub span: Span,
}

/// The values of JSON.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// `null`, `~` or nothing at all.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(Decimal),
    /// A string.
    Text(Text),
    /// A list.
    List(Vec<Node>),
    /// A map, in the order in which it was written. Its keys are unique.
    Map(Vec<Entry>),
}

/// One key of a map with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: Text,
    /// Where the key stands.
    pub span: Span,
    /// The value.
    pub node: Node,
}

impl PartialEq for Node {
    /// Compares the values. Their places do not count.
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl PartialEq for Value {
    /// Compares the values. The order of a map's keys does not count.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::List(a), Value::List(b)) => a == b,
            (Value::Map(a), Value::Map(b)) => {
                let (mut a, mut b): (Vec<&Entry>, Vec<&Entry>) =
                    (a.iter().collect(), b.iter().collect());
                a.sort_by_key(|entry| &entry.key);
                b.sort_by_key(|entry| &entry.key);
                a.len() == b.len()
                    && a.iter().zip(b).all(|(a, b)| a.key == b.key && a.node == b.node)
            }
            _ => false,
        }
    }
}

impl From<Value> for Node {
    fn from(value: Value) -> Self {
        Node { value, span: Span::default() }
    }
}

impl Node {
    /// Returns a string without a place.
    pub fn text(text: impl Into<Text>) -> Node {
        Value::Text(text.into()).into()
    }

    /// Returns a whole number without a place.
    pub fn int(number: i64) -> Node {
        Value::Int(number).into()
    }

    /// Returns a map without a place.
    pub fn map(entries: impl IntoIterator<Item = (Text, Node)>) -> Node {
        let entry = |(key, node)| Entry { key, span: Span::default(), node };
        Value::Map(entries.into_iter().map(entry).collect()).into()
    }

    /// Returns the value under `key`, when this is a map that has the key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        if let Value::Map(entries) = &self.value {
            entries.iter().find(|e| e.key == *key).map(|e| &e.node)
        } else {
            None
        }
    }

    /// Returns the entries of a map, and none for any other value.
    pub fn entries(&self) -> &[Entry] {
        if let Value::Map(entries) = &self.value { entries } else { &[] }
    }

    /// Returns the elements of a list, and none for any other value.
    pub fn elements(&self) -> &[Node] {
        if let Value::List(elements) = &self.value { elements } else { &[] }
    }

    /// Returns the string, when this is a string.
    pub fn as_text(&self) -> Option<&Text> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// Returns the number, when this is a whole number.
    pub fn as_int(&self) -> Option<i64> {
        if let Value::Int(number) = self.value { Some(number) } else { None }
    }

    /// Returns the value under `key` so that it can be changed, when this is a map that has the key.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        match &mut self.value {
            Value::Map(entries) => entries.iter_mut().find(|e| e.key == *key).map(|e| &mut e.node),
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::List(_) => None,
        }
    }

    /// Returns the type of the value in JSON's words: `null`, `boolean`, `integer`, `number`, `string`, `list`, `map`.
    pub fn type_name(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Int(_) => "integer",
            Value::Float(_) => "number",
            Value::Text(_) => "string",
            Value::List(_) => "list",
            Value::Map(_) => "map",
        }
    }

    /// Returns the place of the field at a path such as `spec.containers[0].image`.
    ///
    /// When the field itself is not written, returns the place of the nearest field above it.
    ///
    /// ```
    /// use podlab::manifest::{Diagnostic, yaml};
    ///
    /// # fn main() -> Result<(), Vec<Diagnostic>> {
    /// let trees = yaml::parse("spec:\n  containers:\n  - name: app\n    image: nginx\n")?;
    /// let image = trees[0].locate("spec.containers[0].image");
    /// assert_eq!((image.line, image.column), (4, 5));
    /// let missing = trees[0].locate("spec.containers[0].ports[0]");
    /// assert_eq!((missing.line, missing.column), (3, 5));
    /// # Ok(())
    /// # }
    /// ```
    pub fn locate(&self, path: &str) -> Span {
        let mut node = self;
        let mut span = self.span;
        let mut rest = path;
        while !rest.is_empty() {
            if let Some(tail) = rest.strip_prefix('[') {
                let Some((index, tail)) = tail.split_once(']') else { return span };
                let index = index.parse().unwrap_or(usize::MAX);
                let Some(element) = node.elements().get(index) else { return span };
                (node, span, rest) = (element, element.span, tail);
                continue;
            }
            rest = rest.strip_prefix('.').unwrap_or(rest);
            // A key of a map of strings may itself contain dots. The longest key that fits wins.
            let fits = |key: &str| {
                rest.strip_prefix(key).is_some_and(|t| t.is_empty() || t.starts_with(['.', '[']))
            };
            let entry = node.entries().iter().filter(|e| fits(&e.key)).max_by_key(|e| e.key.len());
            let Some(entry) = entry else { return span };
            (node, span, rest) = (&entry.node, entry.span, &rest[entry.key.len()..]);
        }
        span
    }

    /// Returns whether this is `null`.
    pub(crate) fn is_null(&self) -> bool {
        self.value == Value::Null
    }
}
