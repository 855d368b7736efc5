//! Checks of a Pod and its spec. Rule P-1371 has their order.
//! Models kubernetes pkg/apis/core/validation/validation.go ValidatePodSpec.

use super::affinity::{validate_affinity, validate_spread};
use super::container::{
    validate_containers, validate_ephemeral_containers, validate_init_containers,
    validate_trimmed_image,
};
use super::meta::{validate_labels, validate_meta};
use super::pod_resources::validate_pod_resources;
use super::resources::validate_amount;
use super::security::{validate_app_armor_annotations, validate_pod_security_context};
use super::system::validate_os;
use super::volume::validate_volumes;
use super::{FieldError, Validator, names};
use crate::api::pod::{DnsPolicy, Pod, PodSpec, TaintEffect, TolerationOperator};
use crate::manifest::node::Node;
use crate::manifest::schema::Problem;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeSet;

/// Checks a new Pod. Defaults have been applied. Models ValidatePodCreate.
pub(crate) fn validate_pod_create(pod: &Pod, release: Release) -> Vec<FieldError> {
    validate_pod_create_with(pod, &[], release)
}

/// Checks a new Pod as [`validate_pod_create`] does, and also reports the values that the decoder did not accept, in
/// their places in the order.
pub(crate) fn validate_pod_create_with(
    pod: &Pod,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    validate_meta_and_spec(&mut v, pod);
    let mark = v.enter("spec");
    if !pod.spec.ephemeral_containers.is_empty() {
        v.forbidden("ephemeralContainers", "cannot be set on create");
    }
    if !pod.spec.node_name.is_empty() && !pod.spec.scheduling_gates.is_empty() {
        v.forbidden("nodeName", "cannot be set until all schedulingGates have been cleared");
    }
    v.leave(mark);
    v.errors
}

/// Checks the spec of a Pod template at a path such as `spec.template.spec`.
pub(crate) fn validate_pod_template_spec(
    spec: &PodSpec,
    path: &str,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    v.enter(path);
    validate_pod_spec(&mut v, spec, false);
    v.errors
}

/// Checks what holds at every write of a Pod. Models validatePodMetadataAndSpec.
pub(super) fn validate_meta_and_spec(v: &mut Validator, pod: &Pod) {
    validate_meta(v, &pod.metadata, true, names::dns_subdomain);
    let mark = v.enter("metadata");
    validate_app_armor_annotations(v, &pod.metadata.annotations, &pod.spec);
    v.leave(mark);
    let mark = v.enter("spec");
    validate_pod_spec(v, &pod.spec, true);
    let lists =
        [("containers", &pod.spec.containers), ("initContainers", &pod.spec.init_containers)];
    for (list, containers) in lists {
        for (index, container) in containers.iter().enumerate() {
            let mark = v.enter_element(list, index);
            validate_trimmed_image(v, container);
            v.leave(mark);
        }
    }
    v.leave(mark);
}

fn validate_pod_spec(v: &mut Validator, spec: &PodSpec, is_pod: bool) {
    let release = v.release;
    let volumes = validate_volumes(v, &spec.volumes);
    validate_containers(v, spec, &volumes);
    validate_init_containers(v, spec, &volumes);
    validate_ephemeral_containers(v, spec, &volumes);
    validate_pod_resources(v, spec);
    if spec.host_network && v.release.has(Feature::HostNetworkRefusesHostPort) {
        validate_host_network(v, spec, is_pod);
    }
    v.choice("restartPolicy");
    v.choice("dnsPolicy");
    validate_labels(v, "nodeSelector", &spec.node_selector);
    if spec.host_network && !v.release.has(Feature::HostNetworkRefusesHostPort) {
        validate_host_network(v, spec, is_pod);
    }
    validate_pod_security_context(v, &spec.security_context);
    validate_affinity(v, spec.affinity.as_ref());
    validate_dns_config(v, spec);
    for (index, gate) in spec.readiness_gates.iter().enumerate() {
        let mark = v.enter_element("readinessGates", index);
        let kind = &gate.condition_type;
        v.invalid_each("conditionType", kind, names::qualified_name(release, kind));
        v.leave(mark);
    }
    let mut gates = BTreeSet::new();
    for (index, gate) in spec.scheduling_gates.iter().enumerate() {
        let mark = v.enter_element("schedulingGates", index);
        v.invalid_each("", &gate.name, names::qualified_name(release, &gate.name));
        if !gates.insert(&gate.name) {
            v.duplicate("", &gate.name);
        }
        v.leave(mark);
    }
    validate_spread(v, spec);
    validate_names(v, spec);
    validate_tolerations(v, spec);
    validate_host_aliases(v, spec);
    let class = &spec.priority_class_name;
    if !class.is_empty() {
        v.invalid_each("priorityClassName", class, names::dns_subdomain(release, class));
    }
    if let Some(class) = &spec.runtime_class_name {
        v.invalid_each("runtimeClassName", class, names::dns_subdomain(release, class));
    }
    v.choice("preemptionPolicy");
    for (name, quantity) in &spec.overhead {
        let mark = v.enter(&format!("overhead.limits[{name}]"));
        validate_amount(v, name, quantity);
        v.leave(mark);
    }
    validate_os(v, spec);
}

