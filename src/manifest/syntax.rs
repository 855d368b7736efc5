//! Explains where a text is not YAML: a message in Podlab's words, help for the usual mistakes, and a fix where it is plain.

use super::diagnostic::{Code, Diagnostic};
use super::fix::Fix;
use super::indentation;
use super::node::Span;
use super::tree::too_deep;
use super::wrong::Wrong;

/// Returns the mistake that a parser's error stands for.
pub(super) fn explain(text: &str, error: Diagnostic) -> Diagnostic {
    let (span, info) = (error.span, error.message.clone());
    if error.code != Code::Syntax || error.help.is_some() {
        return error;
    }
    if *info == *"recursion limit exceeded" {
        return too_deep(span);
    }
    let line = text.lines().nth((span.line as usize).saturating_sub(1)).unwrap_or_default();
    let indentation = &line[..line.len() - line.trim_start().len()];
    if indentation.contains('\t') {
        let column = indentation.chars().take_while(|c| *c != '\t').count() as u32 + 1;
        let span = Span { column, ..span };
        let fixes = [without_tabs(text, span.line)];
        return Diagnostic { span, ..error }.help(Wrong::Tabs).fixed(text, span, fixes);
    }
    let open = if info.contains("quoted scalar") { Some(span) } else { unterminated_quote(text) };
    if let Some(open) = open {
        let diagnostic = Diagnostic::new(Code::Syntax, open, Wrong::OpenQuote);
        return diagnostic.help(Wrong::CloseQuote).fixed(text, open, [closed_quote(text, open)]);
    }
    if line.contains("{{") {
        return error.help(Wrong::TemplateLike);
    }
    if let Some(misplaced) = indentation::explain(text, span) {
        return misplaced;
    }
    if info.contains("mapping values are not allowed") {
        return error.help(Wrong::ColonValue).fixed(text, span, [quoted_value(line, span)]);
    }
    error
}

/// Returns the change after which the tabs that indent a line, and lines next to it, are spaces.
fn without_tabs(text: &str, line: u32) -> Option<Fix> {
    let has_tab = |line: &&str| {
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        line[..blank].contains('\t')
    };
    let first = text.lines().take(line as usize).collect::<Vec<_>>();
    let above = first.iter().rev().take_while(|line| has_tab(line)).count();
    let start = (line as usize).checked_sub(above)?;
    let lines: Vec<&str> = text.lines().skip(start).take_while(has_tab).collect();
    let spaced = lines.iter().map(|line| {
        let text = line.trim_start_matches([' ', '\t']);
        format!("{}{text}", line[..line.len() - text.len()].replace('\t', "  "))
    });
    Fix::lines(start as u32 + 1, &lines, spaced)
}

/// Returns the change after which a quotation mark is closed at the end of its line.
fn closed_quote(text: &str, open: Span) -> Option<Fix> {
    let line = text.lines().nth((open.line as usize).checked_sub(1)?)?;
    let quote = line.chars().nth((open.column as usize).checked_sub(1)?)?;
    let end = line.trim_end().chars().count() as u32 + 1;
    Some(Fix::insert(Span { column: end, ..open }, quote.to_string()))
}

/// Returns the change after which the value of a line is in quotes. `colon` is the place of a colon inside the value.
fn quoted_value(line: &str, colon: Span) -> Option<Fix> {
    let key = line.find(": ")?;
    let value = line[key + 2..].trim();
    let value = value.split(" #").next().unwrap_or_default().trim_end();
    let is_plain = !value.starts_with(['"', '\'', '[', '{', '|', '>', '&', '*', '!', '#']);
    let start = key + 2 + indentation::indent(&line[key + 2..]);
    let column = line[..start].chars().count() as u32 + 1;
    let to = Span { column: column + value.chars().count() as u32, ..colon };
    let quoted = if value.contains(['"', '\\']) {
        format!("'{}'", value.replace('\'', "''"))
    } else {
        format!("\"{value}\"")
    };
    let from = Span { column, ..colon };
    (is_plain && column < colon.column).then(|| Fix { from, to, text: quoted.into() })
}

/// Line endings that begin a block of text. The block is indented further.
const BLOCKS: [&str; 6] = [": |", ": >", ": |-", ": >-", ": |+", ": >+"];

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
        if open.is_none() && BLOCKS.iter().any(|block| line.trim_end().ends_with(block)) {
            block = Some(indentation);
        }
    }
    open.map(|(_, span)| span)
}
