//! A workload whose Pods have no order, as the stage shows it: its Pods by ReplicaSet, and what its controller does next.

use crate::lab::Lab;
use crate::sentences::{fill, say};
use crate::workload::{Followed, Workload};
use podlab::api::meta::controller;
use podlab::api::pod::Pod;
use podlab::api::replica_set::{REPLICA_FAILURE, ReplicaSet};
use podlab::api::status::{ConditionStatus, READY};
use podlab::controller::stateful_set::health::is_terminating;
use std::rc::Rc;

/// A workload whose Pods have no order, at the present moment.
pub struct Levels<'a> {
    /// The workload.
    pub followed: Followed,
    /// Its ReplicaSets, oldest first; for a ReplicaSet it alone.
    pub levels: Vec<Level<'a>>,
    /// The Pods of the namespace that have no controller, and that the workload's selector matches.
    pub orphans: Vec<&'a Rc<Pod>>,
}

/// A ReplicaSet with its Pods.
pub struct Level<'a> {
    /// The ReplicaSet.
    pub set: Rc<ReplicaSet>,
    /// The Pods that it owns, oldest first.
    pub pods: Vec<&'a Rc<Pod>>,
}

impl Level<'_> {
    /// Returns how many of the Pods count: they have not ended and are not being deleted. Rule R-03.
    pub fn active(&self) -> i64 {
        self.pods.iter().filter(|pod| counts(pod)).count() as i64
    }

    /// Returns how many Pods are still to be created.
    pub fn missing(&self) -> i64 {
        (self.set.spec.replicas() - self.active()).max(0)
    }
}

/// Returns whether a Pod counts for a ReplicaSet. Rule R-03.
fn counts(pod: &Pod) -> bool {
    !pod.status.phase().is_terminal() && !is_terminating(pod)
}

impl<'a> Levels<'a> {
    /// Returns what is on the stage, when it is a workload whose Pods have no order.
    pub fn of(lab: &'a Lab) -> Option<Levels<'a>> {
        let followed = lab.followed()?;
        let pods = || lab.pods_of_namespace();
        let level = |set: Rc<ReplicaSet>| {
            let owned = |pod: &&Rc<Pod>| {
                controller(&pod.metadata).is_some_and(|owner| owner.uid == set.metadata.uid)
            };
            Level { pods: pods().filter(owned).collect(), set }
        };
        let levels = match &followed.workload {
            Workload::StatefulSet(_) => return None,
            Workload::ReplicaSet(set) => vec![level(Rc::clone(set))],
        };
        let is_orphan = |pod: &&Rc<Pod>| {
            let selector = followed.workload.selector();
            controller(&pod.metadata).is_none()
                && selector.is_some_and(|selector| selector.matches(&pod.metadata.labels))
        };
        let orphans = pods().filter(is_orphan).collect();
        Some(Levels { followed, levels, orphans })
    }

    /// Returns what the controller does next, in a sentence.
    pub fn intention(&self) -> String {
        let kind = self.followed.workload.kind().as_str();
        let has_pods = self.levels.iter().any(|level| !level.pods.is_empty());
        if !self.followed.exists {
            return match (has_pods, self.orphans.is_empty()) {
                (true, _) => fill!("group.gone.collected", "kind" => kind),
                (false, false) => fill!("group.gone.pods-stay", "kind" => kind),
                (false, true) => fill!("group.gone.all", "kind" => kind),
            };
        }
        if !self.followed.is_ruled() {
            return fill!("group.going", "kind" => kind);
        }
        match &self.followed.workload {
            Workload::StatefulSet(_) => unreachable!("the Pods of a StatefulSet have lanes"),
            Workload::ReplicaSet(set) => self.of_set(set),
        }
    }

    /// Returns how many Pods of a level are still to be created; none when no controller acts any more.
    pub fn places(&self, level: &Level<'_>) -> i64 {
        if self.followed.is_ruled() { level.missing() } else { 0 }
    }

    /// Returns what becomes of a Pod of the workload that the API does not have.
    pub fn fate(&self) -> String {
        if self.followed.is_ruled() {
            fill!("group.fate", "kind" => self.followed.workload.kind().as_str())
        } else {
            say!("group.fate.none").to_owned()
        }
    }

    fn of_set(&self, set: &ReplicaSet) -> String {
        let Some(level) = self.levels.first() else { return say!("group.idle").to_owned() };
        let failed = set.status.conditions.iter().find(|condition| {
            condition.kind == REPLICA_FAILURE && condition.status == ConditionStatus::True
        });
        let (active, wanted) = (level.active(), set.spec.replicas());
        let count = |number: i64| number.abs().to_string();
        let ready = level.pods.iter().filter(|pod| counts(pod) && pod.status.is_true(READY));
        let unready = active - ready.count() as i64;
        match (failed, wanted - active) {
            (Some(condition), 1..) => fill!("group.failed", "message" => &condition.message),
            (_, missing @ 1..) => fill!("group.creates", "count" => &count(missing)),
            (_, more @ ..0) => fill!("group.deletes", "count" => &count(more)),
            (_, 0) if unready > 0 => fill!("group.unready", "count" => &count(unready)),
            (_, 0) => say!("group.idle").to_owned(),
        }
    }
}
