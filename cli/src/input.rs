//! Reads the inputs of a command: files, scenes, standard input and links, within limits.

use crate::packed;
use podlab::manifest::schema::nearest;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Most bytes that are read of one file.
pub const MAX_BYTES: u64 = 64 << 20;

/// Returns the text of a file, of standard input for `-`, of the run in a link, or of the scene of that name when there is
/// no such file.
///
/// # Errors
/// One line that begins with the name of the file.
pub fn read(path: &Path) -> Result<String, String> {
    if let Some(text) = packed::unpacked(&path.to_string_lossy()) {
        return text.map_err(|wrong| format!("<link>: {wrong}"));
    }
    match read_file(path) {
        // A file has precedence over a scene of its name, a folder has not.
        Err(why) if path != Path::new("-") && !path.is_file() => {
            let scene = path.to_str().and_then(podlab_lessons::find);
            scene.map(Cow::into_owned).ok_or_else(|| why + &meant(path))
        }
        read => read,
    }
}

/// Returns the text of a file, or of standard input for `-`.
///
/// # Errors
/// One line that begins with the name of the file.
pub fn read_file(path: &Path) -> Result<String, String> {
    let told = |problem: String| format!("{}: {problem}", name(path));
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| told(describe(&error)))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(told(format!("the file is longer than {} MiB", MAX_BYTES >> 20)));
    }
    if let Some(text) = utf_16(&bytes) {
        return text.map_err(|problem| told(problem.to_owned()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let end = error.utf8_error().valid_up_to();
        let valid = String::from_utf8_lossy(&error.as_bytes()[..end]);
        let line = valid.split('\n').count();
        let column = valid.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let byte = error.as_bytes()[end];
        format!("{}:{line}:{column}: the text is not UTF-8 (byte 0x{byte:02X})", name(path))
    })
}

/// Returns the text of a file whose first two bytes say that it is in UTF-16, as some shells write it, or that it is not after all.
/// Returns `None` for other files.
fn utf_16(bytes: &[u8]) -> Option<Result<String, &'static str>> {
    let read: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, rest) = bytes[2..].as_chunks();
    let units = pairs.iter().map(|pair| read(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    Some(text.ok().filter(|_| rest.is_empty()).ok_or("the text is not UTF-16"))
}

/// The endings of the files of a folder that are read, as kubectl reads them.
const ENDINGS: [&str; 3] = ["json", "yaml", "yml"];

/// Returns the files that a path stands for: itself, or the manifests in a folder, sorted by name.
///
/// # Errors
/// One line that begins with the name of the folder.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    let is_scene = path.to_str().is_some_and(|name| podlab_lessons::find(name).is_some());
    if !path.is_dir() || is_scene {
        return Ok(vec![path.to_owned()]);
    }
    let told = |error: io::Error| format!("{}: {}", name(path), describe(&error));
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(told)? {
        let file = entry.map_err(told)?.path();
        if file.is_file() && is_manifest(&file) {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: no .yaml, .yml or .json file is in the folder", name(path)));
    }
    Ok(files)
}

/// Returns whether a file has the ending of manifests.
pub fn is_manifest(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Returns all files in a folder and in the folders below it, sorted by name, and the folders that cannot be read, each with the reason.
/// Hidden ones, and links to folders, are left out.
pub fn all_files(folder: &Path) -> (Vec<PathBuf>, Vec<(PathBuf, String)>) {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        match entries {
            Ok(entries) => {
                for entry in entries {
                    if entry.file_name().to_string_lossy().starts_with('.') {
                    } else if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                        folders.push(entry.path());
                    } else if entry.path().is_file() {
                        files.push(entry.path());
                    }
                }
            }
            Err(error) => unread.push((folder, describe(&error))),
        }
    }
    files.sort();
    unread.sort();
    (files, unread)
}

/// Returns the scene with the nearest name to a path that is no file, as the end of a message.
fn meant(path: &Path) -> String {
    let Some(word) = path.to_str().filter(|word| !word.contains(['/', '.', '\\'])) else {
        return String::new();
    };
    let names = podlab_lessons::names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let guess = nearest(word, &names).map(|name| format!(", and no scene; did you mean {name}?"));
    guess.unwrap_or_else(|| ", and no scene of that name".to_owned())
}

/// Returns the name of a file in messages.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "<stdin>".to_owned()
    } else if packed::is_one(&path.to_string_lossy()) {
        "<link>".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Says what is wrong with a file, without the number of the error.
pub fn describe(error: &io::Error) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "std may add kinds of errors")]
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        _ => {
            let told = error.to_string();
            told.split(" (os error ").next().unwrap_or_default().to_owned()
        }
    }
}
