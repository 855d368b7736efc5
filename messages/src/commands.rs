//! Sentences about acts. They begin after the name of the one who acts: `let *app* exit with code 1`.

use crate::changes;
use crate::text;
use crate::time;
use podlab::api::node::in_words;
use podlab::api::{ObjectRef, ResourceKind};
use podlab::cluster::command::{
    Command, CreatedSubresource, NamedPatch, NodeFault, SpecPatch, Subresource,
};
use podlab::cluster::plan::{Answer, Check, Registry, RuntimeRule, Server};
use podlab::manifest::emit;
use podlab::manifest::node::Node;

/// Returns a sentence about an act, without the name of the one who acts.
pub fn command(command: &Command) -> String {
    match command {
        Command::Create(resource) => {
            text::command_create(resource.kind(), &resource.metadata().name)
        }
        Command::CreateSubresource { object, subresource } => match subresource {
            CreatedSubresource::Eviction => text::command_evict(&object.name),
            CreatedSubresource::Binding(node) => text::command_bind(&object.name, node),
        },
        Command::Patch { object, subresource, .. } => match NamedPatch::of(command) {
            Some(patch) => named_patch(patch),
            None => match SpecPatch::of(command) {
                Some(patch) => spec_patch(object, patch),
                None => patch(object, *subresource),
            },
        },
        Command::Delete { object, .. } if object.kind == ResourceKind::Node => {
            text::node_command_delete(&object.name)
        }
        Command::Delete { object, options } => {
            let (kind, name) = about(object);
            match options.grace_period_seconds {
                _ if object.kind != ResourceKind::Pod => text::command_delete(kind, name),
                Some(0) => text::command_delete_force(kind, name),
                Some(seconds) => text::command_delete_grace(kind, name, seconds),
                None => text::command_delete(kind, name),
            }
        }
        Command::Scale { object, replicas } => {
            text::command_scale(object.kind.as_str(), &object.name, replicas)
        }
        Command::RolloutUndo { object, .. } => {
            text::command_undo(object.kind.as_str(), &object.name)
        }
        Command::RolloutRestart { object } => {
            text::command_restart(object.kind.as_str(), &object.name)
        }
        Command::RolloutPause { object, paused: true } => {
            text::command_pause(object.kind.as_str(), &object.name)
        }
        Command::RolloutPause { object, paused: false } => {
            text::command_resume(object.kind.as_str(), &object.name)
        }
        Command::Kubectl { line, .. } => text::command_kubectl(unmarked(line)),
        Command::Cordon { node, unschedulable: true } => text::command_cordon(node),
        Command::Cordon { node, unschedulable: false } => text::command_uncordon(node),
        Command::DisturbNode { node, fault } => disturb(node, *fault),
        Command::TaintNode { node, taint, present: true } => {
            text::node_command_taint(node, unmarked(&in_words(taint)))
        }
        Command::TaintNode { node, taint, present: false } => {
            text::node_command_untaint(node, unmarked(&in_words(taint)))
        }
        Command::PutManifest { node, manifest } => {
            text::kubelet_command_static(&manifest.metadata.name, node)
        }
        Command::RemoveManifest { node, name, .. } => {
            text::kubelet_command_static_remove(name, node)
        }
        Command::ShutDownNode { node, .. } => text::node_command_shut_down(node),
        Command::ConsumeNodeResource { node, signal, available: Some(_) } => {
            text::node_command_press(node, signal.condition())
        }
        Command::ConsumeNodeResource { node, signal, available: None } => {
            text::node_command_relieve(node, signal.condition())
        }
        Command::DrainNode { node, .. } => text::node_command_drain(node),
        Command::Plan(rule) => plan(rule),
        Command::Registry(image, registry) => pull(&unmarked(image), registry),
        Command::HttpServer(Some(Server::Answers(answer))) if !answer.location.is_empty() => {
            text::command_servers_redirect(unmarked(&answer.location))
        }
        Command::HttpServer(Some(Server::Answers(answer))) if answer.delay > 0 => {
            text::command_servers_late(time::short(answer.delay))
        }
        Command::HttpServer(_) | Command::TcpServer(_) => text::command_servers().to_owned(),
        Command::Exit { container, reason, .. } if changes::is_out_of_memory(reason) => {
            text::command_oom(container)
        }
        Command::Exit { container, code, .. } => text::command_exit(code, container),
        Command::ChildOom { container, .. } => text::command_oom_child(container),
        Command::KillSandbox { .. } => text::command_sandbox().to_owned(),
        Command::StopSignal { image, signal } => {
            text::command_image_signal(unmarked(image), signal)
        }
        Command::Image { image, present: true } => text::command_image_put(unmarked(image)),
        Command::Image { image, present: false } => text::command_image_take(unmarked(image)),
    }
}

fn about(object: &ObjectRef) -> (&'static str, &str) {
    (object.kind.as_str(), &object.name)
}

