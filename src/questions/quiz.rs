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
use crate::api::status::{ConditionStatus, PodPhase};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::change::Change;
use crate::cluster::fact::{Fact, FieldValue, StateSummary};
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
/// The phases, from which wrong answers are taken.
const PHASES: [PodPhase; 4] =
    [PodPhase::Pending, PodPhase::Running, PodPhase::Succeeded, PodPhase::Failed];
/// How many answers there are to choose from, at most.
const ANSWERS: usize = 4;
/// Of two Pods that are created, or deleted, within so many milliseconds, it is not a fair question which comes first.
pub const TOGETHER: u64 = 1000;

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// What kubectl prints next as the STATUS of this Pod.
    Status(Text),
    /// The phase of this Pod once it changes. Rule P-106.
    Phase(Text),
    /// How many seconds the kubelet waits before it starts a container again that ends now. Rule P-403.
    BackOff {
        /// The Pod.
        pod: Text,
        /// The container.
        container: Text,
    },
    /// The status of the condition `Ready` of this node once it changes. Rules P-1002, P-1005.
    NodeReady(Text),
    /// To how many Pods a Deployment scales this ReplicaSet next. Rule D-11.
    Scaled {
        /// The ReplicaSet.
        replica_set: Text,
        /// How many Pods it is asked for before.
        from: i64,
    },
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
    /// What can be answered. STATUS words are in the order of the alphabet, Pods in the order of their ordinals, numbers in their order.
    pub answers: Vec<Text>,
    /// Which of them is right.
    pub right: usize,
}

/// Returns the first fair question about the changes from the number `told` on that happen after a moment: about a Pod, about the order of
/// the Pods of a StatefulSet, about the ReplicaSets of a Deployment, and about nodes.
///
/// What people do is no question. The story must reach [`TOGETHER`] beyond the question, so that it is known what else happens then.
pub fn next_question(
    story: &Story,
    told: u64,
    after: SimTime,
    pod: &Text,
    set: Option<&StatefulSet>,
) -> Option<Question> {
    let new =
        || story.changes().iter().filter(|change| change.number >= told && change.time > after);
    let ask = |change: &Change| {
        let of_set = set.and_then(|set| about_set(story, change, set));
        let of_others = || about_node(change).or_else(|| about_replica_set(change));
        let asked = of_set.or_else(|| about_pod(change, pod)).or_else(of_others);
        let Asked { subject, answers, right } = asked?;
        let right = answers.iter().position(|answer| *answer == right)?;
        Some(Question { time: change.time, change: change.number, subject, answers, right })
    };
    let first = new().find_map(ask)?;
    // Of what can be asked about one moment the moment decides, so that the same run asks the same.
    let mut same: Vec<Question> =
        new().take_while(|change| change.time <= first.time).filter_map(ask).collect();
    let chosen = first.time.0 as usize / 1000 % same.len();
    Some(same.swap_remove(chosen))
}

/// A question, its answers, and the right one.
struct Asked {
    subject: Subject,
    answers: Vec<Text>,
    right: Text,
}

fn about_pod(change: &Change, pod: &Text) -> Option<Asked> {
    if change.object.named(ResourceKind::Pod) != Some(pod) {
        return None;
    }
    about_status(change, pod)
        .or_else(|| about_phase(change, pod))
        .or_else(|| about_back_off(change, pod))
}

fn about_status(change: &Change, pod: &Text) -> Option<Asked> {
    let Fact::Status { old, new, .. } = &change.fact else { return None };
    // A Pod that comes or goes prints no word.
    if old.is_empty() || new.is_empty() || old == new {
        return None;
    }
    let mut answers = vec![new.clone()];
    // Which wrong ones depends on the moment, so that the same run asks the same.
    let start = change.time.0 as usize % WORDS.len();
    for word in (0..WORDS.len()).map(|step| WORDS[(start + step) % WORDS.len()]) {
        if answers.len() < ANSWERS && *new != word && *old != word {
            answers.push(word.into());
        }
    }
    answers.sort();
    Some(Asked { subject: Subject::Status(pod.clone()), answers, right: new.clone() })
}

fn about_phase(change: &Change, pod: &Text) -> Option<Asked> {
    let Fact::Phase { old: Some(old), new } = &change.fact else { return None };
    let others = PHASES.into_iter().filter(|phase| phase != old);
    let answers = others.map(|phase| Text::Static(phase.as_str())).collect();
    let right = Text::Static(new.as_str());
    Some(Asked { subject: Subject::Phase(pod.clone()), answers, right })
}

/// Asks how long a container waits that ends.
fn about_back_off(change: &Change, pod: &Text) -> Option<Asked> {
    let Fact::State { container, old, back_off: Some(length), .. } = &change.fact else {
        return None;
    };
    if *old != Some(StateSummary::Running) || !length.is_multiple_of(2000) {
        return None;
    }
    // Half of it, twice as long, and the longest that there is by default.
    let mut lengths = vec![length / 2000, length / 1000, length / 500, 300];
    lengths.sort_unstable();
    lengths.dedup();
    let seconds = |length: u64| Text::from(format!("{length}s"));
    let subject = Subject::BackOff { pod: pod.clone(), container: container.clone() };
    let answers = lengths.into_iter().map(seconds).collect();
    Some(Asked { subject, answers, right: seconds(length / 1000) })
}

/// Asks for the condition of a node that a component finds out.
fn about_node(change: &Change) -> Option<Asked> {
    let Fact::NodeReady { old: Some(old), new, .. } = &change.fact else { return None };
    let node = change.object.named(ResourceKind::Node)?;
    let all = [ConditionStatus::True, ConditionStatus::False, ConditionStatus::Unknown];
    let others = all.into_iter().filter(|status| status != old);
    let answers = others.map(|status| Text::Static(status.as_str())).collect();
    let right = Text::Static(new.as_str());
    Some(Asked { subject: Subject::NodeReady(node.clone()), answers, right })
}

/// Asks to how many Pods a controller scales a ReplicaSet.
fn about_replica_set(change: &Change) -> Option<Asked> {
    let replica_set = change.object.named(ResourceKind::ReplicaSet)?;
    let Fact::Field {
        field: "replicas",
        old: Some(FieldValue::Number(from)),
        new: FieldValue::Number(to),
    } = &change.fact
    else {
        return None;
    };
    if !matches!(change.cause, Cause::Change(_)) {
        return None;
    }
    let mut numbers: Vec<i64> = (0..=to.max(from) + 1).filter(|number| number != from).collect();
    // The nearest ones are the ones that are mixed up.
    numbers.sort_by_key(|other| (other.abs_diff(*to), *other));
    numbers.truncate(ANSWERS);
    numbers.sort_unstable();
    let number = |number: i64| Text::from(number.to_string());
    let subject = Subject::Scaled { replica_set: replica_set.clone(), from: *from };
    let answers = numbers.into_iter().map(number).collect();
    Some(Asked { subject, answers, right: number(*to) })
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
    let answers = ordinals.into_iter().map(pod).collect();
    Some(Asked { subject, answers, right: pod(ordinal) })
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
