//! JSON files, with the places of what is wrong in them.

use crate::input;
use podlab::manifest::node::Node;
use podlab::manifest::yaml;
use serde_json::Value;
use std::cell::OnceCell;
use std::fmt;
use std::path::Path;

/// A JSON file.
#[derive(Debug)]
pub struct Json {
    /// What it holds.
    pub value: Value,
    name: String,
    text: String,
    places: OnceCell<Option<Node>>,
}

/// What is wrong with a field of a document, or with the whole of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The field, such as `actions[3].t`; empty for the whole document.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
}

impl Fault {
    /// Something wrong with a field.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.path.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", self.path, self.message)
    }
}

impl Json {
    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// One line for people, with file, line and column.
    pub fn read(path: &Path) -> Result<Json, String> {
        let (name, text) = (input::name(path), input::read_file(path)?);
        match serde_json::from_str(&text) {
            Ok(value) => Ok(Json { value, name, text, places: OnceCell::new() }),
            Err(error) => {
                let message = error.to_string();
                let what = message.split(" at line ").next().unwrap_or_default();
                let (line, column) = place(&text, error.line(), error.column());
                Err(format!("{name}:{line}:{column}: {what}"))
            }
        }
    }

    /// What is wrong with it, in a line for people, with the place where that is known.
    pub fn describe(&self, fault: &Fault) -> String {
        // Texts that the engine finds too long are read without places.
        let read = || yaml::parse(&self.text).ok()?.pop();
        let span = self.places.get_or_init(read).as_ref().map(|node| node.locate(&fault.path));
        let span = span.filter(|span| span.line > 0);
        let place = span.map(|span| format!(":{}:{}", span.line, span.column)).unwrap_or_default();
        format!("{}{place}: {fault}", self.name)
    }
}

/// Line and column, from 1 and in characters. Where a text ends with a line feed its end is that of the last line that has something.
fn place(text: &str, line: usize, bytes: usize) -> (usize, usize) {
    let written = |line: usize| text.split('\n').nth(line - 1).unwrap_or_default();
    if bytes == 0 && line > 1 {
        let before = written(line - 1);
        return (line - 1, before.trim_end_matches('\r').chars().count() + 1);
    }
    let before = written(line.max(1)).char_indices().take_while(|(at, _)| at + 1 < bytes);
    (line.max(1), before.count() + 1)
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn columns_count_characters_from_1() {
        assert_eq!(place("{", 1, 1), (1, 1));
        assert_eq!(place("{\"é\" 7}", 1, 7), (1, 6));
        assert_eq!(place("{\"a\": []\n", 2, 0), (1, 9));
        assert_eq!(place("", 1, 0), (1, 1));
    }
}
