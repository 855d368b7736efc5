//! The node lifecycle controller: it marks a node as lost that has been silent for too long, taints it, and marks its
//! Pods as not Ready. Rules P-1004 to P-1009, P-1025.
//! Models kubernetes pkg/controller/nodelifecycle/node_lifecycle_controller.go.

use crate::api::core::{Node, NodeCondition, Taint};
use crate::api::node::{CONDITIONS, is_lost, is_not_ready, status_of};
use crate::api::pod::TaintEffect;
use crate::api::status::{ConditionStatus, READY};
use crate::apiserver::admission::{NOT_READY, UNREACHABLE, UNSCHEDULABLE};
use crate::apiserver::nodes::{tell_status, update, update_conditions};
use crate::apiserver::record::StatusRules;
use crate::apiserver::store;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::fact::ConditionSource;
use crate::cluster::machines::{MONITOR, STARTUP_GRACE, grace};
use crate::cluster::pressure::EvictionSignal;
use crate::cluster::recorder::{Part, Said};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::world::{NodeId, PodId, World};
use crate::rules::Rule;
use std::rc::Rc;

/// Milliseconds between the `NoExecute` taints of two nodes. Rule K-24.
const BETWEEN_TAINTS: u64 = 10_000;
/// The most nodes that a cluster may have that does not count as large. Rule K-25.
const LARGE: usize = 50;

/// Handles a machine that has fallen silent: plans the check at which it counts as lost. Rule P-1005.
pub(crate) fn fell_silent(world: &mut World, id: NodeId) {
    let heard = world.last_heartbeat();
    let (now, second) = (world.now, Timestamp::of(world.now));
    let machine = world.machines.of(id);
    // The kubelet of a machine that is added now and does not run has posted nothing yet.
    machine.is_new |= machine.created == Some(now) && machine.heard.is_none();
    let is_new = machine.is_new;
    // When the machine was silent already, the beginning of that silence counts.
    let heard = *machine.heard.get_or_insert(if is_new { now } else { heard });
    let lost = world.node(id).is_some_and(|node| is_lost(node));
    if is_new && !lost {
        // No Pods are scheduled to the node until its kubelet posts something.
        let cause = world.cause;
        update(world, id, |node| put_taint(node, NOT_READY, TaintEffect::NoSchedule, second));
        world.cause = cause;
    }
    let at = if lost {
        world.next_monitor(now + 1)
    } else if is_new {
        world.next_monitor(heard + STARTUP_GRACE)
    } else {
        world.next_monitor(heard) + grace(world.release())
    };
    plan_look(world, id, at);
}

fn plan_look(world: &mut World, node: NodeId, at: crate::base::time::SimTime) {
    let turn = world.machines.of(node).turn;
    world.plan_at(at, SimEvent::OfNode { node, what: NodeEvent::Monitored, turn });
}

/// Checks a node. Rules P-1005 to P-1009.
pub(crate) fn look(world: &mut World, id: NodeId) {
    let Some(node) = world.node(id).cloned() else { return };
    match (world.machines.connectivity(id).is_heard(), status_of(&node, READY)) {
        (true, ConditionStatus::True) => returned(world, id, &node),
        (true, ConditionStatus::False) => taint_for_eviction(world, id, &node, NOT_READY),
        (true, ConditionStatus::Unknown) => {}
        (false, ConditionStatus::Unknown) => taint_for_eviction(world, id, &node, UNREACHABLE),
        (false, _) => lose(world, id),
    }
}

/// Updates the taints of a node after a person or its kubelet has written to it.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    let Stored::Node(id, Write::Modified { old, new }) = &event.object else { return };
    if old.spec.unschedulable != new.spec.unschedulable {
        cordoned(world, *id);
    }
    if is_posted(old, new) {
        conditions_posted(world, *id);
    }
}

/// Returns whether a kubelet posted other conditions. The conditions of a silent node are written by this controller.
fn is_posted(old: &Node, new: &Node) -> bool {
    let is_news = |c: &NodeCondition| {
        let before = old.status.conditions.iter().find(|before| before.kind == c.kind);
        before.is_none_or(|before| before.status != c.status || before.message != c.message)
    };
    status_of(new, READY) != ConditionStatus::Unknown && new.status.conditions.iter().any(is_news)
}

/// Adds or removes the taint of a node that was cordoned or uncordoned. Rule P-908.
fn cordoned(world: &mut World, id: NodeId) {
    let now = Timestamp::of(world.now);
    update(world, id, |node| {
        if node.spec.unschedulable {
            put_taint(node, UNSCHEDULABLE, TaintEffect::NoSchedule, now);
        } else {
            drop_taint(node, UNSCHEDULABLE, TaintEffect::NoSchedule);
        }
    });
}

