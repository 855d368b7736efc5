//! Sentences about what something waits for.

use crate::messages::Messages;
use crate::{clock, short};
use podlab::base::time::SimTime;
use podlab::controller::stateful_set::outlook::Need;
use podlab::questions::waits::{Probing, Seen, Wait, WaitKind};

/// Returns a sentence about what something waits for at the moment `now`.
pub fn wait(m: &Messages, wait: &Wait, now: SimTime) -> String {
    let until = wait.until.map(clock).unwrap_or_default();
    let time = ("time", until.as_str());
    // Whether the sentence itself says when the wait is over.
    let mut tells_when = false;
    let text = match &wait.kind {
        WaitKind::Scheduler => m.say("wait.scheduler"),
        WaitKind::Unschedulable(message) => m.fill("wait.unschedulable", &[("message", message)]),
        WaitKind::SchedulingGate(gate) => m.fill("wait.scheduling-gate", &[("gate", gate)]),
        WaitKind::Notice => m.say("wait.notice"),
        WaitKind::Sync => m.say("wait.sync"),
        WaitKind::Look(Seen::Started(name)) => m.fill("wait.look.started", &[("container", name)]),
        WaitKind::Look(Seen::Ended(name)) => m.fill("wait.look.ended", &[("container", name)]),
        WaitKind::Look(Seen::Sandbox) => m.say("wait.look.sandbox"),
        WaitKind::Restart { container, window, is_over } => {
            tells_when = !is_over;
            let key = if *is_over { "wait.restart.due" } else { "wait.restart" };
            let length = short(m, *window);
            m.fill(key, &[("container", container), time, ("length", &length)])
        }
        WaitKind::PullBackoff { container, window, is_over, .. } => {
            tells_when = !is_over;
            let key = if *is_over { "wait.pull-backoff.due" } else { "wait.pull-backoff" };
            let length = short(m, *window);
            m.fill(key, &[("container", container), time, ("length", &length)])
        }
        WaitKind::Pulling { container, image, before } => {
            let key = if *before == 0 { "wait.pulling" } else { "wait.pulling.queued" };
            let count = before.to_string();
            m.fill(key, &[("container", container), ("image", image), ("count", &count)])
        }
        WaitKind::FailedStart { container, reason } => {
            m.fill("wait.failed-start", &[("container", container), ("reason", reason)])
        }
        WaitKind::InitContainer(name) => m.fill("wait.init", &[("container", name)]),
        WaitKind::Sidecar(name) => m.fill("wait.sidecar", &[("container", name)]),
        WaitKind::PostStart(name) => m.fill("wait.post-start", &[("container", name)]),
        WaitKind::Volumes => m.say("wait.volumes"),
        WaitKind::Attachment { volume, node } => {
            m.fill("wait.attachment", &[("volume", volume), ("node", node)])
        }
        WaitKind::Startup(probing) => probe(m, "wait.startup", probing),
        WaitKind::Readiness(probing) => probe(m, "wait.readiness", probing),
        WaitKind::ReadinessGate(condition) => m.fill("wait.gate", &[("condition", condition)]),
        WaitKind::Resize(message) => m.fill("kubelet.wait.resize", &[("message", message)]),
        WaitKind::PreStop { container, grace } => {
            let length = short(m, grace * 1000);
            m.fill("wait.pre-stop", &[("container", container), ("length", &length)])
        }
        WaitKind::Grace { container, .. } => {
            tells_when = true;
            let left = short(m, wait.until.map_or(0, |until| until.since(now)));
            m.fill("wait.grace", &[("container", container), ("left", &left)])
        }
        WaitKind::LastToStop(name) => m.fill("wait.last-to-stop", &[("container", name)]),
        WaitKind::Finalizers(names) => {
            let names: Vec<&str> = names.iter().map(podlab::base::text::Text::as_str).collect();
            m.fill("wait.finalizers", &[("finalizers", &names.join(", "))])
        }
        WaitKind::StillRuns => m.say("wait.still-runs"),
        WaitKind::Room(pod) => m.fill("kubelet.wait.room", &[("pod", pod)]),
        WaitKind::NodeUnable { .. }
        | WaitKind::NodeGrace { .. }
        | WaitKind::NodeLost { .. }
        | WaitKind::NodeSilent { .. }
        | WaitKind::StillRunsOn(_)
        | WaitKind::NodeReturns(_)
        | WaitKind::NodeDeleted(_)
        | WaitKind::Taint { .. }
        | WaitKind::Drain(_) => {
            tells_when =
                matches!(wait.kind, WaitKind::NodeGrace { .. } | WaitKind::NodeLost { .. });
            of_node(m, wait, &until)
        }
        WaitKind::FirstConsumer => m.say("wait.first-consumer"),
        WaitKind::Provisioning => m.say("wait.provisioning"),
        WaitKind::NoClass => m.say("wait.no-class"),
        WaitKind::UnknownClass(class) => m.fill("wait.unknown-class", &[("class", class)]),
        WaitKind::InUse(pod) => m.fill("wait.in-use", &[("pod", pod)]),
        WaitKind::Budget { budget, needs, has } => {
            let (needs, has) = (needs.to_string(), has.to_string());
            m.fill("wait.budget", &[("budget", budget), ("needs", &needs), ("has", &has)])
        }
        WaitKind::Claim(claim) => m.fill("wait.claim", &[("claim", claim)]),
        WaitKind::Controller { failures: 0 } => m.say("wait.controller"),
        WaitKind::Controller { failures } => {
            m.fill("wait.controller.failed", &[("count", &failures.to_string())])
        }
        WaitKind::Set { pod, need, .. } => {
            tells_when = true;
            let pod = ("pod", pod.as_str());
            match need {
                Need::Gone => m.fill("wait.set.gone", &[pod]),
                Need::Ready => m.fill("wait.set.ready", &[pod]),
                Need::Available(_) => m.fill("wait.set.available", &[pod, time]),
                Need::Claim(why) if why.is_empty() => m.fill("wait.set.claim.old", &[pod]),
                Need::Claim(why) => m.fill("wait.set.claim", &[pod, ("message", why)]),
            }
        }
        WaitKind::Asleep(pod) => m.fill("wait.asleep", &[("pod", pod)]),
        WaitKind::Dependents(count) => m.fill("wait.dependents", &[("count", &count.to_string())]),
        WaitKind::Paused => m.say("wait.rollout.paused"),
        WaitKind::NewPods { set, missing, goes_on } => {
            let missing = missing.to_string();
            let new = m.fill("wait.rollout.new", &[("set", set), ("count", &missing)]);
            if *goes_on { new + " " + &m.say("wait.rollout.goes-on") } else { new }
        }
        WaitKind::MinReady(pod) => {
            tells_when = true;
            m.fill("wait.set.available", &[("pod", pod), time])
        }
        WaitKind::OldPods(count) => m.fill("wait.rollout.old", &[("count", &count.to_string())]),
        WaitKind::Deadline => {
            tells_when = true;
            m.fill("wait.rollout.deadline", &[time])
        }
    };
    if tells_when || wait.until.is_none() {
        return text;
    }
    m.fill("wait.until", &[("wait", &text), time])
}

