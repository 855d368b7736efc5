//! A new lesson, for its author to change.

use crate::failure::Failure;
use crate::target;
use podlab::rules::release::Release;
use std::path::Path;

/// The lesson, with places for its name and its release. It is right as it is.
const TEMPLATE: &str = include_str!("template.yaml");

/// Writes the file of a new lesson, and says what to do with it.
///
/// # Errors
///
/// Returns that the name can be none, that there is such a file, or why it cannot be written.
pub(super) fn new(name: &str) -> Result<String, Failure> {
    let is_part = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    if name.is_empty() || !name.bytes().all(is_part) {
        let told = "the name of a lesson has small letters, digits and hyphens, such as my-lesson";
        return Err(Failure::Usage(told.to_owned()));
    }
    let file = format!("{name}.yaml");
    if Path::new(&file).exists() {
        return Err(Failure::Input(format!("{file}: there is such a file already")));
    }
    let release = Release::default().number();
    let text = TEMPLATE.replace("{{name}}", name).replace("{{release}}", release);
    target::write(Path::new(&file), text).map_err(Failure::Input)?;
    Ok(format!("wrote {file}; see podlab check {file}, and podlab lesson play {file}\n"))
}
