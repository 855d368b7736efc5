//! The addresses that the API server allocates to a new Service. Rules E-10, E-20.

use crate::api::core::Service;
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Raw;
use crate::rules::Feature;
use crate::rules::release::Release;

/// The index of the first address for Services. The addresses below are reserved for the cluster.
const FIRST: usize = 10;

/// Sets the address of a Service unless it is headless, and its address families. `number` is how many Services were
/// created before it.
pub fn allocate(service: &mut Service, number: usize, release: Release) {
    let spec = &mut service.spec;
    if spec.kind == "ExternalName" {
        return;
    }
    if spec.cluster_ip.is_empty() {
        let at = number + FIRST;
        spec.cluster_ip = format!("10.96.{}.{}", at / 254, at % 254 + 1).into();
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
