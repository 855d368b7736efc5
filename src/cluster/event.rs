//! What the clock does: every event that the simulation schedules.

use crate::cluster::numbers::{Key, NodeId, PodId};
use crate::cluster::work_queue::Controller;

/// Something that happens to a machine, or to what the cluster knows of it. Chapter 10 of the rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEvent {
    /// The node controller checked the machine. Rule P-1004.
    Monitored,
    /// The API server heard from its kubelet again. Rule P-1015.
    HeardAgain,
    /// Its kubelet computed the node's status. Rule K-20.
    Posted,
    /// Its kubelet checked what its Pods use, and evicts one if too little is left. Rule P-1021.
    EvictionChecked,
    /// Its kubelet has ended a Pod during a shutdown, or the time for that is over. Rule P-1018.
    ShutdownContinued,
    /// Its kubelet learnt what had happened while it was cut off. Rule P-1016.
    WatchResumed,
    /// Its kubelet wrote what it could not write while it was cut off. Rule K-7.
    StatusSynced,
    /// The Pod garbage collector checked its Pods. Rules P-1013, P-1014.
    Collected,
    /// Its drain tried to evict Pods again. Rule B-10.
    Drained,
}

/// The number of a container instance, unique in its Pod.
pub(crate) type InstanceId = u32;

/// Something that happens at a scheduled time.
///
/// An event is ignored when its object is gone by then, or when it carries an outdated `token`: the object has counted on since the event was scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimEvent {
    /// A program ended by itself.
    ProgramEnded {
        /// Its Pod.
        pod: PodId,
        /// Its instance.
        instance: InstanceId,
    },
    /// A program that Podlab reads from its command comes to its next step.
    ProgramStepped {
        /// Its Pod.
        pod: PodId,
        /// Its instance.
        instance: InstanceId,
    },
    /// A program ended because it was told to stop.
    ProgramStopped {
        /// Its Pod.
        pod: PodId,
        /// Its instance.
        instance: InstanceId,
    },
    /// The time a program had to stop is over.
    StopTimedOut {
        /// Its Pod.
        pod: PodId,
        /// Its instance.
        instance: InstanceId,
    },
    /// A preStop hook ended, or its grace period is over.
    PreStopEnded {
        /// The Pod.
        pod: PodId,
        /// The instance that is being stopped.
        instance: InstanceId,
    },
    /// A postStart hook ended.
    PostStartEnded {
        /// The Pod.
        pod: PodId,
        /// Its instance.
        instance: InstanceId,
    },
    /// An image pull ended, with or without success.
    PullEnded {
        /// The node that pulled.
        node: NodeId,
    },
    /// A probe worker's tick. Rule P-609.
    ProbeTicked {
        /// The Pod.
        pod: PodId,
        /// Index of the worker.
        worker: u16,
        /// The life of the worker that the tick belongs to.
        token: u32,
    },
    /// A sync asked a readiness worker to probe at once. Rule P-619.
    ProbeTriggered {
        /// The Pod.
        pod: PodId,
        /// Index of the worker.
        worker: u16,
        /// The life of the worker that the request belongs to.
        token: u32,
    },
    /// The handler of a probe answered.
    ProbeAnswered {
        /// The Pod.
        pod: PodId,
        /// Index of the worker.
        worker: u16,
        /// The life of the worker that the answer belongs to.
        token: u32,
    },
    /// The kubelet listed its containers. Rule K-2.
    Relisted {
        /// The node.
        node: NodeId,
    },
    /// The wait of a kubelet before it mounts a volume is over.
    VolumesRetried {
        /// The Pod.
        pod: PodId,
        /// The sync that waits.
        token: u32,
    },
    /// A requeued Pod is due. Rules K-1, K-3, K-4.
    SyncRequeued {
        /// The Pod.
        pod: PodId,
        /// The requeue that the event belongs to.
        token: u32,
    },
    /// A Pod worker continues that waited for a fresh view of the runtime.
    SyncResumed {
        /// The Pod.
        pod: PodId,
        /// The wait that the event belongs to.
        token: u32,
    },
    /// The active deadline of a Pod has passed. Rule P-816.
    DeadlinePassed {
        /// The Pod.
        pod: PodId,
    },
    /// The kubelet stops a Pod that should no longer run. Rule K-6.
    HousekeepingDone {
        /// The Pod to stop.
        pod: PodId,
    },
    /// The status manager checks whether the object of a deleted Pod may be removed. Rules K-7, P-806.
    StatusChecked {
        /// The Pod.
        pod: PodId,
    },
    /// The kubelet learnt that a Pod was changed, is to be deleted, or is gone.
    PodNoticed {
        /// The Pod.
        pod: PodId,
    },
    /// A controller looked at an object that changed. Rule C-1.
    Reconciled {
        /// The controller.
        controller: Controller,
        /// The object that it looked at.
        key: Key,
    },
    /// Something happened to a machine.
    OfNode {
        /// The machine.
        node: NodeId,
        /// What happened.
        what: NodeEvent,
        /// The life of the machine's connection that the event belongs to.
        token: u32,
    },
    /// The Pod garbage collector checked all Pods. Rules P-1023, P-1024.
    PodsCollected,
    /// The time a Pod tolerates its node's taints is over. Rule P-1011.
    TaintExecuted {
        /// The Pod.
        pod: PodId,
    },
    /// The volumes of a Pod are detached by force from a node that does not answer. Rule V-13.
    VolumesForced {
        /// The Pod.
        pod: PodId,
    },
    /// The scheduler tried to schedule a Pod. Rule P-901.
    SchedulingTried {
        /// The Pod.
        pod: PodId,
        /// The attempt that the event belongs to.
        token: u32,
    },
}

