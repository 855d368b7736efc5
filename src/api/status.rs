//! What a Pod is: phase, conditions, container statuses.

use crate::api::container::Container;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field, ProblemKind, Raw, api_choice, api_object};
use crate::rules::Feature;
use crate::rules::release::Release;

api_object! {
    /// What a Pod is.
    pub struct PodStatus {
        /// The conditions, in the order they are stored. Rule P-201.
        pub conditions: Vec<PodCondition> = "conditions",
        /// Statuses of the app containers; absent and empty differ. Rule P-301.
        pub container_statuses: Option<Vec<ContainerStatus>> = "containerStatuses",
        /// Statuses of the ephemeral containers.
        pub ephemeral_container_statuses: Vec<ContainerStatus> = "ephemeralContainerStatuses",
        /// Address of the node.
        pub host_ip: Text = "hostIP",
        /// Addresses of the node.
        pub host_ips: Vec<IpAddress> = "hostIPs",
        /// Statuses of init containers and sidecars; absent and empty differ. Rule P-301.
        pub init_container_statuses: Option<Vec<ContainerStatus>> = "initContainerStatuses",
        /// Why the Pod is in its phase, in words.
        pub message: Text = "message",
        /// Node a preempting Pod waits for. Rule P-907.
        pub nominated_node_name: Text = "nominatedNodeName",
        /// Generation the writer had seen. Rule P-211.
        pub observed_generation: i64 = "observedGeneration",
        /// Where the Pod is in its life. Rule P-101.
        pub phase: Option<PodPhase> = "phase",
        /// The Pod's address.
        pub pod_ip: Text = "podIP",
        /// The Pod's addresses.
        pub pod_ips: Vec<IpAddress> = "podIPs",
        /// Class by which Pods are pushed out under pressure.
        pub qos_class: Text = "qosClass",
        /// Why the Pod is in its phase, in one word. Rule P-114.
        pub reason: Text = "reason",
        /// Kept, not interpreted.
        pub resize: Raw = "resize",
        /// Kept, not interpreted.
        pub resource_claim_statuses: Raw = "resourceClaimStatuses",
        /// When the kubelet accepted the Pod. Rule P-816.
        pub start_time: Option<Timestamp> = "startTime",
    }
}

impl PodStatus {
    /// The phase; a Pod without one is Pending.
    pub fn phase(&self) -> PodPhase {
        self.phase.unwrap_or(PodPhase::Pending)
    }

    /// The condition of that type.
    pub fn condition(&self, kind: &str) -> Option<&PodCondition> {
        self.conditions.iter().find(|c| c.kind == *kind)
    }

    /// Whether the condition of that type is True.
    pub fn is_true(&self, kind: &str) -> bool {
        self.condition(kind).is_some_and(|c| c.status == ConditionStatus::True)
    }

    /// Statuses of the app containers, none when absent.
    pub fn containers(&self) -> &[ContainerStatus] {
        self.container_statuses.as_deref().unwrap_or_default()
    }

    /// Statuses of init containers and sidecars, none when absent.
    pub fn init_containers(&self) -> &[ContainerStatus] {
        self.init_container_statuses.as_deref().unwrap_or_default()
    }
}

api_choice! {
    /// Where a Pod is in its life. Rule P-101.
    pub enum PodPhase {
        /// Not all containers have started.
        Pending = "Pending",
        /// At least one container runs or will run again.
        Running = "Running",
        /// All containers ended with 0 and will not run again.
        Succeeded = "Succeeded",
        /// All containers ended, one at least with a failure.
        Failed = "Failed",
        /// Not set by any present component. Rule P-121.
        Unknown = "Unknown",
    }
}

impl PodPhase {
    /// Whether no container will ever run again.
    pub const fn is_terminal(self) -> bool {
        matches!(self, PodPhase::Succeeded | PodPhase::Failed)
    }
}

