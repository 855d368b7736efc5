//! Sentences about acts. They begin after the name of the one who acts: `let *app* exit with code 1`.

use crate::messages::Messages;
use crate::time;
use podlab::api::node::in_words;
use podlab::api::{ObjectRef, ResourceKind};
use podlab::cluster::command::{Command, CreatedSubresource, NamedPatch, NodeFault, Subresource};
use podlab::cluster::plan::{Answer, Registry, Rule, Server};

/// Returns a sentence about an act, without the name of the one who acts.
pub fn command(m: &Messages, command: &Command) -> String {
    let named = |key: &str, name: &str| m.fill(key, &[("name", name)]);
    let about = |key: &str, object: &ObjectRef, more: &[(&str, &str)]| {
        m.fill(key, &[&[("kind", object.kind.as_str()), ("name", &*object.name)], more].concat())
    };
    match command {
        Command::Create(resource) => {
            let kind = ("kind", resource.kind());
            m.fill("command.create", &[kind, ("name", &resource.metadata().name)])
        }
        Command::CreateSubresource { object, subresource: CreatedSubresource::Eviction } => {
            named("command.evict", &object.name)
        }
        Command::Patch { object, subresource, .. } => {
            match (NamedPatch::of(command), subresource) {
                (Some(patch), _) => named_patch(m, patch),
                (None, Some(Subresource::Resize)) => named("kubelet.command.resize", &object.name),
                (None, Some(Subresource::EphemeralContainers)) => {
                    named("command.change.ephemeral", &object.name)
                }
                (None, Some(Subresource::Status)) if object.kind == ResourceKind::Pod => {
                    named("command.change.conditions", &object.name)
                }
                (None, Some(Subresource::Status)) => about("command.change.status", object, &[]),
                (None, None) if object.kind == ResourceKind::Pod => {
                    named("command.change.pod", &object.name)
                }
                (None, None) => about("command.change", object, &[]),
            }
        }
        Command::Delete { object, .. } if object.kind == ResourceKind::Node => {
            m.fill("node.command.delete", &[("node", &object.name)])
        }
        Command::Delete { object, options } => match options.grace_period_seconds {
            _ if object.kind != ResourceKind::Pod => about("command.delete", object, &[]),
            Some(0) => about("command.delete.force", object, &[]),
            Some(seconds) => {
                about("command.delete.grace", object, &[("seconds", &seconds.to_string())])
            }
            None => about("command.delete", object, &[]),
        },
        Command::Scale { object, replicas } => {
            about("command.scale", object, &[("replicas", &replicas.to_string())])
        }
        Command::RolloutUndo { object, .. } => about("command.undo", object, &[]),
        Command::RolloutRestart { object } => about("command.restart", object, &[]),
        Command::RolloutPause { object, paused } => {
            about(if *paused { "command.pause" } else { "command.resume" }, object, &[])
        }
        Command::Kubectl { line, .. } => m.fill("command.kubectl", &[("line", &unmarked(line))]),
        Command::Cordon { node, unschedulable } => {
            let key = if *unschedulable { "command.cordon" } else { "command.uncordon" };
            m.fill(key, &[("node", node)])
        }
        Command::DisturbNode { .. }
        | Command::TaintNode { .. }
        | Command::PutManifest { .. }
        | Command::RemoveManifest { .. }
        | Command::ShutDownNode { .. }
        | Command::ConsumeNodeResource { .. }
        | Command::DrainNode { .. } => of_node(m, command),
        Command::Plan(rule) => plan(m, rule),
        Command::Registry(image, Registry { error, delay, inspect_error }) => {
            let key = match error.as_str() {
                _ if !inspect_error.is_empty() => "command.registry.inspect",
                "" if *delay > 2000 => "command.registry.slow",
                "" => "command.registry.well",
                _ => "command.registry.fail",
            };
            m.fill(key, &[("image", &unmarked(image))])
        }
        Command::HttpServer(Some(Server::Answers(answer))) if !answer.location.is_empty() => {
            m.fill("command.servers.redirect", &[("location", &unmarked(&answer.location))])
        }
        Command::HttpServer(Some(Server::Answers(answer))) if answer.delay > 0 => {
            m.fill("command.servers.late", &[("time", &time::short(m, answer.delay))])
        }
        Command::HttpServer(_) | Command::TcpServer(_) => m.say("command.servers"),
        Command::Exit { container, reason, .. } if *reason == "OOMKilled" => {
            m.fill("command.oom", &[("container", container)])
        }
        Command::Exit { container, code, .. } => {
            m.fill("command.exit", &[("container", container), ("code", &code.to_string())])
        }
        Command::ChildOom { container, .. } => {
            m.fill("command.oom.child", &[("container", container)])
        }
        Command::KillSandbox { .. } => m.say("command.sandbox"),
        Command::StopSignal { image, signal } => {
            m.fill("command.image.signal", &[("image", &unmarked(image)), ("signal", signal)])
        }
        Command::Image { image, present } => {
            let key = if *present { "command.image.put" } else { "command.image.take" };
            m.fill(key, &[("image", &unmarked(image))])
        }
    }
}

