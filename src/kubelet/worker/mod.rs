//! What a kubelet keeps of one Pod: the runtime's state, its own view of it, and the work in progress.

mod back_offs;
mod container_index;
mod probe_worker;

pub use back_offs::{PullBackoff, RestartBackoff};
pub use container_index::ContainerIndex;
pub(crate) use container_index::List;
pub(crate) use probe_worker::Checked;
pub use probe_worker::ProbeWorker;

use crate::api::pod::{Pod, PodSpec};
use crate::api::reason::ResizeReason;
use crate::api::status::PodStatus;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::event::InstanceId;
use crate::cluster::world::PodId;
use crate::kubelet::runtime::RuntimePod;
use crate::manifest::schema::Shared;
use crate::rules::Rule;
use std::collections::VecDeque;
use std::rc::Rc;

/// The state of a worker: how far it is with its Pod. Models kubernetes pkg/kubelet/pod_workers.go PodWorkerState.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PodWorkerState {
    /// Containers are kept running.
    Syncing,
    /// Containers are being stopped.
    Terminating,
    /// Containers are down; the last status is still to be written.
    Terminated,
    /// Nothing is left to do.
    Finished,
}

/// One kubelet's work on one Pod.
#[derive(Clone, Debug)]
pub struct PodWorker {
    /// The Pod.
    pub id: PodId,
    /// The Pod as the kubelet last received it from the API server.
    pub pod: Rc<Pod>,
    /// Whether the Pod comes from a manifest on the machine, so that the API object only mirrors it. Rule P-815.
    pub is_static: bool,
    /// Whether the kubelet has admitted the Pod. A Pod that it has not judged yet, or that waits for room, is not
    /// admitted. Rule P-120.
    pub is_admitted: bool,
    /// Whether the API object, or the manifest of a static Pod, is gone.
    pub gone: bool,
    /// The runtime's present state.
    pub runtime: Rc<RuntimePod>,
    /// The runtime's state at the kubelet's last look. Rule K-2.
    pub cache: Rc<RuntimePod>,
    /// The spec with the allocated resources, while the Pod requests others. Rule P-214.
    pub allocated: Option<Shared<PodSpec>>,
    /// Why the requested resources are not allocated. Rule P-214.
    pub resize: Option<PendingResize>,
    /// The stage of the worker.
    pub stage: PodWorkerState,
    /// The sync in progress, when it takes time.
    pub task: Option<Task>,
    /// Whether it waits for a fresh look at the runtime before it goes on.
    pub waiting: bool,
    /// Whether a sync was requested meanwhile.
    pub pending: bool,
    /// When its last sync ended.
    pub last_sync: Option<SimTime>,
    /// The rule by which the next sync is planned.
    pub requeued_by: Rule,
    /// Counts waits and requeues, so that outdated events are ignored.
    pub token: u32,
    /// When the kubelet accepted the Pod. Rule P-816.
    pub accepted: SimTime,
    /// Why containers could not start, by their names. Rule P-306.
    pub start_failures: Vec<(Text, StartFailure)>,
    /// The restart back-offs, by container and image. Rule P-403.
    pub backoffs: Vec<RestartBackoff>,
    /// The pull back-offs, by image. Rule P-317.
    pub pull_backoffs: Vec<PullBackoff>,
    /// The probe workers. Rule P-608.
    pub probes: Vec<ProbeWorker>,
    /// The rules by which containers wait in the status below, by the names of the containers.
    pub waiting_rules: Vec<(Text, Rule)>,
    /// The status written last. Models kubernetes pkg/kubelet/status/status_manager.go.
    pub status: Option<Rc<PodStatus>>,
    /// The last write of the status.
    pub written: Option<Written>,
    /// The number of the next instance.
    pub next_instance: InstanceId,
    /// The next restart count, by container. Rule P-312.
    pub attempts: Vec<(Text, u32)>,
    /// The volumes that are attached to the node for the Pod. Rule V-13.
    pub attached: Vec<Text>,
    /// How often the kubelet has tried to mount volumes so far.
    pub mount_attempts: u32,
    /// Why the kubelet ends the Pod by itself, if it does. Rules P-120, P-1018, P-1021.
    pub end: Option<Rc<End>>,
    /// The rule by which the kubelet refused the Pod, if it did.
    pub refused: Option<Rule>,
    /// Whether containers are stopped without an event.
    pub silent: bool,
    /// The cause of the last change in the runtime that the kubelet has not seen yet.
    pub runtime_cause: Option<Cause>,
    /// The cause of the last change that the kubelet saw, until a sync has used it.
    pub view_cause: Option<Cause>,
}

/// Why a kubelet ends a Pod by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The rule by which the Pod ends.
    pub rule: Rule,
    /// `status.reason`.
    pub reason: &'static str,
    /// `status.message`.
    pub message: Text,
    /// The grace period that the kubelet gives, in seconds.
    pub grace: i64,
    /// The message of the condition DisruptionTarget from 1.26 on; empty if the Pod itself is the reason. Rule P-213.
    pub disruption: Text,
}

/// Why a container could not start. Its status shows the reason and the message. Rule P-306.
#[derive(Clone, Debug, PartialEq)]
pub struct StartFailure {
    /// The reason, in one word.
    pub reason: Text,
    /// What happened, in a sentence.
    pub message: Text,
    /// What the start failed at.
    pub step: FailedStep,
}

/// What the start of a container failed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedStep {
    /// The kubelet did not try: the restart back-off is not over.
    RestartBackoff,
    /// The image could not be pulled, or the pull back-off is not over.
    Pull,
    /// Anything else, such as the configuration of the container.
    Start,
}

