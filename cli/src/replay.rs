//! `podlab replay`: recorded runs, with the trace of the simulated run.

use crate::failure::Failure;
use crate::json::Json;
use crate::terminal::{Printed, print_error};
use crate::{input, recording};
use clap::ValueHint;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const HELP: &str = "\
Standard output gets one JSON document a line.

Examples:
  podlab replay recorded.json > simulated.json
  podlab replay recorded/*.json --out simulated";

/// Replays recorded runs and writes them with the trace of the simulated run
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Documents of recorded runs; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Write files of the same names into this folder, not to standard output
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
}

/// Replays the files. Returns what goes to standard output.
///
/// # Errors
/// What is wrong with the files; then nothing is written.
pub fn main(args: &Args) -> Result<Printed, Failure> {
    let printed = match &args.out {
        Some(folder) => write_all(&args.files, folder).map(|()| String::new())?,
        None => {
            let line = |file: &PathBuf| Ok(format!("{}\n", run(file)?));
            args.files.iter().map(line).collect::<Result<_, String>>()?
        }
    };
    Ok(Printed::Json(printed))
}

/// Writes the documents into the folder, or nothing at all when one of them cannot be replayed.
fn write_all(files: &[PathBuf], folder: &Path) -> Result<(), Failure> {
    let mut names = BTreeSet::new();
    for file in files {
        let Some(name) = file.file_name().filter(|name| *name != "-") else {
            let message = format!("--out needs files with names, not {}", input::name(file));
            return Err(Failure::Usage(message));
        };
        if !names.insert(name) {
            let message = format!("two files are called {}", name.to_string_lossy());
            return Err(Failure::Usage(message));
        }
    }
    let told = |path: &Path, error: &std::io::Error| {
        Failure::Input(format!("{}: {}", path.display(), input::describe(error)))
    };
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::Input(format!("{}: it is no folder", folder.display())));
    }
    let (mut documents, mut mistakes) = (Vec::new(), Vec::new());
    for file in files {
        match run(file) {
            Ok(document) => documents.push(document.to_string()),
            Err(message) => mistakes.push(message),
        }
    }
    if !mistakes.is_empty() {
        return Err(Failure::Input(mistakes.join("\n")));
    }
    fs::create_dir_all(folder).map_err(|error| told(folder, &error))?;
    for (file, document) in files.iter().zip(documents) {
        let target = folder.join(file.file_name().unwrap_or_default());
        write_whole(&target, &document).map_err(|error| told(&target, &error))?;
    }
    Ok(())
}

fn run(file: &Path) -> Result<Value, String> {
    let json = Json::read(file)?;
    let replayed = recording::replay(&json.value).map_err(|fault| json.describe(&fault))?;
    for fault in &replayed.left_out {
        print_error(&format!("{}; left out\n", json.describe(fault)));
    }
    Ok(replayed.document)
}

/// Writes a file under another name first, so that a reader never sees a part of it.
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
