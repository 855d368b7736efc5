//! Variants of a lesson: its file has placeholders, and a list of values for them.
//!
//! A placeholder such as `${grace}` stands in any value of the file. Only the names that `variants` declares are replaced. Everything else
//! stays to the letter, such as `$(VAR)` and what a shell reads. Values are replaced in the tree, so that each keeps its place.

use crate::base::text::Text;
use crate::manifest::node::{Entry, Node, Span, Value};
use crate::manifest::tree::MAX_BYTES;
use crate::manifest::wrong::{TypeName, Wanted, Wrong};
use crate::manifest::{Code, Diagnostic};
use std::collections::BTreeSet;

/// The kind of a lesson.
pub(super) const LESSON: &str = "Lesson";
/// The field of a lesson that has the values.
pub(super) const FIELD: &str = "variants";
/// The most variants of a lesson.
pub const MOST: usize = 10;

/// Returns whether a document is a lesson.
pub(super) fn is_lesson(node: &Node) -> bool {
    let text = |key: &str| node.get(key).and_then(Node::as_text);
    text("kind").is_some_and(|kind| *kind == LESSON)
        && text("apiVersion").is_some_and(|version| version.starts_with("podlab/"))
}

/// Returns the declaration of the variants in a file; `None` when it has none.
pub(super) fn declared(documents: &[Node]) -> Option<&Entry> {
    let header = documents.iter().find(|document| is_lesson(document))?;
    header.entries().iter().find(|entry| entry.key == *FIELD)
}

/// Returns the documents of a file for each of its variants, without the declaration. A file without variants has its documents once.
/// `text` is the text that they were read from.
///
/// # Errors
///
/// Returns what is wrong with the declaration, with its place.
pub(super) fn fill(text: &str, documents: Vec<Node>) -> Result<Vec<Vec<Node>>, Vec<Diagnostic>> {
    let Some(declared) = declared(&documents).cloned() else { return Ok(vec![documents]) };
    let variants = read(&declared)?;
    let mut documents = documents;
    if let Some(header) = documents.iter_mut().find(|document| is_lesson(document))
        && let Value::Map(entries) = &mut header.value
    {
        entries.retain(|entry| entry.key != *FIELD);
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut filled = Vec::new();
    let mut used = BTreeSet::new();
    for values in &variants {
        let mut filling = Filling { lines: &lines, values, used: BTreeSet::new(), bytes: 0 };
        let mut copy = documents.clone();
        for document in &mut copy {
            filling.node(document);
        }
        if filling.bytes > MAX_BYTES {
            let message = Wrong::Long { size: filling.bytes / 1024, most: MAX_BYTES / 1024 };
            return Err(vec![mistake(declared.span, "", Code::TooLarge, message)]);
        }
        used.append(&mut filling.used);
        filled.push(copy);
    }
    let name = |documents: &[Node]| {
        let header = documents.iter().find(|document| is_lesson(document))?;
        header.get("metadata")?.get("name").cloned()
    };
    // The codes of a class say the name, and links lead to it.
    if let Some(first) = name(&filled[0])
        && filled.iter().any(|documents| name(documents).as_ref() != Some(&first))
    {
        let message = Diagnostic::new(Code::Invalid, first.span, Wrong::VariantName);
        return Err(vec![message.at("metadata.name")]);
    }
    let unused = variants[0].iter().filter(|entry| !used.contains(&entry.key));
    let unused: Vec<Diagnostic> = unused
        .map(|entry| {
            let message = Wrong::VariantUnused { name: entry.key.clone() };
            mistake(entry.span, &format!("[0].{}", entry.key), Code::Invalid, message)
        })
        .collect();
    if unused.is_empty() { Ok(filled) } else { Err(unused) }
}

fn mistake(span: Span, path: &str, code: Code, message: Wrong) -> Diagnostic {
    Diagnostic::new(code, span, message).at(format!("{FIELD}{path}"))
}

/// Returns the values of each variant, each with its name.
fn read(declared: &Entry) -> Result<Vec<&[Entry]>, Vec<Diagnostic>> {
    let list = &declared.node;
    if !matches!(list.value, Value::List(_)) {
        let found = TypeName::of(&list.value);
        let message = Wrong::UnexpectedType { wanted: Wanted::List, found };
        return Err(vec![mistake(list.span, "", Code::WrongType, message)]);
    }
    let variants = list.elements();
    if !(2..=MOST).contains(&variants.len()) {
        let message = Wrong::VariantCount { most: MOST };
        return Err(vec![mistake(declared.span, "", Code::Limit, message)]);
    }
    let mut wrong = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let path = format!("[{index}]");
        if !matches!(variant.value, Value::Map(_)) {
            let found = TypeName::of(&variant.value);
            let message = Wrong::UnexpectedType { wanted: Wanted::Map, found };
            wrong.push(mistake(variant.span, &path, Code::WrongType, message));
            continue;
        }
        values(variant, &path, &mut wrong);
        same_names(&variants[0], variant, &path, &mut wrong);
        if let Some(twin) = variants[..index].iter().position(|other| other == variant) {
            let message = Wrong::VariantSame { number: twin + 1 };
            wrong.push(mistake(variant.span, &path, Code::Invalid, message));
        }
    }
    let entries = variants.iter().map(Node::entries);
    if wrong.is_empty() { Ok(entries.collect()) } else { Err(wrong) }
}

