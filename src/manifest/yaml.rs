//! Reads YAML texts into [`Node`] trees as Kubernetes reads YAML: YAML 1.1 scalars, JSON keys.

use super::diagnostic::{Code, Diagnostic};
use super::node::{Node, Span, Value};
use super::tree::{Builder, MAX_BYTES, key_text, too_deep};
use super::wrong::{Complaint, Wrong};
use super::{go_yaml, indentation, json, scalar};
use crate::base::text::Text;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput, Tag};
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
    let text = go_yaml::without_marks(text);
    let text: &str = &text;
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
    if let Some(diagnostic) = go_yaml::directive(text) {
        return Err(vec![diagnostic]);
    }
    let mut text = Cow::Borrowed(text);
    let mut read = 0;
    while read < MOST_READ {
        read += text.len();
        let Err(error) = events(&text, &mut builder) else {
            go_yaml::restore(&mut builder.documents);
            return finished(builder);
        };
        if let Some(adapted) = go_yaml::adapted(&text, &error) {
            text = Cow::Owned(adapted);
        } else {
            builder.diagnostics.push(syntax_error(&text, error));
            return Err(builder.diagnostics);
        }
        builder = Builder::default();
    }
    Err(vec![Diagnostic::new(Code::Syntax, Span::default(), go_yaml::MISINDENTED)])
}

/// How many bytes the parser reads at most of a text that has to be adapted for it, again and again.
const MOST_READ: usize = 16 * MAX_BYTES;

fn finished(builder: Builder) -> Result<Vec<Node>, Vec<Diagnostic>> {
    if builder.diagnostics.is_empty() { Ok(builder.documents) } else { Err(builder.diagnostics) }
}

/// Hands the parser's events to the builder.
fn events(text: &str, builder: &mut Builder) -> Result<(), Diagnostic> {
    let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
    let escapes = go_yaml::Escapes::of(text);
    while let Some(event) = parser.next_event() {
        let (event, place) = event.map_err(|error| raw_error(&error))?;
        let span = span_of(place.start);
        match event {
            Event::Scalar(content, style, anchor, tag) => {
                if style == ScalarStyle::DoubleQuoted {
                    escapes.check(place.start.index()..place.end.index(), span)?;
                }
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

fn span_of(marker: Marker) -> Span {
    Span { line: marker.line() as u32, column: marker.col() as u32 + 1 }
}

fn raw_error(error: &ScanError) -> Diagnostic {
    let message =
        known(error.info()).map_or_else(|| error.info().to_owned().into(), Complaint::from);
    Diagnostic::new(Code::Syntax, span_of(*error.marker()), message)
}

/// Returns what the parser says, as far as it is known, in Podlab's words. The parser gives nothing but a text.
fn known(info: &str) -> Option<Wrong> {
    const KNOWN: [(&str, Wrong); 13] = [
        ("mapping values are not allowed in this context", Wrong::YamlMapping),
        ("while parsing a flow sequence, expected ',' or ']'", Wrong::YamlFlowList),
        ("while parsing a flow mapping, did not find expected ',' or '}'", Wrong::YamlFlowMap),
        ("while parsing a block mapping, did not find expected key", Wrong::YamlKey),
        ("simple key expect ':'", Wrong::YamlColon),
        ("simple key expected", Wrong::YamlSimple),
        ("while parsing a block collection, did not find expected '-' indicator", Wrong::YamlDash),
        ("while parsing a node, did not find expected node content", Wrong::YamlContent),
        ("did not find expected <document start>", Wrong::YamlStart),
        ("while parsing node, found unknown anchor", Wrong::YamlAnchor),
        ("invalid indentation", Wrong::YamlIndentation),
        ("tabs disallowed within this context (block indentation)", Wrong::YamlTabs),
        ("misplaced bracket", Wrong::YamlBracket),
    ];
    let letter =
        info.strip_prefix("unexpected character: `").and_then(|end| end.strip_suffix('\''));
    match letter {
        Some(letter) => Some(Wrong::YamlLetter { letter: letter.to_owned().into() }),
        None => KNOWN.into_iter().find(|(said, _)| *said == info).map(|(_, wrong)| wrong),
    }
}

/// Returns the complaint about a text that is longer than [`MAX_BYTES`].
pub(crate) fn too_long(text: &str) -> Wrong {
    Wrong::Long { size: text.len() / 1024, most: MAX_BYTES / 1024 }
}

/// Returns a message in Podlab's words, with help for the usual mistakes.
fn syntax_error(text: &str, error: Diagnostic) -> Diagnostic {
    let (span, info) = (error.span, error.message.clone());
    if error.code != Code::Syntax || error.help.is_some() {
        return error;
    }
    if *info == *"recursion limit exceeded" {
        return too_deep(span);
    }
    let line = text.lines().nth((span.line as usize).saturating_sub(1)).unwrap_or_default();
    let indentation = &line[..line.len() - line.trim_start().len()];
    let diagnostic = error;
    if indentation.contains('\t') {
        let column = indentation.chars().take_while(|c| *c != '\t').count() as u32 + 1;
        let mut diagnostic = diagnostic.help(Wrong::Tabs);
        diagnostic.span.column = column;
        return diagnostic;
    }
    let open = if info.contains("quoted scalar") { Some(span) } else { unterminated_quote(text) };
    if let Some(open) = open {
        return Diagnostic::new(Code::Syntax, open, Wrong::OpenQuote).help(Wrong::CloseQuote);
    }
    if line.contains("{{") {
        return diagnostic.help(Wrong::TemplateLike);
    }
    if let Some((column, wrong)) = indentation::misfit(text, span.line as usize) {
        return Diagnostic::new(Code::Syntax, Span { column, ..span }, wrong);
    }
    if info.wrong() == Wrong::YamlMapping {
        return diagnostic.help(Wrong::ColonValue);
    }
    diagnostic
}

/// Finds the quotation mark that opens a string without an end.
fn unterminated_quote(text: &str) -> Option<Span> {
    let mut open: Option<(char, Span)> = None;
    let mut block: Option<usize> = None;
    for (index, line) in text.lines().enumerate() {
        let indentation = line.len() - line.trim_start().len();
        match block {
            Some(parent) if line.trim().is_empty() || indentation > parent => continue,
            _ => block = None,
        }
        // The character before, and the last one that is not a space.
        let (mut before, mut significant) = (' ', ' ');
        let mut chars = line.chars().enumerate().peekable();
        while let Some((column, c)) = chars.next() {
            match open {
                Some(('"', _)) if c == '\\' => {
                    chars.next();
                }
                Some((quote, _)) if c == quote => {
                    // In a single-quoted string, two quotation marks stand for one.
                    let is_doubled = quote == '\'' && chars.peek().is_some_and(|(_, c)| *c == '\'');
                    if is_doubled {
                        chars.next();
                    } else {
                        open = None;
                    }
                }
                None if matches!(c, '"' | '\'') && " :-[{,?".contains(significant) => {
                    let span = Span { line: index as u32 + 1, column: column as u32 + 1 };
                    open = Some((c, span));
                }
                None if c == '#' && before == ' ' => break,
                Some(_) | None => {}
            }
            before = c;
            if c != ' ' {
                significant = c;
            }
        }
        if open.is_none()
            && indentation::BLOCKS.iter().any(|block| line.trim_end().ends_with(block))
        {
            block = Some(indentation);
        }
    }
    open.map(|(_, span)| span)
}
