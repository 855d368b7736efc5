//! Keeps the endpoints of Services: at once when a Service or a Pod was written.

use super::{Request, View, pod_moved, reconcile, standing};
use crate::api::core::Service;
use crate::api::endpoints::{EndpointSlice, Endpoints};
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::apiserver::registry::{self, Registry};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::world::World;
use crate::rules::Rule;

/// Updates the endpoints of a Service that was written, and those of every Service that a Pod was written behind.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, readiness, .. } = &event.object {
        world.cause = *readiness;
        let requests = pod_written(world, write);
        carry_out(world, requests);
    } else if let Some((_, write)) = event.object.of::<Service>() {
        if let Some(service) = write.after() {
            let pods = world.pods().map(|(_, pod)| pod);
            let requests = reconcile(&view(world, service), pods);
            carry_out(world, requests);
        } else {
            let service = write.newest();
            remove::<Endpoints>(world, &service.metadata);
            remove::<EndpointSlice>(world, &service.metadata);
        }
    }
}

/// Removes an object that has the namespace and the name of a Service that is gone.
fn remove<K: Registry>(world: &mut World, service: &ObjectMeta) {
    if let Some(key) = K::table(&world.objects).find(&service.namespace, &service.name) {
        registry::remove::<K>(world, key);
    }
}

fn pod_written(world: &World, write: &Write<Pod>) -> Vec<Request> {
    let release = world.release();
    let mut requests = Vec::new();
    for (_, service) in world.objects.services.iter() {
        let before = standing(service, write.before().map(|pod| &**pod), release);
        let after = standing(service, write.after().map(|pod| &**pod), release);
        if before != after {
            let pod = &write.newest().metadata.name;
            requests.extend(pod_moved(&view(world, service), pod, before, after));
        }
    }
    requests
}

/// Returns what the controller sees of a Service.
fn view<'a>(world: &'a World, service: &'a Service) -> View<'a> {
    let ObjectMeta { namespace, name, .. } = &service.metadata;
    let objects = &world.objects;
    View {
        release: world.release(),
        service,
        endpoints: objects.endpoints.named(namespace, name).map(|found| &**found),
        slice: objects.endpoint_slices.named(namespace, name).map(|found| &**found),
    }
}

fn carry_out(world: &mut World, requests: Vec<Request>) {
    let cause = world.cause;
    for request in requests {
        world.cause = cause;
        match request {
            Request::PutEndpoints(endpoints) => put(world, endpoints),
            Request::PutSlice(slice) => put(world, slice),
        }
    }
}

/// Stores an object, in place of the one with its name if there is one.
fn put<K: Registry>(world: &mut World, new: K) {
    let ObjectMeta { namespace, name, .. } = new.metadata();
    match K::table(&world.objects).find(namespace, name) {
        Some(key) => registry::update::<K>(world, key, Rule::P804, |old| *old = new),
        None => {
            let stored = registry::create(world, new, Rule::P804);
            debug_assert!(stored.is_ok(), "there was none with its name");
        }
    }
}
