//! Mistakes in a manifest, described for people: where the mistake is, what is wrong, and what was probably meant.
//! Warnings about a manifest have the same form.

use super::node::Span;
use super::wrong::{Complaint, Wrong};
use crate::base::text::{Text, write_to};
use std::fmt;

/// The kind of a [`Diagnostic`]. It stays the same when the wording or the language changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The text is neither YAML nor JSON.
    Syntax,
    /// The text is longer than Podlab reads.
    TooLarge,
    /// Lists and maps are nested deeper than Podlab follows.
    TooDeep,
    /// A map has the same key twice.
    DuplicateKey,
    /// No API object has this `apiVersion` and `kind`.
    UnknownKind,
    /// Podlab cannot do this to objects of the kind.
    UnsupportedKind,
    /// Podlab does not run the kind. It keeps the object. This is a warning.
    NotRun,
    /// Podlab reads and keeps the field, which changes nothing that happens. This is a warning.
    NoEffect,
    /// The API server takes the object with this warning of its own.
    Warned,
    /// The namespace of the object does not exist.
    NoNamespace,
    /// The object has no field of that name.
    UnknownField,
    /// The value has another type than the field.
    WrongType,
    /// The value is not one of the allowed ones.
    Unsupported,
    /// The text does not have the field's format, such as a quantity or a time.
    Malformed,
    /// The API server would refuse the value.
    Invalid,
    /// The manifest has more of something than Podlab simulates.
    Limit,
}

impl Code {
    /// Returns the code in kebab case, for programs: `unknown-field`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::Syntax => "syntax",
            Code::TooLarge => "too-large",
            Code::TooDeep => "too-deep",
            Code::DuplicateKey => "duplicate-key",
            Code::UnknownKind => "unknown-kind",
            Code::UnsupportedKind => "unsupported-kind",
            Code::NotRun => "not-run",
            Code::NoEffect => "no-effect",
            Code::Warned => "warned",
            Code::NoNamespace => "no-namespace",
            Code::UnknownField => "unknown-field",
            Code::WrongType => "wrong-type",
            Code::Unsupported => "unsupported",
            Code::Malformed => "malformed",
            Code::Invalid => "invalid",
            Code::Limit => "limit",
        }
    }

    /// Returns how bad it is.
    pub(crate) const fn severity(self) -> Severity {
        match self {
            Code::NotRun | Code::NoEffect | Code::Warned => Severity::Warning,
            Code::Syntax
            | Code::TooLarge
            | Code::TooDeep
            | Code::DuplicateKey
            | Code::UnknownKind
            | Code::UnsupportedKind
            | Code::NoNamespace
            | Code::UnknownField
            | Code::WrongType
            | Code::Unsupported
            | Code::Malformed
            | Code::Invalid
            | Code::Limit => Severity::Error,
        }
    }
}

/// How bad it is what a [`Diagnostic`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Nothing runs until it is put right.
    Error,
    /// Everything runs; a person should know it.
    Warning,
}

/// A mistake in a manifest, or a warning about it.
///
/// ```
/// use podlab::manifest::Code;
/// use podlab::{ReadOptions, read};
///
/// let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: app, imag: nginx}]}";
/// let mistakes = read(text, &ReadOptions::default()).unwrap_err();
/// assert_eq!(mistakes[0].code, Code::UnknownField);
/// assert_eq!((mistakes[0].span.line, mistakes[0].span.column), (4, 33));
/// assert_eq!(mistakes[0].path, "spec.containers[0].imag");
/// assert_eq!(mistakes[0].help.as_deref(), Some("did you mean \"image\"?"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// What kind of mistake it is.
    pub code: Code,
    /// The file, when the text came from one.
    pub file: Option<Text>,
    /// Where it stands. Line 0 means that it has no place in the text.
    pub span: Span,
    /// The path of the field, such as `spec.containers[0].image`; empty for the whole document.
    pub path: Text,
    /// What is wrong, as one sentence without a full stop.
    pub message: Complaint,
    /// What was probably meant, or what to do.
    pub help: Option<Complaint>,
}

