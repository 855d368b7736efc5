//! What a figure opens with.

use super::Figure;
use crate::editor::Draft;
use crate::lab::Lab;
use crate::lesson::{KeptLesson, OpenLesson};
use crate::scenes::{self, Card, Scene};
use crate::words;
use podlab::cluster::world::Settings;
use podlab::files::run_file::RunFile;
use podlab::manifest::{Diagnostic, Severity};
use podlab::rules::release::Release;
use podlab_lessons::examples;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// What a figure is asked to open with.
pub struct FigureSetup {
    /// What there is around it.
    pub figure: Figure,
    /// The scenes there are.
    pub cards: Rc<Vec<Card>>,
    /// The run, until the figure takes it.
    pub lab: RefCell<Option<Lab>>,
    /// The lesson, until the figure takes it; none where no lesson is shown.
    pub lesson: RefCell<Option<OpenLesson>>,
    /// Whether it asks what comes next.
    pub has_quiz: bool,
    /// Whether time passes at once.
    pub is_playing: bool,
    /// How much faster than real time.
    pub speed: u32,
}

impl fmt::Debug for FigureSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FigureSetup")
    }
}

impl PartialEq for FigureSetup {
    // Every figure has its own setup; another setup draws the figure again.
    fn eq(&self, other: &FigureSetup) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Reads a lesson in the variant of a seed, and opens its run at the moment at which it begins, or where it was left when it was kept.
///
/// # Errors
///
/// Returns what is wrong with the lesson, or what the API server refuses.
pub fn open_lesson(text: &str, kept: &str, seed: Option<u64>) -> Result<(OpenLesson, Lab), String> {
    let mut open = OpenLesson::read(text, seed).map_err(|wrong| {
        let first = wrong.first();
        first.map_or_else(String::new, at_line)
    })?;
    if let Some(lab) = KeptLesson::read(kept, &open).and_then(|kept| open.go_on(kept)) {
        return Ok((open, lab));
    }
    let mut lab = open.lab().map_err(|why| words::wrong(&why))?;
    lab.seek(open.opens());
    Ok((open, lab))
}

/// The run of a scene by its name, of manifests, or of a file that was saved; and the scenes there are.
///
/// # Errors
///
/// Returns what is wrong with the manifests or the file, or what the API server refuses.
pub fn open(
    scene: &str,
    text: &str,
    release: Option<Release>,
) -> Result<(Rc<Vec<Card>>, Lab), String> {
    let cards = Rc::new(scenes::cards());
    if RunFile::is_one(text) {
        // It may come from a link.
        let (run, _) = podlab_link::read_run(text).map_err(|wrong| words::link_wrong(&wrong))?;
        let lab = Lab::of_file(&run).map_err(|error| error.message.to_string())?;
        return Ok((cards, lab));
    }
    let found: Option<Scene> = if !text.trim().is_empty() {
        Some(pasted(text, release.unwrap_or_default())?)
    } else if let Some(card) = cards.iter().find(|card| *card.name == *scene) {
        Some(scenes::scene(card))
    } else if scene.is_empty() {
        Some(scenes::scene(&cards[scenes::FIRST]))
    } else {
        example(scene)
    };
    let found = found.ok_or_else(|| format!("there is no scene called {scene}"))?;
    // The author of the page goes before the author of the scene.
    let release = release.or(found.release).unwrap_or_default();
    let settings = Settings { seed: 1, release, ..Settings::default() };
    let lab = Lab::open(found, settings).map_err(|error| error.message.to_string())?;
    Ok((cards, lab))
}

/// The scene in a text, or what is wrong with it.
fn pasted(text: &str, release: Release) -> Result<Scene, String> {
    let draft = Draft::new(text.to_owned(), release);
    let is_mistake = |problem: &&Diagnostic| problem.severity() == Severity::Error;
    if let Some(problem) = draft.problems.iter().find(is_mistake) {
        return Err(at_line(problem));
    }
    scenes::from_text(text, release).map_err(|_| "there is nothing to run in it".to_owned())
}

/// A mistake, with the number of its line.
fn at_line(wrong: &Diagnostic) -> String {
    format!("line {}: {}", wrong.span.line, wrong.message)
}

/// A cell of the example states, by its name.
fn example(name: &str) -> Option<Scene> {
    let (case, policy) = examples::named(name)?;
    Some(scenes::example(case, policy))
}
