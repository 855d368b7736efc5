//! What is wrong with files of presentations and of scenes.

use crate::files::mistakes;
use crate::lesson::worksheet::talk;
use podlab::ReadOptions;
use podlab::base::time::SimTime;
use podlab::files::scenario_file::Scenario;
use podlab::files::{presentation_file, scenario_file};
use podlab::manifest::{Code, Complaint, Diagnostic, Wrong, yaml};
use podlab_figure::Figure;
use podlab_messages::clock;

/// Shows every move of a presentation. Returns what is wrong, with its place.
pub(super) fn presentation(text: &str, options: &ReadOptions) -> Vec<Diagnostic> {
    let shown = match presentation_file::read(text, options) {
        Ok(shown) => shown,
        Err(wrong) => return wrong,
    };
    let tell = at(text);
    let problems = talk::problems(&shown).into_iter();
    let told = problems.map(|problem| {
        let wrong = tell(&problem.path, problem.wrong);
        match problem.meant {
            Some(word) => wrong.help(Wrong::DidYouMean { word: word.into() }),
            None => wrong,
        }
    });
    told.collect()
}

/// Begins a scene. Returns what is wrong, with its place.
pub(super) fn scene(text: &str, options: &ReadOptions) -> Vec<Diagnostic> {
    let scenario = match scenario_file::read(text, options) {
        Ok(scenario) => scenario,
        Err(wrong) => return wrong,
    };
    let tell = at(text);
    let mut told = mistakes(&scenario, &scenario.play(scenario.settings()).take_refusals());
    if told.is_empty()
        && let Err(refused) = Figure::open(&scenario, scenario.settings(), None)
    {
        told.push(tell("", refused.to_string().into()));
    }
    for (path, moment) in moments(&scenario) {
        if let Some(until) = scenario.until.filter(|until| moment > *until) {
            let wrong = format!("the scene ends before that, at {}", clock(until));
            told.push(tell(path, wrong.into()));
        }
    }
    told
}

/// Returns the moments that the page goes to by itself, with their paths.
fn moments(scenario: &Scenario) -> impl Iterator<Item = (&'static str, SimTime)> {
    let turn = scenario.turn.as_ref().map(|turn| ("turn.at", turn.at));
    [("opens", scenario.opens)].into_iter().chain(turn)
}

/// Returns what makes a mistake about a field of the document of Podlab in a text.
fn at(text: &str) -> impl Fn(&str, Complaint) -> Diagnostic {
    let documents = yaml::parse(text).unwrap_or_default();
    let is_own = |version: &str| version.starts_with("podlab/");
    let own = documents.into_iter().find(|document| {
        document.get("apiVersion").and_then(|v| v.as_text()).is_some_and(|v| is_own(v))
    });
    let own = own.unwrap_or_default();
    move |path, wrong| Diagnostic::new(Code::Invalid, own.locate(path), wrong).at(path.to_owned())
}
