//! What the words of shell text stand for.

use super::MOST;
use super::reading::{COMMANDS, Reading};
use super::words::{self, Piece, Variables, Word};
use crate::api::container::Container;

/// The places where a program finds the name of its namespace.
const NAMESPACE: [&str; 2] = [
    "/var/run/secrets/kubernetes.io/serviceaccount/namespace",
    "/run/secrets/kubernetes.io/serviceaccount/namespace",
];

/// A word with its variables replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The text. What Podlab does not compute stands in it as it was written.
    pub text: String,
    /// Whether nothing in it is left as it was written.
    pub is_known: bool,
    /// Whether it is a pattern of file names.
    pub is_pattern: bool,
}

impl Value {
    /// Returns the text, unless something in it is not known or stands for several files.
    pub(super) fn known(&self) -> Option<&str> {
        (self.is_known && !self.is_pattern).then_some(&self.text)
    }
}

impl Reading<'_> {
    /// Returns the variables that a container sets to values that stand in its spec.
    pub(super) fn environment(container: &Container) -> Variables {
        let literal = container.env.iter().filter(|variable| variable.value_from.is_none());
        let mut all = Variables::new();
        for variable in literal {
            let value = words::expand(&variable.value, &all);
            all.push((variable.name.to_string(), value));
        }
        all
    }

    /// Returns a word with its variables replaced.
    pub(super) fn value(&self, word: &Word) -> Value {
        let mut value = Value { text: String::new(), is_known: true, is_pattern: false };
        for piece in &word.0 {
            if value.text.len() > MOST {
                value.is_known = false;
                break;
            }
            match piece {
                Piece::Text(text, is_quoted) => {
                    value.is_pattern |=
                        !is_quoted && text != "[" && text.contains(['*', '?', '[', '~']);
                    value.text.push_str(text);
                }
                Piece::Variable(name) if name == "?" => {
                    value.text.push_str(&self.status.to_string());
                }
                Piece::Variable(name) => {
                    let known = self.variables.iter().rev().find(|(known, _)| known == name);
                    value.is_known &= known.is_some();
                    match known {
                        Some((_, known)) => value.text.push_str(known),
                        None => value.text.push_str(&format!("${name}")),
                    }
                }
                Piece::Output(command) => {
                    let file = command.trim().strip_prefix("cat ").map(str::trim);
                    if file.is_some_and(|file| NAMESPACE.contains(&file)) {
                        value.text.push_str(self.namespace);
                    } else {
                        value.is_known = false;
                        value.text.push_str(&format!("$({command})"));
                    }
                }
            }
        }
        value
    }
}

/// Returns the numbers that `seq` prints.
pub(super) fn numbers(command: &str) -> Option<Vec<String>> {
    let mut words = command.split_whitespace();
    if words.next() != Some("seq") {
        return None;
    }
    let given: Vec<u32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let (first, last) = match given.as_slice() {
        [last] => (1, *last),
        [first, last] => (*first, *last),
        _ => return None,
    };
    (last.saturating_sub(first) < COMMANDS).then(|| (first..=last).map(|n| n.to_string()).collect())
}
