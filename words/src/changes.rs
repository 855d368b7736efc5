//! Sentences about what happened.

use crate::messages::Messages;
use podlab::api::ResourceKind;
use podlab::cluster::change::{Change, Decision, Subject, Value};
use podlab::rules::Rule;

/// Returns how much a change matters among the changes of one moment.
pub fn weight(change: &Change) -> u8 {
    match &change.subject {
        Subject::Removed => 9,
        Subject::Deletion | Subject::Eviction | Subject::Machine | Subject::Resource => 8,
        Subject::Signal(_) => 7,
        Subject::State(_) => match &change.new {
            Value::Because("waiting", reason) if *reason == "ContainerCreating" => 3,
            _ => 6,
        },
        Subject::Phase => match &change.new {
            Value::Because("Succeeded" | "Failed", _) => 8,
            _ => 5,
        },
        Subject::Condition(_) if change.object.named(ResourceKind::Node).is_some() => 8,
        Subject::Condition(kind) if *kind == "Ready" => match &change.new {
            Value::Because("True", _) => 7,
            _ => 5,
        },
        Subject::Probe(..) => match &change.new {
            Value::Because("Success", _) => 2,
            _ => 6,
        },
        Subject::Taint | Subject::Drain => 6,
        Subject::Hook(..) | Subject::Endpoints | Subject::Node => 5,
        Subject::Program(_) | Subject::Created | Subject::Spec | Subject::Reason => 4,
        Subject::RestartCount(_) => 3,
        Subject::Condition(_) | Subject::Ready(_) | Subject::Started(_) | Subject::Status => 1,
        Subject::World | Subject::Field(_) | Subject::Decision => 0,
    }
}

/// Returns the word and the reason of a value.
fn parts(value: &Value) -> (&str, &str) {
    match value {
        Value::Because(word, reason) => (word, reason.as_str()),
        Value::Text(text) | Value::Status(_, text) => (text.as_str(), ""),
        Value::None
        | Value::Count(_)
        | Value::Flag(_)
        | Value::Endpoints(..)
        | Value::Decision(..) => ("", ""),
    }
}

/// Returns a sentence about what happened.
pub fn change(m: &Messages, change: &Change) -> String {
    let new = change.new.to_string();
    let (word, reason) = parts(&change.new);
    let yes = if change.new == Value::Flag(true) { "true" } else { "false" };
    match &change.subject {
        Subject::Created if change.pod.is_some() => m.say("change.created"),
        Subject::Created => of_object(m, change, "change.created.other"),
        Subject::Removed if change.pod.is_some() => m.say("change.removed"),
        Subject::Removed => of_object(m, change, "change.removed.other"),
        Subject::Deletion if change.pod.is_none() => of_object(m, change, "change.deletion.object"),
        Subject::Deletion => match &change.new {
            Value::Count(0) => m.say("change.deletion.none"),
            Value::Count(_) => m.fill("change.deletion", &[("seconds", &new)]),
            _ => m.say("change.deletion.other"),
        },
        Subject::Phase if change.pod.is_none() => {
            let is_bound = word == "Bound";
            of_object(m, change, if is_bound { "change.bound" } else { "change.unbound" })
        }
        Subject::Eviction => m.fill("change.eviction", &[("message", &new)]),
        Subject::Node => m.fill("change.node", &[("node", &new)]),
        Subject::Phase => {
            let key = format!("change.phase.{word}");
            let known = m.get(&key).is_some();
            m.say(if known { &key } else { "change.phase.Unknown" })
        }
        Subject::Reason if new.is_empty() => m.say("change.reason.cleared"),
        Subject::Reason => m.fill("change.reason", &[("reason", &new)]),
        Subject::Machine | Subject::Resource | Subject::Taint | Subject::Drain => {
            of_node(m, change)
        }
        Subject::Condition(_) if change.rule == Rule::P1007 => of_node(m, change),
        Subject::Condition(_) if change.object.named(ResourceKind::Node).is_some() => {
            of_node(m, change)
        }
        Subject::Condition(kind) => condition(m, kind, word, reason),
        Subject::State(container) => state(m, container, word, reason),
        Subject::Ready(container) => {
            m.fill(&format!("change.ready.{yes}"), &[("container", container)])
        }
        Subject::Started(container) => {
            m.fill(&format!("change.started.{yes}"), &[("container", container)])
        }
        Subject::RestartCount(container) => {
            m.fill("change.restart", &[("container", container), ("count", &new)])
        }
        Subject::Status => m.fill("change.status", &[("status", &new)]),
        Subject::Spec if change.pod.is_some() => m.say("change.spec"),
        Subject::Spec => of_object(m, change, "change.spec.other"),
        Subject::Probe(container, kind) => {
            let known = matches!(word, "Success" | "Failure");
            let key = format!("change.probe.{}", if known { word } else { "Unknown" });
            let kind = kind.to_ascii_lowercase();
            let message = reason.trim();
            m.fill(&key, &[("probe", &kind), ("container", container), ("message", message)])
        }
        Subject::Hook(container, hook) => {
            m.fill("change.hook", &[("hook", hook), ("container", container)])
        }
        Subject::Signal(container) if word == "SIGKILL" && change.rule != Rule::P807 => {
            m.fill("change.signal.kill", &[("container", container)])
        }
        Subject::Signal(container) => {
            m.fill("change.signal", &[("container", container), ("signal", word)])
        }
        Subject::Program(name) if *name == "sandbox" => m.say("change.program.sandbox"),
        Subject::Program(container) => {
            let key = match word {
                "started" => "change.program.started",
                "ended" => "change.program.ended",
                "removed" => "kubelet.containers.removed",
                "resized" => "kubelet.resized",
                "lost a process" => "kubelet.child-oom",
                _ => "change.program.failed",
            };
            m.fill(key, &[("container", container), ("reason", reason)])
        }
        Subject::Endpoints => {
            let key = match new.as_str() {
                "" => "change.endpoints.none",
                pods if pods.starts_with('(') => "change.endpoints.unready",
                _ => "change.endpoints",
            };
            let service = change.object.name();
            m.fill(key, &[("service", service), ("pods", &new)])
        }
        // A pattern contains asterisks, which would mark a name here.
        Subject::World => {
            m.fill("change.world", &[("object", &change.object.to_string().replace('*', "…"))])
        }
        Subject::Field(name) => {
            let object = ("object", &*change.object.to_string());
            m.fill("change.field", &[("field", name), object, ("value", &new)])
        }
        Subject::Decision => decision(m, change),
    }
}

