//! Sentences about what is stuck, and about what helps.

use crate::{clock, commands, listed, text};
use podlab::api::ResourceKind;
use podlab::cluster::command::{Command, NamedPatch, NodeFault};
use podlab::cluster::plan::Answer;
use podlab::manifest::node::Node;
use podlab::questions::stuck::{Horizon, Stuck};

/// Returns a sentence that says for how long something stays stuck.
pub fn stuck(stuck: &Stuck) -> String {
    match stuck.horizon {
        Horizon::Until(time) => text::stuck_until(clock(time)),
        Horizon::Ever if stuck.goal.recurs() => text::stuck_again().to_owned(),
        Horizon::Ever => text::stuck_ever().to_owned(),
    }
}

/// Returns what something that is stuck is called: what comes back again and again is a loop.
pub fn stuck_title(stuck: &Stuck) -> &'static str {
    if stuck.goal.recurs() { text::stuck_loop() } else { text::stuck_title() }
}

/// Returns what a person is told to do, such as *Delete the Pod web-2*. The steps come one after the other; one that is the same for
/// several objects is told once and names them all.
pub fn remedy(commands: &[Command]) -> String {
    let mut steps: Vec<Vec<&Command>> = Vec::new();
    for command in commands {
        match steps.iter_mut().find(|step| are_alike(step[0], command)) {
            Some(step) if step.contains(&command) => {}
            Some(step) => step.push(command),
            None => steps.push(vec![command]),
        }
    }
    let join = |first: String, then: String| text::stuck_then(first, then);
    steps.iter().map(|step| step_sentence(step)).reduce(join).unwrap_or_default()
}

/// Returns what acts can cost, if they can cost anything.
pub fn caution(commands: &[Command]) -> Option<String> {
    let mut cautions: Vec<&str> = Vec::new();
    for command in commands {
        // No other command that the engine tries destroys anything.
        let caution = if let Command::Delete { object, options } = command
            && object.kind == ResourceKind::Pod
            && options.grace_period_seconds == Some(0)
        {
            text::caution_force()
        } else if let Command::Delete { object, .. } = command
            && object.kind == ResourceKind::PodDisruptionBudget
        {
            text::caution_budget()
        } else if let Command::Patch { patch, .. } = command
            && removes_finalizers(patch)
        {
            text::caution_finalizers()
        } else {
            continue;
        };
        if !cautions.contains(&caution) {
            cautions.push(caution);
        }
    }
    (!cautions.is_empty()).then(|| cautions.join(" "))
}

/// Returns whether two commands do the same, each to an object of its own.
fn are_alike(one: &Command, other: &Command) -> bool {
    one == other
        || (object(one).is_some()
            && object(other).is_some()
            && sentence(one, "") == sentence(other, ""))
}

/// Returns the sentence about a step that is done to one object or to several.
fn step_sentence(step: &[&Command]) -> String {
    let objects: Vec<String> = step.iter().filter_map(|command| object(command)).collect();
    let objects = listed(&objects);
    let what = sentence(step[0], &objects);
    if step.len() > 1 && !names_object(step[0]) { text::remedy_in(objects, what) } else { what }
}

/// Returns whether the sentence about a command names the object that it is done to. The others name a container or a condition
/// of a Pod.
fn names_object(command: &Command) -> bool {
    match command {
        Command::Plan(_) | Command::Exit { .. } => false,
        Command::Patch { .. } => {
            !matches!(NamedPatch::of(command), Some(NamedPatch::SetCondition { .. }))
        }
        Command::Create(_)
        | Command::CreateSubresource { .. }
        | Command::Delete { .. }
        | Command::Scale { .. }
        | Command::RolloutUndo { .. }
        | Command::RolloutRestart { .. }
        | Command::RolloutPause { .. }
        | Command::Kubectl { .. }
        | Command::Cordon { .. }
        | Command::DisturbNode { .. }
        | Command::ShutDownNode { .. }
        | Command::ConsumeNodeResource { .. }
        | Command::TaintNode { .. }
        | Command::DrainNode { .. }
        | Command::PutManifest { .. }
        | Command::RemoveManifest { .. }
        | Command::Registry(..)
        | Command::HttpServer(_)
        | Command::TcpServer(_)
        | Command::ChildOom { .. }
        | Command::KillSandbox { .. }
        | Command::StopSignal { .. }
        | Command::Image { .. } => true,
    }
}

/// Returns the object that a command is done to, as the sentence about the command names it.
fn object(command: &Command) -> Option<String> {
    let name = |name: &str| format!("*{name}*");
    Some(match command {
        Command::Delete { object, .. }
        | Command::RolloutUndo { object, .. }
        | Command::RolloutRestart { object }
        | Command::RolloutPause { object, .. } => {
            text::remedy_object(object.kind.as_str(), &object.name)
        }
        Command::Create(resource) => {
            text::remedy_object(resource.kind(), &resource.metadata().name)
        }
        Command::Cordon { node, .. } | Command::DisturbNode { node, .. } => name(node),
        Command::Exit { pod, .. } => name(pod),
        Command::Plan(rule) => name(&rule.pod),
        Command::Patch { object, patch, .. } if removes_finalizers(patch) => {
            text::remedy_object(object.kind.as_str(), &object.name)
        }
        Command::Patch { object, .. } => name(&object.name),
        Command::CreateSubresource { .. }
        | Command::Scale { .. }
        | Command::Kubectl { .. }
        | Command::ShutDownNode { .. }
        | Command::ConsumeNodeResource { .. }
        | Command::TaintNode { .. }
        | Command::DrainNode { .. }
        | Command::PutManifest { .. }
        | Command::RemoveManifest { .. }
        | Command::Registry(..)
        | Command::HttpServer(_)
        | Command::TcpServer(_)
        | Command::ChildOom { .. }
        | Command::KillSandbox { .. }
        | Command::StopSignal { .. }
        | Command::Image { .. } => return None,
    })
}

