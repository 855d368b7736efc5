//! `podlab link`: packs a run, a lesson or a presentation into a link that opens on the page, and unpacks such a link.

use crate::arguments::{Files, LanguageOption, RunOptions};
use crate::failure::Failure;
use crate::files::{Contents, open, saved};
use crate::packed::packed;
use crate::terminal::Printed;
use crate::{input, values};
use podlab::base::time::SimTime;
use podlab::files::lesson_file;
use podlab::files::presentation_file::{self, Presentation};
use podlab::files::run_file::RunFile;
use podlab::manifest::render;
use podlab_lessons::examples;
use podlab_link::{
    LinkError, LinkTarget, MOST_CHARS, Permalink, View, read_lesson, read_presentation, read_run,
};
use std::path::PathBuf;

const HELP: &str = "\
The link holds the run, the lesson or the presentation itself: the page needs nothing else. A scene by its name, as it
begins, has a short link, and so has a lesson that comes with Podlab. Every command that takes FILE
also takes a link to a run.

Examples:
  podlab link my-set.yaml --at 2m --page https://example.org/podlab/
  podlab link crash-loop --lang ko
  podlab link my-lesson.yaml
  podlab run 'https://example.org/podlab/#/run/v1.…' --why web-1";

/// Prints a link that opens manifests, a scenario, a saved run, a lesson or a presentation on the page
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// Address of the page [default: only what comes after the address is printed]
    #[arg(long, value_name = "ADDRESS", default_value = "", hide_default_value = true, value_parser = page)]
    page: String,
    /// Moment at which the link opens, such as 90s [default: that of a saved run or of a scene, or the beginning]
    #[arg(long, value_name = "TIME", value_parser = values::moment, allow_hyphen_values = true)]
    at: Option<SimTime>,
    #[command(flatten)]
    options: RunOptions,
    #[command(flatten)]
    language: LanguageOption,
}

/// Returns the link to the run in files, after the address of the page if there is one.
///
/// # Errors
/// What is wrong with the files.
pub fn link(args: &Args) -> Result<Printed, Failure> {
    Ok(Printed::Text(format!("{}\n", address(args)?)))
}

fn address(args: &Args) -> Result<String, Failure> {
    let (at, language, page) = (args.at, args.language.language, &args.page);
    if let Some(target) = held(args)? {
        let has_run_options =
            args.options.kubernetes.release.is_some() || args.options.seed.is_some();
        if at.is_some() || has_run_options {
            let message =
                "a lesson and a presentation have their own moment, seed and release".to_owned();
            return Err(Failure::Usage(message));
        }
        let view = View { language, ..View::default() };
        let fragment = Permalink { target, view }.fragment();
        if fragment.len() > MOST_CHARS {
            return Err(Failure::Input(LinkError::TooLong(fragment.len()).to_string()));
        }
        return Ok(format!("{page}{fragment}"));
    }
    let (texts, contents) = open(&args.files, &args.options)?;
    let mut run = match contents {
        Contents::Saved(run) => RunFile { now: at.unwrap_or(run.now), ..*run },
        Contents::Scenario(scenario, settings) => {
            if scenario.objects.is_empty() {
                return Err(texts.problem("there is no object in it; nothing can run"));
            }
            // A release that is asked for stands in the link, since the scene may open in another.
            let asked = args.options.kubernetes.release;
            let own = asked.is_none().then_some(settings.release);
            if let (Some(target), Some(view)) = (scene(args), View::of_settings(&settings, own)) {
                let view = View { at, language, ..view };
                return Ok(format!("{page}{}", Permalink { target, view }.fragment()));
            }
            saved(&scenario, *settings, at.unwrap_or(SimTime::ZERO))
        }
    };
    if language.is_some() {
        // A saved run holds its own view.
        let shown = View::read(&run.view).unwrap_or_default();
        run.view = View { language, ..View::default() }.or(shown).write().into();
    }
    let text = run.write_compact();
    let link = Permalink { target: LinkTarget::Run(packed(&text)), view: View::default() };
    let fragment = link.fragment();
    // A link that the page refuses is an error here.
    if fragment.len() > MOST_CHARS {
        return Err(texts.problem(&LinkError::TooLong(fragment.len()).to_string()));
    }
    read_run(&text).map_err(|wrong| texts.problem(&wrong.to_string()))?;
    Ok(format!("{page}{fragment}"))
}

