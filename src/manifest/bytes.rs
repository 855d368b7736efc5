//! Bytes in a manifest, which are written in base64.

use super::node::Node;
use super::schema::{Decoder, Field, ProblemKind};
use super::wrong::FieldType;
use crate::base::digest::Digest;
use crate::base::text::Text;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Bytes, as they are written: in base64. A value that is not base64 is a mistake of the manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Text);

impl Field for Bytes {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        let Some(text) = node.as_text() else {
            return decoder.wrong_type(node, FieldType::String);
        };
        match decoded_length(text) {
            Ok(_) => self.0 = text.clone(),
            Err(at) => {
                let message = format!("illegal base64 data at input byte {at}").into();
                let value = text.clone();
                decoder.report(node.span, ProblemKind::Malformed { value, message });
            }
        }
    }
    fn encode(&self) -> Node {
        Node::text(self.0.clone())
    }
    fn is_unset(&self) -> bool {
        self.0.is_empty()
    }
    fn digest(&self, out: &mut Digest) {
        out.text(&self.0);
    }
}

impl Bytes {
    /// Writes bytes in base64.
    pub(crate) fn of(bytes: &[u8]) -> Bytes {
        Bytes(STANDARD.encode(bytes).into())
    }

    /// Returns how many bytes there are.
    pub(crate) fn len(&self) -> usize {
        decoded_length(&self.0).unwrap_or(0)
    }
}

/// Returns how many bytes a text in base64 stands for.
/// Models Go's encoding/base64 Encoding.decodeQuantum with the standard alphabet.
///
/// # Errors
///
/// Returns the index of the byte that Go says is wrong.
fn decoded_length(text: &str) -> Result<usize, usize> {
    let bytes = text.as_bytes();
    let is_break = |at: usize| matches!(bytes.get(at), Some(b'\n' | b'\r'));
    let skip_breaks = |mut at: usize| {
        while is_break(at) {
            at += 1;
        }
        at
    };
    let (mut at, mut digits) = (0, 0_usize);
    loop {
        at = skip_breaks(at);
        let quantum = digits % 4;
        let Some(byte) = bytes.get(at) else {
            // A text that ends within a group lacks its padding: Go names the beginning of the group.
            return if quantum == 0 { Ok(digits / 4 * 3) } else { Err(at - quantum) };
        };
        if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/') {
            digits += 1;
            at += 1;
            continue;
        }
        if *byte != b'=' || quantum < 2 {
            return Err(at);
        }
        let mut end = at + 1;
        if quantum == 2 {
            end = skip_breaks(end);
            match bytes.get(end) {
                None => return Err(bytes.len()),
                Some(b'=') => end += 1,
                Some(_) => return Err(end - 1),
            }
        }
        end = skip_breaks(end);
        return if end < bytes.len() { Err(end) } else { Ok(digits / 4 * 3 + quantum - 1) };
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, decoded_length};

    #[test]
    fn bytes_are_written_as_they_are_read() {
        for (bytes, text) in
            [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("ü?>", "w7w/Pg==")]
        {
            let written = Bytes::of(bytes.as_bytes());
            assert_eq!((&*written.0, written.len()), (text, bytes.len()));
        }
    }

    #[test]
    fn bytes_are_counted_or_the_wrong_one_is_named_as_go_names_it() {
        let right =
            [("", 0), ("YQ==", 1), ("YWI=", 2), ("YWJj", 3), ("YW\nJj\n", 3), ("YQ=\n=\n", 1)];
        for (text, length) in right {
            assert_eq!(decoded_length(text), Ok(length), "{text:?}");
        }
        let wrong = [
            ("not base64!", 3),
            ("abc", 0),
            ("abcdab", 4),
            ("YQ=", 3),
            ("YQ=a", 2),
            ("YQ==YQ==", 4),
            ("=", 0),
            ("a=", 1),
        ];
        for (text, at) in wrong {
            assert_eq!(decoded_length(text), Err(at), "{text:?}");
        }
    }
}
