//! Restarts a kubelet while its machine runs on. Rules P-609, P-707, P-809.
//!
//! Containers keep running. The kubelet loses what it kept in memory: the stops, starts and pulls that it was doing,
//! back-offs, the results of its probes, and since when the machine is short of a resource. It starts again from what
//! the runtime and the API hold.

use crate::base::time::{SimTime, Timestamp};
use crate::cluster::world::{PodId, World};
use crate::kubelet::runtime::RuntimePod;
use crate::kubelet::worker::{PodWorker, PodWorkerState};
use crate::kubelet::{Admissions, Kubelet, sync, volumes};
use crate::rules::Feature;
use std::rc::Rc;

impl Kubelet {
    /// Restarts the kubelet's process. The events that it had planned are no longer in the queue.
    pub(crate) fn restart(&mut self, world: &mut World) {
        let cause = world.cause;
        let old = std::mem::take(&mut self.pods);
        self.node.pulls.clear();
        self.node.relist_planned = false;
        self.node.started = Some(world.now);
        self.node.draw_tickers(world);
        let Admissions { room, held } = std::mem::take(&mut self.admissions);
        for (id, before) in &old {
            world.cause = cause;
            self.meet_again(world, *id, before);
        }
        // The kubelet now judges the Pods that it had not judged yet.
        let others = self.pods.iter().filter(|(_, worker)| !worker.is_admitted && !worker.gone);
        let others: Vec<PodId> = others.map(|(id, _)| *id).collect();
        for id in room.map(|(id, _)| id).into_iter().chain(held).chain(others) {
            self.hold(id);
        }
        world.cause = cause;
        self.begin_noting(world);
        self.go_on_admitting(world);
        world.cause = cause;
    }

    /// Continues with a Pod that the kubelet had before: stops what must stop, with the full grace period, and syncs the rest.
    fn meet_again(&mut self, world: &mut World, id: PodId, before: &Rc<PodWorker>) {
        if before.stage == PodWorkerState::Finished {
            self.pods.insert(id, Rc::clone(before));
            if before.is_deleted() && !before.gone {
                self.with(world, id, sync::delete);
            }
            return;
        }
        let mut runtime = (*before.runtime).clone();
        for instance in &mut runtime.instances {
            instance.stopping = None;
        }
        let runs = runtime.running().next().is_some();
        let mut worker = again(before, Rc::new(runtime), world.now);
        let mut is_over = worker.gone;
        if !worker.is_static {
            let pod = world.pod(id).cloned();
            is_over = pod.as_ref().is_none_or(|pod| pod.status.phase().is_terminal());
            worker.gone = pod.is_none();
            worker.pod = pod.unwrap_or(worker.pod);
        }
        // An ended Pod whose object stays needs no more work.
        if is_over && !runs && !worker.is_deleted() {
            // The kubelet finds its volumes on the disk and releases them. Rule V-13.
            volumes::release(world, id, &worker.attached);
            return;
        }
        let is_deleted = worker.is_deleted();
        let is_orphan = is_over && runs && !world.release().has(Feature::PodWorkerLifecycle);
        self.pods.insert(id, Rc::new(worker));
        self.with(world, id, |cx, worker| {
            if is_orphan {
                sync::stop_what_runs(cx, worker, true);
            } else if is_deleted || is_over {
                sync::delete(cx, worker);
            } else {
                sync::trigger(cx, worker);
            }
            cx.plan_relist();
        });
        self.forget_if_done(world, id);
    }
}

/// Returns what a kubelet that has started knows of a Pod that it had before: only what the runtime and the API hold.
pub(super) fn again(before: &PodWorker, runtime: Rc<RuntimePod>, now: SimTime) -> PodWorker {
    let mut worker = PodWorker::new(before.id, Rc::clone(&before.pod), now);
    worker.cache = Rc::clone(&runtime);
    worker.runtime = runtime;
    worker.next_instance = before.next_instance;
    worker.attempts.clone_from(&before.attempts);
    worker.token = before.token + 1;
    worker.attached.clone_from(&before.attached);
    worker.allocated.clone_from(&before.allocated);
    worker.is_static = before.is_static;
    worker.is_admitted = before.is_admitted;
    worker.gone = before.is_static && before.gone;
    if let Some(at) = before.known_status().start_time {
        worker.accepted = SimTime::from_seconds((at.0 - Timestamp::EPOCH.0).max(0) as u64);
    }
    worker
}
