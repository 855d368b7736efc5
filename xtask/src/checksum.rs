//! Checksums of files, as browsers read them, and short ones for names.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256, Sha384};

/// What an `integrity` attribute says of these bytes.
pub fn integrity(bytes: &[u8]) -> String {
    format!("sha384-{}", STANDARD.encode(Sha384::digest(bytes)))
}

/// What a Content-Security-Policy says of a script or a style that stands in the page.
pub fn policy_source(bytes: &[u8]) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(bytes)))
}

/// The SHA-256 of these bytes in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// Sixteen letters that stand for these bytes.
pub fn short(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&Sha384::digest(bytes)[..12]).replace(['-', '_'], "0")
}

#[cfg(test)]
mod tests {
    use super::{integrity, policy_source, short};

    #[test]
    fn the_checksums_of_nothing_are_well_known() {
        assert_eq!(
            integrity(b""),
            "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb"
        );
        assert_eq!(policy_source(b""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }

    #[test]
    fn another_file_gets_another_name() {
        assert_ne!(short(b"one"), short(b"other"));
        assert!(short(b"one").chars().all(|letter| letter.is_ascii_alphanumeric()));
    }
}
