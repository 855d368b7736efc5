//! The Pod and its spec.

use super::container::{Container, RestartPolicy};
use super::meta::ObjectMeta;
use super::quantity::ResourceList;
use super::status::PodStatus;
use super::volume::Volume;
use crate::base::text::Text;
use crate::manifest::schema::{Raw, Shared, api_choice, api_object};
use std::collections::BTreeMap;

/// How annotations begin that give a container a profile of AppArmor; its name follows. Rule P-305.
pub(crate) const APP_ARMOR_ANNOTATION: &str = "container.apparmor.security.beta.kubernetes.io/";

api_object! {
    /// A Pod: what it is to be, and what it is.
    pub struct Pod {
        /// Name, identity and bookkeeping.
        pub metadata: Shared<ObjectMeta> = "metadata",
        /// What it is to be.
        pub spec: Shared<PodSpec> = "spec",
        /// What it is.
        pub status: PodStatus = "status",
    }
}

api_object! {
    /// What a Pod is to be.
    pub struct PodSpec {
        /// Seconds the Pod may be active on its node. Rule P-816.
        pub active_deadline_seconds: Option<i64> = "activeDeadlineSeconds",
        /// Kept, not interpreted.
        pub affinity: Raw = "affinity",
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
        /// Containers added to a running Pod to look at it. Rule P-515.
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
        /// Labels its node must have.
        pub node_selector: BTreeMap<Text, Text> = "nodeSelector",
        /// Kept, not interpreted.
        pub os: Raw = "os",
        /// Resources the sandbox itself takes.
        pub overhead: ResourceList = "overhead",
        /// Whether the Pod may push others out.
        pub preemption_policy: Option<PreemptionPolicy> = "preemptionPolicy",
        /// Rank among Pods; higher ones may push lower ones out. Rule P-907.
        pub priority: Option<i64> = "priority",
        /// Class the priority comes from.
        pub priority_class_name: Text = "priorityClassName",
        /// Extra conditions Ready waits for. Rule P-207.
        pub readiness_gates: Vec<PodReadinessGate> = "readinessGates",
        /// Kept, not interpreted.
        pub resource_claims: Raw = "resourceClaims",
        /// Kept, not interpreted.
        pub resources: Raw = "resources",
        /// Whether ended containers start again. Rule P-401.
        pub restart_policy: Option<RestartPolicy> = "restartPolicy" or "",
        /// Kept, not interpreted.
        pub runtime_class_name: Option<Text> = "runtimeClassName",
        /// Who schedules the Pod.
        pub scheduler_name: Text = "schedulerName",
        /// While any stands here the Pod is not scheduled. Rule P-903.
        pub scheduling_gates: Vec<PodSchedulingGate> = "schedulingGates",
        /// Kept; `runAsNonRoot` is looked at.
        pub security_context: Raw = "securityContext",
        /// Old name of `serviceAccountName`.
        pub service_account: Text = "serviceAccount",
        /// Account the Pod runs as.
        pub service_account_name: Text = "serviceAccountName",
        /// Kept, not interpreted.
        pub set_hostname_as_fqdn: Option<bool> = "setHostnameAsFQDN",
        /// Kept, not interpreted.
        pub share_process_namespace: Option<bool> = "shareProcessNamespace",
        /// Name of the headless Service that gives the Pod a DNS name.
        pub subdomain: Text = "subdomain",
        /// Seconds between the wish to stop and SIGKILL; 30 when unset. Rules K-11, P-801.
        pub termination_grace_period_seconds: Option<i64> = "terminationGracePeriodSeconds",
        /// Taints the Pod bears.
        pub tolerations: Vec<Toleration> = "tolerations",
        /// Kept, not interpreted.
        pub topology_spread_constraints: Raw = "topologySpreadConstraints",
        /// The volumes.
        pub volumes: Vec<Volume> = "volumes",
        /// Kept, not interpreted.
        pub workload_ref: Raw = "workloadRef",
    }
}

impl PodSpec {
    /// The restart policy, `Always` when unset. Rule P-401.
    pub fn restart_policy(&self) -> RestartPolicy {
        self.restart_policy.unwrap_or(RestartPolicy::Always)
    }

    /// Regular init containers: those that are not sidecars.
    pub fn regular_init_containers(&self) -> impl Iterator<Item = &Container> {
        self.init_containers.iter().filter(|c| !c.is_sidecar())
    }

    /// Sidecars. Rule P-508.
    pub fn sidecars(&self) -> impl Iterator<Item = &Container> {
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
    /// A gate that holds scheduling back. Rule P-903.
    pub struct PodSchedulingGate {
        /// Its name.
        pub name: Text = "name",
    }
}

api_object! {
    /// A taint the Pod bears.
    pub struct Toleration {
        /// Effect it is about; all when unset.
        pub effect: Option<TaintEffect> = "effect" or "",
        /// Key it is about; all when unset.
        pub key: Text = "key",
        /// `Equal` when unset.
        pub operator: Option<TolerationOperator> = "operator" or "",
        /// Seconds a NoExecute taint is borne; for ever when unset.
        pub toleration_seconds: Option<i64> = "tolerationSeconds",
        /// Value it is about.
        pub value: Text = "value",
    }
}

api_choice! {
    /// What a taint does.
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
        /// As ClusterFirst, also on the host's network.
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
    /// Whether a Pod may push others out.
    pub enum PreemptionPolicy {
        /// It may.
        PreemptLowerPriority = "PreemptLowerPriority",
        /// It may not.
        Never = "Never",
    }
}

/// Whether a Pod only shows what a kubelet runs by itself.
pub fn is_mirror(pod: &Pod) -> bool {
    pod.metadata.annotations.contains_key(MIRROR)
}

/// Whether a Pod, or what it mirrors, comes from a manifest on a machine.
pub fn is_static(pod: &Pod) -> bool {
    pod.metadata.annotations.contains_key(SOURCE)
}

/// The UID that Events about a Pod name: of a mirror that of the static Pod.
pub fn uid_of_events(pod: &Pod) -> &Text {
    pod.metadata.annotations.get(MIRROR).unwrap_or(&pod.metadata.uid)
}

/// The annotation that makes a Pod a mirror: the hash of the manifest it shows.
pub(crate) const MIRROR: &str = "kubernetes.io/config.mirror";

pub(crate) const SOURCE: &str = "kubernetes.io/config.source";

/// `status.reason` of Pods that were evicted, or refused for want of something.
pub const EVICTED: &str = "Evicted";
