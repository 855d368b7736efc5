//! The mirror Pods by which the API shows the static Pods of a machine. Rule P-815.

use super::worker::PodWorker;
use super::{Context, KubeletState};
use crate::api::meta::OwnerReference;
use crate::api::pod::{MIRROR, Pod};
use crate::apiserver::{admit, store};
use crate::cluster::event::SimEvent;
use crate::cluster::world::World;
use crate::rules::Rule;

/// Returns the mirror of a static Pod. Models kubernetes pkg/kubelet/pod/mirror_client.go CreateMirrorPod.
fn mirror_of(world: &World, node: &KubeletState, pod: &Pod) -> Option<Pod> {
    let owner = world.node(node.id)?;
    let uid = &owner.metadata.uid;
    let mut mirror = pod.clone();
    mirror.metadata.annotations.insert(MIRROR.into(), pod.metadata.uid.clone());
    mirror.metadata.owner_references = vec![OwnerReference {
        api_version: "v1".into(),
        kind: "Node".into(),
        name: node.name.clone(),
        uid: if uid.is_empty() { node.name.clone() } else { uid.clone() },
        controller: Some(true),
        ..OwnerReference::default()
    }];
    admit::pod(world, &mut mirror).ok()?;
    Some(mirror)
}

/// Creates the mirror when there is none or when it is being deleted. Its status is written with the next change, or at
/// the latest in the status manager's next round. Rule K-7.
pub(crate) fn reconcile(cx: &mut Context<'_>, worker: &PodWorker) {
    if !worker.is_static || worker.gone || !cx.can_write() {
        return;
    }
    if let Some(mirror) = cx.world.pod(worker.id) {
        if mirror.metadata.deletion_timestamp.is_none() {
            return;
        }
        store::finish_deletion(cx.world, worker.id);
    }
    if cx.world.pod(worker.id).is_some() {
        return;
    }
    let Some(mirror) = mirror_of(cx.world, cx.node, &worker.pod) else { return };
    let cause = cx.world.cause;
    store::put_new_pod(cx.world, worker.id, mirror, Rule::P815);
    cx.world.cause = cause;
    let at = cx.next_status_tick(cx.world.now);
    cx.world.schedule_at(at, SimEvent::StatusChecked { pod: worker.id });
}
