//! Fields that came to Pods and StatefulSets after 1.20, the oldest release Podlab models.

use super::node::{Node, Span, Value};
use crate::release::Release;
use crate::text::Text;

/// Name of the enclosing field (`*` = any), name of the field, minor version it came with.
const SINCE: &[(&str, &str, u32)] = &[
    ("containers", "resizePolicy", 27),
    ("containers", "restartPolicy", 28),
    ("containers", "restartPolicyRules", 34),
    ("initContainers", "resizePolicy", 27),
    ("initContainers", "restartPolicy", 28),
    ("initContainers", "restartPolicyRules", 34),
    ("lifecycle", "stopSignal", 33),
    ("livenessProbe", "grpc", 23),
    ("livenessProbe", "terminationGracePeriodSeconds", 21),
    ("postStart", "sleep", 29),
    ("preStop", "sleep", 29),
    ("readinessProbe", "grpc", 23),
    ("readinessProbe", "terminationGracePeriodSeconds", 21),
    ("resources", "claims", 26),
    ("securityContext", "appArmorProfile", 30),
    ("rollingUpdate", "maxUnavailable", 24),
    ("spec", "hostUsers", 25),
    ("spec", "hostnameOverride", 34),
    ("spec", "internalTrafficPolicy", 21),
    ("spec", "minReadySeconds", 22),
    ("spec", "ordinals", 26),
    ("spec", "os", 23),
    ("spec", "persistentVolumeClaimRetentionPolicy", 23),
    ("spec", "resourceClaims", 26),
    ("spec", "resources", 32),
    ("spec", "schedulingGates", 26),
    ("spec", "trafficDistribution", 30),
    ("spec", "unhealthyPodEvictionPolicy", 26),
    ("spec", "workloadRef", 35),
    ("startupProbe", "grpc", 23),
    ("startupProbe", "terminationGracePeriodSeconds", 21),
    ("valueFrom", "fileKeyRef", 34),
    ("volumeMounts", "recursiveReadOnly", 30),
    ("volumes", "image", 31),
];

/// A field the release does not know yet.
pub(crate) struct Newer {
    /// Path of the field.
    pub path: String,
    /// Where it stands.
    pub span: Span,
    /// The minor version it came with.
    pub since: u32,
}

/// The minor version the field came with, when the release does not have it.
fn since(parent: &str, name: &str, release: Release) -> Option<u32> {
    let found = SINCE.iter().find(|(p, n, _)| *n == name && *p == parent);
    found.map(|(_, _, since)| *since).filter(|since| !release.has(*since))
}

/// The fields of a Pod, Service or StatefulSet that the release does not know yet.
pub(crate) fn newer(node: &Node, release: Release) -> Vec<Newer> {
    let mut found = Vec::new();
    let is_older = SINCE.iter().any(|(_, _, since)| !release.has(*since));
    let kinds = ["Pod", "PodDisruptionBudget", "Service", "StatefulSet"].map(Some);
    if is_older && kinds.contains(&node.get("kind").and_then(Node::as_text).map(Text::as_str)) {
        collect(node, "", "", release, &mut found);
    }
    found
}

fn collect(node: &Node, parent: &str, path: &str, release: Release, found: &mut Vec<Newer>) {
    for (index, element) in node.elements().iter().enumerate() {
        collect(element, parent, &format!("{path}[{index}]"), release, found);
    }
    for entry in node.entries().iter().filter(|entry| entry.key != CLAIMS) {
        let dot = if path.is_empty() { "" } else { "." };
        let path = format!("{path}{dot}{}", entry.key);
        match since(parent, &entry.key, release) {
            Some(since) => found.push(Newer { path, span: entry.span, since }),
            None => collect(&entry.node, &entry.key, &path, release, found),
        }
    }
}

/// Drops the fields of a Pod, Service or StatefulSet that the release does not know yet, as its server does.
pub(crate) fn drop_newer(node: &mut Node, parent: &str, release: Release) {
    match &mut node.value {
        Value::Map(entries) => {
            entries.retain(|entry| since(parent, &entry.key, release).is_none());
            for entry in entries {
                let Some(key) = SINCE_PARENTS.iter().find(|key| entry.key == **key) else {
                    continue;
                };
                drop_newer(&mut entry.node, key, release);
            }
        }
        Value::List(elements) => {
            for element in elements {
                drop_newer(element, parent, release);
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {}
    }
}

/// The field of claims, which have had their own fields of the same names from the start.
const CLAIMS: &str = "volumeClaimTemplates";

/// The fields inside which newer fields may stand.
const SINCE_PARENTS: &[&str] = &[
    "spec",
    "template",
    "updateStrategy",
    "rollingUpdate",
    "containers",
    "initContainers",
    "lifecycle",
    "livenessProbe",
    "readinessProbe",
    "startupProbe",
    "postStart",
    "preStop",
    "resources",
    "securityContext",
    "env",
    "valueFrom",
    "volumeMounts",
    "volumes",
];
