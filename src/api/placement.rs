//! What a Pod says about the nodes it may run on. The scheduler, the kubelet and the controllers ask these functions.
//! Models kubernetes staging/src/k8s.io/component-helpers/scheduling/corev1.

use crate::api::affinity::{
    Affinity, NodeSelector, NodeSelectorOperator, NodeSelectorRequirement, NodeSelectorTerm,
};
use crate::api::core::{Node as ClusterNode, Taint};
use crate::api::meta::ObjectMeta;
use crate::api::pod::{Pod, PodSpec, Toleration, TolerationOperator};
use crate::base::text::Text;
use std::rc::Rc;

/// Returns whether a node has the labels that a Pod selects.
pub(crate) fn fits_selector(spec: &PodSpec, node: &ClusterNode) -> bool {
    let labels = &node.metadata.labels;
    spec.node_selector.iter().all(|(key, value)| labels.get(key) == Some(value))
}

/// Returns whether one of the tolerations tolerates a taint.
pub(crate) fn tolerates(tolerations: &[Toleration], taint: &Taint) -> bool {
    tolerations.iter().any(|t| {
        let effect = t.effect.is_none() || t.effect == taint.effect;
        let key = t.key.is_empty() || t.key == taint.key;
        let value = t.operator == Some(TolerationOperator::Exists)
            || (!t.key.is_empty() && t.value == taint.value);
        effect && key && value
    })
}

/// Returns how many milliseconds a Pod may stay on a node with a taint of effect `NoExecute`; `None` is for ever. Rules P-1009, P-1011.
/// Models kubernetes pkg/controller/tainteviction/taint_eviction.go getMinTolerationTime.
pub(crate) fn tolerated_for(pod: &Pod, taint: &Taint) -> Option<u64> {
    let fits = |t: &&Toleration| tolerates(std::slice::from_ref(*t), taint);
    let mut fitting = pod.spec.tolerations.iter().filter(fits).peekable();
    if fitting.peek().is_none() {
        return Some(0);
    }
    let seconds = fitting.filter_map(|toleration| toleration.toleration_seconds).min()?;
    Some(u64::try_from(seconds).unwrap_or(0) * 1000)
}

/// Returns whether another Pod already uses a port of the node that this Pod wants.
pub(crate) fn host_ports_taken<'a>(
    pod: &Pod,
    mut others: impl Iterator<Item = &'a Rc<Pod>>,
) -> bool {
    let ports = |spec: &PodSpec| -> Vec<i64> {
        let ports = spec.containers.iter().flat_map(|c| c.ports.iter().map(|p| p.host_port));
        ports.filter(|p| *p > 0).collect()
    };
    let mine = ports(&pod.spec);
    !mine.is_empty() && others.any(|other| ports(&other.spec).iter().any(|p| mine.contains(p)))
}

/// Returns whether a node has the labels that a Pod selects, and satisfies the node affinity that the Pod requires.
/// Models kubernetes component-helpers scheduling/corev1/nodeaffinity RequiredNodeAffinity.
pub(crate) fn fits_node(spec: &PodSpec, node: &ClusterNode) -> bool {
    let affinity = spec.affinity.as_ref().and_then(|affinity| affinity.node_affinity.as_ref());
    let required = affinity.and_then(|affinity| affinity.required.as_ref());
    fits_selector(spec, node)
        && required.is_none_or(|selector| node_matches(selector, &node.metadata))
}

/// Returns whether at least one term of a node selector holds for a node.
pub(crate) fn node_matches(selector: &NodeSelector, node: &ObjectMeta) -> bool {
    selector.node_selector_terms.iter().any(|term| term_matches(term, node))
}

/// Returns whether a term of a node selector holds for a node.
pub(crate) fn term_matches(term: &NodeSelectorTerm, node: &ObjectMeta) -> bool {
    let NodeSelectorTerm { match_expressions: labels, match_fields: fields } = term;
    !(labels.is_empty() && fields.is_empty())
        && labels.iter().all(|requirement| holds(requirement, node.labels.get(&requirement.key)))
        && fields.iter().all(|requirement| {
            holds(requirement, (requirement.key == "metadata.name").then_some(&node.name))
        })
}

fn holds(requirement: &NodeSelectorRequirement, value: Option<&Text>) -> bool {
    let values = &requirement.values;
    let is_listed = || value.is_some_and(|value| values.contains(value));
    let numbers = || Some((value?.parse::<i64>().ok()?, values.first()?.parse::<i64>().ok()?));
    match requirement.operator {
        None => false,
        Some(NodeSelectorOperator::In) => is_listed(),
        Some(NodeSelectorOperator::NotIn) => !is_listed(),
        Some(NodeSelectorOperator::Exists) => value.is_some(),
        Some(NodeSelectorOperator::DoesNotExist) => value.is_none(),
        Some(NodeSelectorOperator::Gt) => numbers().is_some_and(|(value, limit)| value > limit),
        Some(NodeSelectorOperator::Lt) => numbers().is_some_and(|(value, limit)| value < limit),
    }
}

/// Returns whether a placed Pod asks for other Pods near it, or for none near it.
pub(crate) fn has_pod_affinity(pod: &Pod) -> bool {
    let has = |affinity: &Affinity| {
        affinity.pod_affinity.is_some() || affinity.pod_anti_affinity.is_some()
    };
    is_placed(pod) && pod.spec.affinity.as_ref().is_some_and(has)
}

/// Returns whether a Pod is bound to a node and has not ended.
pub(crate) fn is_placed(pod: &Pod) -> bool {
    !pod.spec.node_name.is_empty() && !pod.status.phase().is_terminal()
}
