//! Sentences about what happened.

use crate::messages::Messages;
use podlab::api::core::Taint;
use podlab::api::endpoints::Addresses;
use podlab::api::node::in_words;
use podlab::api::persistent_volume::VolumePhase;
use podlab::api::status::{ConditionStatus, PodPhase, READY};
use podlab::api::storage::ClaimPhase;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{
    ConditionSource, ConditionValue, Decision, Fact, HookKind, Listed, MachineEvent, ProgramEvent,
    SignalPurpose, StateSummary, Supply,
};
use podlab::cluster::machines::Connectivity;
use podlab::cluster::probe::{Outcome, ProbeKind};

/// Returns how much a change matters among the changes of one moment.
pub fn weight(change: &Change) -> u8 {
    match &change.fact {
        Fact::State { new: Some(StateSummary::Waiting(reason)), .. }
            if *reason == "ContainerCreating" =>
        {
            3
        }
        Fact::VolumePhase { new, .. } if new.phase == Some(VolumePhase::Failed) => 8,
        Fact::Condition { kind, new, .. } if *kind == *READY => {
            let is_true = new.as_ref().is_some_and(|new| new.status == ConditionStatus::True);
            if is_true { 7 } else { 5 }
        }
        Fact::Removed => 9,
        Fact::Deletion { .. }
        | Fact::EvictionRefused(_)
        | Fact::Connectivity { .. }
        | Fact::Machine(_)
        | Fact::Resource { .. }
        | Fact::NodeReady { .. }
        | Fact::NodePressure { .. }
        | Fact::Phase { new: PodPhase::Succeeded | PodPhase::Failed, .. } => 8,
        Fact::Signal { .. } => 7,
        Fact::Probe { outcome: Outcome::Success, .. } => 2,
        Fact::State { .. }
        | Fact::Probe { .. }
        | Fact::TaintAdded(_)
        | Fact::TaintRemoved(_)
        | Fact::Drain { .. } => 6,
        Fact::Phase { .. }
        | Fact::ClaimPhase { .. }
        | Fact::VolumePhase { .. }
        | Fact::Hook { .. }
        | Fact::Endpoints { .. }
        | Fact::Bound { .. } => 5,
        Fact::Program { .. }
        | Fact::SandboxKilled
        | Fact::ContainersRemoved
        | Fact::Created
        | Fact::RevisionCreated(_)
        | Fact::Spec
        | Fact::Reason { .. } => 4,
        Fact::RestartCount { .. } => 3,
        Fact::Condition { .. }
        | Fact::Ready { .. }
        | Fact::Started { .. }
        | Fact::Status { .. } => 1,
        Fact::World(_) | Fact::Field { .. } | Fact::Decision { .. } => 0,
    }
}

