//! Writes trees as JSON, as `kubectl get -o json` prints it.

use super::emit::{plain, sorted};
use super::node::{Node, Value};
use crate::base::text::write_to;

/// Writes the tree as JSON on one line, with sorted keys.
///
/// ```
/// use podlab::manifest::{Diagnostic, emit, yaml};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let trees = yaml::parse("ports:\n- 80\n- web\nhostNetwork: off")?;
/// assert_eq!(emit::json(&trees[0]), r#"{"hostNetwork":false,"ports":[80,"web"]}"#);
/// # Ok(())
/// # }
/// ```
pub fn json(node: &Node) -> String {
    let mut out = String::new();
    json_value(&mut out, node, None, 0);
    out
}

/// Writes the tree as JSON with `indent` spaces a level (kubectl uses 4) and a line break at the end.
pub fn json_pretty(node: &Node, indent: usize) -> String {
    let mut out = String::new();
    json_value(&mut out, node, Some(indent), 0);
    out.push('\n');
    out
}

fn json_value(out: &mut String, node: &Node, indent: Option<usize>, level: usize) {
    let line = |out: &mut String, level: usize| {
        if let Some(indent) = indent {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent * level));
        }
    };
    match &node.value {
        Value::List(elements) if !elements.is_empty() => {
            for (index, element) in elements.iter().enumerate() {
                out.push(if index == 0 { '[' } else { ',' });
                line(out, level + 1);
                json_value(out, element, indent, level + 1);
            }
            line(out, level);
            out.push(']');
        }
        Value::Map(entries) if !entries.is_empty() => {
            for (index, entry) in sorted(entries, str::cmp).into_iter().enumerate() {
                out.push(if index == 0 { '{' } else { ',' });
                line(out, level + 1);
                json_string(out, &entry.key);
                out.push_str(if indent.is_some() { ": " } else { ":" });
                json_value(out, &entry.node, indent, level + 1);
            }
            line(out, level);
            out.push('}');
        }
        Value::List(_) => out.push_str("[]"),
        Value::Map(_) => out.push_str("{}"),
        Value::Text(text) => json_string(out, text),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => plain(out, &node.value),
    }
}

/// Writes a string as JSON, with its quotation marks.
pub(crate) fn json_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => write_to(out, format_args!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}
