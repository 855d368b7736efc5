//! The goals that an author can choose for a step, from what is true now.

use super::conditions::{conditions, pods};
use super::judge::{self, Beginning};
use super::record::Recording;
use crate::api::ObjectRef;
use crate::api::status::PodPhase;
use crate::files::lesson_file::{Condition, Goal, Subject};
use crate::timeline::history::History;

/// A goal that an author can choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The goal. It is reached at the present moment.
    pub goal: Goal,
    /// Whether it became true since the step began, so that there is something to be reached.
    pub is_new: bool,
}

impl Recording {
    /// Returns the goals that are reached at the present moment: first those that became true since the step began. What was true before is
    /// offered as what stayed so.
    pub fn offers(&self, history: &History) -> Vec<Offer> {
        let mut offers = Vec::new();
        for condition in conditions(history, self.changes) {
            if !self.held.contains(&condition) {
                offers.push(Offer { goal: Goal::Now(condition), is_new: true });
            }
        }
        for condition in self.unspoilt(history) {
            offers.push(Offer { goal: condition, is_new: false });
        }
        let given = judge::commands(history) as u32;
        if given > 0 {
            offers.push(Offer { goal: Goal::Commands(given), is_new: false });
        }
        offers.sort_by_key(|offer| !offer.is_new);
        offers
    }

    /// Returns what stayed as it was since the step began, and what did not happen.
    fn unspoilt(&self, history: &History) -> Vec<Goal> {
        let held = self.held.iter().filter(|condition| condition.subject.is_watched());
        let mut kept: Vec<Goal> = held.cloned().map(Goal::Always).collect();
        kept.extend(self.held.iter().filter_map(|held| self.fewest_ready(held, history)));
        let is_going = |condition: &Condition| condition.subject == Subject::Deleted;
        if pods(history).next().is_some() && !self.held.iter().any(is_going) {
            kept.push(Goal::Never(Condition::of_any_deletion()));
        }
        for (namespace, pod) in pods(history) {
            let about = |subject| {
                let object = ObjectRef::pod(namespace.clone(), pod.metadata.name.clone());
                Condition { object, subject }
            };
            let never = [Subject::Deleted, Subject::Phase(PodPhase::Failed)].map(about);
            // What was so from the beginning is not what did not happen.
            kept.extend(never.into_iter().filter(|c| !self.held.contains(c)).map(Goal::Never));
        }
        let beginning = Beginning::assumed(&kept, self.changes);
        let is_kept = |index: usize, goal: &Goal| {
            beginning.progress(index, goal, history) == judge::Progress::Reached
        };
        let kept = kept.into_iter().enumerate();
        kept.filter(|(index, goal)| is_kept(*index, goal)).map(|(_, goal)| goal).collect()
    }

    /// Returns that a workload never had fewer Pods that were ready than at the moment at which it had the fewest.
    fn fewest_ready(&self, held: &Condition, history: &History) -> Option<Goal> {
        let Subject::ReadyReplicas(first) = held.subject else { return None };
        let since = history.story().changes().iter().filter(|c| c.number >= self.changes as u64);
        let of_object = since.filter(|change| change.object.reference() == Some(&held.object));
        let fewest = of_object.filter_map(judge::ready_replicas).fold(first, i64::min);
        let condition =
            Condition { object: held.object.clone(), subject: Subject::LeastReady(fewest) };
        (fewest > 0).then_some(Goal::Always(condition))
    }
}
