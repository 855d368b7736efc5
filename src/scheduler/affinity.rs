//! Affinity: the nodes that a Pod or a volume asks for, and the Pods that a Pod wants near it or away from it.
//! Rules P-902, V-12.
//! Models kubernetes pkg/scheduler/framework/plugins/nodeaffinity and interpodaffinity.

use crate::api::core::Node as ClusterNode;
use crate::api::placement::{is_placed, list, node_matches, term_matches};
use crate::api::pod::Pod;
use crate::api::selector::LabelSelector;
use crate::cluster::world::{PodId, World};
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field};
use std::rc::Rc;

fn part<'a>(pod: &'a Pod, part: &str, key: &str) -> Option<&'a Node> {
    pod.spec.affinity.0.as_ref()?.get(part)?.get(key)
}

/// Returns the part of a Pod's affinity that a node must satisfy.
fn required<'a>(pod: &'a Pod, of: &str) -> Option<&'a Node> {
    part(pod, of, "requiredDuringSchedulingIgnoredDuringExecution")
}

const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// Returns how much a node is preferred by the affinity of the Pod and of the Pods that already run: the sum of the
/// weights of the terms that hold.
pub(super) fn preference(world: &World, pod: &Pod, node: &ClusterNode) -> i64 {
    node_preference(pod, node) + pod_preference(world, pod, node)
}

fn node_preference(pod: &Pod, node: &ClusterNode) -> i64 {
    let terms = part(pod, "nodeAffinity", PREFERRED);
    let weight = |term: &Node| {
        let preferred = term.get("preference")?;
        let holds = term_matches(preferred, &node.metadata);
        holds.then(|| term.get("weight").and_then(Node::as_int).unwrap_or(0))
    };
    terms.map_or(&[][..], Node::elements).iter().filter_map(weight).sum()
}

/// Returns whether a Pod's node affinity allows a node.
pub(super) fn fits_node(pod: &Pod, node: &ClusterNode) -> bool {
    required(pod, "nodeAffinity").is_none_or(|selector| node_matches(selector, &node.metadata))
}

/// Returns whether a term of one Pod's affinity selects another Pod.
fn is_about(term: &Node, own: &Pod, other: &Pod) -> bool {
    let namespaces = list(term, "namespaces");
    let space = &other.metadata.namespace;
    let in_space = if namespaces.is_empty() && term.get("namespaceSelector").is_none() {
        own.metadata.namespace == *space
    } else {
        // Simplified: a namespace selector selects every namespace, because namespaces have no labels here.
        term.get("namespaceSelector").is_some()
            || namespaces.iter().any(|name| name.as_text() == Some(space))
    };
    let Some(given) = term.get("labelSelector").filter(|_| in_space) else { return false };
    let mut selector = LabelSelector::default();
    selector.decode(given, &mut Decoder::default());
    selector.matches(&other.metadata.labels)
}

/// Returns the terms of a Pod that keep it away from other Pods.
fn anti_terms(pod: &Pod) -> &[Node] {
    required(pod, "podAntiAffinity").map_or(&[], Node::elements)
}

/// Returns the terms of a Pod that want it near other Pods.
fn near_terms(pod: &Pod) -> &[Node] {
    required(pod, "podAffinity").map_or(&[], Node::elements)
}

/// The weight of a required term of a Pod that already runs, for a new Pod that the term selects (`hardPodAffinityWeight`).
const REQUIRED_WEIGHT: i64 = 1;

/// Returns the preferred terms of a Pod about other Pods, each with its weight. Anti-affinity has negative weights.
fn weighed_terms(pod: &Pod) -> impl Iterator<Item = (&Node, i64)> {
    [("podAffinity", 1), ("podAntiAffinity", -1)].into_iter().flat_map(move |(of, sign)| {
        let terms = part(pod, of, PREFERRED).map_or(&[][..], Node::elements);
        terms.iter().filter_map(move |term| {
            let weight = term.get("weight").and_then(Node::as_int).unwrap_or(0);
            Some((term.get("podAffinityTerm")?, sign * weight))
        })
    })
}

