//! Standard output and standard error. A reader that has gone away is no error.

use std::io::Write;

/// Writes to standard output.
pub fn print(bytes: impl AsRef<[u8]>) {
    let _ = std::io::stdout().write_all(bytes.as_ref());
}

/// Writes to standard error.
pub fn print_error(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
