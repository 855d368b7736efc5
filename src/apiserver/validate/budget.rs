//! The API server's checks of PodDisruptionBudgets. Rules B-3, A-43, A-44.
//! Models kubernetes pkg/apis/policy/validation/validation.go ValidatePodDisruptionBudget.

use super::int_or_string::{bound_value, check_percent};
use super::meta::validate_meta;
use super::selector::validate_label_selector;
use super::{Validator, names};
use crate::api::budget::{PodDisruptionBudget, PodDisruptionBudgetSpec};
use crate::api::probe::IntOrString;
use crate::rules::Feature;

/// Checks a budget.
pub(crate) fn check_budget(v: &mut Validator, budget: &PodDisruptionBudget) {
    validate_meta(v, &budget.metadata, true, names::dns_subdomain);
    let mark = v.enter("spec");
    let spec = &budget.spec;
    if spec.min_available.is_some() && spec.max_unavailable.is_some() {
        let value = printed(v, spec);
        v.invalid_raw("", value, "minAvailable and maxUnavailable cannot be both set");
    }
    let bounds = [("minAvailable", &spec.min_available), ("maxUnavailable", &spec.max_unavailable)];
    for (field, bound) in bounds {
        match bound {
            None => {}
            Some(IntOrString::Int(number)) => v.non_negative(field, *number),
            Some(IntOrString::String(text)) => {
                if let Some(complaint) = check_percent(text).err() {
                    let value = bound_value(v, &IntOrString::String(text.clone()));
                    v.invalid_raw(field, value, complaint);
                }
            }
        }
    }
    if v.release.has(Feature::PDBUnhealthyPodEvictionPolicy) {
        v.pointer_choice("unhealthyPodEvictionPolicy");
    }
    if let Some(selector) = &spec.selector {
        validate_label_selector(v, "selector", Some(selector));
    }
    v.leave(mark);
}

/// Returns a spec as Go prints it. Go prints the addresses of pointers, whose digits have no meaning.
fn printed(v: &Validator, spec: &PodDisruptionBudgetSpec) -> String {
    let at = "0xc000000000";
    let selector = if spec.selector.is_some() { at } else { "nil" };
    let policy = if v.release.has(Feature::PDBUnhealthyPodEvictionPolicy) {
        let given = spec.unhealthy_pod_eviction_policy.is_some();
        let at = if given { at } else { "nil" };
        format!(", UnhealthyPodEvictionPolicy:(*policy.UnhealthyPodEvictionPolicyType)({at})")
    } else {
        String::new()
    };
    format!(
        "policy.PodDisruptionBudgetSpec{{MinAvailable:(*intstr.IntOrString)({at}), Selector:(*v1.LabelSelector)({selector}), MaxUnavailable:(*intstr.IntOrString)({at}){policy}}}"
    )
}
