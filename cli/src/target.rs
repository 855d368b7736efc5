//! Files that are written: whether they can be is found out before the work is done.

use crate::input;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Looks whether a file can be written there, and leaves everything as it is.
///
/// # Errors
/// One line for people.
pub fn check(path: &Path) -> Result<(), String> {
    let mut options = OpenOptions::new();
    let tried = match fs::symlink_metadata(path) {
        Ok(there) if there.is_file() || there.is_dir() => options.append(true).open(path).map(drop),
        // A pipe or a link to nothing would be changed by trying.
        Ok(_) => Ok(()),
        Err(_) => {
            let made = options.write(true).create_new(true).open(path);
            made.and_then(|_| fs::remove_file(path))
        }
    };
    tried.map_err(|error| told(path, &error))
}

/// Writes a file.
///
/// # Errors
/// One line for people.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| told(path, &error))
}

/// Why a file cannot be written; where its folder is missing, that is named.
fn told(path: &Path, error: &io::Error) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if error.kind() == io::ErrorKind::NotFound && !folder.is_dir() => {
            format!("{}: there is no folder {}", input::name(path), folder.display())
        }
        _ => format!("{}: {}", input::name(path), input::describe(error)),
    }
}
