//! A presentation on paper: what each move shows, and what it asks the room.

use super::{Part, Sheet, picture, quiz, steps};
use crate::packed;
use crate::terminal::print_error;
use podlab::ReadOptions;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::Lesson;
use podlab::files::presentation_file::{Move, Opens, Presentation};
use podlab::files::scenario_file;
use podlab::manifest::schema::nearest;
use podlab::manifest::{Complaint, Wrong};
use podlab_figure::Figure;
use podlab_lessons::{LESSONS, SCENES, Scene};
use podlab_link::{LinkError, LinkTarget, Permalink, View, read_lesson, read_run};
use podlab_messages::local;
use std::rc::Rc;

/// Puts a presentation on paper. `seed` chooses the variants of its lessons where a move does not.
///
/// # Errors
///
/// Returns which move cannot be shown, and why.
pub(in crate::lesson) fn talk(talk: &Presentation, seed: Option<u64>) -> Result<Sheet, String> {
    let mut stage = None;
    let mut parts = Vec::new();
    for (index, shown) in talk.moves.iter().enumerate() {
        let told = |why: String| format!("move {}: {why}", index + 1);
        let part = show(shown, &mut stage, seed).map_err(told)?;
        if shown.asks && part.question.is_none() {
            print_error(&format!("move {}: there is nothing to ask the room\n", index + 1));
        }
        parts.push(part);
    }
    Ok(Sheet { title: local(&talk.title).to_owned(), parts, ..Sheet::default() })
}

/// Something that keeps a move from being shown as it says.
pub(crate) struct Problem {
    /// The path of the field, such as `moves[2].scene`.
    pub(crate) path: String,
    /// What is wrong.
    pub(crate) wrong: Complaint,
    /// The name that may be meant.
    pub(crate) meant: Option<&'static str>,
}

/// Shows every move of a presentation, and returns what a presenter must put right: scenes, lessons, links and moments that are none, and
/// moves that ask the room where there is nothing to ask.
pub(crate) fn problems(talk: &Presentation) -> Vec<Problem> {
    let (mut stage, mut found) = (None, Vec::new());
    for (index, shown) in talk.moves.iter().enumerate() {
        let path = |field: &str| format!("moves[{index}].{field}");
        if shown.at.is_some_and(|at| at > SimTime::LONGEST_RUN) {
            found.push(Problem { path: path("at"), wrong: Wrong::RunLong.into(), meant: None });
            continue;
        }
        if shown.opens.is_none() && stage.is_none() {
            // What should be open is told already.
            continue;
        }
        match show(shown, &mut stage, None) {
            Ok(Part { question, .. }) => {
                let answers = question.map_or(0, |(_, answers)| answers.len());
                if shown.asks && answers < 2 {
                    let wrong = "there is nothing to ask the room".into();
                    found.push(Problem { path: path("ask"), wrong, meant: None });
                }
            }
            Err(wrong) => {
                stage = None;
                let (field, meant) = shown.opens.as_ref().map_or(("at", None), meant);
                found.push(Problem { path: path(field), wrong: wrong.into(), meant });
            }
        }
    }
    found
}

/// Returns the field that names what a move opens, and the name that may be meant where there is no scene or lesson of that name.
fn meant(opens: &Opens) -> (&'static str, Option<&'static str>) {
    let nearest_of = |name: &str, all: &[Scene]| {
        let names: Vec<&'static str> = all.iter().map(|scene| scene.name).collect();
        nearest(name, &names).filter(|nearest| *nearest != name)
    };
    match opens {
        Opens::Scene(name) => ("scene", nearest_of(name, &SCENES)),
        Opens::Lesson(name) => ("lesson", nearest_of(name, &LESSONS)),
        Opens::Link(_) => ("link", None),
    }
}

/// What is open.
struct Stage {
    /// The run as a move opened it.
    beginning: Figure,
    /// The run where it is.
    figure: Figure,
    /// Up to when nothing is asked any more.
    passed: SimTime,
}

