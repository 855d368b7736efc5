//! A kubelet that was cut off or switched off, and how it returns. Rules P-1015 to P-1017.

use super::restart::again;
use crate::api::pod::Pod;
use crate::apiserver::store;
use crate::base::text::Text;
use crate::cluster::event::InstanceId;
use crate::cluster::world::{PodId, World};
use crate::kubelet::worker::PodWorker;
use crate::kubelet::{Admissions, Context, Kubelet, status_manager, stop, sync, volumes};
use crate::rules::{Feature, Rule};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The exit code and reason that the runtime reports for containers that ended with their machine.
const LOST: (i32, &str) = (255, "Unknown");

/// Handles a Pod that had ended before the kubelet learned of it. If the Pod is being deleted, the kubelet only removes
/// its object.
pub(in crate::kubelet) fn leave_ended(world: &mut World, id: PodId, pod: &Pod) {
    if pod.metadata.deletion_timestamp.is_some() {
        store::finish_deletion(world, id);
    }
}

/// Ends all sandboxes and containers of a Pod together with their machine. Rules P-141, P-1017.
fn lose(cx: &mut Context<'_>, worker: &mut PodWorker, rule: Rule) {
    for sandbox in &mut Rc::make_mut(&mut worker.runtime).sandboxes {
        sandbox.ready = false;
    }
    let running: Vec<InstanceId> = worker.runtime.running().map(|i| i.id).collect();
    let (code, reason) = LOST;
    for instance in running {
        if stop::exit(cx, worker, instance, code, reason.into(), &Text::default(), rule) {
            sync::advance(cx, worker);
        }
    }
}

impl Kubelet {
    /// Ends everything on the machine at once; the kubelet sees nothing of it. If the disk is lost too, so are the
    /// images and what the runtime kept of containers.
    pub(crate) fn power_off(&mut self, world: &mut World, broken: bool) {
        let cause = world.cause;
        for id in self.ids() {
            world.cause = cause;
            self.with(world, id, |cx, worker| {
                worker.task = None;
                worker.waiting = false;
                worker.pending = false;
                worker.probes.clear();
                lose(cx, worker, if broken { Rule::P141 } else { Rule::P1017 });
            });
        }
        self.node.pulls.clear();
        self.admissions = Admissions::default();
        self.node.relist_planned = false;
        if broken {
            self.node.images = BTreeSet::new();
            // The manifests were on the disk that is lost.
            for id in self.ids() {
                if self.pods.get(&id).is_some_and(|worker| worker.is_static) {
                    self.pods.remove(&id);
                }
            }
        }
        for worker in self.pods.values_mut() {
            let worker = Rc::make_mut(worker);
            if broken {
                worker.runtime = Rc::default();
            }
            worker.cache = Rc::clone(&worker.runtime);
        }
    }

    /// Ends all containers and sandboxes of the machine while the kubelet runs and sees it. Rule P-1017.
    pub(crate) fn crash(&mut self, world: &mut World) {
        let cause = world.cause;
        for id in self.ids() {
            world.cause = cause;
            self.with(world, id, |cx, worker| {
                lose(cx, worker, Rule::P1017);
                cx.plan_relist();
            });
        }
        world.cause = cause;
    }

    /// Returns the time of the status manager's next round. Rule K-7.
    pub(crate) fn next_report(&mut self, world: &mut World) -> crate::base::time::SimTime {
        let now = world.now;
        Context { world, node: &mut self.node }.next_status_tick(now)
    }

