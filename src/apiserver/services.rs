//! What the API server gives a new Service. Rules E-10, E-20.

use crate::api::core::Service;
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Raw;
use crate::rules::Feature;
use crate::rules::release::Release;

/// The first of the addresses given to Services; those below are the cluster's own.
const FIRST: usize = 10;

/// Gives a Service its address unless it is headless, and notes its address families. `number` is how many Services
/// there were before it.
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
