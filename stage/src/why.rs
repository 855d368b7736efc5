//! Why something happened, and what does not happen yet.

use crate::lab::Lab;
use podlab::api::ResourceKind;
use podlab::base::time::SimTime;
use podlab::cluster::change::{Cause, Change};
use podlab::cluster::command::Command;
use podlab::questions::waits::{self, Wait};
use podlab::rules::Rule;
use podlab_messages::{Actor, is_english, text};

/// Something that waits at the present moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The rule by which it waits.
    pub rule: Rule,
    /// What waits, what for, and until when.
    pub words: String,
}

/// Returns what waits at the present moment: first the workloads, then the Pods, then their claims. At most `most` of them are told; the
/// number says how many more there are.
pub fn not_yet(lab: &Lab, most: usize) -> (Vec<Waiting>, usize) {
    let waits = waits::waits(lab.sim());
    let (of_workloads, others): (Vec<_>, Vec<_>) =
        waits.iter().partition(|wait| wait.object.kind.is_workload());
    let waiting = |wait: &Wait| Waiting { rule: wait.rule, words: waiting(lab, wait) };
    let told = of_workloads.into_iter().chain(others).take(most).map(waiting).collect();
    (told, waits.len().saturating_sub(most))
}

/// Returns what an object waits for. Among several objects the sentence says which one waits.
pub fn waiting(lab: &Lab, wait: &Wait) -> String {
    let words = podlab_messages::wait(wait, lab.now());
    if lab.scene.workload.is_some() && !wait.object.kind.is_workload() {
        return format!("*{}*: {words}", wait.object.name);
    }
    words
}

/// Returns what led to a change, from the change back; of changes of the same thing at the same moment, the last.
pub fn chain<'a>(lab: &'a Lab, change: &Change) -> Vec<&'a Change> {
    let mut told: Vec<&Change> = Vec::new();
    for step in lab.story().why(change.number) {
        if told
            .last()
            .is_none_or(|last| last.fact.part() != step.fact.part() || last.time != step.time)
        {
            told.push(step);
        }
    }
    told
}

/// Returns when the act was from which a change came, and the act in a sentence. Without an act it is the beginning.
pub fn root(lab: &Lab, change: &Change) -> Option<(SimTime, String)> {
    let steps = lab.story().why(change.number);
    match steps.last().map(|last| last.cause) {
        Some(Cause::Command(number)) => {
            let (time, command) = lab.sim().commands().get(number as usize)?;
            let is_by_person = is_by_person(lab, *time, command);
            let who = if is_by_person { Actor::You } else { Actor::Scene };
            Some((*time, podlab_messages::act(who, command)))
        }
        Some(Cause::Start | Cause::Change(_)) | None => {
            Some((SimTime::ZERO, podlab_messages::start()))
        }
    }
}

fn is_by_person(lab: &Lab, time: SimTime, command: &Command) -> bool {
    let mut plan = lab.history.plan().iter();
    plan.any(|act| act.by_person && act.time == time && act.commands.contains(command))
}

/// Returns what happened, in a sentence that says to which Pod, when there may be several.
pub fn told(lab: &Lab, change: &Change) -> String {
    let text = podlab_messages::change(change);
    let Some(pod) = change.object.named(ResourceKind::Pod).filter(|_| lab.scene.workload.is_some())
    else {
        return text;
    };
    if !is_english() {
        return text::change_of(pod, text);
    }
    let name = format!("*{pod}*");
    for words in ["The Pod object ", "The Pod ", "the Pod ", "The Pod's ", "the Pod's "] {
        if text.contains(words) {
            let rest = if words.ends_with("'s ") { "'s " } else { " " };
            return text.replacen(words, &format!("{name}{rest}"), 1);
        }
    }
    format!("{name}: {text}")
}