/// Returns the sum of the weights with which a Pod prefers the Pods near a node, and with which these Pods prefer it.
fn pod_preference(world: &World, pod: &Pod, node: &ClusterNode) -> i64 {
    let mut sum = 0;
    for (term, weight) in weighed_terms(pod) {
        let holds = |other: &Pod| is_about(term, pod, other) && is_near(world, term, node, other);
        let count = world.pods().filter(|(_, other)| is_placed(other) && holds(other)).count();
        sum += weight * count as i64;
    }
    for (_, other) in world.with_pod_affinity() {
        let required = near_terms(other).iter().map(|term| (term, REQUIRED_WEIGHT));
        for (term, weight) in weighed_terms(other).chain(required) {
            if is_about(term, other, pod) && is_near(world, term, node, other) {
                sum += weight;
            }
        }
    }
    sum
}

/// Returns whether a Pod runs in the same domain as a node, by the term's topology key.
fn is_near(world: &World, term: &Node, node: &ClusterNode, other: &Pod) -> bool {
    let there = world.node_named(&other.spec.node_name).and_then(|there| world.node(there));
    there.is_some_and(|there| same_domain(term, node, there))
}

/// Returns whether the Pods that a Pod must be near run near a node. The first Pod of a group whose Pods must be near
/// each other may go anywhere.
/// Models `satisfyPodAffinity`.
fn is_among_its_own(world: &World, pod: &Pod, node: &ClusterNode, gone: &[PodId]) -> bool {
    let terms = near_terms(pod);
    let has_domain = |term: &Node| same_domain(term, node, node);
    if !terms.iter().all(has_domain) {
        return false;
    }
    let is_wanted = |other: &Pod| terms.iter().all(|term| is_about(term, pod, other));
    let wanted: Vec<&Rc<Pod>> = world
        .pods()
        .filter(|(id, other)| is_placed(other) && !gone.contains(id) && is_wanted(other))
        .map(|(_, other)| other)
        .collect();
    let holds = |term: &Node| wanted.iter().any(|other| is_near(world, term, node, other));
    terms.iter().all(holds) || (wanted.is_empty() && is_wanted(pod))
}

/// Returns whether a waiting Pod may fit somewhere after another Pod was placed.
pub(super) fn waits_for(pod: &Pod, placed: &Pod) -> bool {
    near_terms(pod).iter().any(|term| is_about(term, pod, placed))
}

/// Returns whether two nodes are in the same domain, such as one host or one zone.
fn same_domain(term: &Node, a: &ClusterNode, b: &ClusterNode) -> bool {
    let Some(key) = term.get("topologyKey").and_then(Node::as_text) else { return false };
    let domain = a.metadata.labels.get(key);
    domain.is_some() && domain == b.metadata.labels.get(key)
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
pub(super) fn clash(world: &World, pod: &Pod, node: &ClusterNode, gone: &[PodId]) -> Option<Clash> {
    if !near_terms(pod).is_empty() && !is_among_its_own(world, pod, node, gone) {
        return Some(Clash::Affinity);
    }
    let mine = anti_terms(pod);
    let clashes = |(id, other): (PodId, &Rc<Pod>)| {
        is_placed(other)
            && !gone.contains(&id)
            && mine.iter().any(|it| is_about(it, pod, other) && is_near(world, it, node, other))
    };
    if !mine.is_empty() && world.pods().any(clashes) {
        return Some(Clash::Own);
    }
    let repels = |(id, other): (PodId, &Rc<Pod>)| {
        let keeps = |it: &Node| is_about(it, other, pod) && is_near(world, it, node, other);
        !gone.contains(&id) && anti_terms(other).iter().any(keeps)
    };
    world.with_pod_affinity().any(repels).then_some(Clash::Existing)
}
