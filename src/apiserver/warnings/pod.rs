//! What the API server warns of in Pods and in templates of Pods.

use super::{Warnings, of_claim, printed, retired};
use crate::api::affinity::{NodeSelectorRequirement, NodeSelectorTerm};
use crate::api::container::{Container, ContainerPort, Protocol};
use crate::api::meta::ObjectMeta;
use crate::api::persistent_volume_claim::PersistentVolumeClaimSpec;
use crate::api::pod::{APP_ARMOR_ANNOTATION, PodSpec};
use crate::base::text::Text;
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field, Object, Raw};
use crate::rules::Feature;
use std::collections::BTreeSet;

/// The labels of nodes that have newer names.
const OLD_LABELS: [(&str, &str); 5] = [
    ("beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead"),
    (
        "beta.kubernetes.io/instance-type",
        "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
    ),
    ("beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead"),
    (
        "failure-domain.beta.kubernetes.io/region",
        "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
    ),
    (
        "failure-domain.beta.kubernetes.io/zone",
        "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
    ),
];
/// The annotations that have become fields.
const OLD_ANNOTATIONS: [(&str, &str); 3] = [
    (
        "scheduler.alpha.kubernetes.io/critical-pod",
        "non-functional in v1.16+; use the \"priorityClassName\" field instead",
    ),
    (
        "security.alpha.kubernetes.io/sysctls",
        "non-functional in v1.11+; use the \"sysctls\" field instead",
    ),
    (
        "security.alpha.kubernetes.io/unsafe-sysctls",
        "non-functional in v1.11+; use the \"sysctls\" field instead",
    ),
];
const SECCOMP_OF_POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
const SECCOMP_OF_CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";
const SECCOMP: &str = "non-functional in v1.27+; use the \"seccompProfile\" field instead";
const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// Warns of a Pod, or of a template at a path that ends with a dot.
pub(super) fn warn(found: &mut Warnings, base: &str, metadata: &ObjectMeta, spec: &PodSpec) {
    of_labels(found, base, spec);
    for (key, words) in OLD_ANNOTATIONS {
        if metadata.annotations.contains_key(key) {
            found.add(format!("{base}metadata.annotations[{key}]"), words);
        }
    }
    of_volumes(found, base, spec);
    twice(found, &format!("{base}spec.hostAliases"), &spec.host_aliases, "ip");
    twice(found, &format!("{base}spec.imagePullSecrets"), &spec.image_pull_secrets, "name");
    for resource in ["memory", "ephemeral-storage"] {
        found.fractions(&format!("{base}spec.overhead"), resource, &spec.overhead);
    }
    if metadata.annotations.contains_key(SECCOMP_OF_POD)
        && !has(&spec.security_context, "seccompProfile")
    {
        found.add(format!("{base}metadata.annotations[{SECCOMP_OF_POD}]"), SECCOMP);
    }
    for (path, container) in containers(base, spec) {
        of_container(found, base, &path, container, metadata, spec);
    }
    if found.release.has(Feature::PortWarnings) {
        of_ports(found, base, spec);
    }
    if spec.termination_grace_period_seconds.is_some_and(|seconds| seconds < 0) {
        let words = "must be >= 0; negative values are invalid and will be treated as 1";
        found.add(format!("{base}spec.terminationGracePeriodSeconds"), words);
    }
    if found.release.has(Feature::NullSelectorWarnings) {
        of_selectors(found, base, spec);
    }
}

/// Returns the containers with their paths, in the server's order.
fn containers<'a>(
    base: &'a str,
    spec: &'a PodSpec,
) -> impl Iterator<Item = (String, &'a Container)> {
    let lists = [
        ("initContainers", &spec.init_containers),
        ("containers", &spec.containers),
        ("ephemeralContainers", &spec.ephemeral_containers),
    ];
    lists.into_iter().flat_map(move |(list, containers)| {
        let path = move |index| format!("{base}spec.{list}[{index}]");
        containers.iter().enumerate().map(move |(index, container)| (path(index), container))
    })
}

fn newer_label(key: &str) -> Option<&'static str> {
    OLD_LABELS.iter().find(|(old, _)| *old == key).map(|(_, words)| *words)
}

