//! Commands for Services.

use crate::api::core::Service;
use crate::api::{ObjectRef, Resource, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::apiserver::request::{PatchKind, Server};
use crate::apiserver::{defaults, services};
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::controller::endpoints;
use crate::manifest::node::Node;
use crate::rules::Rule;
use crate::sim::Sim;
use std::rc::Rc;

/// Creates a Service. `kubectl create`. Rule E-01.
pub(super) fn create(sim: &mut Sim, mut service: Service) -> Result<(), ApiError> {
    let release = sim.settings().release;
    defaults::default_service(&mut service, release);
    let number = sim.world.services().count();
    services::allocate(&mut service, number, release);
    let (namespace, name) = (&service.metadata.namespace, &service.metadata.name);
    if sim.world.service_named(namespace, name).is_some() {
        return Err(ApiError::already_exists("services", name));
    }
    let object = ObjectRef::new(ResourceKind::Service, namespace.clone(), name.clone());
    sim.world.record(object.into(), Fact::Created, Rule::E01);
    sim.world.put_service(service);
    endpoints::service_created(&mut sim.world, number);
    Ok(())
}

/// Patches a Service. `kubectl patch service`. Rule E-01.
pub(super) fn patch(
    sim: &mut Sim,
    namespace: &Text,
    name: &Text,
    patch: &Node,
) -> Result<(), ApiError> {
    let found = sim.world.service_named(namespace, name);
    let (index, old) = found.ok_or_else(|| ApiError::not_found("services", name))?;
    let old = Rc::clone(old);
    let before = Resource::Service((*old).clone());
    let server = Server::of(sim.settings());
    let Resource::Service(mut new) = server.patch(&before, patch, PatchKind::Strategic)? else {
        return Ok(());
    };
    // A Service that no longer has the type ExternalName needs an address.
    services::allocate(&mut new, index, sim.settings().release);
    if new == *old {
        return Ok(());
    }
    if new.spec != old.spec {
        let object = ObjectRef::new(ResourceKind::Service, namespace.clone(), name.clone());
        sim.world.record(object.into(), Fact::Spec, Rule::E01);
    }
    new.metadata.resource_version = sim.world.new_version();
    sim.world.replace_service(index, new);
    endpoints::service_changed(&mut sim.world, index);
    Ok(())
}
