//! What a kubelet does at the events of the simulation: which Pod they are about, and who handles them.

use super::worker::PodWorker;
use super::{Context, Kubelet, images, node, prober, start, stop, sync, volumes};
use crate::api::pod::is_mirror;
use crate::apiserver::store;
use crate::cluster::event::SimEvent;
use crate::cluster::world::{PodId, World};
use crate::rules::Feature;
use std::rc::Rc;

impl Kubelet {
    /// Runs `act` on the worker of a Pod, and lets its sync go on if `act` returns true.
    fn resume(
        &mut self,
        world: &mut World,
        pod: PodId,
        act: impl FnOnce(&mut Context<'_>, &mut PodWorker) -> bool,
    ) {
        self.with(world, pod, |cx, worker| {
            if act(cx, worker) {
                sync::advance(cx, worker);
            }
        });
    }

    /// Handles an event of the simulation.
    pub(crate) fn handle(&mut self, world: &mut World, event: SimEvent) {
        match event {
            SimEvent::Relisted { .. } => self.relist(world),
            SimEvent::PodNoticed { pod } => self.notice(world, pod),
            SimEvent::PullEnded { .. } => self.pull_ended(world),
            SimEvent::ProgramEnded { pod, instance } => {
                self.resume(world, pod, |cx, w| stop::program_ended(cx, w, instance));
            }
            SimEvent::ProgramStepped { pod, instance } => {
                self.resume(world, pod, |cx, w| stop::program_stepped(cx, w, instance));
            }
            SimEvent::ProgramStopped { pod, instance } => {
                self.resume(world, pod, |cx, w| stop::program_stopped(cx, w, instance));
            }
            SimEvent::StopTimedOut { pod, instance } => {
                self.resume(world, pod, |cx, w| stop::timed_out(cx, w, instance));
            }
            SimEvent::PreStopEnded { pod, instance } => {
                self.with(world, pod, |cx, w| stop::pre_stop_ended(cx, w, instance));
            }
            SimEvent::PostStartEnded { pod, instance } => {
                self.resume(world, pod, |cx, w| start::post_start_ended(cx, w, instance));
            }
            SimEvent::ProbeTicked { pod, worker, token } => {
                self.with(world, pod, |cx, w| prober::ticked(cx, w, worker, token));
            }
            SimEvent::ProbeTriggered { pod, worker, token } => {
                self.with(world, pod, |cx, w| prober::triggered(cx, w, worker, token));
            }
            SimEvent::ProbeAnswered { pod, worker, token } => {
                self.with(world, pod, |cx, w| prober::answered(cx, w, worker, token));
            }
            SimEvent::VolumesRetried { pod, token } => {
                self.with(world, pod, |cx, w| {
                    if volumes::retried(cx, w, token) {
                        sync::go_on(cx, w);
                    }
                });
            }
            SimEvent::SyncRequeued { pod, token } => {
                if self.pods.get(&pod).is_some_and(|w| !w.is_admitted && w.token == token) {
                    if !self.holds(pod) {
                        self.admit(world, pod);
                    }
                } else {
                    self.with(world, pod, |cx, w| sync::requeued(cx, w, token));
                }
            }
            SimEvent::SyncResumed { pod, token } => {
                self.with(world, pod, |cx, w| sync::resumed(cx, w, token));
            }
            SimEvent::DeadlinePassed { pod } => {
                self.with(world, pod, sync::deadline_passed);
            }
            SimEvent::HousekeepingDone { pod } => {
                if self.pods.get(&pod).is_some_and(|w| w.is_static) {
                    self.clean_up_static(world, pod);
                } else {
                    // A Pod that should not run any more stops without an Event. Rule K-6.
                    self.with(world, pod, |cx, w| sync::stop_what_runs(cx, w, false));
                }
            }
            SimEvent::StatusChecked { pod } => {
                self.with(world, pod, sync::status_checked);
            }
            SimEvent::VolumesForced { pod } => self.force_detach(world, pod),
            SimEvent::Reconciled { .. }
            | SimEvent::OfNode { .. }
            | SimEvent::PodsCollected
            | SimEvent::TaintExecuted { .. }
            | SimEvent::SchedulingTried { .. } => {}
        }
        if let SimEvent::ProgramStopped { pod, .. }
        | SimEvent::ProgramEnded { pod, .. }
        | SimEvent::ProgramStepped { pod, .. }
        | SimEvent::StopTimedOut { pod, .. }
        | SimEvent::PodNoticed { pod } = event
        {
            self.forget_if_done(world, pod);
        }
        if self.admissions.room.is_some() || !self.admissions.held.is_empty() {
            self.go_on_admitting(world);
        }
    }

    /// Forgets a Pod when nothing of it is left.
    pub(super) fn forget_if_done(&mut self, world: &mut World, pod: PodId) {
        let done =
            |w: &PodWorker| w.gone && w.runtime.running().next().is_none() && w.task.is_none();
        let Some(worker) = self.pods.get(&pod).filter(|w| done(w)) else { return };
        let is_shown = worker.is_static && world.pod(pod).is_some();
        self.with(world, pod, volumes::detach);
        if is_shown {
            let now = world.now;
            let at = Context { world, node: &mut self.node }.next_clean_up(now);
            world.schedule_at(at, SimEvent::HousekeepingDone { pod });
        } else {
            self.pods.remove(&pod);
            self.retry_resizes(world);
        }
    }

    /// Looks again at the resizes that wait for room on the node, because room was made. Rule P-214.
    fn retry_resizes(&mut self, world: &mut World) {
        let waiting = self.pods.values().filter(|w| w.resize.is_some());
        let waiting: Vec<PodId> = waiting.map(|w| w.id).collect();
        for id in waiting {
            self.with(world, id, sync::trigger);
        }
    }

    /// Looks at the runtime, and syncs every Pod in which something started or ended. Rule K-2.
    fn relist(&mut self, world: &mut World) {
        self.node.relist_planned = false;
        if !world.machines.has_runtime(self.node.id) {
            return;
        }
        let changed: Vec<PodId> = self
            .pods
            .values()
            .filter(|w| !Rc::ptr_eq(&w.runtime, &w.cache))
            .map(|w| w.id)
            .collect();
        let cause = world.cause;
        for id in changed {
            world.cause = cause;
            self.with(world, id, |cx, worker| {
                let events = worker.runtime.events_since(&worker.cache);
                worker.cache = Rc::clone(&worker.runtime);
                worker.view_cause = worker.runtime_cause.take().or(worker.view_cause);
                if events > 0 {
                    sync::trigger(cx, worker);
                }
                if events > 1 && !cx.world.release().has(Feature::PodWorkerLifecycle) {
                    // Every event asks for a sync. While the first sync runs, the last of the other requests is kept;
                    // when it is taken up, it waits for the next look at the runtime. From 1.22 on it replaces the
                    // first request before its sync begins.
                    sync::trigger(cx, worker);
                }
            });
        }
    }

    /// Reacts to a Pod that is new, changed, being deleted, or gone in the API.
    pub(super) fn notice(&mut self, world: &mut World, id: PodId) {
        let now = world.now;
        if self.pods.get(&id).is_some_and(|w| w.is_static) {
            self.with(world, id, sync::on_mirror_update);
            return;
        }
        match (world.pod(id).cloned(), self.pods.contains_key(&id)) {
            (Some(pod), false) if is_mirror(&pod) => {
                // This machine has no manifest for the mirror.
                store::delete_pod(world, id, Some(0));
            }
            (Some(pod), false) => {
                if pod.status.phase().is_terminal() {
                    return node::away::leave_ended(world, id, &pod);
                }
                if !self.holds(id) {
                    self.pods.insert(id, Rc::new(PodWorker::new(id, pod, now)));
                    self.admit(world, id);
                }
            }
            (Some(pod), true) => {
                self.with(world, id, |cx, worker| sync::on_pod_update(cx, worker, pod));
            }
            (None, true) => {
                self.with(world, id, sync::removed);
            }
            (None, false) => {}
        }
    }

    fn pull_ended(&mut self, world: &mut World) {
        let Some(pull) = self.node.pulls.pop_front() else { return };
        images::begin_next(&mut Context { world, node: &mut self.node });
        if pull.error.is_empty() {
            self.node.images.insert(pull.image.clone());
        }
        self.resume(world, pull.pod, |cx, worker| images::pulled(cx, worker, &pull));
    }
}