impl Diagnostic {
    /// Returns a diagnostic without file, path and help.
    pub fn new(code: Code, span: Span, message: impl Into<Complaint>) -> Diagnostic {
        let (path, message) = (Text::default(), message.into());
        Diagnostic { code, file: None, span, path, message, help: None }
    }

    /// Returns how bad it is.
    pub const fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Adds the path of the field.
    #[must_use]
    pub fn at(mut self, path: impl Into<Text>) -> Diagnostic {
        self.path = path.into();
        self
    }

    /// Adds a help line.
    #[must_use]
    pub fn help(mut self, help: impl Into<Complaint>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds the help line `did you mean "…"?` when there is a guess.
    #[must_use]
    pub(crate) fn guess(self, guess: Option<&str>) -> Diagnostic {
        match guess {
            Some(guess) => self.help(Wrong::DidYouMean { word: guess.to_owned().into() }),
            None => self,
        }
    }
}

impl fmt::Display for Diagnostic {
    /// Writes `file:line:column: path: message`, and a second line `help: …` when there is help.
    /// A warning has `warning: ` in place of the path. A warning of the API server is what kubectl prints of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.code == Code::Warned {
            return write!(f, "Warning: {}", self.message);
        }
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        if self.span.line > 0 {
            write!(f, "{}:{}:", self.span.line, self.span.column)?;
        }
        if self.file.is_some() || self.span.line > 0 {
            f.write_str(" ")?;
        }
        match self.severity() {
            Severity::Warning => f.write_str("warning: ")?,
            Severity::Error if self.path.is_empty() => {}
            Severity::Error => write!(f, "{}: ", self.path)?,
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

/// The most characters of a source line that are shown.
const WIDTH: usize = 120;

/// Returns the diagnostic with the source line that it is about, and with carets under the mistake.
///
/// ```
/// use podlab::manifest::render;
/// use podlab::{ReadOptions, read};
///
/// let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {hostNetwrk: true}";
/// let mistakes = read(text, &ReadOptions::default()).unwrap_err();
/// assert_eq!(
///     render(&mistakes[0], text),
///     "4:8: spec.hostNetwrk: unknown field \"hostNetwrk\"
///   |
/// 4 | spec: {hostNetwrk: true}
///   |        ^^^^^^^^^^
/// help: did you mean \"hostNetwork\"?"
/// );
/// ```
pub fn render(diagnostic: &Diagnostic, source: &str) -> String {
    let mut out = diagnostic.to_string();
    let Span { line, column } = diagnostic.span;
    let shown = (line as usize).checked_sub(1).and_then(|index| source.lines().nth(index));
    let Some(shown) = shown else { return out };
    let help = out.find("\nhelp: ").map(|at| out.split_off(at)).unwrap_or_default();
    let column = (column.max(1) - 1) as usize;
    let first = column.saturating_sub(WIDTH / 2);
    let part: String = shown.chars().skip(first).take(WIDTH).collect();
    let ahead: String =
        part.chars().take(column - first).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    let word = |c: &char| !c.is_whitespace() && !matches!(c, ':' | ',' | '}' | ']');
    let length = part.chars().skip(column - first).take_while(word).count().max(1);
    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    write_to(&mut out, format_args!("\n{gutter} |\n{number} | {}", part.trim_end()));
    write_to(&mut out, format_args!("\n{gutter} | {ahead}{}", "^".repeat(length)));
    out.push_str(&help);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_prints_place_path_message_and_help() {
        let span = Span { line: 3, column: 5 };
        let mut diagnostic = Diagnostic::new(Code::UnknownField, span, "unknown field \"imagee\"")
            .at("spec.containers[0].imagee")
            .guess(Some("image"));
        diagnostic.file = Some("pod.yaml".into());
        let printed = "pod.yaml:3:5: spec.containers[0].imagee: unknown field \"imagee\"";
        let help = "\nhelp: did you mean \"image\"?";
        assert_eq!(diagnostic.to_string(), format!("{printed}{help}"));
        let source = "spec:\n  containers:\n  - imagee: nginx\n";
        let excerpt = "\n  |\n3 |   - imagee: nginx\n  |     ^^^^^^";
        assert_eq!(render(&diagnostic, source), format!("{printed}{excerpt}{help}"));
    }
}