fn removes_finalizers(patch: &Node) -> bool {
    patch.get("metadata").is_some_and(|part| part.get("finalizers").is_some())
}

/// Tells what a command does to these objects.
fn sentence(command: &Command, objects: &str) -> String {
    match command {
        Command::Delete { options, .. } if options.grace_period_seconds == Some(0) => {
            text::remedy_delete_force(objects)
        }
        Command::Delete { .. } => text::remedy_delete(objects),
        Command::RolloutUndo { .. } => text::remedy_undo(objects),
        Command::RolloutRestart { .. } => text::remedy_restart(objects),
        Command::RolloutPause { paused: false, .. } => text::remedy_resume(objects),
        Command::Create(_) => text::remedy_create(objects),
        Command::Cordon { unschedulable: false, .. } => text::remedy_uncordon(objects),
        Command::DisturbNode { fault: NodeFault::Reconnect, .. } => text::remedy_reconnect(objects),
        Command::DisturbNode { fault: NodeFault::PowerOn, .. } => text::remedy_power_on(objects),
        Command::DisturbNode { fault: NodeFault::StartRuntime, .. } => {
            text::remedy_runtime(objects)
        }
        Command::DisturbNode { fault: NodeFault::StartPlugin, .. } => text::remedy_plugin(objects),
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
        Command::Patch { object, patch, .. } => {
            let named = NamedPatch::of(command);
            if let Some(NamedPatch::LabelNode { key, value: Some(value), .. }) = named {
                text::remedy_label(format!("{key}={value}"), objects)
            } else if let Some(NamedPatch::SetCondition { condition, status, .. }) = named {
                text::remedy_condition(condition, status.as_str())
            } else if removes_finalizers(patch) {
                text::remedy_finalizers(objects)
            } else if object.kind == ResourceKind::Pod {
                text::remedy_gates(objects)
            } else {
                text::act_you(commands::command(command))
            }
        }
        // No remedy that the engine tries is any other command.
        Command::CreateSubresource { .. }
        | Command::Scale { .. }
        | Command::RolloutPause { .. }
        | Command::Kubectl { .. }
        | Command::Cordon { .. }
        | Command::DisturbNode { .. }
        | Command::ShutDownNode { .. }
        | Command::ConsumeNodeResource { .. }
        | Command::TaintNode { .. }
        | Command::DrainNode { .. }
        | Command::PutManifest { .. }
        | Command::RemoveManifest { .. }
        | Command::Registry(..)
        | Command::HttpServer(_)
        | Command::TcpServer(_)
        | Command::ChildOom { .. }
        | Command::KillSandbox { .. }
        | Command::StopSignal { .. }
        | Command::Image { .. } => text::act_you(commands::command(command)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use podlab::api::ObjectRef;
    use podlab::cluster::plan::{Run, RuntimeRule};
    use podlab::manifest::node::Value;

    fn delete(name: &str, grace: Option<i64>) -> Command {
        Command::delete_pod("default", name.to_owned(), grace)
    }

    fn keep_running(pod: &str) -> Command {
        let (pod, container) = (pod.to_owned().into(), "app".into());
        Command::Plan(RuntimeRule {
            pod,
            container,
            plan: Some(vec![Run::default()]),
            ..RuntimeRule::default()
        })
    }

    fn object(kind: ResourceKind, name: &str) -> ObjectRef {
        ObjectRef::new(kind, "default", name.to_owned())
    }

    fn without_finalizers(name: &str) -> Command {
        let patch = Node::map([(
            "metadata".into(),
            Node::map([("finalizers".into(), Value::Null.into())]),
        )]);
        Command::patch(object(ResourceKind::Pod, name), patch)
    }

    #[test]
    fn a_step_for_several_objects_names_them_all() {
        let undo = Command::RolloutUndo {
            object: object(ResourceKind::StatefulSet, "web"),
            to_revision: None,
        };
        assert_eq!(remedy(&[delete("web-1", None)]), "Delete the Pod *web-1*");
        assert_eq!(
            remedy(&[undo, delete("web-1", None), delete("web-2", None)]),
            "Roll back the StatefulSet *web*, then: Delete the Pod *web-1* and the Pod *web-2*"
        );
        assert_eq!(remedy(&[keep_running("web-0")]), "Make the program of *app* keep running");
        assert_eq!(
            remedy(&["web-0", "web-1", "web-2"].map(keep_running)),
            "Make the program of *app* keep running in *web-0*, *web-1* and *web-2*"
        );
        assert_eq!(
            remedy(&[without_finalizers("a"), without_finalizers("b"), without_finalizers("a")]),
            "Remove the finalizers of the Pod *a* and the Pod *b*"
        );
    }

    #[test]
    fn acts_that_can_cost_something_are_told_with_a_caution() {
        assert_eq!(caution(&[delete("web-1", None), keep_running("web-1")]), None);
        let force =
            caution(&[delete("web-1", Some(0)), delete("web-2", Some(0))]).expect("it costs");
        assert!(force.starts_with("The node may still run the Pod"), "{force}");
        assert_eq!(force.matches("The node").count(), 1);
        let budget = Command::delete(object(ResourceKind::PodDisruptionBudget, "web"));
        let both = caution(&[budget, without_finalizers("a")]).expect("both cost");
        assert!(both.contains("evicted at the same time. What the finalizer"), "{both}");
    }
}