/// Returns a sentence about a patch that has no name of its own.
fn patch(object: &ObjectRef, subresource: Option<Subresource>) -> String {
    let (kind, name) = about(object);
    match subresource {
        Some(Subresource::Resize) => text::kubelet_command_resize(name),
        Some(Subresource::EphemeralContainers) => text::command_change_ephemeral(name),
        Some(Subresource::Status) => text::command_change_status(kind, name),
        None if object.kind == ResourceKind::Pod => text::command_change_pod(name),
        Some(Subresource::Scale) | None => text::command_change(kind, name),
    }
}

/// Returns a sentence about a patch that does one thing to a spec.
fn spec_patch(object: &ObjectRef, patch: SpecPatch<'_>) -> String {
    match patch {
        SpecPatch::Image { container, image } => text::spec_image(container, unmarked(image)),
        SpecPatch::Template => text::spec_template(object.kind.as_str(), &object.name),
        SpecPatch::Field { parent, field, value } => {
            let path = self::path(parent, field);
            match value {
                Some(value) => text::spec_set(path, self::value(value)),
                None => text::spec_unset(path),
            }
        }
    }
}

/// Returns what people call a field: the fields of the spec itself, and those such as `partition`, are known without their parent.
pub(crate) fn path(parent: &str, field: &str) -> String {
    match parent {
        "spec" | "rollingUpdate" => field.to_owned(),
        _ => format!("{parent}.{field}"),
    }
}

/// Returns the value of a field in a sentence.
pub(crate) fn value(value: &Node) -> String {
    value.as_text().map_or_else(|| emit::json(value), |text| unmarked(text))
}

/// Returns a sentence about a patch that has a name of its own.
fn named_patch(patch: NamedPatch<'_>) -> String {
    match patch {
        NamedPatch::LabelNode { node, key, .. } => text::command_label(key, node),
        NamedPatch::SetCondition { condition, status, .. } => {
            text::command_condition(condition, status.as_str())
        }
        NamedPatch::RemoveCondition { condition, .. } => text::command_condition_remove(condition),
        NamedPatch::Debug { container, .. } => text::command_debug(container),
    }
}

fn disturb(node: &str, fault: NodeFault) -> String {
    match fault {
        NodeFault::CutOff => text::node_command_cut_off(node),
        NodeFault::Reconnect => text::node_command_reconnect(node),
        NodeFault::PowerOff => text::node_command_power_off(node),
        NodeFault::PowerOn => text::node_command_power_on(node),
        NodeFault::FailDisk => text::node_command_fail_disk(node),
        NodeFault::Crash => text::node_command_crash(node),
        NodeFault::RestartKubelet => text::kubelet_command_restart(node),
        NodeFault::StopRuntime => text::node_command_stop_runtime(node),
        NodeFault::StartRuntime => text::node_command_start_runtime(node),
        NodeFault::StopPlugin => text::node_command_stop_plugin(node),
        NodeFault::StartPlugin => text::node_command_start_plugin(node),
        NodeFault::DisableAppArmor => text::node_command_no_apparmor(node),
        NodeFault::EnableAppArmor => text::node_command_apparmor(node),
    }
}

/// Returns a sentence about what a registry answers from now on.
fn pull(image: &str, Registry { error, delay, inspect_error }: &Registry) -> String {
    match error.as_str() {
        _ if !inspect_error.is_empty() => text::command_registry_inspect(image),
        "" if *delay > 2000 => text::command_registry_slow(image),
        "" => text::command_registry_well(image),
        _ => text::command_registry_fail(image),
    }
}

/// Replaces the asterisks of a pattern, which would mark a name here.
fn unmarked(pattern: &str) -> String {
    pattern.replace('*', "…")
}

/// Returns what a rule is for: a container, or where it is for all of them, the Pods.
fn target(rule: &RuntimeRule) -> String {
    let is_any = |pattern: &str| pattern.is_empty() || pattern == "*";
    match (is_any(&rule.container), is_any(&rule.pod)) {
        (false, _) => unmarked(&rule.container),
        (true, false) => unmarked(&rule.pod),
        (true, true) => text::command_all_containers().to_owned(),
    }
}

fn plan(rule: &RuntimeRule) -> String {
    let container = target(rule);
    if let Some((check, answer)) = rule.answers.last() {
        let check = self::check(*check);
        return match answer {
            Some(Answer::Success) => text::command_answer_success(check, container),
            Some(Answer::Failure) => text::command_answer_failure(check, container),
            Some(Answer::Timeout) => text::command_answer_timeout(check, container),
            Some(Answer::Error) => text::command_answer_error(check, container),
            Some(Answer::Slow(_)) => text::command_answer_slow(check, container),
            None => text::command_answer_program(check, container),
        };
    }
    match (&rule.stop, &rule.start_error) {
        (Some(stop), _) if stop.after.is_none() => text::command_plan_stop_ignore(container),
        (Some(_), _) => text::command_plan_stop(container),
        (None, Some(error)) if error.is_empty() => text::command_plan_start(container),
        (None, Some(_)) => text::command_plan_start_fail(container),
        (None, None) => text::command_plan(container),
    }
}

pub(crate) fn check(check: Check) -> &'static str {
    match check {
        Check::Liveness => text::check_liveness(),
        Check::Readiness => text::check_readiness(),
        Check::Startup => text::check_startup(),
        Check::PostStart => text::check_post_start(),
        Check::PreStop => text::check_pre_stop(),
    }
}
