//! The parts of a Markdown page that Podlab reads: fenced blocks and tables, as CommonMark and GitHub find them, also in lists
//! and quotes.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// A fenced block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The text after the fence, such as `podlab scene=crash-loop`.
    pub info: String,
    /// What is between the fences, without the indentation of the first.
    pub body: String,
    /// The line of the first fence, from 1.
    pub line: usize,
    /// Its bytes, with both fences and their line feeds, and with the blanks before the first fence. The mark of a list
    /// or quote before the fence does not belong to it.
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
    /// Text in indented code or in HTML that looks like a block or table, which Markdown does not read.
    Unread(Box<Part>),
}

impl Fence {
    /// Returns the first word after the fence.
    pub fn language(&self) -> &str {
        self.info.split([' ', '\t', ',']).next().unwrap_or_default()
    }
}

/// The fenced blocks and tables of a page, in order.
pub fn parts(page: &str) -> Vec<Part> {
    read(page, unread)
}

/// Reads a page. `unread` gets the indented code and the HTML, each with its first line.
fn read(page: &str, unread: fn(&str, usize) -> Vec<Part>) -> Vec<Part> {
    let feeds: Vec<usize> = page.match_indices('\n').map(|(at, _)| at).collect();
    // The line of a byte, from 1.
    let line = |at: usize| feeds.partition_point(|feed| *feed < at) + 1;
    let (mut parts, mut rows) = (Vec::new(), Vec::new());
    // The text after the fence of the current block, and the content so far.
    let (mut info, mut body) = (None, String::new());
    for (event, range) in Parser::new_ext(page, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                info = match kind {
                    CodeBlockKind::Fenced(info) => Some(info.trim().to_owned()),
                    CodeBlockKind::Indented => None,
                };
                body.clear();
            }
            Event::Start(Tag::HtmlBlock) => body.clear(),
            Event::Start(Tag::Table(_)) => rows.clear(),
            Event::Text(text) | Event::Html(text) => body.push_str(&text),
            Event::End(TagEnd::CodeBlock) => match info.take() {
                Some(info) => {
                    let (body, line) = (body.replace("\r\n", "\n"), line(range.start));
                    parts.push(Part::Fence(Fence { info, body, line, range: whole(page, range) }));
                }
                None => parts.extend(unread(&body, line(range.start))),
            },
            Event::End(TagEnd::HtmlBlock) if !body.starts_with("<!--") => {
                parts.extend(unread(&body, line(range.start)));
            }
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => {
                rows.push((line(range.start), cells(&page[range])));
            }
            Event::End(TagEnd::Table) => {
                parts.push(Part::Table(Table { rows: std::mem::take(&mut rows) }));
            }
            Event::Start(_)
            | Event::End(_)
            | Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::SoftBreak
            | Event::HardBreak
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
    parts
}

/// Returns the bytes of a block with the blanks before it and the line feed after it.
fn whole(page: &str, range: Range<usize>) -> Range<usize> {
    let before = &page[..range.start];
    let line = before.rfind('\n').map_or(0, |feed| feed + 1);
    let start = if before[line..].trim().is_empty() { line } else { range.start };
    let is_whole = page[..range.end].ends_with('\n');
    let feed = page[range.end..].find('\n').filter(|_| !is_whole).map_or(0, |feed| feed + 1);
    start..range.end + feed
}

/// Returns what would be blocks and tables if the text, whose first line has that number, were a page without tags.
fn unread(text: &str, first: usize) -> Vec<Part> {
    let lines = text.split('\n').map(|line| if line.starts_with('<') { "" } else { line });
    // Deeper levels are examples, not mistakes.
    let mut parts = read(&lines.collect::<Vec<_>>().join("\n"), |_, _| Vec::new());
    for part in &mut parts {
        match part {
            Part::Fence(fence) => fence.line += first - 1,
            Part::Table(table) => table.rows.iter_mut().for_each(|(line, _)| *line += first - 1),
            Part::Unread(_) => {}
        }
    }
    parts.into_iter().map(|part| Part::Unread(Box::new(part))).collect()
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

    /// The blocks of a page that has nothing else.
    fn fences(page: &str) -> Vec<Fence> {
        let fence = |part| match part {
            Part::Fence(fence) => fence,
            other => panic!("{other:?}"),
        };
        parts(page).into_iter().map(fence).collect()
    }

    #[test]
    fn blocks_are_found_with_their_lines() {
        let page = "# A\n\n```podlab scene=a\n```\n\n   ~~~~ podlab-expect\n   at: 1s\n   ~~~\n     phase: x\n   ~~~~\ntext";
        let fences = fences(page);
        assert_eq!((fences[0].line, fences[0].info.as_str()), (3, "podlab scene=a"));
        assert_eq!(&page[fences[0].range.clone()], "```podlab scene=a\n```\n");
        assert_eq!(fences[1].language(), "podlab-expect");
        assert_eq!(fences[1].body, "at: 1s\n~~~\n  phase: x\n");
        assert_eq!((fences.len(), fences[1].line), (2, 6));
    }

    #[test]
    fn what_is_shown_in_a_longer_fence_is_no_block() {
        let page = "````md\n```podlab scene=a\n```\n````\n    ```podlab\n`` ` ``\n";
        let found = parts(page);
        assert!(
            matches!(&found[..], [Part::Fence(fence), Part::Unread(_)] if fence.language() == "md")
        );
        let open = parts("```podlab\nnever closed");
        assert!(matches!(&open[..], [Part::Fence(fence)] if fence.body == "never closed"));
    }

    #[test]
    fn blocks_are_found_wherever_markdown_has_them() {
        let page = "- a\n\n  1. b\n\n     ```podlab scene=a\n     at: 1s\n       x\n     ```\n\n> ~~~podlab-expect\n> at: 1s\n> ~~~\n> text\n\n- ```x\n  y\n  ```\n";
        let fences = fences(page);
        let found = |index: usize| (fences[index].line, fences[index].body.as_str());
        assert_eq!(found(0), (5, "at: 1s\n  x\n"));
        assert_eq!(found(1), (10, "at: 1s\n"));
        assert_eq!(found(2), (15, "y\n"));
        assert!(page[fences[0].range.clone()].starts_with("     ```podlab"));
        assert!(page[fences[1].range.clone()].starts_with("~~~podlab-expect\n> at"));
    }

    #[test]
    fn what_looks_like_a_block_in_indented_code_is_told_apart() {
        let page = "a\n\n    ```podlab-expect\n    at: 1s\n    ```\n\n<div>\n```podlab-expect\n```\n</div>\n\n<!--\n```podlab-expect\n```\n-->\n";
        let lines: Vec<usize> = parts(page)
            .into_iter()
            .map(|part| match part {
                Part::Unread(part) => match *part {
                    Part::Fence(fence) => fence.line,
                    other => panic!("{other:?}"),
                },
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(lines, [3, 8]);
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
