//! The other objects that Pods depend on: nodes, Services, ConfigMaps, Secrets, PriorityClasses, and Events.

use super::meta::ObjectMeta;
use super::pod::TaintEffect;
use super::probe::IntOrString;
use super::quantity::ResourceList;
use super::status::ConditionStatus;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::bytes::Bytes;
use crate::manifest::schema::{Raw, api_object};
use std::collections::BTreeMap;
use std::fmt;

api_object! {
    /// A machine of the cluster.
    pub struct Node {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The desired state.
        pub spec: NodeSpec = "spec",
        /// The observed state.
        pub status: NodeStatus = "status",
    }
}

api_object! {
    /// The desired state of a node.
    pub struct NodeSpec {
        /// Kept, not interpreted.
        pub config_source: Raw = "configSource",
        /// Kept, not interpreted.
        pub external_id: Text = "externalID",
        /// Kept, not interpreted.
        pub pod_cidr: Text = "podCIDR",
        /// Kept, not interpreted.
        pub pod_cidrs: Raw = "podCIDRs",
        /// Kept, not interpreted.
        pub provider_id: Text = "providerID",
        /// The taints, which keep Pods away.
        pub taints: Vec<Taint> = "taints",
        /// Whether the node is cordoned. Rule P-908.
        pub unschedulable: bool = "unschedulable",
    }
}

api_object! {
    /// Keeps Pods that do not tolerate it away from a node.
    pub struct Taint {
        /// Its effect.
        pub effect: Option<TaintEffect> = "effect",
        /// Its key.
        pub key: Text = "key",
        /// When it was added.
        pub time_added: Option<Timestamp> = "timeAdded",
        /// Its value.
        pub value: Text = "value",
    }
}

api_object! {
    /// The observed state of a node.
    pub struct NodeStatus {
        /// Kept, not interpreted.
        pub addresses: Raw = "addresses",
        /// The resources that Pods may request.
        pub allocatable: ResourceList = "allocatable",
        /// The resources that the machine has.
        pub capacity: ResourceList = "capacity",
        /// Its conditions.
        pub conditions: Vec<NodeCondition> = "conditions",
        /// Kept, not interpreted.
        pub config: Raw = "config",
        /// Kept, not interpreted.
        pub daemon_endpoints: Raw = "daemonEndpoints",
        /// Kept, not interpreted.
        pub declared_features: Raw = "declaredFeatures",
        /// Kept, not interpreted.
        pub features: Raw = "features",
        /// Kept, not interpreted.
        pub images: Raw = "images",
        /// Kept, not interpreted.
        pub node_info: Raw = "nodeInfo",
        /// Kept, not interpreted.
        pub phase: Text = "phase",
        /// Kept, not interpreted.
        pub runtime_handlers: Raw = "runtimeHandlers",
        /// Kept, not interpreted.
        pub volumes_attached: Raw = "volumesAttached",
        /// Kept, not interpreted.
        pub volumes_in_use: Raw = "volumesInUse",
    }
}

api_object! {
    /// One aspect of a node.
    pub struct NodeCondition {
        /// When the kubelet last reported it.
        pub last_heartbeat_time: Option<Timestamp> = "lastHeartbeatTime",
        /// When `status` last changed.
        pub last_transition_time: Option<Timestamp> = "lastTransitionTime",
        /// Why, in a sentence.
        pub message: Text = "message",
        /// Why, in one word.
        pub reason: Text = "reason",
        /// Whether the condition is met.
        pub status: ConditionStatus = "status",
        /// Its type.
        pub kind: Text = "type",
    }
}

api_object! {
    /// A name and an address for a set of Pods.
    pub struct Service {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The desired state.
        pub spec: ServiceSpec = "spec",
        /// Kept, not interpreted.
        pub status: Raw = "status",
    }
}

