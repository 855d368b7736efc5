//! Commands that write the status of a Pod: the conditions of its readiness gates. Rule P-207.

use crate::api::pod::Pod;
use crate::api::status::{ConditionStatus, PodCondition};
use crate::apiserver::error::ApiError;
use crate::apiserver::record::StatusRules;
use crate::apiserver::request::Server;
use crate::apiserver::store;
use crate::base::text::Text;
use crate::cluster::world::PodId;
use crate::kubelet::sync;
use crate::manifest::node::Node;
use crate::sim::Sim;

/// Patches the status of a Pod. `kubectl patch --subresource status`.
pub(super) fn patch(sim: &mut Sim, id: PodId, old: &Pod, patch: &Node) -> Result<(), ApiError> {
    let status = Server::of(sim.settings()).patch_status(old, patch)?;
    store::update_status(&mut sim.world, id, StatusRules::default(), |_| status);
    tell_kubelet(sim, id);
    Ok(())
}

/// Sets a condition of a Pod, or removes it when `status` is `None`.
pub(super) fn set_condition(sim: &mut Sim, id: PodId, kind: &Text, status: Option<bool>) {
    let now = sim.now();
    store::update_pod(&mut sim.world, id, |pod| {
        let before = pod.status.conditions.clone();
        pod.status.conditions.retain(|c| c.kind != *kind);
        if let Some(flag) = status {
            let status = if flag { ConditionStatus::True } else { ConditionStatus::False };
            let mut fresh =
                vec![PodCondition { kind: kind.clone(), status, ..PodCondition::default() }];
            store::keep_transition_times(&mut fresh, &before, now);
            pod.status.conditions.append(&mut fresh);
        }
    });
    tell_kubelet(sim, id);
}

/// Makes the kubelet notice the write and check the readiness gates of the Pod.
fn tell_kubelet(sim: &mut Sim, id: PodId) {
    sim.with_worker(id, |cx, worker| {
        if let Some(pod) = cx.world.pod(id).cloned() {
            // The kubelet also learns what else was written in the meantime, such as a deletion.
            sync::on_pod_update(cx, worker, pod);
        }
        sync::trigger(cx, worker);
    });
}
