//! Running the program as a person runs it, and comparing what it prints with golden files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program did.
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Runs the program in the folder of the CLI's fixtures.
pub fn podlab<A: AsRef<std::ffi::OsStr>>(arguments: &[A]) -> Ran {
    podlab_with(arguments, b"")
}

/// Runs the program with something on its standard input.
pub fn podlab_with<A: AsRef<std::ffi::OsStr>>(arguments: &[A], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_podlab"))
        .args(arguments)
        .current_dir(fixtures())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("podlab starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // The program may end without reading everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("podlab ends");
    writer.join().expect("the input is written");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

/// The folder of the CLI's fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli")
}

/// The names of the files with that ending in a folder of the fixtures, without the ending.
pub fn names(folder: &str, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(fixtures().join(folder)).expect("the folder is there");
    let name =
        |entry: std::io::Result<std::fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
    let mut names: Vec<String> = entries
        .filter_map(name)
        .filter_map(|name| Some(name.strip_suffix(ending)?.to_owned()))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

/// A file that lasts as long as the test's folder.
pub fn scratch(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("the scratch file is written");
    path.to_string_lossy().into_owned()
}

/// Compares with a golden file; `UPDATE_GOLDEN=1` rewrites it.
pub fn golden(name: &str, printed: &str) {
    let path = fixtures().join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, printed).expect("the golden file is written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(printed, expected, "{} (UPDATE_GOLDEN=1 rewrites it)", path.display());
}

/// Asserts that the program refused: exit code 2, nothing on standard output, no panic, something to read.
pub fn assert_refused(ran: &Ran, what: &str) {
    assert_eq!(ran.code, Some(2), "{what}\n{}", ran.stderr);
    assert_eq!(ran.stdout, "", "{what}");
    assert!(!ran.stderr.is_empty() && !ran.stderr.contains("panicked"), "{what}\n{}", ran.stderr);
}
