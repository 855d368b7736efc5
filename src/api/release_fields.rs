//! Fields that Kubernetes added after 1.20, the oldest release that Podlab models.

use crate::base::text::Text;
use crate::manifest::node::{Node, Span, Value};
use crate::rules::Feature;
use crate::rules::release::Release;

/// The name of the enclosing field, the name of the field, and the feature that brought it.
const FIELDS: &[(&str, &str, Feature)] = &[
    ("containers", "resizePolicy", Feature::InPlacePodVerticalScaling),
    ("containers", "restartPolicy", Feature::SidecarContainers),
    ("containers", "restartPolicyRules", Feature::ContainerRestartRules),
    ("initContainers", "resizePolicy", Feature::InPlacePodVerticalScaling),
    ("initContainers", "restartPolicy", Feature::SidecarContainers),
    ("initContainers", "restartPolicyRules", Feature::ContainerRestartRules),
    ("lifecycle", "stopSignal", Feature::ContainerStopSignals),
    ("livenessProbe", "grpc", Feature::GRPCContainerProbe),
    ("livenessProbe", "terminationGracePeriodSeconds", Feature::ProbeTerminationGracePeriod),
    ("postStart", "sleep", Feature::PodLifecycleSleepAction),
    ("preStop", "sleep", Feature::PodLifecycleSleepAction),
    ("readinessProbe", "grpc", Feature::GRPCContainerProbe),
    ("readinessProbe", "terminationGracePeriodSeconds", Feature::ProbeTerminationGracePeriod),
    ("resources", "claims", Feature::DynamicResourceAllocation),
    ("securityContext", "appArmorProfile", Feature::AppArmorFields),
    ("rollingUpdate", "maxUnavailable", Feature::MaxUnavailableStatefulSet),
    ("spec", "hostUsers", Feature::UserNamespacesSupport),
    ("spec", "hostnameOverride", Feature::HostnameOverride),
    ("spec", "internalTrafficPolicy", Feature::ServiceInternalTrafficPolicy),
    ("spec", "minReadySeconds", Feature::StatefulSetMinReadySeconds),
    ("spec", "ordinals", Feature::StatefulSetStartOrdinal),
    ("spec", "os", Feature::IdentifyPodOS),
    ("spec", "persistentVolumeClaimRetentionPolicy", Feature::StatefulSetAutoDeletePVC),
    ("spec", "resourceClaims", Feature::DynamicResourceAllocation),
    ("spec", "resources", Feature::PodLevelResources),
    ("spec", "schedulingGates", Feature::PodSchedulingReadiness),
    ("spec", "trafficDistribution", Feature::ServiceTrafficDistribution),
    ("spec", "unhealthyPodEvictionPolicy", Feature::PDBUnhealthyPodEvictionPolicy),
    ("spec", "workloadRef", Feature::GenericWorkload),
    ("startupProbe", "grpc", Feature::GRPCContainerProbe),
    ("startupProbe", "terminationGracePeriodSeconds", Feature::ProbeTerminationGracePeriod),
    ("valueFrom", "fileKeyRef", Feature::EnvFiles),
    ("volumeMounts", "recursiveReadOnly", Feature::RecursiveReadOnlyMounts),
    ("volumes", "image", Feature::ImageVolume),
];

/// A field that the release does not know yet.
pub(crate) struct Newer {
    /// Path of the field.
    pub path: String,
    /// Where it stands.
    pub span: Span,
    /// The minor version of the release that brought it.
    pub since: u32,
}

/// Returns the feature that brought a field, when the release does not know it.
fn newer_feature(parent: &str, name: &str, release: Release) -> Option<Feature> {
    let found = FIELDS.iter().find(|(p, n, _)| *n == name && *p == parent);
    found.map(|(_, _, feature)| *feature).filter(|feature| !release.knows(*feature))
}

/// Returns the fields of a Pod, Service or StatefulSet that the release does not know yet.
pub(crate) fn newer(node: &Node, release: Release) -> Vec<Newer> {
    let mut found = Vec::new();
    let is_older = FIELDS.iter().any(|(_, _, feature)| !release.knows(*feature));
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
        match newer_feature(parent, &entry.key, release) {
            Some(feature) => found.push(Newer { path, span: entry.span, since: feature.since() }),
            None => collect(&entry.node, &entry.key, &path, release, found),
        }
    }
}

/// Drops the fields of a Pod, Service or StatefulSet that the release does not know yet, as the release's API server
/// does.
pub(crate) fn drop_newer(node: &mut Node, parent: &str, release: Release) {
    match &mut node.value {
        Value::Map(entries) => {
            entries.retain(|entry| newer_feature(parent, &entry.key, release).is_none());
            for entry in entries {
                let Some(key) = PARENTS.iter().find(|key| entry.key == **key) else {
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

/// The field that holds claims. Claims have had their fields of the same names from the start.
const CLAIMS: &str = "volumeClaimTemplates";

/// The fields that can contain newer fields.
const PARENTS: &[&str] = &[
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
