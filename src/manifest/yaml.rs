//! Reads YAML texts into [`Node`] trees as Kubernetes reads YAML: YAML 1.1 scalars, JSON keys.

use super::diagnostic::{Code, Diagnostic};
use super::node::{Node, Span, Value};
use super::parts::span_of;
use super::tree::{Builder, MAX_BYTES, key_text};
use super::wrong::{Complaint, Wrong};
use super::{json, scalar, syntax};
use crate::base::text::Text;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, StrInput, Tag};
use std::borrow::Cow;

/// Reads every document of a YAML or JSON text. An empty document is a `null`.
///
/// This function never panics and ends fast on any input: size, depth, and the numbers of values and aliases are
/// bounded.
///
/// # Errors
///
/// Returns what is wrong and where, when the text is not YAML, has a key twice, or exceeds a limit.
///
/// ```
/// use podlab::manifest::{Diagnostic, yaml};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let trees = yaml::parse("country: no\n---\n{\"country\": \"no\"}")?;
/// let types: Vec<&str> = trees.iter().filter_map(|tree| Some(tree.get("country")?.type_name())).collect();
/// assert_eq!(types, ["boolean", "string"], "in YAML 1.1 a bare `no` means false");
///
/// let mistakes = yaml::parse("name: web\nname: db").unwrap_err();
/// assert_eq!(mistakes[0].code.as_str(), "duplicate-key");
/// # Ok(())
/// # }
/// ```
pub fn parse(text: &str) -> Result<Vec<Node>, Vec<Diagnostic>> {
    if text.len() > MAX_BYTES {
        let message = too_long(text);
        return Err(vec![Diagnostic::new(Code::TooLarge, Span::default(), message)]);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(diagnostic) = control_character(text) {
        return Err(vec![diagnostic]);
    }
    let mut builder = Builder::default();
    if text.trim_start().starts_with(['{', '[']) {
        match json::read(text, &mut builder) {
            Ok(()) => return finished(builder),
            Err(limit) if limit.code != Code::Syntax => return Err(vec![limit]),
            Err(_) => {}
        }
        // It is not JSON after all: it is YAML's own `{a: b}`, or a mistake that YAML describes better.
        builder = Builder::default();
    }
    let mut text = Cow::Borrowed(text);
    for _ in 0..RETRIES {
        let Err(error) = events(&text, &mut builder) else { return finished(builder) };
        if let Some(indented) = indent_quoted(&text, &error) {
            text = Cow::Owned(indented);
        } else {
            builder.diagnostics.push(syntax::explain(&text, error));
            return Err(builder.diagnostics);
        }
        builder = Builder::default();
    }
    Err(vec![Diagnostic::new(Code::Syntax, Span::default(), MISINDENTED)])
}

/// The parser's message about a quoted string whose later lines are not indented enough.
const MISINDENTED: &str = "invalid indentation in quoted scalar";
/// The most such strings in a text.
const RETRIES: usize = 20;

/// Indents the later lines of a quoted string, because Kubernetes accepts such lines without indentation. Spaces at
/// their beginning do not count.
fn indent_quoted(text: &str, error: &Diagnostic) -> Option<String> {
    if *error.message != *MISINDENTED {
        return None;
    }
    let line = error.span.line as usize - 1;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let opening = text[start..].chars().take(error.span.column as usize - 1).map(char::len_utf8);
    let start = start + opening.sum::<usize>();
    let quote = text[start..].chars().next()?;
    let mut chars = text[start + quote.len_utf8()..].char_indices().peekable();
    let end = loop {
        let (at, c) = chars.next()?;
        if c == '\\' && quote == '"' {
            chars.next();
        } else if c == quote {
            if quote == '"' || chars.peek().is_none_or(|(_, next)| *next != quote) {
                break start + quote.len_utf8() + at;
            }
            chars.next();
        }
    };
    let spaces = " ".repeat(error.span.column as usize);
    let inside = text[start..end].replace('\n', &format!("\n{spaces}"));
    let fits = inside.contains('\n') && text.len() + inside.len() < 2 * MAX_BYTES;
    fits.then(|| format!("{}{inside}{}", &text[..start], &text[end..]))
}

fn finished(builder: Builder) -> Result<Vec<Node>, Vec<Diagnostic>> {
    if builder.diagnostics.is_empty() { Ok(builder.documents) } else { Err(builder.diagnostics) }
}

/// Returns where a text is not YAML any more.
pub(super) fn error_at(text: &str) -> Option<Span> {
    let error = events(text, &mut Builder::default()).err()?;
    (error.code == Code::Syntax).then_some(error.span)
}

/// Hands the parser's events to the builder.
fn events(text: &str, builder: &mut Builder) -> Result<(), Diagnostic> {
    let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, place) = event.map_err(|error| raw_error(&error))?;
        let span = span_of(place.start);
        match event {
            Event::Scalar(content, style, anchor, tag) => {
                scalar_event(builder, &content, style, tag.as_deref(), span, anchor)?;
            }
            Event::SequenceStart(anchor, _) => builder.open_list(span, anchor)?,
            Event::MappingStart(anchor, _) => builder.open_map(span, anchor)?,
            Event::SequenceEnd | Event::MappingEnd => builder.close()?,
            Event::Alias(anchor) => builder.alias(anchor, span)?,
            Event::DocumentEnd => builder.end_document(),
            Event::StreamEnd => break,
            Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => {}
        }
    }
    Ok(())
}

