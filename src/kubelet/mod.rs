//! The kubelet: what a node does with the Pods bound to it.

pub mod actions;
pub mod admission;
mod away;
pub mod backoff;
pub mod check;
pub mod conditions;
pub(crate) mod file_systems;
mod hooks;
pub mod http;
pub mod images;
pub mod legacy;
pub mod node_status;
pub mod phase;
pub mod preemption;
pub mod pressure;
pub mod probe;
pub mod prober;
pub mod resize;
mod restart;
pub mod restart_all;
pub mod runtime;
pub mod start;
pub mod static_pod;
pub mod status_manager;
pub mod statuses;
pub mod stop;
pub mod sync;
mod termination;
mod thresholds;
mod usage;
pub mod volumes;
pub mod worker;

use crate::api::pod::{Pod, is_mirror};
use crate::apiserver::store;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::event::SimEvent;
use crate::cluster::recorder::{Part, Said};
use crate::cluster::store_event::{NOTICE, StoreEvent, Stored, Write};
use crate::cluster::world::{Cadence, Jitter, NodeId, PodId, World};
use crate::rules::Feature;
use std::collections::VecDeque;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use worker::{Place, PodWorker};

/// Milliseconds between two looks at the runtime, and between two looks for due Pods. Rules K-1, K-2.
const TICK: u64 = 1000;
/// Milliseconds between two periodic checks of the status manager. Rule K-7.
pub const STATUS_TICK: u64 = 10_000;
/// Milliseconds between two clean-ups. Rule K-6.
const HOUSEKEEPING: u64 = 2000;

/// Plans that the kubelet of a bound Pod notices the Pod: that it is there, has another spec, is to go, or is gone. The file system on a volume
/// that has grown grows at once.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    let (id, write) = match &event.object {
        Stored::Pod { id, write, .. } => (*id, write),
        Stored::PersistentVolumeClaim(key, write) => {
            return file_systems::observe(world, *key, write);
        }
        Stored::Node(..)
        | Stored::StatefulSet(..)
        | Stored::ControllerRevision(_)
        | Stored::PersistentVolume(..)
        | Stored::PodDisruptionBudget(..) => return,
    };
    let is_news = match write {
        Write::Added(_) | Write::Deleted(_) => true,
        Write::Modified { old, new } => {
            let deletion = |pod: &Pod| pod.metadata.deletion_timestamp;
            !new.spec.is_same(&old.spec) || deletion(old) != deletion(new)
        }
    };
    if is_news && !write.newest().spec.node_name.is_empty() {
        world.plan(NOTICE, SimEvent::PodNoticed { pod: id });
    }
}

/// What a kubelet keeps beside its Pods.
#[derive(Clone, Debug)]
pub struct NodeState {
    /// Number of the node.
    pub id: NodeId,
    /// Name of the node.
    pub name: Text,
    /// Address of the node.
    pub ip: Text,
    /// Images that are on the node; a pattern may stand for many.
    pub images: BTreeSet<Text>,
    /// Pulls in hand, the running one first. Rule K-30.
    pub pulls: VecDeque<images::Pull>,
    relist_phase: u64,
    sync_phase: u64,
    status_phase: u64,
    relist_planned: bool,
    /// When the kubelet started, if that was during the run. Rule P-609.
    pub started: Option<SimTime>,
}

impl NodeState {
    /// Draws the tickers of a kubelet that has started.
    fn draw_tickers(&mut self, world: &mut World) {
        // A look at the runtime comes a second after the end of the last one, so its grid shifts against the other.
        (self.relist_phase, self.sync_phase) = match world.settings.jitter {
            Jitter::Seeded => (world.phase(TICK), world.phase(TICK)),
            // A run that is typical of the recorded ones in the order of looks and syncs.
            Jitter::Middle => (TICK * 3 / 10, TICK * 19 / 20),
            Jitter::Zero => (0, TICK / 2),
        };
        // These tickers were made when the kubelet started, with that of looks for due Pods.
        self.status_phase = world.phase(STATUS_TICK) / TICK * TICK + self.sync_phase;
    }

    /// When the runtime was looked at last, at `now` or before.
    fn last_relist(&self, now: SimTime) -> Option<SimTime> {
        let since = now.0.checked_sub(self.relist_phase)?;
        Some(SimTime(now.0 - since % TICK))
    }

    /// The next look at the runtime after `now`.
    fn next_relist(&self, now: SimTime) -> SimTime {
        next_tick(now, self.relist_phase, TICK)
    }

