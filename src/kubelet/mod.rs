//! The kubelet: what a node does with the Pods that are bound to it.

pub(crate) mod actions;
pub mod backoff;
pub(crate) mod check;
pub mod conditions;
pub(crate) mod configuration;
pub(crate) mod eviction;
pub(crate) mod file_systems;
mod go_syntax;
pub(crate) mod held;
mod hooks;
pub mod images;
pub mod legacy;
pub mod network;
pub(crate) mod node;
pub(crate) mod node_status;
pub mod phase;
pub mod priority;
pub mod probe;
pub mod prober;
pub mod program;
mod refusal;
pub(crate) mod resize;
pub(crate) mod restart_all;
pub mod runtime;
pub(crate) mod servers;
pub(crate) mod start;
pub mod static_pod;
pub(crate) mod status_manager;
mod status_rules;
pub(crate) mod statuses;
pub(crate) mod stop;
pub(crate) mod sync;
mod termination;
pub(crate) mod volumes;
pub mod worker;

use crate::api::cluster::PersistentVolumeClaim;
use crate::api::core::EventType;
use crate::api::pod::{Pod, is_mirror};
use crate::apiserver::store;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::event::SimEvent;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::store_event::{NOTICE, StoreEvent, Stored, Write};
use crate::cluster::world::{Cadence, Jitter, NodeId, PodId, World};
use crate::rules::Feature;
use node::preemption::Admissions;
use std::collections::VecDeque;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use worker::{ContainerIndex, PodWorker};

/// Milliseconds between two looks at the runtime, and between two rounds of syncs that are due. Rules K-1, K-2.
const TICK: u64 = 1000;
/// Milliseconds between the looks of two nodes at their runtimes in the recorded runs of 1.20.
const APART: u64 = 60;
/// Milliseconds between two periodic checks of the status manager. Rule K-7.
pub const STATUS_TICK: u64 = 10_000;
/// Milliseconds between two rounds of the clean-up. Rule K-6.
const HOUSEKEEPING: u64 = 2000;

/// Plans that the kubelet of a bound Pod notices a change of the Pod: that it is new, has another spec, is being
/// deleted, or is gone. If a volume has grown, lets its file system grow at once.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Some((key, write)) = event.object.of::<PersistentVolumeClaim>() {
        file_systems::observe(world, key, write);
    }
    let Stored::Pod { id, write, .. } = &event.object else { return };
    let is_news = match write {
        Write::Added(_) | Write::Deleted(_) => true,
        Write::Modified { old, new } => {
            let deletion = |pod: &Pod| pod.metadata.deletion_timestamp;
            !new.spec.is_same(&old.spec) || deletion(old) != deletion(new)
        }
    };
    if is_news && !write.newest().spec.node_name.is_empty() {
        world.schedule(NOTICE, SimEvent::PodNoticed { pod: *id });
    }
}

/// What a kubelet keeps besides its Pods.
#[derive(Clone, Debug)]
pub(crate) struct KubeletState {
    /// The node's number.
    pub id: NodeId,
    /// The node's name.
    pub name: Text,
    /// The node's address.
    pub ip: Text,
    /// The images on the node; a pattern matches many.
    pub images: BTreeSet<Text>,
    /// The pulls, the running one first and then those that wait. Rule K-30.
    pub pulls: VecDeque<images::Pull>,
    pub(crate) relist_offset: u64,
    pub(crate) sync_offset: u64,
    pub(crate) status_offset: u64,
    pub(crate) relist_planned: bool,
    /// When the kubelet started, if it started during the run. Rule P-609.
    pub started: Option<SimTime>,
}

