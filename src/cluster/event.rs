//! What the clock does: every event the simulation plans for itself.

use crate::cluster::tables::Key;
use crate::cluster::work_queue::Controller;
use crate::cluster::world::{NodeId, PodId};

/// What happens about a machine. Chapter 10 of the rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEvent {
    /// The node controller looked at it. Rule P-1004.
    Monitored,
    /// Its kubelet was heard again. Rule P-1015.
    HeardAgain,
    /// Its kubelet computed the node's status again. Rule K-20.
    Posted,
    /// Its kubelet looked what its Pods use, to evict one if there is too little. Rule P-1021.
    Weighed,
    /// Its kubelet has ended a Pod by itself, or its time for that is over. Rule P-1018.
    Ended,
    /// Its kubelet learnt what had happened while it was away. Rule P-1016.
    Informed,
    /// Its kubelet wrote what it could not write while it was away. Rule K-7.
    Reported,
    /// The Pod garbage collector looked at its Pods. Rules P-1013, P-1014.
    Collected,
    /// Its drain tried again. Rule B-10.
    Drained,
}

/// Number of a container instance, unique in its Pod.
pub type InstanceId = u32;

/// Something that happens when its time has come. Events about things that are gone by then, or that
/// carry an outdated `turn`, are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimEvent {
    /// A program ended by itself.
    ProgramEnded {
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
    /// A preStop hook ended, or its grace period did.
    PreStopEnded {
        /// The Pod.
        pod: PodId,
        /// The instance that is to stop.
        instance: InstanceId,
    },
    /// A postStart hook ended.
    PostStartEnded {
        /// The Pod.
        pod: PodId,
        /// Its instance.
        instance: InstanceId,
    },
    /// An image pull ended, well or not.
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
        /// Life of the worker the tick belongs to.
        turn: u32,
    },
    /// A sync asked a readiness worker to look at once. Rule P-619.
    ProbeTriggered {
        /// The Pod.
        pod: PodId,
        /// Index of the worker.
        worker: u16,
        /// Life of the worker.
        turn: u32,
    },
    /// A probe's handler answered.
    ProbeAnswered {
        /// The Pod.
        pod: PodId,
        /// Index of the worker.
        worker: u16,
        /// Life of the worker the answer belongs to.
        turn: u32,
    },
    /// The kubelet looked at its containers. Rule K-2.
    Relisted {
        /// The node.
        node: NodeId,
    },
    /// The kubelet's wait before a volume can be mounted is over.
    VolumesRetried {
        /// The Pod.
        pod: PodId,
        /// The sync that waits.
        turn: u32,
    },
    /// A requeued Pod is due. Rules K-1, K-3, K-4.
    SyncRequeued {
        /// The Pod.
        pod: PodId,
        /// The requeue it belongs to.
        turn: u32,
    },
    /// A Pod worker that waited for a fresh view of the runtime goes on.
    SyncResumed {
        /// The Pod.
        pod: PodId,
        /// The wait it belongs to.
        turn: u32,
    },
    /// The active deadline of a Pod has passed. Rule P-816.
    DeadlinePassed {
        /// The Pod.
        pod: PodId,
    },
    /// Clean-up of Pods that should not run any more. Rule K-6.
    HousekeepingDone {
        /// The Pod to stop.
        pod: PodId,
    },
    /// The status manager looks whether the object of a deleted Pod may go. Rules K-7, P-806.
    StatusChecked {
        /// The Pod it is about.
        pod: PodId,
    },
    /// The kubelet learnt that a Pod was changed, is to be deleted, or is gone.
    PodNoticed {
        /// The Pod.
        pod: PodId,
    },
    /// A controller looked at what changed. Rule C-1.
    Reconciled {
        /// The controller.
        controller: Controller,
        /// What it looked at.
        key: Key,
    },
    /// Something happened about a machine.
    OfNode {
        /// The machine.
        node: NodeId,
        /// What.
        what: NodeEvent,
        /// Life of its connection the event belongs to.
        turn: u32,
    },
    /// The Pod garbage collector looked at all Pods. Rules P-1023, P-1024.
    PodsCollected,
    /// The time a Pod tolerates its node's taints is over. Rule P-1011.
    TaintExecuted {
        /// The Pod.
        pod: PodId,
    },
    /// The volumes of a Pod are taken off a node that does not answer. Rule V-13.
    VolumesForced {
        /// The Pod.
        pod: PodId,
    },
    /// The scheduler looked at a Pod. Rule P-901.
    SchedulingTried {
        /// The Pod.
        pod: PodId,
        /// The attempt it belongs to.
        turn: u32,
    },
}

impl SimEvent {
    /// Order among events of one moment: the world first, then probes, then the kubelet's view of it.
    pub const fn rank(self) -> u8 {
        match self {
            SimEvent::ProgramEnded { .. }
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

    /// The Pod it is about.
    pub(crate) fn pod(mut self) -> Option<PodId> {
        self.pod_mut().copied()
    }

    /// The Pod it is about, to change it.
    pub(crate) fn pod_mut(&mut self) -> Option<&mut PodId> {
        match self {
            SimEvent::ProgramEnded { pod, .. }
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

    /// The wait, requeue, attempt or life it belongs to, to change it.
    pub(crate) fn turn_mut(&mut self) -> Option<&mut u32> {
        match self {
            SimEvent::ProbeTicked { turn, .. }
            | SimEvent::ProbeTriggered { turn, .. }
            | SimEvent::ProbeAnswered { turn, .. }
            | SimEvent::VolumesRetried { turn, .. }
            | SimEvent::SyncRequeued { turn, .. }
            | SimEvent::SyncResumed { turn, .. }
            | SimEvent::SchedulingTried { turn, .. } => Some(turn),
            _ => None,
        }
    }
}
