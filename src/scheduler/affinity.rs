//! Affinity between Pods: the Pods that a Pod wants near it or away from it. Rules P-902, V-30.
//! Models kubernetes pkg/scheduler/framework/plugins/interpodaffinity.

use crate::api::affinity::{PodAffinity, PodAffinityTerm};
use crate::api::core::Node;
use crate::api::placement::is_placed;
use crate::api::pod::Pod;
use crate::apiserver::registry::namespace;
use crate::base::text::Text;
use crate::cluster::world::{PodId, World};
use std::rc::Rc;

fn near(pod: &Pod) -> Option<&PodAffinity> {
    pod.spec.affinity.as_ref()?.pod_affinity.as_ref()
}

fn away(pod: &Pod) -> Option<&PodAffinity> {
    pod.spec.affinity.as_ref()?.pod_anti_affinity.as_ref()
}

/// Returns the terms of a Pod that want other Pods near it.
fn near_terms(pod: &Pod) -> &[PodAffinityTerm] {
    near(pod).map_or(&[], |affinity| &affinity.required)
}

/// Returns the terms of a Pod that keep it away from other Pods.
fn anti_terms(pod: &Pod) -> &[PodAffinityTerm] {
    away(pod).map_or(&[], |affinity| &affinity.required)
}

/// The weight of a required term of a Pod that already runs, for a new Pod that the term selects (`hardPodAffinityWeight`).
const REQUIRED_WEIGHT: i64 = 1;

/// Returns the preferred terms of a Pod about other Pods, each with its weight. Anti-affinity has negative weights.
fn weighed_terms(pod: &Pod) -> impl Iterator<Item = (&PodAffinityTerm, i64)> {
    [(near(pod), 1), (away(pod), -1)].into_iter().flat_map(|(affinity, sign)| {
        let terms = affinity.map_or(&[][..], |affinity| &affinity.preferred);
        terms.iter().map(move |term| (&term.pod_affinity_term, sign * term.weight))
    })
}

/// Returns whether a term of one Pod's affinity selects another Pod.
fn is_about(world: &World, term: &PodAffinityTerm, own: &Pod, other: &Pod) -> bool {
    term.label_selector.as_ref().is_some_and(|selector| selector.matches(&other.metadata.labels))
        && is_in_space(world, term, own, &other.metadata.namespace)
}

/// Returns whether a term is about the Pods of a namespace.
fn is_in_space(world: &World, term: &PodAffinityTerm, own: &Pod, space: &Text) -> bool {
    match &term.namespace_selector {
        None if term.namespaces.is_empty() => own.metadata.namespace == *space,
        None => term.namespaces.contains(space),
        Some(selector) => {
            term.namespaces.contains(space) || selector.matches(&namespace::labels(world, space))
        }
    }
}

/// Returns the sum of the weights with which a Pod prefers the Pods near a node, and with which these Pods prefer it.
pub(super) fn preference(world: &World, pod: &Pod, node: &Node) -> i64 {
    let mut sum = 0;
    for (term, weight) in weighed_terms(pod) {
        let holds =
            |other: &Pod| is_about(world, term, pod, other) && is_near(world, term, node, other);
        let count = world.pods().filter(|(_, other)| is_placed(other) && holds(other)).count();
        sum += weight * count as i64;
    }
    for (_, other) in world.with_pod_affinity() {
        let required = near_terms(other).iter().map(|term| (term, REQUIRED_WEIGHT));
        for (term, weight) in weighed_terms(other).chain(required) {
            if is_about(world, term, other, pod) && is_near(world, term, node, other) {
                sum += weight;
            }
        }
    }
    sum
}

fn node_of<'a>(world: &'a World, pod: &Pod) -> Option<&'a Rc<Node>> {
    world.node(world.node_named(&pod.spec.node_name)?)
}

/// Returns whether a Pod runs in the same domain as a node, by the term's topology key.
fn is_near(world: &World, term: &PodAffinityTerm, node: &Node, other: &Pod) -> bool {
    let here = node.metadata.labels.get(&term.topology_key);
    let there = node_of(world, other).and_then(|n| n.metadata.labels.get(&term.topology_key));
    here.is_some() && here == there
}

