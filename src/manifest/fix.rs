//! Changes of a text that put mistakes right.

use super::diagnostic::{Code, Diagnostic};
use super::node::Span;
use super::parts::Parts;
use super::scalar::is_ambiguous;
use super::wrong::Wrong;
use super::yaml;
use crate::base::text::Text;
use std::ops::Range;

/// A change of a text that puts a mistake right: a part of it is replaced.
///
/// ```
/// use podlab::{ReadOptions, read};
///
/// let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, img: nginx}]}";
/// let mistakes = read(text, &ReadOptions::default()).unwrap_err();
/// let fixed = mistakes[0].fix.as_ref().unwrap().apply(text);
/// assert!(fixed.ends_with("[{name: app, image: nginx}]}"));
/// assert!(read(&fixed, &ReadOptions::default()).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Where the part begins.
    pub from: Span,
    /// Where the part ends: the place of the first character behind it.
    pub to: Span,
    /// The text that takes its place.
    pub text: Text,
}

impl Fix {
    /// Returns a change that adds a text at a place.
    pub(super) fn insert(at: Span, text: impl Into<Text>) -> Fix {
        Fix { from: at, to: at, text: text.into() }
    }

    /// Returns a change of whole lines, the first of which has the number `first`; `None` when nothing changes.
    pub(super) fn lines(
        first: u32,
        old: &[&str],
        new: impl Iterator<Item = String>,
    ) -> Option<Fix> {
        let new: Vec<String> = new.collect();
        let column = old.last()?.chars().count() as u32 + 1;
        let from = Span { line: first, column: 1 };
        let to = Span { line: first + old.len() as u32 - 1, column };
        (new != old).then(|| Fix { from, to, text: new.join("\n").into() })
    }

    /// Returns the part of a text that it replaces, in bytes; `None` when the text does not have the part.
    pub fn range(&self, text: &str) -> Option<Range<usize>> {
        let (from, to) = (offset(text, self.from)?, offset(text, self.to)?);
        (from <= to).then_some(from..to)
    }

    /// Returns a text with the change.
    pub fn apply(&self, text: &str) -> String {
        let mut changed = text.to_owned();
        if let Some(range) = self.range(text) {
            changed.replace_range(range, &self.text);
        }
        changed
    }

    /// Returns whether a text is YAML up to a later line once it is changed.
    pub(super) fn moves_on(&self, text: &str, error: Span) -> bool {
        yaml::error_at(&self.apply(text)).is_none_or(|next| next.line > error.line)
    }
}

impl Diagnostic {
    /// Adds the first of several changes after which the text is YAML, or else YAML up to a later line than that of the error.
    pub(super) fn fixed(
        mut self,
        text: &str,
        error: Span,
        fixes: impl IntoIterator<Item = Option<Fix>>,
    ) -> Diagnostic {
        let fixes: Vec<Fix> = fixes.into_iter().flatten().collect();
        let is_enough = |fix: &&Fix| yaml::error_at(&fix.apply(text)).is_none();
        let is_better = |fix: &&Fix| fix.moves_on(text, error);
        let best = fixes.iter().find(is_enough).or_else(|| fixes.iter().find(is_better));
        self.fix = best.cloned();
        self
    }
}

/// Returns where a place is in a text, in bytes. A byte order mark at the beginning has no column.
fn offset(text: &str, place: Span) -> Option<usize> {
    let marked = text.len() - text.trim_start_matches('\u{feff}').len();
    let before = place.line.checked_sub(1)? as usize;
    let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let start = if before == 0 { marked } else { start };
    let line = text[start..].split('\n').next()?;
    let column = place.column.checked_sub(1)? as usize;
    let mut ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    Some(start + ends.nth(column)?)
}

/// Adds to mistakes of a text the changes that put them right, where they are plain.
pub(crate) fn add<'a>(mistakes: impl Iterator<Item = &'a mut Diagnostic>, text: &str) {
    let mut parts: Option<Parts> = None;
    for mistake in mistakes.filter(|mistake| mistake.fix.is_none() && mistake.span.line > 0) {
        let Some(help) = mistake.help.as_ref().map(super::Complaint::wrong) else { continue };
        let Some(repair) = repair(&help) else { continue };
        let parts = parts.get_or_insert_with(|| Parts::of(text.trim_start_matches('\u{feff}')));
        mistake.fix = change(mistake, &repair, text, parts);
    }
}

