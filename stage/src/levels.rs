//! A workload whose Pods have no order, as the stage shows it: its Pods by ReplicaSet, and what its controller does next.

use crate::lab::Lab;
use crate::workload::{Followed, Workload};
use podlab::api::deployment::{
    Deployment, DeploymentCondition, DeploymentStrategyType, PROGRESS_DEADLINE_EXCEEDED,
    PROGRESSING, find_new, revision,
};
use podlab::api::meta::controller;
use podlab::api::pod::Pod;
use podlab::api::replica_set::{REPLICA_FAILURE, ReplicaSet};
use podlab::api::status::{ConditionStatus, READY};
use podlab::controller::deployment::bounds::Bounds;
use podlab::controller::stateful_set::health::is_terminating;
use podlab::questions::stuck::{Findings, Stuck};
use podlab::questions::waits::{Wait, WaitKind, waits};
use podlab_messages::text;
use std::cmp::Reverse;
use std::rc::Rc;

/// A workload whose Pods have no order, at the present moment.
pub struct Levels<'a> {
    /// The workload.
    pub followed: Followed,
    /// Its ReplicaSets, the newest revision first, without old ones that have no Pods and are to have none; for a ReplicaSet it alone.
    pub levels: Vec<Level<'a>>,
    /// The Pods of the namespace that have no controller.
    pub orphans: Vec<&'a Rc<Pod>>,
    /// What the workload waits for in vain, and what is known of that.
    stuck: Option<(Vec<Wait>, Stuck)>,
}

/// A ReplicaSet with its Pods.
pub struct Level<'a> {
    /// The ReplicaSet.
    pub set: Rc<ReplicaSet>,
    /// The Pods that it owns, oldest first.
    pub pods: Vec<&'a Rc<Pod>>,
    /// Whether the API still has the ReplicaSet.
    pub exists: bool,
    /// Its place in the rollouts of a Deployment; `None` for a ReplicaSet alone.
    pub rollout: Option<Rollout>,
}

/// The place of a ReplicaSet in the rollouts of its Deployment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// The number of its revision.
    pub revision: i64,
    /// Whether it has the Deployment's template.
    pub is_new: bool,
}

/// How many Pods a rollout has, and between which bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The Pods that are available, as the statuses of the ReplicaSets say.
    pub available: i64,
    /// The Pods that there are and are to stay.
    pub total: i64,
    /// How many must be available, and how many there may be. Rule D-11.
    pub bounds: Bounds,
}

