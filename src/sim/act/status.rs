//! Commands that write the status of a Pod, such as the conditions of its readiness gates. Rules P-207, P-219.

use crate::api::Resource;
use crate::api::pod::Pod;
use crate::api::status::PodCondition;
use crate::apiserver::error::ApiError;
use crate::apiserver::record::WriteRules;
use crate::apiserver::request::Server;
use crate::apiserver::store;
use crate::base::time::Timestamp;
use crate::cluster::world::PodId;
use crate::kubelet::sync;
use crate::manifest::node::Node;
use crate::rules::Rule;
use crate::sim::Sim;

/// Patches the status of a Pod. `kubectl patch --subresource status`.
pub(super) fn patch(sim: &mut Sim, id: PodId, old: &Pod, patch: &Node) -> Result<(), ApiError> {
    let before = Resource::Pod(old.clone());
    let Resource::Pod(patched) = Server::of(sim.settings()).patch_status(&before, patch)? else {
        return Ok(());
    };
    let mut status = patched.status;
    stamp(&mut status.conditions, &old.status.conditions, Timestamp::of(sim.now()));
    store::update_status(&mut sim.world, id, WriteRules::new(&|_| Rule::P219), |_| status);
    notify_kubelet(sim, id);
    Ok(())
}

/// Gives conditions whose status has changed the time of the change, unless the patch names one. Rule P-209.
fn stamp(conditions: &mut [PodCondition], old: &[PodCondition], now: Timestamp) {
    for condition in conditions {
        let before = old.iter().find(|before| before.kind == condition.kind);
        let is_new = before.is_none_or(|before| before.status != condition.status);
        if is_new && condition.last_transition_time == before.and_then(|b| b.last_transition_time) {
            condition.last_transition_time = Some(now);
        }
    }
}

/// Makes the kubelet notice the write and check the readiness gates of the Pod.
fn notify_kubelet(sim: &mut Sim, id: PodId) {
    sim.with_worker(id, |cx, worker| {
        if let Some(pod) = cx.world.pod(id).cloned() {
            // The kubelet also learns what else was written in the meantime, such as a deletion.
            sync::on_pod_update(cx, worker, pod);
        }
        sync::trigger(cx, worker);
    });
}