/// Sets the conditions of a node to Unknown, because its kubelet is not heard. Rule P-1005.
fn put_unknown(node: &mut Node, now: Timestamp, heard: Timestamp, is_new: bool) {
    let (reason, message) = if is_new {
        ("NodeStatusNeverUpdated", "Kubelet never posted node status.")
    } else {
        ("NodeStatusUnknown", "Kubelet stopped posting node status.")
    };
    let known = std::mem::take(&mut node.status.conditions);
    for kind in CONDITIONS {
        let unknown = |c: &&NodeCondition| c.kind == *kind && c.status == ConditionStatus::Unknown;
        node.status.conditions.push(NodeCondition {
            kind: kind.into(),
            status: ConditionStatus::Unknown,
            reason: reason.into(),
            message: message.into(),
            last_heartbeat_time: Some(heard),
            last_transition_time: known
                .iter()
                .find(unknown)
                .map_or(Some(now), |c| c.last_transition_time),
        });
    }
    let is_other = |c: &NodeCondition| !CONDITIONS.iter().any(|kind| c.kind == **kind);
    node.status.conditions.extend(known.into_iter().filter(is_other));
}

fn has_taint(node: &Node, key: &str, effect: TaintEffect) -> bool {
    node.spec.taints.iter().any(|taint| taint.key == *key && taint.effect == Some(effect))
}

fn put_taint(node: &mut Node, key: &'static str, effect: TaintEffect, now: Timestamp) {
    if !has_taint(node, key, effect) {
        let (key, value, time_added) = (key.into(), Text::default(), Some(now));
        node.spec.taints.push(Taint { effect: Some(effect), key, time_added, value });
    }
}

fn drop_taint(node: &mut Node, key: &str, effect: TaintEffect) {
    node.spec.taints.retain(|taint| taint.key != *key || taint.effect != Some(effect));
}

/// Handles conditions of a kubelet that differ from its last ones. Rules P-1009, P-1021.
///
/// `NoSchedule` taints follow at once, `NoExecute` taints at the next check.
fn conditions_posted(world: &mut World, id: NodeId) {
    let Some(node) = world.node(id).cloned() else { return };
    let now = Timestamp::of(world.now);
    let is_down = status_of(&node, READY) == ConditionStatus::False;
    let cause = world.cause;
    let posted = Rc::clone(&node);
    update(world, id, |node| {
        let mut keep = |key: &'static str, wanted: bool| {
            if wanted {
                put_taint(node, key, TaintEffect::NoSchedule, now);
            } else {
                drop_taint(node, key, TaintEffect::NoSchedule);
            }
        };
        keep(NOT_READY, is_down);
        for signal in EvictionSignal::ALL {
            let status = status_of(&posted, signal.condition());
            keep(signal.taint(), status == ConditionStatus::True);
        }
    });
    world.cause = cause;
    if is_down {
        halt(world);
    }
    world.cause = cause;
    let next = world.next_monitor(world.now);
    plan_look(world, id, next);
}

/// Removes the `NoExecute` taints of nodes in zones where too many nodes are not Ready. Rule P-1025.
///
/// The fault may then lie with the controller's own connection, so it evicts no Pods.
fn halt(world: &mut World) {
    let cause = world.cause;
    for (other, node) in nodes_not_ready(world) {
        if !is_halted(world, &node) {
            continue;
        }
        world.cause = cause;
        update(world, other, |node| {
            drop_taint(node, UNREACHABLE, TaintEffect::NoExecute);
            drop_taint(node, NOT_READY, TaintEffect::NoExecute);
        });
    }
}

/// Marks a node as lost. Rules P-1005, P-1006, P-1007.
fn lose(world: &mut World, id: NodeId) {
    let now = Timestamp::of(world.now);
    let heard = world.machines.get(id).and_then(|machine| machine.heard).unwrap_or(world.now);
    let Some(before) = world.node(id).cloned() else { return };
    let is_new = world.machines.get(id).is_some_and(|machine| machine.is_new);
    update_conditions(world, id, Rule::P1005, |node| {
        put_unknown(node, now, Timestamp::of(heard), is_new);
        drop_taint(node, NOT_READY, TaintEffect::NoSchedule);
    });
    let cause = world.cause;
    // When the node was not Ready before, or its kubelet has never posted anything, the controller reports no Event and
    // leaves the Pods as they are.
    if !is_new && !is_not_ready(&before) {
        tell_status(world, id, "NodeNotReady", "node-controller");
        let pods: Vec<PodId> = world.pods_on(&before.metadata.name).map(|(pod, _)| pod).collect();
        for pod in pods {
            world.cause = cause;
            unready(world, pod);
        }
    }
    world.cause = cause;
    update(world, id, |node| put_taint(node, UNREACHABLE, TaintEffect::NoSchedule, now));
    world.cause = cause;
    halt(world);
    world.cause = cause;
    let next = world.next_monitor(world.now + 1);
    plan_look(world, id, next);
}

