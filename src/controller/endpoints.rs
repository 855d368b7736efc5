//! The Pods behind a Service, in its Endpoints and in its EndpointSlice. Rules E-01 to E-03, P-804, P-1007.

use crate::api::container::RestartPolicy;
use crate::api::core::Service;
use crate::api::pod::Pod;
use crate::api::service::selects;
use crate::api::status::{PodPhase, READY};
use crate::base::names::Names;
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::cluster::object::ChangedObject;
use crate::cluster::store_event::{StoreEvent, Stored};
use crate::cluster::world::{
    EndpointConditions, EndpointSlice, Endpoints, WatchType, Watched, World,
};
use crate::rules::release::Release;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// The place of a Pod in a Service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Outside,
    Ready,
    NotReady,
}

/// Returns whether a Pod receives traffic, is listed as not ready, or is left out. Rules E-01, E-03, P-804.
/// Models kubernetes pkg/controller/endpoint/endpoints_controller.go syncService.
fn place(service: &Service, pod: &Pod, release: Release) -> Place {
    let publish = service.spec.publish_not_ready_addresses;
    if !selects(service, pod)
        || pod.status.pod_ip.is_empty()
        || (pod.metadata.deletion_timestamp.is_some() && !publish)
    {
        return Place::Outside;
    }
    let takes_traffic = publish || pod.status.is_true(READY);
    // 1.20 does not check whether a Pod that receives traffic has ended.
    if has_ended(pod, release)
        && (release.has(Feature::EndpointsLeaveOutEndedPods) || !takes_traffic)
    {
        return Place::Outside;
    }
    if takes_traffic { Place::Ready } else { Place::NotReady }
}

/// Returns whether a Pod has ended for good. Rule E-01.
///
/// 1.20 goes by the restart policy. It keeps some Pods that will not restart among those that are not ready.
fn has_ended(pod: &Pod, release: Release) -> bool {
    let phase = pod.status.phase();
    if release.has(Feature::EndpointsLeaveOutEndedPods) {
        return phase.is_terminal();
    }
    match pod.spec.restart_policy() {
        RestartPolicy::Never => phase.is_terminal(),
        RestartPolicy::OnFailure => phase == PodPhase::Succeeded,
        RestartPolicy::Always => false,
    }
}

/// Returns a Pod's conditions in the EndpointSlice, or `None` when the Pod is not in it. Rules E-01 to E-03.
/// Models kubernetes pkg/controller/endpointslice/reconciler.go.
fn conditions(service: &Service, pod: &Pod, release: Release) -> Option<EndpointConditions> {
    if !selects(service, pod) || pod.status.pod_ip.is_empty() || has_ended(pod, release) {
        return None;
    }
    let serving = pod.status.is_true(READY);
    let terminating = pod.metadata.deletion_timestamp.is_some();
    let ready = service.spec.publish_not_ready_addresses || (serving && !terminating);
    Some(EndpointConditions { ready, serving, terminating })
}

/// Updates every Service for a Pod that was created, changed or removed.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    let Stored::Pod { write, readiness, .. } = &event.object else { return };
    world.cause = *readiness;
    let old = write.before().map(|pod| &**pod);
    pod_changed(world, old, write.after().map(|pod| &**pod));
}

fn pod_changed(world: &mut World, old: Option<&Pod>, new: Option<&Pod>) {
    let release = world.release();
    let stand = |service: &Service, pod: Option<&Pod>| {
        let place = pod.map_or(Place::Outside, |pod| place(service, pod, release));
        (place, pod.and_then(|pod| conditions(service, pod, release)))
    };
    let moved = |(index, (service, _)): (usize, (&Rc<Service>, _))| {
        let (before, after) = (stand(service, old), stand(service, new));
        (before != after).then_some((index, before, after))
    };
    let moves: Vec<_> = world.services().enumerate().filter_map(moved).collect();
    let Some(pod) = new.or(old) else { return };
    for (index, (before, told), (after, tells)) in moves {
        if before != after {
            put(world, index, &pod.metadata.name, before, after);
        }
        if told != tells {
            let Some((service, slice)) = world.endpoint_slices().nth(index) else { return };
            let (name, mut slice) = (service.metadata.name.clone(), slice.clone());
            slice.put(&pod.metadata.name, told, tells);
            world.put_slice(index, slice.clone());
            world.show(WatchType::Modified, Watched::EndpointSlice(name, slice));
        }
    }
}

