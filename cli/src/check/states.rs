//! Tables of phases by restart policy: a row for a case, a column for a policy.

use super::found::{Found, Wrong};
use crate::actual::Actual;
use crate::page::Table;
use podlab::api::ReadOptions;
use podlab::api::status::PodPhase;
use podlab::files::scenario_file::read;
use podlab::manifest::schema::nearest;
use podlab_figure::{Figure, speak, words};
use podlab_lessons::examples::{CASES, POLICIES, name};
use podlab_messages::Language;

const PHASES: [PodPhase; 5] = [
    PodPhase::Pending,
    PodPhase::Running,
    PodPhase::Succeeded,
    PodPhase::Failed,
    PodPhase::Unknown,
];

/// The columns of a table that are about restart policies, with the policies.
fn columns(table: &Table) -> Vec<(usize, usize)> {
    let policy = |cell: &String| {
        POLICIES.iter().position(|policy| bare(cell) == policy.to_ascii_lowercase())
    };
    let head = table.rows.first().into_iter().flat_map(|(_, head)| head);
    head.enumerate().filter_map(|(column, cell)| Some((column, policy(cell)?))).collect()
}

/// Whether a table claims phases: its head names restart policies, and below them stand phases.
pub(super) fn is_claim(table: &Table) -> bool {
    let columns = columns(table);
    table.rows.iter().skip(1).any(|(_, row)| {
        columns.iter().any(|(column, _)| row.get(*column).is_some_and(|cell| phase(cell).is_some()))
    })
}

/// Looks at a table, when it claims phases or one of its rows is a case of the example states.
pub(super) fn check(table: &Table, found: &mut Found) {
    let Some((_, rows)) = table.rows.split_first() else { return };
    let columns = columns(table);
    // A table is in one of the page's languages.
    let languages = Language::ALL.map(|language| {
        speak(language);
        (words::cases(), words::runs_again())
    });
    speak(Language::English);
    let case = |row: &[String]| {
        let said = bare(row.first()?);
        let mut titles = languages.iter().flat_map(|(titles, _)| titles.iter().enumerate());
        titles.find(|(_, title)| bare(title) == said).map(|(case, _)| case)
    };
    let again = |cell: &str| {
        let said = bare(cell);
        said.contains("restart") || languages.iter().any(|(_, again)| bare(again) == said)
    };
    let is_known = rows.iter().any(|(_, row)| case(row).is_some());
    if columns.is_empty() || !(is_known || is_claim(table)) {
        return;
    }
    for (line, row) in rows {
        let said = row.first().map(String::as_str).unwrap_or_default();
        let Some(case) = case(row) else {
            let titles = CASES.map(|case| case.title);
            let guess = nearest(said, &titles).map(|guess| format!("; did you mean \"{guess}\"?"));
            let guess = guess.unwrap_or_else(|| format!("; known are {}", titles.join(", ")));
            found.mistakes.push((*line, format!("unknown case \"{said}\"{guess}")));
            continue;
        };
        for (column, policy) in &columns {
            let cell = row.get(*column).map(String::as_str).unwrap_or_default();
            let about = format!("{said}, {}", POLICIES[*policy]);
            let Some(phase) = phase(cell) else {
                found.mistakes.push((*line, format!("{about}: \"{cell}\" begins with no phase")));
                continue;
            };
            found.claims += 1;
            let (actual, restarts) = actual(case, *policy);
            let claims_restart = again(cell);
            if actual != phase || (claims_restart && restarts == 0) {
                let actual = match (actual, restarts) {
                    (actual, 0) => actual.as_str().to_owned(),
                    (actual, _) => format!("{}, restarted", actual.as_str()),
                };
                let (says, actual) = (plain(cell), Actual::Is(actual));
                found.wrong.push(Wrong { line: *line, about, says, actual });
            }
        }
    }
}

/// Phase and restarts of a cell at the end of its scenario; of a Pod that is gone by then, the last ones it had.
fn actual(case: usize, policy: usize) -> (PodPhase, i64) {
    let text = podlab_lessons::find(&name(case, policy)).expect("the cell can be run");
    let scenario = read(&text, &ReadOptions::default()).expect("the example states are right");
    let figure = Figure::open(&scenario, scenario.settings(), None);
    let mut figure = figure.expect("the example states can be opened");
    figure.go_to(figure.end());
    let (_, pod) = figure.lab().last_pod().expect("there was a Pod");
    let restarts = pod.status.containers().iter().map(|status| status.restart_count).sum();
    (pod.status.phase(), restarts)
}

/// The phase that a cell begins with.
fn phase(cell: &str) -> Option<PodPhase> {
    let said = bare(cell);
    let word = said.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    PHASES.into_iter().find(|phase| phase.as_str().eq_ignore_ascii_case(word))
}

/// A cell without its markup.
fn plain(cell: &str) -> String {
    cell.replace(['`', '*', '_'], "").trim().to_owned()
}

fn bare(cell: &str) -> String {
    plain(cell).trim_end_matches('.').replace('’', "'").to_lowercase()
}