/// Returns a sentence about what something waits for because of a node.
fn of_node(m: &Messages, wait: &Wait, until: &str) -> String {
    let (key, node, since, taint) = match &wait.kind {
        WaitKind::NodeGrace { node, since } => ("node.wait.node-grace", node, *since, ""),
        WaitKind::NodeLost { node, since, taint } if wait.until.is_some() => {
            ("node.wait.node-lost", node, *since, taint.as_str())
        }
        WaitKind::NodeLost { node, since, .. } => ("node.wait.node-lost.stays", node, *since, ""),
        WaitKind::NodeSilent { node, since } => ("node.wait.node-silent", node, *since, ""),
        WaitKind::StillRunsOn(node) => ("node.wait.still-runs-on", node, SimTime::ZERO, ""),
        WaitKind::NodeReturns(node) => ("node.wait.node-returns", node, SimTime::ZERO, ""),
        WaitKind::NodeDeleted(node) => ("node.wait.node-deleted", node, SimTime::ZERO, ""),
        WaitKind::Taint { node, taint } => ("node.wait.taint", node, SimTime::ZERO, taint.as_str()),
        WaitKind::NodeUnable { node, network: false } => {
            ("node.wait.no-runtime", node, SimTime::ZERO, "")
        }
        WaitKind::NodeUnable { node, .. } => ("node.wait.no-network", node, SimTime::ZERO, ""),
        WaitKind::Drain(count) => {
            return m.fill("node.wait.drain", &[("count", &count.to_string())]);
        }
        _ => return String::new(),
    };
    let since = clock(since);
    m.fill(key, &[("node", node), ("since", &since), ("taint", taint), ("time", until)])
}

fn probe(m: &Messages, key: &str, probing: &Probing) -> String {
    let Probing { container, successes, of, failures, most_failures } = probing;
    let (successes, of) = (successes.to_string(), of.to_string());
    let (failures, most) = (failures.to_string(), most_failures.to_string());
    let counts = [("successes", successes.as_str()), ("of", &of), ("failures", &failures)];
    m.fill(key, &[&counts[..], &[("container", container), ("most", &most)]].concat())
}