/// How a mistake is put right.
enum Repair {
    /// Another word takes the place of this one.
    Word(Text),
    /// The document gets an `apiVersion`, or another one.
    Version(Text),
    Quote,
    Unquote,
    /// A map becomes an element of a list.
    Dash,
}

/// Returns how a mistake is put right for which there is this help.
fn repair(help: &Wrong) -> Option<Repair> {
    if let Wrong::Guess { meant } = help {
        return Some(Repair::Word(meant.clone()));
    }
    if let Wrong::ShouldBe { meant, .. } = help {
        return Some(Repair::Word(Text::Static(meant)));
    }
    if let Wrong::HasVersion { version, .. } | Wrong::BudgetVersion { version, .. } = help {
        return Some(Repair::Version(Text::Static(version)));
    }
    match () {
        () if matches!(help, Wrong::Quote | Wrong::QuoteAs | Wrong::QuoteNumber) => {
            Some(Repair::Quote)
        }
        () if matches!(help, Wrong::Unquote) => Some(Repair::Unquote),
        () if matches!(help, Wrong::Dash | Wrong::DashAction) => Some(Repair::Dash),
        () => None,
    }
}

fn change(mistake: &Diagnostic, repair: &Repair, text: &str, parts: &Parts) -> Option<Fix> {
    let from = mistake.span;
    let start = offset(text, from)?;
    let is_missing = mistake.code == Code::UnknownKind && mistake.path.is_empty();
    if let Repair::Version(version) = repair
        && is_missing
    {
        return Some(Fix::insert_version(from, &text[start..], version));
    }
    let end = parts.end(from);
    let old = || {
        let range = Fix { from, to: end?, text: Text::default() }.range(text)?;
        Some(text[range].trim_end())
    };
    let fix = |old: &str, text: String| {
        // A value that is replaced is in one line.
        let to = Span { column: from.column + old.chars().count() as u32, ..from };
        (!old.contains('\n')).then(|| Fix { from, to, text: text.into() })
    };
    let quote = |old: &str| old.chars().next().filter(|first| matches!(first, '"' | '\''));
    match repair {
        Repair::Word(word) | Repair::Version(word) => {
            let old = old()?;
            let quote = quote(old).or_else(|| is_ambiguous(word).then_some('"'));
            let quote = quote.map(String::from).unwrap_or_default();
            fix(old, format!("{quote}{word}{quote}"))
        }
        Repair::Quote => {
            let old = old().filter(|old| !old.contains(['"', '\\']))?;
            fix(old, format!("\"{old}\""))
        }
        Repair::Unquote => {
            let old = old()?;
            fix(old, old.trim_matches(quote(old)?).to_owned())
        }
        Repair::Dash if text[start..].starts_with('{') => {
            let old = old()?;
            fix(old, format!("[{old}]"))
        }
        Repair::Dash => dash(from, text),
    }
}

/// Returns the change after which a map whose first key is at a place is an element of a list.
fn dash(at: Span, text: &str) -> Option<Fix> {
    let (number, column) = (at.line.checked_sub(1)? as usize, at.column.checked_sub(1)? as usize);
    let lines: Vec<&str> = text.lines().skip(number).collect();
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let belongs = |line: &&&str| line.trim().is_empty() || indent(line) >= column;
    let count = 1 + lines.get(1..)?.iter().take_while(belongs).count();
    let count = 1 + lines[..count].iter().rposition(|line| !line.trim().is_empty())?;
    let is_alone = indent(lines[0]) == column;
    let spaces = " ".repeat(column);
    let new = lines[..count].iter().enumerate().map(|(index, line)| match index {
        0 => format!("{spaces}- {}", &line[column..]),
        _ if line.trim().is_empty() => (*line).to_owned(),
        _ => format!("  {line}"),
    });
    is_alone.then(|| Fix::lines(at.line, &lines[..count], new))?
}

impl Fix {
    /// Returns the change that adds an `apiVersion` to a document that begins at a place with this text.
    fn insert_version(at: Span, text: &str, version: &Text) -> Fix {
        let Some(rest) = text.strip_prefix('{') else {
            let indentation = " ".repeat(at.column.saturating_sub(1) as usize);
            return Fix::insert(at, format!("apiVersion: {version}\n{indentation}"));
        };
        let inside = Span { column: at.column + 1, ..at };
        let is_json = rest.trim_start().starts_with('"');
        Fix::insert(
            inside,
            if is_json {
                format!("\"apiVersion\": \"{version}\", ")
            } else {
                format!("apiVersion: {version}, ")
            },
        )
    }
}
