//! Checks of affinity, which is kept as a tree. Models kubernetes pkg/apis/core/validation/validation.go validateAffinity.

use super::{Validator, names};
use crate::base::text::Text;
use crate::manifest::node::Node;
use crate::manifest::schema::Raw;

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// What an expression selects by: labels of Pods, or labels or fields of nodes.
#[derive(Clone, Copy, PartialEq)]
enum Selects {
    Pods,
    Nodes,
}

/// Checks the affinity of a Pod.
pub(super) fn validate_affinity(v: &mut Validator, affinity: &Raw) {
    let Some(node) = &affinity.0 else { return };
    let mark = v.enter("affinity");
    if let Some(affinity) = node.get("nodeAffinity") {
        let mark = v.enter("nodeAffinity");
        validate_node_affinity(v, affinity);
        v.leave(mark);
    }
    for field in ["podAffinity", "podAntiAffinity"] {
        if let Some(affinity) = node.get(field) {
            let mark = v.enter(field);
            validate_pod_affinity(v, affinity);
            v.leave(mark);
        }
    }
    v.leave(mark);
}

fn validate_node_affinity(v: &mut Validator, affinity: &Node) {
    if let Some(required) = affinity.get(REQUIRED).filter(|required| !required.is_null()) {
        let mark = v.enter(REQUIRED);
        let terms = elements(required, "nodeSelectorTerms");
        if terms.is_empty() {
            v.required("nodeSelectorTerms", "must have at least one node selector term");
        }
        for (index, term) in terms.iter().enumerate() {
            let mark = v.enter_element("nodeSelectorTerms", index);
            validate_node_term(v, term);
            v.leave(mark);
        }
        v.leave(mark);
    }
    for (index, preferred) in elements(affinity, PREFERRED).iter().enumerate() {
        let mark = v.enter_element(PREFERRED, index);
        validate_weight(v, preferred);
        if let Some(term) = preferred.get("preference") {
            let mark = v.enter("preference");
            validate_node_term(v, term);
            v.leave(mark);
        }
        v.leave(mark);
    }
}

fn validate_node_term(v: &mut Validator, term: &Node) {
    for (index, expression) in elements(term, "matchExpressions").iter().enumerate() {
        let mark = v.enter_element("matchExpressions", index);
        validate_expression(v, expression, Selects::Nodes);
        v.leave(mark);
    }
}

fn validate_pod_affinity(v: &mut Validator, affinity: &Node) {
    for (index, term) in elements(affinity, REQUIRED).iter().enumerate() {
        let mark = v.enter_element(REQUIRED, index);
        validate_pod_term(v, term);
        v.leave(mark);
    }
    for (index, preferred) in elements(affinity, PREFERRED).iter().enumerate() {
        let mark = v.enter_element(PREFERRED, index);
        validate_weight(v, preferred);
        let term = preferred.get("podAffinityTerm").cloned().unwrap_or_default();
        let inner = v.enter("podAffinityTerm");
        validate_pod_term(v, &term);
        v.leave(inner);
        v.leave(mark);
    }
}

/// Models validatePodAffinityTerm.
fn validate_pod_term(v: &mut Validator, term: &Node) {
    for selector in ["labelSelector", "namespaceSelector"] {
        if let Some(found) = term.get(selector) {
            let mark = v.enter(selector);
            validate_selector(v, found);
            v.leave(mark);
        }
    }
    for name in elements(term, "namespaces").iter().filter_map(Node::as_text) {
        v.invalid_each("namespace", name, names::dns_label(v.release, name));
    }
    let key = text(term, "topologyKey");
    if key.is_empty() {
        v.required("topologyKey", "can not be empty");
    } else {
        v.invalid_each("topologyKey", &key, names::qualified_name(v.release, &key));
    }
}

/// Checks a selector of labels that is kept as a tree.
fn validate_selector(v: &mut Validator, selector: &Node) {
    for entry in selector.get("matchLabels").map(Node::entries).unwrap_or_default() {
        let (key, value) = (&entry.key, entry.node.as_text().cloned().unwrap_or_default());
        v.invalid_each("matchLabels", key, names::qualified_name(v.release, key));
        v.invalid_each("matchLabels", &value, names::label_value(v.release, &value));
    }
    for (index, expression) in elements(selector, "matchExpressions").iter().enumerate() {
        let mark = v.enter_element("matchExpressions", index);
        validate_expression(v, expression, Selects::Pods);
        v.leave(mark);
    }
}

/// Models ValidateNodeSelectorRequirement, and ValidateLabelSelectorRequirement of the API machinery.
fn validate_expression(v: &mut Validator, expression: &Node, selects: Selects) {
    let operator = text(expression, "operator");
    let values = elements(expression, "values");
    match operator.as_str() {
        "In" | "NotIn" => {
            if values.is_empty() {
                v.required("values", "must be specified when `operator` is 'In' or 'NotIn'");
            }
        }
        "Exists" | "DoesNotExist" => {
            if !values.is_empty() {
                let detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
                v.forbidden("values", detail);
            }
        }
        "Gt" | "Lt" if selects == Selects::Nodes => {
            if values.len() != 1 {
                v.required(
                    "values",
                    "must be specified single value when `operator` is 'Lt' or 'Gt'",
                );
            }
        }
        _ => v.invalid("operator", &operator, "not a valid selector operator"),
    }
    let key = text(expression, "key");
    v.invalid_each("key", &key, names::qualified_name(v.release, &key));
}

fn validate_weight(v: &mut Validator, preferred: &Node) {
    let weight = preferred.get("weight").and_then(Node::as_int).unwrap_or(0);
    if !(1..=100).contains(&weight) {
        v.invalid_raw("weight", weight, "must be in the range 1-100");
    }
}

fn text(node: &Node, field: &str) -> Text {
    node.get(field).and_then(Node::as_text).cloned().unwrap_or_default()
}

fn elements<'a>(node: &'a Node, field: &str) -> &'a [Node] {
    node.get(field).map(Node::elements).unwrap_or_default()
}
