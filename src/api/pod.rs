//! The Pod and its spec.

use super::affinity::{Affinity, TopologySpreadConstraint};
use super::container::{Container, RestartPolicy};
use super::meta::ObjectMeta;
use super::quantity::ResourceList;
use super::status::PodStatus;
use super::volume::Volume;
use crate::base::text::Text;
use crate::manifest::schema::{Raw, Shared, api_choice, api_object};
use std::collections::BTreeMap;

/// The prefix of annotations that give a container an AppArmor profile. The name of the container follows it. Rule
/// P-305.
pub(crate) const APP_ARMOR_ANNOTATION: &str = "container.apparmor.security.beta.kubernetes.io/";

api_object! {
    /// A Pod: its desired and its observed state.
    pub struct Pod {
        /// Name, identity and bookkeeping.
        pub metadata: Shared<ObjectMeta> = "metadata",
        /// The desired state.
        pub spec: Shared<PodSpec> = "spec",
        /// The observed state.
        pub status: PodStatus = "status",
    }
}

api_object! {
    /// The desired state of a Pod.
    pub struct PodSpec {
        /// How many seconds the Pod may be active on its node. Rule P-816.
        pub active_deadline_seconds: Option<i64> = "activeDeadlineSeconds",
        /// The nodes that the Pod asks for, and the Pods that it wants near it or away from it.
        pub affinity: Option<Affinity> = "affinity",
        /// Kept, not interpreted.
        pub automount_service_account_token: Option<bool> = "automountServiceAccountToken",
        /// The app containers.
        pub containers: Vec<Container> = "containers",
        /// Kept, not interpreted.
        pub dns_config: Raw = "dnsConfig",
        /// How names are resolved.
        pub dns_policy: Option<DnsPolicy> = "dnsPolicy" or "",
        /// Kept, not interpreted.
        pub enable_service_links: Option<bool> = "enableServiceLinks",
        /// Containers that were added to a running Pod to look at it. Rule P-515.
        pub ephemeral_containers: Vec<Container> = "ephemeralContainers",
        /// Kept, not interpreted.
        pub host_aliases: Raw = "hostAliases",
        /// Kept, not interpreted.
        pub host_ipc: bool = "hostIPC",
        /// Whether the Pod uses the node's network.
        pub host_network: bool = "hostNetwork",
        /// Kept, not interpreted.
        pub host_pid: bool = "hostPID",
        /// Kept, not interpreted.
        pub host_users: Option<bool> = "hostUsers",
        /// The host name, instead of the Pod's name.
        pub hostname: Text = "hostname",
        /// Kept, not interpreted.
        pub hostname_override: Raw = "hostnameOverride",
        /// Kept, not interpreted.
        pub image_pull_secrets: Raw = "imagePullSecrets",
        /// Containers that run before the app containers, and sidecars. Rule P-501.
        pub init_containers: Vec<Container> = "initContainers",
        /// The node it is bound to. Rule P-904.
        pub node_name: Text = "nodeName",
        /// The labels that its node must have.
        pub node_selector: BTreeMap<Text, Text> = "nodeSelector",
        /// Kept, not interpreted.
        pub os: Raw = "os",
        /// Resources that the sandbox itself uses.
        pub overhead: ResourceList = "overhead",
        /// Whether the Pod may preempt other Pods.
        pub preemption_policy: Option<PreemptionPolicy> = "preemptionPolicy",
        /// The priority. A Pod may preempt Pods of lower priority. Rule P-907.
        pub priority: Option<i64> = "priority",
        /// The PriorityClass that the priority comes from.
        pub priority_class_name: Text = "priorityClassName",
        /// Extra conditions that Ready waits for. Rule P-207.
        pub readiness_gates: Vec<PodReadinessGate> = "readinessGates",
        /// Kept, not interpreted.
        pub resource_claims: Raw = "resourceClaims",
        /// Kept, not interpreted.
        pub resources: Raw = "resources",
        /// Whether containers that ended start again. Rule P-401.
        pub restart_policy: Option<RestartPolicy> = "restartPolicy" or "",
        /// Kept, not interpreted.
        pub runtime_class_name: Option<Text> = "runtimeClassName",
        /// The scheduler that places the Pod.
        pub scheduler_name: Text = "schedulerName",
        /// Scheduling gates. While there is one, the Pod is not scheduled. Rule P-903.
        pub scheduling_gates: Vec<PodSchedulingGate> = "schedulingGates",
        /// Podlab keeps it and reads only `runAsNonRoot`.
        pub security_context: Raw = "securityContext",
        /// The old name of `serviceAccountName`.
        pub service_account: Text = "serviceAccount",
        /// The account that the Pod runs as.
        pub service_account_name: Text = "serviceAccountName",
        /// Kept, not interpreted.
        pub set_hostname_as_fqdn: Option<bool> = "setHostnameAsFQDN",
        /// Kept, not interpreted.
        pub share_process_namespace: Option<bool> = "shareProcessNamespace",
        /// The headless Service that gives the Pod a DNS name.
        pub subdomain: Text = "subdomain",
        /// The grace period: the seconds between the request to stop and SIGKILL; 30 when unset. Rules K-11, P-801.
        pub termination_grace_period_seconds: Option<i64> = "terminationGracePeriodSeconds",
        /// The taints that the Pod tolerates.
        pub tolerations: Vec<Toleration> = "tolerations",
        /// How evenly Pods must be spread over domains such as zones.
        pub topology_spread_constraints: Vec<TopologySpreadConstraint> = "topologySpreadConstraints",
        /// The volumes.
        pub volumes: Vec<Volume> = "volumes",
        /// Kept, not interpreted.
        pub workload_ref: Raw = "workloadRef",
    }
}

