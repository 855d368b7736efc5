//! The texts of runs, lessons and presentations as links hold them.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use podlab_link::{LinkError, LinkTarget, MOST_TEXT, Packed, Permalink, read_run};

/// The level of compression: the best one.
const LEVEL: u8 = 9;
/// The beginning of the fragment of a run.
const RUN: &str = "#/run/";

/// Packs a text for a link.
pub fn packed(text: &str) -> Packed {
    Packed::deflated(text, compress_to_vec(text.as_bytes(), LEVEL))
}

/// Whether a word is a link to a run.
pub fn is_one(word: &str) -> bool {
    word.contains(RUN)
}

/// Returns the text of the run in a link; nothing for other words.
///
/// # Errors
///
/// Fails when the run is not packed as links are, or is too large.
pub fn unpacked(word: &str) -> Option<Result<String, LinkError>> {
    let fragment = &word[word.find(RUN)?..];
    Some(Permalink::parse(fragment).and_then(|link| {
        let LinkTarget::Run(packed) = link.target else { return Err(LinkError::Damaged) };
        let text = text(&packed)?;
        read_run(&text)?;
        Ok(text)
    }))
}

/// Returns the text that a link holds.
///
/// # Errors
///
/// Fails when it is not packed as links are, or is too large.
pub fn text(packed: &Packed) -> Result<String, LinkError> {
    let bytes = if packed.is_deflated {
        decompress_to_vec_with_limit(&packed.bytes, MOST_TEXT).map_err(|error| {
            let is_too_large = error.status == TINFLStatus::HasMoreOutput;
            if is_too_large { LinkError::TooLarge } else { LinkError::Damaged }
        })?
    } else {
        packed.bytes.clone()
    };
    packed.text(bytes)
}
