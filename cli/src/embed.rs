//! Blocks of a page that become a lab: ```` ```podlab scene=crash-loop controls=full ````, or with a manifest inside.

mod options;

use crate::files::mistakes;
use crate::input;
use crate::page::Fence;
use crate::still::of_step;
use crate::values::{LONGEST, NO_MOMENT_OR_END};
use options::{Kind, OPTIONS, option, words};
use podlab::ReadOptions;
use podlab::base::duration;
use podlab::base::time::SimTime;
use podlab::files::lesson_file;
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::{self, Source, read_all};
use podlab::manifest::Diagnostic;
use podlab::rules::release::Release;
use podlab_figure::Figure;
use podlab_messages::Language;
use std::borrow::Cow;
use std::path::Path;

/// The options that only a still has, and the element has not.
const OF_STILL: [&str; 2] = ["still", "pod"];

/// A lab in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Embed {
    /// The options with their values, in the order of the block.
    pub options: Vec<(&'static str, String)>,
    /// Manifests or a scenario inside the block.
    pub body: Option<String>,
    /// The line of the block, from 1.
    pub line: usize,
}

/// Something wrong with a page: its line, and what.
pub type Mistake = (usize, String);

impl Embed {
    /// Reads a block.
    ///
    /// # Errors
    /// What is wrong, each with its line in the page.
    pub fn read(fence: &Fence) -> Result<Embed, Vec<Mistake>> {
        let mut embed = Embed { line: fence.line, ..Embed::default() };
        let mut mistakes = Vec::new();
        for (name, value) in words(&fence.info) {
            match option(&name, value.as_deref()) {
                Ok((name, value)) => embed.options.push((name, value)),
                Err(why) => mistakes.push((fence.line, why)),
            }
        }
        embed.body = Some(fence.body.clone()).filter(|body| !body.trim().is_empty());
        let sources =
            ["scene", "lesson", "src"].into_iter().filter(|name| embed.value(name).is_some());
        let count = sources.count() + usize::from(embed.body.is_some());
        if count != 1 && mistakes.is_empty() {
            let why = if count == 0 {
                "the block shows nothing: give it scene=NAME, lesson=NAME, src=FILE or a manifest in it"
            } else {
                "the block shows one thing: scene=NAME, lesson=NAME, src=FILE or a manifest in it"
            };
            mistakes.push((fence.line, why.to_owned()));
        }
        if mistakes.is_empty() { Ok(embed) } else { Err(mistakes) }
    }

    /// Returns the value of an option; of several, the last one.
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.options.iter().rev().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the attributes of the element, each once.
    pub fn attributes(&self) -> impl Iterator<Item = (&'static str, String)> {
        let options = OPTIONS.iter().filter(|(name, _)| !OF_STILL.contains(name));
        options.filter_map(|(name, kind)| {
            let value = self.value(name).filter(|value| *value != "false")?;
            // The element takes seconds.
            let seconds = |milliseconds: u64| match milliseconds % 1000 {
                0 => (milliseconds / 1000).to_string(),
                rest => format!("{}.{rest:03}", milliseconds / 1000),
            };
            let value = if let Kind::Moment = kind {
                duration::parse(value).map(seconds)?
            } else {
                value.to_owned()
            };
            Some((*name, value))
        })
    }

    /// Returns the moment of the still; without one, the still shows the end of the run. A lesson is shown as it begins.
    pub fn moment(&self) -> Option<SimTime> {
        let moment = |name| self.value(name).and_then(duration::parse).map(SimTime);
        let own = moment("still");
        own.or_else(|| match self.lesson() {
            Some(lesson) => {
                let scenario = scenario_file::read(lesson, &ReadOptions::default()).ok()?;
                Some(scenario.opens)
            }
            None => moment("start-at"),
        })
    }

