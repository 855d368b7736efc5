//! The fields of each action, to report the fields that an action does not have.

use super::{ActionError, Check};
use crate::manifest::node::{Entry, Node};
use crate::manifest::schema::nearest;
use crate::manifest::{Code, Complaint, Wrong};

/// Returns the fields of an action besides `t`, `do` and `namespace`.
pub fn fields_of(action: &str) -> &'static [&'static str] {
    match action {
        "create" => &["object", "manifest"],
        "rollout-pause" | "rollout-restart" | "rollout-resume" => &["object"],
        "note" => &["text"],
        "patch" => &["object", "subresource", "body"],
        "delete" => &["object", "gracePeriodSeconds", "propagationPolicy"],
        "scale" => &["object", "replicas"],
        "rollout-undo" => &["object", "toRevision"],
        "kubectl" => &["cmd"],
        "evict" | "sandbox-killed" => &["pod"],
        "runtime-rule" => &[
            "pod",
            "container",
            "plan",
            "stop",
            "exec",
            "answers",
            "usage",
            "volumeUsage",
            "createError",
            "startError",
            "sandboxError",
        ],
        "container-exit" => &["pod", "container", "code", "reason"],
        "child-oom" => &["pod", "container"],
        "registry" => &["image", "delay", "error", "inspectError"],
        "http-endpoint" => &["answer", "delay", "location", "scheme"],
        "tcp-endpoint" => &["answer", "delay"],
        "label-node" => &["node", "label"],
        "cordon"
        | "uncordon"
        | "node-network-cut"
        | "node-network-back"
        | "node-power-off"
        | "node-power-on"
        | "node-disk-failed"
        | "node-crash"
        | "kubelet-restart"
        | "node-runtime-down"
        | "node-runtime-up"
        | "node-network-plugin-down"
        | "node-network-plugin-up"
        | "node-apparmor-off"
        | "node-apparmor-on" => &["node"],
        "node-shutdown" => &["node", "gracePeriod", "criticalGracePeriod"],
        "node-pressure" => &["node", "resource", "available"],
        "static-pod" => &["node", "object", "manifest"],
        "static-pod-removed" => &["node", "pod"],
        "drain" => &["node", "force", "deleteEmptyDirData", "timeout"],
        "taint" => &["node", "taint"],
        "set-condition" => &["pod", "type", "status", "reason", "message"],
        "debug" => &["pod", "container", "image"],
        "image" => &["image", "present"],
        "image-stop-signal" => &["image", "signal"],
        _ => &[],
    }
}

const COMMON: [&str; 3] = ["t", "do", "namespace"];
const RUN: [&str; 5] = ["run", "exit", "reason", "message", "log"];
const STOP: [&str; 3] = ["after", "code", "signals"];
const EXEC: [&str; 6] = ["code", "out", "delay", "error", "okAfter", "failAfter"];

/// Returns an error for each field that the action does not have.
pub(crate) fn unknown_fields(node: &Node) -> Vec<ActionError> {
    let word = node.get("do").and_then(Node::as_text).map_or("", |word| word.as_str());
    let known: Vec<&'static str> = fields_of(word).iter().chain(&COMMON).copied().collect();
    let mut errors = unknown(node.entries(), &known, "");
    if word == "runtime-rule" {
        for (index, step) in node.get("plan").map_or(&[][..], Node::elements).iter().enumerate() {
            errors.extend(unknown(step.entries(), &RUN, &format!("plan[{index}]")));
        }
        errors.extend(unknown(node.get("stop").map_or(&[], Node::entries), &STOP, "stop"));
        for command in node.get("exec").map_or(&[][..], Node::entries) {
            let path = format!("exec.{}", command.key);
            errors.extend(unknown(command.node.entries(), &EXEC, &path));
        }
        let checks: Vec<&'static str> = Check::ALL.iter().map(|check| check.as_str()).collect();
        let answers = node.get("answers").map_or(&[][..], Node::entries);
        errors.extend(unknown(answers, &checks, "answers"));
    }
    errors
}

/// Returns which of the known words was probably meant, or else all of them. `None` when there are none.
pub(crate) fn meant(word: &str, known: &[&str]) -> Option<Complaint> {
    match nearest(word, known) {
        Some(guess) => Some(Wrong::DidYouMean { word: guess.to_owned().into() }.into()),
        None if known.is_empty() => None,
        None => Some(Wrong::Known { names: known.join(", ").into() }.into()),
    }
}

fn unknown(entries: &[Entry], known: &[&'static str], path: &str) -> Vec<ActionError> {
    let strange = entries.iter().filter(|entry| !known.contains(&entry.key.as_str()));
    let error = |entry: &Entry| {
        let message = format!("unknown field \"{}\"", entry.key);
        let error = ActionError::new(Code::UnknownField, entry.span, entry.key.as_str(), message);
        let error = ActionError { help: meant(&entry.key, known), ..error };
        if path.is_empty() { error } else { error.within(path) }
    };
    strange.map(error).collect()
}
