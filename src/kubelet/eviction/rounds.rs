//! When a kubelet looks whether its machine runs out of a resource. Rules P-1021, K-28.

use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::eviction::Eviction;
use crate::cluster::machines::Machine;
use crate::cluster::world::{NodeId, World};

/// Plans the next round after a change of what runs on a machine, if the change may matter.
pub(in crate::kubelet) fn plan_if_needed(world: &mut World, node: NodeId) {
    let matters = |machine: &Machine| {
        !machine.taken.is_nothing() || machine.pressed.iter().any(Option::is_some)
    };
    let is_set = world.scripts.has_usage() || world.settings.eviction != Eviction::default();
    if is_set || world.machines.get(node).is_some_and(matters) {
        plan(world, node);
    }
}

/// Plans the next round, if none is planned.
pub(crate) fn plan(world: &mut World, node: NodeId) {
    if !world.machines.connectivity(node).runs() || world.machines.of(node).round {
        return;
    }
    let at = world.next_round(world.now + 1);
    let machine = world.machines.of(node);
    machine.round = true;
    let token = machine.token;
    world.schedule_at(at, SimEvent::OfNode { node, what: NodeEvent::EvictionChecked, token });
}