/// Type of the condition "the scheduler has placed the Pod". Rule P-202.
pub const POD_SCHEDULED: &str = "PodScheduled";
/// Type of the condition "sandbox and network are there". Rule P-203.
pub const POD_READY_TO_START_CONTAINERS: &str = "PodReadyToStartContainers";
/// Type of the condition "init containers are done". Rule P-204.
pub const INITIALIZED: &str = "Initialized";
/// Type of the condition "every container is ready". Rule P-205.
pub const CONTAINERS_READY: &str = "ContainersReady";
/// Type of the condition "the Pod takes traffic". Rule P-206.
pub const READY: &str = "Ready";
/// Type of the condition "the Pod is about to be ended by a disruption". Rule P-213.
pub const DISRUPTION_TARGET: &str = "DisruptionTarget";
/// Type of the condition that all containers are being ended, to start again. Rule P-416.
pub const ALL_CONTAINERS_RESTARTING: &str = "AllContainersRestarting";
/// Type of the condition that a resize waits. Rule P-214.
pub const RESIZE_PENDING: &str = "PodResizePending";
/// Type of the condition that a resize is being carried out. Rule P-214.
pub const RESIZE_IN_PROGRESS: &str = "PodResizeInProgress";

api_object! {
    /// One aspect of a Pod, true or not.
    pub struct PodCondition {
        /// Never set by the kubelet. Rule P-210.
        pub last_probe_time: Option<Timestamp> = "lastProbeTime",
        /// When `status` changed last. Rule P-209.
        pub last_transition_time: Option<Timestamp> = "lastTransitionTime",
        /// Why, in words.
        pub message: Text = "message",
        /// Generation the writer had seen. Rule P-211.
        pub observed_generation: i64 = "observedGeneration",
        /// Why, in one word.
        pub reason: Text = "reason",
        /// Whether it is so.
        pub status: ConditionStatus = "status",
        /// Its type.
        pub kind: Text = "type",
    }
}

api_choice! {
    /// Whether a condition is met.
    pub enum ConditionStatus {
        /// It is not known.
        Unknown = "Unknown",
        /// It is.
        True = "True",
        /// It is not.
        False = "False",
    }
}

api_object! {
    /// An address.
    pub struct IpAddress {
        /// In text.
        pub ip: Text = "ip",
    }
}

api_object! {
    /// What one container is. Rules P-301 to P-314.
    pub struct ContainerStatus {
        /// Kept, not interpreted.
        pub allocated_resources: Raw = "allocatedResources",
        /// Kept, not interpreted.
        pub allocated_resources_status: Raw = "allocatedResourcesStatus",
        /// Runtime and identity of the present instance.
        pub container_id: Text = "containerID",
        /// The image.
        pub image: Text = "image",
        /// Digest of the image.
        pub image_id: Text = "imageID",
        /// The instance before the present one. Rule P-311.
        pub last_state: ContainerState = "lastState",
        /// Name of the container.
        pub name: Text = "name",
        /// Whether it takes traffic. Rule P-314.
        pub ready: bool = "ready",
        /// Kept, not interpreted.
        pub resources: Raw = "resources",
        /// How often it was started again. Rule P-312.
        pub restart_count: i64 = "restartCount",
        /// Whether its startup probe has succeeded. Rule P-313.
        pub started: Option<bool> = "started",
        /// The present instance.
        pub state: ContainerState = "state",
        /// Signal that stops it. Rule P-807.
        pub stop_signal: Text = "stopSignal",
        /// Kept, not interpreted.
        pub user: Raw = "user",
        /// Kept, not interpreted.
        pub volume_mounts: Raw = "volumeMounts",
    }
}

/// State of a container: one of three, or none told. Rule P-301.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ContainerState {
    /// No member is set.
    #[default]
    Unset,
    /// Not running yet, or waiting to run again.
    Waiting(ContainerStateWaiting),
    /// Running.
    Running(ContainerStateRunning),
    /// Ended.
    Terminated(ContainerStateTerminated),
}

