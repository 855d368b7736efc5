//! The node lifecycle controller: it marks a node as lost that has been silent for too long, taints it, and marks its
//! Pods as not Ready. Rules P-1004 to P-1009, P-1025.
//! Models kubernetes pkg/controller/nodelifecycle/node_lifecycle_controller.go.
//!
//! [`reconcile`], [`cordoned`] and [`posted`] are pure functions. They return steps, which [`request::run`] carries out.

mod zones;

use super::request::{self, Request, When, drop_taint, has_taint, pod_event};
use super::step::Step;
use crate::api::core::{EventType, Node, NodeCondition, Taint};
use crate::api::node::{CONDITIONS, is_lost, is_not_ready, status_of};
use crate::api::pod::TaintEffect;
use crate::api::status::{ConditionStatus, READY};
use crate::apiserver::admission::{NOT_READY, UNREACHABLE, UNSCHEDULABLE};
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::NodeEvent;
use crate::cluster::machines::{MONITOR, STARTUP_GRACE, grace};
use crate::cluster::pressure::EvictionSignal;
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::world::{NodeId, World};
use zones::{Nodes, zone};

/// Looks at a node.
pub(crate) fn look(world: &mut World, id: NodeId) {
    let steps = reconcile(world, id);
    request::run(world, steps);
}

/// Updates the taints of a node after a person or its kubelet has written to it.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    let Stored::Node(id, Write::Modified { old, new }) = &event.object else { return };
    if old.spec.unschedulable != new.spec.unschedulable {
        request::run(world, vec![cordoned(*id, new)]);
    }
    if is_posted(old, new) {
        let steps = posted(world, *id);
        request::run(world, steps);
    }
}

/// Handles a machine that has fallen silent: plans the check at which it counts as lost. Rule P-1005.
pub(crate) fn fell_silent(world: &mut World, id: NodeId) {
    let heard = world.last_heartbeat();
    let now = world.now;
    let machine = world.machines.of(id);
    // The kubelet of a machine that is added now and does not run has posted nothing yet.
    machine.is_new |= machine.created == Some(now) && machine.heard.is_none();
    let is_new = machine.is_new;
    // When the machine was silent already, the beginning of that silence counts.
    let heard = *machine.heard.get_or_insert(if is_new { now } else { heard });
    let steps = silent(world, id, heard, is_new);
    request::run(world, steps);
}

/// Plans the check at which a silent node counts as lost. Rule P-1005.
fn silent(world: &World, id: NodeId, heard: SimTime, is_new: bool) -> Vec<Step<Request>> {
    let is_lost = world.node(id).is_some_and(|node| is_lost(node));
    let mut steps = Vec::new();
    if is_new && !is_lost {
        // No Pods are scheduled to the node until its kubelet posts something.
        let put = vec![(NOT_READY, TaintEffect::NoSchedule)];
        let request = Request::ChangeTaints { node: id, drop: Vec::new(), put };
        steps.push(Step::of_look(request));
    }
    let (from, plus) = if is_lost {
        (world.now + 1, 0)
    } else if is_new {
        (heard + STARTUP_GRACE, 0)
    } else {
        (heard, grace(world.release()))
    };
    steps.push(Step::of_look(look_again(id, When::Monitor { from, plus })));
    steps
}

/// Handles a node whose kubelet is heard again. Rule P-1015.
pub(crate) fn heard_again(world: &mut World, id: NodeId) {
    if world.node(id).is_none() {
        return;
    }
    let machine = world.machines.of(id);
    machine.heard = None;
    machine.is_new = false;
    let from = world.now;
    let mut steps = vec![Step::of_look(look_again(id, When::Monitor { from, plus: 0 }))];
    // The nodes that are not Ready may have waited for this one. Rule P-1025.
    let waiting = Nodes::of(world, None).not_ready().map(|(other, _)| other).collect::<Vec<_>>();
    steps.extend(
        waiting
            .into_iter()
            .map(|other| Step::of_look(look_again(other, When::Monitor { from, plus: MONITOR }))),
    );
    request::run(world, steps);
}

fn look_again(node: NodeId, at: When) -> Request {
    Request::LookAgain { node, what: NodeEvent::Monitored, at }
}