/// Returns a sentence about what happened.
pub fn change(m: &Messages, change: &Change) -> String {
    let is_pod = change.pod.is_some();
    match &change.fact {
        Fact::Created if is_pod => m.say("change.created"),
        Fact::Created | Fact::RevisionCreated(_) => of_object(m, change, "change.created.other"),
        Fact::Removed if is_pod => m.say("change.removed"),
        Fact::Removed => of_object(m, change, "change.removed.other"),
        Fact::Deletion { .. } if !is_pod => of_object(m, change, "change.deletion.object"),
        Fact::Deletion { new: Some(0), .. } => m.say("change.deletion.none"),
        Fact::Deletion { new: Some(seconds), .. } => {
            m.fill("change.deletion", &[("seconds", &seconds.to_string())])
        }
        Fact::Deletion { new: None, .. } => m.say("change.deletion.other"),
        Fact::EvictionRefused(message) => m.fill("change.eviction", &[("message", message)]),
        Fact::Bound { new, .. } => m.fill("change.node", &[("node", new)]),
        Fact::Phase { new, .. } => m.say(phase(*new)),
        Fact::ClaimPhase { new, .. } => bound(m, change, new.phase == Some(ClaimPhase::Bound)),
        Fact::VolumePhase { new, .. } => bound(m, change, new.phase == Some(VolumePhase::Bound)),
        Fact::Reason { new, .. } if new.is_empty() => m.say("change.reason.cleared"),
        Fact::Reason { new, .. } => m.fill("change.reason", &[("reason", new)]),
        Fact::Condition { source: ConditionSource::SilentNode, .. } => {
            of_node(m, change, "node.pod-not-ready", "")
        }
        Fact::Condition { kind, new, source: ConditionSource::Object, .. } => {
            condition(m, kind, new.as_ref())
        }
        Fact::NodeReady { new, why, .. } => match new {
            ConditionStatus::Unknown => of_node(m, change, "node.lost", ""),
            ConditionStatus::False => of_node(m, change, "node.not-ready", why),
            ConditionStatus::True => of_node(m, change, "node.ready", ""),
        },
        Fact::NodePressure { signal, new, .. } => {
            let is_short = *new == ConditionStatus::True;
            let key = if is_short { "node.pressure" } else { "node.pressure.over" };
            of_node(m, change, key, signal.condition())
        }
        Fact::Connectivity { old, new } => of_node(m, change, connectivity(*old, *new), ""),
        Fact::Machine(event) => of_node(m, change, machine(*event), ""),
        Fact::Resource { signal, supply } => {
            let key = match supply {
                Supply::Short => "node.machine.short",
                Supply::Enough => "node.machine.enough",
            };
            of_node(m, change, key, signal.condition())
        }
        Fact::TaintAdded(taint) => of_taint(m, change, "node.taint", taint),
        Fact::TaintRemoved(taint) => of_taint(m, change, "node.taint.gone", taint),
        Fact::Drain { old, left } => drain(m, change, *old, *left),
        Fact::State { container, new, .. } => state(m, container, new.as_ref()),
        Fact::Ready { container, ready } => {
            let key = if *ready { "change.ready.true" } else { "change.ready.false" };
            m.fill(key, &[("container", container)])
        }
        Fact::Started { container, started } => {
            let key = if *started { "change.started.true" } else { "change.started.false" };
            m.fill(key, &[("container", container)])
        }
        Fact::RestartCount { container, new, .. } => {
            let count = new.to_string();
            m.fill("change.restart", &[("container", container), ("count", &count)])
        }
        Fact::Status { new, .. } => m.fill("change.status", &[("status", new)]),
        Fact::Spec if is_pod => m.say("change.spec"),
        Fact::Spec => of_object(m, change, "change.spec.other"),
        Fact::Probe { container, kind, outcome, message, .. } => {
            probe(m, container, *kind, *outcome, message)
        }
        Fact::Hook { container, hook } => hook_runs(m, container, *hook),
        Fact::Signal { container, signal, purpose } => match purpose {
            SignalPurpose::Kill => m.fill("change.signal.kill", &[("container", container)]),
            SignalPurpose::Stop => {
                m.fill("change.signal", &[("container", container), ("signal", signal)])
            }
        },
        Fact::Program { container, event } => program(m, container, event),
        Fact::SandboxKilled => m.say("change.program.sandbox"),
        Fact::ContainersRemoved => m.say("kubelet.containers.removed"),
        Fact::Endpoints { new, .. } => endpoints(m, change, new),
        // A pattern contains asterisks, which would mark a name here.
        Fact::World(_) => {
            let object = change.object.to_string().replace('*', "…");
            m.fill("change.world", &[("object", &object)])
        }
        Fact::Field { field, new, .. } => {
            let (object, value) = (change.object.to_string(), new.to_string());
            let places = [("field", *field), ("object", &object), ("value", &value)];
            m.fill("change.field", &places)
        }
        Fact::Decision { decision, name, .. } => self::decision(m, change, *decision, name),
    }
}

fn phase(phase: PodPhase) -> &'static str {
    match phase {
        PodPhase::Pending => "change.phase.Pending",
        PodPhase::Running => "change.phase.Running",
        PodPhase::Succeeded => "change.phase.Succeeded",
        PodPhase::Failed => "change.phase.Failed",
        PodPhase::Unknown => "change.phase.Unknown",
    }
}

/// Returns a sentence about a claim or a volume.
fn bound(m: &Messages, change: &Change, is_bound: bool) -> String {
    of_object(m, change, if is_bound { "change.bound" } else { "change.unbound" })
}

/// Returns a sentence about a node, or about a Pod because of its node.
fn of_node(m: &Messages, change: &Change, key: &str, what: &str) -> String {
    m.fill(key, &[("name", change.object.name()), ("what", what)])
}

fn of_taint(m: &Messages, change: &Change, key: &str, taint: &Taint) -> String {
    m.fill(key, &[("name", change.object.name()), ("taint", &in_words(taint))])
}

fn drain(m: &Messages, change: &Change, old: Option<usize>, left: usize) -> String {
    let key = match (old, left) {
        (_, 0) => "node.drain.done",
        (None, _) => "node.drain.begun",
        (Some(_), _) => "node.drain",
    };
    m.fill(key, &[("name", change.object.name()), ("count", &left.to_string())])
}

