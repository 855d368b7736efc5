//! Scheduled events, and the work that waits for controllers.

use super::shape::Shape;
use crate::apiserver::registry;
use crate::base::text::Text;
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::numbers::Key;
use crate::cluster::table_kind::{Item, TableKind};
use crate::cluster::tables::{ObjectStore, Parts};
use crate::cluster::work_queue::{Controller, Garbage, Waiting, WorkQueue};
use crate::cluster::world::PodId;

impl Shape<'_> {
    pub(crate) fn work(&mut self) {
        let objects = self.frame.world.parts().objects;
        let Parts { refused, classes: _, queue } = objects.parts();
        for (pod, budget) in refused {
            self.out.option(self.frame.rank(*pod));
            self.out.option(self.place(TableKind::PodDisruptionBudget, *budget));
        }
        let WorkQueue { waiting, garbage, leaving, syncs: _, looks: _ } = queue;
        for ((controller, key), Waiting { soon, later, failures }) in waiting {
            self.out.debug(controller);
            self.out.option(self.key(objects, *controller, *key));
            self.out.number(u64::from((*failures).min(20)));
            for at in [soon, later] {
                self.out.option(at.map(|at| self.frame.until(at)));
            }
        }
        for garbage in garbage.iter().flatten() {
            self.garbage(garbage);
        }
        for namespace in leaving.iter().filter(|name| !name.is_empty()) {
            self.out.text(namespace);
        }
    }

    fn garbage(&mut self, garbage: &Garbage) {
        match garbage {
            Garbage::Set(metadata) => {
                self.out.text("set");
                registry::metadata_shape(metadata, false, &mut self.out);
            }
            Garbage::Foreground(item) => self.items("foreground", std::slice::from_ref(item)),
            Garbage::Orphan(item) => self.items("orphan", std::slice::from_ref(item)),
            Garbage::Objects(items) => self.items("objects", items),
            Garbage::Pod(pod) => {
                self.out.text("pod");
                self.out.option(self.frame.rank(*pod));
            }
        }
    }

    fn items(&mut self, what: &str, items: &[Item]) {
        self.out.text(what);
        self.out.count(items.len());
        for Item { kind, key } in items {
            self.out.text(kind.as_str());
            self.out.option(self.place(*kind, *key));
        }
    }

    fn place(&self, kind: TableKind, key: Key) -> Option<u64> {
        registry::table(kind).place(self.frame.world, key)
    }

    /// Returns the place of a controller's key among the keys that mean something.
    fn key(&self, objects: &ObjectStore, controller: Controller, key: Key) -> Option<u64> {
        let kind = match controller {
            Controller::StatefulSet => TableKind::StatefulSet,
            Controller::ReplicaSet => TableKind::ReplicaSet,
            Controller::Deployment => TableKind::Deployment,
            Controller::PersistentVolume => TableKind::PersistentVolumeClaim,
            Controller::Volume => TableKind::PersistentVolume,
            Controller::Disruption => TableKind::PodDisruptionBudget,
            Controller::EphemeralVolume => return self.frame.rank(key),
            Controller::GarbageCollector => {
                let garbage = objects.queue.garbage.iter().zip(0..);
                let left = garbage.filter(|(garbage, _)| garbage.is_some()).map(|(_, key)| key);
                return registry::place(left, key);
            }
            Controller::Namespace => {
                let leaving = objects.queue.leaving.iter().zip(0..);
                let left = leaving.filter(|(name, _)| !name.is_empty()).map(|(_, key)| key);
                return registry::place(left, key);
            }
        };
        self.place(kind, key)
    }

    pub(crate) fn queue(&mut self) {
        let objects = self.frame.world.parts().objects;
        let mut kinds: Vec<Text> = Vec::new();
        for scheduled in self.frame.world.parts().queue.in_order() {
            let mut event = scheduled.event;
            if !self.counts(event) {
                continue;
            }
            let instance = self.instance_of(event);
            if let Some(pod) = event.pod_mut() {
                let Some(rank) = self.frame.rank(*pod) else { continue };
                *pod = rank as PodId;
            }
            if let SimEvent::SchedulingTried { token, .. } = &mut event {
                // It counts only whether an attempt has failed.
                *token = (*token).min(1);
            } else if let Some(token) = event.token_mut() {
                *token = 0;
            }
            let mut place = instance;
            if let SimEvent::OfNode { token, .. } = &mut event {
                *token = 0;
            } else if let SimEvent::Reconciled { controller, key } = &mut event {
                place = self.key(objects, *controller, *key);
                *key = 0;
            }
            if let Some(instance) = event.instance_mut() {
                *instance = 0;
            }
            if self.frame.exact {
                self.out.number(scheduled.time.since(self.frame.now));
                self.out.debug(&(event, place));
            } else {
                kinds.push(format!("{event:?}{place:?}").into());
            }
        }
        kinds.sort();
        self.out.debug(&kinds);
    }

    /// Returns the place of the instance that an event is about.
    fn instance_of(&self, mut event: SimEvent) -> Option<u64> {
        let worker = self.sim.worker(event.pod()?)?;
        let instance = *event.instance_mut()?;
        super::worker::place(&worker.runtime, instance)
    }

    /// Returns whether an event is not outdated, so that it has an effect.
    fn counts(&self, event: SimEvent) -> bool {
        let worker = |pod: PodId| self.sim.worker(pod);
        match event {
            SimEvent::SyncRequeued { pod, token }
            | SimEvent::SyncResumed { pod, token }
            | SimEvent::VolumesRetried { pod, token } => {
                worker(pod).is_some_and(|w| w.token == token)
            }
            SimEvent::ProbeTicked { pod, worker: index, token }
            | SimEvent::ProbeTriggered { pod, worker: index, token }
            | SimEvent::ProbeAnswered { pod, worker: index, token } => worker(pod)
                .and_then(|w| w.probes.get(index as usize))
                .is_some_and(|probe| probe.is_of(token)),
            SimEvent::OfNode {
                node,
                what:
                    NodeEvent::Monitored
                    | NodeEvent::HeardAgain
                    | NodeEvent::Posted
                    | NodeEvent::WatchResumed
                    | NodeEvent::StatusSynced,
                token,
            } => self.frame.world.machines.get(node).is_some_and(|machine| machine.token == token),
            SimEvent::OfNode {
                what:
                    NodeEvent::EvictionChecked
                    | NodeEvent::ShutdownContinued
                    | NodeEvent::Collected
                    | NodeEvent::Drained,
                ..
            }
            | SimEvent::ProgramEnded { .. }
            | SimEvent::ProgramStepped { .. }
            | SimEvent::ProgramStopped { .. }
            | SimEvent::StopTimedOut { .. }
            | SimEvent::PreStopEnded { .. }
            | SimEvent::PostStartEnded { .. }
            | SimEvent::PullEnded { .. }
            | SimEvent::Relisted { .. }
            | SimEvent::DeadlinePassed { .. }
            | SimEvent::HousekeepingDone { .. }
            | SimEvent::StatusChecked { .. }
            | SimEvent::PodNoticed { .. }
            | SimEvent::Reconciled { .. }
            | SimEvent::PodsCollected
            | SimEvent::TaintExecuted { .. }
            | SimEvent::VolumesForced { .. }
            | SimEvent::SchedulingTried { .. } => true,
        }
    }
}