    /// Returns the text of the lesson that the block names.
    fn lesson(&self) -> Option<&'static str> {
        self.value("lesson").and_then(podlab_lessons::lesson)
    }

    /// Returns the still of a lesson as it begins, with what it tells; none for other blocks, and where the block names a moment.
    pub fn lesson_still(&self) -> Option<Result<Figure, Vec<Mistake>>> {
        let text = self.lesson().filter(|_| self.value("still").is_none())?;
        let told = |found: Vec<Diagnostic>| {
            found.iter().map(|found| self.mistake(None, found)).collect::<Vec<_>>()
        };
        let variants = lesson_file::read_variants(text, &ReadOptions::default()).map_err(told);
        Some(variants.and_then(|variants| {
            let seed = self.value("seed").and_then(|seed| seed.parse().ok());
            let still = of_step(variants.of_seed(seed), 0, self.value("pod"));
            still.map_err(|why| vec![(self.line, why)])
        }))
    }

    /// Returns the language that the block names.
    pub fn language(&self) -> Option<Language> {
        self.value("lang").and_then(Language::parse)
    }

    /// Begins the run of the block. `folder` is the folder of the page.
    ///
    /// # Errors
    /// What is wrong, each with its line in the page.
    pub fn open(&self, folder: &Path) -> Result<Figure, Vec<Mistake>> {
        self.open_with(folder, None)
    }

    /// Begins the run with another seed.
    ///
    /// # Errors
    /// What is wrong, each with its line in the page.
    pub fn open_with(&self, folder: &Path, seed: Option<u64>) -> Result<Figure, Vec<Mistake>> {
        let here = |why: String| vec![(self.line, why)];
        let (file, text) = match (&self.body, self.value("src"), self.value("scene")) {
            // Line numbers of the manifest become those of the page.
            (Some(body), ..) => (None, "\n".repeat(self.line) + body),
            (_, Some(file), _) => (Some(file), input::read(&folder.join(file)).map_err(here)?),
            (.., scene) => {
                let scene = || podlab_lessons::find(scene.unwrap_or_default());
                let found = self.lesson().map(Cow::Borrowed).or_else(scene);
                let unknown = || here("there is no such scene".to_owned());
                (None, found.ok_or_else(unknown)?.into_owned())
            }
        };
        let told = |found: Vec<Diagnostic>| -> Vec<Mistake> {
            found.iter().map(|found| self.mistake(file, found)).collect()
        };
        if RunFile::is_one(&text) {
            // It has a seed and a release of its own.
            let run = RunFile::read(&text).map_err(told)?;
            let figure = Figure::of_run(&run, self.value("pod"));
            return figure.map_err(|refused| here(refused.to_string()));
        }
        if let Some(variant) = self.value("seed").filter(|_| lesson_file::is_one(&text)) {
            let variants = lesson_file::read_variants(&text, &ReadOptions::default());
            let variants = variants.map_err(told)?;
            let scenario = &variants.of_seed(variant.parse().ok()).scenario;
            let figure = Figure::open(scenario, scenario.settings(), self.value("pod"));
            return figure.map_err(|refused| here(refused.to_string()));
        }
        // A lesson is played under its own release.
        let release = self.value("release").filter(|_| self.lesson().is_none());
        let release = release.and_then(Release::parse);
        let sources = [Source { file: None, text: &text }];
        let mut scenario = read_all(&sources, release, Release::default()).map_err(told)?;
        scenario.seed = seed.or(scenario.seed);
        let refused = scenario.play(scenario.settings()).take_refusals();
        let found = mistakes(&scenario, &refused);
        if !found.is_empty() {
            return Err(told(found));
        }
        let figure = Figure::open(&scenario, scenario.settings(), self.value("pod"));
        figure.map_err(|refused| here(refused.to_string()))
    }

    /// Returns a mistake in a manifest with its line in the page. A mistake in another file gets the line of the block.
    fn mistake(&self, file: Option<&str>, found: &Diagnostic) -> Mistake {
        let mut text = match (file, found.span.line) {
            (Some(file), 1..) => format!("{file}:{}: ", found.span.line),
            (Some(file), 0) => format!("{file}: "),
            (None, _) => String::new(),
        };
        if !found.path.is_empty() {
            text.push_str(&format!("{}: ", found.path));
        }
        text.push_str(&found.message);
        if let Some(help) = &found.help {
            text.push_str(&format!("; {help}"));
        }
        let line = found.span.line as usize;
        (if file.is_none() && line > 0 { line } else { self.line }, text)
    }
}

