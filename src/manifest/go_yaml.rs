//! Where go-yaml, by which Kubernetes reads YAML, differs from the parser: texts are adapted for the parser, and what go-yaml
//! refuses is found. The places of values stay the same.

use super::diagnostic::{Code, Diagnostic};
use super::node::{Node, Span, Value};
use super::tree::MAX_BYTES;
use super::wrong::Wrong;
use crate::base::text::Text;
use std::borrow::Cow;
use std::ops::Range;

/// The mark that some editors put at the beginning of a text.
const MARK: char = '\u{feff}';
/// Stand for a backslash and a quotation mark in a double-quoted string. They are for private use, so texts have them
/// not, and both take one column.
const QUOTE: &str = "\u{f8fe}\u{f8ff}";

/// The parser's message about a quoted string whose later lines are not indented enough.
pub(super) const MISINDENTED: &str = "invalid indentation in quoted scalar";
/// The parser's message about a backslash that begins no escape that it knows.
const ESCAPE: &str = "while parsing a quoted scalar, found unknown escape character";
/// The parser's message about a tab between a colon and a value.
const TAB: &str = "':' must be followed by a valid YAML whitespace";

/// Returns the text without the marks at the beginning of each document. Kubernetes reads each document by itself, so that each
/// may have one.
pub(super) fn without_marks(text: &str) -> Cow<'_, str> {
    if !text.contains(MARK) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for line in text.split_inclusive('\n') {
        out.push_str(if begins { line.strip_prefix(MARK).unwrap_or(line) } else { line });
        begins = line.starts_with("---");
    }
    Cow::Owned(out)
}

/// Returns the mistake of a document that begins with a directive. kubectl takes documents apart where a line begins with `---`, so
/// that a directive before that line is a document by itself, without an end.
pub(super) fn directive(text: &str) -> Option<Diagnostic> {
    let mut begins = true;
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with("---") {
            begins = true;
        } else if begins && line.starts_with('%') {
            let is_newer = line.starts_with("%YAML") && line.trim_end() != "%YAML 1.1";
            let message: super::Complaint = if is_newer {
                "found incompatible YAML document".into()
            } else {
                Wrong::YamlStart.into()
            };
            let span = Span { line: number, column: 1 };
            return Some(Diagnostic::new(Code::Syntax, span, message).help(Wrong::Directive));
        } else if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
            begins = false;
        }
    }
    None
}

/// Returns the text with the next place changed that go-yaml takes and the parser does not; `None` when the error is one for both.
pub(super) fn adapted(text: &str, error: &Diagnostic) -> Option<String> {
    let adapted = match &*error.message {
        MISINDENTED => indent_quoted(text, error.span),
        ESCAPE => replace_quotes(text, error.span),
        TAB => replace_tabs(text, error.span),
        _ => None,
    };
    adapted.filter(|adapted| adapted.len() < 2 * MAX_BYTES)
}

/// Returns the index of a place in a text.
fn offset(text: &str, span: Span) -> usize {
    let start: usize = text.split_inclusive('\n').take(span.line as usize - 1).map(str::len).sum();
    let before = text[start..].chars().take(span.column as usize - 1);
    start + before.map(char::len_utf8).sum::<usize>()
}

/// Returns where the quoted string begins and ends, without its quotation marks.
fn quoted(text: &str, span: Span) -> Option<(usize, usize)> {
    let start = offset(text, span);
    let quote = text[start..].chars().next()?;
    let inside = start + quote.len_utf8();
    let mut chars = text[inside..].char_indices().peekable();
    loop {
        let (at, c) = chars.next()?;
        if c == '\\' && quote == '"' {
            chars.next();
        } else if c == quote {
            if quote == '"' || chars.peek().is_none_or(|(_, next)| *next != quote) {
                return Some((inside, inside + at));
            }
            chars.next();
        }
    }
}

/// Indents the later lines of a quoted string, because Kubernetes accepts such lines without indentation. Spaces at
/// their beginning do not count.
fn indent_quoted(text: &str, span: Span) -> Option<String> {
    let (start, end) = quoted(text, span)?;
    let spaces = " ".repeat(span.column as usize);
    let inside = text[start..end].replace('\n', &format!("\n{spaces}"));
    let fits = inside.contains('\n') && text.len() + inside.len() < 2 * MAX_BYTES;
    fits.then(|| format!("{}{inside}{}", &text[..start], &text[end..]))
}

/// Replaces the escaped single quotes of a double-quoted string.
fn replace_quotes(text: &str, span: Span) -> Option<String> {
    let (start, end) = quoted(text, span)?;
    let mut inside = String::with_capacity(end - start);
    let mut chars = text[start..end].chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, false) => inside.push(c),
            (_, true) => match chars.next() {
                Some('\'') => inside.push_str(QUOTE),
                next => inside.extend([c].into_iter().chain(next)),
            },
        }
    }
    (inside != text[start..end]).then(|| format!("{}{inside}{}", &text[..start], &text[end..]))
}

/// Replaces the tabs before a value by spaces.
fn replace_tabs(text: &str, span: Span) -> Option<String> {
    let end = offset(text, span);
    let before = text[..end].trim_end_matches([' ', '\t']);
    let blanks = &text[before.len()..end];
    blanks.contains('\t').then(|| {
        let spaces = " ".repeat(blanks.len());
        format!("{before}{spaces}{}", &text[end..])
    })
}

/// Puts the quotes back that were replaced for the parser.
pub(super) fn restore(documents: &mut [Node]) {
    let mut pending: Vec<&mut Node> = documents.iter_mut().collect();
    let put_back = |text: &mut Text| {
        if text.contains(QUOTE) {
            *text = text.replace(QUOTE, "'").into();
        }
    };
    while let Some(node) = pending.pop() {
        match &mut node.value {
            Value::Text(text) => put_back(text),
            Value::List(elements) => pending.extend(elements),
            Value::Map(entries) => {
                for entry in entries {
                    put_back(&mut entry.key);
                    pending.push(&mut entry.node);
                }
            }
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
        }
    }
}

/// Finds the escape `\/` in double-quoted strings, which JSON and the parser know and go-yaml does not.
pub(super) struct Escapes {
    /// The text, when it has the two characters anywhere.
    letters: Option<Vec<char>>,
}

impl Escapes {
    pub(super) fn of(text: &str) -> Escapes {
        Escapes { letters: text.contains("\\/").then(|| text.chars().collect()) }
    }

    /// Checks a double-quoted string, which stands at these characters of the text.
    pub(super) fn check(&self, string: Range<usize>, span: Span) -> Result<(), Diagnostic> {
        let Some(letters) = &self.letters else { return Ok(()) };
        let inside = letters.get(string).unwrap_or_default();
        let mut escapes = inside.iter();
        while let Some(letter) = escapes.next() {
            if *letter == '\\' && escapes.next() == Some(&'/') {
                let message = "found unknown escape character";
                return Err(Diagnostic::new(Code::Syntax, span, message));
            }
        }
        Ok(())
    }
}
