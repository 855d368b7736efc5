//! What a kubelet keeps of its node, and what the code that works on one Pod may change: the looks at the runtime, the
//! rounds of syncs, Events.

use super::eviction;
use super::worker::{ContainerIndex, PodWorker};
use crate::api::core::EventType;
use crate::api::pod::Pod;
use crate::apiserver::store;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::event::SimEvent;
use crate::cluster::fact::Fact;
use crate::cluster::machines::Connectivity;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::world::{About, Cadence, Jitter, NodeId, PodId, World};
use crate::rules::{Feature, Rule};
use std::collections::{BTreeSet, VecDeque};

/// Milliseconds between two looks at the runtime, and between two rounds of syncs that are due. Rules K-1, K-2.
const TICK: u64 = 1000;
/// Milliseconds between the looks of two nodes at their runtimes in the recorded runs of 1.20.
const APART: u64 = 60;
/// Milliseconds between two periodic checks of the status manager. Rule K-7.
pub const STATUS_TICK: u64 = 10_000;
/// Milliseconds between two rounds of the clean-up. Rule K-6.
const HOUSEKEEPING: u64 = 2000;

/// An image pull that runs, or that waits for its turn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pull {
    /// The Pod that needs the image.
    pub pod: PodId,
    /// The image.
    pub image: Text,
    /// When it was requested.
    pub asked: SimTime,
    /// When the pull began.
    pub begun: SimTime,
    /// The error it ends with; empty when it succeeds.
    pub error: Text,
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
    pub pulls: VecDeque<Pull>,
    pub(crate) relist_offset: u64,
    pub(crate) sync_offset: u64,
    pub(crate) status_offset: u64,
    pub(crate) relist_planned: bool,
    /// When the kubelet started, if it started during the run. Rule P-609.
    pub started: Option<SimTime>,
}

impl KubeletState {
    /// Draws the offsets of the tickers of a kubelet that has started.
    pub(super) fn draw_tickers(&mut self, world: &mut World) {
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
    pub(super) fn last_relist(&self, now: SimTime) -> Option<SimTime> {
        let since = now.0.checked_sub(self.relist_offset)?;
        Some(SimTime(now.0 - since % TICK))
    }

    /// Returns the time of the next look at the runtime after `now`.
    pub(super) fn next_relist(&self, now: SimTime) -> SimTime {
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
    /// Returns whether the kubelet reaches the API server.
    pub(crate) fn can_write(&self) -> bool {
        self.world.machines.connectivity(self.node.id).is_heard()
    }

    /// Returns whether the kubelet can work on Pods, because its container runtime answers. Rule P-1002.
    pub(crate) fn has_runtime(&self) -> bool {
        self.world.machines.has_runtime(self.node.id)
    }

    /// Returns what stopped the container runtime last, or made it answer again.
    pub(crate) fn runtime_cause(&self) -> Cause {
        self.world.machines.get(self.node.id).map_or(self.world.cause, |known| known.runtime_cause)
    }

    /// Returns whether the Pod network works. Rule P-1002.
    pub(crate) fn has_network(&self) -> bool {
        self.world.machines.get(self.node.id).is_none_or(|machine| !machine.network_down)
    }

    /// Returns whether the kubelet learns of changes in the API.
    pub(crate) fn hears(&self) -> bool {
        self.world.machines.connectivity(self.node.id) == Connectivity::Up
    }

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
    pub(super) fn plan_relist(&mut self) {
        self.plan_relist_from(self.world.now);
    }

    /// Plans the first look at the runtime after a moment.
    pub(super) fn plan_relist_from(&mut self, moment: SimTime) {
        eviction::rounds::plan_if_needed(self.world, self.node.id);
        if !self.node.relist_planned {
            self.node.relist_planned = true;
            let at = match self.world.settings.cadence {
                Cadence::Real => self.node.next_relist(moment),
                Cadence::Didactic => self.world.now,
            };
            self.world.schedule_at(at, SimEvent::Relisted { node: self.node.id });
        }
    }

    /// Records a change of the runtime of a Pod and its cause, and plans a look at the runtime.
    pub(crate) fn runtime_changed(&mut self, worker: &mut PodWorker, fact: Fact, rule: Rule) {
        self.world.record(About::Pod(worker.id), fact, rule);
        worker.runtime_cause = Some(self.world.cause);
        self.plan_relist();
    }

    /// Works like [`Context::runtime_changed`], but a look at the runtime at the same moment sees the change.
    pub(super) fn program_changed(&mut self, worker: &mut PodWorker, fact: Fact, rule: Rule) {
        self.world.record(About::Pod(worker.id), fact, rule);
        worker.runtime_cause = Some(self.world.cause);
        self.plan_relist_from(self.world.now - 1);
    }

    /// Records an Event about a Pod, if the API server is reachable.
    pub(super) fn record_pod_event(&mut self, pod: &Pod, event: NewEvent) {
        if self.can_write() {
            store::record_pod_event(self.world, pod, event);
        }
    }

    /// Records an Event about a Pod or one of its containers. Rule P-316.
    pub(super) fn record_event(
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
