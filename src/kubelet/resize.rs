//! Resizes containers in place: the resources that they request, the resources that the kubelet has allocated, and the
//! resources that they have. Rule P-214.
//!
//! A Pod's spec holds the requests. The kubelet allocates them when the node has room. Then the runtime changes the
//! running containers, or they start again if their `resizePolicy` says so.

use super::Context;
use super::conditions::is_true;
use super::runtime::{Instance, InstanceState, RuntimePod};
use super::worker::{PendingResize, PodWorker};
use crate::api::container::{Container, ResourceRequirements};
use crate::api::pod::PodSpec;
use crate::api::pod_requests::{RESOURCES, allocated_requests, has_same_resources, requests};
use crate::api::reason::ResizeReason;
use crate::api::status::{PodCondition, RESIZE_IN_PROGRESS, RESIZE_PENDING};
use crate::cluster::event::InstanceId;
use crate::cluster::fact::{Fact, ProgramEvent};
use crate::manifest::node::Node;
use crate::rules::release::Release;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// Returns the spec with the resources that the kubelet has allocated.
pub(crate) fn allocated(worker: &PodWorker) -> &PodSpec {
    worker.allocated.as_ref().unwrap_or(&worker.pod.spec)
}

/// Returns the resources that are allocated to a container.
pub(crate) fn allocated_to<'a>(
    worker: &'a PodWorker,
    name: &str,
) -> Option<&'a ResourceRequirements> {
    let spec = allocated(worker);
    let mut all = spec.containers.iter().chain(&spec.init_containers);
    all.find(|c| c.name == *name).map(|c| &c.resources)
}

/// Handles another spec from the API server: the old resources count until the kubelet has allocated the new ones.
pub(crate) fn on_pod_update(worker: &mut PodWorker, new: &PodSpec, release: Release) {
    if release.has(Feature::InPlacePodVerticalScaling)
        && worker.allocated.is_none()
        && !has_same_resources(&worker.pod.spec, new)
    {
        worker.allocated = Some(worker.pod.spec.clone());
    }
}

/// Allocates the resources that the Pod requests, if the node has room.
/// Models kubernetes pkg/kubelet/allocation/allocation_manager.go canResizePod.
pub(crate) fn decide(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let Some(allocated) = &worker.allocated else { return };
    let wanted = &worker.pod.spec;
    worker.resize = if has_same_resources(allocated, wanted) { None } else { obstacle(cx, worker) };
    if worker.resize.is_none() {
        worker.allocated = None;
    }
}

/// Returns what prevents the node from allocating the resources that the Pod requests.
fn obstacle(cx: &Context<'_>, worker: &PodWorker) -> Option<PendingResize> {
    let machine = cx.world.node(cx.node.id)?;
    let wanted = requests(&worker.pod.spec);
    let had = requests(allocated(worker));
    for resource in RESOURCES {
        let (Some(wanted), Some(has)) =
            (wanted.get(resource), machine.status.allocatable.get(resource))
        else {
            continue;
        };
        let in_units = |milli: i128| if resource == "cpu" { milli } else { milli / 1000 };
        let others = cx
            .world
            .pods_on(&cx.node.name)
            .filter(|(id, pod)| *id != worker.id && !pod.status.phase().is_terminal());
        let used: i128 =
            others.filter_map(|(_, pod)| allocated_requests(pod).get(resource).copied()).sum();
        let (requested, capacity) = (in_units(*wanted), in_units(has.milli));
        if *wanted > has.milli {
            let message = format!(
                "Node didn't have enough capacity: {resource}, requested: {requested}, capacity: {capacity}"
            );
            return Some(PendingResize {
                reason: ResizeReason::Infeasible,
                message: message.into(),
            });
        }
        // A smaller request always fits.
        let more = *wanted > had.get(resource).copied().unwrap_or(0);
        if more && used + wanted > has.milli {
            let used = in_units(used);
            let message = format!(
                "Node didn't have enough resource: {resource}, requested: {requested}, used: {used}, capacity: {capacity}"
            );
            return Some(PendingResize { reason: ResizeReason::Deferred, message: message.into() });
        }
    }
    None
}

/// Returns the conditions that report a resize.
pub(crate) fn conditions(
    worker: &PodWorker,
    view: &RuntimePod,
    release: Release,
) -> Vec<PodCondition> {
    let mut conditions = Vec::new();
    if let Some(PendingResize { reason, message }) = &worker.resize {
        let message = message.clone();
        conditions.push(PodCondition { message, ..is_true(RESIZE_PENDING, reason.as_str()) });
    }
    let is_behind = |i: &Instance| {
        i.state == InstanceState::Running
            && allocated_to(worker, &i.container).is_some_and(|wanted| differs(i, wanted, release))
    };
    if view.instances.iter().any(is_behind) {
        conditions.push(is_true(RESIZE_IN_PROGRESS, ""));
    }
    conditions
}

fn differs(instance: &Instance, wanted: &ResourceRequirements, release: Release) -> bool {
    release.has(Feature::InPlacePodVerticalScaling) && instance.resources != *wanted
}

/// Returns whether a running container whose resources differ from the allocated ones must start again; none if nothing
/// differs.
/// Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodResizeAction.
pub(crate) fn restarts(
    worker: &PodWorker,
    container: &Container,
    instance: &Instance,
    release: Release,
) -> Option<bool> {
    let wanted = allocated_to(worker, &container.name)?;
    if !differs(instance, wanted, release) {
        return None;
    }
    let has = &instance.resources;
    Some(RESOURCES.into_iter().any(|resource| {
        let changed = has.requests.get(resource) != wanted.requests.get(resource)
            || has.limits.get(resource) != wanted.limits.get(resource);
        changed && needs_restart(container, resource)
    }))
}

/// Returns whether a container must start again when this resource changes.
fn needs_restart(container: &Container, resource: &str) -> bool {
    let policies = container.resize_policy.0.as_ref().map_or(&[][..], Node::elements);
    let text = |policy: &Node, key: &str| policy.get(key).and_then(Node::as_text).cloned();
    policies.iter().any(|policy| {
        text(policy, "resourceName").is_some_and(|name| name == *resource)
            && text(policy, "restartPolicy").is_some_and(|word| word == "RestartContainer")
    })
}

/// Lets the runtime give a running container the resources that are allocated to it.
pub(crate) fn apply(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    let Some(name) = worker.runtime.instance(id).map(|i| i.container.clone()) else { return };
    let Some(wanted) = allocated_to(worker, &name).cloned() else { return };
    if let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) {
        instance.resources = wanted;
    }
    let fact = Fact::Program { container: name, event: ProgramEvent::Resized };
    cx.runtime_changed(worker, fact, Rule::P214);
    // The kubelet looks at the runtime, and then reports what it found.
    worker.pending = true;
}