/// Warns of labels of nodes that have newer names, in selectors, affinity and topology.
fn of_labels(found: &mut Warnings, base: &str, spec: &PodSpec) {
    for key in spec.node_selector.keys() {
        if let Some(words) = newer_label(key) {
            found.add(format!("{base}spec.nodeSelector[{key}]"), words);
        }
    }
    let path = format!("{base}spec.affinity.nodeAffinity.");
    let affinity = spec.affinity.as_ref().and_then(|affinity| affinity.node_affinity.as_ref());
    if let Some(affinity) = affinity {
        let terms = affinity.required.iter().flat_map(|required| &required.node_selector_terms);
        for (index, term) in terms.enumerate() {
            of_term(found, &format!("{path}{REQUIRED}.nodeSelectorTerms[{index}]"), term);
        }
        for (index, preferred) in affinity.preferred.iter().enumerate() {
            let path = format!("{path}{PREFERRED}[{index}].preference");
            of_term(found, &path, &preferred.preference);
        }
    }
    for (index, constraint) in spec.topology_spread_constraints.iter().enumerate() {
        let key = &constraint.topology_key;
        if let Some(words) = newer_label(key) {
            let path = format!("{base}spec.topologySpreadConstraints[{index}].topologyKey");
            found.add(path, format!("{key} is {words}"));
        }
    }
}

fn of_term(found: &mut Warnings, path: &str, term: &NodeSelectorTerm) {
    for (index, NodeSelectorRequirement { key, .. }) in term.match_expressions.iter().enumerate() {
        if let Some(words) = newer_label(key) {
            found.add(format!("{path}.matchExpressions[{index}].key"), format!("{key} is {words}"));
        }
    }
}

/// Warns of volumes that Kubernetes has given up, and of claims for fractions of bytes.
fn of_volumes(found: &mut Warnings, base: &str, spec: &PodSpec) {
    for (index, volume) in spec.volumes.iter().enumerate() {
        let path = format!("{base}spec.volumes[{index}]");
        volume.visit(&mut |name, field: &dyn Field| {
            if let Some(words) = retired(name, found.release).filter(|_| !field.is_unset()) {
                found.add(format!("{path}.{}", printed(name)), words);
            }
        });
        let template = volume.ephemeral.0.as_ref().and_then(|e| e.get("volumeClaimTemplate"));
        if let Some(written) = template.and_then(|template| template.get("spec")) {
            let mut claim = PersistentVolumeClaimSpec::default();
            claim.decode(written, &mut Decoder::default());
            of_claim(found, &format!("{path}.ephemeral.volumeClaimTemplate.spec"), &claim);
        }
    }
}

/// Warns of elements of a list that have the same text in a field, or an empty name.
fn twice(found: &mut Warnings, path: &str, list: &Raw, field: &str) {
    let mut seen = BTreeSet::new();
    for (index, element) in elements(list).iter().enumerate() {
        let value = text(element, field);
        if !seen.insert(value.clone()) {
            found.add(format!("{path}[{index}].{field}"), format!("duplicate {field} {value:?}"));
        }
    }
    for (index, element) in elements(list).iter().enumerate() {
        if field == "name" && text(element, field).is_empty() {
            found.add(format!("{path}[{index}].{field}"), "invalid empty name \"\"");
        }
    }
}

fn of_container(
    found: &mut Warnings,
    base: &str,
    path: &str,
    container: &Container,
    metadata: &ObjectMeta,
    spec: &PodSpec,
) {
    let context = &container.security_context;
    let key = format!("{SECCOMP_OF_CONTAINER}{}", container.name);
    if metadata.annotations.contains_key(&*key) && !has(context, "seccompProfile") {
        found.add(format!("{base}metadata.annotations[{key}]"), SECCOMP);
    }
    let key = format!("{APP_ARMOR_ANNOTATION}{}", container.name);
    let has_field =
        has(&spec.security_context, "appArmorProfile") || has(context, "appArmorProfile");
    if found.release.has(Feature::AppArmorFields)
        && metadata.annotations.contains_key(&*key)
        && !has_field
    {
        let words = "deprecated since v1.30; use the \"appArmorProfile\" field instead";
        found.add(format!("{base}metadata.annotations[{key}]"), words);
    }
    for resource in ["memory", "ephemeral-storage"] {
        let resources = &container.resources;
        found.fractions(&format!("{path}.resources.limits"), resource, &resources.limits);
        found.fractions(&format!("{path}.resources.requests"), resource, &resources.requests);
    }
    of_variables(found, path, container);
}

