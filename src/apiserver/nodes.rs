//! Writes to Node objects, and the changes that they record.

use super::store;
use crate::api::ObjectRef;
use crate::api::core::{EventType, Node};
use crate::api::node::status_of;
use crate::api::status::{ConditionStatus, READY};
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::cluster::pressure::EvictionSignal;
use crate::cluster::recorder::{Involved, NewEvent, Part};
use crate::cluster::store_event::{Stored, Write};
use crate::cluster::world::{NodeId, World};
use crate::rules::Rule;
use std::rc::Rc;

/// Stores a Node object, for a new machine or in place of the object with the same name. Returns the number of the machine.
pub(crate) fn put(world: &mut World, node: Node) -> NodeId {
    let old = world.node_named(&node.metadata.name).and_then(|id| world.node(id)).cloned();
    let new = Rc::new(node);
    let id = world.put_node(Rc::clone(&new));
    let write = match old {
        Some(old) => Write::Modified { old, new },
        None => Write::Added(new),
    };
    world.stored(Stored::Node(id, write));
    id
}

/// Writes to a Node object, but not to its conditions. Nothing happens when `write` changes nothing, or the object is gone.
pub(crate) fn update(world: &mut World, id: NodeId, write: impl FnOnce(&mut Node)) {
    put_version(world, id, None, write);
}

/// Writes to the conditions of a Node object. A change of `Ready` has the rule `ready`.
pub(crate) fn update_conditions(
    world: &mut World,
    id: NodeId,
    ready: Rule,
    write: impl FnOnce(&mut Node),
) {
    put_version(world, id, Some(ready), write);
}

/// Stores a new version of a Node object, with the steps that all writes share.
fn put_version(world: &mut World, id: NodeId, ready: Option<Rule>, write: impl FnOnce(&mut Node)) {
    let Some(old) = world.node(id).cloned() else { return };
    let mut new = (*old).clone();
    write(&mut new);
    if new == *old {
        return;
    }
    match ready {
        Some(rule) => record_conditions(world, &old, &new, rule),
        None => debug_assert_eq!(old.status.conditions, new.status.conditions, "with no rule"),
    }
    record_taints(world, &old, &new);
    let new = Rc::new(new);
    world.put_node(Rc::clone(&new));
    world.stored(Stored::Node(id, Write::Modified { old, new }));
}

/// Removes a Node object from the API. Its machine may keep running. Rule P-1013.
pub(crate) fn delete(world: &mut World, id: NodeId) {
    let Some(node) = world.node(id).cloned() else { return };
    let object = ObjectRef::node(node.metadata.name.clone());
    world.record(object.into(), Fact::Removed, Rule::P1013);
    let now = world.now;
    let machine = world.machines.of(id);
    machine.deleted = Some(now);
    machine.drain = None;
    world.stored(Stored::Node(id, Write::Deleted(node)));
}

/// Records which conditions differ between two versions of a node.
fn record_conditions(world: &mut World, old: &Node, new: &Node, ready: Rule) {
    let object = ObjectRef::node(new.metadata.name.clone());
    let machine = world.machine_named(&new.metadata.name).and_then(|id| world.machines.get(id));
    let is_new = machine.is_some_and(|machine| machine.is_new);
    let before = |was, is| (!(is_new && is == ConditionStatus::Unknown)).then_some(was);
    for signal in EvictionSignal::ALL {
        let kind = signal.condition();
        let (was, is) = (status_of(old, kind), status_of(new, kind));
        if was != is && (was == ConditionStatus::True || is == ConditionStatus::True) {
            let fact = Fact::NodePressure { signal, old: before(was, is), new: is };
            world.record(object.clone().into(), fact, Rule::P1021);
        }
    }
    let (was, is) = (status_of(old, READY), status_of(new, READY));
    if was != is {
        let why = new.status.conditions.iter().find(|c| c.kind == *READY);
        let why = why.filter(|_| is == ConditionStatus::False);
        let why = why.map_or_else(Text::default, |c| c.message.clone());
        let fact = Fact::NodeReady { old: before(was, is), new: is, why };
        world.record(object.into(), fact, ready);
    }
}

/// Records which taints differ between two versions of a node.
fn record_taints(world: &mut World, old: &Node, new: &Node) {
    let object = ObjectRef::node(new.metadata.name.clone());
    for taint in new.spec.taints.iter().filter(|taint| !old.spec.taints.contains(taint)) {
        let added = Fact::TaintAdded(Box::new(taint.clone()));
        world.record(object.clone().into(), added, Rule::P1009);
    }
    for taint in old.spec.taints.iter().filter(|taint| !new.spec.taints.contains(taint)) {
        let removed = Fact::TaintRemoved(Box::new(taint.clone()));
        world.record(object.clone().into(), removed, Rule::P1009);
    }
}

/// Records an Event that a node has a new status, such as `NodeReady`.
pub(crate) fn record_status_event(
    world: &mut World,
    id: NodeId,
    reason: &'static str,
    from: &'static str,
) {
    let event = |name: &str| {
        let message = format!("Node {name} status is now: {reason}").into();
        NewEvent {
            kind: EventType::Normal,
            reason: reason.into(),
            message,
            part: Part::Whole,
            from,
        }
    };
    record_node_event(world, id, event);
}

/// Records an Event about a node. Such Events have the node's name in place of its UID.
pub(crate) fn record_node_event(
    world: &mut World,
    id: NodeId,
    event: impl FnOnce(&str) -> NewEvent,
) {
    let Some(node) = world.node(id) else { return };
    let mut metadata = node.metadata.clone();
    metadata.uid = metadata.name.clone();
    let event = event(&metadata.name);
    store::record_event(world, &Involved::new("Node", &metadata), event);
}
