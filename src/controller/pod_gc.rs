//! The Pod garbage collector: it deletes Pods of nodes that do not exist, Pods of nodes that are marked as out of
//! service, and Pods that have ended when there are too many of them. Rules P-1013, P-1014, P-1023, P-1024.
//! Models kubernetes pkg/controller/podgc/gc_controller.go.

use crate::api::core::Node;
use crate::api::node::is_not_ready;
use crate::api::pod::{EVICTED, Pod};
use crate::api::status::PodPhase;
use crate::apiserver::record::StatusRules;
use crate::apiserver::{eviction, store};
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::machines::{COLLECT, QUARANTINE};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::world::{NodeId, PodId, World};
use crate::rules::{Feature, Rule};

/// The key of the taint by which a person says that a node is switched off. Rule P-1014.
pub const OUT_OF_SERVICE: &str = "node.kubernetes.io/out-of-service";

/// Returns whether a person has marked a node as out of service. Rule P-1014.
pub fn is_out_of_service(node: &Node) -> bool {
    node.spec.taints.iter().any(|taint| taint.key == OUT_OF_SERVICE)
}

/// Plans a check after a write that may give the collector work: too many Pods have ended, a Pod without a node is
/// being deleted, or a Pod's node is gone, never existed, or is out of service.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, .. } = &event.object {
        pod_written(world, write);
    } else if let Stored::Node(id, write) = &event.object {
        node_written(world, *id, write);
    }
}

fn node_written(world: &mut World, id: NodeId, write: &Write<Node>) {
    match write {
        Write::Added(_) => {}
        Write::Modified { old, new } => {
            let is_lost = |node: &Node| is_out_of_service(node) && is_not_ready(node);
            if is_lost(new) && !is_lost(old) {
                node_lost(world, id);
            }
        }
        Write::Deleted(_) => node_deleted(world, id),
    }
}

fn pod_written(world: &mut World, write: &Write<Pod>) {
    let Some(pod) = write.after() else { return };
    match write.before() {
        None => pod_bound(world, pod),
        Some(old) => {
            let is_over = |pod: &Pod| pod.status.phase().is_terminal();
            let ended = is_over(pod) && !is_over(old) && are_too_many(world);
            let leaves = pod.metadata.deletion_timestamp.is_some()
                && pod.metadata.deletion_timestamp != old.metadata.deletion_timestamp
                && !pod.metadata.finalizers.is_empty();
            if ended || (leaves && pod.spec.node_name.is_empty()) {
                pod_ended(world);
            }
        }
    }
}

/// Plans a check of all Pods, after a Pod has ended or a Pod without a node is being deleted. Rules P-1023, P-1024.
fn pod_ended(world: &mut World) {
    let next = world.next_collection(world.now + 1);
    if world.queue.time_of(|event| event == SimEvent::PodsCollected) != Some(next) {
        world.plan_at(next, SimEvent::PodsCollected);
    }
}

/// Plans a check for a Pod that was created with a node name, if there is no such node. The collector first waits.
/// Rules P-905, P-1013.
fn pod_bound(world: &mut World, pod: &Pod) {
    let node = &pod.spec.node_name;
    if !node.is_empty() && world.machine_named(node).is_none() {
        plan_stray(world);
    }
}

fn plan_stray(world: &mut World) {
    let found = world.next_collection(world.now + 1);
    world.plan_at(found + QUARANTINE, SimEvent::PodsCollected);
}

/// Ends the Pods whose node never existed, when they have been bound to it for longer than the quarantine.
fn collect_stray(world: &mut World) {
    let cause = world.cause;
    let since = |pod: &Pod| {
        pod.metadata.creation_timestamp.map_or(0, |at| Timestamp::of(world.now).0 - at.0)
    };
    let is_stray = |pod: &Pod| {
        let node = &pod.spec.node_name;
        !node.is_empty()
            && world.machine_named(node).is_none()
            && since(pod) >= (QUARANTINE / 1000) as i64
    };
    let stray: Vec<PodId> =
        world.pods().filter(|(_, pod)| is_stray(pod)).map(|(id, _)| id).collect();
    for pod in stray {
        world.cause = cause;
        collect_orphan(world, pod);
    }
    world.cause = cause;
}