/// Returns the target of a link to a lesson or a presentation: a file, or the name of a lesson that comes with Podlab; nothing for
/// anything else.
fn held(args: &Args) -> Result<Option<LinkTarget>, Failure> {
    let paths: Vec<&PathBuf> = args.files.all().collect();
    let [path] = paths[..] else { return Ok(None) };
    if !path.is_file() {
        let name = path.to_str().filter(|name| podlab_lessons::find(name).is_none());
        let name = name.filter(|name| podlab_lessons::lesson(name).is_some());
        return Ok(name.map(|name| LinkTarget::Lesson(name.to_owned())));
    }
    let text = input::read_file(path)?;
    let is_lesson = lesson_file::is_one(&text);
    if !is_lesson && !presentation_file::is_one(&text) {
        return Ok(None);
    }
    let read = if is_lesson {
        read_lesson(&text).map(|_| LinkTarget::OwnLesson(packed(&text)))
    } else {
        read_presentation(&text).and_then(|read| {
            is_known(&read)?;
            Ok(LinkTarget::Presentation(packed(&text)))
        })
    };
    let target = read.map_err(|wrong| {
        let told = if let LinkError::NoLesson(found) | LinkError::NoPresentation(found) = &wrong {
            let found: Vec<String> = found.iter().map(|found| render(found, &text)).collect();
            found.join("\n")
        } else {
            wrong.to_string()
        };
        Failure::Input(format!("{}: {told}", input::name(path)))
    })?;
    Ok(Some(target))
}

/// Checks that a presentation leads to what there is.
fn is_known(presentation: &Presentation) -> Result<(), LinkError> {
    for shown in &presentation.moves {
        let Some(opens) = &shown.opens else { continue };
        let (name, is_there) = match Permalink::of_move(opens, shown.at)?.target {
            LinkTarget::Scene(name) => {
                let is_there = podlab_lessons::find(&name).is_some();
                (name, is_there)
            }
            LinkTarget::Example(case, policy) => {
                let name = format!("example/{case}/{policy}");
                let is_there = podlab_lessons::find(&name).is_some();
                (name, is_there)
            }
            LinkTarget::Lesson(name) => {
                let is_there = podlab_lessons::lesson(&name).is_some();
                (name, is_there)
            }
            LinkTarget::Run(_) | LinkTarget::OwnLesson(_) | LinkTarget::Presentation(_) => continue,
        };
        if !is_there {
            return Err(LinkError::Unknown(name));
        }
    }
    Ok(())
}

/// Returns the target of a link to a scene or an example state, which has a link by its name; nothing for files and runs.
fn scene(args: &Args) -> Option<LinkTarget> {
    let paths: Vec<&PathBuf> = args.files.all().collect();
    let [path] = paths[..] else { return None };
    // A file has precedence over the scene of its name.
    let name = path.to_str().filter(|_| !path.is_file())?;
    podlab_lessons::find(name)?;
    let Some((case, policy)) = examples::named(name) else {
        return Some(LinkTarget::Scene(name.to_owned()));
    };
    let policy = examples::POLICIES[policy].to_owned();
    Some(LinkTarget::Example(examples::CASES[case].name.to_owned(), policy))
}

/// Reads the address of a page: by HTTP, of a file, or relative. Other schemes could run a script.
fn page(page: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let scheme = page.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let scheme = scheme.filter(|scheme| scheme.chars().all(is_part));
    let is_known = scheme.is_none_or(|scheme| ["http", "https", "file"].contains(&&*scheme));
    // Browsers ignore some of these characters.
    if !is_known || page.contains(|c: char| c.is_control() || c.is_whitespace()) {
        let told = "it must be an address with http, https or file, or one without any of these";
        return Err(told.to_owned());
    }
    Ok(page.to_owned())
}
