//! The Pod worker: when it syncs its Pod, and the steps of one sync. Rules P-102, P-318, P-319, P-806.

use super::actions;
use super::images;
use super::legacy;
use super::start;
use super::status_manager::{self, generate, set_status};
use super::stop;
use super::worker::{Blocked, End, PodWorker, PodWorkerState, Step, Task};
use super::{Context, mirror_pod, prober_manager, refusal, removal, resize, volumes};
use crate::api::core::EventType;
use crate::api::pod::Pod;
use crate::api::reason::WaitingReason;
use crate::api::status::{ContainerState, PodPhase, PodStatus};
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::world::Cadence;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// Milliseconds from a sync without an error to the next sync of the Pod. Rule K-3.
const RESYNC: u64 = 60_000;
/// Milliseconds from a sync with an error to the next sync. Rule K-4.
const RETRY: u64 = 10_000;

/// Milliseconds to the next sync while the node has no network. Rule K-5.
const OFFLINE: u64 = 1000;

/// Milliseconds between a finished Pod's last status and the request that removes its object. Controllers see the
/// terminal phase in between.
const DELETE_REQUEST: u64 = 8;

/// Asks for a sync of the Pod.
pub(crate) fn trigger(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if worker.stage == PodWorkerState::Finished || !worker.is_admitted || !cx.has_runtime() {
        return;
    }
    if !cx.world.release().has(Feature::PodWorkerLifecycle) {
        if worker.end.is_some() && !worker.known_status().phase().is_terminal() {
            return end_at_once(cx, worker);
        }
        if !legacy::may_sync(cx, worker) {
            return;
        }
    }
    if worker.task.is_some() || worker.waiting {
        worker.pending = true;
    } else {
        begin(cx, worker);
    }
}

/// Starts a sync as soon as the kubelet's view of the runtime is newer than the end of the last sync.
/// Models kubernetes pkg/kubelet/container/cache.go GetNewerThan.
fn begin(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let now = cx.world.now;
    if cx.world.settings.cadence == Cadence::Didactic {
        worker.cache = Rc::clone(&worker.runtime);
        run(cx, worker);
        return;
    }
    let fresh = match (worker.last_sync, cx.node.last_relist(now)) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(ended), Some(looked)) => looked > ended,
    };
    if fresh {
        run(cx, worker);
    } else {
        worker.waiting = true;
        worker.token += 1;
        let at = cx.node.next_relist(now);
        cx.world.schedule_at(at, SimEvent::SyncResumed { pod: worker.id, token: worker.token });
    }
}

/// Continues when the view of the runtime is fresh.
pub(crate) fn resumed(cx: &mut Context<'_>, worker: &mut PodWorker, token: u32) {
    if worker.waiting && worker.token == token {
        worker.waiting = false;
        // A request that came during the wait, or with this look at the runtime, leads to another sync.
        run(cx, worker);
    }
}

/// Syncs a requeued Pod when it is due.
pub(crate) fn requeued(cx: &mut Context<'_>, worker: &mut PodWorker, token: u32) {
    if worker.token == token && !worker.waiting {
        trigger(cx, worker);
    }
}

/// Handles the end of the active deadline. Rule P-816.
pub(crate) fn deadline_passed(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let due = status_manager::deadline(worker, cx.world.release());
    match due {
        Some(due) if due <= cx.world.now => trigger(cx, worker),
        Some(due) => {
            let at = cx.node.next_sync_tick(due - 1);
            cx.world.schedule_at(at, SimEvent::DeadlinePassed { pod: worker.id });
        }
        None => {}
    }
}

/// Handles a change of the Pod in the API.
pub(crate) fn on_pod_update(cx: &mut Context<'_>, worker: &mut PodWorker, pod: Rc<Pod>) {
    if worker.is_static {
        return on_mirror_update(cx, worker);
    }
    let was_deleted = worker.is_deleted();
    let spec_changed = *worker.pod.spec != *pod.spec;
    let deadline_changed =
        worker.pod.spec.active_deadline_seconds != pod.spec.active_deadline_seconds;
    if spec_changed {
        resize::on_pod_update(worker, &pod.spec, cx.world.release());
    }
    worker.pod = pod;
    if deadline_changed {
        deadline_passed(cx, worker);
    }
    if worker.is_deleted() && !was_deleted {
        delete(cx, worker);
    } else if spec_changed {
        trigger(cx, worker);
    } else if worker.is_deleted() && worker.stage == PodWorkerState::Finished && !worker.gone {
        status_manager::finish_deletion(cx, worker);
    }
}