fn scalar_event(
    builder: &mut Builder,
    content: &str,
    style: ScalarStyle,
    tag: Option<&Tag>,
    span: Span,
    anchor: usize,
) -> Result<(), Diagnostic> {
    let core = tag.filter(|tag| tag.is_yaml_core_schema()).map(|tag| tag.suffix.as_str());
    let plain = match core {
        Some("str" | "binary") => false,
        Some("int" | "float" | "bool" | "null") => true,
        _ => tag.is_none() && style == ScalarStyle::Plain,
    };
    let key = builder.awaits_key();
    if key && plain && content == "<<" {
        return builder.key(Text::Static("<<"), span, true);
    }
    let value =
        if plain { scalar::resolve(content) } else { Value::Text(Text::from(content.to_string())) };
    if let Value::Float(number) = value
        && !number.is_finite()
    {
        let message = Wrong::NoNumber { value: content.to_owned().into() };
        return Err(Diagnostic::new(Code::Malformed, span, message).help(Wrong::Quote));
    }
    if !key {
        return builder.scalar(value, span, anchor);
    }
    match key_text(&value) {
        Some(text) => builder.key(text, span, false),
        None => Err(Diagnostic::new(Code::Syntax, span, Wrong::KeyMissing)),
    }
}

/// Finds the first character that no YAML text may contain.
fn control_character(text: &str) -> Option<Diagnostic> {
    let forbidden = |c: char| {
        (c < ' ' && !matches!(c, '\t' | '\n' | '\r'))
            || matches!(c, '\u{7f}' | '\u{80}'..='\u{84}' | '\u{86}'..='\u{9f}')
            || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let at = text.find(forbidden)?;
    let before = &text[..at];
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u32 + 1;
    let number = text[at..].chars().next().map_or(0, u32::from);
    let message = Wrong::Control { code: format!("U+{number:04X}").into() };
    Some(Diagnostic::new(Code::Syntax, Span { line, column }, message))
}

fn raw_error(error: &ScanError) -> Diagnostic {
    let message =
        known(error.info()).map_or_else(|| error.info().to_owned().into(), Complaint::from);
    Diagnostic::new(Code::Syntax, span_of(*error.marker()), message)
}

/// Returns what the parser says, as far as it is said in other languages. The parser gives nothing but a text.
fn known(info: &str) -> Option<Wrong> {
    const KNOWN: [Wrong; 10] = [
        Wrong::YamlMapping,
        Wrong::YamlFlowList,
        Wrong::YamlFlowMap,
        Wrong::YamlSimple,
        Wrong::YamlContent,
        Wrong::YamlStart,
        Wrong::YamlAnchor,
        Wrong::YamlIndentation,
        Wrong::YamlTabs,
        Wrong::YamlBracket,
    ];
    match info {
        "while parsing a block mapping, did not find expected key" => {
            return Some(Wrong::KeyExpected);
        }
        "while parsing a block collection, did not find expected '-' indicator" => {
            return Some(Wrong::DashExpected);
        }
        "simple key expect ':'" => return Some(Wrong::ColonExpected),
        _ => {}
    }
    let letter =
        info.strip_prefix("unexpected character: `").and_then(|end| end.strip_suffix('\''));
    match letter {
        Some(letter) => Some(Wrong::YamlLetter { letter: letter.to_owned().into() }),
        None => KNOWN.into_iter().find(|wrong| wrong.to_string() == info),
    }
}

/// Returns the complaint about a text that is longer than [`MAX_BYTES`].
pub(crate) fn too_long(text: &str) -> Wrong {
    Wrong::Long { size: text.len() / 1024, most: MAX_BYTES / 1024 }
}
