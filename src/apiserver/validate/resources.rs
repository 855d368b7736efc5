//! Checks of requests and limits. Rule P-1342.

use super::{Validator, names};
use crate::api::container::ResourceRequirements;
use crate::api::quantity::Quantity;
use crate::rules::Feature;

/// The resources that a container may name without a prefix.
const CONTAINER: [&str; 3] = ["cpu", "ephemeral-storage", "memory"];
/// Further names that the server knows, for quotas and nodes.
const STANDARD: &[&str] = &[
    "configmaps",
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "persistentvolumeclaims",
    "pods",
    "replicationcontrollers",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
    "requests.storage",
    "resourcequotas",
    "secrets",
    "services",
    "services.loadbalancers",
    "services.nodeports",
    "storage",
];

pub(super) fn is_huge_pages(name: &str) -> bool {
    name.starts_with("hugepages-")
}

/// Returns whether limits of this resource may exceed its requests.
fn is_overcommit_allowed(name: &str) -> bool {
    let native = !name.contains('/') || name.contains("kubernetes.io/");
    native && !is_huge_pages(name)
}

/// Checks the requests and limits of a container.
pub(super) fn validate_resources(v: &mut Validator, resources: &ResourceRequirements) {
    let mark = v.enter("resources");
    for (name, quantity) in &resources.limits {
        let inner = v.enter(&format!("limits[{name}]"));
        validate_resource(v, name, quantity);
        v.leave(inner);
    }
    for (name, quantity) in &resources.requests {
        let inner = v.enter(&format!("requests[{name}]"));
        validate_resource(v, name, quantity);
        v.leave(inner);
        validate_request(v, resources, name, quantity);
    }
    let any = |test: &dyn Fn(&str) -> bool| {
        resources.limits.keys().chain(resources.requests.keys()).any(|name| test(name))
    };
    if any(&is_huge_pages) && !any(&|name| name == "cpu" || name == "memory") {
        v.forbidden("", "HugePages require cpu or memory");
    }
    v.leave(mark);
}

fn validate_request(
    v: &mut Validator,
    resources: &ResourceRequirements,
    name: &str,
    quantity: &Quantity,
) {
    let overcommit = is_overcommit_allowed(name);
    let Some(limit) = resources.limits.get(name) else {
        if !overcommit {
            v.required("limits", "Limit must be set for non overcommitable resources");
        }
        return;
    };
    let words = if quantity.milli != limit.milli && !overcommit {
        "equal to"
    } else if quantity.milli > limit.milli {
        "less than or equal to"
    } else {
        return;
    };
    let amount = if v.release.has(Feature::RequestRefusedWithLimit) {
        format!(" of {}", limit.canonical())
    } else {
        String::new()
    };
    v.invalid("requests", &quantity.canonical(), format!("must be {words} {name} limit{amount}"));
}

/// Checks that a name is one of a resource. Models validateResourceName.
pub(super) fn validate_name(v: &mut Validator, name: &str) {
    v.invalid_each("", name, names::qualified_name(v.release, name));
    let is_standard = CONTAINER.contains(&name) || is_huge_pages(name) || STANDARD.contains(&name);
    if !name.contains('/') && !name.is_empty() && !is_standard {
        v.invalid("", name, "must be a standard resource type or fully qualified");
    }
}

/// Models ValidateContainerResourceName.
fn validate_resource(v: &mut Validator, name: &str, quantity: &Quantity) {
    validate_name(v, name);
    if !name.contains('/') && !name.is_empty() {
        if !CONTAINER.contains(&name) && !is_huge_pages(name) {
            v.invalid("", name, "must be a standard resource for containers");
        }
    } else if name.contains('/')
        && !name.contains("kubernetes.io/")
        && name.starts_with("requests.")
    {
        v.invalid("", name, "doesn't follow extended resource name standard");
    }
    validate_amount(v, name, quantity);
}

/// Checks that an amount is not negative, and that it is whole if the resource is counted in whole units.
pub(super) fn validate_amount(v: &mut Validator, name: &str, quantity: &Quantity) {
    if quantity.milli < 0 {
        v.invalid("", &quantity.canonical(), "must be greater than or equal to 0");
    }
    let counted = name.contains('/') && !name.contains("kubernetes.io/");
    if (counted || is_huge_pages(name)) && quantity.milli % 1000 != 0 {
        v.invalid("", &quantity.canonical(), "must be an integer");
    }
}
