//! The parts of a Markdown page that Podlab reads: fenced blocks and tables. Blocks inside lists and quotes are text to it.

use std::ops::Range;

/// A fenced block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// What stands after the fence, such as `podlab scene=crash-loop`.
    pub info: String,
    /// What is between the fences, without the indentation of the first.
    pub body: String,
    /// The line of the first fence, from 1.
    pub line: usize,
    /// Its bytes, with both fences and their line feeds.
    pub range: Range<usize>,
}

/// A table. The row of dashes is not among its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The rows with their lines, from 1; the first one is the head.
    pub rows: Vec<(usize, Vec<String>)>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A fenced block.
    Fence(Fence),
    /// A table.
    Table(Table),
}

impl Fence {
    /// The first word of what stands after the fence.
    pub fn language(&self) -> &str {
        self.info.split([' ', '\t', ',']).next().unwrap_or_default()
    }
}

/// A line of a page: its bytes, with its line feed.
#[derive(Clone, Copy)]
struct Line<'a> {
    start: usize,
    text: &'a str,
}

/// The fenced blocks and tables of a page, in order.
pub fn parts(page: &str) -> Vec<Part> {
    let mut lines = Vec::new();
    let mut start = 0;
    for text in page.split_inclusive('\n') {
        lines.push(Line { start, text });
        start += text.len();
    }
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        if let Some((part, next)) = fence(&lines, at, page.len()) {
            parts.push(Part::Fence(part));
            at = next;
        } else if let Some((part, next)) = table(&lines, at) {
            parts.push(Part::Table(part));
            at = next;
        } else {
            at += 1;
        }
    }
    parts
}

/// Indentation, character and length of the fence that a line begins with.
fn opening(text: &str) -> Option<(usize, char, usize)> {
    let indent = text.len() - text.trim_start_matches(' ').len();
    let rest = &text[indent..];
    let mark = rest.chars().next().filter(|mark| *mark == '`' || *mark == '~')?;
    let length = rest.chars().take_while(|c| *c == mark).count();
    let is_inline = mark == '`' && rest[length..].contains('`');
    (indent <= 3 && length >= 3 && !is_inline).then_some((indent, mark, length))
}

fn fence(lines: &[Line<'_>], first: usize, end: usize) -> Option<(Fence, usize)> {
    let text = lines[first].text;
    let (indent, mark, length) = opening(text)?;
    let info = text[indent + length..].trim().to_owned();
    let mut body = String::new();
    let mut at = first + 1;
    while let Some(line) = lines.get(at) {
        at += 1;
        let is_end = opening(line.text).is_some_and(|(indent, other, more)| {
            other == mark && more >= length && line.text[indent + more..].trim().is_empty()
        });
        if is_end {
            break;
        }
        let spaces = line.text.len() - line.text.trim_start_matches(' ').len();
        body.push_str(&line.text[spaces.min(indent)..]);
    }
    let stop = lines.get(at).map_or(end, |line| line.start);
    let range = lines[first].start..stop;
    Some((Fence { info, body: body.replace("\r\n", "\n"), line: first + 1, range }, at))
}

fn table(lines: &[Line<'_>], first: usize) -> Option<(Table, usize)> {
    let (head, dashes) = (lines[first].text, lines.get(first + 1)?.text);
    let is_row = |text: &str| text.contains('|') && opening(text).is_none();
    let dashes = dashes.trim();
    let is_divider = dashes.contains('-')
        && dashes.contains('|')
        && dashes.chars().all(|c| matches!(c, '-' | ':' | '|' | ' '));
    if !is_row(head) || !is_divider {
        return None;
    }
    let mut rows = vec![(first + 1, cells(head))];
    let mut at = first + 2;
    while let Some(line) = lines.get(at).filter(|line| is_row(line.text)) {
        rows.push((at + 1, cells(line.text)));
        at += 1;
    }
    Some((Table { rows }, at))
}

fn cells(text: &str) -> Vec<String> {
    let text = text.trim();
    let text = text.strip_prefix('|').unwrap_or(text);
    let (mut cells, mut cell, mut is_escaped) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        match c {
            '|' if !is_escaped => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            _ => cell.push(c),
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    if !cell.trim().is_empty() {
        cells.push(cell.trim().to_owned());
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_with_their_lines() {
        let page = "# A\n\n```podlab scene=a\n```\n\n   ~~~~ podlab-expect\n   at: 1s\n   ~~~\n     phase: x\n   ~~~~\ntext";
        let fences: Vec<Fence> = parts(page)
            .into_iter()
            .map(|part| match part {
                Part::Fence(fence) => fence,
                Part::Table(table) => panic!("{table:?}"),
            })
            .collect();
        assert_eq!((fences[0].line, fences[0].info.as_str()), (3, "podlab scene=a"));
        assert_eq!(&page[fences[0].range.clone()], "```podlab scene=a\n```\n");
        assert_eq!(fences[1].language(), "podlab-expect");
        assert_eq!(fences[1].body, "at: 1s\n~~~\n  phase: x\n");
        assert_eq!((fences.len(), fences[1].line), (2, 6));
    }

    #[test]
    fn what_is_shown_in_a_longer_fence_is_no_block() {
        let page = "````md\n```podlab scene=a\n```\n````\n    ```podlab\n`` ` ``\n";
        assert_eq!(parts(page).len(), 1);
        let open = parts("```podlab\nnever closed");
        assert!(matches!(&open[..], [Part::Fence(fence)] if fence.body == "never closed"));
    }

    #[test]
    fn tables_are_found_with_their_lines() {
        let page =
            "a | b\nno table\n\n| x | Always |\n|---|:--:|\n| a\\|b | `Failed` |\n| c |\n\nd | e\n";
        let [Part::Table(table)] = &parts(page)[..] else { panic!("one table") };
        let expected = vec![
            (4, vec!["x".to_owned(), "Always".to_owned()]),
            (6, vec!["a\\|b".to_owned(), "`Failed`".to_owned()]),
            (7, vec!["c".to_owned()]),
        ];
        assert_eq!(table.rows, expected);
    }
}
