//! The observed state of a Pod: phase, conditions, container statuses.

use crate::api::container::Container;
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field, ProblemKind, Raw, api_choice, api_object};
use crate::rules::Feature;
use crate::rules::release::Release;

api_object! {
    /// The observed state of a Pod.
    pub struct PodStatus {
        /// The conditions, in the order they are stored. Rule P-201.
        pub conditions: Vec<PodCondition> = "conditions",
        /// The statuses of the app containers. Absent and empty differ. Rule P-301.
        pub container_statuses: Option<Vec<ContainerStatus>> = "containerStatuses",
        /// Statuses of the ephemeral containers.
        pub ephemeral_container_statuses: Vec<ContainerStatus> = "ephemeralContainerStatuses",
        /// Address of the node.
        pub host_ip: Text = "hostIP",
        /// Addresses of the node.
        pub host_ips: Vec<IpAddress> = "hostIPs",
        /// The statuses of init containers and sidecars. Absent and empty differ. Rule P-301.
        pub init_container_statuses: Option<Vec<ContainerStatus>> = "initContainerStatuses",
        /// Why the Pod is in its phase, in a sentence.
        pub message: Text = "message",
        /// The node that a preempting Pod waits for. Rule P-907.
        pub nominated_node_name: Text = "nominatedNodeName",
        /// The generation that the writer had seen. Rule P-211.
        pub observed_generation: i64 = "observedGeneration",
        /// The phase of the Pod. Rule P-101.
        pub phase: Option<PodPhase> = "phase",
        /// The Pod's address.
        pub pod_ip: Text = "podIP",
        /// The Pod's addresses.
        pub pod_ips: Vec<IpAddress> = "podIPs",
        /// The quality of service class, by which Pods are ended when memory runs out.
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
    /// Returns the phase. A Pod without one is Pending.
    pub fn phase(&self) -> PodPhase {
        self.phase.unwrap_or(PodPhase::Pending)
    }

    /// Returns the condition of that type.
    pub fn condition(&self, kind: &str) -> Option<&PodCondition> {
        self.conditions.iter().find(|c| c.kind == *kind)
    }

    /// Puts a condition in the place of the one of its type, or after all others.
    pub(crate) fn put_condition(&mut self, condition: PodCondition) {
        match self.conditions.iter_mut().find(|c| c.kind == condition.kind) {
            Some(known) => *known = condition,
            None => self.conditions.push(condition),
        }
    }

    /// Returns whether the condition of that type is True.
    pub fn is_true(&self, kind: &str) -> bool {
        self.condition(kind).is_some_and(|c| c.status == ConditionStatus::True)
    }

    /// Returns the statuses of the app containers; none when absent.
    pub fn containers(&self) -> &[ContainerStatus] {
        self.container_statuses.as_deref().unwrap_or_default()
    }

    /// Returns the statuses of init containers and sidecars; none when absent.
    pub fn init_containers(&self) -> &[ContainerStatus] {
        self.init_container_statuses.as_deref().unwrap_or_default()
    }
}

api_choice! {
    /// The phase of a Pod: where it is in its life. Rule P-101.
    pub enum PodPhase {
        /// Not all containers have started.
        Pending = "Pending",
        /// At least one container runs or will run again.
        Running = "Running",
        /// All containers ended with 0 and will not run again.
        Succeeded = "Succeeded",
        /// All containers ended, and at least one of them with a failure.
        Failed = "Failed",
        /// No present component sets it. Rule P-121.
        Unknown = "Unknown",
    }
}

impl PodPhase {
    /// Returns whether no container will ever run again.
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
pub(crate) const DISRUPTION_TARGET: &str = "DisruptionTarget";
/// Type of the condition "all containers are being ended to start again". Rule P-416.
pub(crate) const ALL_CONTAINERS_RESTARTING: &str = "AllContainersRestarting";
/// Type of the condition "a resize waits". Rule P-214.
pub const RESIZE_PENDING: &str = "PodResizePending";
/// Type of the condition "a resize is being carried out". Rule P-214.
pub const RESIZE_IN_PROGRESS: &str = "PodResizeInProgress";

api_object! {
    /// A condition: one aspect of a Pod, true or not.
    pub struct PodCondition {
        /// The kubelet never sets it. Rule P-210.
        pub last_probe_time: Option<Timestamp> = "lastProbeTime",
        /// When `status` last changed. Rule P-209.
        pub last_transition_time: Option<Timestamp> = "lastTransitionTime",
        /// Why, in a sentence.
        pub message: Text = "message",
        /// The generation that the writer had seen. Rule P-211.
        pub observed_generation: i64 = "observedGeneration",
        /// Why, in one word.
        pub reason: Text = "reason",
        /// Whether the condition is met.
        pub status: ConditionStatus = "status",
        /// Its type.
        pub kind: Text = "type",
    }
}

api_choice! {
    /// Whether a condition is met.
    pub enum ConditionStatus {
        /// It is not known whether the condition is met.
        Unknown = "Unknown",
        /// The condition is met.
        True = "True",
        /// The condition is not met.
        False = "False",
    }
}

api_object! {
    /// An IP address.
    pub struct IpAddress {
        /// The address as text.
        pub ip: Text = "ip",
    }
}

api_object! {
    /// The observed state of one container. Rules P-301 to P-314.
    pub struct ContainerStatus {
        /// Kept, not interpreted.
        pub allocated_resources: Raw = "allocatedResources",
        /// Kept, not interpreted.
        pub allocated_resources_status: Raw = "allocatedResourcesStatus",
        /// The runtime and the ID of the present instance.
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
        /// How often the container was started again. Rule P-312.
        pub restart_count: i64 = "restartCount",
        /// Whether its startup probe has succeeded. Rule P-313.
        pub started: Option<bool> = "started",
        /// The present instance.
        pub state: ContainerState = "state",
        /// The signal that stops it. Rule P-807.
        pub stop_signal: Text = "stopSignal",
        /// Kept, not interpreted.
        pub user: Raw = "user",
        /// Kept, not interpreted.
        pub volume_mounts: Raw = "volumeMounts",
    }
}

/// The state of a container: one of three, or none. Rule P-301.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ContainerState {
    /// The API shows none of the three.
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
    /// Returns the waiting state, when the container waits.
    pub fn waiting(&self) -> Option<&ContainerStateWaiting> {
        if let ContainerState::Waiting(waiting) = self { Some(waiting) } else { None }
    }

    /// Returns the running state, when the container runs.
    pub fn running(&self) -> Option<&ContainerStateRunning> {
        if let ContainerState::Running(running) = self { Some(running) } else { None }
    }

    /// Returns the terminated state, when the container has ended.
    pub fn terminated(&self) -> Option<&ContainerStateTerminated> {
        if let ContainerState::Terminated(terminated) = self { Some(terminated) } else { None }
    }
}

api_object! {
    /// The container does not run. Rule P-305.
    pub struct ContainerStateWaiting {
        /// Why, in a sentence.
        pub message: Text = "message",
        /// Why, in one word.
        pub reason: Text = "reason",
    }
}

api_object! {
    /// The container runs. Rule P-308.
    pub struct ContainerStateRunning {
        /// When it started.
        pub started_at: Option<Timestamp> = "startedAt",
    }
}

api_object! {
    /// The container has ended. Rule P-309.
    pub struct ContainerStateTerminated {
        /// The runtime and the ID of the instance.
        pub container_id: Text = "containerID",
        /// The exit code. Rule P-310.
        pub exit_code: ExitCode = "exitCode",
        /// When it ended.
        pub finished_at: Option<Timestamp> = "finishedAt",
        /// The termination message. Rule P-315.
        pub message: Text = "message",
        /// Why, in one word.
        pub reason: Text = "reason",
        /// The signal that ended it, when the runtime reports it. CRI runtimes do not.
        pub signal: i32 = "signal",
        /// When it started.
        pub started_at: Option<Timestamp> = "startedAt",
    }
}

/// The exit code of a program. Unlike other numbers, the API prints it even when it is 0.
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
    fn digest(&self, out: &mut Digest) {
        self.0.digest(out);
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
    fn digest(&self, out: &mut Digest) {
        match self {
            ContainerState::Unset => out.text("unset"),
            ContainerState::Waiting(waiting) => {
                out.text("waiting");
                waiting.digest(out);
            }
            ContainerState::Running(running) => {
                out.text("running");
                running.digest(out);
            }
            ContainerState::Terminated(terminated) => {
                out.text("terminated");
                terminated.digest(out);
            }
        }
    }
}

/// Returns whether the release treats this init container as a sidecar. Rule P-508.
pub fn is_sidecar(container: &Container, release: Release) -> bool {
    container.is_sidecar() && release.has(Feature::SidecarContainers)
}

/// Returns the status of the container of that name.
pub(crate) fn status_of<'a>(
    statuses: &'a [ContainerStatus],
    name: &str,
) -> Option<&'a ContainerStatus> {
    statuses.iter().find(|s| s.name == *name)
}
