//! Grows file systems to the size of their volumes. Rule V-22.
//! Models kubernetes pkg/volume/util/operationexecutor NodeExpandVolume.

use crate::api::core::EventType;
use crate::api::persistent_volume_claim::{
    FILE_SYSTEM_RESIZE_PENDING, PersistentVolumeClaim, resize_condition,
};
use crate::api::pod::Pod;
use crate::api::status::{ContainerStatus, PodPhase, PodStatus};
use crate::apiserver::{storage, store};
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::store_event::Write;
use crate::cluster::tables::claims_of;
use crate::cluster::volume_match::users;
use crate::cluster::world::World;
use crate::rules::Feature;
use std::rc::Rc;

/// Lets a node that mounts a claim's volume grow its file system when the volume has grown. A node that is cut off
/// grows it when it reaches the API server again.
pub(super) fn observe(world: &mut World, key: Key, write: &Write<PersistentVolumeClaim>) {
    let Write::Modified { old, new } = write else { return };
    if !is_pending(new) || is_pending(old) {
        return;
    }
    let mounts = |pod: &&Rc<Pod>| {
        has_mounted(&pod.status) && world.connectivity_of(&pod.spec.node_name).is_heard()
    };
    let pod = users(world, new).find(mounts).cloned();
    if let Some(pod) = pod {
        grow(world, key, &pod);
    }
}

/// Grows the file systems of a Pod's volumes when the node mounts them.
pub(super) fn mounted(world: &mut World, pod: &Rc<Pod>) {
    for name in claims_of(pod) {
        if let Some(key) = world.objects.claims.find(&pod.metadata.namespace, &name) {
            grow(world, key, pod);
        }
    }
}

/// Grows file systems on a node that was cut off, when their volumes have grown meanwhile.
pub(crate) fn heard_again(world: &mut World, node: &Text) {
    let pods: Vec<Rc<Pod>> = world.pods_on(node).map(|(_, pod)| Rc::clone(pod)).collect();
    for pod in pods.iter().filter(|pod| has_mounted(&pod.status)) {
        mounted(world, pod);
    }
}

fn is_pending(claim: &PersistentVolumeClaim) -> bool {
    resize_condition(claim) == FILE_SYSTEM_RESIZE_PENDING
}

/// Returns whether containers of a Pod run or have run, so that its volumes are mounted. While images are still being
/// pulled, volumes may be mounted too; then the kubelet checks them again after the pull.
fn has_mounted(status: &PodStatus) -> bool {
    let mut containers = status.init_containers().iter().chain(status.containers());
    let has_started = |container: &ContainerStatus| {
        container.state.running().is_some() || container.state.terminated().is_some()
    };
    let phase = status.phase();
    phase == PodPhase::Running || (phase == PodPhase::Pending && containers.any(has_started))
}

/// Grows the file system on a claim's volume if it is smaller than the volume, on the node of a Pod that mounts it.
fn grow(world: &mut World, key: Key, pod: &Pod) {
    let Some(claim) = world.objects.claims.get(key).cloned() else { return };
    if !is_pending(&claim) || !storage::finish_resize(world, key) {
        return;
    }
    let node = if world.release().has(Feature::FileSystemResizeNamesNode) {
        pod.spec.node_name.as_str()
    } else {
        ""
    };
    let volume = &claim.spec.volume_name;
    let event = NewEvent {
        kind: EventType::Normal,
        reason: "FileSystemResizeSuccessful".into(),
        message: format!("MountVolume.NodeExpandVolume succeeded for volume \"{volume}\" {node}")
            .into(),
        part: Part::Whole,
        from: "kubelet",
    };
    store::record_pod_event(world, pod, event);
}
