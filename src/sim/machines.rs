//! Machines in the simulation: what happens to all Pods of a machine at once.

use super::Sim;
use crate::api::ObjectRef;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::fact::{Fact, MachineEvent, WorldEvent};
use crate::cluster::machines::Connectivity;
use crate::cluster::object::Outside;
use crate::cluster::tables::NamespacedName;
use crate::cluster::world::{NodeId, PodId, World};
use crate::controller::pod_gc::is_out_of_service;
use crate::controller::{node_lifecycle, pod_gc};
use crate::kubelet::static_pod::name_on;
use crate::kubelet::{Kubelet, file_systems, node_status};
use crate::rules::Rule;
use crate::sim::drain::drained;

/// Milliseconds after which volumes are detached by force from a node that does not answer. Rule V-13.
/// Models kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go maxWaitForUnmountDuration.
pub(crate) const FORCED_DETACH: u64 = 360_000;

/// Returns the name of a manifest on a machine, such as `Manifest/node-1/web`.
fn manifest_reference(world: &World, node: NodeId, manifest: &Text) -> Outside {
    let node = world.last_node(node).map(|node| node.metadata.name.clone()).unwrap_or_default();
    Outside::Manifest { node, name: manifest.clone() }
}

impl Sim {
    /// Handles an event of a machine.
    pub(super) fn of_node(&mut self, node: NodeId, what: NodeEvent, token: u32) {
        let is_new = self.world.machines.get(node).is_some_and(|machine| machine.token == token);
        let world = &mut self.world;
        match what {
            NodeEvent::Monitored if is_new => node_lifecycle::look(world, node),
            NodeEvent::HeardAgain if is_new => {
                node_status::post(world, node);
                node_lifecycle::heard_again(world, node);
            }
            NodeEvent::Posted if is_new => node_status::post(world, node),
            NodeEvent::WatchResumed if is_new => self.resume_watch(node),
            NodeEvent::StatusSynced if is_new => {
                if let Some(kubelet) = self.kubelets.get_mut(node as usize) {
                    kubelet.reported(world);
                }
            }
            NodeEvent::EvictionChecked => {
                let is_planned =
                    |m: &crate::cluster::machines::Machine| m.round && m.connectivity.runs();
                if world.machines.get(node).is_some_and(is_planned)
                    && let Some(kubelet) = self.kubelets.get_mut(node as usize)
                {
                    kubelet.weigh(world);
                }
            }
            NodeEvent::ShutdownContinued => self.go_on_shutting_down(node),
            NodeEvent::Collected => pod_gc::look(world, node),
            NodeEvent::Drained => drained(world, node),
            NodeEvent::Monitored
            | NodeEvent::HeardAgain
            | NodeEvent::Posted
            | NodeEvent::WatchResumed
            | NodeEvent::StatusSynced => {}
        }
    }

    /// Tells a kubelet that was cut off what has happened.
    fn resume_watch(&mut self, node: NodeId) {
        let machine = self.world.machines.of(node);
        machine.connectivity = Connectivity::Up;
        let (started, has_runtime) = (machine.started, machine.runtime_down.is_none());
        if has_runtime {
            machine.started = false;
            self.learns(node, started);
            self.plan_report(node);
        }
        // File systems grow without the container runtime.
        if let Some(kubelet) = self.kubelets.get(node as usize).filter(|_| !started) {
            file_systems::heard_again(&mut self.world, &kubelet.node().name);
        }
    }

    /// Makes a kubelet continue whose container runtime answers again. Rule P-1002.
    pub(crate) fn runtime_answers(&mut self, node: NodeId) {
        let cause = self.world.cause;
        if self.world.machines.connectivity(node) == Connectivity::Up {
            self.learns(node, false);
            self.world.cause = cause;
        }
        if let Some(kubelet) = self.kubelets.get_mut(node as usize) {
            kubelet.runtime_answers(&mut self.world);
        }
        self.world.cause = cause;
    }

