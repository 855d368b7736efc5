//! What comes next, and what a search found, in sentences.

use crate::messages::Messages;
use crate::{clock, commands};
use podlab::explore::{Answer, Move};
use podlab::forecast::Outlook;

/// What comes after the changes a forecast found.
pub fn outlook(m: &Messages, outlook: Outlook) -> String {
    match outlook {
        Outlook::Unknown => m.say("outlook.unknown"),
        Outlook::More => m.say("outlook.more"),
        Outlook::NothingEver => m.say("outlook.ever"),
        Outlook::NothingUntil(time) => m.fill("outlook.until", &[("time", &clock(time))]),
    }
}

/// What a search found.
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

/// A step of a search.
pub fn step(m: &Messages, step: &Move) -> String {
    match step {
        Move::Act(act) => m.fill("act.you", &[("act", &commands::command(m, act))]),
        Move::UntilChange => m.say("explore.until-change"),
        Move::UntilQuiet => m.say("explore.until-quiet"),
    }
}