impl ContainerState {
    /// The waiting state, when it is one.
    pub fn waiting(&self) -> Option<&ContainerStateWaiting> {
        match self {
            ContainerState::Waiting(waiting) => Some(waiting),
            _ => None,
        }
    }

    /// The running state, when it is one.
    pub fn running(&self) -> Option<&ContainerStateRunning> {
        match self {
            ContainerState::Running(running) => Some(running),
            _ => None,
        }
    }

    /// The terminated state, when it is one.
    pub fn terminated(&self) -> Option<&ContainerStateTerminated> {
        match self {
            ContainerState::Terminated(terminated) => Some(terminated),
            _ => None,
        }
    }
}

api_object! {
    /// Not running. Rule P-305.
    pub struct ContainerStateWaiting {
        /// Why, in words.
        pub message: Text = "message",
        /// Why, in one word.
        pub reason: Text = "reason",
    }
}

api_object! {
    /// Running. Rule P-308.
    pub struct ContainerStateRunning {
        /// Since when.
        pub started_at: Option<Timestamp> = "startedAt",
    }
}

api_object! {
    /// Ended. Rule P-309.
    pub struct ContainerStateTerminated {
        /// Runtime and identity of the instance.
        pub container_id: Text = "containerID",
        /// The code it ended with. Rule P-310.
        pub exit_code: ExitCode = "exitCode",
        /// When it ended.
        pub finished_at: Option<Timestamp> = "finishedAt",
        /// The termination message. Rule P-315.
        pub message: Text = "message",
        /// Why, in one word.
        pub reason: Text = "reason",
        /// The signal it ended by, when the runtime tells; CRI runtimes do not.
        pub signal: i32 = "signal",
        /// When it had started.
        pub started_at: Option<Timestamp> = "startedAt",
    }
}

/// The code a program ended with; unlike other numbers the API prints it even when it is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExitCode(pub i32);

impl Field for ExitCode {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        self.0.decode(node, decoder);
    }
    fn encode(&self) -> Node {
        self.0.encode()
    }
    fn is_unset(&self) -> bool {
        false
    }
}

impl Field for ContainerState {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        for entry in node.entries() {
            decoder.in_field(&entry.key, &mut |decoder| match entry.key.as_str() {
                _ if entry.node.is_null() => {}
                "waiting" => {
                    let mut waiting = ContainerStateWaiting::default();
                    waiting.decode(&entry.node, decoder);
                    *self = ContainerState::Waiting(waiting);
                }
                "running" => {
                    let mut running = ContainerStateRunning::default();
                    running.decode(&entry.node, decoder);
                    *self = ContainerState::Running(running);
                }
                "terminated" => {
                    let mut terminated = ContainerStateTerminated::default();
                    terminated.decode(&entry.node, decoder);
                    *self = ContainerState::Terminated(terminated);
                }
                name => {
                    let name = Text::from(name.to_owned());
                    let kind = ProblemKind::UnknownField { name, suggestion: None };
                    decoder.report(entry.span, kind);
                }
            });
        }
    }
    fn encode(&self) -> Node {
        let (name, node) = match self {
            ContainerState::Unset => return Node::map([]),
            ContainerState::Waiting(waiting) => ("waiting", waiting.encode()),
            ContainerState::Running(running) => ("running", running.encode()),
            ContainerState::Terminated(terminated) => ("terminated", terminated.encode()),
        };
        Node::map([(Text::Static(name), node)])
    }
    fn is_unset(&self) -> bool {
        false
    }
}

/// Whether the release treats this init container as a sidecar. Rule P-508.
pub fn is_sidecar(container: &Container, release: Release) -> bool {
    container.is_sidecar() && release.has(Feature::SidecarContainers)
}

/// The status of the container of that name.
pub fn status_of<'a>(statuses: &'a [ContainerStatus], name: &str) -> Option<&'a ContainerStatus> {
    statuses.iter().find(|s| s.name == *name)
}
