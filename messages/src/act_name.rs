//! What acts are called in a few words, such as *Delete web-1*: so are branches that they begin.

use crate::{changes, clock, commands, text};
use podlab::api::Resource;
use podlab::cluster::command::{
    Command, CreatedSubresource, NamedPatch, NodeFault, SpecPatch, Subresource,
};
use podlab::cluster::plan::{Answer, Registry, RuntimeRule};
use podlab::cluster::pressure::EvictionSignal;
use podlab::timeline::history::{Branch, PlannedAct};
use std::fmt::Display;

/// Returns what the commands of an act are called together, in a few words.
pub fn act_name(act: &[Command]) -> String {
    match act {
        [Command::Delete { object, .. }, Command::Create(new)]
            if object.name == new.metadata().name =>
        {
            of(text::name_replace(), &object.name)
        }
        _ => act.last().map(name).unwrap_or_default(),
    }
}

/// Returns what a branch of a run is called: the name that people gave it, or else that of [`unnamed_branch`].
pub fn branch_name<'a>(
    all: &'a [Branch],
    branch: &'a Branch,
    own_act: &dyn Fn(&'a Branch) -> Option<&'a PlannedAct>,
) -> String {
    if branch.name.is_empty() {
        unnamed_branch(all, branch, own_act)
    } else {
        branch.name.to_string()
    }
}

/// Returns what a branch is called while it has no name: the act that tells it from the others, with its time where several branches
/// have acts of one name, and its number if there is no such act. `own_act` finds the act.
pub fn unnamed_branch<'a>(
    all: &'a [Branch],
    branch: &'a Branch,
    own_act: &dyn Fn(&'a Branch) -> Option<&'a PlannedAct>,
) -> String {
    let Some(act) = own_act(branch) else {
        return text::branches_number((branch.id + 1).to_string());
    };
    let name = act_name(&act.commands);
    let mut others = all.iter().filter(|other| other.id != branch.id).filter_map(own_act);
    if others.any(|other| act_name(&other.commands) == name) {
        return text::name_at(name, clock(act.time));
    }
    name
}

/// Puts together a word and what it is done to.
fn of(act: &str, object: impl Display) -> String {
    text::name_of(act, object)
}

fn name(command: &Command) -> String {
    match command {
        Command::Create(object) => of(text::name_create(), name_of(object)),
        Command::CreateSubresource { object, subresource } => match subresource {
            CreatedSubresource::Eviction => of(text::fault_evict(), &object.name),
            CreatedSubresource::Binding(node) => text::name_bind(&object.name, node),
        },
        Command::Patch { object, subresource, .. } => patch(command, &object.name, *subresource),
        Command::Delete { object, options } if options.grace_period_seconds == Some(0) => {
            of(text::fault_force(), &object.name)
        }
        Command::Delete { object, .. } => of(text::fault_delete(), &object.name),
        Command::Scale { object, replicas } => text::name_scale(&object.name, replicas),
        Command::RolloutUndo { object, .. } => of(text::do_set_undo(), &object.name),
        Command::RolloutRestart { object } => of(text::do_set_restart(), &object.name),
        Command::RolloutPause { object, paused: true } => of(text::do_set_pause(), &object.name),
        Command::RolloutPause { object, paused: false } => of(text::do_set_resume(), &object.name),
        Command::Kubectl { line, .. } => line.to_string(),
        Command::Cordon { node, unschedulable: true } => of(text::fault_node_cordon(), node),
        Command::Cordon { node, unschedulable: false } => of(text::fault_node_uncordon(), node),
        Command::DisturbNode { node, fault } => of(fault_name(*fault), node),
        Command::ShutDownNode { node, .. } => of(text::fault_node_shutdown(), node),
        Command::ConsumeNodeResource { node, signal, available } => {
            of(consumption(*signal, available.is_some()), node)
        }
        Command::TaintNode { node, present: true, .. } => of(text::name_taint(), node),
        Command::TaintNode { node, present: false, .. } => of(text::name_untaint(), node),
        Command::DrainNode { node, .. } => of(text::fault_node_drain(), node),
        Command::PutManifest { manifest, .. } => {
            of(text::fault_node_static(), &manifest.metadata.name)
        }
        Command::RemoveManifest { name, .. } => of(text::fault_node_unstatic(), name),
        Command::Plan(rule) => plan(rule),
        Command::Registry(image, registry) => {
            text::name_state(format_args!("{} {image}", text::fault_pull()), pull(registry))
        }
        Command::HttpServer(_) | Command::TcpServer(_) => text::name_servers().to_owned(),
        Command::Exit { container, reason, .. } if changes::is_out_of_memory(reason) => {
            of(text::fault_oom(), container)
        }
        Command::Exit { container, code, .. } => of(&text::fault_exit_code(code), container),
        Command::ChildOom { container, .. } => of(text::fault_oom(), container),
        Command::KillSandbox { pod, .. } => of(text::fault_sandbox(), pod),
        Command::StopSignal { image, signal } => text::name_state(image, signal),
        Command::Image { image, present: true } => of(text::name_add(), image),
        Command::Image { image, present: false } => of(text::name_remove(), image),
    }
}

