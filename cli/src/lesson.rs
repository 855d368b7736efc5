//! `podlab lesson`: lists, plays, begins and checks lessons.

mod new;
mod play;
mod schema;
mod serve;
pub mod source;
pub(crate) mod worksheet;

use crate::arguments::LanguageOption;
use crate::check::{self, Report};
use crate::failure::Failure;
use crate::input;
use crate::render::{self, Drawing};
use crate::terminal::Printed;
use clap::{Subcommand, ValueHint};
use podlab::apiserver::table::Table;
use podlab::files::presentation_file;
use podlab_lessons::LESSONS;
use podlab_messages::{Catalog, local, speak};

use source::{options, read, read_text, text, told};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use worksheet::Sheet;

const HELP: &str = "\
Examples:
  podlab lesson list
  podlab lesson play phase-and-status
  podlab lesson new my-lesson
  podlab lesson serve my-lesson.yaml --page podlab.html
  podlab lesson worksheet exit-0 phase-and-status -o worksheet.html
  podlab lesson worksheet talk.yaml -o handout.md
  podlab lesson worksheet --quiz 5 crash-loop sts-rolling -o quiz.html
  podlab check my-lesson.yaml";

/// Lists, plays, begins and prints lessons
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
    /// It reads lines: lines for kubectl, `wait 30s`, acts as scenario files have them (`do: container-exit, pod: demo, code: 1`), the number of an
    /// answer, and the words hint, solution, goals, undo, next and quit.
    Play {
        /// The file of a lesson, or the name of one that comes with Podlab
        #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath)]
        lesson: PathBuf,
        #[command(flatten)]
        variant: VariantOption,
        #[command(flatten)]
        language: LanguageOption,
    },
    /// Writes a small lesson into a new file, for you to change
    New {
        /// The name of the lesson; its file gets the same name and .yaml
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Writes lessons, presentations or a quiz as a page to print, or as Markdown, with pictures of the moments, blanks, and the key on its own page
    ///
    /// Each move of a presentation is a part, with the question that it asks the room. With --quiz each FILE is a run that is asked
    /// about, as Quiz me on the page asks: what kubectl prints next as the STATUS of the Pod, or which Pod of the StatefulSet comes or
    /// goes next.
    Worksheet {
        /// The files of lessons and presentations, or the names of lessons that come with Podlab; with --quiz manifests, a folder of
        /// them, scenarios, saved runs or scenes
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
        files: Vec<PathBuf>,
        /// Asks so many questions about each run, up to 100
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
        quiz: Option<u8>,
        /// Format [default: the ending of the file, or html]
        #[arg(long, value_name = "FORMAT")]
        format: Option<worksheet::Format>,
        /// Chooses the variant of each lesson, as in `podlab lesson play`; with --quiz the seed of all random choices
        #[arg(long, value_name = "SEED")]
        seed: Option<u64>,
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
    /// Does what `podlab check` does
    Check(check::Args),
}

/// Which variant of a lesson.
#[derive(Clone, Copy, Debug, clap::Args)]
struct VariantOption {
    /// Chooses the variant: the rest of the seed divided by the number of variants [default: the first variant]
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
}

/// Does what the arguments ask for. Returns what is printed, and the exit code.
///
/// # Errors
///
/// Returns what is wrong with a file that cannot be read.
pub fn main(args: &Args) -> Result<Report, Failure> {
    let (printed, is_positive) = match &args.command {
        Command::List { language } => {
            speak(language.language.and_then(Catalog::of));
            (Printed::Text(list()?), true)
        }
        Command::Play { lesson, variant, language } => {
            speak(language.language.and_then(Catalog::of));
            let variants = read(lesson)?;
            let lesson = variants.of_seed(variant.seed);
            let (lines, mut out) = (BufReader::new(io::stdin().lock()), io::stdout().lock());
            let is_finished = play::play(lesson, lines, &mut out).map_err(Failure::Input)?;
            (Printed::Text(String::new()), is_finished)
        }
        Command::New { name } => (Printed::Text(new::new(name)?), true),
        Command::Worksheet { files, quiz, format, seed, language, output } => {
            let format = render::format(*format, output.as_deref())?;
            let language = language.language.unwrap_or_default();
            podlab_figure::speak(language);
            let sheets = files.iter().map(|file| match quiz {
                Some(count) => worksheet::quiz(file, usize::from(*count), *seed),
                None => sheet(file, *seed),
            });
            let sheets = sheets.collect::<Result<Vec<_>, _>>()?;
            let content = Printed::Text(worksheet::document(&sheets, format, language));
            let drawing = Drawing { content, path: output.clone() };
            (drawing.write().map_err(Failure::Input)?, true)
        }
        Command::Schema => (Printed::Text(format!("{:#}\n", schema::schema())), true),
        Command::Serve { lesson, page, port } => {
            serve::serve(lesson, page, *port)?;
            (Printed::Text(String::new()), true)
        }
        Command::Check(args) => return Ok(check::check(args)),
    };
    Ok(Report { out: printed, err: String::new(), code: u8::from(!is_positive) })
}

fn list() -> Result<String, Failure> {
    let head = ["NAME", "LEVEL", "MINUTES", "TITLE"].map(str::to_owned).to_vec();
    let mut lines = vec![head];
    for scene in LESSONS {
        let variants = read(Path::new(scene.name))?;
        let lesson = variants.of_seed(None);
        let title = local(&lesson.scenario.title).to_owned();
        let minutes = lesson.course.minutes.to_string();
        lines.push(vec![scene.name.to_owned(), lesson.scenario.level.to_string(), minutes, title]);
    }
    Ok(Table::default().print(&lines))
}

/// Puts a lesson or a presentation on paper.
fn sheet(path: &Path, seed: Option<u64>) -> Result<Sheet, Failure> {
    let text = text(path)?;
    if !presentation_file::is_one(&text) {
        return worksheet::lesson(read_text(path, &text)?.of_seed(seed));
    }
    let talk = presentation_file::read(&text, &options(path));
    let talk = talk.map_err(|wrong| Failure::Input(told(&wrong, &text)))?;
    let sheet = worksheet::talk(&talk, seed);
    sheet.map_err(|why| Failure::Input(format!("{}: {why}", input::name(path))))
}
