//! What scripts hold in a compressed form; `web/unpack.js` unpacks it.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::Outcome;

/// Compresses bytes, in the format that browsers call `deflate`.
pub fn deflate(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.map_err(|error| format!("deflate failed: {error}"))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;

    use super::deflate;

    #[test]
    fn what_is_packed_comes_out_again() {
        let packed = deflate(&[b'a'; 10_000]).expect("it packs");
        assert!(packed.len() < 100);
        let mut text = String::new();
        ZlibDecoder::new(packed.as_slice()).read_to_string(&mut text).expect("it unpacks");
        assert_eq!(text, "a".repeat(10_000));
    }
}
