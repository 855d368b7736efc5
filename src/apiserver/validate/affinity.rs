//! Checks of affinity, topology spread constraints and the selectors in them. Rules P-902, P-1371.
//! Models kubernetes pkg/apis/core/validation/validation.go validateAffinity and validateTopologySpreadConstraints.

use super::selector::{
    bad_operator, is_known, no_values, some_values, validate_key, validate_label_selector,
    validate_values,
};
use super::{Validator, names};
use crate::api::affinity::{
    Affinity, NodeAffinity, NodeInclusionPolicy, NodeSelector, NodeSelectorOperator,
    NodeSelectorRequirement, NodeSelectorTerm, PodAffinity, PodAffinityTerm,
    TopologySpreadConstraint, UnsatisfiableConstraintAction,
};
use crate::api::pod::PodSpec;
use crate::api::selector::LabelSelector;
use crate::base::text::Text;
use crate::rules::Feature;

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// Checks the affinity of a Pod.
pub(super) fn validate_affinity(v: &mut Validator, affinity: Option<&Affinity>) {
    let Some(affinity) = affinity else { return };
    let mark = v.enter("affinity");
    if let Some(nodes) = &affinity.node_affinity {
        validate_node_affinity(v, nodes);
    }
    let parts =
        [("podAffinity", &affinity.pod_affinity), ("podAntiAffinity", &affinity.pod_anti_affinity)];
    for (field, part) in parts {
        if let Some(part) = part {
            let mark = v.enter(field);
            validate_pod_affinity(v, part);
            v.leave(mark);
        }
    }
    v.leave(mark);
}

fn validate_node_affinity(v: &mut Validator, affinity: &NodeAffinity) {
    let mark = v.enter("nodeAffinity");
    if let Some(selector) = &affinity.required {
        validate_node_selector(v, REQUIRED, selector);
    }
    for (index, term) in affinity.preferred.iter().enumerate() {
        let mark = v.enter_element(PREFERRED, index);
        check_weight(v, term.weight);
        let mark_of_term = v.enter("preference");
        validate_term(v, &term.preference, Values::Free);
        v.leave(mark_of_term);
        v.leave(mark);
    }
    v.leave(mark);
}

fn check_weight(v: &mut Validator, weight: i64) {
    if !(1..=100).contains(&weight) {
        v.invalid_raw("weight", weight, "must be in the range 1-100");
    }
}

/// Whether the values of a requirement about labels must be values that a label can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Free,
    Labels,
}

/// Checks the terms that select nodes.
pub(super) fn validate_node_selector(v: &mut Validator, field: &str, selector: &NodeSelector) {
    let mark = v.enter(field);
    if selector.node_selector_terms.is_empty() {
        v.required("nodeSelectorTerms", "must have at least one node selector term");
    }
    let are_checked = v.release.has(Feature::NodeAffinityValuesAreLabels);
    let values = if are_checked { Values::Labels } else { Values::Free };
    for (index, term) in selector.node_selector_terms.iter().enumerate() {
        let mark = v.enter_element("nodeSelectorTerms", index);
        validate_term(v, term, values);
        v.leave(mark);
    }
    v.leave(mark);
}

fn validate_term(v: &mut Validator, term: &NodeSelectorTerm, values: Values) {
    for (index, requirement) in term.match_expressions.iter().enumerate() {
        let mark = v.enter_element("matchExpressions", index);
        validate_requirement(v, requirement, values);
        v.leave(mark);
    }
    for (index, requirement) in term.match_fields.iter().enumerate() {
        let mark = v.enter_element("matchFields", index);
        validate_field_requirement(v, requirement);
        v.leave(mark);
    }
}

fn validate_requirement(v: &mut Validator, requirement: &NodeSelectorRequirement, values: Values) {
    let count = requirement.values.len();
    match requirement.operator.filter(|_| is_known(v, "operator")) {
        None => bad_operator(v, ""),
        Some(NodeSelectorOperator::In | NodeSelectorOperator::NotIn) => some_values(v, count),
        Some(NodeSelectorOperator::Exists | NodeSelectorOperator::DoesNotExist) => {
            no_values(v, count);
        }
        Some(NodeSelectorOperator::Gt | NodeSelectorOperator::Lt) if count == 1 => {}
        Some(NodeSelectorOperator::Gt | NodeSelectorOperator::Lt) => {
            let detail = "must be specified single value when `operator` is 'Lt' or 'Gt'";
            v.required("values", detail);
        }
    }
    validate_key(v, &requirement.key);
    if values == Values::Labels {
        validate_values(v, &requirement.values);
    }
}

