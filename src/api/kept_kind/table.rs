//! The kinds of the Kubernetes API that Podlab does not run: one row for each.
//!
//! [`KeptKind`](super::KeptKind) is made from the rows. A custom resource has no row here.

use crate::api::naming::Scope::{self, Cluster, Namespaced};
use crate::rules::Releases;
use crate::rules::releases::{ALL, between, since, until};

/// What is known of a kind.
pub(super) struct Row {
    pub kind: &'static str,
    /// The plural, with the API group behind it.
    pub plural: &'static str,
    pub short_names: &'static [&'static str],
    /// The API versions and the releases that serve them, the preferred version first.
    pub versions: &'static [(&'static str, Releases)],
    pub scope: Scope,
}

/// Makes the rows. A line is `Kind: plural, [short names], scope, [API version in releases, …];`, the preferred version first.
macro_rules! rows {
    ($($kind:ident: $plural:literal, [$($short:literal),*], $scope:ident, [$($version:literal in $releases:expr),*];)*) => {
        /// The kinds of the Kubernetes API that Podlab does not run.
        pub(super) static ROWS: &[Row] = &[$(Row {
            kind: stringify!($kind),
            plural: $plural,
            short_names: &[$($short),*],
            versions: &[$(($version, $releases)),*],
            scope: $scope,
        }),*];
    };
}

