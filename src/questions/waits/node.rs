//! What Pods of lost nodes and the nodes themselves wait for. Chapter 10 of the rule book.

use super::found::Found;
use super::wait::{Wait, WaitKind};
use crate::api::ObjectRef;
use crate::api::node::is_lost;
use crate::api::placement::tolerated_for;
use crate::api::status::READY;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::machines::Connectivity;
use crate::cluster::world::NodeId;
use crate::rules::Rule;
use crate::sim::Sim;

fn next(sim: &Sim, node: NodeId, wanted: NodeEvent) -> Option<SimTime> {
    sim.world().queue.time_of(
        |event| matches!(event, SimEvent::OfNode { node: id, what, .. } if id == node && what == wanted),
    )
}

/// Adds what a Pod waits for because of its node. Returns whether its kubelet can do nothing about it.
pub(super) fn collect(found: &mut Found<'_>) -> bool {
    let world = found.sim.world();
    let name = found.pod.spec.node_name.clone();
    let Some(id) = world.machine_named(&name) else { return false };
    let is_tainted = world.machines.evictions.contains_key(&found.id);
    if world.machines.get(id).is_none() && !is_tainted { false } else { troubled(found, id, name) }
}

/// Adds what a Pod waits for because of a fault of its node. Returns whether its kubelet can do nothing about it.
fn troubled(found: &mut Found<'_>, id: NodeId, name: Text) -> bool {
    let world = found.sim.world();
    let sim = found.sim;
    let connectivity = world.machines.connectivity(id);
    let leaves = found.pod.metadata.deletion_timestamp.is_some();
    let exists = world.pod(found.id).is_some();
    if exists && world.is_deleted(id) {
        let until = next(sim, id, NodeEvent::Collected);
        found.wait(WaitKind::NodeDeleted(name), until, Rule::P1013);
        return connectivity != Connectivity::Up;
    }
    let is_ready = found.pod.status.is_true(READY);
    if let Some(machine) = world.machines.get(id).filter(|_| connectivity == Connectivity::Up) {
        let network = machine.network_down && !found.pod.spec.host_network && !is_ready;
        if machine.runtime_down.is_some() && (leaves || !is_ready || !exists) || network {
            let network = machine.runtime_down.is_none();
            let node = name.clone();
            found.wait(WaitKind::NodeUnable { node, network }, None, Rule::P1002);
        }
    }
    let evicted = world.machines.evictions.get(&found.id).map(|(_, due)| *due);
    let taint = || {
        let node = world.node(id)?;
        let executes = |t: &&crate::api::core::Taint| {
            t.effect == Some(crate::api::pod::TaintEffect::NoExecute)
        };
        // The Pod goes because of the taint that it tolerates for the shortest time.
        let limits = node.spec.taints.iter().filter(executes);
        let limits = limits.filter_map(|taint| Some((tolerated_for(found.pod, taint)?, taint)));
        limits.min_by_key(|(time, _)| *time).map(|(_, taint)| taint.key.clone())
    };
    match (connectivity, evicted) {
        (Connectivity::Up, None) => return false,
        (Connectivity::Up, Some(due)) => {
            let taint = taint().unwrap_or_default();
            found.wait(WaitKind::Taint { node: name, taint }, Some(due), Rule::P1009);
            return false;
        }
        (Connectivity::Returning, _) => {
            let until = next(sim, id, NodeEvent::WatchResumed);
            found.wait(WaitKind::NodeReturns(name), until, Rule::P1016);
            return false;
        }
        (Connectivity::CutOff | Connectivity::Off | Connectivity::Broken, _) => {}
    }
    let since = world.machines.get(id).and_then(|m| m.heard).unwrap_or(SimTime::ZERO);
    if !exists {
        return true;
    }
    if leaves {
        found.wait(WaitKind::NodeSilent { node: name, since }, None, Rule::P1012);
    } else if world.node(id).is_some_and(|node| is_lost(node)) {
        let taint = taint().unwrap_or_default();
        let kind = WaitKind::NodeLost { node: name, since, taint };
        let rule = if evicted.is_some() { Rule::P1009 } else { Rule::P1005 };
        found.wait(kind, evicted, rule);
    } else {
        let until = next(sim, id, NodeEvent::Monitored);
        found.wait(WaitKind::NodeGrace { node: name, since }, until, Rule::P1005);
    }
    true
}

/// Adds what nodes wait for, which is their drains.
pub(super) fn nodes(sim: &Sim, waits: &mut Vec<Wait>) {
    if sim.world().machines.iter().next().is_some() {
        drains(sim, waits);
    }
}

fn drains(sim: &Sim, waits: &mut Vec<Wait>) {
    let world = sim.world();
    for (id, machine) in world.machines.iter() {
        let (Some(drain), Some(node)) = (&machine.drain, world.node(id)) else { continue };
        let object = ObjectRef::node(node.metadata.name.clone());
        let left = drain.pods.iter().filter(|pod| world.pod(**pod).is_some()).count();
        let until = next(sim, id, NodeEvent::Drained);
        let kind = WaitKind::Drain(left);
        waits.push(Wait { object, pod: None, kind, until, rule: Rule::B10 });
    }
}
