//! How far a replay runs on after the end of the recording.

use crate::trace::Trace;
use podlab::api::pod::Pod;
use podlab::api::status::{ContainerState, ContainerStatus, POD_SCHEDULED, READY};
use podlab::base::time::{SimTime, Timestamp};
use podlab::kubelet::legacy::RECLAIM;
use podlab::rules::Feature;
use podlab::sim::Sim;

/// Milliseconds between the event that a recorded script waited for and its end.
const SETTLED: u64 = 2000;
/// Milliseconds that a replay may last longer than the recording.
const GRACE: u64 = 12_000;

/// A recording ended when a deleted Pod was gone. The periodic check that removes it (rule K-7) came at another
/// moment there, so a removal that is under way at the end may still take place.
pub(super) fn finish_removals(sim: &mut Sim, trace: &mut Trace) {
    let latest = sim.now() + GRACE;
    let clean_up =
        if sim.settings().release.has(Feature::PodWorkerLifecycle) { 0 } else { RECLAIM + SETTLED };
    let latest_exit = Timestamp::of(SimTime(sim.now().0.saturating_sub(clean_up)));
    let is_leaving = |sim: &Sim| {
        sim.world().pods().any(|(_, pod)| {
            let mut statuses = pod.status.containers().iter().chain(pod.status.init_containers());
            let over = |s: &ContainerStatus| match &s.state {
                ContainerState::Running(_) => false,
                ContainerState::Terminated(end) => {
                    end.finished_at.is_none_or(|at| at <= latest_exit)
                }
                ContainerState::Waiting(_) | ContainerState::Unset => true,
            };
            pod.metadata.deletion_timestamp.is_some()
                && pod.metadata.finalizers.is_empty()
                && !pod.spec.node_name.is_empty()
                && statuses.all(over)
        })
    };
    let goes_on = |sim: &Sim| is_leaving(sim) || is_rolling_out(sim, latest);
    while goes_on(sim) && sim.next_event_time().is_some_and(|next| next <= latest) {
        sim.step();
        trace.drain(sim);
    }
    // The controllers see what happened last: a document tells its end to a tenth of a second.
    sim.run_until(sim.now() + 100);
    trace.drain(sim);
}

/// Whether a StatefulSet is still creating Pods, or waits for new Pods to become Ready.
fn is_rolling_out(sim: &Sim, latest: SimTime) -> bool {
    let world = sim.world();
    let is_arriving = |pod: &Pod| {
        let fresh = pod.metadata.creation_timestamp >= Some(Timestamp::of(latest - 2 * GRACE));
        let well = pod.status.containers().iter().all(|status| {
            let waits_well = status.state.waiting().is_none_or(|w| w.reason == "ContainerCreating");
            status.restart_count == 0 && waits_well && status.state.terminated().is_none()
        });
        let placed = pod.status.condition(POD_SCHEDULED).is_none_or(|c| c.reason.is_empty());
        fresh && well && placed && !pod.status.is_true(READY)
    };
    world.objects.sets.iter().any(|(_, set)| {
        let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
        let members = world.objects.members(namespace, name);
        let pods: Vec<&Pod> = members.filter_map(|id| Some(&**world.pod(id)?)).collect();
        let others_ready = pods.iter().all(|pod| pod.status.is_true(READY) || is_arriving(pod));
        let complete = pods.len() as i64 == set.spec.replicas();
        others_ready && (!complete || pods.iter().any(|pod| is_arriving(pod)))
    })
}
