//! The change of a text that puts one mistake right.

use super::diagnostic::Diagnostic;
use super::nearest::meant;
use super::node::Value;
use super::scalar::resolve;
use super::wrong::Wrong;
use std::ops::Range;

/// What is put in place of what at the place of a mistake. The rest of the text stays as it is.
///
/// ```
/// use podlab::manifest::Fix;
/// use podlab::{ReadOptions, read};
///
/// let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {hostNetwork: \"true\"}";
/// let mistakes = read(text, &ReadOptions::default()).unwrap_err();
/// let fix = Fix::of(&mistakes[0], text).unwrap();
/// assert_eq!((fix.found.as_str(), fix.meant.as_str()), ("\"true\"", "true"));
/// assert!(fix.applied(text).ends_with("spec: {hostNetwork: true}"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub meant: String,
    /// Whether it is a word that only looks like the one that was meant.
    pub is_guess: bool,
    range: Range<usize>,
}

impl Fix {
    /// Returns the fix that the help of a mistake speaks of, when it is certain what stands in the text and what should.
    pub fn of(mistake: &Diagnostic, text: &str) -> Option<Fix> {
        let start = mistake.span.offset(text)?;
        let help = mistake.help.as_ref()?.wrong();
        if let Wrong::AddNamespace { namespace } = &help {
            let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if !namespace.chars().all(is_name) {
                return None;
            }
            let at = beginning_of_document(text, start);
            let meant = format!(
                "{{apiVersion: v1, kind: Namespace, metadata: {{name: \"{namespace}\"}}}}\n---\n"
            );
            return Some(Fix { found: String::new(), meant, is_guess: false, range: at..at });
        }
        let rest = text[start..].split(['\n', '\r']).next()?;
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let inside = match quote {
            Some(quote) => rest[1..].split(quote).next()?,
            None => plain(rest),
        };
        let length = if quote.is_some() { inside.len() + 2 } else { inside.len() };
        let found = rest.get(..length)?;
        let is_guess = matches!(help, Wrong::DidYouMean { .. });
        let meant = replacement(&help, inside, quote)?;
        let range = start..start + length;
        Some(Fix { found: found.to_owned(), meant, is_guess, range })
    }

    /// Returns the text with the change made.
    #[must_use]
    pub fn applied(&self, text: &str) -> String {
        let mut text = text.to_owned();
        text.replace_range(self.range.clone(), &self.meant);
        text
    }
}

/// Returns where the document begins in which a place is.
fn beginning_of_document(text: &str, place: usize) -> usize {
    let mut beginning = 0;
    let mut end = 0;
    for line in text[..place].split_inclusive('\n') {
        end += line.len();
        if line.trim_end() == "---" {
            beginning = end;
        }
    }
    beginning
}

/// Returns a word in the quotation marks of the word before it, if any.
fn again(word: &str, quote: Option<char>) -> String {
    let quote = quote.map(String::from).unwrap_or_default();
    format!("{quote}{word}{quote}")
}

/// Returns what a help says should stand where `inside` stands with its quotation marks, if any.
fn replacement(help: &Wrong, inside: &str, quote: Option<char>) -> Option<String> {
    let is_plain = !matches!(resolve(inside), Value::Text(_) | Value::Null);
    if *help == Wrong::Unquote {
        return (quote.is_some() && is_plain).then(|| inside.to_owned());
    }
    if matches!(help, Wrong::Quote | Wrong::QuoteAs | Wrong::QuoteNumber) {
        return (quote.is_none() && is_plain).then(|| format!("\"{inside}\""));
    }
    if let Wrong::HasVersion { version, .. } | Wrong::BudgetVersion { version, .. } = help {
        return Some(again(version, quote));
    }
    if let Wrong::DidYouMean { word } = help {
        // What stands there must be the word that was meant, in other letters.
        return meant(inside, &[word]).map(|_| again(word, quote));
    }
    let Wrong::ShouldBe { found, meant } = help else { return None };
    (*found == *inside).then(|| again(meant, quote))
}

/// Returns the key or the value without quotation marks that a line begins with.
fn plain(rest: &str) -> &str {
    let ends = |(at, c): &(usize, char)| match c {
        ':' => rest[at + 1..].chars().next().is_none_or(char::is_whitespace),
        c => c.is_whitespace() || matches!(c, ',' | '[' | ']' | '{' | '}'),
    };
    let end = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
    &rest[..end]
}
