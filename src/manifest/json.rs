//! Reads JSON texts into [`Node`](super::node::Node) trees, without recursion.

use super::diagnostic::{Code, Diagnostic};
use super::node::{Span, Value};
use super::scalar::{decimal, whole};
use super::tree::Builder;
use super::wrong::{Complaint, Wrong};
use crate::base::text::Text;

/// A position in a JSON text.
struct Reader<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Value,
    ValueOrEnd,
    KeyOrEnd,
    Key,
    CommaOrEnd,
}

/// Reads one JSON value after the other and hands them to the builder.
pub(super) fn read(text: &str, builder: &mut Builder) -> Result<(), Diagnostic> {
    let mut reader = Reader { rest: text, line: 1, column: 1 };
    // The open brackets; the innermost is the last.
    let mut open: Vec<char> = Vec::new();
    let mut expected = Expected::Value;
    loop {
        reader.skip_space();
        let span = reader.span();
        let Some(c) = reader.rest.chars().next() else {
            if open.is_empty() && expected == Expected::Value && !builder.documents.is_empty() {
                return Ok(());
            }
            return Err(reader.error(Wrong::JsonEnd));
        };
        let is_list = open.last() == Some(&'[');
        let after = if open.is_empty() { Expected::Value } else { Expected::CommaOrEnd };
        expected = match (c, expected) {
            (']', Expected::ValueOrEnd | Expected::CommaOrEnd) if is_list => {
                close(&mut reader, &mut open, builder)?
            }
            ('}', Expected::KeyOrEnd | Expected::CommaOrEnd) if !is_list && !open.is_empty() => {
                close(&mut reader, &mut open, builder)?
            }
            (',', Expected::CommaOrEnd) => {
                reader.take(1);
                if is_list { Expected::Value } else { Expected::Key }
            }
            ('"', Expected::Key | Expected::KeyOrEnd) => {
                let key = reader.string()?;
                builder.key(Text::from(key), span, false)?;
                reader.skip_space();
                if !reader.rest.starts_with(':') {
                    return Err(reader.error(Wrong::Colon));
                }
                reader.take(1);
                Expected::Value
            }
            ('{', Expected::Value | Expected::ValueOrEnd) => {
                builder.open_map(span, 0)?;
                reader.take(1);
                open.push('{');
                Expected::KeyOrEnd
            }
            ('[', Expected::Value | Expected::ValueOrEnd) => {
                builder.open_list(span, 0)?;
                reader.take(1);
                open.push('[');
                Expected::ValueOrEnd
            }
            ('"', Expected::Value | Expected::ValueOrEnd) => {
                let text = reader.string()?;
                builder.scalar(Value::Text(Text::from(text)), span, 0)?;
                after
            }
            (_, Expected::Value | Expected::ValueOrEnd) => {
                let value = reader.word()?;
                builder.scalar(value, span, 0)?;
                after
            }
            _ => return Err(reader.error(Wrong::JsonUnexpected { found: format!("{c:?}").into() })),
        };
    }
}

fn close(
    reader: &mut Reader,
    open: &mut Vec<char>,
    builder: &mut Builder,
) -> Result<Expected, Diagnostic> {
    reader.take(1);
    open.pop();
    builder.close()?;
    Ok(if open.is_empty() { Expected::Value } else { Expected::CommaOrEnd })
}

impl Reader<'_> {
    fn span(&self) -> Span {
        Span { line: self.line, column: self.column }
    }

    fn error(&self, message: impl Into<Complaint>) -> Diagnostic {
        Diagnostic::new(Code::Syntax, self.span(), message)
    }

    /// Moves on by `bytes` bytes, which hold no line break.
    fn take(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes);
        self.column += taken.chars().count() as u32;
        self.rest = rest;
    }

    fn skip_space(&mut self) {
        while let Some(c) = self.rest.bytes().next() {
            match c {
                b'\n' => {
                    self.rest = &self.rest[1..];
                    self.line += 1;
                    self.column = 1;
                }
                b' ' | b'\t' | b'\r' => self.take(1),
                _ => return,
            }
        }
    }

    /// Reads a number, `true`, `false` or `null`.
    fn word(&mut self) -> Result<Value, Diagnostic> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => number(word).ok_or_else(|| self.error(Wrong::JsonCharacter))?,
        };
        self.take(end);
        Ok(value)
    }

    /// Reads a string with its quotation marks.
    fn string(&mut self) -> Result<String, Diagnostic> {
        let mut out = String::new();
        let start = self.span();
        let mut chars = self.rest.char_indices().skip(1);
        let end = loop {
            let Some((at, c)) = chars.next() else {
                return Err(Diagnostic::new(Code::Syntax, start, Wrong::JsonString));
            };
            match c {
                '"' => break at + 1,
                '\n' => {
                    return Err(Diagnostic::new(Code::Syntax, start, Wrong::JsonString));
                }
                '\\' => {
                    let Some((_, escape)) = chars.next() else { continue };
                    match escape {
                        '"' | '\\' | '/' => out.push(escape),
                        'b' => out.push('\u{8}'),
                        'f' => out.push('\u{c}'),
                        'n' => out.push('\n'),
                        'r' => out.push('\r'),
                        't' => out.push('\t'),
                        'u' => {
                            let high = hex(&self.rest[at..], 2);
                            let low = self.rest[at..].get(6..8).filter(|next| *next == "\\u");
                            let low = low.and_then(|_| hex(&self.rest[at..], 8));
                            let mut used = 4;
                            let code = match (high, low) {
                                (Some(h @ 0xD800..0xDC00), Some(l @ 0xDC00..0xE000)) => {
                                    used = 10;
                                    Some(0x10000 + ((h - 0xD800) << 10) + (l - 0xDC00))
                                }
                                (high, _) => high,
                            };
                            let Some(code) = code else {
                                return Err(self.error("invalid character in \\u escape"));
                            };
                            out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
                            chars.nth(used - 1);
                        }
                        _ => return Err(self.error(Wrong::JsonEscape)),
                    }
                }
                _ => out.push(c),
            }
        };
        self.take(end);
        Ok(out)
    }
}

/// Reads four hexadecimal digits at `from`.
fn hex(text: &str, from: usize) -> Option<u32> {
    let digits = text.get(from..from + 4)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}

/// Reads a JSON number. A whole number beyond 64 bits is kept as a decimal.
fn number(word: &str) -> Option<Value> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let bytes = digits.as_bytes();
    if !bytes.first()?.is_ascii_digit()
        || (bytes.len() > 1 && bytes[0] == b'0' && bytes[1].is_ascii_digit())
    {
        return None;
    }
    if bytes.iter().all(u8::is_ascii_digit)
        && let Ok(size) = digits.parse::<u64>()
    {
        let size = i128::from(size);
        return Some(whole(if word.len() > digits.len() { -size } else { size }));
    }
    let numeric = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-');
    let number = if bytes.iter().all(numeric) { decimal(word)? } else { return None };
    let finite = !matches!(number, Value::Float(number) if !number.is_finite());
    finite.then_some(number)
}
