//! Affinity: the nodes a Pod or a volume asks for, and the Pods a Pod keeps away from. Rules P-902, V-12.
//! Models kubernetes pkg/scheduler/framework/plugins/nodeaffinity and interpodaffinity.

use crate::api::core::Node as ClusterNode;
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::selector::LabelSelector;
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field};
use crate::text::Text;
use crate::world::{PodId, World};
use std::rc::Rc;

fn part<'a>(pod: &'a Pod, part: &str, key: &str) -> Option<&'a Node> {
    pod.spec.affinity.0.as_ref()?.get(part)?.get(key)
}

/// Part of a Pod's affinity that must hold.
fn required<'a>(pod: &'a Pod, of: &str) -> Option<&'a Node> {
    part(pod, of, "requiredDuringSchedulingIgnoredDuringExecution")
}

/// How much a Pod's node affinity prefers a node: the weights of the terms that hold.
pub(super) fn preference(pod: &Pod, node: &ClusterNode) -> i64 {
    let terms = part(pod, "nodeAffinity", "preferredDuringSchedulingIgnoredDuringExecution");
    let weight = |term: &Node| {
        let preferred = term.get("preference")?;
        let holds = term_matches(preferred, &node.metadata);
        holds.then(|| term.get("weight").and_then(Node::as_int).unwrap_or(0))
    };
    terms.map_or(&[][..], Node::elements).iter().filter_map(weight).sum()
}

fn list<'a>(node: &'a Node, key: &str) -> &'a [Node] {
    node.get(key).map_or(&[], Node::elements)
}

/// Whether one of the terms of a node selector holds for a node.
pub(crate) fn node_matches(selector: &Node, node: &ObjectMeta) -> bool {
    list(selector, "nodeSelectorTerms").iter().any(|term| term_matches(term, node))
}

/// Whether a term of a node selector holds for a node.
fn term_matches(term: &Node, node: &ObjectMeta) -> bool {
    let (labels, fields) = (list(term, "matchExpressions"), list(term, "matchFields"));
    let has = |key: &Text| node.labels.get(key);
    !(labels.is_empty() && fields.is_empty())
        && labels.iter().all(|requirement| holds(requirement, has))
        && fields.iter().all(|requirement| {
            holds(requirement, |key| (*key == *"metadata.name").then_some(&node.name))
        })
}

fn holds<'a>(requirement: &Node, find: impl Fn(&Text) -> Option<&'a Text>) -> bool {
    let text = |key: &str| requirement.get(key).and_then(Node::as_text);
    let (Some(key), Some(operator)) = (text("key"), text("operator")) else { return false };
    let value = find(key);
    let values = list(requirement, "values");
    let is_listed = || value.is_some_and(|v| values.iter().any(|w| w.as_text() == Some(v)));
    let numbers = || {
        let limit = values.first()?.as_text()?.parse::<i64>().ok()?;
        Some((value?.parse::<i64>().ok()?, limit))
    };
    match operator.as_str() {
        "In" => is_listed(),
        "NotIn" => !is_listed(),
        "Exists" => value.is_some(),
        "DoesNotExist" => value.is_none(),
        "Gt" => numbers().is_some_and(|(value, limit)| value > limit),
        "Lt" => numbers().is_some_and(|(value, limit)| value < limit),
        _ => false,
    }
}

/// Whether a Pod's node affinity allows a node.
pub(super) fn fits_node(pod: &Pod, node: &ClusterNode) -> bool {
    required(pod, "nodeAffinity").is_none_or(|selector| node_matches(selector, &node.metadata))
}

/// Whether a term of one Pod's affinity is about another Pod.
fn is_about(term: &Node, own: &Pod, other: &Pod) -> bool {
    let namespaces = list(term, "namespaces");
    let space = &other.metadata.namespace;
    let in_space = if namespaces.is_empty() && term.get("namespaceSelector").is_none() {
        own.metadata.namespace == *space
    } else {
        // Simplified: a namespace selector selects every namespace; namespaces have no labels here.
        term.get("namespaceSelector").is_some()
            || namespaces.iter().any(|name| name.as_text() == Some(space))
    };
    let Some(given) = term.get("labelSelector").filter(|_| in_space) else { return false };
    let mut selector = LabelSelector::default();
    selector.decode(given, &mut Decoder::default());
    selector.matches(&other.metadata.labels)
}

/// The terms of a Pod that keep it away from others.
fn anti_terms(pod: &Pod) -> &[Node] {
    required(pod, "podAntiAffinity").map_or(&[], Node::elements)
}

/// Whether two nodes are of one domain, such as one host or one zone.
fn same_domain(term: &Node, a: &ClusterNode, b: &ClusterNode) -> bool {
    let Some(key) = term.get("topologyKey").and_then(Node::as_text) else { return false };
    let domain = a.metadata.labels.get(key);
    domain.is_some() && domain == b.metadata.labels.get(key)
}

/// What keeps a Pod from a node because of the Pods that run there or near.
pub(super) enum Clash {
    /// Its own anti-affinity.
    Own,
    /// The anti-affinity of a Pod that is there.
    Existing,
}

/// Whether a Pod that is bound and has not ended keeps others away.
pub(crate) fn repels(pod: &Pod) -> bool {
    let is_there = !pod.spec.node_name.is_empty() && !pod.status.phase().is_terminal();
    is_there && !anti_terms(pod).is_empty()
}

/// Whether anti-affinity, the Pod's own or that of others, keeps it from a node.
pub(super) fn clash(world: &World, pod: &Pod, node: &ClusterNode, gone: &[PodId]) -> Option<Clash> {
    let near = |other: &Pod, terms: &[Node], is_about: &dyn Fn(&Node) -> bool| {
        let there = world.node_named(&other.spec.node_name);
        let there = there.and_then(|there| world.node(there));
        let near = |term: &&Node| there.is_some_and(|there| same_domain(term, node, there));
        terms.iter().filter(near).any(is_about)
    };
    let mine = anti_terms(pod);
    let clashes = |(id, other): (PodId, &Rc<Pod>)| {
        !other.spec.node_name.is_empty()
            && !other.status.phase().is_terminal()
            && !gone.contains(&id)
            && near(other, mine, &|term| is_about(term, pod, other))
    };
    if !mine.is_empty() && world.pods().any(clashes) {
        return Some(Clash::Own);
    }
    let repels = |(id, other): (PodId, &Rc<Pod>)| {
        !gone.contains(&id) && near(other, anti_terms(other), &|term| is_about(term, other, pod))
    };
    world.repelling().any(repels).then_some(Clash::Existing)
}