    /// The next look for due Pods after `now`.
    pub fn next_sync_tick(&self, now: SimTime) -> SimTime {
        next_tick(now, self.sync_phase, TICK)
    }
}

/// The first of the moments `phase`, `phase + period`, … after `now`.
fn next_tick(now: SimTime, phase: u64, period: u64) -> SimTime {
    match now.0.checked_sub(phase) {
        None => SimTime(phase),
        Some(since) => SimTime(now.0 - since % period + period),
    }
}

/// What the code of one Pod may touch: the world and its own node.
pub struct Context<'a> {
    /// The world.
    pub world: &'a mut World,
    /// The node.
    pub node: &'a mut NodeState,
}

impl Context<'_> {
    /// The next periodic check of the status manager after a moment. Rule K-7.
    pub fn next_status_tick(&mut self, moment: SimTime) -> SimTime {
        let world = &mut *self.world;
        let phase = match (world.settings.checks, world.settings.jitter) {
            (Some(checks), _) => checks,
            // All checks of a run have one beat. The first that matters comes after half of the longest wait.
            (None, Jitter::Middle) => {
                world.first_check.get_or_insert(moment + STATUS_TICK / 2).0 % STATUS_TICK
            }
            (None, Jitter::Seeded | Jitter::Zero) => self.node.status_phase,
        };
        next_tick(moment, phase, STATUS_TICK)
    }

    /// The next clean-up after a moment. Rule K-6.
    pub fn next_clean_up(&self, moment: SimTime) -> SimTime {
        next_tick(moment, self.node.status_phase % HOUSEKEEPING, HOUSEKEEPING)
    }

    /// Plans a look at the runtime, because something changed in it. Rule K-2.
    fn plan_relist(&mut self) {
        self.plan_relist_from(self.world.now);
    }

    /// Plans the first look at the runtime after a moment.
    fn plan_relist_from(&mut self, moment: SimTime) {
        pressure::runtime_changed(self);
        if !self.node.relist_planned {
            self.node.relist_planned = true;
            let at = match self.world.settings.cadence {
                Cadence::Real => self.node.next_relist(moment),
                Cadence::Didactic => self.world.now,
            };
            self.world.plan_at(at, SimEvent::Relisted { node: self.node.id });
        }
    }

    /// Tells an event about a Pod, unless nobody hears it.
    fn tell_of(&mut self, pod: &crate::api::pod::Pod, said: Said) {
        if self.can_write() {
            crate::apiserver::store::tell(self.world, pod, said);
        }
    }

    /// Tells an event about a Pod or one of its containers. Rule P-316.
    fn tell(
        &mut self,
        worker: &PodWorker,
        place: Option<Place>,
        kind: &'static str,
        reason: &'static str,
        message: Text,
    ) {
        let part = place.map_or(Part::Whole, |place| place.part(&worker.pod.spec));
        let said = Said { kind, reason, message, part, from: "kubelet" };
        self.tell_of(&worker.pod, said);
    }
}

/// One node's kubelet.
#[derive(Clone, Debug)]
pub struct Kubelet {
    node: NodeState,
    pods: BTreeMap<PodId, Rc<PodWorker>>,
    admissions: preemption::Admissions,
}

impl Kubelet {
    /// A kubelet that has been running for a while. `images` are on its node already.
    pub fn new(world: &mut World, id: NodeId, name: Text, images: BTreeSet<Text>) -> Self {
        let mut node = NodeState {
            id,
            name,
            ip: format!("192.168.1.{}", 10 + id % 200).into(),
            images,
            pulls: VecDeque::new(),
            relist_phase: 0,
            sync_phase: 0,
            status_phase: 0,
            relist_planned: false,
            started: None,
        };
        node.draw_tickers(world);
        Kubelet { node, pods: BTreeMap::new(), admissions: preemption::Admissions::default() }
    }

    /// The node this kubelet runs on.
    pub fn node(&self) -> &NodeState {
        &self.node
    }

    /// Puts an image on the node.
    pub fn add_image(&mut self, image: Text) {
        self.node.images.insert(image);
    }

    /// Takes an image off the node.
    pub fn remove_image(&mut self, image: &str) {
        self.node.images.remove(image);
    }

    /// The work on a Pod, while there is any to tell of.
    pub fn worker(&self, pod: PodId) -> Option<&PodWorker> {
        self.pods.get(&pod).map(Rc::as_ref)
    }

    /// All work in hand.
    pub fn workers(&self) -> impl Iterator<Item = &PodWorker> {
        self.pods.values().map(Rc::as_ref)
    }

