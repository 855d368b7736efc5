//! `podlab render` and `podlab animate`: a moment of a run or a step of a lesson as a still, a run as a film.

use crate::arguments::{Files, LanguageOption, RunOptions};
use crate::failure::Failure;
use crate::files::{Contents, open};
use crate::lesson::source::read;
use crate::progress::{Progress, of};
use crate::still::of_step;
use crate::terminal::{Printed, is_watched};
use crate::values::{self, LONGEST, Moment, THEME};
use crate::{input, png, target};
use clap::{ValueEnum, ValueHint};
use podlab::files::lesson_file;
use podlab_figure::{Figure, Film, Theme, speak};
use std::path::{Path, PathBuf};

const RENDER_HELP: &str = "\
Without --format the ending of the file says the format: -o figure.png.
A lesson is drawn as a step of it begins, with what it says, its question and its goals; --seed then chooses the variant.
With --at the run of a lesson is drawn without the lesson.

Examples:
  podlab render crash-loop --at 60s > crash-loop.svg
  podlab render crash-loop --at 60s -o crash-loop.png --theme dark
  podlab render web.yaml --at 2m30s --pod web-1 --format md
  podlab render my-lesson.yaml --step 2 --lang ko -o step-2.svg";

const ANIMATE_HELP: &str = "\
The SVG shows each visible change for 0.6 to 3 seconds, again and again. It stands still for people who
asked their system for less motion, and while a pointer is over it.

Examples:
  podlab animate crash-loop --until 2m -o crash-loop.svg
  podlab animate sts-ordered --until 30s --format cast --speed 2 > ordered.cast";

/// Draws a moment of a run, or a step of a lesson, as a picture, a table, a transcript or a document
#[derive(Debug, clap::Args)]
#[command(after_help = RENDER_HELP)]
pub struct RenderArgs {
    #[command(flatten)]
    common: Common,
    /// Moment to draw, such as 90, 90s or 2m30s, or end [default: the end of the scenario, or 10m]
    #[arg(long, value_name = "TIME", value_parser = values::moment_or_end, allow_hyphen_values = true)]
    at: Option<Moment>,
    /// Step of a lesson to draw, as it begins: FILE is a lesson, or the name of one [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "at")]
    step: Option<usize>,
    /// Format of the picture [default: the ending of the file, or svg]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Still>,
}

/// Films a run as an SVG that moves, or as a recording of a terminal
#[derive(Debug, clap::Args)]
#[command(after_help = ANIMATE_HELP)]
pub struct AnimateArgs {
    #[command(flatten)]
    common: Common,
    /// Last moment, such as 90s, or end [default: the end of the scenario, or 10m]
    #[arg(long, value_name = "TIME", value_parser = values::moment_or_end, allow_hyphen_values = true)]
    until: Option<Moment>,
    /// Format of the film [default: the ending of the file, or svg]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Motion>,
    /// Simulated seconds in a second of the film, up to 1000000 [default: 10, for cast 1]
    #[arg(long, value_name = "N", value_parser = speed)]
    speed: Option<u32>,
}

/// What stills and films have in common.
#[derive(Debug, clap::Args)]
struct Common {
    #[command(flatten)]
    files: Files,
    /// Pod to show [default: the first one, or the whole StatefulSet]
    #[arg(long, value_name = "NAME")]
    pod: Option<String>,
    #[command(flatten)]
    options: RunOptions,
    #[command(flatten)]
    language: LanguageOption,
    /// Colours; auto follows the reader's system, and is light in a PNG picture
    #[arg(long, value_name = "THEME", default_value = "auto", value_parser = THEME)]
    theme: Theme,
    /// Write to this file, not to standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

/// The formats of a still.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Still {
    /// A picture for pages
    #[default]
    Svg,
    /// A picture of points, drawn with the fonts of this computer
    Png,
    /// A table in Markdown
    Md,
    /// A transcript
    Txt,
    /// One document for programs
    Json,
}

/// The formats of a film.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Motion {
    /// A picture that moves
    #[default]
    Svg,
    /// A recording of kubectl get pods -w in a terminal: asciicast, version 2
    Cast,
}

/// What was drawn, and where it goes.
#[derive(Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The content.
    pub content: Printed,
    /// The file it goes to; standard output without.
    pub path: Option<PathBuf>,
}

impl Drawing {
    /// Writes the file, or gives what goes to standard output.
    ///
    /// # Errors
    /// One line for people when the file cannot be written.
    pub fn write(self) -> Result<Printed, String> {
        let Some(path) = self.path else { return Ok(self.content) };
        match self.content {
            Printed::Text(text) | Printed::Json(text) => target::write(&path, text)?,
            Printed::Bytes(bytes) => target::write(&path, bytes)?,
        }
        Ok(Printed::Bytes(Vec::new()))
    }
}

/// Events between two lines about how far a run is.
const STEPS: u64 = 10_000;