impl SimEvent {
    /// Returns the order among events of one moment: first the world, then probes, then the kubelet's view of it.
    pub(crate) const fn rank(self) -> u8 {
        match self {
            SimEvent::ProgramEnded { .. }
            | SimEvent::ProgramStepped { .. }
            | SimEvent::ProgramStopped { .. }
            | SimEvent::StopTimedOut { .. }
            | SimEvent::PreStopEnded { .. }
            | SimEvent::PostStartEnded { .. }
            | SimEvent::PullEnded { .. } => 0,
            SimEvent::ProbeTicked { .. }
            | SimEvent::ProbeTriggered { .. }
            | SimEvent::ProbeAnswered { .. } => 1,
            SimEvent::Relisted { .. } => 2,
            SimEvent::VolumesRetried { .. }
            | SimEvent::SyncRequeued { .. }
            | SimEvent::SyncResumed { .. }
            | SimEvent::DeadlinePassed { .. }
            | SimEvent::HousekeepingDone { .. }
            | SimEvent::StatusChecked { .. }
            | SimEvent::PodNoticed { .. } => 3,
            SimEvent::Reconciled { .. }
            | SimEvent::OfNode { .. }
            | SimEvent::PodsCollected
            | SimEvent::TaintExecuted { .. }
            | SimEvent::VolumesForced { .. } => 4,
            SimEvent::SchedulingTried { .. } => 5,
        }
    }

    /// Returns the Pod that the event is about.
    pub(crate) fn pod(mut self) -> Option<PodId> {
        self.pod_mut().copied()
    }

    /// Returns the Pod that the event is about, to change it.
    pub(crate) fn pod_mut(&mut self) -> Option<&mut PodId> {
        match self {
            SimEvent::ProgramEnded { pod, .. }
            | SimEvent::ProgramStepped { pod, .. }
            | SimEvent::ProgramStopped { pod, .. }
            | SimEvent::StopTimedOut { pod, .. }
            | SimEvent::PreStopEnded { pod, .. }
            | SimEvent::PostStartEnded { pod, .. }
            | SimEvent::ProbeTicked { pod, .. }
            | SimEvent::ProbeTriggered { pod, .. }
            | SimEvent::ProbeAnswered { pod, .. }
            | SimEvent::VolumesRetried { pod, .. }
            | SimEvent::SyncRequeued { pod, .. }
            | SimEvent::SyncResumed { pod, .. }
            | SimEvent::DeadlinePassed { pod }
            | SimEvent::HousekeepingDone { pod }
            | SimEvent::StatusChecked { pod }
            | SimEvent::PodNoticed { pod }
            | SimEvent::TaintExecuted { pod }
            | SimEvent::VolumesForced { pod }
            | SimEvent::SchedulingTried { pod, .. } => Some(pod),
            SimEvent::PullEnded { .. }
            | SimEvent::OfNode { .. }
            | SimEvent::PodsCollected
            | SimEvent::Relisted { .. }
            | SimEvent::Reconciled { .. } => None,
        }
    }

    /// Returns the instance that the event is about, to change it.
    pub(crate) fn instance_mut(&mut self) -> Option<&mut InstanceId> {
        if let SimEvent::ProgramEnded { instance, .. }
        | SimEvent::ProgramStepped { instance, .. }
        | SimEvent::ProgramStopped { instance, .. }
        | SimEvent::StopTimedOut { instance, .. }
        | SimEvent::PreStopEnded { instance, .. }
        | SimEvent::PostStartEnded { instance, .. } = self
        {
            Some(instance)
        } else {
            None
        }
    }

    /// Returns the wait, requeue, attempt or life that the event belongs to, to change it.
    pub(crate) fn token_mut(&mut self) -> Option<&mut u32> {
        if let SimEvent::ProbeTicked { token, .. }
        | SimEvent::ProbeTriggered { token, .. }
        | SimEvent::ProbeAnswered { token, .. }
        | SimEvent::VolumesRetried { token, .. }
        | SimEvent::SyncRequeued { token, .. }
        | SimEvent::SyncResumed { token, .. }
        | SimEvent::SchedulingTried { token, .. } = self
        {
            Some(token)
        } else {
            None
        }
    }
}
