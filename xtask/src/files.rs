//! Files and folders, with errors that name them.

use std::fs;
use std::path::Path;

use crate::Outcome;

/// The paths of all files below a folder, in order, with slashes.
pub fn names_below(folder: &Path) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(each) = folders.pop() {
        let entries = fs::read_dir(&each)
            .map_err(|error| format!("{} cannot be read: {error}", each.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap_or(&path);
                names.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    names.sort();
    Ok(names)
}

/// Whether a file is of that kind, from the end of its name.
pub fn is_kind(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == extension)
}

/// Makes a folder, and those around it.
pub fn make(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}

/// Copies a file.
pub fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| format!("{} cannot be copied: {error}", from.display()))
}

/// What a file holds.
pub fn read(file: &Path) -> Outcome<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}

/// What a file of text holds.
pub fn read_text(file: &Path) -> Outcome<String> {
    String::from_utf8(read(file)?).map_err(|_| format!("{} is no text", file.display()))
}

/// Writes a file.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> Outcome {
    fs::write(file, bytes).map_err(|error| format!("{} cannot be written: {error}", file.display()))
}
