//! A workload whose Pods have no order, as the stage shows it: a ReplicaSet with its Pods.

use crate::lab::Lab;
use crate::sentences::{fill, say};
use podlab::api::meta::{ObjectMeta, controller};
use podlab::api::pod::Pod;
use podlab::api::replica_set::{REPLICA_FAILURE, ReplicaSet};
use podlab::api::selector::LabelSelector;
use podlab::api::status::{ConditionStatus, READY};
use podlab::api::{Resource, ResourceKind};
use podlab::controller::stateful_set::health::is_terminating;
use std::rc::Rc;

/// A workload whose Pods have no order.
#[derive(Clone, Debug, PartialEq)]
pub enum Workload {
    /// A ReplicaSet.
    ReplicaSet(Rc<ReplicaSet>),
}

impl Workload {
    /// Returns the kind.
    pub const fn kind(&self) -> ResourceKind {
        match self {
            Workload::ReplicaSet(_) => ResourceKind::ReplicaSet,
        }
    }

    /// Returns the name, labels and bookkeeping.
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Workload::ReplicaSet(set) => &set.metadata,
        }
    }

    /// Returns how many Pods it should have.
    pub fn replicas(&self) -> i64 {
        match self {
            Workload::ReplicaSet(set) => set.spec.replicas(),
        }
    }

    /// Returns the template of its Pods as a Pod, for the fields that both have.
    pub fn template(&self) -> Pod {
        let template = match self {
            Workload::ReplicaSet(set) => &set.spec.template,
        };
        let mut pod = Pod { metadata: template.metadata.clone().into(), ..Pod::default() };
        *pod.spec = template.spec.clone();
        pod
    }

    /// Returns the selector of its Pods.
    pub fn selector(&self) -> Option<&LabelSelector> {
        match self {
            Workload::ReplicaSet(set) => set.spec.selector.as_ref(),
        }
    }

    /// Returns the object.
    pub fn resource(&self) -> Resource {
        match self {
            Workload::ReplicaSet(set) => Resource::ReplicaSet((**set).clone()),
        }
    }

    /// Returns the manifest from which it can be created again.
    pub fn manifest(&self) -> Resource {
        let old = self.metadata().clone();
        let metadata = ObjectMeta {
            name: old.name,
            namespace: old.namespace,
            labels: old.labels,
            annotations: old.annotations,
            ..ObjectMeta::default()
        };
        match self {
            Workload::ReplicaSet(set) => {
                let spec = set.spec.clone();
                Resource::ReplicaSet(ReplicaSet { metadata, spec, ..ReplicaSet::default() })
            }
        }
    }

    /// Returns the counters of its status, with their names.
    pub fn counters(&self) -> Vec<(&'static str, i64)> {
        match self {
            Workload::ReplicaSet(set) => vec![
                ("replicas", set.status.replicas),
                ("ready", set.status.ready_replicas),
                ("available", set.status.available_replicas),
            ],
        }
    }
}

/// The workload on the stage at the present moment.
pub struct WorkloadStage<'a> {
    /// The workload as the API has it, or had it last.
    pub workload: Workload,
    /// Whether the API still has it.
    pub exists: bool,
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

impl<'a> WorkloadStage<'a> {
    /// Returns what is on the stage, when it is a workload whose Pods have no order and that was there.
    pub fn of(lab: &'a Lab) -> Option<WorkloadStage<'a>> {
        let wanted = lab.scene.workload.as_ref()?;
        let (workload, exists) = find(lab, wanted.kind, &wanted.name)?;
        let pods = || lab.pods_of_namespace();
        let level = |set: Rc<ReplicaSet>| {
            let owned = |pod: &&Rc<Pod>| {
                controller(&pod.metadata).is_some_and(|owner| owner.uid == set.metadata.uid)
            };
            Level { pods: pods().filter(owned).collect(), set }
        };
        let levels = match &workload {
            Workload::ReplicaSet(set) => vec![level(Rc::clone(set))],
        };
        let is_orphan = |pod: &&Rc<Pod>| {
            let selector = workload.selector();
            controller(&pod.metadata).is_none()
                && selector.is_some_and(|selector| selector.matches(&pod.metadata.labels))
        };
        let orphans = pods().filter(is_orphan).collect();
        Some(WorkloadStage { workload, exists, levels, orphans })
    }

    /// Returns whether a controller still acts on the Pods: the workload is there and is to stay.
    pub fn is_ruled(&self) -> bool {
        self.exists && self.workload.metadata().deletion_timestamp.is_none()
    }

    /// Returns what the controller does next, in a sentence.
    pub fn intention(&self) -> String {
        let kind = self.workload.kind().as_str();
        let has_pods = self.levels.iter().any(|level| !level.pods.is_empty());
        if !self.exists {
            return match (has_pods, self.orphans.is_empty()) {
                (true, _) => fill!("group.gone.collected", "kind" => kind),
                (false, false) => fill!("group.gone.pods-stay", "kind" => kind),
                (false, true) => fill!("group.gone.all", "kind" => kind),
            };
        }
        if !self.is_ruled() {
            return fill!("group.going", "kind" => kind);
        }
        match &self.workload {
            Workload::ReplicaSet(set) => self.of_set(set),
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

/// Returns a workload as the API has it or had it last, and whether the API still has it.
fn find(lab: &Lab, kind: ResourceKind, name: &str) -> Option<(Workload, bool)> {
    if kind != ResourceKind::ReplicaSet {
        return None;
    }
    let sets = &lab.sim().world().workloads.replica_sets;
    let present = sets.named(&lab.scene.namespace, &name.to_owned().into());
    let last = present.or_else(|| lab.story().last_replica_set(name))?;
    Some((Workload::ReplicaSet(Rc::clone(last)), present.is_some()))
}
