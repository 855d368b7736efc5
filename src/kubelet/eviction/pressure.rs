//! The kubelet evicts Pods when its machine runs out of a resource. Rules P-1021, P-1022, K-28, K-29.
//! Models kubernetes pkg/kubelet/eviction/eviction_manager.go.
//!
//! Simplified: there is a round every ten seconds, and no Pod is evicted for a threshold while an evicted Pod is still
//! stopping.

use super::rounds;
use super::usage::{asked, beyond_limit, usage, usages};
use crate::api::ObjectRef;
use crate::api::ResourceKind;
use crate::api::core::{EventType, Node};
use crate::api::pod::EVICTED;
use crate::api::quantity::Quantity;
use crate::apiserver::nodes;
use crate::base::text::Text;
use crate::cluster::eviction::Threshold;
use crate::cluster::fact::{Decision, Fact};
use crate::cluster::pressure::{EvictionSignal, in_words, whole};
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::world::{PodId, World};
use crate::kubelet::priority::is_critical;
use crate::kubelet::worker::{End, PodWorker, PodWorkerState};
use crate::kubelet::{Kubelet, images, sync};
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// Returns the grace period, in seconds, of a Pod that is evicted at once. Rule P-1021.
///
/// Up to 1.28 it is 0, which from 1.22 on means the Pod's own grace period.
fn hard_grace(world: &World) -> i64 {
    i64::from(world.release().has(Feature::HardEvictionHasOneSecond))
}

impl Kubelet {
    /// Runs a round: notes which resources are short, and evicts one Pod for the first of them.
    pub(crate) fn weigh(&mut self, world: &mut World) {
        let id = self.node.id;
        world.machines.of(id).round = false;
        let Some(node) = world.last_node(id).cloned() else { return };
        let cause = world.cause;
        let (mut goes_on, first) = self.note(world, &node);
        if world.machines.has_runtime(id) {
            goes_on |= self.enforce_limits(world);
        }
        let is_busy = |w: &PodWorker| w.end.is_some() && w.runtime.running().next().is_some();
        if let Some((signal, threshold)) = first
            && world.machines.has_runtime(id)
            && !self.workers().any(is_busy)
        {
            self.reclaim(world, &node, signal, &threshold);
        }
        world.cause = cause;
        if goes_on {
            rounds::plan(world, id);
        }
    }

    /// Makes room: removes unused images first where that helps, then evicts the Pod that exceeds its requests most.
    fn reclaim(
        &mut self,
        world: &mut World,
        node: &Node,
        signal: EvictionSignal,
        threshold: &Threshold,
    ) {
        let id = self.node.id;
        nodes::record_node_event(world, id, |_| {
            let message = format!("Attempting to reclaim {}", signal.resource()).into();
            let (kind, reason, from) = (EventType::Warning, "EvictionThresholdMet", "kubelet");
            NewEvent { kind, reason: reason.into(), message, part: Part::Whole, from }
        });
        if signal == EvictionSignal::Disk {
            let freed = self.remove_unused_images();
            *world.machines.of(id).taken.of_mut(signal) -= freed;
            if self.has_enough(world, node) {
                return;
            }
        }
        let Some(victim) = self.ranked(world, signal).first().copied() else { return };
        let message = self.message(world, threshold, signal, victim);
        let Some(name) = world.pod(victim).map(|pod| pod.metadata.name.clone()) else { return };
        let object = ObjectRef::node(node.metadata.name.clone());
        let fact = Fact::Decision { decision: Decision::Evict, kind: ResourceKind::Pod, name };
        world.record(object.into(), fact, Rule::P1021);
        let disruption = message.clone();
        let grace =
            if threshold.grace == 0 { hard_grace(world) } else { self.soft_grace(world, victim) };
        self.evict(world, victim, message, disruption, grace);
    }

    fn evict(&mut self, world: &mut World, id: PodId, message: Text, disruption: Text, grace: i64) {
        self.with(world, id, |cx, worker| {
            cx.record_event(worker, None, EventType::Warning, EVICTED, message.clone());
            sync::end_by_kubelet(
                cx,
                worker,
                End { rule: Rule::P1021, reason: EVICTED, message, grace, disruption },
            );
        });
    }

    /// Returns the grace period, in seconds, of a Pod that is evicted because of a soft threshold. It is at most the
    /// Pod's own, unless the gate AllowOverwriteTerminationGracePeriodSeconds is on. Rule P-1021.
    fn soft_grace(&self, world: &World, id: PodId) -> i64 {
        let most = world.settings.eviction.max_pod_grace;
        let spec = self.pods.get(&id).map(|worker| &worker.pod.spec);
        let own = spec.and_then(|spec| spec.termination_grace_period_seconds).unwrap_or(30);
        if world.release().has(Feature::AllowOverwriteTerminationGracePeriodSeconds) {
            most
        } else {
            most.min(own)
        }
    }

