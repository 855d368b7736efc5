//! Checks of label selectors, and how they are printed.
//! Models kubernetes staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go.

use super::meta::validate_labels;
use super::{Validator, names, quoted};
use crate::api::selector::{LabelSelector, LabelSelectorOperator, LabelSelectorRequirement};
use crate::base::text::Text;
use crate::rules::Feature;
use std::collections::BTreeMap;

/// Checks a label selector. Models ValidateLabelSelector.
pub(super) fn validate_label_selector(
    v: &mut Validator,
    field: &str,
    selector: Option<&LabelSelector>,
) {
    let Some(selector) = selector else { return };
    let mark = v.enter(field);
    validate_labels(v, "matchLabels", &selector.match_labels);
    for (index, requirement) in selector.match_expressions.iter().enumerate() {
        let mark = v.enter_element("matchExpressions", index);
        let count = requirement.values.len();
        match requirement.operator.filter(|_| is_known(v, "operator")) {
            None => bad_operator(v, ""),
            Some(LabelSelectorOperator::In | LabelSelectorOperator::NotIn) => some_values(v, count),
            Some(LabelSelectorOperator::Exists | LabelSelectorOperator::DoesNotExist) => {
                no_values(v, count);
            }
        }
        validate_key(v, &requirement.key);
        if v.release.has(Feature::SelectorValuesAreLabels) {
            validate_values(v, &requirement.values);
        }
        v.leave(mark);
    }
    v.leave(mark);
}

/// Checks the number of values of an operator that compares with some.
pub(super) fn some_values(v: &mut Validator, count: usize) {
    if count == 0 {
        v.required("values", "must be specified when `operator` is 'In' or 'NotIn'");
    }
}

/// Checks the number of values of an operator that compares with none.
pub(super) fn no_values(v: &mut Validator, count: usize) {
    if count > 0 {
        let detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
        v.forbidden("values", detail);
    }
}

/// Returns whether a field has one of its allowed values.
pub(super) fn is_known(v: &Validator, field: &str) -> bool {
    v.bad_choice(field).is_none()
}

/// Reports an operator that is missing, unknown or not allowed here.
pub(super) fn bad_operator(v: &mut Validator, known: &str) {
    let unknown = v.bad_choice("operator").map(|(value, _)| value);
    let value = unknown.unwrap_or_else(|| known.to_owned().into());
    v.invalid("operator", &value, "not a valid selector operator");
}

/// Checks the label of a requirement.
pub(super) fn validate_key(v: &mut Validator, key: &Text) {
    v.invalid_each("key", key, names::qualified_name(v.release, key));
}

/// Checks that labels can have the values of a requirement.
pub(super) fn validate_values(v: &mut Validator, values: &[Text]) {
    for (index, value) in values.iter().enumerate() {
        let mark = v.enter_element("values", index);
        v.invalid_each("", value, names::label_value(v.release, value));
        v.leave(mark);
    }
}

/// An empty selector as Go prints it.
pub(super) const EMPTY_SELECTOR: &str = "v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}";

/// Returns a selector as Go prints it.
pub(super) fn printed_selector(selector: &LabelSelector) -> String {
    let requirement = |requirement: &LabelSelectorRequirement| {
        let values: Vec<String> = requirement.values.iter().map(|value| quoted(value)).collect();
        let values = if values.is_empty() {
            "[]string(nil)".to_owned()
        } else {
            format!("[]string{{{}}}", values.join(", "))
        };
        format!(
            "v1.LabelSelectorRequirement{{Key:{}, Operator:{}, Values:{values}}}",
            quoted(&requirement.key),
            quoted(&Text::Static(requirement.operator.map_or("", |operator| operator.as_str())))
        )
    };
    let expressions: Vec<String> = selector.match_expressions.iter().map(requirement).collect();
    let expressions = if expressions.is_empty() {
        "(nil)".to_owned()
    } else {
        format!("{{{}}}", expressions.join(", "))
    };
    format!(
        "v1.LabelSelector{{MatchLabels:{}, MatchExpressions:[]v1.LabelSelectorRequirement{expressions}}}",
        printed_labels(&selector.match_labels)
    )
}

/// Returns labels as Go prints them.
pub(super) fn printed_labels(labels: &BTreeMap<Text, Text>) -> String {
    if labels.is_empty() {
        return "map[string]string(nil)".to_owned();
    }
    let entries: Vec<String> =
        labels.iter().map(|(key, value)| format!("{}:{}", quoted(key), quoted(value))).collect();
    format!("map[string]string{{{}}}", entries.join(", "))
}