    /// Runs `act` on the work on a Pod, if there is any.
    pub fn with<R>(
        &mut self,
        world: &mut World,
        pod: PodId,
        act: impl FnOnce(&mut Context<'_>, &mut PodWorker) -> R,
    ) -> Option<R> {
        let worker = Rc::make_mut(self.pods.get_mut(&pod)?);
        Some(act(&mut Context { world, node: &mut self.node }, worker))
    }

    /// Lets something happen.
    pub fn handle(&mut self, world: &mut World, event: SimEvent) {
        match event {
            SimEvent::Relisted { .. } => self.relist(world),
            SimEvent::PodNoticed { pod } => self.notice(world, pod),
            SimEvent::PullEnded { .. } => self.pull_ended(world),
            SimEvent::ProgramEnded { pod, instance } => {
                self.with(world, pod, |cx, w| stop::program_ended(cx, w, instance));
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
            SimEvent::ProbeTicked { pod, worker, turn } => {
                self.with(world, pod, |cx, w| prober::ticked(cx, w, worker, turn));
            }
            SimEvent::ProbeTriggered { pod, worker, turn } => {
                self.with(world, pod, |cx, w| prober::triggered(cx, w, worker, turn));
            }
            SimEvent::ProbeAnswered { pod, worker, turn } => {
                self.with(world, pod, |cx, w| prober::answered(cx, w, worker, turn));
            }
            SimEvent::VolumesRetried { pod, turn } => {
                self.with(world, pod, |cx, w| volumes::retried(cx, w, turn));
            }
            SimEvent::SyncRequeued { pod, turn } => {
                if self.pods.get(&pod).is_some_and(|w| !w.is_admitted && w.turn == turn) {
                    if !self.holds(pod) {
                        self.admit(world, pod);
                    }
                } else {
                    self.with(world, pod, |cx, w| sync::requeued(cx, w, turn));
                }
            }
            SimEvent::SyncResumed { pod, turn } => {
                self.with(world, pod, |cx, w| sync::resumed(cx, w, turn));
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
        | SimEvent::StopTimedOut { pod, .. }
        | SimEvent::PodNoticed { pod } = event
        {
            self.forget_if_done(world, pod);
        }
        if self.admissions.room.is_some() || !self.admissions.held.is_empty() {
            self.go_on_admitting(world);
        }
    }

    /// Forgets a Pod of which nothing is left.
    fn forget_if_done(&mut self, world: &mut World, pod: PodId) {
        let done =
            |w: &PodWorker| w.gone && w.runtime.running().next().is_none() && w.task.is_none();
        let Some(worker) = self.pods.get(&pod).filter(|w| done(w)) else { return };
        let is_shown = worker.is_static && world.pod(pod).is_some();
        self.with(world, pod, volumes::detach);
        if is_shown {
            let now = world.now;
            let at = Context { world, node: &mut self.node }.next_clean_up(now);
            world.plan_at(at, SimEvent::HousekeepingDone { pod });
        } else {
            self.pods.remove(&pod);
            self.retry_resizes(world);
        }
    }

    /// Room was made on the node: resizes that wait for it are looked at again. Rule P-214.
    fn retry_resizes(&mut self, world: &mut World) {
        let waiting = self.pods.values().filter(|w| w.resize.is_some());
        let waiting: Vec<PodId> = waiting.map(|w| w.id).collect();
        for id in waiting {
            self.with(world, id, sync::trigger);
        }
    }

    /// A look at the runtime: every Pod in which something started or ended is looked at. Rule K-2.
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
                    // Every event asks for a sync. While the first is done, the last of the others is kept; when it is
                    // taken up it needs the next look. From 1.22 it takes the first one's place before that is begun.
                    sync::trigger(cx, worker);
                }
            });
        }
    }

    /// The API server told that a Pod is new, changed, to be deleted, or gone.
    fn notice(&mut self, world: &mut World, id: PodId) {
        let now = world.now;
        if self.pods.get(&id).is_some_and(|w| w.is_static) {
            self.with(world, id, static_pod::noticed);
            return;
        }
        match (world.pod(id).cloned(), self.pods.contains_key(&id)) {
            (Some(pod), false) if is_mirror(&pod) => {
                // There is no manifest of it here.
                store::delete_pod(world, id, Some(0));
            }
            (Some(pod), false) => {
                if pod.status.phase().is_terminal() {
                    return away::leave_ended(world, id, &pod);
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