/// Lists the Pods of a new Service.
pub fn service_created(world: &mut World, index: usize) {
    let Some((name, (ready, not_ready), slice)) = listed(world, index) else { return };
    world.put_endpoints(index, ready.clone(), not_ready.clone());
    world.show(WatchType::Added, Watched::Endpoints(name.clone(), ready, not_ready));
    world.put_slice(index, slice.clone());
    world.show(WatchType::Added, Watched::EndpointSlice(name, slice));
}

/// Lists the Pods of a Service that was changed. The endpoints of a Service without a selector do not change.
/// Models kubernetes pkg/controller/endpoint/endpoints_controller.go syncService.
pub fn service_changed(world: &mut World, index: usize) {
    if world.services().nth(index).is_none_or(|(service, _)| service.spec.selector.is_empty()) {
        return;
    }
    let Some((name, listed, slice)) = listed(world, index) else { return };
    if world.services().nth(index).is_some_and(|(_, before)| *before != listed) {
        let (ready, not_ready) = listed;
        put_lists(world, index, &name, ready, not_ready);
    }
    if world.endpoint_slices().nth(index).is_some_and(|(_, before)| *before != slice) {
        world.put_slice(index, slice.clone());
        world.show(WatchType::Modified, Watched::EndpointSlice(name, slice));
    }
}

/// Returns the name of a Service, and its present Pods.
fn listed(world: &World, index: usize) -> Option<(Text, Endpoints, EndpointSlice)> {
    let ((service, _), release) = (world.services().nth(index)?, world.release());
    let (mut ready, mut not_ready) = Endpoints::default();
    let mut slice = EndpointSlice::default();
    for (_, pod) in world.pods() {
        let pod_name = &pod.metadata.name;
        match place(service, pod, release) {
            Place::Ready => ready.add(pod_name.clone()),
            Place::NotReady => not_ready.add(pod_name.clone()),
            Place::Outside => {}
        }
        slice.put(pod_name, None, conditions(service, pod, release));
    }
    Some((service.metadata.name.clone(), (ready, not_ready), slice))
}

fn put(world: &mut World, index: usize, pod: &Text, before: Place, after: Place) {
    let Some((service, (ready, not_ready))) = world.services().nth(index) else { return };
    let name = service.metadata.name.clone();
    let (mut ready, mut not_ready) = (ready.clone(), not_ready.clone());
    match before {
        Place::Ready => ready.remove(pod),
        Place::NotReady => not_ready.remove(pod),
        Place::Outside => {}
    }
    match after {
        Place::Ready => ready.add(pod.clone()),
        Place::NotReady => not_ready.add(pod.clone()),
        Place::Outside => {}
    }
    put_lists(world, index, &name, ready, not_ready);
}

/// Writes the Endpoints of a Service.
fn put_lists(world: &mut World, index: usize, name: &Text, ready: Names, not_ready: Names) {
    let Some((_, (before_ready, before_not_ready))) = world.services().nth(index) else { return };
    let old = Box::new((before_ready.clone(), before_not_ready.clone()));
    let new = Box::new((ready.clone(), not_ready.clone()));
    world.put_endpoints(index, ready.clone(), not_ready.clone());
    let object = ChangedObject::Internal { kind: "Endpoints", name: name.clone() };
    world.record(object.into(), Fact::Endpoints { old, new }, Rule::P804);
    world.show(WatchType::Modified, Watched::Endpoints(name.clone(), ready, not_ready));
}