impl KubeletState {
    /// Draws the offsets of the tickers of a kubelet that has started.
    fn draw_tickers(&mut self, world: &mut World) {
        // A real kubelet waits a second after each look at the runtime ends, so these looks drift against the other tickers.
        (self.relist_offset, self.sync_offset) = match world.settings.jitter {
            Jitter::Seeded => (world.random_offset(TICK), world.random_offset(TICK)),
            // The order of looks and syncs that is typical of the recorded runs. Only in those of 1.20 the nodes also have an order.
            Jitter::Middle => {
                let has_order = !world.release().has(Feature::PodWorkerLifecycle);
                let later = if has_order { APART * (u64::from(self.id) % 3) } else { 0 };
                (TICK * 3 / 10 + later, TICK * 19 / 20)
            }
            Jitter::Zero => (0, TICK / 2),
        };
        // The kubelet creates these tickers when it starts, together with the ticker of syncs.
        self.status_offset = world.random_offset(STATUS_TICK) / TICK * TICK + self.sync_offset;
    }

    /// Returns the time of the last look at the runtime, at `now` or before.
    fn last_relist(&self, now: SimTime) -> Option<SimTime> {
        let since = now.0.checked_sub(self.relist_offset)?;
        Some(SimTime(now.0 - since % TICK))
    }

    /// Returns the time of the next look at the runtime after `now`.
    fn next_relist(&self, now: SimTime) -> SimTime {
        next_tick(now, self.relist_offset, TICK)
    }

    /// Returns the time of the next round of syncs after `now`.
    pub(crate) fn next_sync_tick(&self, now: SimTime) -> SimTime {
        next_tick(now, self.sync_offset, TICK)
    }
}

/// Returns the first of the times `offset`, `offset + period`, … after `now`.
fn next_tick(now: SimTime, offset: u64, period: u64) -> SimTime {
    match now.0.checked_sub(offset) {
        None => SimTime(offset),
        Some(since) => SimTime(now.0 - since % period + period),
    }
}

/// What the code that works on one Pod may change: the world and its own node.
pub(crate) struct Context<'a> {
    /// The world.
    pub world: &'a mut World,
    /// The node.
    pub node: &'a mut KubeletState,
}

impl Context<'_> {
    /// Returns the time of the status manager's next periodic check after a moment. Rule K-7.
    pub(crate) fn next_status_tick(&mut self, moment: SimTime) -> SimTime {
        let world = &mut *self.world;
        let offset = match (world.settings.checks, world.settings.jitter) {
            (Some(checks), _) => checks,
            // All checks of a run share one offset. The first check that matters comes after half of the longest wait.
            (None, Jitter::Middle) => {
                world.first_check.get_or_insert(moment + STATUS_TICK / 2).0 % STATUS_TICK
            }
            (None, Jitter::Seeded | Jitter::Zero) => self.node.status_offset,
        };
        next_tick(moment, offset, STATUS_TICK)
    }

    /// Returns the time of the next clean-up after a moment. Rule K-6.
    pub(crate) fn next_clean_up(&self, moment: SimTime) -> SimTime {
        next_tick(moment, self.node.status_offset % HOUSEKEEPING, HOUSEKEEPING)
    }

    /// Plans a look at the runtime, because something changed in it. Rule K-2.
    fn plan_relist(&mut self) {
        self.plan_relist_from(self.world.now);
    }

    /// Plans the first look at the runtime after a moment.
    fn plan_relist_from(&mut self, moment: SimTime) {
        eviction::pressure::runtime_changed(self);
        if !self.node.relist_planned {
            self.node.relist_planned = true;
            let at = match self.world.settings.cadence {
                Cadence::Real => self.node.next_relist(moment),
                Cadence::Didactic => self.world.now,
            };
            self.world.schedule_at(at, SimEvent::Relisted { node: self.node.id });
        }
    }

    /// Records an Event about a Pod, if the API server is reachable.
    fn record_pod_event(&mut self, pod: &crate::api::pod::Pod, event: NewEvent) {
        if self.can_write() {
            crate::apiserver::store::record_pod_event(self.world, pod, event);
        }
    }

    /// Records an Event about a Pod or one of its containers. Rule P-316.
    fn record_event(
        &mut self,
        worker: &PodWorker,
        place: Option<ContainerIndex>,
        kind: EventType,
        reason: &'static str,
        message: Text,
    ) {
        let part = place.map_or(Part::Whole, |place| place.part(&worker.pod.spec));
        let event = NewEvent { kind, reason: reason.into(), message, part, from: "kubelet" };
        self.record_pod_event(&worker.pod, event);
    }
}

