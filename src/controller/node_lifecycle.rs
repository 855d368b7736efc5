//! The controller of nodes: it counts as lost what is silent for too long, taints it, and takes its Pods' readiness.
//! Rules P-1004 to P-1009, P-1025. Models kubernetes pkg/controller/nodelifecycle/node_lifecycle_controller.go.
//!
//! Simplified: all nodes are of one zone.

use super::taint_eviction;
use crate::api::core::{Node, NodeCondition, Taint};
use crate::api::pod::TaintEffect;
use crate::api::status::{ConditionStatus, READY};
use crate::apiserver::admission::UNREACHABLE;
use crate::apiserver::store;
use crate::change::{Subject, Value};
use crate::event::{NodeEvent, SimEvent};
use crate::machines::{MONITOR, grace};
use crate::recorder::{Involved, Said};
use crate::scheduler;
use crate::text::Text;
use crate::time::Timestamp;
use crate::world::{About, NodeId, PodId, World};
use std::rc::Rc;

/// Milliseconds between two nodes whose Pods are made to go. Rule K-24.
const BETWEEN_TAINTS: u64 = 10_000;
/// The conditions a kubelet posts, each with its reason and message while all is well.
const WELL: [(&str, &str, &str); 4] = [
    ("MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
    ("DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
    ("PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
    (READY, "KubeletReady", "kubelet is posting ready status"),
];

/// Whether a node counts as lost.
pub fn is_lost(node: &Node) -> bool {
    let unknown = |c: &NodeCondition| c.kind == READY && c.status == ConditionStatus::Unknown;
    node.status.conditions.iter().any(unknown)
}

/// A machine fell silent: plans the look at which it counts as lost. Rule P-1005.
pub(crate) fn fell_silent(world: &mut World, id: NodeId) {
    let heard = world.last_heartbeat();
    let machine = world.machines.of(id);
    // Of a machine that is silent already the first silence counts.
    let heard = *machine.heard.get_or_insert(heard);
    let noticed = world.next_monitor(heard);
    let lost = world.node(id).is_some_and(|node| is_lost(node));
    let at =
        if lost { world.next_monitor(world.now + 1) } else { noticed + grace(world.release()) };
    plan_look(world, id, at);
}

fn plan_look(world: &mut World, node: NodeId, at: crate::time::SimTime) {
    let turn = world.machines.of(node).turn;
    world.plan_at(at, SimEvent::OfNode { node, what: NodeEvent::Monitored, turn });
}

/// A look at a node. Rules P-1005 to P-1009.
pub(crate) fn look(world: &mut World, id: NodeId) {
    let Some(node) = world.node(id).cloned() else { return };
    if world.machines.link(id).is_heard() {
        returned(world, id, &node);
    } else if !is_lost(&node) {
        lose(world, id);
    } else {
        taint_for_eviction(world, id, &node);
    }
}

/// Writes to a Node object, and what its taints lead to.
pub(crate) fn update(world: &mut World, id: NodeId, write: impl FnOnce(&mut Node)) {
    let Some(old) = world.node(id).cloned() else { return };
    let mut new = (*old).clone();
    write(&mut new);
    if new == *old {
        return;
    }
    record(world, &old, &new);
    let differs = old.spec.taints != new.spec.taints;
    world.put_node(new);
    if differs {
        taint_eviction::node_changed(world, id);
    }
}

fn record(world: &mut World, old: &Node, new: &Node) {
    let object: Text = ["Node/", &new.metadata.name].concat().into();
    let ready = |node: &Node| {
        let found = node.status.conditions.iter().find(|c| c.kind == READY);
        found.map_or(ConditionStatus::True, |c| c.status)
    };
    if ready(old) != ready(new) {
        let value = |node: &Node| Value::Because(ready(node).as_str(), Text::default());
        let rule = if is_lost(new) { "P-1005" } else { "P-1015" };
        let subject = Subject::Condition(READY.into());
        world.record(About::Object(object.clone()), subject, value(old), value(new), rule);
    }
    let text = |taint: &Taint| Value::Text(in_words(taint));
    for taint in new.spec.taints.iter().filter(|taint| !old.spec.taints.contains(taint)) {
        let about = About::Object(object.clone());
        world.record(about, Subject::Taint, Value::None, text(taint), "P-1009");
    }
    for taint in old.spec.taints.iter().filter(|taint| !new.spec.taints.contains(taint)) {
        let about = About::Object(object.clone());
        world.record(about, Subject::Taint, text(taint), Value::None, "P-1009");
    }
}

/// A taint as kubectl writes it: `key=value:effect`.
pub fn in_words(taint: &Taint) -> Text {
    let effect = taint.effect.map_or("", TaintEffect::as_str);
    let equals = if taint.value.is_empty() { "" } else { "=" };
    [&taint.key, equals, &taint.value, ":", effect].concat().into()
}

/// Puts the conditions a kubelet posts into a Node object: as they are while all is well, or unknown.
fn put_conditions(node: &mut Node, is_known: bool, now: Timestamp, heard: Timestamp) {
    let known = std::mem::take(&mut node.status.conditions);
    for (kind, reason, message) in WELL {
        let status = match (is_known, kind) {
            (false, _) => ConditionStatus::Unknown,
            (true, READY) => ConditionStatus::True,
            (true, _) => ConditionStatus::False,
        };
        let (reason, message) = if is_known {
            (reason, message)
        } else {
            ("NodeStatusUnknown", "Kubelet stopped posting node status.")
        };
        let before = known.iter().find(|c| c.kind == kind && c.status == status);
        node.status.conditions.push(NodeCondition {
            kind: kind.into(),
            status,
            reason: reason.into(),
            message: message.into(),
            last_heartbeat_time: Some(heard),
            last_transition_time: before.map_or(Some(now), |c| c.last_transition_time),
        });
    }
}

fn put_taint(node: &mut Node, effect: TaintEffect, now: Timestamp) {
    let is_it = |taint: &Taint| taint.key == UNREACHABLE && taint.effect == Some(effect);
    if !node.spec.taints.iter().any(is_it) {
        let (key, value, time_added) = (UNREACHABLE.into(), Text::default(), Some(now));
        node.spec.taints.push(Taint { effect: Some(effect), key, time_added, value });
    }
}

/// The node counts as lost. Rules P-1005, P-1006, P-1007.
fn lose(world: &mut World, id: NodeId) {
    let now = Timestamp::of(world.now);
    let heard = world.machines.get(id).and_then(|machine| machine.heard).unwrap_or(world.now);
    update(world, id, |node| {
        put_conditions(node, false, now, Timestamp::of(heard));
    });
    let cause = world.cause;
    tell(world, id, "NodeNotReady", "node-controller");
    let Some(node) = world.node(id).cloned() else { return };
    let pods: Vec<PodId> = world.pods_on(&node.metadata.name).map(|(pod, _)| pod).collect();
    for pod in pods {
        world.cause = cause;
        unready(world, pod);
    }
    world.cause = cause;
    update(world, id, |node| put_taint(node, TaintEffect::NoSchedule, now));
    world.cause = cause;
    if is_halted(world) {
        // With no node left that is well nothing is known of any of them, so no Pod is made to go. Rule P-1025.
        for (other, _) in lost_nodes(world) {
            world.cause = cause;
            let executes = |taint: &Taint| {
                taint.key == UNREACHABLE && taint.effect == Some(TaintEffect::NoExecute)
            };
            update(world, other, |node| node.spec.taints.retain(|taint| !executes(taint)));
        }
    }
    world.cause = cause;
    let next = world.next_monitor(world.now + 1);
    plan_look(world, id, next);
    super::pod_gc::node_lost(world, id);
}

/// The condition Ready of a Pod whose node is lost. Rule P-1007.
fn unready(world: &mut World, id: PodId) {
    let Some(pod) = world.pod(id).filter(|pod| pod.status.is_true(READY)).cloned() else { return };
    let now = Timestamp::of(world.now);
    store::update_pod(world, id, |pod| {
        for condition in pod.status.conditions.iter_mut().filter(|c| c.kind == READY) {
            condition.status = ConditionStatus::False;
            condition.last_transition_time = Some(now);
        }
    });
    let message = "Node is not ready".into();
    let (kind, reason, from) = ("Warning", "NodeNotReady", "node-controller");
    store::tell(world, &pod, Said { kind, reason, message, field: Text::default(), from });
}

/// Tells an Event about a node.
fn tell(world: &mut World, id: NodeId, reason: &'static str, from: &'static str) {
    let said = |name: &str| {
        let message = format!("Node {name} status is now: {reason}").into();
        Said { kind: "Normal", reason, message, field: Text::default(), from }
    };
    say(world, id, said);
}

/// Tells an Event about the node of that number. Events know a node by its name in place of its UID.
fn say(world: &mut World, id: NodeId, said: impl FnOnce(&str) -> Said) {
    let Some(node) = world.node(id) else { return };
    let mut metadata = node.metadata.clone();
    metadata.uid = metadata.name.clone();
    let said = said(&metadata.name);
    store::tell_of(world, &Involved::new("Node", &metadata), said);
}

/// The nodes that count as lost.
fn lost_nodes(world: &World) -> Vec<(NodeId, Rc<Node>)> {
    let ids = world.nodes().filter_map(|node| world.node_object(&node.metadata.name));
    ids.filter(|(_, node)| is_lost(node)).collect()
}

/// Whether so many nodes are lost that none is tainted so that its Pods go. Rule P-1025.
pub fn is_halted(world: &World) -> bool {
    let (lost, all) = (lost_nodes(world).len(), world.nodes().count());
    lost == all || (lost >= 3 && lost * 100 >= all * 55 && all <= 50)
}

/// Taints a lost node so that Pods that do not tolerate it go, one node in ten seconds. Rules P-1009, K-24.
fn taint_for_eviction(world: &mut World, id: NodeId, node: &Node) {
    let is_it =
        |taint: &Taint| taint.effect == Some(TaintEffect::NoExecute) && taint.key == UNREACHABLE;
    if node.spec.taints.iter().any(is_it) || is_halted(world) {
        return;
    }
    let next = world.machines.next_taint;
    if next > world.now {
        return plan_look(world, id, next);
    }
    world.machines.next_taint = world.now + BETWEEN_TAINTS;
    let now = Timestamp::of(world.now);
    update(world, id, |node| put_taint(node, TaintEffect::NoExecute, now));
}

/// The kubelet of a node is heard again: it posts that all is well. Rule P-1015.
pub(crate) fn heartbeat(world: &mut World, id: NodeId) {
    let Some(node) = world.node(id).cloned() else { return };
    let now = Timestamp::of(world.now);
    if is_lost(&node) {
        update(world, id, |node| put_conditions(node, true, now, now));
        let cause = world.cause;
        tell(world, id, "NodeReady", "kubelet");
        world.cause = cause;
    }
    world.machines.of(id).heard = None;
    let next = world.next_monitor(world.now);
    plan_look(world, id, next);
    // One that is well again may be what the others waited for. Rule P-1025.
    for (other, _) in lost_nodes(world) {
        plan_look(world, other, next + MONITOR);
    }
}

/// The node is heard again: nothing keeps Pods away from it any more. Rule P-1015.
fn returned(world: &mut World, id: NodeId, node: &Node) {
    if !node.spec.taints.iter().any(|taint| taint.key == UNREACHABLE) || is_lost(node) {
        return;
    }
    update(world, id, |node| node.spec.taints.retain(|taint| taint.key != UNREACHABLE));
    scheduler::room_was_made(world);
}

/// A kubelet tells that its machine was started anew. Rule P-1017.
pub(crate) fn rebooted(world: &mut World, id: NodeId) {
    say(world, id, |name| {
        let message = format!("Node {name} has been rebooted").into();
        let (kind, reason, from) = ("Warning", "Rebooted", "kubelet");
        Said { kind, reason, message, field: Text::default(), from }
    });
}