fn validate_field_requirement(v: &mut Validator, requirement: &NodeSelectorRequirement) {
    match requirement.operator.filter(|_| is_known(v, "operator")) {
        Some(NodeSelectorOperator::In | NodeSelectorOperator::NotIn) => {
            if requirement.values.len() != 1 {
                let detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
                v.required("values", detail);
            }
        }
        None => bad_operator(v, ""),
        Some(
            other @ (NodeSelectorOperator::Exists
            | NodeSelectorOperator::DoesNotExist
            | NodeSelectorOperator::Gt
            | NodeSelectorOperator::Lt),
        ) => bad_operator(v, other.as_str()),
    }
    if requirement.key != "metadata.name" {
        return v.invalid("key", &requirement.key, "not a valid field selector key");
    }
    for (index, value) in requirement.values.iter().enumerate() {
        let mark = v.enter_element("values", index);
        v.invalid_each("", value, names::dns_subdomain(v.release, value));
        v.leave(mark);
    }
}

fn validate_pod_affinity(v: &mut Validator, affinity: &PodAffinity) {
    for (index, term) in affinity.required.iter().enumerate() {
        let mark = v.enter_element(REQUIRED, index);
        validate_pod_term(v, term);
        v.leave(mark);
    }
    for (index, weighted) in affinity.preferred.iter().enumerate() {
        let mark = v.enter_element(PREFERRED, index);
        check_weight(v, weighted.weight);
        let mark_of_term = v.enter("podAffinityTerm");
        validate_pod_term(v, &weighted.pod_affinity_term);
        v.leave(mark_of_term);
        v.leave(mark);
    }
}

fn validate_pod_term(v: &mut Validator, term: &PodAffinityTerm) {
    let before = v.errors.len();
    validate_label_selector(v, "labelSelector", term.label_selector.as_ref());
    if !v.release.has(Feature::PodAffinityNamespaceSelector) {
        // Older servers name another field.
        let (field, named) = (v.child("labelSelector"), v.child("matchExpressions"));
        for error in &mut v.errors[before..] {
            error.path = error.path.replacen(&field, &named, 1).into();
        }
    }
    validate_label_selector(v, "namespaceSelector", term.namespace_selector.as_ref());
    for name in &term.namespaces {
        // The server leaves out which element it is.
        v.invalid_each("namespace", name, names::dns_label(v.release, name));
    }
    let selector = term.label_selector.as_ref();
    validate_label_keys(v, &term.match_label_keys, &term.mismatch_label_keys, selector);
    let key = &term.topology_key;
    if key.is_empty() {
        v.required("topologyKey", "can not be empty");
    }
    v.invalid_each("topologyKey", key, names::qualified_name(v.release, key));
}

/// Checks the keys of labels beside a selector, to which those of the Pod itself have been added.
/// Models `validateMatchLabelKeysAndMismatchLabelKeys`.
fn validate_label_keys(
    v: &mut Validator,
    matched: &[Text],
    mismatched: &[Text],
    selector: Option<&LabelSelector>,
) {
    for (field, keys) in [("matchLabelKeys", matched), ("mismatchLabelKeys", mismatched)] {
        if selector.is_none() && !keys.is_empty() {
            v.forbidden(field, "must not be specified when labelSelector is not set");
            continue;
        }
        for (index, key) in keys.iter().enumerate() {
            let mark = v.enter_element(field, index);
            v.invalid_each("", key, names::qualified_name(v.release, key));
            v.leave(mark);
        }
    }
    if let Some(selector) = selector {
        let mut seen: Vec<&Text> = selector.match_labels.keys().collect();
        for requirement in &selector.match_expressions {
            let key = &requirement.key;
            if let Some(index) = matched.iter().rposition(|matched| matched == key)
                && seen.contains(&key)
            {
                // The server counts the keys, but leaves out the field that they are in.
                let mark = v.enter_element("", index);
                v.invalid("", key, "exists in both matchLabelKeys and labelSelector");
                v.leave(mark);
            }
            seen.push(key);
        }
    }
    for (index, key) in matched.iter().enumerate().filter(|(_, key)| mismatched.contains(key)) {
        let mark = v.enter_element("matchLabelKeys", index);
        v.invalid("", key, "exists in both matchLabelKeys and mismatchLabelKeys");
        v.leave(mark);
    }
}

