//! How kubelets before 1.22 end Pods, and how the object of a deleted Pod waits for a periodic check.

use super::Context;
use super::status_manager;
use super::stop;
use super::worker::{PodWorker, Task};
use crate::api::status::{ContainerState, ContainerStatus, PodPhase, PodStatus};
use crate::cluster::event::SimEvent;
use std::rc::Rc;

/// Milliseconds that the kubelet needs to clean up after a Pod's last container.
pub const RECLAIM: u64 = 2000;

fn is_not_running(statuses: &[ContainerStatus]) -> bool {
    statuses.iter().all(|s| match s.state {
        ContainerState::Terminated(_) | ContainerState::Waiting(_) => true,
        ContainerState::Running(_) | ContainerState::Unset => false,
    })
}

/// Returns whether a Pod may be synced. A deleted Pod without a running app container is only finished.
/// Models kubernetes 1.20 pkg/kubelet/kubelet.go dispatchWork.
pub(crate) fn may_sync(cx: &mut Context<'_>, worker: &mut PodWorker) -> bool {
    let status = worker.known_status();
    let over = is_not_running(status.containers());
    if worker.pod.metadata.deletion_timestamp.is_some() && over {
        finish(cx, worker);
        return false;
    }
    !status.phase().is_terminal()
}

/// Finishes a deleted Pod: at once if the runtime never had anything of it, else at a periodic check.
fn finish(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if worker.gone {
        return;
    }
    status_manager::terminate(cx, worker);
    if worker.cache.sandboxes.is_empty() && worker.cache.instances.is_empty() {
        status_manager::finish_deletion(cx, worker);
        return;
    }
    let now = cx.world.now;
    if worker.runtime.running().next().is_some() && worker.task.is_none() {
        let at = cx.next_clean_up(now);
        cx.world.schedule_at(at, SimEvent::HousekeepingDone { pod: worker.id });
    }
    plan_check(cx, worker);
}

fn plan_check(cx: &mut Context<'_>, worker: &PodWorker) {
    let ready = cx.world.now + RECLAIM - 1;
    let at = cx.next_status_tick(ready);
    cx.world.schedule_at(at, SimEvent::StatusChecked { pod: worker.id });
}

/// Begins to end a Pod by decision of the kubelet. The Pod fails at once, and its status says nothing of its containers. Returns
/// whether a task for that has begun: a sync in progress comes first. Rule P-1021.
#[must_use = "a task that has begun must go on"]
pub(crate) fn end_by_kubelet(cx: &mut Context<'_>, worker: &mut PodWorker) -> bool {
    let Some(end) = worker.end.clone() else { return false };
    if worker.task.is_some() || worker.waiting {
        worker.pending = true;
        return false;
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
    // Containers that have just started stop too. The kubelet does not look at the runtime again after this.
    worker.cache = Rc::clone(&worker.runtime);
    stop::kill_pod(cx, worker, Some(end.grace));
    true
}

/// Begins to stop everything of a Pod that still runs, outside any sync. Returns whether a task for that has begun.
#[must_use = "a task that has begun must go on"]
pub(crate) fn stop_what_runs(cx: &mut Context<'_>, worker: &mut PodWorker, tell: bool) -> bool {
    if worker.task.is_some() || !cx.has_runtime() {
        return false;
    }
    worker.task = Some(Task::default());
    worker.silent = !tell;
    stop::kill_pod(cx, worker, None);
    worker.silent = false;
    true
}

/// Makes the periodic check: removes the object of a deleted Pod when nothing of the Pod is left. Rule K-7.
/// Models kubernetes 1.20 pkg/kubelet/status/status_manager.go syncBatch.
pub(crate) fn status_checked(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if worker.gone || worker.pod.metadata.deletion_timestamp.is_none() {
        return;
    }
    let running = worker.runtime.running().next().is_some();
    if running || !is_not_running(worker.known_status().containers()) {
        plan_check(cx, worker);
        return;
    }
    status_manager::finish_deletion(cx, worker);
}

/// Gives the sync of a Pod that is deleted or has failed its only step: to stop the containers. Returns whether it does.
/// Models kubernetes 1.20 pkg/kubelet/kubelet.go syncPod.
#[must_use = "a task that has begun must go on"]
pub(crate) fn kill_if_over(cx: &mut Context<'_>, worker: &mut PodWorker, phase: PodPhase) -> bool {
    let deleted = worker.pod.metadata.deletion_timestamp.is_some();
    if !deleted && phase != PodPhase::Failed {
        return false;
    }
    if deleted && is_not_running(worker.known_status().containers()) {
        plan_check(cx, worker);
    }
    worker.task = Some(Task { steps: [super::worker::Step::KillPod].into(), ..Task::default() });
    true
}
