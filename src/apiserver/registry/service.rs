//! Services. Rules E-01, E-10, E-20.

use super::{Bookkeeping, Frame, Registry, Strategy, about};
use crate::api::core::Service;
use crate::apiserver::defaults::default_service;
use crate::apiserver::error::ApiError;
use crate::apiserver::validate::{Validator, validate_service, validate_service_update};
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::cluster::world::World;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Field, Raw};
use crate::rules::release::Release;
use crate::rules::{Feature, Gates, Rule};

/// The index of the first address for Services. The addresses below are reserved for the cluster.
const FIRST: usize = 10;

impl Strategy for Service {
    const DROPS_NEWER: bool = true;

    fn drop_disabled(&mut self, _: Gates, release: Release) {
        if !release.has(Feature::ServiceLBNodePortControl) {
            self.spec.allocate_load_balancer_node_ports = None;
        }
    }

    fn fill_in(&mut self, _: Gates, release: Release) {
        default_service(self, release);
    }

    fn validate(&self, v: &mut Validator) {
        v.errors.extend(validate_service(self, v.release));
    }

    fn validate_update(&self, v: &mut Validator, old: &Self) {
        v.errors.extend(validate_service_update(self, old, v.release));
    }

    /// Also drops what only a load balancer has when the Service was one and is none any more.
    /// Models kubernetes pkg/registry/core/service/strategy.go dropTypeDependentFields.
    fn keep_status(&mut self, old: &Self) {
        self.status.clone_from(&old.status);
        let (new, old) = (&mut self.spec, &old.spec);
        if old.kind != "LoadBalancer" || new.kind == "LoadBalancer" {
            return;
        }
        if new.allocate_load_balancer_node_ports == old.allocate_load_balancer_node_ports {
            new.allocate_load_balancer_node_ports = None;
        }
        if new.load_balancer_class == old.load_balancer_class {
            new.load_balancer_class = None;
        }
        if new.health_check_node_port == old.health_check_node_port {
            new.health_check_node_port = 0;
        }
    }
}

impl Registry for Service {
    const CREATED: Rule = Rule::E01;
    const PATCHED: Rule = Rule::E01;
    const REMOVED: Rule = Rule::E01;
    const BOOKKEEPING: Bookkeeping = Bookkeeping::Changes;
    const IS_COLLECTED: bool = false;

    fn store(mut self, world: &mut World) -> Result<(), ApiError> {
        allocate(&mut self, world);
        super::create(world, self, Self::CREATED).map(drop)
    }

    /// A Service that no longer has the type `ExternalName` needs an address.
    fn replaced(&mut self, _: &Self, world: &World) {
        allocate(self, world);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        if self.spec != old.spec {
            world.record(about(self), Fact::Spec, rule);
        }
    }

    fn shape(&self, _: &Frame<'_>, out: &mut Digest) {
        self.spec.digest(out);
    }
}

/// Returns an address that no Service has.
fn free_address(world: &World) -> Text {
    let mut at = FIRST + world.objects.services.iter().count();
    loop {
        let address = Text::from(format!("10.96.{}.{}", at / 254, at % 254 + 1));
        if !world.services().any(|(service, _)| service.spec.cluster_ip == address) {
            return address;
        }
        at += 1;
    }
}

/// Sets the address of a Service unless it is headless, and its address families. Rules E-10, E-20.
fn allocate(service: &mut Service, world: &World) {
    let release = world.release();
    let spec = &mut service.spec;
    if spec.kind == "ExternalName" {
        return;
    }
    if spec.cluster_ip.is_empty() {
        spec.cluster_ip = free_address(world);
    }
    let list = |text: &Text| Raw(Some(Value::List(vec![Node::text(text.clone())]).into()));
    if release.has(Feature::IPv6DualStack) {
        if spec.cluster_ips.0.is_none() {
            spec.cluster_ips = list(&spec.cluster_ip);
        }
        if spec.ip_families.0.is_none() {
            spec.ip_families = list(&Text::Static("IPv4"));
        }
        spec.ip_family_policy.get_or_insert("SingleStack".into());
    }
}
