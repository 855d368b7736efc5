//! Chains of causes, from a change back to the act that it came from.

use crate::text;
use crate::{changes, commands};
use podlab::api::ResourceKind;
use podlab::base::time::SimTime;
use podlab::cluster::change::{Cause, Change};
use podlab::cluster::command::Command;
use podlab::cluster::world::PodId;
use podlab::questions::explanation::{Explanation, Step};
use podlab::questions::manifest_line::ManifestLine;
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
    /// The rule of the change; `None` for the act at the end, and for steps that are folded.
    pub rule: Option<Rule>,
    /// The number of the change; `None` where there is no rule.
    pub change: Option<u64>,
}

/// Returns the short answer to why a change happened: what decided it, and what set that off. `told` says what happened in a change.
pub fn conclusion(why: &Explanation<'_>, told: &dyn Fn(&Change) -> String) -> Option<String> {
    let because = told(why.because?);
    let answer = match why.times {
        0 | 1 => text::why_because(because),
        times => text::why_because_times(because, times),
    };
    Some(match why.origin {
        Some(origin) => format!("{answer} {}", text::why_origin(told(origin))),
        None => answer,
    })
}

/// Returns what stands for steps that happened before in the same way.
pub fn again(times: usize) -> String {
    match times {
        1 => text::why_again_once().to_owned(),
        times => text::why_again(times),
    }
}

/// Returns what happened in a change, with the name of its Pod when that is another one than `pod`.
pub fn of_another(change: &Change, pod: Option<PodId>) -> String {
    let text = changes::change(change);
    let is_other = change.pod.is_some() && change.pod != pod;
    match change.object.named(ResourceKind::Pod).filter(|_| is_other) {
        Some(pod) => text::change_of(pod, text),
        None => text,
    }
}

/// Returns the long answer to why a change happened, latest first, with the act that it came from at its end. `actor` says who gave a
/// command.
pub fn chain(
    why: &Explanation<'_>,
    commands: &[(SimTime, Command)],
    actor: &dyn Fn(u32) -> Actor,
) -> Vec<ToldStep> {
    let pod = why.first().and_then(|first| first.pod);
    let mut steps: Vec<ToldStep> = Vec::new();
    for step in &why.steps {
        steps.push(match step {
            Step::Once(change) => ToldStep {
                time: change.time,
                text: of_another(change, pod),
                rule: Some(change.rule),
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
    let root = match why.cause() {
        Some(Cause::Command(number)) => {
            commands.get(number as usize).map(|(time, command)| (*time, number, command))
        }
        Some(Cause::Start | Cause::Change(_)) | None => None,
    };
    steps.push(match root {
        Some((time, number, command)) => {
            ToldStep { time, text: act(actor(number), command), rule: None, change: None }
        }
        None => ToldStep { time: SimTime::ZERO, text: start(), rule: None, change: None },
    });
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
