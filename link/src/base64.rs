//! Bytes in letters that an address may hold: base64url without padding, RFC 4648.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as letters.
pub fn write(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..=group.len() {
            text.push(char::from(LETTERS[(bits >> (18 - 6 * letter) & 63) as usize]));
        }
    }
    text
}

/// Letters as bytes; nothing unless [`write`] could have written them.
pub fn read(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for letter in group {
            bits = bits << 6 | value(*letter)?;
        }
        let count = match group.len() {
            4 => 3,
            3 => 2,
            2 => 1,
            _ => return None,
        };
        bits <<= 6 * (4 - group.len());
        if bits & (0x00ff_ffff >> (8 * count)) != 0 {
            return None;
        }
        bytes.extend(&bits.to_be_bytes()[1..=count]);
    }
    Some(bytes)
}

fn value(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    #[test]
    fn the_examples_of_the_rfc_hold() {
        let examples = [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")];
        for (bytes, text) in examples {
            assert_eq!(write(bytes.as_bytes()), text);
            assert_eq!(read(text).unwrap(), bytes.as_bytes());
        }
        assert_eq!(write(&[0xfb, 0xff, 0xfe]), "-__-");
    }

    #[test]
    fn every_text_means_its_bytes_in_one_way_only() {
        for wrong in ["Z", "Zh", "Zm9", "Zg==", "Zm+v", "Zm 9v", "Zm9vY", "é"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
