//! Fields that Kubernetes added after 1.20, the oldest release that Podlab models.

use crate::api::ResourceKind;
use crate::base::text::Text;
use crate::manifest::node::{Node, Span, Value};
use crate::rules::Feature;
use crate::rules::release::Release;

/// The name of the enclosing field, the name of the field, and the feature that brought it. Other kinds may have had a field of the
/// same names from the start: then the kind stands before the enclosing field.
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
    ("StatefulSet/rollingUpdate", "maxUnavailable", Feature::MaxUnavailableStatefulSet),
    ("spec", "hostUsers", Feature::UserNamespacesSupport),
    ("spec", "hostnameOverride", Feature::HostnameOverride),
    ("spec", "internalTrafficPolicy", Feature::ServiceInternalTrafficPolicy),
    ("StatefulSet/spec", "minReadySeconds", Feature::StatefulSetMinReadySeconds),
    ("spec", "loadBalancerClass", Feature::ServiceLoadBalancerClass),
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
    (
        "requiredDuringSchedulingIgnoredDuringExecution",
        "matchLabelKeys",
        Feature::MatchLabelKeysInPodAffinity,
    ),
    (
        "requiredDuringSchedulingIgnoredDuringExecution",
        "mismatchLabelKeys",
        Feature::MatchLabelKeysInPodAffinity,
    ),
    (
        "requiredDuringSchedulingIgnoredDuringExecution",
        "namespaceSelector",
        Feature::PodAffinityNamespaceSelector,
    ),
    ("podAffinityTerm", "matchLabelKeys", Feature::MatchLabelKeysInPodAffinity),
    ("podAffinityTerm", "mismatchLabelKeys", Feature::MatchLabelKeysInPodAffinity),
    ("podAffinityTerm", "namespaceSelector", Feature::PodAffinityNamespaceSelector),
    ("topologySpreadConstraints", "matchLabelKeys", Feature::MatchLabelKeysInPodTopologySpread),
    ("topologySpreadConstraints", "minDomains", Feature::MinDomainsInPodTopologySpread),
    (
        "topologySpreadConstraints",
        "nodeAffinityPolicy",
        Feature::NodeInclusionPolicyInPodTopologySpread,
    ),
    (
        "topologySpreadConstraints",
        "nodeTaintsPolicy",
        Feature::NodeInclusionPolicyInPodTopologySpread,
    ),
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

/// Returns whether objects of a kind have fields that an older release drops.
fn has_newer(kind: &str) -> bool {
    let others = [ResourceKind::Pod, ResourceKind::PodDisruptionBudget, ResourceKind::Service];
    ResourceKind::named(kind).is_some_and(|kind| kind.is_workload() || others.contains(&kind))
}

/// Where a field stands.
#[derive(Clone, Copy)]
struct FieldPath<'a> {
    kind: &'a str,
    /// The enclosing field; empty at the top of the object.
    parent: &'a str,
    release: Release,
}

impl<'a> FieldPath<'a> {
    fn inside(self, parent: &'a str) -> FieldPath<'a> {
        FieldPath { parent, ..self }
    }

    fn is(&self, row: &str) -> bool {
        let (kind, parent) = row.split_once('/').unwrap_or((self.kind, row));
        kind == self.kind && parent == self.parent
    }

    /// Returns the feature that brought a field, when the release does not know it.
    fn newer_feature(&self, name: &str) -> Option<Feature> {
        let found = FIELDS.iter().find(|(place, known, _)| *known == name && self.is(place));
        found.map(|(_, _, feature)| *feature).filter(|feature| !self.release.knows(*feature))
    }
}

fn kind_of(node: &Node) -> Text {
    node.get("kind").and_then(Node::as_text).cloned().unwrap_or_default()
}

/// Returns the fields of an object that the release does not know yet.
pub(crate) fn newer(node: &Node, release: Release) -> Vec<Newer> {
    let mut found = Vec::new();
    let is_older = FIELDS.iter().any(|(_, _, feature)| !release.knows(*feature));
    let kind = kind_of(node);
    if is_older && has_newer(&kind) {
        let place = FieldPath { kind: &kind, parent: "", release };
        collect(node, place, "", &mut found);
    }
    found
}

fn collect(node: &Node, place: FieldPath<'_>, path: &str, found: &mut Vec<Newer>) {
    for (index, element) in node.elements().iter().enumerate() {
        collect(element, place, &format!("{path}[{index}]"), found);
    }
    for entry in node.entries().iter().filter(|entry| !CLAIMS.contains(&entry.key.as_str())) {
        let dot = if path.is_empty() { "" } else { "." };
        let path = format!("{path}{dot}{}", entry.key);
        match place.newer_feature(&entry.key) {
            Some(feature) => found.push(Newer { path, span: entry.span, since: feature.since() }),
            None => collect(&entry.node, place.inside(&entry.key), &path, found),
        }
    }
}

/// Drops the fields of an object that the release does not know yet, as the release's API server does.
pub(crate) fn drop_newer(node: &mut Node, release: Release) {
    let kind = kind_of(node);
    drop_inside(node, FieldPath { kind: &kind, parent: "", release });
}

fn drop_inside(node: &mut Node, place: FieldPath<'_>) {
    match &mut node.value {
        Value::Map(entries) => {
            entries.retain(|entry| place.newer_feature(&entry.key).is_none());
            for entry in entries {
                let Some(key) = PARENTS.iter().find(|key| entry.key == **key) else {
                    continue;
                };
                drop_inside(&mut entry.node, place.inside(key));
            }
        }
        Value::List(elements) => {
            for element in elements {
                drop_inside(element, place);
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {}
    }
}

/// The fields that hold claims. Claims have had their fields of the same names from the start.
const CLAIMS: [&str; 2] = ["volumeClaimTemplate", "volumeClaimTemplates"];

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
    "affinity",
    "podAffinity",
    "podAntiAffinity",
    "requiredDuringSchedulingIgnoredDuringExecution",
    "preferredDuringSchedulingIgnoredDuringExecution",
    "podAffinityTerm",
    "topologySpreadConstraints",
];
