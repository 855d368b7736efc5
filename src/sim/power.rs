//! What machines are in the cluster: whether they run, and how they are reached.

use super::Sim;
use crate::api::ObjectRef;
use crate::base::time::SimTime;
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::fact::Fact;
use crate::cluster::machines::Connectivity;
use crate::cluster::pressure::Amounts;
use crate::cluster::world::{NodeId, World};
use crate::controller::node_lifecycle;
use crate::rules::Rule;

/// Plans what happens to a machine.
pub(super) fn plan(world: &mut World, node: NodeId, what: NodeEvent, at: SimTime) {
    let token = world.machines.of(node).token;
    world.schedule_at(at, SimEvent::OfNode { node, what, token });
}

/// Returns the reference to a node, also to one that is gone.
pub(super) fn node_reference(world: &World, id: NodeId) -> ObjectRef {
    let name = world.last_node(id).map(|node| node.metadata.name.clone());
    ObjectRef::node(name.unwrap_or_default())
}

/// Switches off a machine, and with it everything on it. Rules P-1018, P-1019.
pub(super) fn go_off(sim: &mut Sim, id: NodeId, rule: Rule) {
    set_connectivity(sim, id, Connectivity::Off, rule);
    stop_machine(sim, id, false);
}

/// Stops everything on a machine.
pub(super) fn stop_machine(sim: &mut Sim, id: NodeId, broken: bool) {
    let machine = sim.world.machines.of(id);
    // When the machine starts again, its runtime works, and nothing uses up its resources.
    machine.runtime_down = None;
    machine.network_down = false;
    machine.shutdown = None;
    machine.taken = Amounts::default();
    machine.pressed = [None; 3];
    machine.crossed = [[None; 2]; 3];
    machine.round = false;
    sim.power_off(id, broken);
    node_lifecycle::fell_silent(&mut sim.world, id);
}

/// Records that a machine is reached in another way than before.
pub(super) fn set_connectivity(sim: &mut Sim, id: NodeId, connectivity: Connectivity, rule: Rule) {
    let now = sim.world.now;
    let machine = sim.world.machines.of(id);
    let old = std::mem::replace(&mut machine.connectivity, connectivity);
    machine.token += 1;
    if !connectivity.is_heard() {
        machine.since = now;
    }
    let object = node_reference(&sim.world, id);
    let fact = Fact::Connectivity { old, new: connectivity };
    sim.world.record(object.into(), fact, rule);
}
