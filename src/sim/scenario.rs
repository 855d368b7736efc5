//! The actions of a run: what is done when, in the words of scenario files and recorded runs.

use crate::api::meta::Propagation;
use crate::api::node::read_taint;
use crate::api::probe::is_signal;
use crate::api::status::ConditionStatus;
use crate::api::{ObjectRef, Resource};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::{
    Command, DeleteOptions, DrainOptions, NodeFault, Subresource, can_patch_part,
};
use crate::cluster::plan::{Check, Registry};
use crate::cluster::pressure::EvictionSignal;
use crate::manifest::Code;
use crate::manifest::node::{Node, Value};
use crate::manifest::wrong::{Wanted, Wrong};
use plans::{SIGNALS, http_server, rule, tcp_server};
use values::{
    SECONDS, SIGNAL, TAINT, amount, deployment, flag, missing, object, object_and_part,
    optional_int, optional_milliseconds, optional_text, rolled, scaled, some_or, text, value_span,
    wrong,
};

mod error;
mod fields;
mod plans;
mod values;
mod write;

pub use error::ActionError;
pub use fields::fields_of;
pub(crate) use fields::{meant, unknown_fields};
pub(crate) use values::milliseconds;
pub use write::write;

/// One action of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// When it is done.
    pub time: SimTime,
    /// What is done.
    pub act: Act,
}

/// What an action does.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "almost all acts are commands")]
pub enum Act {
    /// Creates the object with this kind and name, which the script defines elsewhere.
    Create(Text),
    /// Puts a Pod, which the script defines elsewhere, on a machine as a manifest. Rule P-815.
    PutManifest {
        /// The kind and the name of the Pod.
        object: Text,
        /// The node.
        node: Text,
    },
    /// Says something to the reader of the script. Nothing happens.
    Note(Text),
    /// Carries out a command.
    Command(Command),
}

impl Act {
    /// Returns the kind and the name of the object that the script defines elsewhere.
    pub(crate) fn object(&self) -> Option<&Text> {
        match self {
            Act::Create(object) | Act::PutManifest { object, .. } => Some(object),
            Act::Note(_) | Act::Command(_) => None,
        }
    }

    /// Returns the command for the act on this object.
    pub(crate) fn with(&self, resource: &Resource) -> Option<Command> {
        match (self, resource) {
            (Act::Create(_), resource) => Some(Command::Create(Box::new(resource.clone()))),
            (Act::PutManifest { node, .. }, Resource::Pod(pod)) => {
                let (node, manifest) = (node.clone(), Box::new(pod.clone()));
                Some(Command::PutManifest { node, manifest })
            }
            (Act::PutManifest { .. } | Act::Note(_) | Act::Command(_), _) => None,
        }
    }
}

/// The words of actions.
pub const ACTIONS: &[&str] = &[
    "create",
    "note",
    "patch",
    "delete",
    "scale",
    "rollout-undo",
    "rollout-restart",
    "rollout-pause",
    "rollout-resume",
    "kubectl",
    "evict",
    "runtime-rule",
    "container-exit",
    "child-oom",
    "registry",
    "http-endpoint",
    "tcp-endpoint",
    "sandbox-killed",
    "label-node",
    "cordon",
    "uncordon",
    "drain",
    "taint",
    "node-network-cut",
    "node-network-back",
    "node-power-off",
    "node-power-on",
    "node-disk-failed",
    "node-crash",
    "kubelet-restart",
    "static-pod",
    "static-pod-removed",
    "node-runtime-down",
    "node-runtime-up",
    "node-network-plugin-down",
    "node-network-plugin-up",
    "node-apparmor-off",
    "node-apparmor-on",
    "node-shutdown",
    "node-pressure",
    "set-condition",
    "debug",
    "image",
    "image-stop-signal",
];

/// Reads one action: `{t, do, …}`. `namespace` is the default namespace of the objects that it names.
///
/// Ignores fields that the action does not have.
///
/// # Errors
///
/// Returns the first mistake in the action.
pub fn action(node: &Node, namespace: &Text) -> Result<Action, ActionError> {
    let time = time_of(node)?;
    let word = text(node, "do")?;
    let namespace = &some_or(optional_text(node, "namespace")?, namespace);
    let act = match word.as_str() {
        "create" => Act::Create(text(node, "object")?),
        "note" => Act::Note(optional_text(node, "text")?),
        "static-pod" => {
            Act::PutManifest { object: text(node, "object")?, node: text(node, "node")? }
        }
        other => Act::Command(command(node, other, namespace)?),
    };
    Ok(Action { time, act })
}

