//! The right answer of a question about what comes next.

use super::judge::NAMESPACE;
use super::predicted::Predicted;
use super::saved::Answer;
use crate::api::pod::Pod;
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::columns::pod_status;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::cluster::fact::Fact;
use crate::files::lesson_file::{Ask, Prediction};
use crate::questions::course::{Bounds, Course, End};
use crate::questions::explanation::Explanation;
use crate::questions::waits::waits;
use crate::rules::Rule;
use crate::timeline::history::History;
use std::collections::BTreeSet;

/// Returns the right answer of a question that is asked at the present moment of a run: of several the one that can be chosen. It lets a
/// copy of the run go on, with what is planned.
pub fn predict(history: &History, prediction: &Prediction) -> Text {
    let rights = right_answers(history, prediction);
    let offered = prediction.choices.iter().map(|choice| &choice.answer);
    let chosen = offered.into_iter().find(|answer| rights.contains(answer));
    chosen.or(rights.first()).cloned().unwrap_or_else(|| Predicted::None.text())
}

/// Returns the right answers of a question that is asked at the present moment of a run. Only why something is so has several.
pub(super) fn right_answers(history: &History, prediction: &Prediction) -> Vec<Text> {
    predicted(history, prediction).iter().map(Predicted::text).collect()
}

fn predicted(history: &History, prediction: &Prediction) -> Vec<Predicted> {
    let told = history.story().change_count() as u64;
    let mut run = history.clone();
    run.run_until(history.now() + prediction.after.0, u64::MAX);
    let (ahead, story) = (run.sim(), run.story());
    let release = ahead.settings().release;
    let pod = |name: &Text| ahead.pod(&NAMESPACE, name).map(|(_, pod)| &**pod);
    let first = |is_it: fn(&Fact) -> bool| {
        let changes = story.changes().iter().filter(|change| change.number >= told);
        let mut found = changes.filter(|change| is_it(&change.fact));
        found.find_map(|change| change.object.named(ResourceKind::Pod).cloned())
    };
    let word = |word: Option<Text>| {
        let word = word.filter(|word| !word.is_empty());
        word.map_or(Predicted::None, Predicted::Word)
    };
    vec![match &prediction.ask {
        Ask::Phase(name) => word(pod(name).map(|pod| pod.status.phase().as_str().into())),
        Ask::Status(name) => word(pod(name).map(|pod| pod_status(pod, release))),
        Ask::Restarts(name) => {
            pod(name).map_or(Predicted::None, |pod| Predicted::Count(restarts(pod)))
        }
        Ask::Node(name) => word(pod(name).map(|pod| pod.spec.node_name.clone())),
        Ask::NextCreated => word(first(|fact| matches!(fact, Fact::Created))),
        Ask::NextDeleted => word(first(|fact| matches!(fact, Fact::Deletion { new: Some(_), .. }))),
        Ask::NextRestart { pod, container } => {
            let pod = ObjectRef::pod(NAMESPACE, pod.clone());
            let is_restart = |change: &&Change| {
                let Fact::RestartCount { container: restarted, .. } = &change.fact else {
                    return false;
                };
                restarted == container && change.object.reference() == Some(&pod)
            };
            let mut since = story.changes().iter().filter(|change| change.number >= told);
            let restart = since.find(is_restart);
            restart.map_or(Predicted::Never, |change| seconds(change.time, history.now()))
        }
        Ask::Converges if comes_to_rest(history, history.now() + prediction.after.0) => {
            Predicted::Rests
        }
        Ask::Converges => Predicted::Changes,
        Ask::Why(object) => {
            let rules = rules(&run, object);
            if !rules.is_empty() {
                return rules.into_iter().map(Predicted::Rule).collect();
            }
            Predicted::None
        }
    }]
}

/// Returns the Pod that a question is about; of a question about the next Pod the one that is the answer, once there is one.
pub fn pod_asked(asked: &Prediction, answer: Option<&Text>) -> Option<Text> {
    match &asked.ask {
        Ask::Phase(pod)
        | Ask::Status(pod)
        | Ask::Restarts(pod)
        | Ask::Node(pod)
        | Ask::NextRestart { pod, .. } => Some(pod.clone()),
        Ask::Why(object) => (object.kind == ResourceKind::Pod).then(|| object.name.clone()),
        Ask::NextCreated | Ask::NextDeleted => {
            if let Predicted::Word(name) = Predicted::read(&asked.ask, answer?) {
                Some(name)
            } else {
                None
            }
        }
        Ask::Converges => None,
    }
}

