//! Services. Rules E-01, E-10, E-20.

use super::strategy::keep_status;
use super::{Bookkeeping, Frame, Registry, Strategy, about};
use crate::api::core::Service;
use crate::apiserver::defaults::default_service;
use crate::apiserver::error::ApiError;
use crate::apiserver::validate::{Validator, validate_service, validate_service_update};
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::cluster::tables::Key;
use crate::cluster::world::World;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Field, Raw};
use crate::rules::release::Release;
use crate::rules::{Feature, Gates, Rule};

/// The index of the first address for Services. The addresses below are reserved for the cluster.
const FIRST: usize = 10;

impl Strategy for Service {
    const DROPS_NEWER: bool = true;

    fn fill_in(&mut self, _: Gates, release: Release) {
        default_service(self, release);
    }

    fn validate(&self, v: &mut Validator) {
        v.errors.extend(validate_service(self, v.release));
    }

    fn validate_update(&self, v: &mut Validator, old: &Self) {
        v.errors.extend(validate_service_update(self, old, v.release));
    }

    keep_status!();
}

impl Registry for Service {
    const CREATED: Rule = Rule::E01;
    const PATCHED: Rule = Rule::E01;
    const REMOVED: Rule = Rule::E01;
    const BOOKKEEPING: Bookkeeping = Bookkeeping::Changes;
    const IS_COLLECTED: bool = false;

    fn store(mut self, world: &mut World) -> Result<(), ApiError> {
        let number = world.workloads.services.iter().count();
        allocate(&mut self, free(world, number), world.release());
        super::create(world, self, Self::CREATED).map(drop)
    }

    /// A Service that no longer has the type `ExternalName` needs an address.
    fn replaced(&mut self, _: &Self, key: Key, release: Release) {
        allocate(self, key as usize, release);
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

/// Returns the number of the first address, from a number on, that no Service has.
fn free(world: &World, from: usize) -> usize {
    let has = |number: usize| {
        let address = address(number);
        world.services().any(|(service, _)| service.spec.cluster_ip == address)
    };
    let mut number = from;
    while has(number) {
        number += 1;
    }
    number
}

/// Returns the address with this number.
fn address(number: usize) -> Text {
    let at = number + FIRST;
    format!("10.96.{}.{}", at / 254, at % 254 + 1).into()
}

/// Sets the address of a Service unless it is headless, and its address families. `number` is that of a free address. Rules E-10, E-20.
pub(crate) fn allocate(service: &mut Service, number: usize, release: Release) {
    let spec = &mut service.spec;
    if spec.kind == "ExternalName" {
        return;
    }
    if spec.cluster_ip.is_empty() {
        spec.cluster_ip = address(number);
    }
    let list = |text: &Text| Raw(Some(Value::List(vec![Node::text(text.clone())]).into()));
    if release.has(Feature::IPv6DualStack) {
        if spec.cluster_ips.0.is_none() {
            spec.cluster_ips = list(&spec.cluster_ip);
        }
        if spec.ip_families.0.is_none() {
            spec.ip_families = list(&Text::Static("IPv4"));
        }
        if spec.ip_family_policy.is_empty() {
            spec.ip_family_policy = "SingleStack".into();
        }
    }
}
