//! Volumes: a Pod's containers wait until all of them can be mounted.

use super::Context;
use super::sync;
use super::worker::{Blocked, PodWorker};
use crate::event::SimEvent;
use crate::manifest::schema::Raw;
use crate::text::Text;
use crate::world::World;

/// Milliseconds between two attempts at most. Models kubernetes pkg/util/goroutinemap/exponentialbackoff.
const LONGEST: u64 = 122_000;

/// Whether volumes are missing, so that the sync has to wait. Tells why, and plans the next attempt.
pub fn are_missing(cx: &mut Context<'_>, worker: &mut PodWorker) -> bool {
    let missing = missing(cx.world, worker);
    if missing.is_empty() {
        worker.mount_attempts = 0;
        return false;
    }
    for message in missing {
        cx.tell(worker, None, "Warning", "FailedMount", message.into());
    }
    if let Some(task) = &mut worker.task {
        task.blocked = Blocked::Volumes;
    }
    let wait = (500u64 << worker.mount_attempts.min(10)).min(LONGEST);
    worker.mount_attempts += 1;
    worker.turn += 1;
    cx.world.plan(wait, SimEvent::VolumesRetried { pod: worker.id, turn: worker.turn });
    true
}

/// The wait before another attempt is over.
pub fn retried(cx: &mut Context<'_>, worker: &mut PodWorker, turn: u32) {
    let waits = worker.task.as_ref().is_some_and(|task| task.blocked == Blocked::Volumes);
    if waits && worker.turn == turn && !are_missing(cx, worker) {
        sync::go_on(cx, worker);
    }
}

fn missing(world: &World, worker: &PodWorker) -> Vec<String> {
    let namespace = &worker.pod.metadata.namespace;
    let mut missing = Vec::new();
    for volume in &worker.pod.spec.volumes {
        let name = &volume.name;
        if let Some(map) = required(&volume.config_map, "name")
            && world.config_map(namespace, &map).is_none()
        {
            missing.push(format!(
                "MountVolume.SetUp failed for volume \"{name}\" : configmap \"{map}\" not found"
            ));
        }
        if let Some(secret) = required(&volume.secret, "secretName")
            && world.secret(namespace, &secret).is_none()
        {
            missing.push(format!(
                "MountVolume.SetUp failed for volume \"{name}\" : secret \"{secret}\" not found"
            ));
        }
    }
    missing
}

/// Name of the object a volume source needs, unless it is optional.
fn required(source: &Raw, key: &str) -> Option<Text> {
    let node = source.0.as_ref()?;
    let optional =
        node.get("optional").is_some_and(|o| o.value == crate::manifest::node::Value::Bool(true));
    node.get(key)?.as_text().filter(|_| !optional).cloned()
}
