//! Chains of causes, from a change back to the act that it came from.

use crate::text;
use crate::{changes, clauses, commands, short};
use podlab::api::ResourceKind;
use podlab::base::time::SimTime;
use podlab::cluster::cause::Cause;
use podlab::cluster::change::Change;
use podlab::cluster::command::Command;
use podlab::cluster::fact::Fact;
use podlab::cluster::world::PodId;
use podlab::questions::explanation::{Explanation, GoesOn, Step};
use podlab::questions::manifest_line::ManifestLine;
use podlab::questions::root::Root;
use podlab::rules::Rule;

/// Returns the line of a manifest that a rule depends on.
pub fn line(line: &ManifestLine) -> String {
    let written = format_args!("{}: {}", line.path, line.value);
    if line.is_written { text::why_line(written) } else { text::why_line_default(written) }
}

/// The one who acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The learner.
    You,
    /// The script, or the manifests that a run began with.
    Scene,
}

/// A step of a chain of causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldStep {
    /// The time of the step.
    pub time: SimTime,
    /// The sentence about what happened.
    pub text: String,
    /// The rule of the change; `None` for the act at the end, for steps that are folded, and where the step above tells it.
    pub rule: Option<Rule>,
    /// The number of the change; `None` where there is no rule.
    pub change: Option<u64>,
}

/// Which Pods the sentences about their changes name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PodNames {
    /// None: there is one Pod only.
    None,
    /// All but this one.
    Others(Option<PodId>),
    /// All.
    All,
}

/// Tells what happened in a run.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The commands of the run.
    pub commands: &'a [(SimTime, Command)],
    /// Returns who gave the command of that number.
    pub actor: &'a dyn Fn(u32) -> Actor,
    /// Which Pods are named.
    pub pods: PodNames,
}

impl Teller<'_> {
    /// Returns a sentence about what happened. Where a command changed a spec, it is what was done.
    pub fn sentence(&self, change: &Change) -> String {
        let text = match self.act_of(change) {
            Some((actor, command)) => act(actor, command),
            None => changes::change(change),
        };
        self.named(change, text)
    }

    /// Puts the name of the Pod before what is said of it, if it is to be named.
    fn named(&self, change: &Change, text: String) -> String {
        let is_named = match self.pods {
            PodNames::None => false,
            PodNames::Others(pod) => change.pod.is_some() && change.pod != pod,
            PodNames::All => true,
        };
        match change.object.named(ResourceKind::Pod).filter(|_| is_named) {
            Some(pod) => text::change_of(pod, text),
            None => text,
        }
    }

    /// Returns the command that a change of a spec or of the environment came from, and who gave it.
    fn act_of(&self, change: &Change) -> Option<(Actor, &Command)> {
        let (number, command) = self.command(change)?;
        let is_act = matches!(change.fact, Fact::Spec | Fact::World(_))
            || matches!(change.fact, Fact::Field { old: Some(_), .. })
                && matches!(command, Command::Scale { .. });
        is_act.then(|| ((self.actor)(number), command))
    }

    /// Returns the command that a change came from directly, and its number.
    fn command(&self, change: &Change) -> Option<(u32, &Command)> {
        let Cause::Command(number) = change.cause else { return None };
        Some((number, &self.commands.get(number as usize)?.1))
    }
}

/// Returns the short answer to why a change happened, in one sentence: what happened, what decided it, and what goes on because of it;
/// after it what set that off. `None` when the change came directly from an act.
pub fn conclusion(
    why: &Explanation<'_>,
    root: Option<&Root>,
    goes_on: Option<&GoesOn>,
    teller: &Teller<'_>,
) -> Option<String> {
    let (first, because) = (why.first()?, why.because?);
    let effect = clauses::clause(first).map(capitalized);
    let answer = match (effect, teller.act_of(because), cause(why, because, root, goes_on)) {
        (Some(effect), _, Some(cause)) if root.is_some() => text::why_sentence(cause, effect),
        (Some(effect), Some((Actor::You, command)), _) => {
            text::why_sentence_you(commands::command(command), effect)
        }
        (Some(effect), Some((Actor::Scene, command)), _) => {
            text::why_sentence_scene(commands::command(command), effect)
        }
        (Some(effect), None, Some(cause))
            if because.object == first.object || because.pod.is_none() =>
        {
            text::why_sentence(cause, effect)
        }
        _ => text::why_because(teller.sentence(because)),
    };
    let answer = teller.named(first, answer);
    Some(match why.origin {
        Some(origin) => format!("{answer} {}", text::why_origin(teller.sentence(origin))),
        None => answer,
    })
}

