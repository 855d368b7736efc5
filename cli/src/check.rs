//! `podlab check`: compares the claims of pages with the simulation, and plays the solutions of lessons.

mod claims;
mod found;
mod kind;
mod shown;
mod states;

use crate::embed::Mistake;
use crate::input;
use crate::terminal::Printed;
use clap::{ValueEnum, ValueHint};
use found::{Found, Wrong};
use kind::Kind;
use podlab::ReadOptions;
use podlab::base::text::Text;
use podlab::files::lesson_file::{self, Variants};
use podlab::lesson::check_variants;
use podlab::manifest::node::Span;
use podlab::manifest::{Diagnostic, Wrong as LessonWrong, render};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const HELP: &str = "\
A ```podlab-expect block claims things of the ```podlab block before it, or of a scene it names:
  at: 90s
  phase: Running
  status: CrashLoopBackOff
  restarts: 3
  condition Ready: False
  container app: waiting CrashLoopBackOff

A table with columns Always, OnFailure or Never claims phases of the example states in its rows.

The official solutions of lessons are played, every move of a presentation is shown, and scenes begin. Of a folder, its lessons,
presentations, scenes and pages are checked, and those of the folders in it.

The exit code is 1 when a claim or a file is wrong, and 2 when a file cannot be read.

Examples:
  podlab check docs/*.md
  podlab check lessons/
  podlab check page.md --format json";

/// Tells which claims of Markdown pages are not true, and what the authors of lessons, presentations and scenes must put right
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Pages in Markdown, files of lessons, presentations or scenes, or folders of them; `-` is a page from standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    paths: Vec<PathBuf>,
    /// What is printed
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

/// What is printed of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// What is wrong, each with its line
    #[default]
    Text,
    /// One document for programs
    Json,
}

/// What the program prints, and the exit code: 1 when a claim or a file is wrong, 2 when a file cannot be read.
#[derive(Debug)]
pub struct Report {
    /// For standard output.
    pub out: Printed,
    /// For standard error.
    pub err: String,
    /// The exit code.
    pub code: u8,
}

/// What was checked.
#[derive(Debug, Default)]
struct Checked {
    /// The pages by their names, also the files that cannot be read.
    pages: Vec<(String, Found)>,
    /// The files of Podlab.
    files: Vec<OwnFile>,
    /// The names of the lessons, each with the file in which it was found first, as people call the file and as the system does.
    names: BTreeMap<Text, (String, PathBuf)>,
}

/// A file of Podlab that was checked.
#[derive(Debug)]
struct OwnFile {
    kind: Kind,
    name: String,
    text: String,
    wrong: Vec<Diagnostic>,
}

impl Checked {
    /// Checks what the user named: a file, or the files of Podlab in a folder and the pages in it that claim something.
    fn path(&mut self, path: &Path) {
        if !path.is_dir() {
            return self.file(path, false);
        }
        let before = self.pages.len() + self.files.len();
        let (files, unread) = input::all_files(path);
        for file in &files {
            self.file(file, true);
        }
        for (folder, why) in &unread {
            self.unread(folder, why);
        }
        if self.pages.len() + self.files.len() == before {
            self.unread(path, "there is no lesson, presentation or scene in it, and no page that claims something");
        }
    }

    fn file(&mut self, path: &Path, is_of_folder: bool) {
        let is_manifest = input::is_manifest(path);
        if is_of_folder && !is_manifest && path.extension().is_none_or(|ending| ending != "md") {
            return;
        }
        let name = input::name(path);
        match input::read_file(path) {
            Ok(text) if is_manifest => {
                // A file that is named is taken for a lesson, unless it is something else of Podlab.
                let kind = Kind::of(&text).or((!is_of_folder).then_some(Kind::Lesson));
                if let Some(kind) = kind {
                    self.own_file(kind, path, text);
                }
            }
            Ok(text) => {
                let found = claims::page(&text, path.parent().unwrap_or(Path::new("")));
                if !is_of_folder || found.claims > 0 || !found.mistakes.is_empty() {
                    self.pages.push((name, found));
                }
            }
            Err(why) => self.unread(path, &why),
        }
    }

    fn own_file(&mut self, kind: Kind, path: &Path, text: String) {
        let name = input::name(path);
        let file = Some(name.clone().into());
        let options = ReadOptions { file: file.clone(), ..ReadOptions::default() };
        let wrong = match kind {
            Kind::Lesson => self.lesson(path, &text, &options),
            Kind::Presentation => shown::presentation(&text, &options),
            Kind::Scene => shown::scene(&text, &options),
        };
        let in_file = |wrong| Diagnostic { file: file.clone(), ..wrong };
        let wrong = wrong.into_iter().map(in_file).collect();
        self.files.push(OwnFile { kind, name, text, wrong });
    }

    fn lesson(&mut self, path: &Path, text: &str, options: &ReadOptions) -> Vec<Diagnostic> {
        let read = lesson_file::read_variants(text, options);
        let twin = read.as_ref().ok().and_then(|variants| self.twin(variants, path));
        let wrong = read.and_then(|variants| check_variants(&variants)).err().unwrap_or_default();
        twin.into_iter().chain(wrong).collect()
    }

    /// Notes the name of a lesson. Returns a mistake when a lesson in another file has it.
    fn twin(&mut self, variants: &Variants, path: &Path) -> Option<Diagnostic> {
        let lesson = variants.of_seed(None);
        let name = &lesson.scenario.name;
        // A file may be named, and be in a folder that is named.
        let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let (told, known) =
            self.names.entry(name.clone()).or_insert_with(|| (input::name(path), file.clone()));
        if name.is_empty() || *known == file {
            return None;
        }
        let message = LessonWrong::LessonTwice { file: told.clone().into() };
        Some(lesson.mistake("metadata.name".to_owned(), message))
    }

    /// Notes that a file cannot be read.
    fn unread(&mut self, path: &Path, why: &str) {
        // The report begins each line with the name of the file.
        let name = format!("{}: ", input::name(path));
        let why = why.strip_prefix(&name).unwrap_or(why).to_owned();
        let found = Found { mistakes: vec![(0, why)], ..Found::default() };
        self.pages.push((input::name(path), found));
    }

    fn code(&self) -> u8 {
        let mut pages = self.pages.iter().map(|(_, found)| found);
        if pages.clone().any(|found| !found.mistakes.is_empty()) {
            return 2;
        }
        let is_wrong = pages.any(|found| !found.wrong.is_empty());
        u8::from(is_wrong || self.files.iter().any(|file| !file.wrong.is_empty()))
    }

    /// Returns the summary, and what is wrong.
    fn text(&self) -> (String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        let place = |name: &str, line: usize| {
            if line == 0 { name.to_owned() } else { format!("{name}:{line}") }
        };
        for file in &self.files {
            for wrong in &file.wrong {
                err.push_str(&format!("{}\n", render(wrong, &file.text)));
            }
        }
        for (name, found) in &self.pages {
            let mut lines: Vec<(usize, String)> = found.mistakes.clone();
            lines.extend(found.wrong.iter().map(|wrong| {
                let Wrong { about, says, actual, .. } = wrong;
                (wrong.line, format!("{about}: the page says {says}; {actual}"))
            }));
            lines.sort_by_key(|(line, _)| *line);
            for (line, text) in lines {
                err.push_str(&format!("{}: {text}\n", place(name, line)));
            }
            if found.claims == 0 && found.mistakes.is_empty() {
                out.push_str(&format!("{name}: nothing is claimed\n"));
            }
        }
        for kind in Kind::ALL {
            let all: Vec<&OwnFile> = self.of_kind(kind).collect();
            let wrong = all.iter().filter(|file| !file.wrong.is_empty()).count();
            if !all.is_empty() {
                out.push_str(&format!("{}, {wrong} wrong\n", counted(all.len(), kind.word())));
            }
        }
        if !self.pages.is_empty() || self.files.is_empty() {
            let claims: usize = self.pages.iter().map(|(_, found)| found.claims).sum();
            let wrong: usize = self.pages.iter().map(|(_, found)| found.wrong.len()).sum();
            out.push_str(&format!("{}, {wrong} wrong\n", counted(claims, "claim")));
        }
        (out, err)
    }

    /// Returns the files that hold something.
    fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &OwnFile> {
        self.files.iter().filter(move |file| file.kind == kind)
    }

    fn document(&self) -> String {
        let pages = self.pages.iter().map(|(name, found)| {
            let wrong = found.wrong.iter().map(|wrong| {
                let Wrong { line, about, says, actual } = wrong;
                json!({ "line": line, "about": about, "says": says, "true": actual.text() })
            });
            let told = |(line, text): &Mistake| json!({ "line": line, "text": text });
            json!({
                "page": name,
                "claims": found.claims,
                "wrong": wrong.collect::<Vec<_>>(),
                "mistakes": found.mistakes.iter().map(told).collect::<Vec<_>>(),
            })
        });
        let of_kind = |kind: Kind| {
            let told = |wrong: &Diagnostic| {
                let Span { line, column } = wrong.span;
                json!({ "line": line, "column": column, "text": wrong.to_string() })
            };
            let files = self.of_kind(kind).map(|file| {
                let mistakes: Vec<Value> = file.wrong.iter().map(told).collect();
                json!({ kind.word(): file.name, "mistakes": mistakes })
            });
            files.collect::<Vec<_>>()
        };
        let document = json!({
            "podlabCheck": 1,
            "pages": pages.collect::<Vec<_>>(),
            "lessons": of_kind(Kind::Lesson),
            "presentations": of_kind(Kind::Presentation),
            "scenes": of_kind(Kind::Scene),
        });
        format!("{document:#}\n")
    }
}

/// Returns a number with the word for what is counted.
fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// Checks pages, lessons, presentations and scenes.
pub fn check(args: &Args) -> Report {
    let mut checked = Checked::default();
    for path in &args.paths {
        checked.path(path);
    }
    let code = checked.code();
    match args.format {
        Format::Json => Report { out: Printed::Json(checked.document()), err: String::new(), code },
        Format::Text => {
            let (out, err) = checked.text();
            Report { out: Printed::Text(out), err, code }
        }
    }
}
