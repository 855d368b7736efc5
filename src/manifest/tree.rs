//! Builds [`Node`] trees from a stream of values, within limits, without recursion.

use super::diagnostic::{Code, Diagnostic};
use super::node::{Entry, Node, Span, Value};
use super::wrong::Wrong;
use crate::base::text::Text;
use std::collections::{BTreeMap, BTreeSet};

/// The longest text that is read, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// The most lists and maps that may be nested in each other.
pub(crate) const MAX_DEPTH: usize = 100;
/// The most values in a text, counting the values that its aliases stand for.
pub(crate) const MAX_NODES: usize = 200_000;
/// The most documents in a text.
pub(crate) const MAX_DOCUMENTS: usize = 200;
/// The most bytes of strings in a text, counting those that its aliases stand for.
const MAX_EXPANDED_BYTES: usize = 8 << 20;

/// A finished value with its size.
#[derive(Clone)]
struct Sized {
    node: Node,
    nodes: usize,
    bytes: usize,
    height: usize,
}

/// A list or map that is still open.
struct Frame {
    span: Span,
    anchor: usize,
    nodes: usize,
    bytes: usize,
    height: usize,
    content: Content,
}

/// What an open list or map holds so far.
enum Content {
    List(Vec<Node>),
    Map {
        entries: Vec<Entry>,
        keys: BTreeSet<Text>,
        key: Option<(Text, Span, bool)>,
        merged: Vec<Entry>,
    },
}

/// Takes one value after the other and builds trees of them.
#[derive(Default)]
pub(super) struct Builder {
    frames: Vec<Frame>,
    anchors: BTreeMap<usize, Sized>,
    nodes: usize,
    bytes: usize,
    /// The finished documents.
    pub documents: Vec<Node>,
    /// Mistakes that did not end the reading.
    pub diagnostics: Vec<Diagnostic>,
}

/// The result of a step. The error says why the builder does not go on.
type Result<T = ()> = std::result::Result<T, Diagnostic>;

impl Builder {
    /// Opens a list.
    pub(crate) fn open_list(&mut self, span: Span, anchor: usize) -> Result {
        self.open(span, anchor, Content::List(Vec::new()))
    }

    /// Opens a map.
    pub(crate) fn open_map(&mut self, span: Span, anchor: usize) -> Result {
        let (entries, keys, merged) = (Vec::new(), BTreeSet::new(), Vec::new());
        self.open(span, anchor, Content::Map { entries, keys, key: None, merged })
    }

    fn open(&mut self, span: Span, anchor: usize, content: Content) -> Result {
        if self.frames.len() >= MAX_DEPTH {
            return Err(too_deep(span));
        }
        if self.awaits_key() {
            return Err(
                Diagnostic::new(Code::Syntax, span, Wrong::KeyIsCollection).help(Wrong::Template)
            );
        }
        self.frames.push(Frame { span, anchor, nodes: 1, bytes: 0, height: 0, content });
        Ok(())
    }

    /// Returns whether the next value is a key of the innermost map.
    pub(crate) fn awaits_key(&self) -> bool {
        matches!(self.frames.last(), Some(Frame { content: Content::Map { key: None, .. }, .. }))
    }

    /// Takes the next key of the innermost map. `merge` says that the key is `<<`.
    pub(crate) fn key(&mut self, text: Text, span: Span, merge: bool) -> Result {
        self.spend(1, text.len(), span)?;
        if let Some(Frame { content: Content::Map { keys, key, .. }, nodes, bytes, .. }) =
            self.frames.last_mut()
        {
            *nodes += 1;
            *bytes += text.len();
            if !merge && !keys.insert(text.clone()) && self.diagnostics.len() < 20 {
                let message = format!("key \"{text}\" already set in map");
                self.diagnostics.push(
                    Diagnostic::new(Code::DuplicateKey, span, message).help(Wrong::DuplicateKey),
                );
            }
            *key = Some((text, span, merge));
        }
        Ok(())
    }

    /// Takes a scalar.
    pub(crate) fn scalar(&mut self, value: Value, span: Span, anchor: usize) -> Result {
        let bytes = if let Value::Text(text) = &value { text.len() } else { 0 };
        self.spend(1, bytes, span)?;
        let sized = Sized { node: Node { value, span }, nodes: 1, bytes, height: 0 };
        self.finish(sized, anchor)
    }

