//! Chains of causes, from a change back to the act that it came from.

use crate::text;
use crate::{changes, commands};
use podlab::api::ResourceKind;
use podlab::base::time::SimTime;
use podlab::cluster::change::{Cause, Change};
use podlab::cluster::command::Command;
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
pub struct Step {
    /// The time of the step.
    pub time: SimTime,
    /// The sentence about what happened.
    pub text: String,
    /// The rule of the change; `None` for the act at the end.
    pub rule: Option<Rule>,
    /// The number of the change; `None` for the act at the end.
    pub change: Option<u64>,
}

/// Returns the chain of a change, latest first, with the act that it came from at its end. `causes` holds the change
/// and what led to it, latest first; `actor` says who gave a command. Two steps that say the same become one.
pub fn chain(
    causes: &[&Change],
    commands: &[(SimTime, Command)],
    actor: &dyn Fn(u32) -> Actor,
) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut before: Option<&Change> = None;
    for change in causes {
        let same =
            |last: &Change| last.fact.part() == change.fact.part() && last.time == change.time;
        if !before.is_some_and(same) {
            let (mut text, rule) = (changes::change(change), Some(change.rule));
            // A change of another Pod says so.
            let is_other =
                change.pod.is_some() && causes.first().is_some_and(|c| c.pod != change.pod);
            if let Some(pod) = change.object.named(ResourceKind::Pod).filter(|_| is_other) {
                text = text::change_of(pod, text);
            }
            steps.push(Step { time: change.time, text, rule, change: Some(change.number) });
        }
        before = Some(change);
    }
    let root = match causes.last().map(|last| last.cause) {
        Some(Cause::Command(number)) => {
            commands.get(number as usize).map(|(time, command)| (*time, number, command))
        }
        Some(Cause::Start | Cause::Change(_)) | None => None,
    };
    steps.push(match root {
        Some((time, number, command)) => {
            Step { time, text: act(actor(number), command), rule: None, change: None }
        }
        None => Step { time: SimTime::ZERO, text: start(), rule: None, change: None },
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

/// Returns that this many steps of a chain are left out.
pub fn earlier(count: usize) -> String {
    text::why_earlier(count)
}
