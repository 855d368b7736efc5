//! Standard output and standard error. A reader that has gone away is no error; any other failed write is one.
//!
//! Names and messages come from manifests, which other people write. Their control characters would be orders for the terminal,
//! so text is printed without them, as kubectl prints it (CVE-2021-25743).

use crate::failure::Failure;
use crate::input::describe;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// What a command prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Printed {
    /// Text for people.
    Text(String),
    /// A JSON document.
    Json(String),
    /// Bytes that are printed as they are.
    Bytes(Vec<u8>),
}

/// Writes to standard output.
///
/// # Errors
/// One line when it cannot be written.
pub fn print(printed: &Printed) -> Result<(), Failure> {
    let text;
    let bytes = match printed {
        Printed::Text(written) => {
            text = Form::Text.escaped(written);
            text.as_bytes()
        }
        Printed::Json(written) => {
            text = Form::Json.escaped(written);
            text.as_bytes()
        }
        Printed::Bytes(bytes) => bytes,
    };
    let mut out = io::stdout().lock();
    told(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Writes text for people to standard error. That it cannot be written can be told nowhere.
pub fn print_error(text: &str) {
    let _ = io::stderr().write_all(Form::Text.escaped(text).as_bytes());
}

/// Returns what a command that wrote to standard output ends with.
///
/// # Errors
/// One line when something could not be written.
pub fn told(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::Input(format!("<stdout>: {}", describe(&error))))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Returns whether a person looks at standard output.
pub fn is_watched() -> bool {
    io::stdout().is_terminal()
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text for people.
    Text,
    /// A JSON document.
    Json,
}

impl Form {
    /// Returns a text whose control characters are written with other characters. Line feeds and tabs stay.
    pub fn escaped(self, text: &str) -> Cow<'_, str> {
        let is_order = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        if !text.contains(is_order) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len() + 16);
        for c in text.chars() {
            match (self, c) {
                (_, c) if !is_order(c) => out.push(c),
                // As kubectl does.
                (Form::Text, '\r') => out.push_str("\\r"),
                (Form::Text, '\u{7f}') => out.push_str("^?"),
                (Form::Text, c) if c < ' ' => out.extend(['^', char::from(c as u8 + b'@')]),
                (Form::Text | Form::Json, c) => {
                    let _ = write!(out, "\\u{:04x}", u32::from(c));
                }
            }
        }
        Cow::Owned(out)
    }
}

/// Writes what it gets without control characters.
#[derive(Debug)]
pub struct Escaping<W> {
    inner: W,
    form: Form,
}

impl<W: Write> Escaping<W> {
    /// A writer to another one.
    pub fn new(inner: W, form: Form) -> Escaping<W> {
        Escaping { inner, form }
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write_all(self.form.escaped(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_visible_ones() {
        let text = "a\u{1b}]0;pwn\u{7}\u{1b}[2J\r\n\tb\u{7f}\u{9b}";
        assert_eq!(Form::Text.escaped(text), "a^[]0;pwn^G^[[2J\\r\n\tb^?\\u009b");
        assert_eq!(Form::Json.escaped("\"\u{7f}\u{9b}é\"\n"), "\"\\u007f\\u009bé\"\n");
        let mut out = Vec::new();
        writeln!(Escaping::new(&mut out, Form::Text), "x\u{1b}y").expect("a list takes all");
        assert_eq!(out, b"x^[y\n");
    }

    #[test]
    fn only_a_reader_that_has_gone_is_no_error() {
        assert_eq!(told(Err(ErrorKind::BrokenPipe.into())), Ok(()));
        assert!(told(Err(ErrorKind::StorageFull.into())).is_err());
    }
}