/// Reads a moment in a page; `end` is none.
///
/// # Errors
/// What is wrong with it, in one line without a full stop.
pub(crate) fn moment(text: &str) -> Result<Option<SimTime>, String> {
    match duration::parse(text).map(SimTime) {
        _ if text == "end" => Ok(None),
        Some(time) if time <= LONGEST => Ok(Some(time)),
        _ => Err(NO_MOMENT_OR_END.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fence(info: &str, body: &str) -> Fence {
        Fence { info: info.to_owned(), body: body.to_owned(), line: 7, range: 0..0 }
    }

    #[test]
    fn options_are_read_as_people_write_them() {
        let block =
            fence("podlab, scene=crash-loop  panels=\"why, events\" readonly autoplay=false", "\n");
        let embed = Embed::read(&block).expect("it is right");
        let attributes: Vec<_> = embed.attributes().collect();
        let expected = [("scene", "crash-loop"), ("panels", "why, events"), ("readonly", "")];
        assert_eq!(attributes, expected.map(|(name, value)| (name, value.to_owned())));
        let moment = |info: &str| Embed::read(&fence(info, "kind: Pod")).unwrap().moment();
        assert_eq!(moment("podlab start-at=90 still=2m"), Some(SimTime::from_seconds(120)));
        assert_eq!(moment("podlab start-at=90"), Some(SimTime::from_seconds(90)));
        assert_eq!(moment("podlab"), None);
        let lesson = Embed::read(&fence("podlab lesson=broken-rollout start-at=9", "")).unwrap();
        assert_eq!(lesson.moment(), Some(SimTime::from_seconds(50)), "where the lesson begins");
        assert!(lesson.open(Path::new(".")).is_ok(), "its still can be drawn");
        let still = |info: &str| {
            let embed = Embed::read(&fence(info, "")).expect("it is right");
            let mut figure = embed.open(Path::new(".")).expect("its still can be drawn");
            figure.go_to(SimTime::from_seconds(20));
            figure.markdown()
        };
        assert!(still("podlab lesson=start-ordinal").contains("orders-3"));
        assert!(still("podlab lesson=start-ordinal seed=4").contains("orders-13"));
    }

    #[test]
    fn what_is_wrong_is_told_with_what_was_meant() {
        let cases = [
            ("podlab scene=crash-lop", "there is no such scene; did you mean \"crash-loop\"?"),
            ("podlab scen=crash-loop", "unknown option \"scen\"; did you mean \"scene\"?"),
            ("podlab scene=runs controls=fulll", "did you mean \"full\"?"),
            ("podlab scene=runs speed=0", "whole number from 1 to 3600, or max"),
            ("podlab scene=runs start-at=soon", "it must be a moment"),
            ("podlab lesson=exit-0 seed=one", "a whole number of up to 15 digits"),
            ("podlab scene=runs poster=javascript:alert(1)", "it is a file beside the page"),
            ("podlab scene=runs panels=tracks,evets", "did you mean \"events\"?"),
            ("podlab scene=runs quiz=maybe", "it is true or false"),
            ("podlab lesson=phase-and-statu", "did you mean \"phase-and-status\"?"),
            ("podlab scene=runs lesson=exit-0", "the block shows one thing"),
            ("podlab scene", "scene needs a value"),
            ("podlab", "the block shows nothing"),
            ("podlab scene=runs src=a.yaml", "the block shows one thing"),
        ];
        for (info, told) in cases {
            let mistakes = Embed::read(&fence(info, "")).unwrap_err();
            assert!(mistakes[0].0 == 7 && mistakes[0].1.contains(told), "{info}: {mistakes:?}");
        }
    }
}
