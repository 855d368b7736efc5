//! A quiz on paper: questions about what happens next, as *Quiz me* asks them.

use super::{Part, Sheet, picture};
use crate::arguments::{Files, RunOptions};
use crate::failure::Failure;
use crate::files::{Contents, open};
use crate::input;
use crate::terminal::print_error;
use podlab::base::time::SimTime;
use podlab::questions::quiz::Question;
use podlab_figure::Figure;
use podlab_messages::{clock, text};
use podlab_stage::quiz::{QuestionSearch, asks, because};
use std::path::Path;

/// Puts questions about the run of a file or scene on paper. A run has fewer where less can be asked.
///
/// # Errors
///
/// Returns what is wrong with the file, or that nothing can be asked.
pub(in crate::lesson) fn quiz(
    path: &Path,
    count: usize,
    seed: Option<u64>,
) -> Result<Sheet, Failure> {
    let files = Files { files: vec![path.to_owned()], ..Files::default() };
    let (texts, contents) = open(&files, &RunOptions { seed, ..RunOptions::default() })?;
    let (figure, opens) = match contents {
        Contents::Saved(run) => (Figure::of_run(&run, None), run.now),
        Contents::Scenario(scenario, settings) => {
            texts.begin(&scenario, (*settings).clone())?;
            (Figure::open(&scenario, *settings, None), scenario.opens)
        }
    };
    let mut figure = figure.map_err(|refused| texts.problem(&refused.to_string()))?;
    figure.go_to(opens);
    let (mut parts, mut after) = (Vec::new(), opens);
    while parts.len() < count
        && let Some(question) = ask(&mut figure, after)
    {
        parts.push(part(&figure, &question));
        after = question.time;
    }
    if parts.is_empty() {
        return Err(texts.problem("nothing that happens in it can be asked about"));
    }
    if parts.len() < count {
        let (name, found) = (input::name(path), parts.len());
        print_error(&format!("{name}: only {found} of {count} questions can be asked about it\n"));
    }
    let (title, objective) = (figure.title(), text::worksheet_quiz().to_owned());
    Ok(Sheet { title, objective, parts, ..Sheet::default() })
}

/// Lets a run go on until just before the next thing that can be asked about after a moment, and asks; without one it stays where it is.
pub(super) fn ask(figure: &mut Figure, after: SimTime) -> Option<Question> {
    let question = next(figure, after)?;
    figure.go_to(SimTime(question.time.0 - 1));
    Some(question)
}

/// Finds the next question by letting a copy of the run go on.
fn next(figure: &Figure, after: SimTime) -> Option<Question> {
    let (mut search, now) = (QuestionSearch::new(figure.lab()), figure.now());
    loop {
        let (found, is_over) = search.look(now, after);
        if found.is_some() || is_over {
            return found;
        }
    }
}

/// A question on paper, with the moment before what it asks about.
pub(super) fn part(figure: &Figure, question: &Question) -> Part {
    let right = &question.answers[question.right];
    let because = because(question, &[question.right]);
    Part {
        picture: Some(picture(figure)),
        question: Some((
            asks(&question.subject),
            question.answers.iter().map(ToString::to_string).collect(),
        )),
        key: [format!("{right} ({})", clock(question.time))].into_iter().chain(because).collect(),
        ..Part::default()
    }
}