    /// Tells a kubelet which Pods the API has for its node.
    fn learns(&mut self, node: NodeId, started: bool) {
        let Some(kubelet) = self.kubelets.get(node as usize) else { return };
        let name = kubelet.node().name.clone();
        let on_node: Vec<PodId> = self.world.pods_on(&name).map(|(id, _)| id).collect();
        // Some of these Pods may be removed right after that.
        for pod in on_node {
            self.assign_kubelet(pod, node);
        }
        if let Some(kubelet) = self.kubelets.get_mut(node as usize) {
            kubelet.resume_watch(&mut self.world, started);
        }
    }

    /// Notes that the kubelet of a node has heard of a Pod.
    pub(super) fn assign_kubelet(&mut self, pod: PodId, node: NodeId) {
        if self.kubelet_of_pod.len() <= pod as usize {
            self.kubelet_of_pod.resize(pod as usize + 1, None);
        }
        self.kubelet_of_pod[pod as usize] = Some(node);
    }

    /// Plans the next round of a kubelet's status manager. Rule K-7.
    pub(crate) fn plan_report(&mut self, node: NodeId) {
        let token = self.world.machines.of(node).token;
        let Some(kubelet) = self.kubelets.get_mut(node as usize) else { return };
        let at = kubelet.next_report(&mut self.world);
        self.world.schedule_at(at, SimEvent::OfNode { node, what: NodeEvent::StatusSynced, token });
    }

    /// Stops everything on a machine that is switched off, or whose disk fails.
    pub(crate) fn power_off(&mut self, node: NodeId, broken: bool) {
        if let Some(kubelet) = self.kubelets.get_mut(node as usize) {
            kubelet.power_off(&mut self.world, broken);
        }
        self.world.machines.of(node).started = true;
        let kubelet_of_pod = &self.kubelet_of_pod;
        let is_here =
            |pod: PodId| kubelet_of_pod.get(pod as usize).copied().flatten() == Some(node);
        self.world.queue.drop_if(|event| match event {
            SimEvent::Relisted { node: other } | SimEvent::PullEnded { node: other } => {
                other == node
            }
            SimEvent::TaintExecuted { .. }
            | SimEvent::VolumesForced { .. }
            | SimEvent::SchedulingTried { .. }
            | SimEvent::PodsCollected
            | SimEvent::PodNoticed { .. } => false,
            event @ (SimEvent::ProgramEnded { .. }
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
            | SimEvent::Reconciled { .. }
            | SimEvent::OfNode { .. }) => event.pod().is_some_and(is_here),
        });
    }

    /// Kills all containers and sandboxes on a machine. Its kubelet keeps running. Rule P-1017.
    pub(crate) fn crash(&mut self, node: NodeId) {
        if let Some(kubelet) = self.kubelets.get_mut(node as usize) {
            kubelet.crash(&mut self.world);
        }
    }

    /// Restarts a kubelet's process. Programs keep running, and what the kubelet waited for is forgotten. Rule P-809.
    pub(crate) fn restart_kubelet(&mut self, node: NodeId) {
        let kubelet_of_pod = &self.kubelet_of_pod;
        let is_here =
            |pod: PodId| kubelet_of_pod.get(pod as usize).copied().flatten() == Some(node);
        self.world.queue.drop_if(|mut event| match event {
            SimEvent::Relisted { node: other } | SimEvent::PullEnded { node: other } => {
                other == node
            }
            // Programs keep running, and other components keep their own plans for a Pod.
            SimEvent::ProgramEnded { .. }
            | SimEvent::ProgramStepped { .. }
            | SimEvent::ProgramStopped { .. }
            | SimEvent::PodNoticed { .. }
            | SimEvent::TaintExecuted { .. }
            | SimEvent::VolumesForced { .. }
            | SimEvent::SchedulingTried { .. } => false,
            SimEvent::StopTimedOut { .. }
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
            | SimEvent::Reconciled { .. }
            | SimEvent::OfNode { .. }
            | SimEvent::PodsCollected => event.pod_mut().is_some_and(|pod| is_here(*pod)),
        });
        let name = self.world.last_node(node).map(|node| node.metadata.name.clone());
        let object = ObjectRef::node(name.unwrap_or_default());
        let fact = Fact::Machine(MachineEvent::KubeletStarted);
        self.world.record(object.into(), fact, Rule::P809);
        if let Some(kubelet) = self.kubelets.get_mut(node as usize) {
            kubelet.restart(&mut self.world);
        }
    }