rows! {
    APIService: "apiservices.apiregistration.k8s.io", [], Cluster,
        ["apiregistration.k8s.io/v1" in ALL, "apiregistration.k8s.io/v1beta1" in until(21)];
    CSIDriver: "csidrivers.storage.k8s.io", [], Cluster,
        ["storage.k8s.io/v1" in ALL, "storage.k8s.io/v1beta1" in until(21)];
    CSINode: "csinodes.storage.k8s.io", [], Cluster,
        ["storage.k8s.io/v1" in ALL, "storage.k8s.io/v1beta1" in until(21)];
    CSIStorageCapacity: "csistoragecapacities.storage.k8s.io", [], Namespaced,
        ["storage.k8s.io/v1" in since(24), "storage.k8s.io/v1beta1" in between(21, 26)];
    CertificateSigningRequest: "certificatesigningrequests.certificates.k8s.io", ["csr"], Cluster,
        ["certificates.k8s.io/v1" in ALL, "certificates.k8s.io/v1beta1" in until(21)];
    ClusterRole: "clusterroles.rbac.authorization.k8s.io", [], Cluster,
        ["rbac.authorization.k8s.io/v1" in ALL, "rbac.authorization.k8s.io/v1beta1" in until(21)];
    ClusterRoleBinding: "clusterrolebindings.rbac.authorization.k8s.io", [], Cluster,
        ["rbac.authorization.k8s.io/v1" in ALL, "rbac.authorization.k8s.io/v1beta1" in until(21)];
    ClusterTrustBundle: "clustertrustbundles.certificates.k8s.io", [], Cluster,
        ["certificates.k8s.io/v1beta1" in since(33)];
    ControllerRevision: "controllerrevisions.apps", [], Namespaced, ["apps/v1" in ALL];
    CronJob: "cronjobs.batch", ["cj"], Namespaced,
        ["batch/v1" in since(21), "batch/v1beta1" in until(24)];
    CustomResourceDefinition: "customresourcedefinitions.apiextensions.k8s.io", ["crd", "crds"], Cluster,
        ["apiextensions.k8s.io/v1" in ALL, "apiextensions.k8s.io/v1beta1" in until(21)];
    DaemonSet: "daemonsets.apps", ["ds"], Namespaced, ["apps/v1" in ALL];
    DeviceClass: "deviceclasses.resource.k8s.io", [], Cluster,
        ["resource.k8s.io/v1" in since(34), "resource.k8s.io/v1beta2" in since(33), "resource.k8s.io/v1beta1" in since(32)];
    EndpointSlice: "endpointslices.discovery.k8s.io", [], Namespaced,
        ["discovery.k8s.io/v1" in since(21), "discovery.k8s.io/v1beta1" in until(24)];
    Endpoints: "endpoints", ["ep"], Namespaced, ["v1" in ALL];
    Event: "events", ["ev"], Namespaced,
        ["v1" in ALL, "events.k8s.io/v1" in ALL, "events.k8s.io/v1beta1" in until(24)];
    FlowSchema: "flowschemas.flowcontrol.apiserver.k8s.io", [], Cluster,
        ["flowcontrol.apiserver.k8s.io/v1" in since(29), "flowcontrol.apiserver.k8s.io/v1beta3" in between(26, 31),
         "flowcontrol.apiserver.k8s.io/v1beta2" in between(23, 28), "flowcontrol.apiserver.k8s.io/v1beta1" in until(25)];
    HorizontalPodAutoscaler: "horizontalpodautoscalers.autoscaling", ["hpa"], Namespaced,
        ["autoscaling/v2" in since(23), "autoscaling/v1" in ALL, "autoscaling/v2beta2" in until(25),
         "autoscaling/v2beta1" in until(24)];
    IPAddress: "ipaddresses.networking.k8s.io", ["ip"], Cluster,
        ["networking.k8s.io/v1" in since(33), "networking.k8s.io/v1beta1" in since(31)];
    Ingress: "ingresses.networking.k8s.io", ["ing"], Namespaced,
        ["networking.k8s.io/v1" in ALL, "networking.k8s.io/v1beta1" in until(21), "extensions/v1beta1" in until(21)];
    IngressClass: "ingressclasses.networking.k8s.io", [], Cluster,
        ["networking.k8s.io/v1" in ALL, "networking.k8s.io/v1beta1" in until(21)];
    Job: "jobs.batch", [], Namespaced, ["batch/v1" in ALL];
    Lease: "leases.coordination.k8s.io", [], Namespaced,
        ["coordination.k8s.io/v1" in ALL, "coordination.k8s.io/v1beta1" in until(21)];
    LeaseCandidate: "leasecandidates.coordination.k8s.io", [], Namespaced,
        ["coordination.k8s.io/v1beta1" in since(33)];
    LimitRange: "limitranges", ["limits"], Namespaced, ["v1" in ALL];
    MutatingAdmissionPolicy: "mutatingadmissionpolicies.admissionregistration.k8s.io", [], Cluster,
        ["admissionregistration.k8s.io/v1" in since(36), "admissionregistration.k8s.io/v1beta1" in since(34)];
    MutatingAdmissionPolicyBinding: "mutatingadmissionpolicybindings.admissionregistration.k8s.io", [], Cluster,
        ["admissionregistration.k8s.io/v1" in since(36), "admissionregistration.k8s.io/v1beta1" in since(34)];
    MutatingWebhookConfiguration: "mutatingwebhookconfigurations.admissionregistration.k8s.io", [], Cluster,
        ["admissionregistration.k8s.io/v1" in ALL, "admissionregistration.k8s.io/v1beta1" in until(21)];
    Namespace: "namespaces", ["ns"], Cluster, ["v1" in ALL];
    NetworkPolicy: "networkpolicies.networking.k8s.io", ["netpol"], Namespaced,
        ["networking.k8s.io/v1" in ALL];
    PodSecurityPolicy: "podsecuritypolicies.policy", ["psp"], Cluster, ["policy/v1beta1" in until(24)];
    PodTemplate: "podtemplates", [], Namespaced, ["v1" in ALL];
    PriorityLevelConfiguration: "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", [], Cluster,
        ["flowcontrol.apiserver.k8s.io/v1" in since(29), "flowcontrol.apiserver.k8s.io/v1beta3" in between(26, 31),
         "flowcontrol.apiserver.k8s.io/v1beta2" in between(23, 28), "flowcontrol.apiserver.k8s.io/v1beta1" in until(25)];
    ReplicationController: "replicationcontrollers", ["rc"], Namespaced, ["v1" in ALL];
    ResourceClaim: "resourceclaims.resource.k8s.io", [], Namespaced,
        ["resource.k8s.io/v1" in since(34), "resource.k8s.io/v1beta2" in since(33), "resource.k8s.io/v1beta1" in since(32)];
    ResourceClaimTemplate: "resourceclaimtemplates.resource.k8s.io", [], Namespaced,
        ["resource.k8s.io/v1" in since(34), "resource.k8s.io/v1beta2" in since(33), "resource.k8s.io/v1beta1" in since(32)];
    ResourceQuota: "resourcequotas", ["quota"], Namespaced, ["v1" in ALL];
    ResourceSlice: "resourceslices.resource.k8s.io", [], Cluster,
        ["resource.k8s.io/v1" in since(34), "resource.k8s.io/v1beta2" in since(33), "resource.k8s.io/v1beta1" in since(32)];
    Role: "roles.rbac.authorization.k8s.io", [], Namespaced,
        ["rbac.authorization.k8s.io/v1" in ALL, "rbac.authorization.k8s.io/v1beta1" in until(21)];
    RoleBinding: "rolebindings.rbac.authorization.k8s.io", [], Namespaced,
        ["rbac.authorization.k8s.io/v1" in ALL, "rbac.authorization.k8s.io/v1beta1" in until(21)];
    RuntimeClass: "runtimeclasses.node.k8s.io", [], Cluster,
        ["node.k8s.io/v1" in ALL, "node.k8s.io/v1beta1" in until(24)];
    ServiceAccount: "serviceaccounts", ["sa"], Namespaced, ["v1" in ALL];
    ServiceCIDR: "servicecidrs.networking.k8s.io", [], Cluster,
        ["networking.k8s.io/v1" in since(33), "networking.k8s.io/v1beta1" in since(31)];
    ValidatingAdmissionPolicy: "validatingadmissionpolicies.admissionregistration.k8s.io", [], Cluster,
        ["admissionregistration.k8s.io/v1" in since(30), "admissionregistration.k8s.io/v1beta1" in between(28, 33)];
    ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings.admissionregistration.k8s.io", [], Cluster,
        ["admissionregistration.k8s.io/v1" in since(30), "admissionregistration.k8s.io/v1beta1" in between(28, 33)];
    ValidatingWebhookConfiguration: "validatingwebhookconfigurations.admissionregistration.k8s.io", [], Cluster,
        ["admissionregistration.k8s.io/v1" in ALL, "admissionregistration.k8s.io/v1beta1" in until(21)];
    VolumeAttachment: "volumeattachments.storage.k8s.io", [], Cluster,
        ["storage.k8s.io/v1" in ALL, "storage.k8s.io/v1beta1" in until(21)];
    VolumeAttributesClass: "volumeattributesclasses.storage.k8s.io", ["vac"], Cluster,
        ["storage.k8s.io/v1" in since(34), "storage.k8s.io/v1beta1" in since(31)];
}
