//! What a Pod says about the nodes it may run on. The scheduler, the kubelet and the controllers ask these functions.
//! Models kubernetes staging/src/k8s.io/component-helpers/scheduling/corev1.

use crate::api::core::{Node as ClusterNode, Taint};
use crate::api::meta::ObjectMeta;
use crate::api::pod::{Pod, PodSpec, Toleration, TolerationOperator};
use crate::base::text::Text;
use crate::manifest::node::Node;
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

/// Returns whether at least one term of a node selector holds for a node.
pub(crate) fn node_matches(selector: &Node, node: &ObjectMeta) -> bool {
    list(selector, "nodeSelectorTerms").iter().any(|term| term_matches(term, node))
}

/// Returns whether a term of a node selector holds for a node.
pub(crate) fn term_matches(term: &Node, node: &ObjectMeta) -> bool {
    let (labels, fields) = (list(term, "matchExpressions"), list(term, "matchFields"));
    let has = |key: &Text| node.labels.get(key);
    !(labels.is_empty() && fields.is_empty())
        && labels.iter().all(|requirement| holds(requirement, has))
        && fields.iter().all(|requirement| {
            holds(requirement, |key| (*key == *"metadata.name").then_some(&node.name))
        })
}

pub(crate) fn holds<'a>(requirement: &Node, find: impl Fn(&Text) -> Option<&'a Text>) -> bool {
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

pub(crate) fn list<'a>(node: &'a Node, key: &str) -> &'a [Node] {
    node.get(key).map_or(&[], Node::elements)
}

/// Returns whether a placed Pod asks for other Pods near it, or for none near it.
pub(crate) fn has_pod_affinity(pod: &Pod) -> bool {
    let affinity = pod.spec.affinity.0.as_ref();
    let has = |of: &str| affinity.is_some_and(|affinity| affinity.get(of).is_some());
    is_placed(pod) && (has("podAffinity") || has("podAntiAffinity"))
}

/// Returns whether a Pod is bound to a node and has not ended.
pub(crate) fn is_placed(pod: &Pod) -> bool {
    !pod.spec.node_name.is_empty() && !pod.status.phase().is_terminal()
}
