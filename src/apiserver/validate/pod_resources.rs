//! Checks of the requests and limits of a Pod as a whole.
//! Models kubernetes pkg/apis/core/validation/validation.go validatePodResources.

use super::Validator;
use super::resources::{is_huge_pages, validate_amount, validate_name};
use crate::api::pod::PodSpec;
use crate::api::pod_requests::{requests, with_unit_of};
use crate::api::quantity::Quantity;
use crate::base::text::Text;
use crate::manifest::node::Node;
use crate::rules::Feature;

/// The resources that a Pod as a whole may request. Huge pages have their size after the name.
const SUPPORTED: [&str; 3] = ["cpu", "hugepages-", "memory"];

/// Checks `resources` of a Pod.
pub(super) fn validate_pod_resources(v: &mut Validator, spec: &PodSpec) {
    let Some(resources) = &spec.resources.0 else { return };
    if !v.release.has(Feature::PodLevelResources) {
        return;
    }
    let mark = v.enter("resources");
    let (limits, wanted) = (amounts(resources, "limits"), amounts(resources, "requests"));
    for (list, amounts) in [("limits", &limits), ("requests", &wanted)] {
        for (name, quantity) in amounts {
            let mark = v.enter(&format!("{list}[{name}]"));
            validate_resource(v, name, quantity);
            v.leave(mark);
        }
    }
    for (name, asked) in &wanted {
        let limit = limits.iter().find(|(limited, _)| limited == name).map(|(_, limit)| limit);
        if let Some(limit) = limit.filter(|limit| asked.milli > limit.milli) {
            let detail =
                format!("must be less than or equal to {name} limit of {}", limit.canonical());
            v.invalid("requests", &asked.canonical(), detail);
        }
    }
    check_sums(v, spec, &wanted);
    v.leave(mark);
    check_containers(v, spec, &limits);
}

/// Checks that the containers together request no more than the Pod. Models validatePodResourceConsistency.
fn check_sums(v: &mut Validator, spec: &PodSpec, wanted: &[Amount]) {
    let totals = requests(spec);
    for (name, asked) in wanted {
        let total = totals.get(name).copied().unwrap_or(0);
        if total > asked.milli {
            let total = with_unit_of(spec, name, |c| &c.resources.requests, total);
            let detail = format!(
                "must be greater than or equal to aggregate container requests of {}",
                total.canonical()
            );
            v.invalid(&format!("requests[{name}]"), &asked.canonical(), detail);
        }
    }
}

/// Checks that no container may use more than the Pod.
fn check_containers(v: &mut Validator, spec: &PodSpec, limits: &[Amount]) {
    for (index, container) in spec.containers.iter().enumerate() {
        for (name, limit) in limits {
            let own = container.resources.limits.get(name);
            if let Some(own) = own.filter(|own| own.milli > limit.milli) {
                let path = format!("containers[{index}].resources.limits[{name}]");
                let most = limit.canonical();
                let detail = format!("must be less than or equal to pod limits of {most}");
                v.invalid(&path, &own.canonical(), detail);
            }
        }
    }
}

/// A resource and how much of it.
type Amount = (Text, Quantity);

/// Returns the amounts in a list of resources. The server sorts them by name.
fn amounts(resources: &Node, list: &str) -> Vec<Amount> {
    let entries = resources.get(list).map(Node::entries).unwrap_or_default();
    let read = entries
        .iter()
        .filter_map(|entry| Some((entry.key.clone(), Quantity::of_node(&entry.node)?)));
    let mut amounts: Vec<Amount> = read.collect();
    amounts.sort_by(|a, b| a.0.cmp(&b.0));
    amounts
}

/// Models validatePodResourceName.
fn validate_resource(v: &mut Validator, name: &str, quantity: &Quantity) {
    let before = v.errors.len();
    validate_name(v, name);
    let is_supported = SUPPORTED.contains(&name) || is_huge_pages(name);
    if v.errors.len() == before && !is_supported {
        v.unsupported("", name, &SUPPORTED);
    }
    validate_amount(v, name, quantity);
}