impl FailedStep {
    /// Returns the rule by which the container waits.
    pub(crate) const fn rule(self) -> Rule {
        match self {
            FailedStep::RestartBackoff => Rule::P408,
            FailedStep::Pull => Rule::P317,
            FailedStep::Start => Rule::P305,
        }
    }
}

/// A write of a status. The same write changes nothing while these values stay the same.
#[derive(Clone, Debug)]
pub struct Written {
    /// The status that was written.
    pub status: Rc<PodStatus>,
    /// The Pod after the write.
    pub pod: Rc<Pod>,
    /// Whether containers might still run, so that a terminal phase was held back.
    pub may_run: bool,
}

impl PodWorker {
    /// Keeps what the last start or end of an instance was recorded as.
    pub(crate) fn set_cause(&mut self, id: InstanceId, cause: Cause) {
        if let Some(instance) = Rc::make_mut(&mut self.runtime).instance_mut(id) {
            instance.cause = cause;
        }
    }

    /// Returns a worker for a Pod that the kubelet has just learned of.
    pub(crate) fn new(id: PodId, pod: Rc<Pod>, now: SimTime) -> Self {
        PodWorker {
            id,
            pod,
            is_static: false,
            is_admitted: true,
            gone: false,
            runtime: Rc::default(),
            cache: Rc::default(),
            allocated: None,
            resize: None,
            stage: PodWorkerState::Syncing,
            task: None,
            waiting: false,
            pending: false,
            last_sync: None,
            requeued_by: Rule::K3,
            token: 0,
            accepted: now,
            start_failures: Vec::new(),
            backoffs: Vec::new(),
            pull_backoffs: Vec::new(),
            probes: Vec::new(),
            waiting_rules: Vec::new(),
            status: None,
            written: None,
            next_instance: 0,
            attempts: Vec::new(),
            attached: Vec::new(),
            mount_attempts: 0,
            end: None,
            refused: None,
            silent: false,
            runtime_cause: None,
            view_cause: None,
        }
    }

    /// Returns whether the Pod is being deleted, or is gone already.
    pub(crate) fn is_deleted(&self) -> bool {
        self.gone || self.pod.metadata.deletion_timestamp.is_some()
    }

    /// Returns the grace period, in seconds, of a Pod that its kubelet ends by itself. If the kubelet gives 0, the
    /// Pod's own grace period counts.
    /// Models kubernetes pkg/kubelet/pod_workers.go calculateEffectiveGracePeriod.
    pub(crate) fn end_grace(&self) -> Option<i64> {
        let end = self.end.as_ref()?;
        let asked = self.pod.metadata.deletion_grace_period_seconds.unwrap_or(0);
        let grace = if asked == 0 { end.grace } else { end.grace.min(asked) };
        let own = self.pod.spec.termination_grace_period_seconds.unwrap_or(30);
        Some(if grace == 0 { own } else { grace }.max(1))
    }

    /// Returns the status that the kubelet wrote last, or the API's status if it has written none.
    pub(crate) fn known_status(&self) -> &PodStatus {
        self.status.as_deref().unwrap_or(&self.pod.status)
    }
}

/// A sync in progress. Rule P-318.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// The steps that are left, in order.
    pub steps: VecDeque<Step>,
    /// The results of starts: the container, and why the start failed if it did. Rule P-306.
    pub results: Vec<(Text, Option<StartFailure>)>,
    /// Whether a step failed, so that the Pod is synced again soon. Rule K-4.
    pub failed: bool,
    /// What the task waits for.
    pub blocked: Blocked,
    /// Whether the task ends the Pod, and does not keep it running.
    pub ends_pod: bool,
}

/// One step of a sync.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Stop all containers and the sandbox. Rule P-806.
    KillPod,
    /// End all init and app containers, so that they start again. Rule P-416.
    EndContainers,
    /// Forget the instances of containers that [`Step::EndContainers`] ended. Rule P-416.
    RemoveContainers,
    /// Forget the instances of init containers, which run again in another sandbox. Rule P-418.
    PurgeInitContainers,
    /// Stop one container.
    KillContainer {
        /// The instance.
        instance: InstanceId,
        /// The message of the event.
        message: Text,
        /// The grace period, in seconds.
        grace: i64,
    },
    /// Give a running container the resources that are allocated to it. Rule P-214.
    Resize(InstanceId),
    /// Create a sandbox.
    CreateSandbox,
    /// Start a container, if its back-off allows it.
    Start(ContainerIndex),
    /// Continue a start whose image is on the node.
    StartWithImage(ContainerIndex),
}

/// What a task waits for.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Blocked {
    /// Nothing.
    #[default]
    No,
    /// Volumes that cannot be mounted yet.
    Volumes,
    /// Instances that must end; then the sandbox stops, if that was requested.
    Exits {
        /// The instances.
        instances: Vec<InstanceId>,
        /// Sidecars that stop when the other containers have ended, the last one first. Rule P-514.
        sidecars: Vec<InstanceId>,
        /// When the stop began. Sidecars share the grace period of the other containers.
        since: SimTime,
        /// Whether the sandbox stops too.
        sandbox: bool,
        /// A start that failed because of its postStart hook, and is recorded afterwards. Rule P-703.
        failed_start: Option<(Text, StartFailure)>,
    },
    /// An image pull for this container.
    Pull(ContainerIndex),
    /// The postStart hook of this container's instance. Rule P-702.
    PostStart(ContainerIndex, InstanceId),
}

/// Why a resize waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingResize {
    /// The reason of the condition.
    pub reason: ResizeReason,
    /// Its message.
    pub message: Text,
}