    /// Puts a manifest on a machine. `name` is the name of its Pod. Rule P-815.
    pub(crate) fn put_manifest(&mut self, node: NodeId, manifest: &Pod, name: &Text) {
        let id = self.world.reserve_pod(&manifest.metadata.namespace, name);
        self.assign_kubelet(id, node);
        let object = manifest_reference(&self.world, node, &manifest.metadata.name);
        self.record_world(object, WorldEvent::Present);
        self.kubelets[node as usize].put_manifest(&mut self.world, id, manifest);
    }

    /// Returns the number of the static Pod whose manifest is on a machine.
    pub(crate) fn manifest(&self, node: &str, namespace: &str, name: &str) -> Option<PodId> {
        let kubelet = self.kubelets.get(self.world.machine_named(node)? as usize)?;
        let pod = kubelet.static_pod(namespace, &name_on(name, node))?;
        kubelet.worker(pod).filter(|worker| !worker.gone).map(|worker| worker.id)
    }

    /// Returns whether the manifest of this Pod is on a machine. Rule P-815.
    pub fn has_manifest(&self, node: &str, namespace: &str, name: &str) -> bool {
        self.manifest(node, namespace, name).is_some()
    }

    /// Removes a manifest from a machine. Rule P-815.
    pub(crate) fn remove_manifest(&mut self, node: NodeId, pod: PodId, manifest: &Text) {
        let object = manifest_reference(&self.world, node, manifest);
        self.record_world(object, WorldEvent::Absent);
        self.kubelets[node as usize].remove_manifest(&mut self.world, pod);
    }

    /// Plans to detach the volumes of Pods that are gone from a node whose kubelet does not answer.
    pub(crate) fn free_volumes(&mut self, node: NodeId) {
        let world = &self.world;
        let at_once =
            world.is_deleted(node) || world.node(node).is_some_and(|n| is_out_of_service(n));
        let Some(kubelet) = self.kubelets.get(node as usize) else { return };
        let gone =
            kubelet.workers().filter(|w| world.pod(w.id).is_none() && !w.attached.is_empty());
        let gone: Vec<PodId> = gone.map(|worker| worker.id).collect();
        for pod in gone {
            let wait = if at_once { 0 } else { FORCED_DETACH };
            self.world.schedule(wait, SimEvent::VolumesForced { pod });
        }
    }

    /// Plans to detach the volumes of a Pod that is gone from the API, if its kubelet cannot learn about that.
    pub(super) fn notice_unheard(&mut self, pod: PodId, node: NodeId) {
        if self.world.pod(pod).is_none()
            && self.world.machines.connectivity(node) != Connectivity::Up
        {
            let wait = match self.world.last_node(node) {
                Some(last) if !self.world.is_deleted(node) && !is_out_of_service(last) => {
                    FORCED_DETACH
                }
                _ => 0,
            };
            self.world.schedule(wait, SimEvent::VolumesForced { pod });
        }
    }

    /// Returns the names that containers of more than one Pod run under. Rule S-95.
    ///
    /// This happens when the object of the first Pod was removed before it was known whether the Pod had stopped.
    pub fn running_twice(&self) -> Vec<NamespacedName> {
        let mut seen: Vec<NamespacedName> = Vec::new();
        let mut twice: Vec<NamespacedName> = Vec::new();
        for worker in self.kubelets.iter().flat_map(Kubelet::workers) {
            if worker.runtime.running().next().is_none() {
                continue;
            }
            let metadata = &worker.pod.metadata;
            let reference = (metadata.namespace.clone(), metadata.name.clone());
            let into = if seen.contains(&reference) { &mut twice } else { &mut seen };
            if !into.contains(&reference) {
                into.push(reference);
            }
        }
        twice
    }
}