/// Checks accounts, nodes, the deadline and host names.
fn validate_names(v: &mut Validator, spec: &PodSpec) {
    let release = v.release;
    let subdomains =
        [("serviceAccountName", &spec.service_account_name), ("nodeName", &spec.node_name)];
    for (field, name) in subdomains.into_iter().filter(|(_, name)| !name.is_empty()) {
        v.invalid_each(field, name, names::dns_subdomain(release, name));
    }
    if let Some(seconds) = spec.active_deadline_seconds
        && !(1..=i64::from(i32::MAX)).contains(&seconds)
    {
        let detail = "must be between 1 and 2147483647, inclusive";
        v.invalid_raw("activeDeadlineSeconds", seconds, detail);
    }
    let labels = [("hostname", &spec.hostname), ("subdomain", &spec.subdomain)];
    for (field, name) in labels.into_iter().filter(|(_, name)| !name.is_empty()) {
        v.invalid_each(field, name, names::dns_label(release, name));
    }
}

/// Checks that, on the node's network, the node's port is that of the container. Rule P-1341.
fn validate_host_network(v: &mut Validator, spec: &PodSpec, is_pod: bool) {
    for (index, container) in spec.containers.iter().enumerate() {
        for (port_index, port) in container.ports.iter().enumerate() {
            if port.host_port == port.container_port || (!is_pod && port.host_port == 0) {
                continue;
            }
            let mark = v.enter(&format!("containers[{index}].ports[{port_index}]"));
            if v.release.has(Feature::HostNetworkRefusesHostPort) {
                let detail = "must match `containerPort` when `hostNetwork` is true";
                v.invalid_raw("hostPort", port.host_port, detail);
            } else {
                let detail = "must match `hostPort` when `hostNetwork` is true";
                v.invalid_raw("containerPort", port.container_port, detail);
            }
            v.leave(mark);
        }
    }
}

fn validate_dns_config(v: &mut Validator, spec: &PodSpec) {
    let servers =
        |node: &Node| node.get("nameservers").map(Node::elements).unwrap_or_default().to_vec();
    let config = spec.dns_config.0.as_ref();
    let is_none = spec.dns_policy == Some(DnsPolicy::None) && v.bad_choice("dnsPolicy").is_none();
    if is_none && config.is_none() {
        return v.required("dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None");
    }
    let Some(config) = config else { return };
    let mark = v.enter("dnsConfig");
    let servers = servers(config);
    if is_none && servers.is_empty() {
        let detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
        v.required("nameservers", detail);
    }
    if servers.len() > 3 {
        let list: Vec<String> =
            servers.iter().filter_map(Node::as_text).map(|text| super::quoted(text)).collect();
        let value = format!("[]string{{{}}}", list.join(", "));
        v.invalid_raw("nameservers", value, "must not have more than 3 nameservers");
    }
    for (index, server) in servers.iter().enumerate() {
        let mark = v.enter_element("nameservers", index);
        let address = server.as_text().cloned().unwrap_or_default();
        v.invalid_each("", &address, names::ip(&address));
        v.leave(mark);
    }
    v.leave(mark);
}

/// Checks the tolerations. Rules P-1353, P-1354. Models ValidateTolerations.
pub(super) fn validate_tolerations(v: &mut Validator, spec: &PodSpec) {
    for (index, toleration) in spec.tolerations.iter().enumerate() {
        let mark = v.enter_element("tolerations", index);
        if !toleration.key.is_empty() {
            let complaints = names::qualified_name(v.release, &toleration.key);
            v.invalid_each("key", &toleration.key, complaints);
        }
        let bad_operator = v.bad_choice("operator");
        let operator = match &bad_operator {
            Some((value, _)) => value.clone(),
            None => toleration.operator.map_or("", TolerationOperator::as_str).into(),
        };
        if toleration.key.is_empty() && operator != "Exists" {
            let detail = "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
            v.invalid("operator", &operator, detail);
        }
        let bad_effect = v.bad_choice("effect").map(|(value, _)| value);
        let is_no_execute =
            bad_effect.is_none() && toleration.effect == Some(TaintEffect::NoExecute);
        if toleration.toleration_seconds.is_some() && !is_no_execute {
            let effect = bad_effect
                .unwrap_or_else(|| toleration.effect.map_or("", TaintEffect::as_str).into());
            let detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
            v.invalid("effect", &effect, detail);
        }
        let value = &toleration.value;
        match operator.as_str() {
            "Equal" | "" => {
                let complaints = names::label_value(v.release, value);
                if !complaints.is_empty() {
                    v.invalid("operator", value, complaints.join(";"));
                }
            }
            "Exists" if !value.is_empty() => {
                v.invalid("operator", value, "value must be empty when `operator` is 'Exists'");
            }
            "Exists" => {}
            _ => v.choice("operator"),
        }
        if v.bad_choice("effect").is_some_and(|(value, _)| !value.is_empty()) {
            v.choice("effect");
        }
        v.leave(mark);
    }
}

fn validate_host_aliases(v: &mut Validator, spec: &PodSpec) {
    let aliases = spec.host_aliases.0.as_ref().map(Node::elements).unwrap_or_default();
    for (index, alias) in aliases.iter().enumerate() {
        let mark = v.enter_element("hostAliases", index);
        let address = alias.get("ip").and_then(Node::as_text).cloned().unwrap_or_default();
        let complaints = names::ip(&address);
        if v.release.has(Feature::HostAliasAddressLikeOthers) {
            v.invalid_each("ip", &address, complaints);
        } else if !complaints.is_empty() {
            v.invalid("ip", &address, "must be valid IP address");
        }
        let hosts = alias.get("hostnames").map(Node::elements).unwrap_or_default();
        for (index, host) in hosts.iter().enumerate() {
            let mark = v.enter_element("hostnames", index);
            let host = host.as_text().cloned().unwrap_or_default();
            v.invalid_each("", &host, names::dns_subdomain(v.release, &host));
            v.leave(mark);
        }
        v.leave(mark);
    }
}
