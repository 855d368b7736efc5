//! A kubelet that restarts while its machine runs on. Rules P-609, P-707, P-809.
//!
//! Containers go on. What the kubelet had in mind is gone: stops, starts and pulls in hand, back-off, what its probes had
//! found, since when the machine is short of something. It begins again from the runtime and the API.

use super::preemption::Admissions;
use super::runtime::RuntimePod;
use super::worker::{PodWorker, Stage};
use super::{Kubelet, legacy, sync, volumes};
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::world::{PodId, World};
use crate::rules::Feature;
use std::rc::Rc;

impl Kubelet {
    /// The kubelet's process restarts. What it had planned is no longer among the events to come.
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
        // What it had not judged yet it judges now.
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

    /// A Pod it had before: what is still to be stopped is stopped, with the full grace, and the others are looked at.
    fn meet_again(&mut self, world: &mut World, id: PodId, before: &Rc<PodWorker>) {
        if before.stage == Stage::Finished {
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
        // An ended Pod whose object stays needs nothing more.
        if is_over && !runs && !worker.is_deleted() {
            // Its volumes are found on the disk, and let go. Rule V-13.
            volumes::release(world, id, &worker.attached);
            return;
        }
        let is_deleted = worker.is_deleted();
        let is_orphan = is_over && runs && !world.release().has(Feature::PodWorkerLifecycle);
        self.pods.insert(id, Rc::new(worker));
        self.with(world, id, |cx, worker| {
            if is_orphan {
                legacy::stop_what_runs(cx, worker, true);
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

/// What a kubelet that has started knows of a Pod it had before: what the runtime and the API tell.
pub(super) fn again(before: &PodWorker, runtime: Rc<RuntimePod>, now: SimTime) -> PodWorker {
    let mut worker = PodWorker::new(before.id, Rc::clone(&before.pod), now);
    worker.cache = Rc::clone(&runtime);
    worker.runtime = runtime;
    worker.next_instance = before.next_instance;
    worker.attempts.clone_from(&before.attempts);
    worker.turn = before.turn + 1;
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