/// Returns a sentence about a node, or about a Pod because of its node.
fn of_node(m: &Messages, change: &Change) -> String {
    let new = change.new.to_string();
    let old = change.old.to_string();
    let (word, why) = parts(&change.new);
    let mut what = new.strip_prefix("no ").unwrap_or(&new);
    let key = match (&change.subject, new.as_str()) {
        (Subject::Machine, "cut off") => "node.machine.cut-off",
        (Subject::Machine, "off") => "node.machine.off",
        (Subject::Machine, "broken") => "node.machine.broken",
        (Subject::Machine, "crashed") => "node.machine.crashed",
        (Subject::Machine, "kubelet started") => "kubelet.started",
        (Subject::Machine, "without runtime") => "node.machine.without-runtime",
        (Subject::Machine, "with runtime") => "node.machine.with-runtime",
        (Subject::Machine, "without network") => "node.machine.without-network",
        (Subject::Machine, "with network") => "node.machine.with-network",
        (Subject::Machine, "without AppArmor") => "node.machine.no-apparmor",
        (Subject::Machine, "with AppArmor") => "node.machine.apparmor",
        (Subject::Machine, "shutting down") => "node.machine.shutting-down",
        (Subject::Resource, _) if what == new => "node.machine.short",
        (Subject::Resource, _) => "node.machine.enough",
        (Subject::Machine, _) if old == "cut off" => "node.machine.connected",
        (Subject::Machine, _) => "node.machine.on",
        (Subject::Taint, "") => "node.taint.gone",
        (Subject::Taint, _) => "node.taint",
        (Subject::Drain, "0") => "node.drain.done",
        (Subject::Drain, _) if old.is_empty() => "node.drain.begun",
        (Subject::Drain, _) => "node.drain",
        _ if change.pod.is_some() => "node.pod-not-ready",
        (Subject::Condition(kind), _) if kind.ends_with("Pressure") => {
            what = kind;
            if word == "True" { "node.pressure" } else { "node.pressure.over" }
        }
        (_, "Unknown") => "node.lost",
        _ if word == "False" => {
            what = why;
            "node.not-ready"
        }
        _ => "node.ready",
    };
    let name = change.object.name();
    let taint = if new.is_empty() { &old } else { &new };
    let what = ("what", what);
    m.fill(key, &[("name", name), ("taint", taint), ("count", &new), what])
}

/// Returns a sentence about an object that is not a Pod.
fn of_object(m: &Messages, change: &Change, key: &str) -> String {
    let (kind, name) = (change.object.kind(), change.object.name());
    m.fill(key, &[("kind", kind), ("name", name)])
}

fn decision(m: &Messages, change: &Change) -> String {
    let Value::Decision(decision, _, pod) = &change.new else { return String::new() };
    let key = match decision {
        Decision::Create => "change.decision.create",
        Decision::Delete => "change.decision.delete",
        Decision::Adopt => "change.decision.adopt",
        Decision::Release => "change.decision.release",
        Decision::ScaleUp => "change.decision.scale-up",
        Decision::ScaleDown => "change.decision.scale-down",
        Decision::Collect => "change.decision.collect",
        Decision::Unlink => "change.decision.unlink",
        Decision::Evict => "change.decision.evicts",
        Decision::Preempt => "change.decision.preempts",
        Decision::ShutDown => "change.decision.shuts-down",
    };
    let by = change.object.name();
    m.fill(key, &[("set", by), ("pod", pod)])
}

fn condition(m: &Messages, kind: &str, word: &str, reason: &str) -> String {
    if word.is_empty() {
        return m.fill("change.condition.gone", &[("condition", kind)]);
    }
    let why = m.get(&format!("condition.{kind}.{word}")).unwrap_or(reason);
    let key = if why.is_empty() { "change.condition" } else { "change.condition.why" };
    m.fill(key, &[("condition", kind), ("status", word), ("why", why)])
}

fn state(m: &Messages, container: &str, word: &str, reason: &str) -> String {
    let specific = format!("change.state.{word}.{reason}");
    let key = match word {
        "running" => "change.state.running",
        _ if m.get(&specific).is_some() => &specific,
        _ => "change.state",
    };
    m.fill(key, &[("container", container), ("state", word), ("reason", reason)])
}
