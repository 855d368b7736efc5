//! Sentences about what comes next, and about what a search found.

use crate::text;
use crate::{clock, commands};
use podlab::questions::explore::{Answer, ContainerWord, Move, Question};
use podlab::questions::forecast::Outlook;

/// Returns a sentence about what comes after the changes that a forecast found.
pub fn outlook(outlook: Outlook) -> String {
    match outlook {
        Outlook::Unknown => text::outlook_unknown().to_owned(),
        Outlook::More => text::outlook_more().to_owned(),
        Outlook::NothingEver => text::outlook_ever().to_owned(),
        Outlook::NothingUntil(time) => text::outlook_until(clock(time)),
    }
}

/// Returns a sentence about what a search looks for.
pub fn ask(question: &Question) -> String {
    match question {
        Question::Phase(pod, phase) => text::explore_ask_phase(phase.as_str(), pod),
        Question::Condition(pod, condition, status) => {
            text::explore_ask_condition(condition, pod, status.as_str())
        }
        Question::Container(pod, container, word) => match word {
            ContainerWord::Waiting => text::explore_ask_waiting(container, pod),
            ContainerWord::Running => text::explore_ask_running(container, pod),
            ContainerWord::Terminated => text::explore_ask_terminated(container, pod),
            ContainerWord::Reason(reason) => text::explore_ask_reason(container, pod, reason),
        },
        Question::Restarts(pod, 0) => text::explore_ask_restarts_any(pod),
        Question::Restarts(pod, count) => text::explore_ask_restarts(count, pod),
        Question::Gone(pod) => text::explore_ask_gone(pod),
        Question::Twice(pod) => text::explore_ask_twice(pod),
        Question::RunsTwice(pod) => text::explore_ask_runs_twice(pod),
        Question::Before(pod, other) => text::explore_ask_before(other, pod),
        Question::BelowPartition(set) => text::explore_ask_below(set),
        Question::Pods(set, count) => text::explore_ask_pods(count, set),
    }
}

/// Returns a sentence about what a search found.
pub fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Yes(witness) if witness.steps.is_empty() => text::explore_now().to_owned(),
        Answer::Yes(witness) => text::explore_yes(witness.steps.len()),
        Answer::NotWithin { steps, states } => text::explore_no(states, steps),
        Answer::GaveUp { steps, states } => text::explore_gave_up(states, steps),
    }
}

/// Returns a sentence about a step of a search.
pub fn step(step: &Move) -> String {
    match step {
        Move::Act(act) => text::act_you(commands::command(act)),
        Move::UntilChange => text::explore_until_change().to_owned(),
        Move::UntilQuiet => text::explore_until_quiet().to_owned(),
    }
}
