//! What Deployments wait for, apart from what their Pods wait for. Section D of the rule book.

use super::wait::{Wait, WaitKind};
use crate::api::deployment::{
    Deployment, DeploymentStrategyType, PROGRESS_DEADLINE_EXCEEDED, PROGRESSING, find_new,
};
use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::status::READY;
use crate::api::{ObjectRef, ResourceKind};
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::numbers::Key;
use crate::cluster::work_queue::Controller;
use crate::controller::deployment::progress::{due, is_complete};
use crate::controller::stateful_set::health::is_available;
use crate::kubectl::deployments::{old_and_new, owned};
use crate::rules::Rule;
use crate::sim::Sim;
use std::rc::Rc;

/// Adds what Deployments wait for.
pub(super) fn collect(sim: &Sim, waits: &mut Vec<Wait>) {
    for (key, deployment) in sim.world().objects.deployments.iter() {
        let mut found = Found { sim, deployment, waits };
        found.look(key);
        if deployment.metadata.deletion_timestamp.is_some() {
            found.dependents();
        } else {
            found.rollout();
        }
    }
}

struct Found<'a> {
    sim: &'a Sim,
    deployment: &'a Deployment,
    waits: &'a mut Vec<Wait>,
}

impl Found<'_> {
    fn wait(&mut self, kind: WaitKind, until: Option<SimTime>, rule: Rule) {
        let metadata = &self.deployment.metadata;
        let object = ObjectRef::new(
            ResourceKind::Deployment,
            metadata.namespace.clone(),
            metadata.name.clone(),
        );
        self.waits.push(Wait { object, pod: None, kind, until, rule });
    }

    /// Returns when the deadline of the rollout passes.
    fn deadline(&self) -> Option<SimTime> {
        let (spec, status) = (&self.deployment.spec, &self.deployment.status);
        let progress = status.condition(PROGRESSING)?;
        let is_over = progress.reason == *PROGRESS_DEADLINE_EXCEEDED;
        if spec.paused || is_over || is_complete(self.deployment, status) {
            return None;
        }
        due(progress, spec.deadline()?).map(|due| SimTime(due.max(0) as u64))
    }

    /// Adds the next sync of the controller, and the deadline of the rollout.
    fn look(&mut self, key: Key) {
        let queue = &self.sim.world().objects.queue;
        let failures = queue.failures(Controller::Deployment, key);
        let looks = queue.next_look(Controller::Deployment, key);
        if let Some(until) = queue.next_sync(Controller::Deployment, key) {
            self.wait(WaitKind::Controller { failures }, Some(until), Rule::D07);
        }
        if let Some(deadline) = self.deadline() {
            // The controller finds out a moment after the deadline has passed.
            let until = looks.filter(|at| *at >= deadline).unwrap_or(deadline);
            self.wait(WaitKind::Deadline, Some(until), Rule::D51);
        }
    }

    /// Adds the Pods that must be gone before the Deployment goes. Rule G-05.
    fn dependents(&mut self) {
        let sets = owned(self.sim.world(), self.deployment);
        let left = sets.iter().map(|set| self.pods(set).len()).sum();
        self.wait(WaitKind::Dependents(left), None, Rule::G05);
    }

    /// Adds what holds the rollout up.
    fn rollout(&mut self) {
        let sets = owned(self.sim.world(), self.deployment);
        let new = find_new(self.deployment, &sets);
        if self.deployment.spec.paused {
            if new.is_none() && !sets.is_empty() {
                self.wait(WaitKind::Paused, None, Rule::D40);
            }
            return;
        }
        match (self.deployment.spec.strategy(), new) {
            (DeploymentStrategyType::Recreate, None) => {
                let old: usize = sets.iter().map(|set| self.pods(set).len()).sum();
                if old > 0 {
                    self.wait(WaitKind::OldPods(old), None, Rule::D25);
                }
            }
            (_, Some(new)) => {
                let (old, _) = old_and_new(self.deployment, &sets);
                self.new_pods(new, !old.is_empty());
            }
            (DeploymentStrategyType::RollingUpdate, None) => {}
        }
    }

    fn new_pods(&mut self, new: &ReplicaSet, goes_on: bool) {
        let missing = new.spec.replicas() - new.status.available_replicas;
        if missing <= 0 {
            return;
        }
        let now = self.sim.now();
        let seconds = self.deployment.spec.min_ready_seconds;
        let ripens = |pod: &Rc<Pod>| {
            let is_ripe = !pod.status.is_true(READY) || is_available(pod, seconds, now);
            let since = pod.status.condition(READY)?.last_transition_time.filter(|_| !is_ripe)?;
            let at = (since.0 - Timestamp::EPOCH.0 + seconds).max(0) as u64;
            Some((SimTime::from_seconds(at).max(now), pod.metadata.name.clone()))
        };
        let first = self.pods(new).iter().filter_map(ripens).min();
        if let Some((at, pod)) = first {
            self.wait(WaitKind::MinReady(pod), Some(at), Rule::D26);
        }
        let set = new.metadata.name.clone();
        self.wait(WaitKind::NewPods { set, missing, goes_on }, None, Rule::D20);
    }

    /// Returns the Pods of a ReplicaSet that have not ended.
    fn pods(&self, set: &ReplicaSet) -> Vec<Rc<Pod>> {
        let is_own = |pod: &Pod| {
            !pod.status.phase().is_terminal()
                && controller(&pod.metadata).is_some_and(|owner| owner.uid == set.metadata.uid)
        };
        let pods = self.sim.world().pods().map(|(_, pod)| pod);
        pods.filter(|pod| is_own(pod)).cloned().collect()
    }
}
