//! Where lessons come from: a file, or the name of one that comes with Podlab.

use crate::failure::Failure;
use crate::input;
use podlab::ReadOptions;
use podlab::files::lesson_file::{self, Variants};
use podlab::manifest::{Diagnostic, render};
use std::path::Path;

/// Returns the text of a lesson: of a file, or of the one of this name.
///
/// # Errors
///
/// Returns that there is no such file, or why it cannot be read.
pub fn text(path: &Path) -> Result<String, Failure> {
    let known = path.to_str().and_then(podlab_lessons::lesson);
    match known.filter(|_| !path.is_file()) {
        Some(text) => Ok(text.to_owned()),
        None => Ok(input::read_file(path)?),
    }
}

/// Reads the lesson in a file, or the one of this name, in all its variants.
///
/// # Errors
///
/// Returns what is wrong with the file.
pub fn read(path: &Path) -> Result<Variants, Failure> {
    read_text(path, &text(path)?)
}

/// Reads the text of a lesson in all its variants.
///
/// # Errors
///
/// Returns what is wrong with it.
pub fn read_text(path: &Path, text: &str) -> Result<Variants, Failure> {
    let read = lesson_file::read_variants(text, &options(path));
    read.map_err(|wrong| Failure::Input(told(&wrong, text)))
}

/// Returns how what a path names is read.
pub fn options(path: &Path) -> ReadOptions {
    ReadOptions { file: Some(input::name(path).into()), ..ReadOptions::default() }
}

/// Returns mistakes in a text, with the lines in which they are.
pub fn told(wrong: &[Diagnostic], text: &str) -> String {
    let all: Vec<String> = wrong.iter().map(|wrong| render(wrong, text)).collect();
    all.join("\n")
}