/// Returns whether the Pods that a Pod must be near run near a node. The first Pod of a group whose Pods must be near
/// each other may go anywhere.
/// Models `satisfyPodAffinity`.
fn is_among_its_own(world: &World, pod: &Pod, node: &Node, gone: &[PodId]) -> bool {
    let terms = near_terms(pod);
    let is_in =
        |node: &Node, term: &PodAffinityTerm| node.metadata.labels.contains_key(&term.topology_key);
    if !terms.iter().all(|term| is_in(node, term)) {
        return false;
    }
    let is_wanted = |other: &Pod| terms.iter().all(|term| is_about(world, term, pod, other));
    let counts = |other: &Pod| {
        // Pods outside every domain do not count.
        is_placed(other)
            && is_wanted(other)
            && node_of(world, other)
                .is_some_and(|there| terms.iter().any(|term| is_in(there, term)))
    };
    let wanted: Vec<&Rc<Pod>> = world
        .pods()
        .filter(|(id, other)| !gone.contains(id) && counts(other))
        .map(|(_, other)| other)
        .collect();
    let holds =
        |term: &PodAffinityTerm| wanted.iter().any(|other| is_near(world, term, node, other));
    terms.iter().all(holds) || (wanted.is_empty() && is_wanted(pod))
}

/// Returns whether a waiting Pod may fit somewhere after another Pod was placed, or changed.
/// Models kubernetes pkg/scheduler/backend/queue/scheduling_queue.go getUnschedulablePodsWithCrossTopologyTerm.
pub(super) fn waits_for(world: &World, pod: &Pod, placed: &Pod) -> bool {
    near_terms(pod).iter().any(|term| is_about(world, term, pod, placed))
}

/// Returns whether a waiting Pod may fit somewhere after the labels of a placed Pod have changed: its affinity selects
/// that Pod now, or its anti-affinity no longer does.
/// Models kubernetes pkg/scheduler/framework/plugins/interpodaffinity/plugin.go isSchedulableAfterPodChange.
pub(super) fn is_freed(world: &World, pod: &Pod, old: &Pod, new: &Pod) -> bool {
    let selects = |term: &PodAffinityTerm, other: &Pod| is_about(world, term, pod, other);
    near_terms(pod).iter().any(|term| !selects(term, old) && selects(term, new))
        || anti_terms(pod).iter().any(|term| selects(term, old) && !selects(term, new))
}

/// Returns whether the labels of a Pod matter for its own place.
pub(super) fn has_terms(pod: &Pod) -> bool {
    !near_terms(pod).is_empty() || !anti_terms(pod).is_empty()
}

/// Why the Pods that run on a node or near it keep a Pod away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clash {
    /// The Pods that its own affinity requires do not run near the node.
    Affinity,
    /// Its own anti-affinity forbids it.
    Own,
    /// The anti-affinity of a Pod that already runs forbids it.
    Existing,
}

/// Returns how affinity between Pods keeps a Pod from a node, if it does: the Pod's own, or the anti-affinity of others.
pub(super) fn clash(world: &World, pod: &Pod, node: &Node, gone: &[PodId]) -> Option<Clash> {
    if !near_terms(pod).is_empty() && !is_among_its_own(world, pod, node, gone) {
        return Some(Clash::Affinity);
    }
    let mine = anti_terms(pod);
    let clashes = |(id, other): (PodId, &Rc<Pod>)| {
        let forbids = |term: &PodAffinityTerm| {
            is_about(world, term, pod, other) && is_near(world, term, node, other)
        };
        is_placed(other) && !gone.contains(&id) && mine.iter().any(forbids)
    };
    if !mine.is_empty() && world.pods().any(clashes) {
        return Some(Clash::Own);
    }
    let repels = |(id, other): (PodId, &Rc<Pod>)| {
        let keeps = |term: &PodAffinityTerm| {
            is_about(world, term, other, pod) && is_near(world, term, node, other)
        };
        !gone.contains(&id) && anti_terms(other).iter().any(keeps)
    };
    world.with_pod_affinity().any(repels).then_some(Clash::Existing)
}
