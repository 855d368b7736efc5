//! Chains of causes, from a change down to the act it came from.

use crate::messages::Messages;
use crate::{changes, commands};
use podlab::base::time::SimTime;
use podlab::cluster::change::{Cause, Change};
use podlab::cluster::command::Command;
use podlab::questions::manifest_line::ManifestLine;
use podlab::rules::Rule;

/// The line of a manifest that a rule goes by.
pub fn line(m: &Messages, line: &ManifestLine) -> String {
    let key = if line.is_written { "why.line" } else { "why.line.default" };
    m.fill(key, &[("line", &format!("{}: {}", line.path, line.value))])
}

/// Who acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The learner.
    You,
    /// The script, or the manifests a run began with.
    Scene,
}

/// A step of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// When.
    pub time: SimTime,
    /// What happened.
    pub text: String,
    /// The rule by which it happened; none for the act at the end.
    pub rule: Option<Rule>,
    /// The change it tells of; none for the act at the end.
    pub change: Option<u64>,
}

/// The chain of a change, latest first, with the act it came from at its end. `causes` is the change and what led to
/// it, latest first; `actor` tells who gave a command. Two steps that say the same are one.
pub fn chain(
    m: &Messages,
    causes: &[&Change],
    commands: &[(SimTime, Command)],
    actor: &dyn Fn(u32) -> Actor,
) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut before: Option<&Change> = None;
    for change in causes {
        let same = |last: &Change| last.subject == change.subject && last.time == change.time;
        if !before.is_some_and(same) {
            let (mut text, rule) = (changes::change(m, change), Some(change.rule));
            // What happened to another Pod than the one that is asked about says so.
            let is_other =
                change.pod.is_some() && causes.first().is_some_and(|c| c.pod != change.pod);
            if let Some(pod) = change.object.strip_prefix("Pod/").filter(|_| is_other) {
                text = m.fill("change.of", &[("pod", pod), ("text", &text)]);
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
            Step { time, text: act(m, actor(number), command), rule: None, change: None }
        }
        None => Step { time: SimTime::ZERO, text: start(m), rule: None, change: None },
    });
    steps
}

/// An act with who did it.
pub fn act(m: &Messages, actor: Actor, command: &Command) -> String {
    let key = match actor {
        Actor::You => "act.you",
        Actor::Scene => "act.scene",
    };
    m.fill(key, &[("act", &commands::command(m, command))])
}

/// What stands at the end of a chain that began with the simulation itself.
pub fn start(m: &Messages) -> String {
    m.say("act.start")
}

/// That so many steps of a chain are left out.
pub fn earlier(m: &Messages, count: usize) -> String {
    m.fill("why.earlier", &[("count", &count.to_string())])
}
