//! Checks of Services. Models kubernetes pkg/apis/core/validation/validation.go ValidateService.

use super::meta::{validate_labels, validate_meta, validate_meta_update};
use super::probe::port_or_name;
use super::{FieldError, FieldErrorKind, Validator, names, quoted};
use crate::api::core::{Service, ServicePort};
use crate::manifest::node::Node;
use crate::rules::release::Release;
use std::collections::BTreeSet;

const TYPES: [&str; 4] = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const AFFINITIES: [&str; 2] = ["ClientIP", "None"];
const DISTRIBUTIONS: [&str; 3] = ["PreferClose", "PreferSameNode", "PreferSameZone"];
const FAMILY_POLICIES: [&str; 3] = ["PreferDualStack", "RequireDualStack", "SingleStack"];
const INTERNAL_POLICIES: [&str; 2] = ["Cluster", "Local"];
/// The first and the last port of nodes that the server gives out, unless it is configured otherwise.
const FIRST_NODE_PORT: i64 = 30_000;
const LAST_NODE_PORT: i64 = 32_767;
const PROTOCOLS: [&str; 3] = ["SCTP", "TCP", "UDP"];

/// Checks a new Service. Defaults have been applied.
pub(crate) fn validate_service(service: &Service, release: Release) -> Vec<FieldError> {
    let mut v = Validator::new(release, &[]);
    check(&mut v, service);
    v.errors
}

/// Checks a change of a Service.
pub(crate) fn validate_service_update(
    new: &Service,
    old: &Service,
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, &[]);
    validate_meta_update(&mut v, &new.metadata, &old.metadata);
    let (before, after) = (&old.spec.cluster_ip, &new.spec.cluster_ip);
    let keeps = old.spec.kind != *"ExternalName" && new.spec.kind != *"ExternalName";
    if keeps && !before.is_empty() && before != after {
        let value = format!("[]string{{{}}}", quoted(after));
        v.invalid_raw("spec.clusterIPs[0]", value, "may not change once set");
    }
    check(&mut v, new);
    v.errors
}

fn check(v: &mut Validator, service: &Service) {
    let before = v.errors.len();
    validate_meta(v, &service.metadata, true, names::dns_1035_label);
    let mark = v.enter("spec");
    let spec = &service.spec;
    let is_headless = spec.cluster_ip == "None";
    let is_external = spec.kind == "ExternalName";
    if spec.ports.is_empty() && !is_headless && !is_external {
        v.required("ports", "");
    }
    if is_external {
        let name = spec.external_name.strip_suffix('.').unwrap_or(&spec.external_name);
        if name.is_empty() {
            v.required("externalName", "");
        } else {
            v.invalid_each("externalName", name, names::dns_subdomain(v.release, name));
        }
    }
    if matches!(spec.kind.as_str(), "LoadBalancer" | "NodePort") && is_headless {
        v.invalid_raw(
            "clusterIPs[0]",
            "[]string{\"None\"}",
            format!("may not be set to 'None' for {} services", spec.kind),
        );
    }
    let mut seen = BTreeSet::new();
    for (index, port) in spec.ports.iter().enumerate() {
        let mark = v.enter_element("ports", index);
        let is_name_needed = spec.ports.len() > 1;
        if port.name.is_empty() {
            if is_name_needed {
                v.required("name", "");
            }
        } else {
            v.invalid_each("name", &port.name, names::dns_label(v.release, &port.name));
            if !seen.insert(&port.name) {
                v.duplicate("name", &port.name);
            }
        }
        check_port(v, port);
        v.leave(mark);
    }
    validate_labels(v, "selector", &spec.selector);
    if !AFFINITIES.contains(&spec.session_affinity.as_str()) {
        v.unsupported("sessionAffinity", &spec.session_affinity, &AFFINITIES);
    }
    if !is_headless && !spec.cluster_ip.is_empty() {
        let mark = v.enter_element("clusterIPs", 0);
        v.invalid_each("", &spec.cluster_ip, names::ip(&spec.cluster_ip));
        v.leave(mark);
    }
    let external = spec.external_ips.0.as_ref().map(Node::elements).unwrap_or_default();
    for (index, address) in external.iter().enumerate() {
        let mark = v.enter_element("externalIPs", index);
        let address = address.as_text().cloned().unwrap_or_default();
        v.invalid_each("", &address, names::ip(&address));
        v.leave(mark);
    }
    if !TYPES.contains(&spec.kind.as_str()) {
        v.unsupported("type", &spec.kind, &TYPES);
    }
    v.one_of("ipFamilyPolicy", spec.ip_family_policy.as_ref(), &FAMILY_POLICIES);
    v.one_of("internalTrafficPolicy", spec.internal_traffic_policy.as_ref(), &INTERNAL_POLICIES);
    v.one_of("trafficDistribution", spec.traffic_distribution.as_ref(), &DISTRIBUTIONS);
    check_node_ports(v, service);
    check_affinity(v, service);
    check_load_balancer(v, service);
    if v.errors.len() == before {
        check_range(v, service);
    }
    v.leave(mark);
}

