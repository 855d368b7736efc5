//! What an author does, for the solution of a step, and which goals there could be for it.

use super::judge::{self, Beginning};
use super::run::LessonRun;
use crate::api::pod::Pod;
use crate::api::status::{PodPhase, READY};
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::columns::pod_status;
use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::cluster::fact::{Fact, StateSummary};
use crate::files::lesson_file::{
    Condition, ContainerInState, Goal, Lesson, Prediction, StateWord, Subject, Work,
};
use crate::timeline::history::{History, PlannedAct};
use std::rc::Rc;

/// The moment from which on an author shows what the solution of a step does.
///
/// ```
/// use podlab::files::lesson_file::{Subject, Work, read};
/// use podlab::lesson::{Recording, open};
/// use podlab::{ApiError, Command, ReadOptions};
///
/// # fn main() -> Result<(), ApiError> {
/// # let text = "
/// # apiVersion: podlab/v1
/// # kind: Lesson
/// # metadata: {name: one}
/// # title: One
/// # objective: To record.
/// # minutes: 1
/// # chapter: pods
/// # rules: []
/// # par: 0
/// # opens: 10s
/// # steps: []
/// # debrief: Done.
/// # ---
/// # {apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
/// # let lesson = read(text, &ReadOptions::default()).unwrap();
/// let mut history = open(&lesson)?;
/// let recording = Recording::begin(&history);
/// let line = "delete pod demo --wait=false".into();
/// history.act(vec![Command::Kubectl { namespace: "default".into(), line }])?;
/// let works = recording.works(&history).unwrap();
/// assert_eq!(works, [Work::Kubectl("delete pod demo --wait=false".into())]);
/// assert!(recording.offers(&history).iter().any(|offer| offer.is_new));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What was done before.
    before: Vec<PlannedAct>,
    changes: usize,
    time: SimTime,
    /// What was true then.
    held: Vec<Condition>,
}

/// A goal that an author can choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The goal. It is reached at the present moment.
    pub goal: Goal,
    /// Whether it became true since the step began, so that there is something to be reached.
    pub is_new: bool,
}

impl Recording {
    /// Begins at the present moment of a run.
    pub fn begin(history: &History) -> Recording {
        let changes = history.story().change_count();
        let held = conditions(history, changes);
        let before = history.plan()[..history.done()].to_vec();
        Recording { before, changes, time: history.now(), held }
    }

    /// Returns what was done since, as a solution; `None` when the run is before that moment or before an act of a person, and when something
    /// else was done before that moment. What creates objects is left out: a solution
    /// can create them by a line for kubectl only.
    pub fn works(&self, history: &History) -> Option<Vec<Work>> {
        let mut now = self.time;
        let mut works = Vec::new();
        let mut wait_until = |works: &mut Vec<Work>, time: SimTime| {
            if time > now {
                works.push(Work::Wait(SimTime(time.0 - now.0)));
                now = time;
            }
        };
        for act in self.acts_since(history)? {
            let done = act.commands.iter().filter_map(work).collect::<Vec<_>>();
            if !done.is_empty() {
                wait_until(&mut works, act.time);
                works.extend(done);
            }
        }
        wait_until(&mut works, history.now());
        Some(works)
    }

    /// Returns whether something was done since that no solution can do.
    pub fn creates(&self, history: &History) -> bool {
        let mut commands = self.acts_since(history).into_iter().flatten();
        commands.any(|act| act.commands.iter().any(|command| work(command).is_none()))
    }

    fn acts_since<'a>(
        &self,
        history: &'a History,
    ) -> Option<impl Iterator<Item = &'a PlannedAct> + use<'a>> {
        let (done, ahead) = history.plan().split_at(history.done());
        let since = done.strip_prefix(&self.before[..])?;
        let is_before = history.now() < self.time || ahead.iter().any(|act| act.by_person);
        (!is_before).then(|| since.iter().filter(|act| act.by_person))
    }

    /// Returns the goals that are reached at the present moment: first those that became true since the step began.
    pub fn offers(&self, history: &History) -> Vec<Offer> {
        let mut offers = Vec::new();
        for condition in conditions(history, self.changes) {
            let is_new = !self.held.contains(&condition);
            offers.push(Offer { goal: Goal::Now(condition), is_new });
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
        let mut kept = Vec::new();
        for (namespace, pod) in pods(history) {
            let about = |subject| {
                let object = ObjectRef::pod(namespace.clone(), pod.metadata.name.clone());
                Condition { object, subject }
            };
            let ready = about(Subject::Ready(true));
            kept.push(Goal::Never(about(Subject::Deleted)));
            if self.held.contains(&ready) {
                kept.push(Goal::Always(ready));
            }
            kept.push(Goal::Never(about(Subject::Phase(PodPhase::Failed))));
        }
        let beginning = Beginning::assumed(&kept, self.changes);
        let is_kept = |index: usize, goal: &Goal| {
            beginning.progress(index, goal, history) == judge::Progress::Reached
        };
        let kept = kept.into_iter().enumerate();
        kept.filter(|(index, goal)| is_kept(*index, goal)).map(|(_, goal)| goal).collect()
    }
}

/// Returns what a solution does for a command; `None` for one that creates an object, which a solution cannot.
fn work(command: &Command) -> Option<Work> {
    if matches!(command, Command::Create(_) | Command::PutManifest { .. }) {
        return None;
    }
    if let Command::Kubectl { namespace, line } = command
        && *namespace == judge::NAMESPACE
    {
        return Some(Work::Kubectl(line.clone()));
    }
    Some(Work::Command(Box::new(command.clone())))
}