api_object! {
    /// The desired state of a Service.
    pub struct ServiceSpec {
        /// Kept, not interpreted.
        pub allocate_load_balancer_node_ports: Option<bool> = "allocateLoadBalancerNodePorts",
        /// The virtual address; `None` makes it headless.
        pub cluster_ip: Text = "clusterIP",
        /// Kept, not interpreted.
        pub cluster_ips: Raw = "clusterIPs",
        /// Kept, not interpreted.
        pub external_ips: Raw = "externalIPs",
        /// Kept, not interpreted.
        pub external_name: Text = "externalName",
        /// Kept, not interpreted.
        pub external_traffic_policy: Text = "externalTrafficPolicy",
        /// Kept, not interpreted.
        pub health_check_node_port: i64 = "healthCheckNodePort",
        /// Kept, not interpreted.
        pub internal_traffic_policy: Option<Text> = "internalTrafficPolicy",
        /// Kept, not interpreted.
        pub ip_families: Raw = "ipFamilies",
        /// Kept, not interpreted.
        pub ip_family_policy: Option<Text> = "ipFamilyPolicy",
        /// Kept, not interpreted.
        pub load_balancer_class: Option<Text> = "loadBalancerClass",
        /// Kept, not interpreted.
        pub load_balancer_ip: Text = "loadBalancerIP",
        /// Kept, not interpreted.
        pub load_balancer_source_ranges: Vec<Text> = "loadBalancerSourceRanges",
        /// The ports.
        pub ports: Vec<ServicePort> = "ports",
        /// Whether Pods that are not Ready are published too. Rule E-03.
        pub publish_not_ready_addresses: bool = "publishNotReadyAddresses",
        /// The labels that its Pods have.
        pub selector: BTreeMap<Text, Text> = "selector",
        /// Kept, not interpreted.
        pub session_affinity: Text = "sessionAffinity",
        /// Kept, not interpreted.
        pub session_affinity_config: Raw = "sessionAffinityConfig",
        /// Kept, not interpreted.
        pub traffic_distribution: Option<Text> = "trafficDistribution",
        /// `ClusterIP` when unset.
        pub kind: Text = "type",
    }
}

api_object! {
    /// A port of a Service.
    pub struct ServicePort {
        /// Kept, not interpreted.
        pub app_protocol: Text = "appProtocol",
        /// Its name.
        pub name: Text = "name",
        /// Port of the node.
        pub node_port: i64 = "nodePort",
        /// Port of the Service.
        pub port: i64 = "port",
        /// `TCP` when unset.
        pub protocol: Text = "protocol",
        /// Port of the Pods.
        pub target_port: Option<IntOrString> = "targetPort",
    }
}

api_object! {
    /// Settings for containers.
    pub struct ConfigMap {
        /// Kept, not interpreted.
        pub binary_data: BTreeMap<Text, Bytes> = "binaryData",
        /// The settings.
        pub data: BTreeMap<Text, Text> = "data",
        /// Kept, not interpreted.
        pub immutable: Option<bool> = "immutable",
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
    }
}

api_object! {
    /// Secret settings for containers.
    pub struct Secret {
        /// The settings, in base64.
        pub data: BTreeMap<Text, Bytes> = "data",
        /// Kept, not interpreted.
        pub immutable: Option<bool> = "immutable",
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The settings, in plain text. The API server stores them in `data`.
        pub string_data: BTreeMap<Text, Text> = "stringData",
        /// What it is for; `Opaque` when unset.
        pub kind: Text = "type",
    }
}

api_object! {
    /// A priority with a name.
    pub struct PriorityClass {
        /// Kept, not interpreted.
        pub description: Text = "description",
        /// Whether Pods without a class get this priority.
        pub global_default: bool = "globalDefault",
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// Kept, not interpreted.
        pub preemption_policy: Option<Text> = "preemptionPolicy",
        /// The priority.
        pub value: i64 = "value",
    }
}

/// The type of an Event.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventType {
    /// Something happened as it should.
    #[default]
    Normal,
    /// Something went wrong.
    Warning,
}

impl EventType {
    /// Returns the word that the API has for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            EventType::Normal => "Normal",
            EventType::Warning => "Warning",
        }
    }
}

impl fmt::Debug for EventType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for EventType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Something that a component reported about an object. Rules P-316, K-34.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// Kind and name of the object, such as `Pod/demo`.
    pub about: Text,
    /// UID of the object.
    pub uid: Text,
    /// Namespace of the object.
    pub namespace: Text,
    /// Part of the object, such as `spec.containers{app}`.
    pub field: Text,
    /// The type.
    pub kind: EventType,
    /// The reason, in one word.
    pub reason: Text,
    /// The message, in a sentence.
    pub message: Text,
    /// The component that reported it, such as `kubelet`.
    pub from: &'static str,
    /// How often it was reported.
    pub count: i64,
    /// When it was first reported.
    pub first: crate::base::time::SimTime,
    /// When it was last reported.
    pub last: crate::base::time::SimTime,
}
