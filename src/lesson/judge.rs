//! Whether a goal is reached.

use crate::api::ResourceKind;
use crate::api::pod::Pod;
use crate::api::status::{ConditionStatus, READY};
use crate::apiserver::columns::pod_status;
use crate::base::text::Text;
use crate::cluster::change::Change;
use crate::cluster::fact::{Fact, FieldValue};
use crate::files::lesson_file::{Condition, Goal, Subject};
use crate::sim::Sim;
use crate::timeline::history::History;

/// The namespace of the objects of a lesson.
pub(super) const NAMESPACE: Text = Text::Static("default");
/// The field that counts the Pods of a workload that are ready.
const READY_REPLICAS: &str = "status.readyReplicas";

/// How far a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is not reached yet.
    Open,
    /// It is reached, or still kept.
    Reached,
    /// It can be reached only after the act that broke it is undone.
    Lost,
}

/// The moment at which a step began, and what was true then.
#[derive(Clone, Debug, Default)]
pub(super) struct Beginning {
    /// How many changes there were.
    changes: usize,
    /// Whether the condition of each goal was true.
    held: Vec<bool>,
}

impl Beginning {
    /// Notes the present moment as the one at which a step with these goals begins.
    pub(super) fn of(goals: &[Goal], history: &History) -> Beginning {
        let held = |goal: &Goal| match goal {
            Goal::Now(condition) | Goal::Never(condition) | Goal::Always(condition) => {
                condition.holds(history.sim())
            }
            Goal::Commands(_) | Goal::Before(_) => true,
        };
        let changes = history.story().change_count();
        Beginning { changes, held: goals.iter().map(held).collect() }
    }

    /// Returns how far the goal with this index is.
    pub(super) fn progress(&self, index: usize, goal: &Goal, history: &History) -> Progress {
        let held = self.held.get(index).copied().unwrap_or_default();
        match goal {
            Goal::Now(condition) if condition.holds(history.sim()) => Progress::Reached,
            Goal::Now(_) => Progress::Open,
            Goal::Never(condition) => kept(!held && !self.was(condition, true, history)),
            Goal::Always(condition) => kept(held && !self.was(condition, false, history)),
            Goal::Commands(most) => kept(commands(history) <= *most as usize),
            Goal::Before(time) => kept(history.now() <= *time),
        }
    }

    /// Returns whether a change since the beginning made a condition true, or false.
    fn was(&self, condition: &Condition, value: bool, history: &History) -> bool {
        let changes = history.story().changes().iter();
        let mut since = changes.filter(|change| change.number >= self.changes as u64);
        since.any(|change| condition.becomes(change) == Some(value))
    }
}

fn kept(is_kept: bool) -> Progress {
    if is_kept { Progress::Reached } else { Progress::Lost }
}

/// Returns how many commands the learner has given.
pub(super) fn commands(history: &History) -> usize {
    let done = &history.plan()[..history.done()];
    done.iter().filter(|act| act.by_person).map(|act| act.commands.len()).sum()
}

impl Condition {
    /// Returns whether the condition is true at the present moment of a simulation.
    fn holds(&self, sim: &Sim) -> bool {
        let pod = || sim.pod(&NAMESPACE, &self.name).map(|(_, pod)| &**pod);
        let is = |test: &dyn Fn(&Pod) -> bool| pod().is_some_and(test);
        match &self.subject {
            Subject::Exists(exists) => pod().is_some() == *exists,
            Subject::Phase(phase) => is(&|pod| pod.status.phase() == *phase),
            Subject::Status(word) => is(&|pod| pod_status(pod, sim.settings().release) == *word),
            Subject::Ready(ready) => is(&|pod| pod.status.is_true(READY) == *ready),
            Subject::Restarts(container, least) => is(&|pod| {
                let statuses = pod.status.containers().iter().chain(pod.status.init_containers());
                let mut of_container = statuses.filter(|status| status.name == *container);
                of_container.any(|status| status.restart_count >= *least)
            }),
            Subject::Deleted => is(&|pod| pod.metadata.deletion_timestamp.is_some()),
            Subject::Node(node) => is(&|pod| pod.spec.node_name == *node),
            Subject::Image(image) => {
                is(&|pod| pod.spec.containers.first().is_some_and(|first| first.image == *image))
            }
            Subject::Replicas(kind, count) => {
                let objects = &sim.world().objects;
                let workload = objects.workload(*kind, &NAMESPACE, &self.name);
                workload.is_some_and(|workload| workload.replicas() == *count)
            }
            Subject::ReadyReplicas(kind, count) => ready(sim, *kind, &self.name) == Some(*count),
        }
    }

    /// Returns whether a change makes the condition true or false; `None` for a change that says nothing about it.
    fn becomes(&self, change: &Change) -> Option<bool> {
        let kind = match self.subject {
            Subject::ReadyReplicas(kind, _) | Subject::Replicas(kind, _) => kind,
            Subject::Exists(_)
            | Subject::Phase(_)
            | Subject::Status(_)
            | Subject::Ready(_)
            | Subject::Restarts(..)
            | Subject::Deleted
            | Subject::Node(_)
            | Subject::Image(_) => ResourceKind::Pod,
        };
        if change.object.named(kind) != Some(&self.name) {
            return None;
        }
        match (&self.subject, &change.fact) {
            (Subject::Exists(exists), Fact::Created) => Some(*exists),
            (Subject::Exists(exists), Fact::Removed) => Some(!*exists),
            (_, Fact::Removed) => Some(false),
            (Subject::Phase(phase), Fact::Phase { new, .. }) => Some(new == phase),
            (Subject::Status(word), Fact::Status { new, .. }) => Some(new == word),
            (Subject::Ready(ready), Fact::Condition { kind, new, .. }) if *kind == *READY => {
                let status = new.as_ref().map(|new| new.status);
                Some((status == Some(ConditionStatus::True)) == *ready)
            }
            (Subject::Restarts(wanted, least), Fact::RestartCount { container, new, .. })
                if wanted == container =>
            {
                Some(new >= least)
            }
            (Subject::Deleted, Fact::Deletion { .. }) => Some(true),
            (Subject::ReadyReplicas(_, count), Fact::Field { field, new, .. })
                if *field == READY_REPLICAS =>
            {
                Some(*new == FieldValue::Number(*count))
            }
            _ => None,
        }
    }
}

/// Returns how many Pods of a workload are ready, when the workload exists.
fn ready(sim: &Sim, kind: ResourceKind, name: &Text) -> Option<i64> {
    let objects = &sim.world().objects;
    if kind == ResourceKind::StatefulSet {
        return objects.sets.named(&NAMESPACE, name).map(|set| set.status.ready_replicas);
    }
    objects.deployments.named(&NAMESPACE, name).map(|object| object.status.ready_replicas)
}
