//! `podlab render` and `podlab animate`: a moment of a run as a still, a run as a film.

use crate::arguments::{Arguments, Subcommand};
use crate::commands::{ANIMATE, RENDER};
use crate::run::{
    LONGEST, begin, complain, duration_of, language, one_of, read_scenario, read_texts, release,
};
use crate::{png, target};
use podlab::duration;
use podlab::run_file::RunFile;
use podlab::time::SimTime;
use podlab_figure::{Figure, Film, Theme, speak};
use std::path::{Path, PathBuf};

/// What is wrong with a moment.
pub(crate) const NO_MOMENT: &str = "it must be a moment such as 90, 90s or 2m30s, or end";

/// What was made, and where it goes.
#[derive(Debug, PartialEq, Eq)]
pub struct Made {
    /// The content.
    pub bytes: Vec<u8>,
    /// The file it goes to; standard output without.
    pub path: Option<PathBuf>,
}

impl Made {
    /// Writes the file, or gives what goes to standard output.
    ///
    /// # Errors
    /// One line for people when the file cannot be written.
    pub fn write(self) -> Result<Vec<u8>, String> {
        let Some(path) = self.path else { return Ok(self.bytes) };
        target::write(&path, self.bytes)?;
        Ok(Vec::new())
    }
}

/// Draws the moment.
///
/// # Errors
/// What is wrong, in lines for people.
pub fn render(arguments: &Arguments) -> Result<Made, String> {
    const FORMATS: [&str; 5] = ["svg", "png", "md", "txt", "json"];
    let path = arguments.value("--output").map(PathBuf::from);
    let format = format(&RENDER, arguments, path.as_deref(), &FORMATS)?;
    let theme = theme(&RENDER, arguments, format)?;
    let at = moment(&RENDER, "--at", arguments)?;
    let mut figure = open(&RENDER, arguments)?;
    let at = at.unwrap_or_else(|| figure.end()).min(LONGEST);
    figure.go_to(at);
    let bytes = match format {
        "png" => png::draw(&figure.svg(theme)).map_err(|why| RENDER.complaint(&why))?,
        "md" => figure.markdown().into_bytes(),
        "txt" => figure.txt().into_bytes(),
        "json" => figure.json().into_bytes(),
        _ => figure.svg(theme).into_bytes(),
    };
    Ok(Made { bytes, path })
}

/// Films the run.
///
/// # Errors
/// What is wrong, in lines for people.
pub fn animate(arguments: &Arguments) -> Result<Made, String> {
    /// Fastest film.
    const FASTEST: u32 = 1_000_000;
    let path = arguments.value("--output").map(PathBuf::from);
    let format = format(&ANIMATE, arguments, path.as_deref(), &["svg", "cast"])?;
    let theme = theme(&ANIMATE, arguments, format)?;
    let usual = if format == "cast" { 1 } else { 10 };
    let speed = match arguments.text("--speed") {
        None => usual,
        Some(text) => match text.parse() {
            Ok(speed @ 1..=FASTEST) => speed,
            _ => {
                let told = format!("--speed {text}: it must be a whole number from 1 to {FASTEST}");
                return Err(ANIMATE.complaint(&told));
            }
        },
    };
    let until = moment(&ANIMATE, "--until", arguments)?;
    let figure = open(&ANIMATE, arguments)?;
    let until = until.unwrap_or_else(|| figure.end()).min(LONGEST);
    let film = Film::of(figure, until);
    let text = if format == "cast" { film.cast(speed) } else { film.svg(theme, speed) };
    Ok(Made { bytes: text.into_bytes(), path })
}

/// The format that was asked for: by name, by the ending of the file, or the first where the file has none.
pub(crate) fn format(
    command: &Subcommand,
    arguments: &Arguments,
    path: Option<&Path>,
    known: &[&'static str],
) -> Result<&'static str, String> {
    let find = |name: &str| known.iter().find(|format| **format == name).copied();
    if let Some(name) = arguments.text("--format") {
        return find(&name).ok_or_else(|| one_of(command, "--format", &name, known));
    }
    let Some((path, ending)) = path.and_then(|path| Some((path, path.extension()?))) else {
        return Ok(known[0]);
    };
    let ending = ending.to_string_lossy().to_lowercase();
    find(&ending).ok_or_else(|| {
        let (path, known) = (path.display(), known.join(", ."));
        let told = format!("-o {path}: known endings are .{known}; with --format any will do");
        command.complaint(&told)
    })
}

fn theme(command: &Subcommand, arguments: &Arguments, format: &str) -> Result<Theme, String> {
    const THEMES: [&str; 3] = ["auto", "light", "dark"];
    match (arguments.text("--theme").as_deref(), format) {
        (Some("light"), _) | (None | Some("auto"), "png") => Ok(Theme::Light),
        (Some("dark"), _) => Ok(Theme::Dark),
        (None | Some("auto"), _) => Ok(Theme::Auto),
        (Some(unknown), _) => Err(one_of(command, "--theme", unknown, &THEMES)),
    }
}

/// The moment an option names; none for `end`, and when it does not stand there.
pub(crate) fn moment(
    command: &Subcommand,
    option: &str,
    arguments: &Arguments,
) -> Result<Option<SimTime>, String> {
    match arguments.text(option).as_deref() {
        None | Some("end") => Ok(None),
        Some(text) if duration::parse(text).is_some() => {
            duration_of(command, option, text).map(Some)
        }
        Some(text) => Err(command.complaint(&format!("{option} {text}: {NO_MOMENT}"))),
    }
}

/// Begins the run that the arguments name, in the language they name.
pub(crate) fn open(command: &Subcommand, arguments: &Arguments) -> Result<Figure, String> {
    speak(language(command, arguments)?);
    let release = release(command, arguments)?;
    let seed = match arguments.text("--seed") {
        None => None,
        Some(text) => Some(text.parse::<u64>().map_err(|_| {
            command.complaint(&format!("--seed {text}: it must be a whole number from 0"))
        })?),
    };
    let pod = arguments.text("--pod");
    let texts = read_texts(arguments)?;
    let refused = |why: podlab_figure::Refused| {
        let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
        format!("{}: {why}", names.join(", "))
    };
    if let [(_, text)] = &texts[..]
        && RunFile::is_one(text)
    {
        if release.is_some() || seed.is_some() {
            return Err(command.complaint("a saved run has its own seed and release"));
        }
        let run = RunFile::read(text).map_err(|found| complain(&found, &texts))?;
        return Figure::of_run(&run, pod.as_deref()).map_err(refused);
    }
    let scenario = read_scenario(&texts, release)?;
    let mut settings = scenario.settings();
    settings.seed = seed.unwrap_or(settings.seed);
    // Objects that are refused are told with their place in the file.
    begin(&scenario, settings.clone(), &texts)?;
    Figure::open(&scenario, settings, pod.as_deref()).map_err(refused)
}