fn name_of(object: &Resource) -> &str {
    &object.metadata().name
}

fn patch(command: &Command, object: &str, subresource: Option<Subresource>) -> String {
    if let Some(patch) = NamedPatch::of(command) {
        return match patch {
            NamedPatch::LabelNode { node, .. } => of(text::name_label(), node),
            NamedPatch::SetCondition { condition, status, .. } => {
                text::name_state(condition, status.as_str())
            }
            NamedPatch::RemoveCondition { condition, .. } => of(text::name_remove(), condition),
            NamedPatch::Debug { container, .. } => of(text::name_add(), container),
        };
    }
    match SpecPatch::of(command) {
        Some(SpecPatch::Image { image, .. }) => text::name_state(object, image),
        Some(SpecPatch::Field { parent, field, value: Some(value) }) => {
            text::name_state(commands::path(parent, field), commands::value(value))
        }
        Some(SpecPatch::Field { parent, field, value: None }) => {
            of(text::name_remove(), commands::path(parent, field))
        }
        Some(SpecPatch::Template) => of(text::name_change(), object),
        None => match subresource {
            Some(Subresource::Resize) => of(text::name_resize(), object),
            Some(Subresource::Status | Subresource::EphemeralContainers | Subresource::Scale)
            | None => of(text::name_change(), object),
        },
    }
}

fn fault_name(fault: NodeFault) -> &'static str {
    match fault {
        NodeFault::CutOff => text::fault_node_cut(),
        NodeFault::Reconnect => text::fault_node_reconnect(),
        NodeFault::PowerOff => text::fault_node_off(),
        NodeFault::PowerOn => text::fault_node_on(),
        NodeFault::FailDisk => text::fault_node_disk(),
        NodeFault::Crash => text::name_crash(),
        NodeFault::RestartKubelet => text::fault_node_kubelet(),
        NodeFault::StopRuntime => text::fault_node_runtime_down(),
        NodeFault::StartRuntime => text::fault_node_runtime_up(),
        NodeFault::StopPlugin => text::fault_node_plugin_down(),
        NodeFault::StartPlugin => text::fault_node_plugin_up(),
        NodeFault::DisableAppArmor => text::name_apparmor_off(),
        NodeFault::EnableAppArmor => text::name_apparmor_on(),
    }
}

fn consumption(signal: EvictionSignal, is_used: bool) -> &'static str {
    match (signal, is_used) {
        (EvictionSignal::Memory, true) => text::fault_node_memory(),
        (EvictionSignal::Memory, false) => text::fault_node_memory_free(),
        (EvictionSignal::Disk, true) => text::fault_node_full(),
        (EvictionSignal::Disk, false) => text::fault_node_full_free(),
        (EvictionSignal::Pids, true) => text::fault_node_pids(),
        (EvictionSignal::Pids, false) => text::fault_node_pids_free(),
    }
}

fn pull(Registry { error, delay, inspect_error }: &Registry) -> &'static str {
    match error.as_str() {
        _ if !inspect_error.is_empty() => text::fault_unreadable(),
        "" if *delay > 2000 => text::fault_slow(),
        "" => text::fault_ok(),
        _ => text::fault_failing(),
    }
}

fn plan(rule: &RuntimeRule) -> String {
    if let Some((check, answer)) = rule.answers.last() {
        let answer = match answer {
            Some(Answer::Success) => text::fault_success(),
            Some(Answer::Failure) => text::fault_failure(),
            Some(Answer::Timeout) => text::fault_timeout(),
            Some(Answer::Error) => text::fault_error(),
            Some(Answer::Slow(_)) => text::fault_slow(),
            None => text::name_program(),
        };
        return text::name_state(commands::check(*check), answer);
    }
    let word = match (&rule.stop, &rule.start_error) {
        (Some(stop), _) if stop.after.is_none() => text::fault_ignores(),
        (Some(_), _) => text::name_stops(),
        (None, Some(error)) if error.is_empty() => text::name_starts(),
        (None, Some(_)) => text::fault_fails(),
        (None, None) => text::name_program(),
    };
    text::name_state(&rule.container, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Language, speak};
    use podlab::api::ObjectRef;

    #[test]
    fn an_act_is_called_by_what_it_does_and_to_what() {
        let pod = ObjectRef::pod("default", "web-1");
        let set = ObjectRef::stateful_set("default", "web");
        let exit = Command::Exit {
            namespace: "default".into(),
            pod: "web-1".into(),
            container: "app".into(),
            code: 1,
            reason: "".into(),
        };
        for (command, english, korean) in [
            (Command::delete(pod), "Delete web-1", "web-1 삭제"),
            (Command::evict("default", "web-1"), "Evict web-1", "web-1 축출"),
            (exit, "Exit 1 app", "app Exit 1"),
            (Command::Scale { object: set, replicas: 5 }, "Scale web to 5", "web 5개로 스케일"),
        ] {
            speak(None);
            assert_eq!(act_name(std::slice::from_ref(&command)), english);
            speak(Catalog::of(Language::Korean));
            assert_eq!(act_name(&[command]), korean);
        }
        speak(None);
    }
}
