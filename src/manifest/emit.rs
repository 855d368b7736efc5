//! Writes trees as text: YAML as `kubectl get -o yaml` prints it, and JSON.

pub use super::emit_json::{json, json_pretty};
use super::node::{Entry, Node, Value};
use super::scalar::is_ambiguous;
use crate::base::text::write_to;
use std::cmp::Ordering;

/// The column after which a long string continues on the next line.
const WIDTH: usize = 80;

/// Writes the tree as YAML, with sorted keys and a line break at the end.
///
/// ```
/// use podlab::manifest::{Diagnostic, emit, yaml};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let trees = yaml::parse("{kind: Pod, apiVersion: v1, spec: {args: ['on', 80]}}")?;
/// assert_eq!(emit::yaml(&trees[0]), "apiVersion: v1\nkind: Pod\nspec:\n  args:\n  - \"on\"\n  - 80\n");
/// # Ok(())
/// # }
/// ```
pub fn yaml(node: &Node) -> String {
    written(node, natural)
}

/// Writes the tree as YAML, with the keys in their own order and a line break at the end.
///
/// ```
/// use podlab::manifest::{Diagnostic, emit, yaml};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let trees = yaml::parse("{kind: Pod, apiVersion: v1}")?;
/// assert_eq!(emit::yaml_in_order(&trees[0]), "kind: Pod\napiVersion: v1\n");
/// # Ok(())
/// # }
/// ```
pub fn yaml_in_order(node: &Node) -> String {
    written(node, |_, _| Ordering::Equal)
}

/// Compares keys, to print them in an order.
type Order = fn(&str, &str) -> Ordering;

fn written(node: &Node, order: Order) -> String {
    let mut out = String::new();
    block(&mut out, node, 0, order);
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// Returns the entries in the order in which they are printed.
pub(super) fn sorted(entries: &[Entry], compare: Order) -> Vec<&Entry> {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|a, b| compare(&a.key, &b.key));
    sorted
}

/// Writes a list, a map or a scalar. Its lines begin at column `indent`; the first line has already begun.
fn block(out: &mut String, node: &Node, indent: usize, order: Order) {
    match &node.value {
        Value::Map(entries) if !entries.is_empty() => {
            for (index, entry) in sorted(entries, order).into_iter().enumerate() {
                if index > 0 {
                    new_line(out, indent);
                }
                string(out, &entry.key, indent, true);
                out.push(':');
                if matches!(&entry.node.value, Value::Map(inner) if !inner.is_empty()) {
                    new_line(out, indent + 2);
                    block(out, &entry.node, indent + 2, order);
                } else if matches!(&entry.node.value, Value::List(inner) if !inner.is_empty()) {
                    new_line(out, indent);
                    block(out, &entry.node, indent, order);
                } else {
                    out.push(' ');
                    block(out, &entry.node, indent + 2, order);
                }
            }
        }
        Value::List(elements) if !elements.is_empty() => {
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    new_line(out, indent);
                }
                out.push_str("- ");
                block(out, element, indent + 2, order);
            }
        }
        Value::Map(_) => out.push_str("{}"),
        Value::List(_) => out.push_str("[]"),
        Value::Text(text) => string(out, text, indent.max(2), false),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => plain(out, &node.value),
    }
}

/// Begins a new line, unless a block scalar has just ended one.
fn new_line(out: &mut String, indent: usize) {
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out.extend(std::iter::repeat_n(' ', indent));
}

/// Writes a value that is neither a string nor a list nor a map.
pub(super) fn plain(out: &mut String, value: &Value) {
    match value {
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Int(number) => out.push_str(&number.to_string()),
        Value::Float(number) => out.push_str(&number.to_string()),
        Value::Null | Value::Text(_) | Value::List(_) | Value::Map(_) => out.push_str("null"),
    }
}

/// The styles that the characters of a string allow.
struct Analysis {
    plain: bool,
    single_quoted: bool,
    block: bool,
}