/// Returns a sentence about a patch that has a name of its own.
fn named_patch(m: &Messages, patch: NamedPatch<'_>) -> String {
    match patch {
        NamedPatch::LabelNode { node, key, .. } => {
            m.fill("command.label", &[("key", key), ("node", node)])
        }
        NamedPatch::SetCondition { condition, status, .. } => {
            m.fill("command.condition", &[("condition", condition), ("status", status.as_str())])
        }
        NamedPatch::RemoveCondition { condition, .. } => {
            m.fill("command.condition.remove", &[("condition", condition)])
        }
        NamedPatch::Debug { container, .. } => m.fill("command.debug", &[("container", container)]),
    }
}

/// Returns a sentence about an act on a node.
fn of_node(m: &Messages, command: &Command) -> String {
    let key = match command {
        Command::DisturbNode { fault: NodeFault::CutOff, .. } => "node.command.cut-off",
        Command::DisturbNode { fault: NodeFault::Reconnect, .. } => "node.command.reconnect",
        Command::DisturbNode { fault: NodeFault::PowerOff, .. } => "node.command.power-off",
        Command::DisturbNode { fault: NodeFault::PowerOn, .. } => "node.command.power-on",
        Command::DisturbNode { fault: NodeFault::FailDisk, .. } => "node.command.fail-disk",
        Command::DisturbNode { fault: NodeFault::Crash, .. } => "node.command.crash",
        Command::DisturbNode { fault: NodeFault::RestartKubelet, .. } => "kubelet.command.restart",
        Command::PutManifest { .. } => "kubelet.command.static",
        Command::RemoveManifest { .. } => "kubelet.command.static.remove",
        Command::DisturbNode { fault: NodeFault::StopRuntime, .. } => "node.command.stop-runtime",
        Command::DisturbNode { fault: NodeFault::StartRuntime, .. } => "node.command.start-runtime",
        Command::DisturbNode { fault: NodeFault::StopPlugin, .. } => "node.command.stop-plugin",
        Command::DisturbNode { fault: NodeFault::StartPlugin, .. } => "node.command.start-plugin",
        Command::DisturbNode { fault: NodeFault::DisableAppArmor, .. } => {
            "node.command.no-apparmor"
        }
        Command::DisturbNode { fault: NodeFault::EnableAppArmor, .. } => "node.command.apparmor",
        Command::ShutDownNode { .. } => "node.command.shut-down",
        Command::ConsumeNodeResource { available: Some(_), .. } => "node.command.press",
        Command::ConsumeNodeResource { .. } => "node.command.relieve",
        Command::TaintNode { present: true, .. } => "node.command.taint",
        Command::TaintNode { .. } => "node.command.untaint",
        _ => "node.command.drain",
    };
    let taint = match command {
        Command::TaintNode { taint, .. } => unmarked(&in_words(taint)),
        Command::ConsumeNodeResource { signal, .. } => signal.condition().to_owned(),
        _ => String::new(),
    };
    let object = command.object();
    let node = object.rsplit('/').next().unwrap_or_default();
    let name = match command {
        Command::PutManifest { manifest, .. } => &manifest.metadata.name,
        Command::RemoveManifest { name, .. } => name,
        _ => "",
    };
    m.fill(key, &[("node", node), ("taint", &taint), ("name", name), ("what", &taint)])
}

/// Replaces the asterisks of a pattern, which would mark a name here.
fn unmarked(pattern: &str) -> String {
    pattern.replace('*', "…")
}

fn plan(m: &Messages, rule: &Rule) -> String {
    let pattern = unmarked(&rule.container);
    let container = ("container", pattern.as_str());
    if let Some((check, answer)) = rule.answers.last() {
        let key = match answer {
            Some(Answer::Success) => "command.answer.success",
            Some(Answer::Failure) => "command.answer.failure",
            Some(Answer::Timeout) => "command.answer.timeout",
            Some(Answer::Error) => "command.answer.error",
            Some(Answer::Slow(_)) => "command.answer.slow",
            None => "command.answer.program",
        };
        let check = m.say(&format!("check.{}", check.as_str()));
        return m.fill(key, &[("check", &check), container]);
    }
    let key = match (&rule.stop, &rule.start_error) {
        (Some(stop), _) if stop.after.is_none() => "command.plan.stop.ignore",
        (Some(_), _) => "command.plan.stop",
        (None, Some(error)) if error.is_empty() => "command.plan.start",
        (None, Some(_)) => "command.plan.start.fail",
        (None, None) => "command.plan",
    };
    m.fill(key, &[container])
}
