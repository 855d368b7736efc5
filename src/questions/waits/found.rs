//! What was found out about a Pod so far.

use super::wait::{Wait, WaitKind};
use crate::api::ObjectRef;
use crate::api::pod::Pod;
use crate::base::time::SimTime;
use crate::cluster::event::SimEvent;
use crate::cluster::world::PodId;
use crate::kubelet::runtime::{InstanceState, SandboxInstance};
use crate::kubelet::worker::PodWorker;
use crate::rules::Rule;
use crate::sim::Sim;

/// A Pod, what its kubelet keeps of it, and the waits that were found so far.
pub(super) struct Found<'a> {
    pub sim: &'a Sim,
    pub id: PodId,
    pub pod: &'a Pod,
    pub worker: Option<&'a PodWorker>,
    pub waits: &'a mut Vec<Wait>,
}

impl Found<'_> {
    pub(crate) fn wait(&mut self, kind: WaitKind, until: Option<SimTime>, rule: Rule) {
        let metadata = &self.pod.metadata;
        let object = ObjectRef::pod(metadata.namespace.clone(), metadata.name.clone());
        let pod = Some(self.id);
        self.waits.push(Wait { object, pod, kind, until, rule });
    }

    /// Returns when the worker looks at its Pod again, and by which rule. A change in the runtime that the kubelet finds at its next
    /// relist makes it look, too.
    pub(crate) fn next_look(&self) -> Option<(SimTime, Rule)> {
        let worker = self.worker?;
        let (id, token) = (self.id, worker.token);
        let planned = self.sim.world().queue.first(|event| match event {
            SimEvent::SyncRequeued { pod, token: due } => {
                (pod == id && due == token).then_some(worker.requeued_by)
            }
            SimEvent::SyncResumed { pod, token: due } => {
                (pod == id && due == token).then_some(Rule::K2)
            }
            SimEvent::VolumesRetried { pod, token: due } => {
                (pod == id && due == token).then_some(Rule::K4)
            }
            SimEvent::DeadlinePassed { pod } => (pod == id).then_some(Rule::P816),
            SimEvent::HousekeepingDone { pod } => (pod == id).then_some(Rule::K6),
            SimEvent::StatusChecked { pod } => (pod == id).then_some(Rule::K7),
            SimEvent::ProgramEnded { .. }
            | SimEvent::ProgramStepped { .. }
            | SimEvent::ProgramStopped { .. }
            | SimEvent::StopTimedOut { .. }
            | SimEvent::PreStopEnded { .. }
            | SimEvent::PostStartEnded { .. }
            | SimEvent::PullEnded { .. }
            | SimEvent::ProbeTicked { .. }
            | SimEvent::ProbeTriggered { .. }
            | SimEvent::ProbeAnswered { .. }
            | SimEvent::Relisted { .. }
            | SimEvent::PodNoticed { .. }
            | SimEvent::Reconciled { .. }
            | SimEvent::OfNode { .. }
            | SimEvent::PodsCollected
            | SimEvent::TaintExecuted { .. }
            | SimEvent::VolumesForced { .. }
            | SimEvent::SchedulingTried { .. } => None,
        });
        let relist = self.next_relist().filter(|_| has_unseen_changes(worker));
        let relist = relist.map(|time| (time, Rule::K2));
        planned.into_iter().chain(relist).min_by_key(|(time, _)| *time)
    }

    /// Returns when the worker looks at its Pod again.
    pub(crate) fn next_sync(&self) -> Option<SimTime> {
        self.next_look().map(|(time, _)| time)
    }

    /// Returns when the kubelet compares its cache with the runtime again. Rule K-2.
    pub(super) fn next_relist(&self) -> Option<SimTime> {
        let node = self.sim.world().machine_named(&self.pod.spec.node_name)?;
        self.time_of(|event| event == SimEvent::Relisted { node })
    }

    /// Returns when the first event that is wanted happens.
    pub(super) fn time_of(&self, wanted: impl Fn(SimEvent) -> bool) -> Option<SimTime> {
        self.sim.world().queue.time_of(wanted)
    }
}

/// Returns whether the runtime of a Pod differs from what its kubelet saw last.
fn has_unseen_changes(worker: &PodWorker) -> bool {
    let mut instances = worker.runtime.instances.iter();
    instances.any(|instance| {
        let seen = worker.cache.instance(instance.id).map(|seen| seen.state);
        instance.state != InstanceState::Created && seen != Some(instance.state)
    }) || has_unseen_sandbox(worker)
}

/// Returns whether a sandbox came or went since the kubelet looked last.
pub(super) fn has_unseen_sandbox(worker: &PodWorker) -> bool {
    let ready = |sandboxes: &[SandboxInstance]| {
        sandboxes.iter().map(|sandbox| sandbox.ready).collect::<Vec<bool>>()
    };
    ready(&worker.runtime.sandboxes) != ready(&worker.cache.sandboxes)
}
