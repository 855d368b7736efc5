//! Runs, lessons and presentations in links: their text, packed or not.

use crate::LinkError;
use crate::error::cut;
use crate::limits::MOST_TEXT;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as LETTERS;

/// The prefix of a text that is packed.
const DEFLATED: &str = "v1";
/// The prefix of a text that is not packed.
const PLAIN: &str = "v1u";

/// A run, a lesson or a presentation in the form in which a link holds it, with the checksum of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// Whether [`Packed::bytes`] is raw DEFLATE (RFC 1951) and not the text itself.
    pub is_deflated: bool,
    checksum: u32,
    /// The text, packed or not.
    pub bytes: Vec<u8>,
}

impl Packed {
    /// Holds a text that is not packed.
    ///
    /// ```
    /// use podlab_link::{Packed, LinkError};
    ///
    /// # fn main() -> Result<(), LinkError> {
    /// let written = Packed::plain("{}").write();
    /// assert!(written.starts_with("v1u."));
    /// let read = Packed::read(&written)?;
    /// assert_eq!(read.text(read.bytes.clone())?, "{}");
    /// assert_eq!(read.text(b"{ }".to_vec()), Err(LinkError::Damaged), "the checksum is that of another text");
    /// # Ok(())
    /// # }
    /// ```
    pub fn plain(text: &str) -> Packed {
        let bytes = text.as_bytes().to_vec();
        Packed { is_deflated: false, checksum: checksum(text), bytes }
    }

    /// Holds a text that the caller packed: `bytes` is the text as raw DEFLATE.
    pub fn deflated(text: &str, bytes: Vec<u8>) -> Packed {
        Packed { is_deflated: true, checksum: checksum(text), bytes }
    }

    /// Writes what follows `#/run/`, `#/lesson/` or `#/present/`.
    pub fn write(&self) -> String {
        let version = if self.is_deflated { DEFLATED } else { PLAIN };
        format!("{version}.{:08x}.{}", self.checksum, LETTERS.encode(&self.bytes))
    }

    /// Reads what follows `#/run/`, `#/lesson/` or `#/present/`. [`Packed::text`] checks the text once it is unpacked.
    ///
    /// # Errors
    ///
    /// Returns [`LinkError::Version`] for a version that is not known, and [`LinkError::Damaged`] for any other text that is
    /// not packed so.
    pub fn read(text: &str) -> Result<Packed, LinkError> {
        let (version, rest) = text.split_once('.').ok_or(LinkError::Damaged)?;
        let is_deflated = match version {
            DEFLATED => true,
            PLAIN => false,
            _ => {
                let is_version = version.strip_prefix('v').is_some_and(|number| {
                    !number.is_empty() && number.bytes().all(|c| c.is_ascii_alphanumeric())
                });
                let wrong = if is_version {
                    LinkError::Version(cut(&version[1..]))
                } else {
                    LinkError::Damaged
                };
                return Err(wrong);
            }
        };
        let (checksum, data) = rest.split_once('.').ok_or(LinkError::Damaged)?;
        let is_hex = checksum.len() == 8 && checksum.bytes().all(|c| c.is_ascii_hexdigit());
        let number = u32::from_str_radix(checksum, 16).ok().filter(|_| is_hex);
        let checksum = number.ok_or(LinkError::Damaged)?;
        let bytes = LETTERS.decode(data).map_err(|_| LinkError::Damaged)?;
        Ok(Packed { is_deflated, checksum, bytes })
    }

    /// Returns the text, given the unpacked bytes.
    ///
    /// # Errors
    ///
    /// Returns [`LinkError::TooLarge`] when the text is too long, and [`LinkError::Damaged`] when it is not the text from which
    /// the link was made.
    pub fn text(&self, bytes: Vec<u8>) -> Result<String, LinkError> {
        if bytes.len() > MOST_TEXT {
            return Err(LinkError::TooLarge);
        }
        let text = String::from_utf8(bytes).map_err(|_| LinkError::Damaged)?;
        if checksum(&text) == self.checksum { Ok(text) } else { Err(LinkError::Damaged) }
    }
}

/// Returns the FNV-1a hash of a text. It detects links that were cut off or changed by accident. It does not protect
/// against links that are wrong on purpose.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::Packed;

    #[test]
    fn every_text_means_its_bytes_in_one_way_only() {
        assert!(Packed::read("v1u.00000000.Zm8").is_ok_and(|packed| packed.bytes == b"fo"));
        for wrong in ["Z", "Zh", "Zm9", "Zg==", "Zm+v", "Zm 9v", "Zm9vY", "é"] {
            assert!(Packed::read(&format!("v1u.00000000.{wrong}")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_checksum_is_fnv_1a() {
        assert_eq!(super::checksum(""), 0x811c_9dc5);
        assert_eq!(super::checksum("a"), 0xe40c_292c);
        assert_eq!(super::checksum("foobar"), 0xbf9c_f968);
    }
}
