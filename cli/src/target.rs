//! Output files. A command checks that it can write its file before it does the work.

use crate::input;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Checks that a file can be written, and changes nothing.
///
/// # Errors
/// One line with the name of the file.
pub fn check(path: &Path) -> Result<(), String> {
    let mut options = OpenOptions::new();
    let tried = match fs::symlink_metadata(path) {
        Ok(there) if there.is_file() || there.is_dir() => options.append(true).open(path).map(drop),
        // Opening a pipe or a link without a target would change it.
        Ok(_) => Ok(()),
        Err(_) => {
            let made = options.write(true).create_new(true).open(path);
            made.and_then(|_| fs::remove_file(path))
        }
    };
    tried.map_err(|error| write_error(path, &error))
}

/// Writes a file.
///
/// # Errors
/// One line with the name of the file.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| write_error(path, &error))
}

/// Returns why a file cannot be written; names its folder when that is missing.
fn write_error(path: &Path, error: &io::Error) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if error.kind() == io::ErrorKind::NotFound && !folder.is_dir() => {
            format!("{}: there is no folder {}", input::name(path), folder.display())
        }
        _ => format!("{}: {}", input::name(path), input::describe(error)),
    }
}