/// Reads when an action is done.
///
/// # Errors
///
/// Returns that it is no length of time.
pub(crate) fn time_of(node: &Node) -> Result<SimTime, ActionError> {
    match node.get("t") {
        None => Ok(SimTime::ZERO),
        Some(t) => Ok(SimTime(milliseconds(t).ok_or_else(|| wrong(t, "t", SECONDS))?)),
    }
}

fn command(node: &Node, word: &str, namespace: &Text) -> Result<Command, ActionError> {
    let namespace = namespace.clone();
    Ok(match word {
        "patch" => {
            let patch = node.get("body").ok_or_else(|| missing(node, "body"))?.clone();
            let (object, part) = object_and_part(node, &namespace)?;
            let word = some_or(optional_text(node, "subresource")?, &part);
            let subresource = Subresource::parse(&word);
            let is_known = subresource.is_some_and(|part| can_patch_part(object.kind, part));
            if !word.is_empty() && !is_known {
                return Err(wrong(node, "subresource", Wanted::Subresource));
            }
            Command::Patch { object, subresource, patch }
        }
        "delete" => {
            let object = object(node, &namespace)?;
            let given = optional_text(node, "propagationPolicy")?;
            let usual = Propagation::default();
            let known = Propagation::parse(some_or(given, &usual.as_str().into()).as_str());
            let propagation = known.ok_or_else(|| {
                let wanted = Wanted::Or { some: "Background, Foreground", other: "Orphan" };
                wrong(node, "propagationPolicy", wanted)
            })?;
            let grace_period_seconds = optional_int(node, "gracePeriodSeconds")?;
            let options = DeleteOptions { grace_period_seconds, propagation };
            Command::Delete { object, options }
        }
        "scale" => {
            let object = scaled(node, &namespace)?;
            let replicas = optional_int(node, "replicas")?;
            let replicas = replicas.ok_or_else(|| missing(node, "replicas"))?;
            Command::Scale { object, replicas }
        }
        "rollout-undo" => Command::RolloutUndo {
            object: rolled(node, &namespace)?,
            to_revision: optional_int(node, "toRevision")?,
        },
        "rollout-restart" => Command::RolloutRestart { object: rolled(node, &namespace)? },
        "rollout-pause" => {
            Command::RolloutPause { object: deployment(node, &namespace)?, paused: true }
        }
        "rollout-resume" => {
            Command::RolloutPause { object: deployment(node, &namespace)?, paused: false }
        }
        "kubectl" => Command::Kubectl { namespace, line: text(node, "cmd")? },
        "static-pod-removed" => Command::RemoveManifest {
            node: text(node, "node")?,
            namespace,
            name: text(node, "pod")?,
        },
        "evict" => Command::evict(namespace, text(node, "pod")?),
        "bind" => Command::bind(namespace, text(node, "pod")?, text(node, "node")?),
        "runtime-rule" => Command::Plan(rule(node)?),
        "container-exit" => Command::Exit {
            namespace,
            pod: text(node, "pod")?,
            container: text(node, "container")?,
            code: optional_int(node, "code")?.unwrap_or(0) as i32,
            reason: optional_text(node, "reason")?,
        },
        "child-oom" => Command::ChildOom {
            namespace,
            pod: text(node, "pod")?,
            container: text(node, "container")?,
        },
        "registry" => {
            let delay = optional_milliseconds(node, "delay")?.unwrap_or(crate::cluster::plan::PULL);
            let error = optional_text(node, "error")?;
            let inspect_error = optional_text(node, "inspectError")?;
            Command::Registry(text(node, "image")?, Registry { error, delay, inspect_error })
        }
        "http-endpoint" => Command::HttpServer(Some(http_server(node)?)),
        "tcp-endpoint" => Command::TcpServer(Some(tcp_server(node)?)),
        "sandbox-killed" => Command::KillSandbox { namespace, pod: text(node, "pod")? },
        "label-node" => {
            let label = text(node, "label")?;
            let (key, value) = match label.split_once('=') {
                Some((key, value)) => (key.to_owned(), Some(value.to_owned().into())),
                None => (label.trim_end_matches('-').to_owned(), None),
            };
            Command::label_node(text(node, "node")?, key, value)
        }
        "cordon" => Command::Cordon { node: text(node, "node")?, unschedulable: true },
        "uncordon" => Command::Cordon { node: text(node, "node")?, unschedulable: false },
        "drain" => {
            let options = DrainOptions {
                force: flag(node, "force", false)?,
                delete_empty_dir_data: flag(node, "deleteEmptyDirData", false)?,
                timeout: optional_milliseconds(node, "timeout")?.map(|time| time / 1000),
            };
            Command::DrainNode { node: text(node, "node")?, options }
        }
        "taint" => {
            let written = text(node, "taint")?;
            let read = read_taint(&written);
            let place = node.get("taint").unwrap_or(node);
            let (taint, present) = read.ok_or_else(|| wrong(place, "taint", TAINT))?;
            Command::TaintNode { node: text(node, "node")?, taint, present }
        }
        "set-condition" => set_condition(node, &namespace)?,
        "debug" => {
            let pod = ObjectRef::pod(namespace, text(node, "pod")?);
            Command::debug(pod, text(node, "container")?, text(node, "image")?)
        }
        "image" => {
            let present = flag(node, "present", true)?;
            Command::Image { image: text(node, "image")?, present }
        }
        "image-stop-signal" => {
            let signal = text(node, "signal")?;
            if !is_signal(&signal) {
                return Err(wrong(node.get("signal").unwrap_or(node), "signal", SIGNAL));
            }
            Command::StopSignal { image: text(node, "image")?, signal }
        }
        other => {
            if let Some(command) = of_machine(node, other) {
                return command;
            }
            let message = Wrong::ScenarioUnknown { action: other.to_owned().into() };
            let span = value_span(node, "do");
            let error = ActionError::new(Code::Unsupported, span, "do", message);
            return Err(ActionError { help: fields::meant(other, ACTIONS), ..error });
        }
    })
}