impl Level<'_> {
    /// Returns how many of the Pods count: they have not ended and are not being deleted. Rule R-03.
    pub fn active(&self) -> i64 {
        self.pods.iter().filter(|pod| counts(pod)).count() as i64
    }

    /// Returns whether the level has something to show: it is new, it has Pods, or it is to have some.
    fn is_shown(&self) -> bool {
        let is_old = self.rollout.is_some_and(|rollout| !rollout.is_new || !self.exists);
        !is_old || !self.pods.is_empty() || self.exists && self.set.spec.replicas() > 0
    }

    /// Returns whether the ReplicaSet is there and is to stay, so that its controller replaces Pods.
    fn is_ruled(&self) -> bool {
        self.exists && self.set.metadata.deletion_timestamp.is_none()
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
            let sets = &lab.sim().world().objects.replica_sets;
            let present = sets.named(&set.metadata.namespace, &set.metadata.name);
            let exists = present.is_some_and(|present| present.metadata.uid == set.metadata.uid);
            Level { pods: pods().filter(owned).collect(), set, exists, rollout: None }
        };
        let mut levels: Vec<Level<'_>> = match &followed.workload {
            Workload::StatefulSet(_) => return None,
            Workload::Deployment(deployment) => rollout(lab, deployment)
                .map(|(set, place)| Level { rollout: Some(place), ..level(set) })
                .collect(),
            Workload::ReplicaSet(set) => vec![level(Rc::clone(set))],
        };
        levels.retain(Level::is_shown);
        let orphans = pods().filter(|pod| controller(&pod.metadata).is_none()).collect();
        Some(Levels { followed, levels, orphans, stuck: None })
    }

    /// Returns the stage with what a search has found out about what does not continue by itself.
    #[must_use]
    pub fn knowing(self, lab: &Lab, findings: &Findings) -> Levels<'a> {
        let workload = lab.scene.workload.as_ref().filter(|_| self.followed.is_ruled());
        let is_its = |wait: &Wait| workload == Some(&wait.object);
        let found = findings.stuck().iter().find(|stuck| is_its(&stuck.wait));
        let stuck = found.map(|stuck| {
            let waits = waits(lab.sim()).into_iter().filter(is_its).collect();
            (waits, stuck.clone())
        });
        Levels { stuck: stuck.filter(|(waits, _): &(Vec<Wait>, Stuck)| !waits.is_empty()), ..self }
    }

    /// What the workload waits for in vain.
    pub fn stuck(&self) -> Option<&Stuck> {
        self.stuck.as_ref().map(|(_, stuck)| stuck)
    }

    /// Returns what the controller does next, in a sentence.
    pub fn intention(&self) -> String {
        let kind = self.followed.workload.kind().as_str();
        let has_pods = self.levels.iter().any(|level| !level.pods.is_empty());
        if !self.followed.exists {
            let stays = |level: &Level<'_>| {
                level.rollout.is_some() && controller(&level.set.metadata).is_none()
            };
            if self.levels.iter().any(stays) {
                return text::workload_gone_sets_stay(kind);
            }
            return match (has_pods, self.has_left_pods()) {
                (true, _) => text::workload_gone_collected(kind),
                (false, true) => text::workload_gone_pods_stay(kind),
                (false, false) => text::workload_gone_all(kind),
            };
        }
        if !self.followed.is_ruled() {
            return text::workload_going(kind);
        }
        let next = match &self.followed.workload {
            Workload::StatefulSet(_) => unreachable!("the Pods of a StatefulSet have lanes"),
            Workload::Deployment(deployment) => self.of_deployment(deployment),
            Workload::ReplicaSet(set) => self.of_set(set),
        };
        match &self.stuck {
            Some((waits, stuck)) => {
                let words = waits.iter().find_map(|wait| self.waits_in_vain(wait)).unwrap_or(next);
                text::stage_stuck(format!("{words} {}", podlab_messages::stuck(stuck)))
            }
            None => next,
        }
    }

    /// Returns what a rollout waits for, when something promises that it comes.
    fn waits_in_vain(&self, wait: &Wait) -> Option<String> {
        let Workload::Deployment(deployment) = &self.followed.workload else { return None };
        if is_late(deployment) {
            None
        } else if let WaitKind::NewPods { missing, goes_on: true, .. } = &wait.kind {
            Some(text::stage_rollout_new(missing.to_string()))
        } else if let WaitKind::OldPods(left) = &wait.kind {
            Some(text::stage_rollout_old(left.to_string()))
        } else {
            None
        }
    }

    /// Returns whether there are Pods without a controller that the workload's selector matches.
    fn has_left_pods(&self) -> bool {
        let selector = self.followed.workload.selector();
        let is_match = |pod: &&Rc<Pod>| {
            selector.is_some_and(|selector| selector.matches(&pod.metadata.labels))
        };
        self.orphans.iter().any(is_match)
    }

    /// Returns how many Pods of a level are still to be created; none when its ReplicaSet is gone or going.
    pub fn places(&self, level: &Level<'_>) -> i64 {
        if level.is_ruled() { level.missing() } else { 0 }
    }

    /// Returns what becomes of a Pod of the workload that the API does not have.
    pub fn fate(&self) -> String {
        let is_ruled = self.levels.iter().any(Level::is_ruled);
        let words = if is_ruled { text::workload_fate() } else { text::workload_fate_none() };
        words.to_owned()
    }

    /// Returns how many Pods the rollouts of a Deployment have, and between which bounds; `None` for other workloads, and for a
    /// Deployment whose controller acts no more.
    pub fn extent(&self) -> Option<Extent> {
        let Workload::Deployment(deployment) = &self.followed.workload else { return None };
        self.followed.is_ruled().then(|| Extent {
            available: self.levels.iter().map(|level| level.set.status.available_replicas).sum(),
            total: self.levels.iter().map(Level::active).sum(),
            bounds: Bounds::of(&deployment.spec),
        })
    }

    /// Returns what the controller of a Deployment does next. Rules D-20, D-25, D-40, D-51.
    fn of_deployment(&self, deployment: &Deployment) -> String {
        let (spec, status) = (&deployment.spec, &deployment.status);
        let count = |number: i64| number.to_string();
        if spec.paused {
            let words = if self.levels.is_empty() {
                text::workload_paused_none()
            } else {
                text::workload_paused()
            };
            return words.to_owned();
        }
        if let Some(failure) = status
            .condition(REPLICA_FAILURE)
            .filter(|failure| failure.status == ConditionStatus::True)
        {
            return text::workload_failed(&failure.message);
        }
        if is_late(deployment) {
            return text::workload_deadline(count(spec.deadline().unwrap_or(0)));
        }
        let is_new = |level: &&Level<'_>| level.rollout.is_some_and(|rollout| rollout.is_new);
        let old = self.levels.iter().filter(|level| !is_new(level));
        let old: i64 = old.map(|level| level.pods.len() as i64).sum();
        let Some(new) = self.levels.iter().find(is_new) else {
            return match spec.strategy() {
                DeploymentStrategyType::Recreate if old > 0 => text::workload_recreate(count(old)),
                DeploymentStrategyType::Recreate | DeploymentStrategyType::RollingUpdate => {
                    text::workload_new_set().to_owned()
                }
            };
        };
        let (replicas, updated) = (spec.replicas(), new.active());
        let waiting = updated - new.set.status.available_replicas;
        if old > 0 {
            return of_rollout(spec.strategy(), old, [updated, replicas, waiting]);
        }
        match replicas - updated {
            missing @ 1.. => text::workload_creates(count(missing)),
            more @ ..0 => text::workload_deletes(count(-more)),
            0 if waiting > 0 => text::workload_unready(count(waiting)),
            0 if replicas == 0 => text::workload_zero().to_owned(),
            0 => text::workload_complete(count(replicas)),
        }
    }

    fn of_set(&self, set: &ReplicaSet) -> String {
        let Some(level) = self.levels.first() else { return text::workload_idle().to_owned() };
        let failed = set.status.conditions.iter().find(|condition| {
            condition.kind == REPLICA_FAILURE && condition.status == ConditionStatus::True
        });
        let (active, wanted) = (level.active(), set.spec.replicas());
        let count = |number: i64| number.abs().to_string();
        let ready = level.pods.iter().filter(|pod| counts(pod) && pod.status.is_true(READY));
        let unready = active - ready.count() as i64;
        match (failed, wanted - active) {
            (Some(condition), 1..) => text::workload_failed(&condition.message),
            (_, missing @ 1..) => text::workload_creates(count(missing)),
            (_, more @ ..0) => text::workload_deletes(count(more)),
            (_, 0) if unready > 0 => text::workload_unready(count(unready)),
            (_, 0) => text::workload_idle().to_owned(),
        }
    }
}