    /// Takes a copy of an anchored value.
    pub(crate) fn alias(&mut self, anchor: usize, span: Span) -> Result {
        let Some(mut sized) = self.anchors.get(&anchor).map(|s| (s.nodes, s.bytes, s.height))
        else {
            return Err(Diagnostic::new(Code::Syntax, span, Wrong::Alias));
        };
        if self.frames.len() + sized.2 > MAX_DEPTH {
            return Err(too_deep(span));
        }
        sized.0 = sized.0.max(1);
        self.spend(sized.0, sized.1, span)?;
        let Some(copy) = self.anchors.get(&anchor).cloned() else { return Ok(()) };
        if self.awaits_key() {
            return match key_text(&copy.node.value) {
                Some(text) => self.key(text, span, false),
                None => Err(Diagnostic::new(Code::Syntax, span, Wrong::Key)),
            };
        }
        self.finish(copy, 0)
    }

    /// Closes the innermost list or map.
    pub(crate) fn close(&mut self) -> Result {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        self.spend(1, 0, frame.span)?;
        let value = match frame.content {
            Content::List(elements) => Value::List(elements),
            Content::Map { mut entries, mut keys, merged, .. } => {
                for entry in merged {
                    if keys.insert(entry.key.clone()) {
                        entries.push(entry);
                    }
                }
                Value::Map(entries)
            }
        };
        let node = Node { value, span: frame.span };
        let (nodes, bytes, height) = (frame.nodes, frame.bytes, frame.height + 1);
        self.finish(Sized { node, nodes, bytes, height }, frame.anchor)
    }

    /// Ends a document.
    pub(crate) fn end_document(&mut self) {
        self.anchors.clear();
    }

    /// Adds to the counts, and refuses when a count is too high.
    fn spend(&mut self, nodes: usize, bytes: usize, span: Span) -> Result {
        self.nodes = self.nodes.saturating_add(nodes);
        self.bytes = self.bytes.saturating_add(bytes);
        if self.nodes > MAX_NODES || self.bytes > MAX_EXPANDED_BYTES {
            let message = Wrong::Values { most: MAX_NODES };
            return Err(Diagnostic::new(Code::TooLarge, span, message).help(Wrong::Aliases));
        }
        Ok(())
    }

    /// Puts a finished value where it belongs.
    fn finish(&mut self, sized: Sized, anchor: usize) -> Result {
        if anchor > 0 {
            self.spend(sized.nodes, sized.bytes, sized.node.span)?;
            self.anchors.insert(anchor, sized.clone());
        }
        let Some(frame) = self.frames.last_mut() else {
            if self.documents.len() >= MAX_DOCUMENTS {
                let message = Wrong::Documents { most: MAX_DOCUMENTS };
                return Err(Diagnostic::new(Code::Limit, sized.node.span, message));
            }
            self.documents.push(sized.node);
            return Ok(());
        };
        frame.nodes += sized.nodes;
        frame.bytes += sized.bytes;
        frame.height = frame.height.max(sized.height);
        match &mut frame.content {
            Content::List(elements) => elements.push(sized.node),
            Content::Map { entries, key, merged, .. } => match key.take() {
                Some((_, span, true)) => merge(merged, sized.node, span)?,
                Some((key, span, false)) => entries.push(Entry { key, span, node: sized.node }),
                None => {}
            },
        }
        Ok(())
    }
}

/// Keeps the entries of the map or maps under `<<`. Earlier entries win.
fn merge(merged: &mut Vec<Entry>, node: Node, span: Span) -> Result {
    match node.value {
        Value::Map(entries) => merged.extend(entries),
        Value::List(maps) => {
            for map in maps {
                merge(merged, map, span)?;
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            let message = "map merge requires map or sequence of maps as the value";
            return Err(Diagnostic::new(Code::Syntax, span, message));
        }
    }
    Ok(())
}

/// Returns the JSON key that a scalar becomes: `yes:` is the key `true`.
pub(super) fn key_text(value: &Value) -> Option<Text> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Bool(flag) => Some(Text::Static(if *flag { "true" } else { "false" })),
        Value::Int(number) => Some(Text::from(number.to_string())),
        Value::Float(number) => Some(Text::from(number.to_string())),
        Value::Null | Value::List(_) | Value::Map(_) => None,
    }
}

/// Returns the diagnostic about lists and maps that are nested too deeply.
pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(Code::TooDeep, span, Wrong::Deep { most: MAX_DEPTH })
}