/// Warns of variables that occur twice.
fn of_variables(found: &mut Warnings, path: &str, container: &Container) {
    let mut seen = BTreeSet::new();
    for (index, variable) in container.env.iter().enumerate() {
        let name = &variable.name;
        if seen.insert(name) {
            continue;
        }
        if !found.release.has(Feature::HiddenVariableWarnings) {
            found.add(format!("{path}.env[{index}].name"), format!("duplicate name {name:?}"));
            continue;
        }
        // A value that is made from the one before, such as `$(A):more`, is meant.
        let before = format!("$({name})");
        let is_meant = variable.value_from.is_none()
            && *variable.value != *before
            && variable.value.contains(&before);
        if !is_meant {
            let may_be_dropped = found.release.has(Feature::HiddenVariablesMayBeDropped);
            let end = if may_be_dropped { ", which may be dropped when using apply" } else { "" };
            let words = format!("hides previous definition of {name:?}{end}");
            found.add(format!("{path}.env[{index}]"), words);
        }
    }
}

/// Warns of ports that the containers of a Pod name twice.
fn of_ports(found: &mut Warnings, base: &str, spec: &PodSpec) {
    let mut seen: Vec<(String, &ContainerPort)> = Vec::new();
    for (path, container) in containers(base, spec) {
        for (index, port) in container.ports.iter().enumerate() {
            let path = format!("{path}.ports[{index}]");
            if !port.host_ip.is_empty() && port.host_port == 0 {
                found.add(path.as_str(), format!("hostIP set without hostPort: {}", in_go(port)));
            }
            let is_same = |other: &ContainerPort| {
                other.container_port == port.container_port && protocol(other) == protocol(port)
            };
            for (place, other) in seen.iter().filter(|(_, other)| is_same(other)) {
                let is_open = |port: &ContainerPort| port.host_ip.is_empty();
                let words = if port.host_ip == other.host_ip && port.host_port == other.host_port {
                    "duplicate"
                } else if port.host_port == 0 || other.host_port == 0 {
                    "overlapping"
                } else if port.host_port == other.host_port && is_open(port) != is_open(other) {
                    "dangerously ambiguous"
                } else {
                    continue;
                };
                found.add(path.as_str(), format!("{words} port definition with {place}"));
            }
            seen.push((path, port));
        }
    }
}

fn protocol(port: &ContainerPort) -> &'static str {
    port.protocol.unwrap_or(Protocol::Tcp).as_str()
}

/// Returns a port as Go prints a struct.
fn in_go(port: &ContainerPort) -> String {
    let ContainerPort { name, host_port, container_port, host_ip, .. } = port;
    let protocol = protocol(port);
    format!(
        "{{Name:{name} HostPort:{host_port} ContainerPort:{container_port} Protocol:{protocol} HostIP:{host_ip}}}"
    )
}

/// Warns of terms and constraints without a selector, which no Pod matches.
fn of_selectors(found: &mut Warnings, base: &str, spec: &PodSpec) {
    const WORDS: &str = "a null labelSelector results in matching no pod";
    for (index, constraint) in spec.topology_spread_constraints.iter().enumerate() {
        if constraint.label_selector.is_none() {
            found
                .add(format!("{base}spec.topologySpreadConstraints[{index}].labelSelector"), WORDS);
        }
    }
    let Some(affinity) = &spec.affinity else { return };
    let parts =
        [("podAffinity", &affinity.pod_affinity), ("podAntiAffinity", &affinity.pod_anti_affinity)];
    for (name, part) in parts {
        let Some(part) = part else { continue };
        let path = format!("{base}spec.affinity.{name}");
        for (index, term) in part.required.iter().enumerate() {
            if term.label_selector.is_none() {
                found.add(format!("{path}.{REQUIRED}[{index}].labelSelector"), WORDS);
            }
        }
        for (index, weighted) in part.preferred.iter().enumerate() {
            if weighted.pod_affinity_term.label_selector.is_none() {
                let path = format!("{path}.{PREFERRED}[{index}].podAffinityTerm.labelSelector");
                found.add(path, WORDS);
            }
        }
    }
}

fn elements(list: &Raw) -> &[Node] {
    list.0.as_ref().map(Node::elements).unwrap_or_default()
}

fn text(node: &Node, field: &str) -> Text {
    node.get(field).and_then(Node::as_text).cloned().unwrap_or_default()
}

fn has(context: &Raw, field: &str) -> bool {
    let field = context.0.as_ref().and_then(|context| context.get(field));
    field.is_some_and(|field| !field.is_null())
}
