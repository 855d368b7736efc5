//! Volumes: the containers of a Pod wait until all its volumes can be mounted.

use super::worker::{Blocked, PodWorker};
use super::{Context, configuration, file_systems};
use crate::api::core::EventType;
use crate::api::pod::Pod;
use crate::apiserver::{storage, store};
use crate::base::text::Text;
use crate::cluster::attachments::is_for_one_node;
use crate::cluster::event::SimEvent;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::tables::claims_of;
use crate::cluster::world::{PodId, World};

/// The most milliseconds between two attempts. Models kubernetes pkg/util/goroutinemap/exponentialbackoff.
const LONGEST: u64 = 122_000;

/// Milliseconds until a volume that one node has released is attached to another node.
const DETACHING: u64 = 100;

/// Returns whether volumes are missing, so that the sync has to wait. If so, reports why and plans the next attempt.
/// Rule V-23.
pub(crate) fn are_missing(cx: &mut Context<'_>, worker: &mut PodWorker) -> bool {
    let missing = configuration::volume_errors(cx.world, &worker.pod);
    if missing.is_empty() && attach(cx, worker) {
        worker.mount_attempts = 0;
        if cx.can_write() {
            file_systems::mounted(cx.world, &worker.pod);
        }
        return false;
    }
    if let Some(task) = &mut worker.task {
        task.blocked = Blocked::Volumes;
    }
    if missing.is_empty() {
        return true;
    }
    for message in missing {
        cx.record_event(worker, None, EventType::Warning, "FailedMount", message.into());
    }
    let wait = (500u64 << worker.mount_attempts.min(10)).min(LONGEST);
    worker.mount_attempts += 1;
    worker.token += 1;
    cx.world.schedule(wait, SimEvent::VolumesRetried { pod: worker.id, token: worker.token });
    true
}

/// Tries again when the wait before another attempt is over. Returns whether all volumes are mounted now, so that the sync goes
/// on.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn retried(cx: &mut Context<'_>, worker: &mut PodWorker, token: u32) -> bool {
    let waits = worker.task.as_ref().is_some_and(|task| task.blocked == Blocked::Volumes);
    waits && worker.token == token && !are_missing(cx, worker)
}

/// Attaches the volumes of a Pod's claims to its node, and returns whether all are attached. If another node has one of
/// them, reports that once and lets the Pod wait for it. Rule V-13.
/// Models kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError.
fn attach(cx: &mut Context<'_>, worker: &mut PodWorker) -> bool {
    if !worker.attached.is_empty() {
        return true;
    }
    let node = cx.node.id;
    let wanted = for_one_node(cx.world, &worker.pod);
    let taken = |name: &&Text| cx.world.attachments.elsewhere(name, node).is_some();
    let Some(volume) = wanted.iter().find(taken) else {
        for volume in &wanted {
            cx.world.attachments.attach(volume.clone(), worker.id, node);
        }
        worker.attached = wanted;
        return true;
    };
    let user = cx.world.attachments.elsewhere(volume, node);
    let user = user.and_then(|(pod, _)| cx.world.pod(pod));
    let why = match user.map(|pod| &pod.metadata) {
        Some(other) if other.namespace == worker.pod.metadata.namespace => {
            format!("Volume is already used by pod(s) {}", other.name)
        }
        Some(_) => "Volume is already used by 1 pod(s) in different namespaces".to_owned(),
        None => {
            "Volume is already exclusively attached to one node and can't be attached to another"
                .to_owned()
        }
    };
    if worker.mount_attempts == 0 {
        let message = format!("Multi-Attach error for volume \"{volume}\" {why}").into();
        let (kind, reason) = (EventType::Warning, "FailedAttachVolume");
        let event = NewEvent {
            kind,
            reason: reason.into(),
            message,
            part: Part::Whole,
            from: "attachdetach-controller",
        };
        store::record_pod_event(cx.world, &worker.pod, event);
    }
    worker.mount_attempts += 1;
    worker.token += 1;
    cx.world.attachments.wait(volume.clone(), worker.id, worker.token);
    false
}

/// Returns the volumes of a Pod's claims that can be attached to only one node.
fn for_one_node(world: &World, pod: &Pod) -> Vec<Text> {
    let claims = claims_of(pod);
    let names = claims.filter_map(|claim| {
        let claim = world.objects.claims.named(&pod.metadata.namespace, &claim)?;
        let volume = storage::volume_named(world, &claim.spec.volume_name)?;
        let volume = world.objects.volumes.get(volume)?;
        is_for_one_node(&volume.spec).then(|| volume.metadata.name.clone())
    });
    names.collect()
}

/// Releases the volumes of a Pod whose containers are down, so that other nodes may attach them. Rule V-13.
pub(crate) fn detach(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let volumes = std::mem::take(&mut worker.attached);
    release(cx.world, worker.id, &volumes);
}

/// Takes the volumes of a Pod off its node, whatever its kubelet still does with them. Rule V-13.
pub(crate) fn release(world: &mut World, id: PodId, volumes: &[Text]) {
    for volume in volumes {
        for (pod, token) in world.attachments.release(volume, id) {
            world.schedule(DETACHING, SimEvent::VolumesRetried { pod, token });
        }
    }
}
