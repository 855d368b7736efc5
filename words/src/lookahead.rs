//! Sentences about what comes next, and about what a search found.

use crate::messages::Messages;
use crate::{clock, commands};
use podlab::questions::explore::{Answer, ContainerWord, Move, Question};
use podlab::questions::forecast::Outlook;

/// Returns a sentence about what comes after the changes that a forecast found.
pub fn outlook(m: &Messages, outlook: Outlook) -> String {
    match outlook {
        Outlook::Unknown => m.say("outlook.unknown"),
        Outlook::More => m.say("outlook.more"),
        Outlook::NothingEver => m.say("outlook.ever"),
        Outlook::NothingUntil(time) => m.fill("outlook.until", &[("time", &clock(time))]),
    }
}

/// Returns a sentence about what a search looks for.
pub fn ask(m: &Messages, question: &Question) -> String {
    match question {
        Question::Phase(pod, phase) => {
            m.fill("explore.ask.phase", &[("pod", pod), ("phase", phase.as_str())])
        }
        Question::Condition(pod, condition, status) => m.fill(
            "explore.ask.condition",
            &[("pod", pod), ("condition", condition), ("status", status.as_str())],
        ),
        Question::Container(pod, container, word) => {
            let (key, reason) = match word {
                ContainerWord::Waiting => ("explore.ask.waiting", ""),
                ContainerWord::Running => ("explore.ask.running", ""),
                ContainerWord::Terminated => ("explore.ask.terminated", ""),
                ContainerWord::Reason(reason) => ("explore.ask.reason", reason.as_str()),
            };
            m.fill(key, &[("pod", pod), ("container", container), ("reason", reason)])
        }
        Question::Restarts(pod, count) => {
            m.fill("explore.ask.restarts", &[("pod", pod), ("count", &count.to_string())])
        }
        Question::Gone(pod) => m.fill("explore.ask.gone", &[("pod", pod)]),
        Question::Twice(pod) => m.fill("explore.ask.twice", &[("pod", pod)]),
        Question::RunsTwice(pod) => m.fill("explore.ask.runs-twice", &[("pod", pod)]),
        Question::Before(pod, other) => {
            m.fill("explore.ask.before", &[("pod", pod), ("other", other)])
        }
        Question::BelowPartition(set) => m.fill("explore.ask.below", &[("set", set)]),
        Question::Pods(set, count) => {
            m.fill("explore.ask.pods", &[("set", set), ("count", &count.to_string())])
        }
    }
}

/// Returns a sentence about what a search found.
pub fn answer(m: &Messages, answer: &Answer) -> String {
    let fill = |key: &str, steps: u32, states: usize| {
        m.fill(key, &[("steps", &steps.to_string()), ("states", &states.to_string())])
    };
    match answer {
        Answer::Yes(witness) if witness.steps.is_empty() => m.say("explore.now"),
        Answer::Yes(witness) => fill("explore.yes", witness.steps.len() as u32, 0),
        Answer::NotWithin { steps, states } => fill("explore.no", *steps, *states),
        Answer::GaveUp { steps, states } => fill("explore.gave-up", *steps, *states),
    }
}

/// Returns a sentence about a step of a search.
pub fn step(m: &Messages, step: &Move) -> String {
    match step {
        Move::Act(act) => m.fill("act.you", &[("act", &commands::command(m, act))]),
        Move::UntilChange => m.say("explore.until-change"),
        Move::UntilQuiet => m.say("explore.until-quiet"),
    }
}
