//! Reads the inputs of a command: files, scenes, standard input and links, within limits.

use crate::link;
use podlab::manifest::schema::nearest;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Most bytes that are read of one file.
pub const MAX_BYTES: u64 = 64 << 20;

/// Returns the text of a file, of standard input for `-`, of the run in a link, or of the scene of that name when there is
/// no such file.
///
/// # Errors
/// One line that begins with the name of the file.
pub fn read(path: &Path) -> Result<String, String> {
    if let Some(text) = link::unpacked(&path.to_string_lossy()) {
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
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let valid = String::from_utf8_lossy(valid);
        let line = valid.split('\n').count();
        let column = valid.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}:{line}:{column}: the text is not UTF-8", name(path))
    })
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
    } else if link::is_one(&path.to_string_lossy()) {
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
        _ => error.to_string(),
    }
}