impl PodSpec {
    /// Returns the restart policy; `Always` when unset. Rule P-401.
    pub fn restart_policy(&self) -> RestartPolicy {
        self.restart_policy.unwrap_or(RestartPolicy::Always)
    }

    /// Returns the sidecars. Rule P-508.
    pub(crate) fn sidecars(&self) -> impl Iterator<Item = &Container> {
        self.init_containers.iter().filter(|c| c.is_sidecar())
    }
}

api_object! {
    /// An extra condition that Ready waits for. Rule P-207.
    pub struct PodReadinessGate {
        /// Type of the condition.
        pub condition_type: Text = "conditionType",
    }
}

api_object! {
    /// A gate that prevents scheduling. Rule P-903.
    pub struct PodSchedulingGate {
        /// Its name.
        pub name: Text = "name",
    }
}

api_object! {
    /// A taint that the Pod tolerates.
    pub struct Toleration {
        /// The effect of the taint; every effect when unset.
        pub effect: Option<TaintEffect> = "effect" or "",
        /// The key of the taint; every key when unset.
        pub key: Text = "key",
        /// `Equal` when unset.
        pub operator: Option<TolerationOperator> = "operator" or "",
        /// How many seconds the Pod tolerates a NoExecute taint; for ever when unset.
        pub toleration_seconds: Option<i64> = "tolerationSeconds",
        /// The value of the taint.
        pub value: Text = "value",
    }
}

api_choice! {
    /// The effect of a taint.
    pub enum TaintEffect {
        /// New Pods are not placed on the node.
        NoSchedule = "NoSchedule",
        /// New Pods are placed elsewhere if possible.
        PreferNoSchedule = "PreferNoSchedule",
        /// Pods on the node are deleted.
        NoExecute = "NoExecute",
    }
}

api_choice! {
    /// How a toleration matches a taint.
    pub enum TolerationOperator {
        /// Same key and value.
        Equal = "Equal",
        /// Same key.
        Exists = "Exists",
    }
}

api_choice! {
    /// How names are resolved in a Pod. Rule P-1362.
    pub enum DnsPolicy {
        /// Like ClusterFirst, also for Pods on the network of their node.
        ClusterFirstWithHostNet = "ClusterFirstWithHostNet",
        /// The cluster's DNS first.
        ClusterFirst = "ClusterFirst",
        /// The node's settings.
        Default = "Default",
        /// Only `dnsConfig`.
        None = "None",
    }
}

api_choice! {
    /// Whether a Pod may preempt other Pods.
    pub enum PreemptionPolicy {
        /// It may.
        PreemptLowerPriority = "PreemptLowerPriority",
        /// It may not.
        Never = "Never",
    }
}

/// Returns whether this is a mirror Pod, which only shows a Pod that a kubelet runs by itself.
pub(crate) fn is_mirror(pod: &Pod) -> bool {
    pod.metadata.annotations.contains_key(MIRROR)
}

/// Returns whether a Pod, or the Pod that it mirrors, comes from a manifest on a machine.
pub(crate) fn is_static(pod: &Pod) -> bool {
    pod.metadata.annotations.contains_key(SOURCE)
}

/// Returns the UID that Events about a Pod name. For a mirror Pod this is the UID of the static Pod.
pub fn uid_of_events(pod: &Pod) -> &Text {
    pod.metadata.annotations.get(MIRROR).unwrap_or(&pod.metadata.uid)
}

/// The annotation that makes a Pod a mirror Pod. Its value is the hash of the manifest.
pub(crate) const MIRROR: &str = "kubernetes.io/config.mirror";

pub(crate) const SOURCE: &str = "kubernetes.io/config.source";

/// `status.reason` of a Pod that was evicted, or refused because the node lacked something.
pub(crate) const EVICTED: &str = "Evicted";