/// What a move opens.
enum Opened {
    Run(Box<Figure>, SimTime),
    Lesson(Rc<Lesson>),
}

/// Shows a move: opens what it opens, or goes on with what is open.
fn show(shown: &Move, stage: &mut Option<Stage>, seed: Option<u64>) -> Result<Part, String> {
    let says = local(&shown.say).to_owned();
    let opened = shown.opens.as_ref().map(|opens| opened(opens, shown.at, seed)).transpose()?;
    match opened {
        Some(Opened::Lesson(lesson)) => {
            let (parts, figure) = steps(&lesson)?;
            let title = local(&lesson.scenario.title).to_owned();
            let (beginning, passed) = (figure.clone(), figure.now());
            *stage = Some(Stage { beginning, figure, passed });
            return Ok(Part { key: vec![title.clone()], title, says, parts, ..Part::default() });
        }
        Some(Opened::Run(figure, at)) => {
            let (beginning, mut figure) = (*figure.clone(), *figure);
            figure.go_to(at);
            *stage = Some(Stage { beginning, figure, passed: at });
        }
        None => {}
    }
    // The first move opens something.
    let Some(Stage { beginning, figure, passed }) = stage else { return Ok(Part::default()) };
    if let Some(at) = shown.at {
        if at < figure.now() {
            *figure = beginning.clone();
        }
        figure.go_to(at);
        *passed = at;
    }
    let asked = if shown.asks { quiz::ask(figure, *passed) } else { None };
    let Some(question) = asked else {
        return Ok(Part { says, picture: Some(picture(figure)), ..Part::default() });
    };
    let part = Part { says, ..quiz::part(figure, &question) };
    // The room sees what was right.
    figure.go_to(question.time);
    *passed = question.time;
    Ok(part)
}

/// Opens a lesson, or a run with the moment at which it is shown.
fn opened(opens: &Opens, at: Option<SimTime>, seed: Option<u64>) -> Result<Opened, String> {
    let told = |wrong: LinkError| wrong.to_string();
    let Permalink { target, view } = Permalink::of_move(opens, at).map_err(told)?;
    let lesson = |text: &str| {
        let variants = read_lesson(text).map_err(told)?;
        Ok(Opened::Lesson(Rc::clone(variants.of_seed(view.seed.or(seed)))))
    };
    match &target {
        LinkTarget::Scene(name) => scene(name, &view),
        LinkTarget::Example(case, policy) => scene(&format!("example/{case}/{policy}"), &view),
        LinkTarget::Lesson(name) => {
            let text = podlab_lessons::lesson(name);
            lesson(text.ok_or_else(|| format!("there is no lesson {name}"))?)
        }
        LinkTarget::OwnLesson(held) => lesson(&packed::text(held).map_err(told)?),
        LinkTarget::Run(held) => {
            let text = packed::text(held).map_err(told)?;
            let (run, own) = read_run(&text).map_err(told)?;
            let view = view.or(own);
            let figure = Figure::of_run(&run, view.pod.as_deref());
            let figure = figure.map_err(|refused| refused.to_string())?;
            Ok(Opened::Run(Box::new(figure), view.at.unwrap_or(run.now)))
        }
        LinkTarget::Presentation(_) => Err("it opens another presentation".to_owned()),
    }
}

/// Opens a scene as a link shows it.
fn scene(name: &str, view: &View) -> Result<Opened, String> {
    let text = podlab_lessons::find(name).ok_or_else(|| format!("there is no scene {name}"))?;
    let scenario = scenario_file::read(&text, &ReadOptions::default());
    let scenario = scenario.map_err(|wrong| wrong[0].to_string())?;
    let settings = view.settings(scenario.release.unwrap_or_default());
    let figure = Figure::open(&scenario, settings, view.pod.as_deref());
    let figure = figure.map_err(|refused| refused.to_string())?;
    Ok(Opened::Run(Box::new(figure), view.at.unwrap_or(scenario.opens)))
}