/// Returns the change that explains the right answer to a question: of what it asks about the last one up to the moment that it is about, or
/// the first one since it was asked where it asks what comes next; none where nothing of it changed.
pub fn change_asked<'a>(
    asked: &Prediction,
    answer: &Answer,
    history: &'a History,
) -> Option<&'a Change> {
    let object = if let Ask::Why(object) = &asked.ask {
        object.clone()
    } else {
        ObjectRef::pod(NAMESPACE, pod_asked(asked, Some(&answer.right))?)
    };
    let is_meant = |fact: &Fact| match &asked.ask {
        Ask::Phase(_) => matches!(fact, Fact::Phase { .. }),
        Ask::Status(_) | Ask::Why(_) => matches!(fact, Fact::Status { .. }),
        Ask::Restarts(_) => matches!(fact, Fact::RestartCount { .. }),
        Ask::NextRestart { container, .. } => {
            matches!(fact, Fact::RestartCount { container: of, .. } if of == container)
        }
        Ask::Node(_) => matches!(fact, Fact::Bound { .. }),
        Ask::NextCreated => matches!(fact, Fact::Created),
        Ask::NextDeleted => matches!(fact, Fact::Deletion { new: Some(_), .. }),
        Ask::Converges => false,
    };
    let (from, until) = match answer.asked_at {
        Some((time, changes)) => (changes, time + asked.after.0),
        None => (0, history.now()),
    };
    let changes = history.story().changes().iter();
    let own =
        changes.filter(|change| change.object.reference() == Some(&object) && change.time <= until);
    let mut meant = own.clone().filter(|change| is_meant(&change.fact));
    match &asked.ask {
        Ask::NextRestart { .. } | Ask::NextCreated | Ask::NextDeleted => {
            meant.find(|change| change.number >= from)
        }
        Ask::Phase(_)
        | Ask::Status(_)
        | Ask::Restarts(_)
        | Ask::Node(_)
        | Ask::Converges
        | Ask::Why(_) => {
            // What is gone is explained by how it went.
            let last = own.clone().next_back();
            let gone = last.filter(|change| change.fact == Fact::Removed);
            gone.or_else(|| meant.next_back()).or(last)
        }
    }
}

/// Returns the rules that explain the present state of an object: those by which it waits, and those of the short answer to why its STATUS
/// is what it is, or why it changed last.
fn rules(run: &History, object: &ObjectRef) -> Vec<Rule> {
    let waits = waits(run.sim()).into_iter().filter(|wait| wait.object == *object);
    let mut rules: Vec<Rule> = waits.map(|wait| wait.rule).collect();
    let story = run.story();
    let own =
        || story.changes().iter().rev().filter(|change| change.object.reference() == Some(object));
    let status = own().find(|change| matches!(change.fact, Fact::Status { .. }));
    if let Some(change) = status.or_else(|| own().next()) {
        let why = Explanation::of(&story.why(change.number));
        let told = [why.because, why.first(), why.origin];
        rules.extend(told.into_iter().flatten().map(|change| change.rule));
    }
    let mut known = BTreeSet::new();
    rules.retain(|rule| known.insert(*rule));
    rules
}

/// Returns the time from a moment to a later one, to the nearest second.
fn seconds(time: SimTime, now: SimTime) -> Predicted {
    Predicted::Seconds((time.since(now) + 500) / 1000)
}

/// Returns whether nothing changes any more from a moment on that is not after `until`, with what is planned until then.
fn comes_to_rest(history: &History, until: SimTime) -> bool {
    let mut run = history.clone();
    let planned = history.plan()[history.done()..].iter().map(|act| act.time);
    if let Some(last) = planned.filter(|time| *time <= until).max() {
        run.run_until(last, u64::MAX);
    }
    let mut course = Course::new(run.sim(), Bounds::default());
    while course.look(u64::MAX) {}
    matches!(course.end(), Some(End::Rest(time)) if time <= until)
}

fn restarts(pod: &Pod) -> i64 {
    let statuses = pod.status.containers().iter().chain(pod.status.init_containers());
    statuses.map(|status| status.restart_count).sum()
}