    /// Evicts the Pods that use more disk than their limits allow. Returns whether there was one. Rule P-120.
    /// Models kubernetes pkg/kubelet/eviction/eviction_manager.go localStorageEviction.
    fn enforce_limits(&mut self, world: &mut World) -> bool {
        let cause = world.cause;
        let is_active = |w: &&PodWorker| {
            w.stage < PodWorkerState::Terminated
                && !w.gone
                && w.end.is_none()
                && !is_critical(&w.pod)
        };
        let over =
            self.workers().filter(is_active).filter_map(|w| Some((w.id, beyond_limit(world, w)?)));
        let over: Vec<(PodId, Text)> = over.collect();
        for (id, message) in &over {
            world.cause = cause;
            let grace = hard_grace(world);
            self.evict(world, *id, message.clone(), Text::default(), grace);
        }
        world.cause = cause;
        !over.is_empty()
    }

    /// Returns the Pods that may be evicted, in the order in which they go. Rule P-1021.
    /// Models kubernetes pkg/kubelet/eviction/helpers.go rankMemoryPressure.
    pub(crate) fn ranked(&self, world: &World, signal: EvictionSignal) -> Vec<PodId> {
        let active = |w: &&PodWorker| {
            w.stage < PodWorkerState::Terminated
                && !w.gone
                && w.end.is_none()
                && !w.known_status().phase().is_terminal()
                && !is_critical(&w.pod)
        };
        let rank = |worker: &PodWorker| {
            let beyond = usage(world, worker, signal) - asked(&worker.pod, signal);
            let within = signal != EvictionSignal::Pids && beyond <= 0;
            (within, worker.pod.spec.priority.unwrap_or(0), -beyond, worker.id)
        };
        let mut ranked: Vec<_> = self.workers().filter(active).map(rank).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(.., id)| id).collect()
    }

    /// Returns the message of an eviction, in the words of the release. Rule P-120.
    fn message(
        &self,
        world: &World,
        threshold: &Threshold,
        signal: EvictionSignal,
        id: PodId,
    ) -> Text {
        let release = world.release();
        let mut text = format!("The node was low on resource: {}. ", signal.resource());
        if release.has(Feature::EvictionMessageHasThreshold) {
            let available = in_words(signal, self.available(world, signal));
            text.extend([
                "Threshold quantity: ",
                &threshold.words,
                ", available: ",
                &available,
                ". ",
            ]);
        }
        let Some(worker) = self.pods.get(&id).filter(|_| signal != EvictionSignal::Pids) else {
            return text.into();
        };
        for (container, amount) in usages(world, worker, signal) {
            let request = container.resources.requests.get(signal.resource());
            if amount <= request.map_or(0, whole) {
                continue;
            }
            let request = request.map_or_else(|| "0".to_owned(), Quantity::canonical);
            text.extend(["Container ", &container.name, " was using "]);
            text.push_str(&in_words(signal, amount));
            if release.has(Feature::EvictionMessageHasThreshold) {
                text.extend([", request is ", &request, ", has larger consumption of "]);
                text.extend([signal.resource(), ". "]);
            } else {
                text.extend([", which exceeds its request of ", &request, ". "]);
            }
        }
        text.into()
    }

    /// Removes the images that no Pod of the node uses. Returns how many bytes that frees; patterns stay.
    fn remove_unused_images(&mut self) -> i64 {
        let used = |image: &Text| {
            self.pods.values().any(|worker| {
                let spec = &worker.pod.spec;
                let mut all = spec.init_containers.iter().chain(&spec.containers);
                all.any(|container| container.image == *image)
            })
        };
        let unused: Vec<Text> =
            self.node.images.iter().filter(|i| !i.contains('*') && !used(i)).cloned().collect();
        let mut freed = 0;
        for image in unused {
            freed += images::size(&image) as i64;
            self.node.images.remove(&image);
        }
        freed
    }

    /// Returns the Pods that a shutdown must stop now: those that have not ended, either the critical ones or the
    /// others. Rule P-1018.
    pub(crate) fn active(&self, critical: bool) -> Vec<PodId> {
        let is_it = |w: &&Rc<PodWorker>| {
            let running = w.runtime.running().next().is_some();
            let over =
                w.stage >= PodWorkerState::Terminated || w.known_status().phase().is_terminal();
            is_critical(&w.pod) == critical && (running || !over)
        };
        self.pods.values().filter(is_it).map(|worker| worker.id).collect()
    }
}
