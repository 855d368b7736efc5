//! Whether fewer commands than those of the official solution reach the goals of a step.

use super::judge::Progress;
use super::run::LessonRun;
use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::cluster::command::Command;
use crate::files::lesson_file::{Condition, Goal};
use crate::questions::explore::{Answer, Limits, Search, Toggles, Wanted};
use crate::sim::Sim;
use crate::timeline::history::History;

/// The most states of a search.
const MOST_STATES: usize = 400;
/// The events of a look.
const LOOK: u64 = 10_000;

/// What is to be so at the end of a step, all of it.
#[derive(Clone, Debug)]
struct AllNow(Vec<Condition>);

impl Wanted for AllNow {
    fn holds(&self, sim: &Sim, _changes: &[Change]) -> bool {
        self.0.iter().all(|condition| condition.holds(sim))
    }
}

/// Returns the commands of the shortest way to the goals of the present step that the explorer finds, if these are fewer than `given`.
/// The run is at the moment at which the solution begins. Where the file plans actions after it there is no search: the explorer does not know
/// them.
pub(super) fn shorter(run: &LessonRun, history: &History, given: usize) -> Option<Vec<Command>> {
    let goals = run.goals(history);
    let wanted = goals.iter().filter_map(|(goal, _)| match goal {
        Goal::Now(condition) => Some(condition.clone()),
        Goal::Never(_) | Goal::Always(_) | Goal::Commands(_) | Goal::Before(_) => None,
    });
    let wanted = AllNow(wanted.collect());
    let is_planned = history.plan().len() > history.done();
    if is_planned || wanted.0.is_empty() {
        return None;
    }
    (0..given as u32).find_map(|acts| {
        let limits = Limits { steps: 2 * acts + 1, acts: Some(acts), states: MOST_STATES };
        let mut search = Search::new(history.sim(), wanted.clone(), Toggles::default(), limits);
        while search.work(LOOK) {}
        let Some(Answer::Yes(witness)) = search.answer() else { return None };
        reaches(run, history, &witness.acts, witness.until)
            .then(|| witness.acts.iter().map(|(_, command)| command.clone()).collect())
    })
}

/// Returns whether acts reach all goals of the present step, those about the way too.
fn reaches(
    run: &LessonRun,
    history: &History,
    acts: &[(SimTime, Command)],
    until: SimTime,
) -> bool {
    let mut history = history.clone();
    for (time, command) in acts {
        history.run_until(*time, u64::MAX);
        if history.act(vec![command.clone()]).is_err() {
            return false;
        }
    }
    history.run_until(until, u64::MAX);
    run.goals(&history).iter().all(|(_, progress)| *progress == Progress::Reached)
}