/// Checks a node. Rules P-1005 to P-1009.
pub(crate) fn reconcile(world: &World, id: NodeId) -> Vec<Step<Request>> {
    let Some(node) = world.node(id) else { return Vec::new() };
    match (world.machines.connectivity(id).is_heard(), status_of(node, READY)) {
        (true, ConditionStatus::True) => returned(id, node),
        (true, ConditionStatus::False) => taint_for_eviction(world, id, node, NOT_READY),
        (true, ConditionStatus::Unknown) => Vec::new(),
        (false, ConditionStatus::Unknown) => taint_for_eviction(world, id, node, UNREACHABLE),
        (false, _) => lose(world, id, node),
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
pub(crate) fn cordoned(id: NodeId, node: &Node) -> Step<Request> {
    let taint = vec![(UNSCHEDULABLE, TaintEffect::NoSchedule)];
    let (put, drop) =
        if node.spec.unschedulable { (taint, Vec::new()) } else { (Vec::new(), taint) };
    Step::of_look(Request::ChangeTaints { node: id, drop, put })
}

/// Handles conditions of a kubelet that differ from its last ones. Rules P-1009, P-1021.
///
/// `NoSchedule` taints follow at once, `NoExecute` taints at the next check.
pub(crate) fn posted(world: &World, id: NodeId) -> Vec<Step<Request>> {
    let Some(node) = world.node(id) else { return Vec::new() };
    let is_down = status_of(node, READY) == ConditionStatus::False;
    let presses =
        |signal: &EvictionSignal| status_of(node, signal.condition()) == ConditionStatus::True;
    let pressures = EvictionSignal::ALL.iter().map(|signal| (signal.taint(), presses(signal)));
    let wanted = std::iter::once((NOT_READY, is_down)).chain(pressures);
    let (put, drop): (Vec<_>, Vec<_>) = wanted.partition(|(_, is_wanted)| *is_wanted);
    let [put, drop] = [put, drop].map(|taints| {
        taints.into_iter().map(|(key, _)| (key, TaintEffect::NoSchedule)).collect::<Vec<_>>()
    });
    let mut steps = vec![Step::of_look(Request::ChangeTaints { node: id, drop, put })];
    if is_down {
        steps.extend(Nodes::of(world, None).halt().map(Step::of_look));
    }
    let at = When::Monitor { from: world.now, plus: 0 };
    steps.push(Step::of_look(look_again(id, at)));
    steps
}

/// Marks a node as lost. Rules P-1005, P-1006, P-1007.
fn lose(world: &World, id: NodeId, node: &Node) -> Vec<Step<Request>> {
    let machine = world.machines.get(id);
    let heard = machine.and_then(|machine| machine.heard).unwrap_or(world.now);
    let is_new = machine.is_some_and(|machine| machine.is_new);
    let mut lost = Box::new(node.clone());
    put_unknown(&mut lost, Timestamp::of(world.now), Timestamp::of(heard), is_new);
    drop_taint(&mut lost, NOT_READY, TaintEffect::NoSchedule);
    let mut steps = vec![Step::of_look(Request::LoseNode { node: id, lost })];
    // When the node was not Ready before, or its kubelet has never posted anything, the controller reports no Event and
    // leaves the Pods as they are.
    if !is_new && !is_not_ready(node) {
        let (reason, from) = ("NodeNotReady", "node-controller");
        steps.push(Step::of_first(Request::RecordNodeStatus { node: id, reason, from }));
        for (pod, found) in world.pods_on(&node.metadata.name) {
            if found.status.is_true(READY) {
                let event =
                    pod_event(EventType::Warning, "NodeNotReady", "Node is not ready".into(), from);
                steps.push(Step::of_first(Request::UnreadyPod(pod)));
                steps.push(Step::then(Request::RecordPodEvent { pod, event }));
            }
        }
    }
    let put = vec![(UNREACHABLE, TaintEffect::NoSchedule)];
    let taint = Request::ChangeTaints { node: id, drop: Vec::new(), put };
    let at = When::Monitor { from: world.now + 1, plus: 0 };
    let halted = Nodes::of(world, Some(id)).halt();
    let rest = std::iter::once(taint).chain(halted).chain([look_again(id, at)]);
    steps.extend(rest.map(Step::of_first));
    steps
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

/// Adds a `NoExecute` taint to a node, which evicts Pods that do not tolerate it, one node in ten seconds. Rules P-1009, K-24.
fn taint_for_eviction(
    world: &World,
    id: NodeId,
    node: &Node,
    key: &'static str,
) -> Vec<Step<Request>> {
    let zone = zone(node);
    let Some(between) = Nodes::of(world, None).between_taints(&zone) else { return Vec::new() };
    if has_taint(node, key, TaintEffect::NoExecute) {
        return Vec::new();
    }
    let other = if key == NOT_READY { UNREACHABLE } else { NOT_READY };
    let mut steps = Vec::new();
    if !has_taint(node, other, TaintEffect::NoExecute) {
        let next = world.machines.next_taint.get(&zone).copied().unwrap_or(SimTime::ZERO);
        if next > world.now {
            return vec![Step::of_look(look_again(id, When::At(next)))];
        }
        steps.push(Step::of_look(Request::HoldZone { zone, until: world.now + between }));
    }
    let drop = vec![(other, TaintEffect::NoExecute), (other, TaintEffect::NoSchedule)];
    let put = vec![(key, TaintEffect::NoExecute)];
    steps.push(Step::of_look(Request::ChangeTaints { node: id, drop, put }));
    steps
}

/// Removes the taints of a node that is Ready again. Rule P-1015.
fn returned(id: NodeId, node: &Node) -> Vec<Step<Request>> {
    let keys = [UNREACHABLE, NOT_READY];
    let named = |taint: &Taint| {
        let key = keys.into_iter().find(|key| taint.key == **key)?;
        Some((key, taint.effect?))
    };
    let drop: Vec<_> = node.spec.taints.iter().filter_map(named).collect();
    if drop.is_empty() {
        return Vec::new();
    }
    vec![Step::of_look(Request::ChangeTaints { node: id, drop, put: Vec::new() })]
}

#[cfg(test)]
mod tests;