    /// Tells the kubelet what happened in the API while it was away. A kubelet that has just started knows only what
    /// the runtime has. Rules P-1016, P-1017.
    pub(crate) fn resume_watch(&mut self, world: &mut World, started: bool) {
        let cause = world.cause;
        let old = if started { std::mem::take(&mut self.pods) } else { BTreeMap::new() };
        let on_node: Vec<PodId> = world.pods_on(&self.node.name).map(|(id, _)| id).collect();
        for id in self.ids() {
            if !on_node.contains(&id) {
                world.cause = cause;
                self.notice(world, id);
                self.forget_if_done(world, id);
            }
        }
        for id in on_node {
            world.cause = cause;
            match old.get(&id) {
                Some(before) => self.take_up(world, id, before),
                None => {
                    self.notice(world, id);
                    self.forget_if_done(world, id);
                }
            }
        }
        for (id, before) in &old {
            if before.is_static && !before.gone && world.pod(*id).is_none() {
                world.cause = cause;
                self.take_up(world, *id, before);
            } else if world.pod(*id).is_none() {
                // The Pod was deleted meanwhile and nothing of it runs.
                let mut worker = (**before).clone();
                volumes::detach(&mut Context { world, node: &mut self.node }, &mut worker);
            }
        }
        world.cause = cause;
        self.go_on_admitting(world);
        world.cause = cause;
    }

    /// Lets a kubelet that has started continue with a Pod that it had before. It knows only what the runtime has of the Pod.
    fn take_up(&mut self, world: &mut World, id: PodId, before: &PodWorker) {
        let mut worker = again(before, Rc::clone(&before.runtime), world.now);
        if !before.is_static {
            let Some(pod) = world.pod(id).cloned() else { return };
            if pod.status.phase().is_terminal() {
                // Nothing of it runs, so its volumes are released. Rule V-13.
                volumes::release(world, id, &before.attached);
                return leave_ended(world, id, &pod);
            }
            worker.pod = pod;
        }
        let (is_deleted, is_admitted) = (worker.is_deleted(), worker.is_admitted);
        self.pods.insert(id, Rc::new(worker));
        if !is_admitted {
            return self.hold(id);
        }
        self.with(world, id, if is_deleted { sync::delete } else { sync::trigger });
    }

    /// Lets the kubelet continue when the container runtime answers again: it syncs every Pod and resumes what it was
    /// doing. Rule P-1002.
    pub(crate) fn runtime_answers(&mut self, world: &mut World) {
        let cause = world.cause;
        for id in self.ids() {
            world.cause = cause;
            self.with(world, id, |cx, worker| {
                if !Rc::ptr_eq(&worker.runtime, &worker.cache) {
                    cx.plan_relist();
                }
                if worker.task.is_some() {
                    sync::advance(cx, worker);
                } else {
                    worker.waiting = false;
                    sync::trigger(cx, worker);
                }
                if worker.gone && !cx.world.release().has(Feature::PodWorkerLifecycle) {
                    sync::stop_what_runs(cx, worker, true);
                }
            });
            // A removal that waited may happen now.
            self.forget_if_done(world, id);
        }
        world.cause = cause;
        self.go_on_admitting(world);
        world.cause = cause;
    }

    /// Writes what the kubelet could not write before: the statuses that differ from the API's, and the removal of Pods
    /// that have ended. Rule K-7.
    /// Models kubernetes pkg/kubelet/status/status_manager.go syncBatch.
    pub(crate) fn reported(&mut self, world: &mut World) {
        let cause = world.cause;
        for id in self.ids() {
            world.cause = cause;
            self.with(world, id, |cx, worker| {
                let sent = |w: &PodWorker| {
                    let written = w.written.as_ref().map(|written| &written.status);
                    written.zip(w.status.as_ref()).is_some_and(|(a, b)| Rc::ptr_eq(a, b))
                };
                if cx.hears() || !sent(worker) {
                    status_manager::write(cx, worker);
                }
                if worker.pod.metadata.deletion_timestamp.is_some() {
                    sync::status_checked(cx, worker);
                }
            });
        }
        world.cause = cause;
    }

    /// Frees the volumes of a deleted Pod for other nodes, although the kubelet could not report that it released them.
    /// Rule V-13.
    pub(crate) fn force_detach(&mut self, world: &mut World, pod: PodId) {
        let worker = self.pods.get(&pod).filter(|_| world.pod(pod).is_none());
        let attached = worker.map(|worker| worker.attached.clone());
        volumes::release(world, pod, &attached.unwrap_or_default());
    }

    fn ids(&self) -> Vec<PodId> {
        self.pods.keys().copied().collect()
    }
}