/// Looks for values that cannot stand for a placeholder.
fn values(variant: &Node, path: &str, wrong: &mut Vec<Diagnostic>) {
    for entry in variant.entries() {
        match entry.node.value {
            Value::Bool(_) | Value::Int(_) | Value::Text(_) => {}
            Value::Null | Value::Float(_) | Value::List(_) | Value::Map(_) => {
                let message = Wrong::MustBe { wanted: Wanted::VariantValue };
                let path = format!("{path}.{}", entry.key);
                wrong.push(mistake(entry.node.span, &path, Code::WrongType, message));
            }
        }
    }
}

/// Looks for names that only one of two variants has.
fn same_names(first: &Node, variant: &Node, path: &str, wrong: &mut Vec<Diagnostic>) {
    for entry in first.entries().iter().filter(|entry| variant.get(&entry.key).is_none()) {
        let message = Wrong::VariantMissing { name: entry.key.clone() };
        wrong.push(mistake(variant.span, path, Code::Invalid, message));
    }
    for entry in variant.entries().iter().filter(|entry| first.get(&entry.key).is_none()) {
        let message = Wrong::VariantExtra { name: entry.key.clone() };
        let path = format!("{path}.{}", entry.key);
        wrong.push(mistake(entry.span, &path, Code::UnknownField, message));
    }
}

/// Puts the values of a variant into trees.
struct Filling<'a> {
    /// The lines of the text that the trees were read from.
    lines: &'a [&'a str],
    values: &'a [Entry],
    /// The names that were used.
    used: BTreeSet<Text>,
    /// How many bytes the texts with placeholders have that were written.
    bytes: usize,
}

impl Filling<'_> {
    fn node(&mut self, node: &mut Node) {
        match &mut node.value {
            Value::Text(text) => {
                if let Some(value) = self.text(text, node.span) {
                    node.value = value;
                }
            }
            Value::List(elements) => elements.iter_mut().for_each(|element| self.node(element)),
            Value::Map(entries) => entries.iter_mut().for_each(|entry| self.node(&mut entry.node)),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
        }
    }

    /// Returns what a string becomes; `None` when nothing is replaced in it.
    fn text(&mut self, text: &str, span: Span) -> Option<Value> {
        let (mut out, mut rest) = (String::new(), text);
        let mut is_replaced = false;
        while self.bytes <= MAX_BYTES
            && let Some(start) = rest.find("${")
        {
            let (before, from) = rest.split_at(start);
            out.push_str(before);
            let is_meant = |entry: &&Entry| {
                from[2..].strip_prefix(entry.key.as_str()).is_some_and(|end| end.starts_with('}'))
            };
            let found = self.values.iter().find(is_meant);
            if let Some(Entry { key, node, .. }) = found {
                self.used.insert(key.clone());
                rest = &from[key.len() + 3..];
                let is_alone = text.len() == key.len() + 3;
                if is_alone && self.is_plain(span) {
                    return Some(node.value.clone());
                }
                let word = written(&node.value);
                self.bytes += word.len();
                out.push_str(&word);
                is_replaced = true;
            } else {
                out.push_str("${");
                rest = &from[2..];
            }
        }
        if !is_replaced {
            return None;
        }
        out.push_str(rest);
        self.bytes += text.len();
        Some(Value::Text(out.into()))
    }

    /// Whether the scalar at a place is written without quotes, on a line of its own or behind a key.
    fn is_plain(&self, span: Span) -> bool {
        let line = (span.line as usize).checked_sub(1).and_then(|line| self.lines.get(line));
        let column = (span.column as usize).saturating_sub(1);
        line.and_then(|line| line.chars().nth(column)) == Some('$')
    }
}

/// Returns a value as it stands in a text.
fn written(value: &Value) -> String {
    match value {
        Value::Bool(flag) => flag.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.to_string(),
        Value::Null | Value::Float(_) | Value::List(_) | Value::Map(_) => String::new(),
    }
}

/// Returns the mistakes of all variants. What is wrong with all of them is told once; every other mistake names its variant.
pub(crate) fn told_once(found: Vec<Vec<Diagnostic>>) -> Vec<Diagnostic> {
    let Some(first) = found.first().cloned() else { return Vec::new() };
    let is_common = |wrong: &Diagnostic| found.iter().all(|of_one| of_one.contains(wrong));
    let mut told: Vec<Diagnostic> = first.into_iter().filter(|wrong| is_common(wrong)).collect();
    let common = told.clone();
    for (index, of_one) in found.into_iter().enumerate() {
        for mut wrong in of_one.into_iter().filter(|wrong| !common.contains(wrong)) {
            let inner = Box::new(wrong.message.wrong());
            wrong.message = Wrong::LessonVariant { number: index + 1, wrong: inner }.into();
            told.push(wrong);
        }
    }
    told
}
