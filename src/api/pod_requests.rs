//! What Pods request from a node, added up over their containers. Rule P-517.
//! Models kubernetes staging/src/k8s.io/component-helpers/resource/helpers.go PodRequests.

use crate::api::container::Container;
use crate::api::pod::{Pod, PodSpec};
use crate::api::quantity::{Quantity, ResourceList};
use crate::api::reason::ResizeReason;
use crate::api::status::RESIZE_PENDING;
use crate::base::text::Text;
use std::collections::BTreeMap;

/// Returns what a Pod requests, in thousandths of each resource's unit. Rule P-517.
///
/// Init containers run one after another, so the largest of them counts, and only when it exceeds the sum of the app
/// containers.
///
/// ```
/// use podlab::api::pod_requests::requests;
/// use podlab::manifest::Diagnostic;
/// use podlab::{ReadOptions, Resource, read};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {
///   initContainers: [{name: setup, image: a, resources: {requests: {cpu: 800m}}}],
///   containers: [{name: app, image: b, resources: {requests: {cpu: 500m}}},
///                {name: log, image: c, resources: {requests: {cpu: 0.1}}}]}}";
/// let objects = read(text, &ReadOptions::default())?;
/// let Resource::Pod(pod) = &objects[0] else { unreachable!() };
/// assert_eq!(requests(&pod.spec)["cpu"], 800, "more than 500m + 100m");
/// # Ok(())
/// # }
/// ```
pub fn requests(spec: &PodSpec) -> BTreeMap<Text, i128> {
    totals(spec, |container| &container.resources.requests)
}

/// Returns what the kubelet has allocated to a bound Pod. While a resize waits, that differs from what the Pod asks for. Rule P-214.
pub(crate) fn allocated_requests(pod: &Pod) -> BTreeMap<Text, i128> {
    if !pod.status.is_true(RESIZE_PENDING) {
        return requests(&pod.spec);
    }
    let mut spec = (*pod.spec).clone();
    let statuses = || pod.status.containers().iter().chain(pod.status.init_containers());
    for container in spec.containers.iter_mut().chain(&mut spec.init_containers) {
        let status = statuses().find(|status| status.name == container.name);
        let allocated = status.and_then(|status| status.allocated_resources.0.as_ref());
        let Some(allocated) = allocated else { continue };
        container.resources.requests = ResourceList::default();
        for entry in allocated.entries() {
            if let Some(amount) = entry.node.as_text().and_then(|text| Quantity::parse(text)) {
                container.resources.requests.insert(entry.key.clone(), amount);
            }
        }
    }
    requests(&spec)
}

/// Returns what a bound Pod counts for on its node. While a resize is deferred, this is the larger of the request and
/// the allocation. While a resize is infeasible, it is the allocation. Rule P-214.
pub(crate) fn counted_requests(pod: &Pod) -> BTreeMap<Text, i128> {
    let mut counted = allocated_requests(pod);
    if resize_reason(pod).is_some_and(|reason| *reason != *ResizeReason::Infeasible.as_str()) {
        for (resource, wanted) in requests(&pod.spec) {
            let most = counted.entry(resource).or_default();
            *most = (*most).max(wanted);
        }
    }
    counted
}

/// Returns why a Pod's resize waits, when it waits.
pub(crate) fn resize_reason(pod: &Pod) -> Option<&Text> {
    pod.status.condition(RESIZE_PENDING).map(|condition| &condition.reason)
}

/// Returns an amount of a resource. It prints in the unit of the first container that names the resource.
pub(crate) fn with_unit_of(
    spec: &PodSpec,
    resource: &str,
    pick: fn(&Container) -> &ResourceList,
    milli: i128,
) -> Quantity {
    let mut all = spec.containers.iter().chain(&spec.init_containers);
    let text = all.find_map(|c| pick(c).get(resource)).map(|q| q.text.clone());
    Quantity { text: text.unwrap_or_default(), milli }
}

/// Returns what a Pod requests, or the most it may use, in thousandths of each resource's unit. Rule P-517.
pub(crate) fn totals(
    spec: &PodSpec,
    pick: fn(&Container) -> &ResourceList,
) -> BTreeMap<Text, i128> {
    let mut sum: BTreeMap<Text, i128> = BTreeMap::new();
    let mut largest: BTreeMap<Text, i128> = BTreeMap::new();
    let mut before: BTreeMap<Text, i128> = BTreeMap::new();
    for container in &spec.init_containers {
        for (resource, quantity) in pick(container) {
            let so_far = before.get(resource).copied().unwrap_or(0) + quantity.milli;
            let most = largest.entry(resource.clone()).or_default();
            *most = (*most).max(so_far);
            if container.is_sidecar() {
                before.insert(resource.clone(), so_far);
            }
        }
    }
    for container in spec.containers.iter().chain(spec.sidecars()) {
        for (resource, quantity) in pick(container) {
            *sum.entry(resource.clone()).or_default() += quantity.milli;
        }
    }
    for (resource, most) in largest {
        let total = sum.entry(resource).or_default();
        *total = (*total).max(most);
    }
    for (resource, quantity) in &spec.overhead {
        *sum.entry(resource.clone()).or_default() += quantity.milli;
    }
    sum
}

/// The resources that can be resized in place.
pub const RESOURCES: [&str; 2] = ["cpu", "memory"];

/// Returns whether the containers of two specs have the same resources.
pub(crate) fn has_same_resources(one: &PodSpec, other: &PodSpec) -> bool {
    let same = |one: &[Container], other: &[Container]| {
        one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.resources == b.resources)
    };
    same(&one.containers, &other.containers) && same(&one.init_containers, &other.init_containers)
}
