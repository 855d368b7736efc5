//! The resource claims of a Pod: whether they exist, and whether devices can be allocated for them. Rule P-910.
//! Models kubernetes pkg/scheduler/framework/plugins/dynamicresources.
//!
//! Simplified: no driver runs, so a cluster without ResourceSlices has no devices. With a ResourceSlice every claim can be
//! allocated. The claims of templates are not created; the template stands for them.

use crate::api::KeptKind;
use crate::api::KeptObject;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::cluster::world::World;
use crate::manifest::node::Node;
use std::rc::Rc;

/// A ResourceClaim or a ResourceClaimTemplate that a Pod names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Its kind.
    pub kind: &'static str,
    /// Its name.
    pub name: Text,
}

/// Returns what a Pod names that does not exist. While there is such a thing, the scheduler does not look at the Pod.
pub(crate) fn missing(world: &World, pod: &Pod) -> Option<Named> {
    named(pod).find(|named| found(world, pod, named).is_none())
}

/// Why no device can be allocated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoDevice {
    /// A request names a class that does not exist.
    NoClass {
        /// The name of the request.
        request: Text,
        /// The name of the class.
        class: Text,
    },
    /// No node has the devices.
    None,
}

/// Returns why no device can be allocated for the claims of a Pod, all of which exist.
pub(super) fn blocked(world: &World, pod: &Pod) -> Option<NoDevice> {
    let mut wants_devices = false;
    for claim in named(pod).filter_map(|named| found(world, pod, &named)) {
        let is_allocated =
            claim.field("status").is_some_and(|status| status.get("allocation").is_some());
        if is_allocated {
            continue;
        }
        for request in requests(&claim) {
            wants_devices = true;
            let text = |node: &Node, field: &str| node.get(field).and_then(Node::as_text).cloned();
            let exactly = request.get("exactly").unwrap_or(request);
            if let Some(class) = text(exactly, "deviceClassName")
                && object(world, "DeviceClass", "", &class).is_none()
            {
                let request = text(request, "name").unwrap_or_default();
                return Some(NoDevice::NoClass { request, class });
            }
        }
    }
    let has_slices = KeptKind::named("ResourceSlice")
        .is_some_and(|kind| world.objects.kept.iter().any(|(_, object)| object.kind == kind));
    (wants_devices && !has_slices).then_some(NoDevice::None)
}

/// Returns whether an object is one of those that decide whether devices can be allocated.
pub(super) fn concerns(object: &KeptObject) -> bool {
    const KINDS: [&str; 4] =
        ["DeviceClass", "ResourceClaim", "ResourceClaimTemplate", "ResourceSlice"];
    KINDS.into_iter().filter_map(KeptKind::named).any(|kind| kind == object.kind)
}

/// Returns the claims and templates that a Pod names.
fn named(pod: &Pod) -> impl Iterator<Item = Named> {
    let entries = pod.spec.resource_claims.0.as_ref().map(Node::elements).unwrap_or_default();
    let text = |node: &Node, field: &str| node.get(field).and_then(Node::as_text).cloned();
    entries.iter().filter_map(move |entry| {
        let claim = text(entry, "resourceClaimName");
        let claim = claim.map(|name| Named { kind: "ResourceClaim", name });
        claim.or_else(|| {
            let name = text(entry, "resourceClaimTemplateName")?;
            Some(Named { kind: "ResourceClaimTemplate", name })
        })
    })
}

fn found(world: &World, pod: &Pod, named: &Named) -> Option<Rc<KeptObject>> {
    object(world, named.kind, &pod.metadata.namespace, &named.name)
}

fn object(world: &World, kind: &str, namespace: &str, name: &Text) -> Option<Rc<KeptObject>> {
    let kind = KeptKind::named(kind)?;
    world.objects.kept_named(kind, namespace, name).map(|(_, object)| Rc::clone(object))
}

/// Returns the requests for devices of a claim, or of the claims that a template describes.
fn requests(claim: &KeptObject) -> &[Node] {
    let spec = claim.field("spec");
    let spec = spec.and_then(|spec| spec.get("spec").or(Some(spec)));
    let devices = spec.and_then(|spec| spec.get("devices"));
    devices.and_then(|devices| devices.get("requests")).map(Node::elements).unwrap_or_default()
}