/// Sets the condition Ready of a Pod on a lost node to False. Rule P-1007.
fn unready(world: &mut World, id: PodId) {
    let Some(pod) = world.pod(id).filter(|pod| pod.status.is_true(READY)).cloned() else { return };
    let now = Timestamp::of(world.now);
    let rules = StatusRules { ready: ConditionSource::SilentNode, ..StatusRules::default() };
    store::update_pod_by(world, id, rules, |pod| {
        for condition in pod.status.conditions.iter_mut().filter(|c| c.kind == READY) {
            condition.status = ConditionStatus::False;
            condition.last_transition_time = Some(now);
        }
    });
    let message = "Node is not ready".into();
    let (kind, reason, from) = ("Warning", "NodeNotReady", "node-controller");
    store::tell(world, &pod, Said { kind, reason, message, part: Part::Whole, from });
}

/// Returns the nodes that are not Ready.
fn nodes_not_ready(world: &World) -> Vec<(NodeId, Rc<Node>)> {
    let ids = world.nodes().filter_map(|node| world.node_object(&node.metadata.name));
    ids.filter(|(_, node)| is_not_ready(node)).collect()
}

/// Returns the zone of a node.
fn zone(node: &Node) -> Text {
    let labels = &node.metadata.labels;
    let of = |key: &str| labels.get(key).map_or("", Text::as_str);
    let (region, zone) = (of("topology.kubernetes.io/region"), of("topology.kubernetes.io/zone"));
    format!("{region}:{zone}").into()
}

/// Returns the milliseconds between the `NoExecute` taints of two nodes of a zone. Rules K-24, K-25, P-1025.
///
/// Returns `None` while no node of the zone is tainted.
fn between_taints(world: &World, of: &Text) -> Option<u64> {
    let (mut lost, mut all, mut nodes, mut ready) = (0, 0, 0, 0);
    for node in world.nodes() {
        let is_lost = is_not_ready(node);
        nodes += 1;
        ready += usize::from(!is_lost);
        if zone(node) == *of {
            all += 1;
            lost += usize::from(is_lost);
        }
    }
    if ready == 0 {
        return None;
    }
    // When all nodes of a zone are lost while other zones are well, the zone itself has failed, and its nodes are tainted.
    let is_partial = lost < all && lost >= 3 && lost * 100 >= all * 55;
    match (is_partial, nodes > LARGE) {
        (false, _) => Some(BETWEEN_TAINTS),
        (true, true) => Some(BETWEEN_TAINTS * 10),
        (true, false) => None,
    }
}

/// Returns whether a node gets no `NoExecute` taint because too many nodes of its zone, or all nodes, are not Ready. Rule P-1025.
pub fn is_halted(world: &World, node: &Node) -> bool {
    between_taints(world, &zone(node)).is_none()
}

/// Adds a `NoExecute` taint to a node, which evicts Pods that do not tolerate it, one node in ten seconds. Rules P-1009, K-24.
fn taint_for_eviction(world: &mut World, id: NodeId, node: &Node, key: &'static str) {
    let zone = zone(node);
    let Some(between) = between_taints(world, &zone) else { return };
    if has_taint(node, key, TaintEffect::NoExecute) {
        return;
    }
    let now = Timestamp::of(world.now);
    let other = if key == NOT_READY { UNREACHABLE } else { NOT_READY };
    if !has_taint(node, other, TaintEffect::NoExecute) {
        let next = world.machines.next_taint.get(&zone).copied().unwrap_or(SimTime::ZERO);
        if next > world.now {
            return plan_look(world, id, next);
        }
        world.machines.next_taint.insert(zone, world.now + between);
    }
    update(world, id, |node| {
        drop_taint(node, other, TaintEffect::NoExecute);
        drop_taint(node, other, TaintEffect::NoSchedule);
        put_taint(node, key, TaintEffect::NoExecute, now);
    });
}

/// Handles a node whose kubelet is heard again. Rule P-1015.
pub(crate) fn heard_again(world: &mut World, id: NodeId) {
    if world.node(id).is_none() {
        return;
    }
    let machine = world.machines.of(id);
    machine.heard = None;
    machine.is_new = false;
    let next = world.next_monitor(world.now);
    plan_look(world, id, next);
    // The nodes that are not Ready may have waited for this one. Rule P-1025.
    for (other, _) in nodes_not_ready(world) {
        plan_look(world, other, next + MONITOR);
    }
}

/// Removes the taints of a node that is Ready again. Rule P-1015.
fn returned(world: &mut World, id: NodeId, node: &Node) {
    let is_it = |taint: &Taint| taint.key == UNREACHABLE || taint.key == NOT_READY;
    if !node.spec.taints.iter().any(is_it) {
        return;
    }
    update(world, id, |node| node.spec.taints.retain(|taint| !is_it(taint)));
}