fn set_condition(node: &Node, namespace: &Text) -> Result<Command, ActionError> {
    let pod = ObjectRef::pod(namespace.clone(), text(node, "pod")?);
    let condition = text(node, "type")?;
    let given = node.get("status").filter(|status| !status.is_null());
    let Some(given) = given else { return Ok(Command::remove_condition(pod, condition)) };
    let status = match &given.value {
        Value::Bool(true) => Some(ConditionStatus::True),
        Value::Bool(false) => Some(ConditionStatus::False),
        Value::Text(word) => ConditionStatus::parse(word),
        Value::Null | Value::Int(_) | Value::Float(_) | Value::List(_) | Value::Map(_) => None,
    };
    let status = status.ok_or_else(|| {
        wrong(given, "status", Wanted::Or { some: "True, False", other: "Unknown" })
    })?;
    let (reason, message) = (optional_text(node, "reason")?, optional_text(node, "message")?);
    Ok(Command::set_condition(pod, condition, status, reason, message))
}

/// Returns the command of an action on a machine, or `None` when the word is not such an action.
fn of_machine(node: &Node, word: &str) -> Option<Result<Command, ActionError>> {
    let fault = NodeFault::ALL.into_iter().find(|fault| fault.as_str() == word);
    Some(match (fault, word) {
        (Some(fault), _) => text(node, "node").map(|node| Command::DisturbNode { node, fault }),
        (None, "node-shutdown") => shutdown(node),
        (None, "node-pressure") => pressure(node),
        (None, _) => return None,
    })
}

fn shutdown(node: &Node) -> Result<Command, ActionError> {
    let seconds = |key: &str| Ok(optional_milliseconds(node, key)?.unwrap_or(0) / 1000);
    Ok(Command::ShutDownNode {
        node: text(node, "node")?,
        grace: seconds("gracePeriod")?,
        critical: seconds("criticalGracePeriod")?,
    })
}

fn pressure(node: &Node) -> Result<Command, ActionError> {
    let word = text(node, "resource")?;
    let place = node.get("resource").unwrap_or(node);
    let signal = EvictionSignal::parse(&word);
    let available = node.get("available").filter(|value| !value.is_null());
    Ok(Command::ConsumeNodeResource {
        node: text(node, "node")?,
        signal: signal.ok_or_else(|| wrong(place, "resource", SIGNALS))?,
        available: available.map(|value| amount(value, "available")).transpose()?,
    })
}