/// Ends a Pod of a node that does not exist. Rule P-1013.
fn collect_orphan(world: &mut World, pod: PodId) {
    eviction::disrupt(world, pod, "DeletionByPodGC", "PodGC: node no longer exists");
    collect(world, pod, Rule::P1013);
}

/// Returns whether more Pods have ended than may stay. Rule P-1023.
fn are_too_many(world: &World) -> bool {
    let most = world.settings.pod_gc_threshold as usize;
    most > 0
        && world.pod_count() > most
        && world.pods().filter(|(_, pod)| pod.status.phase().is_terminal()).count() > most
}

/// Checks all Pods. Deletes those that have ended and are too many, and those without a node that are being deleted.
/// Rules P-1023, P-1024.
pub(crate) fn look_at_all(world: &mut World) {
    let cause = world.cause;
    let leaves = |pod: &Pod| pod.metadata.deletion_timestamp.is_some();
    let unbound: Vec<PodId> =
        world.pods_on("").filter(|(_, pod)| leaves(pod)).map(|(id, _)| id).collect();
    for pod in unbound {
        world.cause = cause;
        collect(world, pod, Rule::P1024);
    }
    collect_stray(world);
    if !are_too_many(world) {
        return;
    }
    let release = world.release();
    let is_evicted = |pod: &Pod| {
        release.has(Feature::PodGCDeletesEvictedFirst)
            && pod.status.phase() == PodPhase::Failed
            && pod.status.reason == EVICTED
    };
    let ended = world.pods().filter(|(_, pod)| pod.status.phase().is_terminal());
    let mut ended: Vec<_> = ended
        .map(|(id, pod)| {
            (!is_evicted(pod), pod.metadata.creation_timestamp, pod.metadata.name.clone(), id)
        })
        .collect();
    ended.sort();
    let most = world.settings.pod_gc_threshold as usize;
    let surplus = ended.len().saturating_sub(most);
    for (.., pod) in ended.into_iter().take(surplus) {
        world.cause = cause;
        // Its phase is final already.
        collect(world, pod, Rule::P106);
    }
}

fn plan(world: &mut World, node: NodeId, at: SimTime) {
    let turn = world.machines.of(node).turn;
    world.plan_at(at, SimEvent::OfNode { node, what: NodeEvent::Collected, turn });
}

/// Plans a check of the Pods of a deleted Node object. The collector first waits. Rule P-1013.
fn node_deleted(world: &mut World, node: NodeId) {
    let found = world.next_collection(world.now + 1);
    plan(world, node, found + QUARANTINE);
}

/// Plans a check of the Pods of a node that is out of service and not ready. Rule P-1014.
fn node_lost(world: &mut World, id: NodeId) {
    if world.release().has(Feature::NodeOutOfServiceVolumeDetach) {
        let next = world.next_collection(world.now + 1);
        plan(world, id, next);
    }
}

/// Checks the Pods of a node.
pub(crate) fn look(world: &mut World, id: NodeId) {
    let Some(last) = world.last_node(id).cloned() else { return };
    let pods: Vec<PodId> = world.pods_on(&last.metadata.name).map(|(pod, _)| pod).collect();
    let cause = world.cause;
    if world.is_deleted(id) {
        for pod in &pods {
            world.cause = cause;
            collect_orphan(world, *pod);
        }
        if !pods.is_empty() {
            // Checks again, for Pods that are bound to the node in the meantime.
            plan(world, id, world.now + COLLECT);
        }
        return;
    }
    if !is_out_of_service(&last) || !is_not_ready(&last) {
        return;
    }
    for pod in &pods {
        world.cause = cause;
        if world.pod(*pod).is_some_and(|pod| pod.metadata.deletion_timestamp.is_some()) {
            collect(world, *pod, Rule::P1014);
        }
    }
    world.cause = cause;
    plan(world, id, world.now + COLLECT);
}

/// Sets the phase of a Pod to Failed by `rule`, and deletes the Pod without a grace period. No kubelet is there to end it.
fn collect(world: &mut World, id: PodId, rule: Rule) {
    if world.release().has(Feature::PodDisruptionConditions) {
        let rules = StatusRules { phase: rule, ..StatusRules::default() };
        store::update_pod_by(world, id, rules, |pod| {
            if !pod.status.phase().is_terminal() {
                pod.status.phase = Some(PodPhase::Failed);
            }
        });
    }
    store::delete_pod(world, id, Some(0));
}
