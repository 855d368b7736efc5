//! A fair question about what happens next: one that a person can answer who knows the rules, and that has one right answer.
//!
//! ```
//! use podlab::api::{ReadOptions, read};
//! use podlab::base::time::SimTime;
//! use podlab::cluster::{command::Command, world::Settings};
//! use podlab::questions::quiz::{Subject, next_question};
//! use podlab::sim::Sim;
//! use podlab::timeline::history::{History, PlannedAct};
//!
//! # fn main() -> Result<(), podlab::ApiError> {
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {restartPolicy: Never, containers: [
//!   {name: app, image: busybox, command: [sh, -c, sleep 60; exit 1]}]}}";
//! let pod = read(text, &ReadOptions::default()).unwrap().remove(0);
//! let create = PlannedAct::at(SimTime::ZERO, vec![Command::Create(Box::new(pod))]);
//! let start = Sim::with_nodes(Settings::default(), 1);
//! let mut run = History::new(start, "default".into(), "demo".into(), vec![create])?;
//! run.run_until(SimTime::from_seconds(30), u64::MAX);
//! let (told, now) = (run.story().change_count() as u64, run.now());
//! run.run_until(SimTime::from_seconds(120), u64::MAX);
//! let question = next_question(run.story(), told, now, &"demo".into(), None).expect("it fails");
//! assert_eq!(question.subject, Subject::Status("demo".into()));
//! assert_eq!(question.answers[question.right], "Error");
//! # Ok(())
//! # }
//! ```

use crate::api::ResourceKind;
use crate::api::stateful_set::{StatefulSet, parent_and_ordinal};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::change::Change;
use crate::cluster::fact::Fact;
use crate::timeline::story::Story;

/// Words that kubectl prints as STATUS, from which wrong answers are taken.
const WORDS: [&str; 8] = [
    "Pending",
    "ContainerCreating",
    "Running",
    "Completed",
    "Error",
    "CrashLoopBackOff",
    "ImagePullBackOff",
    "Terminating",
];
/// How many answers there are to choose from, at most.
const ANSWERS: usize = 4;
/// Of two Pods that are created, or deleted, within so many milliseconds, it is not a fair question which comes first.
pub const TOGETHER: u64 = 1000;

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// What kubectl prints next as the STATUS of this Pod.
    Status(Text),
    /// Which Pod of this StatefulSet is created next.
    Created(Text),
    /// Which Pod of this StatefulSet is deleted next.
    Deleted(Text),
}

/// A question and its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// When what is asked about happens.
    pub time: SimTime,
    /// The number of the change that is asked about.
    pub change: u64,
    /// What is asked.
    pub subject: Subject,
    /// What can be answered. STATUS words are in the order of the alphabet, Pods in the order of their ordinals.
    pub answers: Vec<Text>,
    /// Which of them is right.
    pub right: usize,
}

/// Returns the first fair question about the changes from the number `told` on that happen after a moment: about the STATUS of a Pod,
/// and about the order of the Pods of a StatefulSet.
///
/// What people do is no question. The story must reach [`TOGETHER`] beyond the question, so that it is known what else happens then.
pub fn next_question(
    story: &Story,
    told: u64,
    after: SimTime,
    pod: &Text,
    set: Option<&StatefulSet>,
) -> Option<Question> {
    let mut new =
        story.changes().iter().filter(|change| change.number >= told && change.time > after);
    new.find_map(|change| {
        let of_set = set.and_then(|set| about_set(story, change, set));
        let (subject, answers, right) = of_set.or_else(|| about_status(change, pod))?;
        let right = answers.iter().position(|answer| *answer == right)?;
        Some(Question { time: change.time, change: change.number, subject, answers, right })
    })
}

/// A question, its answers, and the right one.
type Asked = (Subject, Vec<Text>, Text);

fn about_status(change: &Change, pod: &Text) -> Option<Asked> {
    let Fact::Status { old, new, .. } = &change.fact else { return None };
    // A Pod that comes or goes prints no word.
    let is_word = !old.is_empty() && !new.is_empty() && old != new;
    if !is_word || change.object.named(ResourceKind::Pod) != Some(pod) {
        return None;
    }
    let mut answers = vec![new.clone()];
    // Which wrong ones depends on the moment, so that the same run asks the same.
    let start = change.time.0 as usize % WORDS.len();
    for word in (0..WORDS.len()).map(|step| WORDS[(start + step) % WORDS.len()]) {
        if answers.len() < ANSWERS && new != word && old != word {
            answers.push(word.into());
        }
    }
    answers.sort();
    Some((Subject::Status(pod.clone()), answers, new.clone()))
}

fn about_set(story: &Story, change: &Change, set: &StatefulSet) -> Option<Asked> {
    let name = &set.metadata.name;
    let (is_created, ordinal) = moved(change, name)?;
    let is_together = |other: &Change| {
        let is_near = other.time.since(change.time) + change.time.since(other.time) <= TOGETHER;
        is_near
            && moved(other, name)
                .is_some_and(|(also, other)| also == is_created && other != ordinal)
    };
    if story.changes().iter().any(is_together) {
        return None;
    }
    let set_name = name.clone();
    let subject = if is_created { Subject::Created(set_name) } else { Subject::Deleted(set_name) };
    // A Pod may also be one that the set no longer wants, on either side.
    let first = set.spec.start().min(ordinal);
    let end = (set.spec.start() + set.spec.replicas()).max(ordinal + 2);
    let mut ordinals: Vec<i64> = (first..end).collect();
    // The nearest ones are the ones that are mixed up.
    ordinals.sort_by_key(|other| (other.abs_diff(ordinal), *other));
    ordinals.truncate(ANSWERS);
    ordinals.sort_unstable();
    let pod = |ordinal: i64| Text::from(format!("{name}-{ordinal}"));
    Some((subject, ordinals.into_iter().map(pod).collect(), pod(ordinal)))
}

/// Returns whether a component creates a Pod of a set with a change, rather than deletes one, and the ordinal of that Pod.
fn moved(change: &Change, set: &str) -> Option<(bool, i64)> {
    if !matches!(change.cause, Cause::Change(_)) {
        return None;
    }
    let is_created = change.fact == Fact::Created;
    if !is_created && !matches!(change.fact, Fact::Deletion { old: None, new: Some(_) }) {
        return None;
    }
    let (parent, ordinal) = parent_and_ordinal(change.object.named(ResourceKind::Pod)?)?;
    (parent == set).then_some((is_created, ordinal))
}