fn connectivity(old: Connectivity, new: Connectivity) -> &'static str {
    match new {
        Connectivity::CutOff => "node.machine.cut-off",
        Connectivity::Off => "node.machine.off",
        Connectivity::Broken => "node.machine.broken",
        Connectivity::Up | Connectivity::Returning => match old {
            Connectivity::CutOff => "node.machine.connected",
            Connectivity::Up
            | Connectivity::Returning
            | Connectivity::Off
            | Connectivity::Broken => "node.machine.on",
        },
    }
}

fn machine(event: MachineEvent) -> &'static str {
    match event {
        MachineEvent::Crashed => "node.machine.crashed",
        MachineEvent::KubeletStarted => "kubelet.started",
        MachineEvent::ShuttingDown => "node.machine.shutting-down",
        MachineEvent::RuntimeStopped => "node.machine.without-runtime",
        MachineEvent::RuntimeStarted => "node.machine.with-runtime",
        MachineEvent::NetworkStopped => "node.machine.without-network",
        MachineEvent::NetworkStarted => "node.machine.with-network",
        MachineEvent::AppArmorDisabled => "node.machine.no-apparmor",
        MachineEvent::AppArmorEnabled => "node.machine.apparmor",
    }
}

fn probe(
    m: &Messages,
    container: &str,
    kind: ProbeKind,
    outcome: Outcome,
    message: &str,
) -> String {
    let key = match outcome {
        Outcome::Success => "change.probe.Success",
        Outcome::Failure => "change.probe.Failure",
        Outcome::Error => "change.probe.Unknown",
    };
    let kind = kind.as_str().to_ascii_lowercase();
    m.fill(key, &[("probe", &kind), ("container", container), ("message", message.trim())])
}

fn hook_runs(m: &Messages, container: &str, hook: HookKind) -> String {
    m.fill("change.hook", &[("hook", hook.as_str()), ("container", container)])
}

fn program(m: &Messages, container: &str, event: &ProgramEvent) -> String {
    let container = ("container", container);
    match event {
        ProgramEvent::Started => m.fill("change.program.started", &[container]),
        ProgramEvent::Ended { reason, code } => {
            let reason = format!("{reason} {code}");
            m.fill("change.program.ended", &[container, ("reason", &reason)])
        }
        ProgramEvent::StartFailed(reason) => {
            m.fill("change.program.failed", &[container, ("reason", reason)])
        }
        ProgramEvent::Resized => m.fill("kubelet.resized", &[container]),
        ProgramEvent::ProcessLost(reason) => {
            m.fill("kubelet.child-oom", &[container, ("reason", reason)])
        }
    }
}

fn endpoints(m: &Messages, change: &Change, new: &Addresses) -> String {
    let (ready, not_ready) = new;
    let key = match (ready.is_empty(), not_ready.is_empty()) {
        (true, true) => "change.endpoints.none",
        (true, false) => "change.endpoints.unready",
        (false, _) => "change.endpoints",
    };
    let pods = Listed(new).to_string();
    m.fill(key, &[("service", change.object.name()), ("pods", &pods)])
}

/// Returns a sentence about an object that is not a Pod.
fn of_object(m: &Messages, change: &Change, key: &str) -> String {
    m.fill(key, &[("kind", change.object.kind()), ("name", change.object.name())])
}

fn decision(m: &Messages, change: &Change, decision: Decision, pod: &str) -> String {
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
    m.fill(key, &[("set", change.object.name()), ("pod", pod)])
}

fn condition(m: &Messages, kind: &str, new: Option<&ConditionValue>) -> String {
    let Some(ConditionValue { status, reason }) = new else {
        return m.fill("change.condition.gone", &[("condition", kind)]);
    };
    let status = status.as_str();
    let why = m.get(&format!("condition.{kind}.{status}")).unwrap_or(reason);
    let key = if why.is_empty() { "change.condition" } else { "change.condition.why" };
    m.fill(key, &[("condition", kind), ("status", status), ("why", why)])
}

fn state(m: &Messages, container: &str, new: Option<&StateSummary>) -> String {
    let word = new.map_or("", StateSummary::as_str);
    let reason = new.map_or("", StateSummary::reason);
    let specific = format!("change.state.{word}.{reason}");
    let key = match new {
        Some(StateSummary::Running) => "change.state.running",
        _ if m.get(&specific).is_some() => &specific,
        _ => "change.state",
    };
    m.fill(key, &[("container", container), ("state", word), ("reason", reason)])
}