/// Checks for how long a client comes to the same Pod. Models validateClientIPAffinityConfig.
fn check_affinity(v: &mut Validator, service: &Service) {
    /// A day, in seconds.
    const LONGEST: i64 = 86_400;
    let spec = &service.spec;
    let Some(config) = spec.session_affinity_config.0.as_ref().filter(|c| !c.is_null()) else {
        return;
    };
    if spec.session_affinity == "None" {
        v.forbidden("sessionAffinityConfig", "must not be set when session affinity is None");
    } else if spec.session_affinity == "ClientIP" {
        let client = config.get("clientIP");
        let timeout = client.and_then(|client| client.get("timeoutSeconds")).and_then(Node::as_int);
        if let Some(seconds) = timeout.filter(|seconds| !(1..=LONGEST).contains(seconds)) {
            let detail = format!("must be greater than 0 and less than {LONGEST}");
            v.invalid_raw("sessionAffinityConfig.clientIP.timeoutSeconds", seconds, detail);
        }
    }
}

/// Checks the fields that only load balancers have. Models ValidateService, validateLoadBalancerClassField and their like.
fn check_load_balancer(v: &mut Validator, service: &Service) {
    const ONLY: &str = "may only be used when `type` is 'LoadBalancer'";
    let spec = &service.spec;
    let is_balancer = spec.kind == "LoadBalancer";
    for (index, range) in spec.load_balancer_source_ranges.iter().enumerate() {
        if !names::is_cidr(range.trim()) {
            let mark = v.enter_element("loadBalancerSourceRanges", index);
            v.invalid("", range, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
            v.leave(mark);
        }
    }
    if !is_balancer && !spec.load_balancer_source_ranges.is_empty() {
        v.forbidden("loadBalancerSourceRanges", ONLY);
    }
    if !is_balancer && spec.allocate_load_balancer_node_ports.is_some() {
        v.forbidden("allocateLoadBalancerNodePorts", ONLY);
    }
    if let Some(class) = &spec.load_balancer_class {
        if is_balancer {
            v.invalid_each("loadBalancerClass", class, names::qualified_name(v.release, class));
        } else {
            v.forbidden("loadBalancerClass", ONLY);
        }
    }
    if spec.health_check_node_port != 0 && !(is_balancer && spec.external_traffic_policy == "Local")
    {
        let detail =
            "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
        v.invalid_raw("healthCheckNodePort", spec.health_check_node_port, detail);
    }
}

/// Checks that the ports of nodes are those that the server gives out, which it does once all else is right.
/// Models kubernetes pkg/registry/core/service/portallocator/allocator.go Allocate.
fn check_range(v: &mut Validator, service: &Service) {
    for (index, port) in service.spec.ports.iter().enumerate() {
        if port.node_port != 0 && !(FIRST_NODE_PORT..=LAST_NODE_PORT).contains(&port.node_port) {
            let mark = v.enter_element("ports", index);
            let detail = format!(
                "provided port is not in the valid range. The range of valid ports is {FIRST_NODE_PORT}-{LAST_NODE_PORT}"
            );
            v.invalid_raw("nodePort", port.node_port, detail);
            v.leave(mark);
        }
    }
}

fn check_port(v: &mut Validator, port: &ServicePort) {
    v.port("port", port.port);
    if !PROTOCOLS.contains(&port.protocol.as_str()) {
        v.unsupported("protocol", &port.protocol, &PROTOCOLS);
    }
    if let Some(target) = &port.target_port {
        port_or_name(v, "targetPort", target);
    }
    if !port.app_protocol.is_empty() {
        let complaints = names::qualified_name(v.release, &port.app_protocol);
        v.invalid_each("appProtocol", &port.app_protocol, complaints);
    }
}

/// Checks that only Services of some types have node ports, and that no port occurs twice.
fn check_node_ports(v: &mut Validator, service: &Service) {
    let spec = &service.spec;
    if spec.kind == "ClusterIP" {
        let given = spec.ports.iter().enumerate().filter(|(_, port)| port.node_port != 0);
        for (index, _) in given {
            let mark = v.enter_element("ports", index);
            v.forbidden("nodePort", "may not be used when `type` is 'ClusterIP'");
            v.leave(mark);
        }
    }
    let mut seen = BTreeSet::new();
    for (index, port) in spec.ports.iter().enumerate() {
        if !seen.insert((&port.protocol, port.port)) {
            let mark = v.enter_element("ports", index);
            let value = format!(
                "core.ServicePort{{Name:\"\", Protocol:{}, AppProtocol:(*string)(nil), Port:{}, TargetPort:intstr.IntOrString{{Type:0, IntVal:0, StrVal:\"\"}}, NodePort:0}}",
                quoted(&port.protocol),
                port.port
            );
            v.report("", FieldErrorKind::Duplicate(value.into()), "");
            v.leave(mark);
        }
    }
}
