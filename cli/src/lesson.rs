//! `podlab lesson`: lists, plays, begins and checks lessons.

mod new;
mod play;
mod schema;
mod serve;
mod worksheet;

use crate::arguments::LanguageOption;
use crate::failure::Failure;
use crate::input;
use crate::render::{self, Drawing};
use crate::terminal::Printed;
use clap::{Subcommand, ValueHint};
use podlab::ReadOptions;
use podlab::apiserver::table::Table;
use podlab::files::lesson_file::{self, Lesson};
use podlab::lesson::check;
use podlab::manifest::{Diagnostic, render};
use podlab_lessons::LESSONS;
use podlab_messages::{Catalog, local, speak};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::rc::Rc;

const HELP: &str = "\
Examples:
  podlab lesson list
  podlab lesson play phase-and-status
  podlab lesson new my-lesson
  podlab lesson serve my-lesson.yaml --page podlab.html
  podlab lesson worksheet exit-0 phase-and-status -o worksheet.html
  podlab lesson check my-lesson.yaml";

/// Lists, plays, begins, prints and checks lessons
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// What is done with lessons.
    #[command(subcommand)]
    command: Command,
}

/// What is done with lessons.
#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the lessons that come with Podlab
    List {
        #[command(flatten)]
        language: LanguageOption,
    },
    /// Leads through a lesson in the terminal
    ///
    /// It reads lines: lines for kubectl, `wait 30s`, acts as scenario files have them (`do: exit, pod: demo`), the number of an
    /// answer, and the words hint, solution, goals, undo, next and quit.
    Play {
        /// The file of a lesson, or the name of one that comes with Podlab
        #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath)]
        lesson: PathBuf,
        #[command(flatten)]
        language: LanguageOption,
    },
    /// Writes a small lesson into a new file, for you to change
    New {
        /// The name of the lesson; its file gets the same name and .yaml
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Writes lessons as a page to print, or as Markdown, with pictures of the moments, blanks, and the key on its own page
    Worksheet {
        /// The files of lessons, or the names of lessons that come with Podlab
        #[arg(value_name = "LESSON", required = true, value_hint = ValueHint::FilePath)]
        lessons: Vec<PathBuf>,
        /// Format [default: the ending of the file, or html]
        #[arg(long, value_name = "FORMAT")]
        format: Option<worksheet::Format>,
        #[command(flatten)]
        language: LanguageOption,
        /// Write to this file, not to standard output
        #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
    },
    /// Prints the JSON Schema of lessons and scenarios, with which editors complete them
    Schema,
    /// Shows a lesson on the page, and loads it again whenever its file is saved
    Serve {
        /// The file of a lesson
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        lesson: PathBuf,
        /// The folder of Podlab's page, or the page in one file, podlab.html
        #[arg(long, value_name = "PATH", default_value = "dist", value_hint = ValueHint::AnyPath)]
        page: PathBuf,
        /// The port on this machine; 0 for a free one
        #[arg(long, value_name = "PORT", default_value_t = 8090)]
        port: u16,
    },
    /// Plays the official solutions of lessons and tells what their authors must put right
    Check {
        /// Files of lessons, or folders of them
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
        lessons: Vec<PathBuf>,
    },
}

/// Does what the arguments ask for. Returns what is printed, and whether no lesson is wrong.
///
/// # Errors
///
/// Returns what is wrong with a file that cannot be read.
pub fn main(args: &Args) -> Result<(Printed, bool), Failure> {
    match &args.command {
        Command::List { language } => {
            speak(language.language.and_then(Catalog::of));
            Ok((Printed::Text(list()?), true))
        }
        Command::Play { lesson, language } => {
            speak(language.language.and_then(Catalog::of));
            let lesson = Rc::new(read(lesson)?);
            let (lines, mut out) = (BufReader::new(io::stdin().lock()), io::stdout().lock());
            let is_finished = play::play(&lesson, lines, &mut out).map_err(Failure::Input)?;
            Ok((Printed::Text(String::new()), is_finished))
        }
        Command::New { name } => Ok((Printed::Text(new::new(name)?), true)),
        Command::Worksheet { lessons, format, language, output } => {
            let format = render::format(*format, output.as_deref())?;
            let language = language.language.unwrap_or_default();
            podlab_figure::speak(language);
            let lessons = lessons.iter().map(|lesson| read(lesson).map(Rc::new));
            let lessons = lessons.collect::<Result<Vec<_>, _>>()?;
            let content = Printed::Text(worksheet::worksheet(&lessons, format, language)?);
            let drawing = Drawing { content, path: output.clone() };
            Ok((drawing.write().map_err(Failure::Input)?, true))
        }
        Command::Schema => Ok((Printed::Text(format!("{:#}\n", schema::schema())), true)),
        Command::Serve { lesson, page, port } => {
            serve::serve(lesson, page, *port)?;
            Ok((Printed::Text(String::new()), true))
        }
        Command::Check { lessons } => checked(lessons),
    }
}

fn list() -> Result<String, Failure> {
    let head = ["NAME", "LEVEL", "MINUTES", "TITLE"].map(str::to_owned).to_vec();
    let mut lines = vec![head];
    for scene in LESSONS {
        let lesson = read(Path::new(scene.name))?;
        let title = local(&lesson.scenario.title).to_owned();
        let minutes = lesson.course.minutes.to_string();
        lines.push(vec![scene.name.to_owned(), lesson.scenario.level.to_string(), minutes, title]);
    }
    Ok(Table::default().print(&lines))
}

/// Returns the text of a lesson: of a file, or of the one of this name.
///
/// # Errors
///
/// Returns that there is no such file, or why it cannot be read.
pub fn text(path: &Path) -> Result<String, Failure> {
    let known = path.to_str().and_then(podlab_lessons::lesson);
    match known.filter(|_| !path.is_file()) {
        Some(text) => Ok(text.to_owned()),
        None => Ok(input::read_file(path)?),
    }
}

/// Reads the lesson in a file, or the one of this name.
///
/// # Errors
///
/// Returns what is wrong with the file.
pub fn read(path: &Path) -> Result<Lesson, Failure> {
    let text = text(path)?;
    let options = ReadOptions { file: Some(input::name(path).into()), ..ReadOptions::default() };
    lesson_file::read(&text, &options).map_err(|wrong| Failure::Input(told(&wrong, &text)))
}

fn told(wrong: &[Diagnostic], text: &str) -> String {
    let all: Vec<String> = wrong.iter().map(|wrong| render(wrong, text)).collect();
    all.join("\n")
}

fn checked(paths: &[PathBuf]) -> Result<(Printed, bool), Failure> {
    let (mut out, mut count, mut is_right) = (String::new(), 0, true);
    for path in paths {
        for file in input::files(path)? {
            let text = input::read_file(&file)?;
            let name = input::name(&file);
            let options = ReadOptions { file: Some(name.into()), ..ReadOptions::default() };
            let read = lesson_file::read(&text, &options);
            let found = read.and_then(|lesson| check(&Rc::new(lesson)));
            count += 1;
            if let Err(wrong) = found {
                is_right = false;
                let in_file = wrong
                    .into_iter()
                    .map(|wrong| Diagnostic { file: options.file.clone(), ..wrong });
                out.push_str(&told(&in_file.collect::<Vec<_>>(), &text));
                out.push('\n');
            }
        }
    }
    if is_right {
        let lessons =
            if count == 1 { "1 lesson is".to_owned() } else { format!("{count} lessons are") };
        out = format!("{lessons} right\n");
    }
    Ok((Printed::Text(out), is_right))
}