/// Handles a change of the mirror of a static Pod in the API. A sync replaces a mirror that is gone or being deleted.
pub(crate) fn on_mirror_update(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let mirror = cx.world.pod(worker.id);
    if mirror.is_some_and(|mirror| mirror.metadata.deletion_timestamp.is_none()) {
        return;
    }
    if worker.known_status().phase().is_terminal() {
        // An ended Pod is not synced any more.
        mirror_pod::reconcile(cx, worker);
    } else {
        trigger(cx, worker);
    }
}

/// Handles the removal of the API object: stops everything that still runs. Rule P-813.
pub(crate) fn removed(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if worker.gone {
        return;
    }
    worker.gone = true;
    if let Some(Task { blocked: Blocked::Volumes, .. }) = worker.task {
        // Nothing starts for a Pod that is gone, even when its volumes become free.
        worker.task = None;
    }
    if cx.world.release().has(Feature::PodWorkerLifecycle) {
        if worker.stage == PodWorkerState::Syncing {
            worker.stage = PodWorkerState::Terminating;
            trigger(cx, worker);
        }
    } else {
        stop_what_runs(cx, worker, true);
    }
}

/// Ends a Pod that is being deleted, even if the deletion began before the kubelet learned of the Pod. Rule P-806.
pub(crate) fn delete(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if !cx.world.release().has(Feature::PodWorkerLifecycle) {
        trigger(cx, worker);
        return;
    }
    match worker.stage {
        PodWorkerState::Syncing => begin_end(cx, worker),
        PodWorkerState::Terminating | PodWorkerState::Terminated => {}
        PodWorkerState::Finished => status_manager::finish_deletion(cx, worker),
    }
}

fn begin_end(cx: &mut Context<'_>, worker: &mut PodWorker) {
    worker.stage = PodWorkerState::Terminating;
    if let Some(Task { blocked: Blocked::Volumes, .. }) = worker.task {
        // A Pod that must end does not wait for volumes any more.
        worker.task = None;
    }
    trigger(cx, worker);
}

/// Ends a Pod by decision of the kubelet. Rules P-120, P-1018, P-1021. Models kubernetes pkg/kubelet/pod_workers.go killPodNow.
pub(crate) fn end_by_kubelet(cx: &mut Context<'_>, worker: &mut PodWorker, end: End) {
    worker.end = Some(Rc::new(end));
    if !cx.world.release().has(Feature::PodWorkerLifecycle) {
        end_at_once(cx, worker);
    } else if worker.stage == PodWorkerState::Syncing {
        begin_end(cx, worker);
    }
}

/// Ends a Pod by decision of the kubelet, as 1.20 does.
fn end_at_once(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if legacy::end_by_kubelet(cx, worker) {
        advance(cx, worker);
        ended(cx, worker);
    }
}

/// Stops everything of a Pod that still runs, outside any sync. If `tell` is false, no Event says so.
pub(crate) fn stop_what_runs(cx: &mut Context<'_>, worker: &mut PodWorker, tell: bool) {
    if legacy::stop_what_runs(cx, worker, tell) {
        advance(cx, worker);
    }
}

fn run(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if !cx.has_runtime() {
        return;
    }
    if worker.gone && !cx.world.release().has(Feature::PodWorkerLifecycle) {
        // 1.20 forgets the worker of a Pod that is gone from the API, and stops its containers outside the worker.
        return;
    }
    // The change that the kubelet saw in the runtime is a better cause than the event that began the sync.
    if let Some(cause) = worker.view_cause.take() {
        cx.world.cause = cause;
    }
    match worker.stage {
        PodWorkerState::Syncing => sync(cx, worker),
        PodWorkerState::Terminating => terminate(cx, worker),
        PodWorkerState::Terminated => finish_for_good(cx, worker),
        PodWorkerState::Finished => {}
    }
}

/// Syncs a Pod that is to run. Models kubernetes pkg/kubelet/kubelet.go SyncPod.
fn sync(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let release = cx.world.release();
    let view = Rc::clone(&worker.cache);
    resize::decide(cx, worker);
    let mut status = generate(cx, worker, &view, false);
    let phase = status.phase();
    let is_blocked = block(cx, worker, &mut status);
    if release.has(Feature::PodWorkerLifecycle) && phase.is_terminal() {
        set_status(cx, worker, status);
        worker.stage = PodWorkerState::Terminating;
        end(cx, worker, false);
        worker.pending = false;
        trigger(cx, worker);
        return;
    }
    set_status(cx, worker, status);
    if !release.has(Feature::PodWorkerLifecycle) && legacy::kill_if_over(cx, worker, phase) {
        return advance(cx, worker);
    }
    if is_blocked {
        // The kubelet stops everything of the Pod that runs, and syncs it again soon. Rule K-4.
        let steps = [Step::KillPod].into();
        worker.task = Some(Task { steps, failed: true, ..Task::default() });
        return advance(cx, worker);
    }
    mirror_pod::reconcile(cx, worker);
    if !cx.has_network() && !worker.pod.spec.host_network {
        wait_for_network(cx, worker);
        return;
    }
    worker.task = Some(Task::default());
    if volumes::are_missing(cx, worker) {
        return;
    }
    go_on(cx, worker);
}

