//! Finds that a line is indented as no line above it is, in a text that is not YAML.

use super::wrong::Wrong;

/// Line endings that begin a block of text. The block is indented further.
pub(super) const BLOCKS: [&str; 6] = [": |", ": >", ": |-", ": >-", ": |+", ": >+"];

/// Returns the column at which a line begins that is indented as it cannot be, and what is wrong with it; `None` when the
/// indentation fits, or when it cannot be told.
pub(super) fn misfit(text: &str, line: usize) -> Option<(u32, Wrong)> {
    let above: Vec<&str> = text.lines().take(line - 1).collect();
    let begin = above.iter().rposition(|line| line.starts_with("---")).map_or(0, |at| at + 1);
    let above = &above[begin..];
    let count =
        |marks: [char; 2]| above.iter().map(|line| line.matches(marks).count()).sum::<usize>();
    // Inside brackets, indentation means nothing.
    if count(['{', '[']) != count(['}', ']']) {
        return None;
    }
    let (levels, last) = levels(above)?;
    let found = indentation(text.lines().nth(line - 1)?);
    if levels.contains(&found) {
        return None;
    }
    let wrong = match (
        levels.iter().rfind(|level| **level < found),
        levels.iter().find(|level| **level > found),
    ) {
        (Some(less), Some(more)) => {
            Wrong::IndentedBetween { found, less: *less, line, more: *more }
        }
        // A line may be indented further when the one above it is a key without a value, or the beginning of a block of text.
        (Some(_), None) if last.ends_with([':', '-', '|', '>']) => return None,
        (Some(_), None) => {
            let above = above.iter().rfind(|line| !is_silent(line))?;
            Wrong::Indented { found, line, other: indentation(above) }
        }
        (None, Some(_) | None) => return None,
    };
    Some((found as u32 + 1, wrong))
}

/// Returns whether a line says nothing: it is empty or a comment.
fn is_silent(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Returns the indentations at which keys and elements may go on below some lines, and the last line that says something.
fn levels<'a>(above: &[&'a str]) -> Option<(Vec<usize>, &'a str)> {
    let mut levels: Vec<usize> = Vec::new();
    let mut last = None;
    let mut block: Option<usize> = None;
    for line in above {
        let (mut level, mut rest) = (indentation(line), line.trim());
        if is_silent(line) || block.is_some_and(|parent| level > parent) {
            continue;
        }
        levels.retain(|known| *known < level);
        levels.push(level);
        while let Some(inner) = rest.strip_prefix("- ") {
            level += 2 + indentation(inner);
            rest = inner.trim_start();
            levels.push(level);
        }
        block = BLOCKS.iter().any(|block| rest.ends_with(block)).then_some(level);
        last = Some(rest.split(" #").next().unwrap_or(rest).trim_end());
    }
    Some((levels, last?))
}