/// The kubelet of one node.
#[derive(Clone, Debug)]
pub(crate) struct Kubelet {
    pub(crate) node: KubeletState,
    pub(crate) pods: BTreeMap<PodId, Rc<PodWorker>>,
    pub(crate) admissions: Admissions,
}

impl Kubelet {
    /// Returns a kubelet that has been running for a while, on a node that has these images.
    pub(crate) fn new(world: &mut World, id: NodeId, name: Text, images: BTreeSet<Text>) -> Self {
        let mut node = KubeletState {
            id,
            name,
            ip: format!("192.168.1.{}", 10 + id % 200).into(),
            images,
            pulls: VecDeque::new(),
            relist_offset: 0,
            sync_offset: 0,
            status_offset: 0,
            relist_planned: false,
            started: None,
        };
        node.draw_tickers(world);
        Kubelet { node, pods: BTreeMap::new(), admissions: Admissions::default() }
    }

    /// Returns the node that this kubelet runs on.
    pub(crate) fn node(&self) -> &KubeletState {
        &self.node
    }

    /// Adds an image to the node.
    pub(crate) fn add_image(&mut self, image: Text) {
        self.node.images.insert(image);
    }

    /// Removes an image from the node.
    pub(crate) fn remove_image(&mut self, image: &str) {
        self.node.images.remove(image);
    }

    /// Returns the worker of a Pod, if there is one.
    pub(crate) fn worker(&self, pod: PodId) -> Option<&PodWorker> {
        self.pods.get(&pod).map(Rc::as_ref)
    }

    /// Returns all workers.
    pub(crate) fn workers(&self) -> impl Iterator<Item = &PodWorker> {
        self.pods.values().map(Rc::as_ref)
    }

    /// Runs `act` on the worker of a Pod, if there is one.
    pub(crate) fn with<R>(
        &mut self,
        world: &mut World,
        pod: PodId,
        act: impl FnOnce(&mut Context<'_>, &mut PodWorker) -> R,
    ) -> Option<R> {
        let worker = Rc::make_mut(self.pods.get_mut(&pod)?);
        Some(act(&mut Context { world, node: &mut self.node }, worker))
    }

    /// Handles an event of the simulation.
    pub(crate) fn handle(&mut self, world: &mut World, event: SimEvent) {
        match event {
            SimEvent::Relisted { .. } => self.relist(world),
            SimEvent::PodNoticed { pod } => self.notice(world, pod),
            SimEvent::PullEnded { .. } => self.pull_ended(world),
            SimEvent::ProgramEnded { pod, instance } => {
                self.with(world, pod, |cx, w| stop::program_ended(cx, w, instance));
            }
            SimEvent::ProgramStepped { pod, instance } => {
                self.with(world, pod, |cx, w| program::stepped(cx, w, instance));
            }
            SimEvent::ProgramStopped { pod, instance } => {
                self.with(world, pod, |cx, w| stop::program_stopped(cx, w, instance));
            }
            SimEvent::StopTimedOut { pod, instance } => {
                self.with(world, pod, |cx, w| stop::timed_out(cx, w, instance));
            }
            SimEvent::PreStopEnded { pod, instance } => {
                self.with(world, pod, |cx, w| stop::pre_stop_ended(cx, w, instance));
            }
            SimEvent::PostStartEnded { pod, instance } => {
                self.with(world, pod, |cx, w| start::post_start_ended(cx, w, instance));
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
                self.with(world, pod, |cx, w| volumes::retried(cx, w, token));
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
                    self.with(world, pod, legacy::housekeeping);
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
    fn forget_if_done(&mut self, world: &mut World, pod: PodId) {
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
    fn notice(&mut self, world: &mut World, id: PodId) {
        let now = world.now;
        if self.pods.get(&id).is_some_and(|w| w.is_static) {
            self.with(world, id, static_pod::noticed);
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
        self.with(world, pull.pod, |cx, worker| images::pulled(cx, worker, &pull));
    }
}
