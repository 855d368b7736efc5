//! The workloads beside the one on the stage.

use crate::lab::Lab;
use crate::levels::Levels;
use crate::workload::Workload;
use podlab::api::meta::{ObjectMeta, controller};
use podlab::api::pod::Pod;
use podlab::base::text::Text;
use std::rc::Rc;

/// A workload of the namespace that is not the one the run is about.
pub struct Other<'a> {
    /// The workload.
    pub workload: Workload,
    /// Its Pods, oldest first.
    pub pods: Vec<&'a Rc<Pod>>,
}

impl Other<'_> {
    /// Returns how many of its Pods are ready, of how many it should have, as the API says.
    pub fn ready(&self) -> (i64, i64) {
        (self.workload.ready_replicas(), self.workload.replicas())
    }
}

/// Returns the workloads of the namespace that no other object controls, without the one that the run is about.
pub fn of(lab: &Lab) -> Vec<Other<'_>> {
    let tables = &lab.sim().world().objects;
    let sets = tables.sets.iter().map(|(_, set)| Workload::StatefulSet(Rc::clone(set)));
    let deployments = tables
        .deployments
        .iter()
        .map(|(_, deployment)| Workload::Deployment(Rc::clone(deployment)));
    let replica_sets =
        tables.replica_sets.iter().map(|(_, set)| Workload::ReplicaSet(Rc::clone(set)));
    let all = sets.chain(deployments).chain(replica_sets);
    let levels = Levels::of(lab).map_or(Vec::new(), |stage| stage.levels);
    let is_level = |uid: &Text| levels.iter().any(|level| level.set.metadata.uid == *uid);
    let is_other = |workload: &Workload| {
        let metadata = workload.metadata();
        let is_followed = lab.scene.workload.as_ref().is_some_and(|followed| {
            followed.kind == workload.kind() && followed.name == metadata.name
        });
        !is_followed
            && !is_level(&metadata.uid)
            && metadata.namespace == lab.scene.namespace
            && controller(metadata).is_none()
    };
    all.filter(is_other).map(|workload| Other { pods: pods(lab, &workload), workload }).collect()
}

/// Returns the Pods that a workload controls, itself or by its ReplicaSets.
fn pods<'a>(lab: &'a Lab, workload: &Workload) -> Vec<&'a Rc<Pod>> {
    let own = |metadata: &ObjectMeta, uid: &Text| {
        controller(metadata).is_some_and(|owner| owner.uid == *uid)
    };
    let uid = &workload.metadata().uid;
    let sets = lab.sim().world().objects.replica_sets.iter();
    let sets =
        sets.filter(|(_, set)| own(&set.metadata, uid)).map(|(_, set)| set.metadata.uid.clone());
    let owners: Vec<Text> = sets.chain([uid.clone()]).collect();
    let is_own = |pod: &&Rc<Pod>| owners.iter().any(|uid| own(&pod.metadata, uid));
    lab.pods_of_namespace().filter(is_own).collect()
}