/// Returns what decided as a clause: how many times it happened, and what goes on because of it.
fn cause(
    why: &Explanation<'_>,
    because: &Change,
    root: Option<&Root>,
    goes_on: Option<&GoesOn>,
) -> Option<String> {
    let clause = match root {
        Some(root) => clauses::root(root),
        None => clauses::clause(because)?,
    };
    let clause = match goes_on {
        _ if root.is_some() => clause,
        Some(GoesOn::Retry(Some(missing))) => {
            why.of_container().and_then(|it| clauses::missing(it, missing)).unwrap_or(clause)
        }
        Some(GoesOn::BackOff(_) | GoesOn::Restart | GoesOn::Pull | GoesOn::Retry(None)) | None => {
            counted(clause, why.times)
        }
    };
    Some(match goes_on {
        None => clause,
        Some(GoesOn::BackOff(window)) => text::why_waits(clause, short(*window)),
        Some(GoesOn::Restart) => text::why_restarts(clause),
        Some(GoesOn::Pull) => text::why_pulls(clause),
        Some(GoesOn::Retry(_)) => text::why_retries(clause),
    })
}

/// Returns a clause that says how many times it is so.
fn counted(cause: String, times: usize) -> String {
    match times {
        0 | 1 => cause,
        2 => text::why_time_2(cause),
        3 => text::why_time_3(cause),
        4 => text::why_time_4(cause),
        5 => text::why_time_5(cause),
        6 => text::why_time_6(cause),
        7 => text::why_time_7(cause),
        8 => text::why_time_8(cause),
        9 => text::why_time_9(cause),
        10 => text::why_time_10(cause),
        more => text::why_time_more(cause, more),
    }
}

/// Returns a clause as the beginning of a sentence.
fn capitalized(clause: String) -> String {
    let mut letters = clause.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => clause,
    }
}

/// Returns what stands for steps that happened before in the same way.
pub fn again(times: usize) -> String {
    match times {
        1 => text::why_again_once().to_owned(),
        times => text::why_again(times),
    }
}

/// Returns the long answer to why a change happened, latest first, with the act that it came from at its end.
pub fn chain(why: &Explanation<'_>, teller: &Teller<'_>) -> Vec<ToldStep> {
    let mut steps: Vec<ToldStep> = Vec::new();
    for (at, step) in why.steps.iter().enumerate() {
        steps.push(match step {
            Step::Once(change) => ToldStep {
                time: change.time,
                text: teller.sentence(change),
                rule: Some(change.rule).filter(|_| !why.repeats_rule(at)),
                change: Some(change.number),
            },
            Step::Again { times, changes } => ToldStep {
                time: changes.last().map_or(SimTime::ZERO, |first| first.time),
                text: again(*times),
                rule: None,
                change: None,
            },
        });
    }
    let root = why.last().and_then(|last| teller.command(last));
    let (time, text) = match root {
        Some((number, command)) => {
            let time = teller.commands[number as usize].0;
            (time, act((teller.actor)(number), command))
        }
        None => (SimTime::ZERO, start()),
    };
    // A change that is told as the act that it came from is the end.
    if steps.last().is_none_or(|last| last.text != text) {
        steps.push(ToldStep { time, text, rule: None, change: None });
    }
    steps
}

/// Returns an act with the one who acted.
pub fn act(actor: Actor, command: &Command) -> String {
    let act = commands::command(command);
    match actor {
        Actor::You => text::act_you(act),
        Actor::Scene => text::act_scene(act),
    }
}

/// Returns the end of a chain that began with the simulation itself.
pub fn start() -> String {
    text::act_start().to_owned()
}
