//! The ways of 1.20 that 1.22 replaced: Pods that end, and deleted Pods whose object waits for a periodic check.

use super::Context;
use super::status_manager;
use super::stop;
use super::sync;
use super::worker::{PodWorker, Task};
use crate::api::status::{ContainerState, ContainerStatus, PodPhase, PodStatus};
use crate::cluster::event::SimEvent;
use std::rc::Rc;

/// Milliseconds until the kubelet has cleaned up behind a Pod's last container.
pub const RECLAIM: u64 = 2000;

fn is_not_running(statuses: &[ContainerStatus]) -> bool {
    statuses.iter().all(|s| match s.state {
        ContainerState::Terminated(_) | ContainerState::Waiting(_) => true,
        ContainerState::Running(_) | ContainerState::Unset => false,
    })
}

/// Whether a Pod is looked at at all. A deleted Pod none of whose app containers runs is only finished.
/// Models kubernetes 1.20 pkg/kubelet/kubelet.go dispatchWork.
pub fn may_sync(cx: &mut Context<'_>, worker: &mut PodWorker) -> bool {
    if worker.end.is_some() && !worker.known_status().phase().is_terminal() {
        end_by_kubelet(cx, worker);
        return false;
    }
    let status = worker.known_status();
    let over = is_not_running(status.containers());
    if worker.pod.metadata.deletion_timestamp.is_some() && over {
        finish(cx, worker);
        return false;
    }
    !status.phase().is_terminal()
}

/// Finishes a deleted Pod: at once when the runtime never had anything of it, else at a periodic check.
fn finish(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if worker.gone {
        return;
    }
    status_manager::terminate(cx, worker);
    if worker.cache.sandboxes.is_empty() && worker.cache.instances.is_empty() {
        sync::finish_deletion(cx, worker);
        return;
    }
    let now = cx.world.now;
    if worker.runtime.running().next().is_some() && worker.task.is_none() {
        let at = cx.next_clean_up(now);
        cx.world.plan_at(at, SimEvent::HousekeepingDone { pod: worker.id });
    }
    plan_check(cx, worker);
}

fn plan_check(cx: &mut Context<'_>, worker: &PodWorker) {
    let ready = cx.world.now + RECLAIM - 1;
    let at = cx.next_status_tick(ready);
    cx.world.plan_at(at, SimEvent::StatusChecked { pod: worker.id });
}

/// The kubelet ends a Pod by itself: it has failed at once, and nothing is said of its containers. Rule P-1021.
pub fn end_by_kubelet(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let Some(end) = worker.end.clone() else { return };
    if worker.task.is_some() || worker.waiting {
        worker.pending = true;
        return;
    }
    let status = PodStatus {
        phase: Some(PodPhase::Failed),
        reason: end.reason.into(),
        message: end.message.clone(),
        qos_class: worker.pod.status.qos_class.clone(),
        ..PodStatus::default()
    };
    status_manager::set_status(cx, worker, status);
    worker.task = Some(Task::default());
    // What has just started is stopped too, and nothing is looked at any more after this.
    worker.cache = Rc::clone(&worker.runtime);
    stop::kill_pod(cx, worker, Some(end.grace));
    sync::advance(cx, worker);
    sync::ended(cx, worker);
}

/// Clean-up: a Pod that should not run any more is stopped, without an event of its own. Rule K-6.
pub fn housekeeping(cx: &mut Context<'_>, worker: &mut PodWorker) {
    stop_what_runs(cx, worker, false);
}

/// Stops whatever still runs of a Pod outside any sync.
pub fn stop_what_runs(cx: &mut Context<'_>, worker: &mut PodWorker, tell: bool) {
    if worker.task.is_none() && cx.has_runtime() {
        worker.task = Some(Task::default());
        worker.silent = !tell;
        stop::kill_pod(cx, worker, None);
        worker.silent = false;
        sync::advance(cx, worker);
    }
}

/// The periodic check: the object of a deleted Pod goes when nothing of it is left. Rule K-7.
/// Models kubernetes 1.20 pkg/kubelet/status/status_manager.go syncBatch.
pub fn status_checked(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if worker.gone || worker.pod.metadata.deletion_timestamp.is_none() {
        return;
    }
    let running = worker.runtime.running().next().is_some();
    if running || !is_not_running(worker.known_status().containers()) {
        plan_check(cx, worker);
        return;
    }
    sync::finish_deletion(cx, worker);
}

/// The end of a sync of a Pod that is deleted or has failed: its containers are stopped and nothing is started.
/// Models kubernetes 1.20 pkg/kubelet/kubelet.go syncPod.
pub fn kill_if_over(cx: &mut Context<'_>, worker: &mut PodWorker, phase: PodPhase) -> bool {
    let deleted = worker.pod.metadata.deletion_timestamp.is_some();
    if !deleted && phase != PodPhase::Failed {
        return false;
    }
    if deleted && is_not_running(worker.known_status().containers()) {
        plan_check(cx, worker);
    }
    worker.task = Some(Task { steps: [super::worker::Step::KillPod].into(), ..Task::default() });
    sync::advance(cx, worker);
    true
}
