//! Commands for Node objects. Chapter 10 of the rule book, rule KC-40.

use crate::api::Resource;
use crate::api::core::{Node, Taint};
use crate::apiserver::error::ApiError;
use crate::apiserver::nodes;
use crate::apiserver::request::{PatchKind, Server};
use crate::base::text::Text;
use crate::cluster::world::NodeId;
use crate::controller::pod_gc;
use crate::kubelet::node_status;
use crate::manifest::node::Node as Tree;
use crate::rules::Rule;
use crate::sim::Sim;

pub(super) fn object(sim: &Sim, name: &Text) -> Result<NodeId, ApiError> {
    sim.world.node_named(name).ok_or_else(|| ApiError::not_found("nodes", name))
}

/// Deletes a Node object. Its machine may keep running. `kubectl delete node`. Rule P-1013.
pub(super) fn delete(sim: &mut Sim, name: &Text) -> Result<(), ApiError> {
    let id = object(sim, name)?;
    nodes::delete(&mut sim.world, id);
    sim.free_volumes(id);
    Ok(())
}

/// Adds a taint to a node, or removes the taints with its key and effect. `kubectl taint`. Rules P-1009, P-1014.
pub(super) fn taint(
    sim: &mut Sim,
    name: &Text,
    taint: &Taint,
    present: bool,
) -> Result<(), ApiError> {
    let id = object(sim, name)?;
    let same = |other: &Taint| {
        other.key == taint.key && (other.effect == taint.effect || taint.effect.is_none())
    };
    if !present && !sim.world.node(id).is_some_and(|node| node.spec.taints.iter().any(same)) {
        return Err(ApiError::client(format!("taint {:?} not found", taint.key.as_str())));
    }
    nodes::update(&mut sim.world, id, |node| {
        node.spec.taints.retain(|other| !same(other));
        if present {
            node.spec.taints.push(taint.clone());
        }
    });
    if present && taint.key == pod_gc::OUT_OF_SERVICE {
        sim.free_volumes(id);
    }
    Ok(())
}

/// Cordons or uncordons a node. To uncordon it ends a drain in progress. Rule P-908.
pub(super) fn cordon(sim: &mut Sim, name: &Text, unschedulable: bool) -> Result<(), ApiError> {
    if !unschedulable
        && let Some(id) = sim.world.node_named(name)
        && sim.world.machines.get(id).is_some_and(|machine| machine.drain.is_some())
    {
        sim.world.machines.of(id).drain = None;
    }
    set_unschedulable(sim, name, unschedulable)
}

pub(super) fn set_unschedulable(
    sim: &mut Sim,
    name: &Text,
    unschedulable: bool,
) -> Result<(), ApiError> {
    let id = object(sim, name)?;
    nodes::update(&mut sim.world, id, |node| node.spec.unschedulable = unschedulable);
    Ok(())
}

/// Changes a Node object by a strategic merge patch. `kubectl patch node`.
pub(super) fn patch(sim: &mut Sim, name: &Text, patch: &Tree) -> Result<(), ApiError> {
    let id = object(sim, name)?;
    let Some(old) = sim.world.node(id).cloned() else { return Ok(()) };
    let before = Resource::Node((*old).clone());
    let server = Server::of(sim.settings());
    let Resource::Node(new) = server.patch(&before, patch, PatchKind::Strategic)? else {
        return Ok(());
    };
    let is_out = |node: &Node| node.spec.taints.iter().any(|t| t.key == pod_gc::OUT_OF_SERVICE);
    let goes_out = is_out(&new) && !is_out(&old);
    nodes::update(&mut sim.world, id, |node| *node = new);
    if goes_out {
        sim.free_volumes(id);
    }
    Ok(())
}

/// Changes the status of a Node object by a strategic merge patch. `kubectl patch node --subresource status`.
///
/// What belongs to the kubelet it writes again when it next looks at its node. Rule K-20.
pub(super) fn patch_status(sim: &mut Sim, name: &Text, patch: &Tree) -> Result<(), ApiError> {
    let id = object(sim, name)?;
    let Some(old) = sim.world.node(id).cloned() else { return Ok(()) };
    let mut before = (*old).clone();
    if before.status.conditions.is_empty() {
        // The conditions that the kubelet has posted from the beginning are stored when one of them changes.
        before.status.conditions = node_status::conditions(&sim.world, id);
    }
    let server = Server::of(sim.settings());
    let Resource::Node(new) = server.patch_status(&Resource::Node(before.clone()), patch)? else {
        return Ok(());
    };
    if new == before {
        return Ok(());
    }
    nodes::update_conditions(&mut sim.world, id, Rule::P1002, |node| *node = new);
    let now = sim.now();
    node_status::changed(&mut sim.world, id, now);
    Ok(())
}

/// Adds a machine with this Node object. `kubectl create`.
pub(super) fn create(sim: &mut Sim, node: Node) {
    let name = node.metadata.name.clone();
    let is_known = sim.world.machine_named(&name).is_some();
    sim.add_node(node);
    let now = sim.world.now;
    if let Some(id) = sim.world.machine_named(&name).filter(|_| !is_known) {
        sim.world.machines.of(id).created = Some(now);
    }
}
