//! `podlab link`: a run as a link that opens on the page; and back.

use crate::arguments::Arguments;
use crate::commands::LINK;
use crate::run::{complain, language, moment_of, read_scenario, read_texts, release, saved, seed};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use podlab::run_file::RunFile;
use podlab::time::SimTime;
use podlab_lessons::examples;
use podlab_link::{MOST_CHARS, MOST_TEXT, Packed, Permalink, Place, View, Wrong, read_run};

/// How hard it is tried to make it short.
const LEVEL: u8 = 9;
/// What the fragment of a run begins with.
const RUN: &str = "#/run/";

/// The link to the run in files, and after the address of the page if there is one.
///
/// # Errors
/// What is wrong with the arguments or files, in lines for people.
pub fn link(arguments: &Arguments) -> Result<String, String> {
    let at = match arguments.text("--at") {
        None => None,
        Some(text) => Some(moment_of(&LINK, "--at", &text)?),
    };
    let (release, seed) = (release(&LINK, arguments)?, seed(&LINK, arguments)?);
    let spoken = language(&LINK, arguments)?;
    let language = arguments.has("--language").then_some(spoken);
    let page = page(arguments)?;
    let texts = read_texts(arguments)?;
    let mut run = if let [(_, text)] = &texts[..]
        && RunFile::is_one(text)
    {
        if release.is_some() || seed.is_some() {
            return Err(LINK.complaint("a saved run has its own seed and release"));
        }
        let run = RunFile::read(text).map_err(|found| complain(&found, &texts))?;
        RunFile { now: at.unwrap_or(run.now), ..run }
    } else {
        let scenario = read_scenario(&texts, release)?;
        if scenario.objects.is_empty() {
            return Err(LINK.complaint("there is no object in the files; nothing can run"));
        }
        let mut settings = scenario.settings();
        settings.seed = seed.unwrap_or(settings.seed);
        if let (Some(place), Some(view)) = (scene(arguments), View::of_settings(&settings)) {
            let view = View { at, language, ..view };
            return Ok(page + &Permalink { place, view }.fragment());
        }
        saved(&scenario, settings, at.unwrap_or(SimTime::ZERO))
    };
    if language.is_some() {
        // What a run shows stands in itself.
        let shown = View::read(&run.view).unwrap_or_default();
        run.view = View { language, ..View::default() }.or(shown).write().into();
    }
    let text = run.write_compact();
    let packed = Packed::deflated(&text, compress_to_vec(text.as_bytes(), LEVEL));
    let link = Permalink { place: Place::Run(packed), view: View::default() };
    let fragment = link.fragment();
    // What the page would refuse is not made.
    if fragment.len() > MOST_CHARS {
        return Err(LINK.complaint(&Wrong::TooLong(fragment.len()).to_string()));
    }
    read_run(&text).map_err(|wrong| LINK.complaint(&wrong.to_string()))?;
    Ok(page + &fragment)
}

/// Where a scene or a cell of the example states has a link by its name; nothing for files and runs.
fn scene(arguments: &Arguments) -> Option<Place> {
    let [path] = &arguments.files[..] else { return None };
    // A file comes before the scene of its name.
    let name = path.to_str().filter(|_| !path.is_file())?;
    podlab_lessons::find(name)?;
    let Some((case, policy)) = examples::named(name) else {
        return Some(Place::Scene(name.to_owned()));
    };
    let policy = examples::POLICIES[policy].to_owned();
    Some(Place::Example(examples::CASES[case].name.to_owned(), policy))
}

/// The address of the page: by HTTP, of a file, or relative. What else there is would run or show something of its own.
fn page(arguments: &Arguments) -> Result<String, String> {
    let page = arguments.text("--page").unwrap_or_default();
    let is_part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let scheme = page.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let scheme = scheme.filter(|scheme| scheme.chars().all(is_part));
    let is_known = scheme.is_none_or(|scheme| ["http", "https", "file"].contains(&&*scheme));
    // Browsers leave out some of these, and read what is left.
    if !is_known || page.contains(|c: char| c.is_control() || c.is_whitespace()) {
        let told = "it must be an address with http, https or file, or one without any of these";
        return Err(LINK.complaint(&format!("--page {page:?}: {told}")));
    }
    Ok(page)
}

/// Whether a word is a link to a run.
pub fn is_one(word: &str) -> bool {
    word.contains(RUN)
}

/// The text of the run in a link; nothing if the word is none.
pub fn unpacked(word: &str) -> Option<Result<String, Wrong>> {
    let fragment = &word[word.find(RUN)?..];
    Some(Permalink::parse(fragment).and_then(|link| {
        let Place::Run(packed) = link.place else { return Err(Wrong::Damaged) };
        let bytes = if packed.is_deflated {
            decompress_to_vec_with_limit(&packed.bytes, MOST_TEXT).map_err(|error| {
                let is_too_large = error.status == TINFLStatus::HasMoreOutput;
                if is_too_large { Wrong::TooLarge } else { Wrong::Damaged }
            })?
        } else {
            packed.bytes.clone()
        };
        let text = packed.text(bytes)?;
        read_run(&text)?;
        Ok(text)
    }))
}