/// Checks the topology spread constraints of a Pod.
pub(super) fn validate_spread(v: &mut Validator, spec: &PodSpec) {
    let all = &spec.topology_spread_constraints;
    for (index, constraint) in all.iter().enumerate() {
        let mark = v.enter_element("topologySpreadConstraints", index);
        let is_again = |other: &TopologySpreadConstraint| {
            other.topology_key == constraint.topology_key
                && other.when_unsatisfiable == constraint.when_unsatisfiable
        };
        validate_constraint(v, constraint, all[index + 1..].iter().any(is_again));
        v.leave(mark);
    }
}

fn validate_constraint(
    v: &mut Validator,
    constraint: &TopologySpreadConstraint,
    is_repeated: bool,
) {
    if constraint.max_skew <= 0 {
        v.invalid_raw("maxSkew", constraint.max_skew, POSITIVE);
    }
    let key = &constraint.topology_key;
    if key.is_empty() {
        v.required("topologyKey", "can not be empty");
    }
    let bad = v.bad_choice("whenUnsatisfiable").map(|(value, _)| value);
    let action = bad.clone().unwrap_or_else(|| {
        constraint.when_unsatisfiable.map_or("", |action| action.as_str()).into()
    });
    let when = constraint.when_unsatisfiable.filter(|_| is_known(v, "whenUnsatisfiable"));
    if when.is_none() {
        v.unsupported("whenUnsatisfiable", &action, UnsatisfiableConstraintAction::SUPPORTED);
    }
    if is_repeated {
        v.duplicate("{topologyKey, whenUnsatisfiable}", &format!("{{{key}, {action}}}"));
    }
    if let Some(domains) = constraint.min_domains {
        if domains <= 0 {
            v.invalid_raw("minDomains", domains, POSITIVE);
        }
        if when != Some(UnsatisfiableConstraintAction::DoNotSchedule) {
            let detail =
                format!("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}");
            v.invalid_raw("minDomains", domains, detail);
        }
    }
    for field in ["nodeAffinityPolicy", "nodeTaintsPolicy"] {
        if let Some((value, _)) = v.bad_choice(field) {
            v.unsupported(field, &value, NodeInclusionPolicy::SUPPORTED);
        }
    }
    let selector = constraint.label_selector.as_ref();
    let keys = &constraint.match_label_keys;
    if v.release.has(Feature::MatchLabelKeysInPodTopologySpreadSelectorMerge) {
        validate_label_keys(v, keys, &[], selector);
    } else {
        validate_spread_keys(v, keys, selector);
    }
    if v.release.has(Feature::SpreadSelectorIsChecked) {
        validate_label_selector(v, "labelSelector", selector);
    }
}

/// The server's words about a number that is not positive.
const POSITIVE: &str = "must be greater than zero";

/// Checks the keys of labels beside a selector, as servers do that do not add them to the selector.
/// Models `validateMatchLabelKeysInTopologySpread`.
fn validate_spread_keys(v: &mut Validator, keys: &[Text], selector: Option<&LabelSelector>) {
    if keys.is_empty() {
        return;
    }
    if selector.is_none() {
        let detail = "must not be specified when labelSelector is not set";
        v.forbidden("matchLabelKeys", detail);
    }
    let is_selected = |key: &Text| {
        selector.is_some_and(|selector| {
            selector.match_labels.contains_key(key)
                || selector.match_expressions.iter().any(|requirement| requirement.key == *key)
        })
    };
    for (index, key) in keys.iter().enumerate() {
        let mark = v.enter_element("matchLabelKeys", index);
        v.invalid_each("", key, names::qualified_name(v.release, key));
        if is_selected(key) {
            v.invalid("", key, "exists in both matchLabelKeys and labelSelector");
        }
        v.leave(mark);
    }
}
