//! What `kubectl drain` checks before it evicts Pods. Rules B-10, KC-41.

use crate::api::meta::controller;
use crate::api::pod::{Pod, is_mirror};
use crate::base::text::Text;
use crate::cluster::command::DrainOptions;
use crate::cluster::world::World;
use crate::rules::Feature;

/// Returns what prevents a drain from evicting Pods, in kubectl's words; empty when nothing does. Rules B-10, KC-41.
pub(crate) fn drain_problems(world: &World, name: &Text, options: DrainOptions) -> Vec<String> {
    let with = |wanted: &dyn Fn(&Pod) -> bool| {
        let pods = world.pods_on(name).filter(|(_, pod)| is_to_go(pod) && wanted(pod));
        let names =
            pods.map(|(_, pod)| format!("{}/{}", pod.metadata.namespace, pod.metadata.name));
        names.collect::<Vec<String>>().join(", ")
    };
    let mut problems = Vec::new();
    let local = with(&|pod| pod.spec.volumes.iter().any(|volume| volume.empty_dir.0.is_some()));
    if !options.delete_empty_dir_data && !local.is_empty() {
        problems.push(format!(
            "cannot delete Pods with local storage (use --delete-emptydir-data to override): {local}"
        ));
    }
    let bare = with(&|pod| controller(&pod.metadata).is_none());
    if !options.force && !bare.is_empty() {
        let what = if world.release().has(Feature::DrainSaysNoController) {
            "Pods that declare no controller"
        } else {
            "Pods not managed by ReplicationController, ReplicaSet, Job, DaemonSet or StatefulSet"
        };
        problems.push(format!("cannot delete {what} (use --force to override): {bare}"));
    }
    problems
}

/// Returns whether a drain evicts a Pod. An eviction of a Pod that has ended only removes its object. A static Pod belongs to its kubelet
/// alone. Rule P-815.
pub(crate) fn is_to_go(pod: &Pod) -> bool {
    pod.metadata.deletion_timestamp.is_none() && !is_mirror(pod)
}
