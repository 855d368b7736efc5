//! Whether a goal is reached.

use crate::api::pod::{Pod, PodSpec};
use crate::api::status::{ConditionStatus, ContainerStatus, READY};
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::columns::pod_status;
use crate::base::text::Text;
use crate::cluster::change::Change;
use crate::cluster::fact::{Fact, FieldValue, StateSummary};
use crate::dns::resolve;
use crate::files::lesson_file::{Condition, ContainerInState, Goal, StateWord, Subject};
use crate::sim::Sim;
use crate::timeline::history::History;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beginning {
    /// How many changes there were.
    changes: usize,
    /// How many commands the learner had given.
    #[serde(default)]
    commands: usize,
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
        let commands = commands(history);
        Beginning { changes, commands, held: goals.iter().map(held).collect() }
    }

    /// Returns whether the step begins later than the present moment of a run, from which acts were taken back.
    pub(super) fn is_after(&self, history: &History) -> bool {
        self.changes > history.story().change_count()
    }

    /// Returns whether the learner gave a command since.
    pub(super) fn is_followed_by_command(&self, history: &History) -> bool {
        commands(history) > self.commands
    }

    /// Notes a step that began when there were so many changes, with what its goals ask for at the beginning.
    pub(super) fn assumed(goals: &[Goal], changes: usize) -> Beginning {
        let held = goals.iter().map(|goal| !matches!(goal, Goal::Never(_))).collect();
        Beginning { changes, commands: 0, held }
    }

    /// Returns how far the goal with this index is.
    pub(super) fn progress(&self, index: usize, goal: &Goal, history: &History) -> Progress {
        let held = self.held.get(index).copied().unwrap_or_default();
        match goal {
            Goal::Now(condition) => {
                // A deletion that was requested stays so when the Pod is gone, as it is at once when no node has it.
                let is_event = matches!(condition.subject, Subject::Deleted);
                let is_reached = condition.holds(history.sim())
                    || is_event && self.was(condition, true, history);
                if is_reached { Progress::Reached } else { Progress::Open }
            }
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
    done.iter().filter(|act| act.by_person).count()
}

impl Condition {
    /// Returns whether the condition is true at the present moment of a simulation.
    pub(super) fn holds(&self, sim: &Sim) -> bool {
        let ObjectRef { kind, namespace, name } = &self.object;
        let objects = &sim.world().objects;
        let pod = || sim.pod(namespace, name).map(|(_, pod)| &**pod);
        let is = |test: &dyn Fn(&Pod) -> bool| pod().is_some_and(test);
        let workload = || objects.workload(*kind, namespace, name);
        match &self.subject {
            Subject::Exists(exists) => {
                let is_claim = *kind == ResourceKind::PersistentVolumeClaim;
                let claim = is_claim.then(|| objects.claims.named(namespace, name)).flatten();
                let is_pod = *kind == ResourceKind::Pod && pod().is_some();
                (is_pod || claim.is_some() || workload().is_some()) == *exists
            }
            Subject::Phase(phase) => is(&|pod| pod.status.phase() == *phase),
            Subject::Status(word) => is(&|pod| pod_status(pod, sim.settings().release) == *word),
            Subject::Ready(ready) => is(&|pod| pod.status.is_true(READY) == *ready),
            Subject::Condition(kind, wanted) => is(&|pod| {
                pod.status.condition(kind).is_some_and(|condition| condition.status == *wanted)
            }),
            Subject::State(wanted) => is(&|pod| {
                let status = container_status(pod, &wanted.container);
                status.is_some_and(|status| wanted.is_in(StateSummary::of(&status.state).as_ref()))
            }),
            Subject::Restarts(container, least) => is(&|pod| {
                container_status(pod, container)
                    .is_some_and(|status| status.restart_count >= *least)
            }),
            Subject::Deleted => is(&|pod| pod.metadata.deletion_timestamp.is_some()),
            Subject::AnyDeleted => {
                let mut pods = sim.world().pods().map(|(_, pod)| &pod.metadata);
                pods.any(|pod| pod.namespace == *namespace && pod.deletion_timestamp.is_some())
            }
            Subject::Node(node) => is(&|pod| pod.spec.node_name == *node),
            Subject::Image(image) => {
                first_image(sim, &self.object).is_some_and(|first| first == *image)
            }
            Subject::Replicas(count) => workload().is_some_and(|found| found.replicas() == *count),
            Subject::ReadyReplicas(count) => {
                workload().is_some_and(|found| found.ready_replicas() == *count)
            }
            Subject::LeastReady(least) => {
                workload().is_some_and(|found| found.ready_replicas() >= *least)
            }
            Subject::Resolves(name, resolves) => {
                resolve(sim.world(), name, namespace).resolves() == *resolves
            }
        }
    }

    /// Returns whether a change makes the condition true or false; `None` for a change that says nothing about it.
    fn becomes(&self, change: &Change) -> Option<bool> {
        let object = change.object.reference()?;
        let is_of_any = self.subject == Subject::AnyDeleted
            && (object.kind, &object.namespace) == (self.object.kind, &self.object.namespace);
        let is_meant = is_of_any || *object == self.object;
        if !is_meant {
            return None;
        }
        let is_removed = matches!(change.fact, Fact::Removed);
        match &self.subject {
            Subject::Exists(exists) if is_removed => Some(!*exists),
            Subject::Exists(exists) => matches!(change.fact, Fact::Created).then_some(*exists),
            Subject::Deleted | Subject::AnyDeleted => {
                (is_removed || matches!(change.fact, Fact::Deletion { .. })).then_some(true)
            }
            _ if is_removed => Some(false),
            Subject::Phase(phase) => {
                let Fact::Phase { new, .. } = &change.fact else { return None };
                Some(new == phase)
            }
            Subject::Status(word) => {
                let Fact::Status { new, .. } = &change.fact else { return None };
                Some(new == word)
            }
            Subject::Ready(ready) => {
                let Fact::Condition { kind, new, .. } = &change.fact else { return None };
                let status = new.as_ref().map(|new| new.status);
                let is_ready = status == Some(ConditionStatus::True);
                (*kind == *READY).then_some(is_ready == *ready)
            }
            Subject::Condition(wanted, status) => {
                let Fact::Condition { kind, new, .. } = &change.fact else { return None };
                let is_so = new.as_ref().is_some_and(|new| new.status == *status);
                (kind == wanted).then_some(is_so)
            }
            Subject::State(wanted) => {
                let Fact::State { container, new, .. } = &change.fact else { return None };
                (*container == wanted.container).then(|| wanted.is_in(new.as_ref()))
            }
            Subject::Restarts(wanted, least) => {
                let Fact::RestartCount { container, new, .. } = &change.fact else { return None };
                (wanted == container).then_some(new >= least)
            }
            Subject::ReadyReplicas(count) => {
                let Fact::Field { field, new, .. } = &change.fact else { return None };
                (*field == READY_REPLICAS).then(|| *new == FieldValue::Number(*count))
            }
            Subject::LeastReady(least) => ready_replicas(change).map(|count| count >= *least),
            // Readers take these for the present moment only.
            Subject::Node(_) | Subject::Image(_) | Subject::Replicas(_) | Subject::Resolves(..) => {
                None
            }
        }
    }
}

/// Returns how many Pods of a workload are ready from a change on; `None` for a change that says nothing about it.
pub(super) fn ready_replicas(change: &Change) -> Option<i64> {
    let Fact::Field { field, new, .. } = &change.fact else { return None };
    let count = if let FieldValue::Number(count) = new { *count } else { 0 };
    (*field == READY_REPLICAS).then_some(count)
}

/// Returns the status of a container or init container of a Pod.
pub(super) fn container_status<'a>(pod: &'a Pod, container: &str) -> Option<&'a ContainerStatus> {
    let mut statuses = pod.status.containers().iter().chain(pod.status.init_containers());
    statuses.find(|status| *status.name == *container)
}

/// Returns the image of the first container of a Pod, or of the template of a workload; empty when there is no container.
pub(super) fn first_image(sim: &Sim, object: &ObjectRef) -> Option<Text> {
    let ObjectRef { kind, namespace, name } = object;
    let image =
        |spec: &PodSpec| spec.containers.first().map_or_else(Text::default, |c| c.image.clone());
    if *kind == ResourceKind::Pod {
        return sim.pod(namespace, name).map(|(_, pod)| image(&pod.spec));
    }
    let workload = sim.world().objects.workload(*kind, namespace, name)?;
    Some(image(&workload.template().spec))
}

impl ContainerInState {
    /// Returns whether a state is the wanted one, for the wanted reason.
    fn is_in(&self, state: Option<&StateSummary>) -> bool {
        let is_for = |reason: &Text| self.reason.as_ref().is_none_or(|wanted| wanted == reason);
        match (self.state, state) {
            (StateWord::Waiting, Some(StateSummary::Waiting(reason)))
            | (StateWord::Terminated, Some(StateSummary::Terminated(reason))) => is_for(reason),
            (StateWord::Running, Some(StateSummary::Running)) => true,
            (StateWord::Waiting | StateWord::Running | StateWord::Terminated, _) => false,
        }
    }
}
