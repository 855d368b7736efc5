//! Lines that are indented unlike the lines that they belong with, and what else makes a line so.

use super::diagnostic::{Code, Diagnostic};
use super::fix::Fix;
use super::node::Span;
use super::wrong::Wrong;

/// A column in which lines above a line begin, and in which it may begin too.
struct Level<'a> {
    /// The column, from 0.
    column: usize,
    start: Start,
    /// The number of the last line that begins there, from 1.
    line: u32,
    /// Its first word.
    word: &'a str,
}

/// What begins in a column.
#[derive(Clone, Copy, PartialEq)]
enum Start {
    /// A key of a map.
    Key,
    /// An element of a list.
    Dash,
}

/// Explains why the parser does not expect the key or the dash that begins a line: the line is indented wrongly, or a space or a colon
/// is missing in the line before.
pub(super) fn explain(text: &str, at: Span) -> Option<Diagnostic> {
    let number = (at.line as usize).checked_sub(1)?;
    let line = text.lines().nth(number)?;
    let colon = first_key(line).map(|colon| line[..colon].chars().count() + 1);
    let is_start = colon.is_some_and(|colon| at.column as usize <= colon);
    if !is_start && !begins_with_dash(line.trim_start()) {
        return None;
    }
    let before: Vec<&str> = text.lines().take(number).collect();
    let typo = typo(&before).filter(|(fix, _)| fix.moves_on(text, at));
    if let Some((fix, message)) = typo {
        let diagnostic = Diagnostic::new(Code::Syntax, fix.from, message);
        return Some(Diagnostic { fix: Some(fix), ..diagnostic });
    }
    let level = level_for(line, &before)?;
    let column = level.column + 1;
    let help = Wrong::BeginAt { column, word: level.word.to_owned().into(), line: level.line };
    let span = Span { line: at.line, column: indent(line) as u32 + 1 };
    let diagnostic = Diagnostic::new(Code::Syntax, span, Wrong::Indentation).help(help);
    Some(diagnostic.fixed(text, at, shifts(text, number, level.column)))
}

/// Returns the change that adds what is forgotten in the last of some lines, if it looks so, and what is forgotten.
fn typo(lines: &[&str]) -> Option<(Fix, Wrong)> {
    let number = lines.iter().rposition(|line| is_content(line))?;
    let line = lines[number];
    let place = |at: usize| {
        let column = line[..at].chars().count() as u32 + 1;
        Span { line: number as u32 + 1, column }
    };
    let (_, start) = starts(line);
    let rest = &line[start..];
    if rest.starts_with('-') && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
        first_key(&rest[1..])?;
        return Some((Fix::insert(place(start + 1), " "), Wrong::DashSpace));
    }
    let word = rest.find(|c: char| !c.is_ascii_alphanumeric()).filter(|word| *word > 0)?;
    let end = start + word;
    if rest[word..].starts_with(':') && !rest[word + 1..].starts_with(' ') {
        return Some((Fix::insert(place(end + 1), " "), Wrong::ColonSpace));
    }
    let has_no_colon = rest[word..].starts_with(' ') && first_key(rest).is_none();
    has_no_colon.then(|| (Fix::insert(place(end), ":"), Wrong::Colon))
}

/// Returns the changes after which a line begins in a column: with the lines that are indented at least as far, with those that are
/// indented further, and alone.
fn shifts(text: &str, number: usize, column: usize) -> Vec<Option<Fix>> {
    let all: Vec<&str> = text.lines().skip(number).collect();
    let own = indent(all[0]);
    let shifted = |line: &str| {
        let indentation = (indent(line) + column).saturating_sub(own);
        format!("{}{}", " ".repeat(indentation), line.trim_start_matches(' '))
    };
    let reach = |least: usize| {
        let belongs = |line: &&&str| !is_content(line) || indent(line) >= least;
        let count = 1 + all[1..].iter().take_while(belongs).count();
        let count = 1 + all[..count].iter().rposition(is_content).unwrap_or_default();
        Fix::lines(number as u32 + 1, &all[..count], all[..count].iter().map(|line| shifted(line)))
    };
    vec![reach(own), reach(own + 1), reach(usize::MAX)]
}

/// Returns the level at which a line should begin, when it begins at none.
fn level_for<'a>(line: &str, before: &[&'a str]) -> Option<Level<'a>> {
    let column = indent(line);
    let start = if begins_with_dash(line.trim_start()) { Start::Dash } else { Start::Key };
    let levels = levels(before).into_iter().filter(|level| level.start == start);
    let levels: Vec<Level<'_>> = levels.collect();
    if levels.iter().any(|level| level.column == column) {
        return None;
    }
    // Of two levels that are as near, the deeper one is that of the line above.
    levels.into_iter().rev().min_by_key(|level| level.column.abs_diff(column))
}

/// Returns the levels that are open after some lines, the outermost first.
fn levels<'a>(lines: &[&'a str]) -> Vec<Level<'a>> {
    let mut levels: Vec<Level<'a>> = Vec::new();
    let mut block: Option<usize> = None;
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| is_content(line)) {
        let column = indent(line);
        if block.is_some_and(|parent| column > parent) {
            continue;
        }
        if line.starts_with("---") {
            levels.clear();
            continue;
        }
        let (dashes, key) = starts(line);
        levels.retain(|level| {
            let is_above_list = level.start == Start::Key && !dashes.is_empty();
            level.column < column || level.column == column && is_above_list
        });
        let line_number = index as u32 + 1;
        let level = |column, start, word| Level { column, start, line: line_number, word };
        levels.extend(dashes.into_iter().map(|dash| level(dash, Start::Dash, "-")));
        if let Some(colon) = first_key(line) {
            let word = line[key..colon].trim_matches(['"', '\'']);
            levels.push(level(key, Start::Key, word));
            // The elements of a list may begin below its key.
            if line.trim_end().len() == colon + 1 {
                levels.push(level(key, Start::Dash, word));
            }
        }
        let last = line.trim_end().trim_end_matches(['-', '+']);
        block = (last.ends_with(" |") || last.ends_with(" >")).then_some(column);
    }
    levels
}

/// Returns the columns of the dashes that begin a line, and where the text behind them begins.
fn starts(line: &str) -> (Vec<usize>, usize) {
    let mut at = indent(line);
    let mut dashes = Vec::new();
    while begins_with_dash(&line[at..]) {
        dashes.push(at);
        at += 1 + indent(&line[at + 1..]);
    }
    (dashes, at)
}

fn begins_with_dash(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Returns where the colon behind the first key of a line is, in bytes; `None` when the line does not begin with a key.
fn first_key(line: &str) -> Option<usize> {
    let (_, start) = starts(line);
    let rest = &line[start..];
    let colon = rest.find(": ").or_else(|| Some(rest.trim_end().strip_suffix(':')?.len()))?;
    let is_key = colon > 0 && !rest[..colon].contains([' ', '{', '[', '#']);
    is_key.then_some(start + colon)
}

/// Returns whether a line is neither blank nor a comment.
fn is_content(line: &&str) -> bool {
    let text = line.trim_start();
    !text.is_empty() && !text.starts_with('#')
}

/// Returns how many spaces a text begins with.
pub(super) fn indent(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}
