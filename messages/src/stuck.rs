//! Sentences about what is stuck, and about what helps.

use crate::{clock, commands, text};
use podlab::api::ResourceKind;
use podlab::cluster::command::{Command, NamedPatch, NodeFault};
use podlab::cluster::plan::Answer;
use podlab::questions::stuck::{Horizon, Stuck};

/// Returns a sentence that says for how long something stays stuck.
pub fn stuck(stuck: &Stuck) -> String {
    match stuck.horizon {
        Horizon::Until(time) => text::stuck_until(clock(time)),
        Horizon::Ever if stuck.goal.recurs() => text::stuck_again().to_owned(),
        Horizon::Ever => text::stuck_ever().to_owned(),
    }
}

/// Returns what a person is told to do, such as *Delete the Pod web-2*; the commands come one after the other.
pub fn remedy(commands: &[Command]) -> String {
    let mut steps: Vec<String> = commands.iter().map(step).collect();
    steps.dedup();
    let join = |first: String, then: String| text::stuck_then(first, then);
    steps.into_iter().reduce(join).unwrap_or_default()
}

fn step(command: &Command) -> String {
    match command {
        Command::Delete { object, options } => {
            let (kind, name) = (object.kind.as_str(), &object.name);
            match options.grace_period_seconds {
                Some(0) => text::remedy_delete_force(kind, name),
                Some(_) | None => text::remedy_delete(kind, name),
            }
        }
        Command::RolloutUndo { object, .. } => {
            text::remedy_undo(object.kind.as_str(), &object.name)
        }
        Command::RolloutRestart { object } => {
            text::remedy_restart(object.kind.as_str(), &object.name)
        }
        Command::RolloutPause { object, paused: false } => {
            text::remedy_resume(object.kind.as_str(), &object.name)
        }
        Command::Create(resource) => {
            text::remedy_create(resource.kind(), &resource.metadata().name)
        }
        Command::Cordon { node, unschedulable: false } => text::remedy_uncordon(node),
        Command::DisturbNode { node, fault: NodeFault::Reconnect } => text::remedy_reconnect(node),
        Command::DisturbNode { node, fault: NodeFault::PowerOn } => text::remedy_power_on(node),
        Command::DisturbNode { node, fault: NodeFault::StartRuntime } => text::remedy_runtime(node),
        Command::DisturbNode { node, fault: NodeFault::StartPlugin } => text::remedy_plugin(node),
        Command::Registry(image, registry) if registry.error.is_empty() => {
            text::remedy_image(image)
        }
        Command::Exit { container, code, .. } => text::remedy_exit(code, container),
        Command::Plan(rule) => match rule.answers.as_slice() {
            [(check, Some(Answer::Success))] => {
                text::remedy_answer(commands::check(*check), &rule.container)
            }
            _ if rule.plan.is_some() => text::remedy_run(&rule.container),
            _ => text::remedy_start(&rule.container),
        },
        Command::Patch { object, patch, .. } => match NamedPatch::of(command) {
            Some(NamedPatch::LabelNode { node, key, value: Some(value) }) => {
                text::remedy_label(format!("{key}={value}"), node)
            }
            Some(NamedPatch::SetCondition { condition, status, .. }) => {
                text::remedy_condition(condition, status.as_str())
            }
            _ if patch.get("metadata").is_some_and(|part| part.get("finalizers").is_some()) => {
                text::remedy_finalizers(object.kind.as_str(), &object.name)
            }
            _ if object.kind == ResourceKind::Pod => text::remedy_gates(&object.name),
            _ => text::act_you(commands::command(command)),
        },
        // No remedy that the engine tries is any other command.
        _ => text::act_you(commands::command(command)),
    }
}