/// Returns whether the Pod may not run on this machine for now. If so, writes the reason into the status. Rule P-305.
/// Models kubernetes pkg/kubelet/kubelet.go canRunPod.
fn block(cx: &Context<'_>, worker: &PodWorker, status: &mut PodStatus) -> bool {
    let release = cx.world.release();
    // A Pod that has run is not checked again.
    if release.has(Feature::AppArmorProfileIsAdmitted)
        || worker.known_status().phase() != PodPhase::Pending
    {
        return false;
    }
    let Some(refusal) = refusal::app_armor(cx.world, cx.node.id, &worker.pod) else {
        return false;
    };
    if release.has(Feature::BlockedPodIsPending) {
        status.phase = Some(PodPhase::Pending);
    }
    status.reason = refusal.reason.text();
    status.message = refusal.message.into();
    let inits = status.init_container_statuses.iter_mut().flatten();
    for container in inits.chain(status.container_statuses.iter_mut().flatten()) {
        if let ContainerState::Waiting(waiting) = &mut container.state {
            waiting.reason = WaitingReason::Blocked.as_str().into();
        }
    }
    true
}

/// Waits for the network. Without it the kubelet works only on Pods that end or that use the network of the node.
/// Rules P-1002, K-5.
fn wait_for_network(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let message = format!("network is not ready: {}", crate::cluster::machines::NETWORK_DOWN);
    cx.record_event(worker, None, EventType::Warning, "NetworkNotReady", message.into());
    let wait = cx.world.jitter(OFFLINE);
    requeue(cx, worker, wait, Rule::K5);
    if std::mem::take(&mut worker.pending) {
        trigger(cx, worker);
    }
}

/// Continues a sync after the volumes are mounted: probes, then containers.
pub(crate) fn go_on(cx: &mut Context<'_>, worker: &mut PodWorker) {
    prober_manager::add_workers(cx, worker);
    let view = Rc::clone(&worker.cache);
    let planned = actions::compute(worker, &view, cx.world.release());
    if planned.sandbox_changed {
        let message = "Pod sandbox changed, it will be killed and re-created.".into();
        cx.record_event(worker, None, EventType::Normal, "SandboxChanged", message);
    }
    let task = worker.task.get_or_insert_with(Task::default);
    task.blocked = Blocked::No;
    task.steps = planned.steps;
    advance(cx, worker);
}

/// Runs the steps of a sync until one of them takes time.
pub(crate) fn advance(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if !cx.has_runtime() {
        return;
    }
    loop {
        let Some(task) = &mut worker.task else { return };
        if task.blocked != Blocked::No {
            return;
        }
        let Some(step) = task.steps.pop_front() else { break };
        match step {
            Step::KillPod => stop::kill_pod(cx, worker, None),
            Step::EndContainers => stop::end_containers(cx, worker),
            Step::RemoveContainers => removal::remove_containers(cx, worker),
            Step::PurgeInitContainers => removal::purge_init_containers(cx, worker),
            Step::KillContainer { instance, message, grace } => {
                stop::kill_container(cx, worker, instance, message, grace, None);
            }
            Step::Resize(instance) => resize::apply(cx, worker, instance),
            Step::CreateSandbox => start::create_sandbox(cx, worker),
            Step::Start(place) => images::start(cx, worker, place),
            Step::StartWithImage(place) => start::start_container(cx, worker, place),
        }
    }
    if worker.task.as_ref().is_some_and(|task| task.ends_pod) {
        terminated(cx, worker);
        return;
    }
    let failed = worker.task.take().is_some_and(|task| note_results(worker, task));
    end(cx, worker, failed);
    if worker.pending {
        worker.pending = false;
        trigger(cx, worker);
    }
}

/// Records why containers could not start. Returns whether the sync failed. Rule P-306.
fn note_results(worker: &mut PodWorker, task: Task) -> bool {
    for (name, failure) in task.results {
        worker.start_failures.retain(|(container, _)| *container != name);
        worker.start_failures.extend(failure.map(|failure| (name, failure)));
    }
    task.failed
}

