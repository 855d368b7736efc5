//! `podlab link`: a run as a link that opens on the page; and back.

use crate::arguments::Arguments;
use crate::commands::LINK;
use crate::run::{complain, duration_of, read_scenario, read_texts, release, saved, seed};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use podlab::run_file::RunFile;
use podlab::time::SimTime;
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
        Some(text) => Some(duration_of(&LINK, "--at", &text)?),
    };
    let (release, seed) = (release(&LINK, arguments)?, seed(&LINK, arguments)?);
    let texts = read_texts(arguments)?;
    let run = if let [(_, text)] = &texts[..]
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
        saved(&scenario, settings, at.unwrap_or(SimTime::ZERO))
    };
    let text = run.write_compact();
    let packed = Packed::deflated(&text, compress_to_vec(text.as_bytes(), LEVEL));
    let link = Permalink { place: Place::Run(packed), view: View::default() };
    let fragment = link.fragment();
    // What the page would refuse is not made.
    if fragment.len() > MOST_CHARS {
        return Err(LINK.complaint(&Wrong::TooLong(fragment.len()).to_string()));
    }
    read_run(&text).map_err(|wrong| LINK.complaint(&wrong.to_string()))?;
    Ok(arguments.text("--page").unwrap_or_default() + &fragment)
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