fn analyze(text: &str) -> Analysis {
    let space_or_end = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
    let mut indicators = text.starts_with("---") || text.starts_with("...");
    let mut space_break = false;
    let mut break_space = false;
    let mut special = false;
    let mut before: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        indicators |= match c {
            '#' => space_or_end(before),
            ':' => space_or_end(next),
            ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
            | '`' => before.is_none(),
            '?' | '-' => before.is_none() && space_or_end(next),
            _ => false,
        };
        special |= !is_printable(c);
        space_break |= c == '\n' && before == Some(' ');
        break_space |= c == ' ' && before == Some('\n');
        before = Some(c);
    }
    let edges = text.starts_with([' ', '\n']) || text.ends_with([' ', '\n']);
    let unfit = space_break || special;
    Analysis {
        plain: !(indicators || edges || break_space || unfit || text.contains('\n')),
        single_quoted: !(break_space || unfit),
        block: !(unfit || text.ends_with(' ')),
    }
}

fn is_printable(c: char) -> bool {
    c == '\n'
        || matches!(c, ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}')
            && c != '\u{feff}'
        || c >= '\u{10000}'
}

/// Writes a string in the style that kubectl chooses. Continued lines begin at `indent`.
fn string(out: &mut String, text: &str, indent: usize, is_key: bool) {
    let fits = analyze(text);
    let multiline = text.contains('\n');
    if multiline && fits.block && !is_key {
        literal(out, text, indent);
    } else if !multiline && fits.plain && !is_ambiguous(text) {
        wrapped(out, text, indent, is_key, false);
    } else if !multiline && fits.single_quoted && !is_ambiguous(text) && !text.is_empty() {
        out.push('\'');
        wrapped(out, text, indent, is_key, true);
        out.push('\'');
    } else {
        double_quoted(out, text, indent, is_key);
    }
}

fn column(out: &str) -> usize {
    out.len() - out.rfind('\n').map_or(0, |at| at + 1)
}

/// Writes the characters, and breaks lines at single spaces beyond [`WIDTH`].
fn wrapped(out: &mut String, text: &str, indent: usize, is_key: bool, quoted: bool) {
    let mut width = out[out.len() - column(out)..].chars().count();
    let mut before = ' ';
    let mut chars = text.chars().enumerate().peekable();
    let last = text.chars().count().saturating_sub(1);
    while let Some((index, c)) = chars.next() {
        let next_is_space = chars.peek().is_some_and(|(_, next)| *next == ' ');
        let inside = !quoted || (index > 0 && index < last);
        if c == ' ' && !is_key && before != ' ' && !next_is_space && width > WIDTH && inside {
            new_line(out, indent);
            width = indent;
        } else {
            out.push(c);
            width += 1;
            if quoted && c == '\'' {
                out.push(c);
                width += 1;
            }
        }
        before = c;
    }
}

/// Writes a text of several lines after `|`.
fn literal(out: &mut String, text: &str, indent: usize) {
    out.push('|');
    if text.starts_with([' ', '\n']) {
        out.push('2');
    }
    if !text.ends_with('\n') {
        out.push('-');
    } else if text == "\n" || text.ends_with("\n\n") {
        out.push('+');
    }
    out.push('\n');
    for line in text.split_inclusive('\n') {
        if line != "\n" {
            out.extend(std::iter::repeat_n(' ', indent));
        }
        out.push_str(line);
    }
}

fn double_quoted(out: &mut String, text: &str, indent: usize, is_key: bool) {
    let mut width = out[out.len() - column(out)..].chars().count() + 1;
    let last = text.chars().count().saturating_sub(1);
    let mut before_is_space = false;
    let mut chars = text.chars().enumerate().peekable();
    out.push('"');
    while let Some((index, c)) = chars.next() {
        let length = out.len();
        if c == ' ' && !is_key && !before_is_space && width > WIDTH && index > 0 && index < last {
            new_line(out, indent);
            width = indent;
            if chars.peek().is_some_and(|(_, next)| *next == ' ') {
                out.push('\\');
                width += 1;
            }
            before_is_space = true;
            continue;
        }
        before_is_space = c == ' ';
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\u{1b}' => out.push_str("\\e"),
            '\u{feff}' => out.push_str("\\uFEFF"),
            c if is_printable(c) => out.push(c),
            c if u32::from(c) <= 0xff => write_to(out, format_args!("\\x{:02X}", u32::from(c))),
            c => write_to(out, format_args!("\\u{:04X}", u32::from(c))),
        }
        width += out[length..].chars().count();
    }
    out.push('"');
}