/// Draws the moment.
///
/// # Errors
/// What is wrong with the arguments or the files.
pub fn render(args: &RenderArgs) -> Result<Drawing, Failure> {
    let path = args.common.output.clone();
    let format = format(args.format, path.as_deref())?;
    if format == Still::Png && path.is_none() && is_watched() {
        let told = "a PNG picture is not for a terminal: name a file with -o, or redirect it";
        return Err(Failure::Usage(told.to_owned()));
    }
    let mut figure = match lesson_of(args)? {
        Some(path) => step(args, path)?,
        None => figure(&args.common)?,
    };
    let at = args.at.unwrap_or(Moment::End).time(figure.end()).min(LONGEST);
    let mut progress = Progress::default();
    while !figure.go_towards(at, STEPS) {
        progress.show(|| of(figure.now(), at));
    }
    let theme = args.common.theme;
    let content = match format {
        Still::Png => Printed::Bytes(png::draw(&figure.svg(match theme {
            Theme::Auto => Theme::Light,
            Theme::Light | Theme::Dark => theme,
        }))?),
        Still::Md => Printed::Text(figure.markdown()),
        Still::Txt => Printed::Text(figure.txt()),
        Still::Json => Printed::Json(figure.json()),
        Still::Svg => Printed::Bytes(figure.svg(theme).into_bytes()),
    };
    Ok(Drawing { content, path })
}

/// Films the run.
///
/// # Errors
/// What is wrong with the arguments or the files.
pub fn animate(args: &AnimateArgs) -> Result<Drawing, Failure> {
    let path = args.common.output.clone();
    let format = format(args.format, path.as_deref())?;
    let figure = figure(&args.common)?;
    let until = args.until.unwrap_or(Moment::End).time(figure.end()).min(LONGEST);
    let film = Film::of(figure, until);
    let content = match format {
        Motion::Svg => {
            let svg = film.svg(args.common.theme, args.speed.unwrap_or(10));
            Printed::Bytes(svg.into_bytes())
        }
        Motion::Cast => Printed::Json(film.cast(args.speed.unwrap_or(1))),
    };
    Ok(Drawing { content, path })
}

/// Reads how fast a film is.
fn speed(text: &str) -> Result<u32, String> {
    /// Fastest film.
    const FASTEST: u32 = 1_000_000;
    let read = text.parse().ok().filter(|speed| (1..=FASTEST).contains(speed));
    read.ok_or_else(|| format!("it must be a whole number from 1 to {FASTEST}"))
}

/// The format that was asked for: by name, by the ending of the file, or the usual one where the file has none.
///
/// # Errors
/// That there is no format for the ending of the file.
pub fn format<F: ValueEnum + Default>(named: Option<F>, path: Option<&Path>) -> Result<F, Failure> {
    let ending = path.and_then(Path::extension);
    let (None, Some(path), Some(ending)) = (&named, path, ending) else {
        return Ok(named.unwrap_or_default());
    };
    F::from_str(&ending.to_string_lossy(), true).map_err(|_| {
        let known = F::value_variants().iter().filter_map(F::to_possible_value);
        let known: Vec<String> = known.map(|known| format!(".{}", known.get_name())).collect();
        let (path, known) = (path.display(), known.join(", "));
        Failure::Usage(format!("-o {path}: known endings are {known}; with --format any will do"))
    })
}

/// Returns the lesson that is to be drawn; none where the files are drawn as a run.
fn lesson_of(args: &RenderArgs) -> Result<Option<&Path>, Failure> {
    let paths: Vec<&PathBuf> = args.common.files.all().collect();
    let path = match paths[..] {
        [path] => path,
        _ if args.step.is_some() => {
            return Err(Failure::Usage("--step takes one lesson".to_owned()));
        }
        _ => return Ok(None),
    };
    let is_lesson = if args.at.is_some() {
        false
    } else if args.step.is_some() {
        true
    } else if path.is_file() {
        lesson_file::is_one(&input::read_file(path)?)
    } else {
        let name = path.to_str().filter(|name| podlab_lessons::find(name).is_none());
        name.is_some_and(|name| podlab_lessons::lesson(name).is_some())
    };
    Ok(is_lesson.then_some(path))
}

/// Goes to the beginning of a step of a lesson, and tells beside it what the lesson tells.
fn step(args: &RenderArgs, path: &Path) -> Result<Figure, Failure> {
    let Common { pod, options, language, .. } = &args.common;
    speak(language.language.unwrap_or_default());
    if options.kubernetes.release.is_some() {
        return Err(Failure::Usage("a lesson has its own release".to_owned()));
    }
    let variants = read(path)?;
    let lesson = variants.of_seed(options.seed);
    let (step, count) = (args.step.unwrap_or(1), lesson.course.steps.len());
    if !(1..=count).contains(&step) {
        return Err(Failure::Usage(format!(
            "--step {step}: the lesson has the steps 1 to {count}"
        )));
    }
    let told = |why: &str| Failure::Input(format!("{}: {why}", input::name(path)));
    of_step(lesson, step - 1, pod.as_deref()).map_err(|why| told(&why))
}

/// Begins the run that the arguments name, in the language they name.
fn figure(args: &Common) -> Result<Figure, Failure> {
    speak(args.language.language.unwrap_or_default());
    let pod = args.pod.as_deref();
    let (texts, contents) = open(&args.files, &args.options)?;
    let figure = match contents {
        Contents::Saved(run) => Figure::of_run(&run, pod),
        Contents::Scenario(scenario, settings) => {
            // Objects that are refused are told with their place in the file.
            texts.begin(&scenario, (*settings).clone())?;
            Figure::open(&scenario, *settings, pod)
        }
    };
    figure.map_err(|refused| texts.problem(&refused.to_string()))
}
