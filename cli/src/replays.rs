//! `podlab replay FILE… [--out DIR]`.

use podlab_cli::arguments::Arguments;
use podlab_cli::commands::REPLAY;
use podlab_cli::json::Json;
use podlab_cli::{input, replay};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replays the files named in the arguments. Exit code 0: all are replayed, 2: some are not.
pub fn main(arguments: &Arguments) -> ExitCode {
    match arguments.value("--out") {
        Some(folder) => to_folder(&arguments.files, Path::new(folder)),
        None => to_standard_output(&arguments.files),
    }
}

/// Prints one document a line, or nothing at all when one of them cannot be replayed.
fn to_standard_output(files: &[PathBuf]) -> ExitCode {
    let mut text = String::new();
    for file in files {
        match run(file) {
            Ok(document) => text.extend([document.to_string().as_str(), "\n"]),
            Err(message) => return crate::stop(&message),
        }
    }
    crate::print(&text);
    ExitCode::SUCCESS
}

/// Writes the documents into the folder, or nothing at all when one of them cannot be replayed.
fn to_folder(files: &[PathBuf], folder: &Path) -> ExitCode {
    let mut names = BTreeSet::new();
    for file in files {
        let Some(name) = file.file_name().filter(|name| *name != "-") else {
            let message = format!("--out needs files with names, not {}", input::name(file));
            return crate::stop(&REPLAY.complaint(&message));
        };
        if !names.insert(name) {
            let message = format!("two files are called {}", name.to_string_lossy());
            return crate::stop(&REPLAY.complaint(&message));
        }
    }
    let told = |path: &Path, error: &std::io::Error| {
        REPLAY.complaint(&format!("{}: {}", path.display(), input::describe(error)))
    };
    if folder.exists() && !folder.is_dir() {
        let message = format!("{}: it is no folder", folder.display());
        return crate::stop(&REPLAY.complaint(&message));
    }
    let (mut documents, mut mistakes) = (Vec::new(), Vec::new());
    for file in files {
        match run(file) {
            Ok(document) => documents.push(document.to_string()),
            Err(message) => mistakes.push(message),
        }
    }
    if !mistakes.is_empty() {
        return crate::stop(&mistakes.join("\n"));
    }
    if let Err(error) = fs::create_dir_all(folder) {
        return crate::stop(&told(folder, &error));
    }
    for (file, document) in files.iter().zip(documents) {
        let target = folder.join(file.file_name().unwrap_or_default());
        if let Err(error) = write_whole(&target, &document) {
            return crate::stop(&told(&target, &error));
        }
    }
    ExitCode::SUCCESS
}

fn run(file: &Path) -> Result<Value, String> {
    let json = Json::read(file)?;
    let replayed = replay::replay(&json.value).map_err(|fault| json.told(&fault))?;
    for fault in &replayed.left_out {
        crate::complain(&(json.told(fault) + "; left out"));
    }
    Ok(replayed.document)
}

/// Writes a file so that nobody ever sees a part of it: under another name first.
fn write_whole(target: &Path, text: &str) -> std::io::Result<()> {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let draft = target.with_file_name(name);
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, target));
    if written.is_err() {
        // The error that counts is the first one.
        let _ = fs::remove_file(&draft);
    }
    written
}