/// Ends a sync, and plans the next one. Rules K-3, K-4, P-410.
fn end(cx: &mut Context<'_>, worker: &mut PodWorker, failed: bool) {
    worker.task = None;
    if cx.world.settings.cadence == Cadence::Didactic && worker.stage == PodWorkerState::Syncing {
        // This cadence shows the effects of the sync now, not at the next sync.
        let view = Rc::clone(&worker.runtime);
        let status = generate(cx, worker, &view, false);
        set_status(cx, worker, status);
    }
    let now = cx.world.now;
    let (mut rule, usual) = if failed { (Rule::K4, RETRY) } else { (Rule::K3, RESYNC) };
    let mut wait = cx.world.jitter(usual);
    if failed
        && cx.world.release().has(Feature::BackOffEndsWithSync)
        && let Some(until) = start::earliest_restart(worker, now)
    {
        // From 1.35 on a Pod in back-off is due when its window ends. Rule P-410.
        wait = cx.world.jitter(until.since(now)).min(cx.world.jitter(RESYNC));
        rule = Rule::P410;
    }
    requeue(cx, worker, wait, rule);
}

/// Plans the next sync by a rule, so many milliseconds from now.
fn requeue(cx: &mut Context<'_>, worker: &mut PodWorker, wait: u64, rule: Rule) {
    worker.last_sync = Some(cx.world.now);
    worker.token += 1;
    worker.requeued_by = rule;
    let at = cx.node.next_sync_tick(cx.world.now + wait - 1);
    cx.world.schedule_at(at, SimEvent::SyncRequeued { pod: worker.id, token: worker.token });
}

/// Stops the containers of a Pod that must end. Rule P-806.
/// Models kubernetes pkg/kubelet/kubelet.go SyncTerminatingPod.
fn terminate(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let view = Rc::clone(&worker.cache);
    let mut status = generate(cx, worker, &view, false);
    status_manager::put_end(cx, worker, &mut status);
    set_status(cx, worker, status);
    prober_manager::stop_liveness_and_startup(worker);
    worker.task = Some(Task { steps: [Step::KillPod].into(), ends_pod: true, ..Task::default() });
    advance(cx, worker);
}

/// Runs the terminal pass, when all containers are down. Rules P-109, P-806.
fn terminated(cx: &mut Context<'_>, worker: &mut PodWorker) {
    prober_manager::remove_all(worker);
    volumes::detach(cx, worker);
    let runtime = Rc::clone(&worker.runtime);
    let status = generate(cx, worker, &runtime, true);
    worker.stage = PodWorkerState::Terminated;
    set_status(cx, worker, status);
    ended(cx, worker);
    end(cx, worker, false);
    worker.pending = false;
    trigger(cx, worker);
}

/// Plans that the node continues what it ended a Pod for, because the Pod is down.
fn ended(cx: &mut Context<'_>, worker: &PodWorker) {
    if worker.end.is_some() {
        let node = cx.node.id;
        let token = cx.world.machines.of(node).token;
        cx.world.schedule(0, SimEvent::OfNode { node, what: NodeEvent::ShutdownContinued, token });
    }
}

/// Writes the last status, and removes the object of a deleted Pod. Rules P-119, P-806.
/// Models kubernetes pkg/kubelet/kubelet.go SyncTerminatedPod.
fn finish_for_good(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let view = Rc::clone(&worker.cache);
    let status = generate(cx, worker, &view, true);
    set_status(cx, worker, status);
    status_manager::terminate(cx, worker);
    worker.stage = PodWorkerState::Finished;
    worker.last_sync = Some(cx.world.now);
    if worker.pod.metadata.deletion_timestamp.is_some() && !worker.gone {
        cx.world.schedule(DELETE_REQUEST, SimEvent::StatusChecked { pod: worker.id });
    }
}

/// Lets the status manager check whether the object of a Pod may go: 1.20 checks periodically, newer releases right
/// after the last status. Rules P-806, K-7.
pub(crate) fn status_checked(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if worker.is_static {
        // A new mirror gets the known status.
        return status_manager::write(cx, worker);
    }
    if !cx.world.release().has(Feature::PodWorkerLifecycle) {
        legacy::status_checked(cx, worker);
        return;
    }
    let deleted = worker.pod.metadata.deletion_timestamp.is_some();
    if worker.stage == PodWorkerState::Finished && deleted && !worker.gone {
        status_manager::finish_deletion(cx, worker);
    }
}
