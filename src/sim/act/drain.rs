//! Drains of nodes. Rules B-10, KC-41, KC-42.

use super::nodes::{object, set_unschedulable};
use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::cluster::command::DrainOptions;
use crate::cluster::machines::Drain;
use crate::cluster::world::PodId;
use crate::kubectl::drain::{drain_problems, is_to_go};
use crate::sim::Sim;
use crate::sim::drain::{drained, record_drain};

/// Cordons a node and begins to evict its Pods. The drain continues until none is left. `kubectl drain`. Rule B-10.
pub(super) fn drain(sim: &mut Sim, name: &Text, options: DrainOptions) -> Result<(), ApiError> {
    let id = object(sim, name)?;
    let problems = drain_problems(&sim.world, name, options);
    if !problems.is_empty() {
        return Err(ApiError::client(problems.join("\n")));
    }
    set_unschedulable(sim, name, true)?;
    let pods: Vec<PodId> =
        sim.world.pods_on(name).filter(|(_, pod)| is_to_go(pod)).map(|(id, _)| id).collect();
    let until = options
        .timeout
        .filter(|seconds| *seconds > 0)
        .map(|seconds| sim.world.now + seconds * 1000);
    record_drain(&mut sim.world, id, None, pods.len());
    sim.world.machines.of(id).drain = Some(Drain { pods, until, next: sim.world.now });
    drained(&mut sim.world, id);
    Ok(())
}
