//! `podlab pack`: lessons as a package for a learning management system (LMS).
//!
//! The package follows SCORM, the Sharable Content Object Reference Model: a zip file with the manifest `imsmanifest.xml` and one page
//! for each lesson. `scorm.js` tells the LMS what the figure in the page tells by its events.

mod manifest;
mod page;

use crate::arguments::LanguageOption;
use crate::failure::Failure;
use crate::lesson::source::{read, text};
use crate::render::Drawing;
use crate::terminal::Printed;
use clap::{ValueHint, value_parser};
use manifest::Edition;
use page::{ELEMENT, Packed, SCRIPT};
use podlab_lessons::LESSONS;
use podlab_messages::{Catalog, speak};
use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, ZipWriter};

/// The largest seed that the element takes: it has 15 digits.
const MOST_SEED: u64 = 999_999_999_999_999;

const HELP: &str = "\
Examples:
  podlab pack exit-0 --scorm 1.2 --element podlab.inline.js -o exit-0.zip
  podlab pack --scorm 2004 --element podlab.inline.js -o course.zip      all lessons, by chapters

The LMS shows each lesson by itself. It learns whether a lesson is finished, how many of its questions were answered
right, each answer, and the time.";

/// Packs lessons for a learning management system
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The files of lessons, or the names of lessons that come with Podlab [default: all of those]
    #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath)]
    lessons: Vec<PathBuf>,
    /// The edition of SCORM that the LMS reads
    #[arg(long, value_name = "EDITION")]
    scorm: Edition,
    /// The script of the element `<pod-lab>`: `dist/podlab.inline.js` of the npm package podlab
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    element: PathBuf,
    /// Chooses the variant of each lesson: the rest of the seed divided by the number of variants [default: the first variant]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(..=MOST_SEED))]
    seed: Option<u64>,
    /// The title of the package [default: that of its lesson, or Podlab]
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    #[command(flatten)]
    language: LanguageOption,
    /// Write to this file, not to standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// Packs the lessons, and writes the package or gives it.
///
/// # Errors
///
/// Returns what is wrong with a lesson, that two lessons have the same name, or that a file cannot be read or written.
pub fn pack(args: &Args) -> Result<Printed, Failure> {
    let language = args.language.language.unwrap_or_default();
    speak(Catalog::of(language));
    let names = || LESSONS.iter().map(|lesson| PathBuf::from(lesson.name));
    let paths = if args.lessons.is_empty() { names().collect() } else { args.lessons.clone() };
    let lessons = paths.iter().map(|path| {
        let lesson = Rc::clone(read(path)?.of_seed(args.seed));
        Ok(Packed { lesson, text: text(path)?, seed: args.seed })
    });
    let lessons = lessons.collect::<Result<Vec<_>, Failure>>()?;
    let mut seen = BTreeSet::new();
    if let Some(twice) = lessons.iter().find(|packed| !seen.insert(packed.name())) {
        return Err(Failure::Input(format!("two lessons have the name {}", twice.name())));
    }
    let element = element(&args.element)?;
    let title = match (&args.title, lessons.as_slice()) {
        (Some(title), _) => title,
        (None, [lesson]) => lesson.title(),
        (None, _) => "Podlab",
    };
    let manifest = manifest::write(&lessons, title, args.lessons.is_empty(), args.scorm);
    let pages = lessons.iter().map(|packed| (packed.page(), packed.write_page(language)));
    let mut files = vec![("imsmanifest.xml".to_owned(), manifest)];
    files.extend(pages);
    files.push((SCRIPT.to_owned(), include_str!("pack/scorm.js").to_owned()));
    files.push((ELEMENT.to_owned(), element));
    let bytes = zipped(&files).map_err(|error| Failure::Input(format!("the package: {error}")))?;
    let drawing = Drawing { content: Printed::Bytes(bytes), path: args.output.clone() };
    drawing.write().map_err(Failure::Input)
}

/// Returns the script of the element.
fn element(path: &Path) -> Result<String, Failure> {
    let script = fs::read_to_string(path).map_err(|error| {
        Failure::Input(format!(
            "{}: {error}; the npm package podlab has this script as dist/podlab.inline.js",
            path.display()
        ))
    })?;
    if script.contains("pod-lab") {
        Ok(script)
    } else {
        Err(Failure::Input(format!("{}: this is not podlab.inline.js", path.display())))
    }
}

/// Returns the files as a zip file. The same files give the same bytes.
fn zipped(files: &[(String, String)]) -> Result<Vec<u8>, ZipError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(name.as_str(), SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}