fn pods(history: &History) -> impl Iterator<Item = (Text, &Pod)> {
    let pods = history.sim().world().pods().map(|(_, pod)| &**pod);
    let of_lesson = pods.filter(|pod| pod.metadata.namespace == judge::NAMESPACE);
    of_lesson.map(|pod| (pod.metadata.namespace.clone(), pod))
}

/// Returns what is true at the present moment of the objects that goals can be about.
fn conditions(history: &History, changes: usize) -> Vec<Condition> {
    let release = history.sim().settings().release;
    let mut found = Vec::new();
    for (namespace, pod) in pods(history) {
        let object = ObjectRef::pod(namespace, pod.metadata.name.clone());
        let mut add = |subject| found.push(Condition { object: object.clone(), subject });
        add(Subject::Exists(true));
        add(Subject::Phase(pod.status.phase()));
        add(Subject::Status(pod_status(pod, release)));
        add(Subject::Ready(pod.status.is_true(READY)));
        if pod.metadata.deletion_timestamp.is_some() {
            add(Subject::Deleted);
        }
        if !pod.spec.node_name.is_empty() {
            add(Subject::Node(pod.spec.node_name.clone()));
        }
        for condition in pod.status.conditions.iter().filter(|condition| condition.kind != *READY) {
            add(Subject::Condition(condition.kind.clone(), condition.status));
        }
        let statuses = pod.status.init_containers().iter().chain(pod.status.containers());
        for status in statuses {
            if status.restart_count > 0 {
                add(Subject::Restarts(status.name.clone(), status.restart_count));
            }
            if let Some(state) = StateSummary::of(&status.state) {
                add(Subject::State(in_state(status.name.clone(), &state)));
            }
        }
        if let Some(first) = pod.spec.containers.first() {
            add(Subject::Image(first.image.clone()));
        }
    }
    for workload in history.sim().world().objects.all() {
        let (kind, metadata) = (workload.kind(), workload.metadata());
        let is_of_goals = matches!(kind, ResourceKind::StatefulSet | ResourceKind::Deployment);
        if !is_of_goals || metadata.namespace != judge::NAMESPACE {
            continue;
        }
        let object = ObjectRef::new(kind, metadata.namespace.clone(), metadata.name.clone());
        let mut add = |subject| found.push(Condition { object: object.clone(), subject });
        add(Subject::Replicas(workload.replicas()));
        add(Subject::ReadyReplicas(workload.ready_replicas()));
        if let Some(first) = workload.template().spec.containers.first() {
            add(Subject::Image(first.image.clone()));
        }
    }
    found.extend(gone(history, changes));
    found
}

/// Returns that Pods and claims which were removed since then do not exist.
fn gone(history: &History, changes: usize) -> Vec<Condition> {
    let since = history.story().changes().iter().filter(|c| c.number >= changes as u64);
    let removed = since.filter(|change| matches!(change.fact, Fact::Removed));
    let mut found: Vec<Condition> = Vec::new();
    for object in removed.filter_map(|change| change.object.reference()) {
        let is_of_goals =
            matches!(object.kind, ResourceKind::Pod | ResourceKind::PersistentVolumeClaim);
        let condition = Condition { object: object.clone(), subject: Subject::Exists(false) };
        let is_told = found.contains(&condition) || !condition.holds(history.sim());
        if is_of_goals && object.namespace == judge::NAMESPACE && !is_told {
            found.push(condition);
        }
    }
    found
}

fn in_state(container: Text, state: &StateSummary) -> ContainerInState {
    let some = |reason: &Text| Some(reason.clone()).filter(|reason| !reason.is_empty());
    let (state, reason) = match state {
        StateSummary::Waiting(reason) => (StateWord::Waiting, some(reason)),
        StateSummary::Running => (StateWord::Running, None),
        StateSummary::Terminated(reason) => (StateWord::Terminated, some(reason)),
    };
    ContainerInState { container, state, reason }
}

/// A lesson that was played by its official solutions up to a step, for its author to go on there.
#[derive(Debug)]
pub struct Rehearsal {
    /// The run, at the end of the step.
    pub history: History,
    /// The moment in it from which on the step is recorded: its beginning, or the moment its question is about.
    pub recording: Recording,
}

/// Plays the official solutions up to the end of a step.
///
/// # Errors
///
/// Returns what the API server refuses.
pub fn rehearse(lesson: &Rc<Lesson>, step: usize) -> Result<Rehearsal, ApiError> {
    let (mut run, mut history) = LessonRun::begin_at(lesson, step)?;
    run.choose(0, &history);
    run.see(&mut history);
    let recording = Recording::begin(&history);
    run.play_solution(&mut history).map_err(|(_, error)| error)?;
    Ok(Rehearsal { history, recording })
}

/// Returns the right answer of a question that would be asked in a step of a lesson.
///
/// # Errors
///
/// Returns what the API server refuses before the step.
pub fn answer_in(
    lesson: &Rc<Lesson>,
    step: usize,
    prediction: &Prediction,
) -> Result<Text, ApiError> {
    LessonRun::begin_at(lesson, step).map(|(_, history)| super::predict(&history, prediction))
}

impl LessonRun {
    /// Shows a step of a lesson to its author, at the present moment of a run that is being recorded.
    pub fn preview(lesson: Rc<Lesson>, step: usize, recording: &Recording) -> LessonRun {
        let goals = lesson.course.steps.get(step).map_or(&[][..], |step| &step.goals);
        let beginning = Beginning::assumed(goals, recording.changes);
        LessonRun::at_step(lesson, step, beginning)
    }
}