/// Compares keys as YAML orders them: letters after other characters, numbers by value.
fn natural(a: &str, b: &str) -> Ordering {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut digits = false;
    for i in 0..a.len().min(b.len()) {
        if a[i] == b[i] {
            digits = a[i].is_ascii_digit();
            continue;
        }
        // Beyond ASCII nearly every character in a name is a letter. A table of all letters would be as large as this
        // file.
        let letter = |c: char| c.is_ascii_alphabetic() || !c.is_ascii();
        let (letter_a, letter_b) = (letter(a[i]), letter(b[i]));
        if letter_a && letter_b {
            return a[i].cmp(&b[i]);
        }
        if letter_a || letter_b {
            let a_first = if digits { letter_a } else { letter_b };
            return if a_first { Ordering::Less } else { Ordering::Greater };
        }
        let significant = |text: &[char]| {
            let run = text[..i].iter().rev().take_while(|c| c.is_ascii_digit());
            (a[i] == '0' || b[i] == '0') && run.into_iter().any(|c| *c != '0')
        };
        let start = u128::from(significant(&a));
        let run = |text: &[char]| {
            text[i..].iter().take_while(|c| c.is_ascii_digit()).fold((start, 0), |(n, len), c| {
                (n.saturating_mul(10).saturating_add(u128::from(*c as u32 - '0' as u32)), len + 1)
            })
        };
        return run(&a).cmp(&run(&b)).then(a[i].cmp(&b[i]));
    }
    a.len().cmp(&b.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::yaml::parse;

    /// Reads a text and checks how it is printed.
    fn check(source: &str, printed: &str) {
        let node = parse(source).unwrap().remove(0);
        assert_eq!(yaml(&node), printed);
        assert_eq!(json(&parse(printed).unwrap().remove(0)), json(&node), "{printed}");
    }

    #[test]
    fn yaml_looks_as_kubectl_prints_it() {
        check("{b: [1, {\"y\": 2, x: []}], a: {}}", "a: {}\nb:\n- 1\n- x: []\n  \"y\": 2\n");
        check(
            "a: 'true'\nb: '1'\nc: ''\nd: 'x: y'\ne: ' x'\nf: \"a\\tb\"\ng: '#x'\nh: it's\n",
            "a: \"true\"\nb: \"1\"\nc: \"\"\nd: 'x: y'\ne: ' x'\nf: \"a\\tb\"\ng: '#x'\nh: it's\n",
        );
        check("a: |\n  one\n    two\n\n  three\nb: 1\n", "a: |\n  one\n    two\n\n  three\nb: 1\n");
        check("- |-\n  a\n  b\n- - c\n", "- |-\n  a\n  b\n- - c\n");
        check("a10: 1\na9: 2\nA: 3\n_: 4\n", "_: 4\nA: 3\na9: 2\na10: 1\n");
        check("a: |+\n  x\n\nb: null\n", "a: |+\n  x\n\nb: null\n");
    }

    #[test]
    fn long_strings_are_wrapped_beyond_80_columns() {
        let word = "0123456789 ".repeat(12);
        let text = format!("a: {}", word.trim());
        let node = parse(&text).unwrap().remove(0);
        let printed = yaml(&node);
        assert_eq!(printed.lines().count(), 2);
        assert_eq!(printed.lines().next().unwrap().len(), 3 + 8 * 11 - 1);
        assert_eq!(parse(&printed).unwrap().remove(0), node);
    }

    #[test]
    fn json_is_compact_or_pretty() {
        let node = parse("{b: [1, 0.5, \"x\\n\"], a: {c: null}}").unwrap().remove(0);
        assert_eq!(json(&node), r#"{"a":{"c":null},"b":[1,0.5,"x\n"]}"#);
        assert_eq!(
            json_pretty(&node, 4),
            "{\n    \"a\": {\n        \"c\": null\n    },\n    \"b\": [\n        1,\n        0.5,\n        \"x\\n\"\n    ]\n}\n"
        );
    }
}
