//! Hands each scheduled event to its component, and each write to the components that watch the object.

use super::Sim;
use crate::cluster::event::SimEvent;
use crate::cluster::machines::Connectivity;
use crate::cluster::numbers::Key;
use crate::cluster::store_event::StoreEvent;
use crate::cluster::syncs::{finished, is_due};
use crate::cluster::work_queue::Controller;
use crate::cluster::world::{NodeId, World};
use crate::controller::{
    deployment, disruption, endpoints, ephemeral_volumes, garbage, namespaces, node_lifecycle,
    pod_gc, replica_set, stateful_set, taint_eviction, volumes,
};
use crate::{kubelet, scheduler};

/// Declares the components: the `observe` of each, and the `sync` of each work queue that it looks after.
macro_rules! components {
    ($($observe:path $(, $controller:ident => $sync:path)*;)*) => {
        /// What each component plans about a write, in the order in which they hear of it.
        const WATCHERS: &[fn(&mut World, &StoreEvent)] = &[$($observe),*];

        /// Makes a controller look at a key. Returns whether all went well.
        fn sync(world: &mut World, controller: Controller, key: Key) -> bool {
            match controller {
                $($(Controller::$controller => $sync(world, key),)*)*
            }
        }
    };
}

// Each plans what it does about a write for later. Only endpoints, the taints of nodes and the file systems of volumes
// are written at once. Such a write is delivered after the writes before it.
components! {
    endpoints::run::observe;
    garbage::run::observe, GarbageCollector => garbage::run::sync, Namespace => namespaces::sync;
    disruption::run::observe, Disruption => disruption::run::sync;
    volumes::run::observe, PersistentVolume => volumes::run::sync_claim, Volume => volumes::run::sync_volume;
    ephemeral_volumes::observe, EphemeralVolume => ephemeral_volumes::sync;
    stateful_set::run::observe, StatefulSet => stateful_set::run::sync;
    replica_set::run::observe, ReplicaSet => replica_set::run::sync;
    deployment::run::observe, Deployment => deployment::run::sync;
    node_lifecycle::observe;
    taint_eviction::observe;
    kubelet::observe;
    pod_gc::observe;
    scheduler::observe;
}

impl Sim {
    /// Hands over every write that the components have not been told about, oldest first.
    pub(crate) fn deliver(&mut self) {
        let cause = self.world.cause;
        while let Some(event) = self.world.take_undelivered() {
            for observe in WATCHERS {
                self.world.cause = event.cause;
                observe(&mut self.world, &event);
            }
        }
        self.world.cause = cause;
    }

    /// Hands an event to its component.
    pub(super) fn dispatch(&mut self, event: SimEvent) {
        match event {
            SimEvent::Reconciled { controller, key } => {
                reconcile(&mut self.world, controller, key);
            }
            SimEvent::SchedulingTried { pod, token } => {
                scheduler::try_pod(&mut self.world, pod, token);
            }
            SimEvent::OfNode { node, what, token } => self.of_node(node, what, token),
            SimEvent::PodsCollected => pod_gc::look_at_all(&mut self.world),
            SimEvent::TaintExecuted { pod } => taint_eviction::executed(&mut self.world, pod),
            SimEvent::Relisted { node } | SimEvent::PullEnded { node } => {
                if let Some(kubelet) = self.kubelets.get_mut(node as usize) {
                    kubelet.handle(&mut self.world, event);
                }
            }
            SimEvent::PodNoticed { pod } => {
                let bound = self.world.pod(pod).map(|p| p.spec.node_name.clone());
                let node = match &bound {
                    Some(name) => self.world.machine_named(name),
                    None => self.node_of(pod),
                };
                if let Some(node) = node {
                    self.notice_unheard(pod, node);
                }
                // A kubelet that hears nothing reads everything when it is connected again.
                let machines = &self.world.machines;
                let node = node.filter(|node| {
                    machines.connectivity(*node) == Connectivity::Up && machines.has_runtime(*node)
                });
                if let Some(node) = node {
                    self.assign_kubelet(pod, node);
                    let Some(kubelet) = self.kubelets.get_mut(node as usize) else { return };
                    kubelet.handle(&mut self.world, event);
                }
            }
            of_pod @ (SimEvent::ProgramEnded { .. }
            | SimEvent::ProgramStepped { .. }
            | SimEvent::ProgramStopped { .. }
            | SimEvent::StopTimedOut { .. }
            | SimEvent::PreStopEnded { .. }
            | SimEvent::PostStartEnded { .. }
            | SimEvent::ProbeTicked { .. }
            | SimEvent::ProbeTriggered { .. }
            | SimEvent::ProbeAnswered { .. }
            | SimEvent::VolumesRetried { .. }
            | SimEvent::SyncRequeued { .. }
            | SimEvent::SyncResumed { .. }
            | SimEvent::DeadlinePassed { .. }
            | SimEvent::HousekeepingDone { .. }
            | SimEvent::StatusChecked { .. }
            | SimEvent::VolumesForced { .. }) => {
                let pod = of_pod.pod();
                let runs = |node: &NodeId| self.world.machines.connectivity(*node).runs();
                let forced = matches!(of_pod, SimEvent::VolumesForced { .. });
                if let Some(node) = pod.and_then(|pod| self.node_of(pod))
                    && (forced || runs(&node))
                    && let Some(kubelet) = self.kubelets.get_mut(node as usize)
                {
                    kubelet.handle(&mut self.world, event);
                }
            }
        }
    }
}

/// Makes a controller look at a key of its work queue, if the key is due. Rules C-1, C-2.
fn reconcile(world: &mut World, controller: Controller, key: Key) {
    if !is_due(world, controller, key) {
        return;
    }
    world.objects.queue.syncs += 1;
    let all_well = sync(world, controller, key);
    finished(world, controller, key, all_well);
}