/// Returns whether a rollout has made no progress until its deadline. Rule D-51.
fn is_late(deployment: &Deployment) -> bool {
    let is_late = |progress: &DeploymentCondition| progress.reason == *PROGRESS_DEADLINE_EXCEEDED;
    deployment.status.condition(PROGRESSING).is_some_and(is_late)
}

/// Returns how a rollout with so many old Pods goes. The numbers are the new Pods, the Pods that there should be, and the new Pods that
/// are not available yet.
fn of_rollout(
    strategy: DeploymentStrategyType,
    old: i64,
    [updated, replicas, waiting]: [i64; 3],
) -> String {
    let (updated, replicas) = (updated.to_string(), replicas.to_string());
    match strategy {
        DeploymentStrategyType::Recreate => text::workload_recreate(old),
        DeploymentStrategyType::RollingUpdate if waiting > 0 => {
            let waiting = waiting.to_string();
            text::workload_rolling_waits(&replicas, &updated, &waiting)
        }
        DeploymentStrategyType::RollingUpdate => text::workload_rolling(&replicas, &updated),
    }
}

/// Returns the ReplicaSets that a Deployment owns, and those that it would adopt, with their places in its rollouts, the newest revision first.
fn rollout(lab: &Lab, deployment: &Deployment) -> impl Iterator<Item = (Rc<ReplicaSet>, Rollout)> {
    let uid = &deployment.metadata.uid;
    let tables = &lab.sim().world().objects;
    // The ReplicaSets of a Deployment that was deleted go before their Pods.
    let is_gone = |set: &&Rc<ReplicaSet>| {
        let present = tables.replica_sets.named(&set.metadata.namespace, &set.metadata.name);
        present.is_none_or(|present| present.metadata.uid != set.metadata.uid)
    };
    let gone = lab.story().replica_sets().filter(is_gone);
    let is_own = |set: &&Rc<ReplicaSet>| match controller(&set.metadata) {
        Some(owner) => owner.uid == *uid,
        None => {
            deployment.selects(&set.metadata.labels)
                && set.metadata.namespace == deployment.metadata.namespace
        }
    };
    let mut sets: Vec<Rc<ReplicaSet>> = tables
        .replica_sets
        .iter()
        .map(|(_, set)| set)
        .chain(gone)
        .filter(is_own)
        .cloned()
        .collect();
    sets.sort_by_key(|set| Reverse(revision(&set.metadata)));
    let new = find_new(deployment, &sets).map(|set| set.metadata.uid.clone());
    sets.into_iter().map(move |set| {
        let is_new = new.as_ref() == Some(&set.metadata.uid);
        let place = Rollout { revision: revision(&set.metadata), is_new };
        (set, place)
    })
}
