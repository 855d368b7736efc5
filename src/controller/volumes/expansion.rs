//! Claims that request more storage than their volume has. Rule V-22.
//! Models kubernetes pkg/controller/volume/expand/expand_controller.go, kubernetes-csi external-resizer
//! pkg/controller/controller.go.

use super::request::Request;
use crate::api::core::EventType;
use crate::api::persistent_volume_claim::{
    FILE_SYSTEM_RESIZE_PENDING, PersistentVolumeClaim, resize_condition,
};
use crate::api::quantity::Quantity;
use crate::apiserver::storage;
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::work_queue::Controller;
use crate::cluster::world::World;
use crate::rules::Feature;

/// How many milliseconds a storage system takes to expand a volume.
const GROWING: u64 = 1000;
/// The condition of a claim whose volume is being expanded.
const RESIZING: &str = "Resizing";
/// The controller outside Kubernetes that expands volumes.
const RESIZER: &str = "external-resizer";
/// The message of the condition that the file system is still to grow.
const PENDING_WORDS: &str =
    "Waiting for user to (re-)start a pod to finish file system resize of volume on node.";

/// Handles a bound claim: first its volume grows, then the file system on the node that uses it.
pub(super) fn reconcile(world: &World, key: Key, claim: &PersistentVolumeClaim) -> Vec<Request> {
    let asked = claim.spec.resources.requests.get("storage");
    let granted = amount(claim.status.capacity.get("storage"));
    let Some(asked) = asked.filter(|asked| asked.milli > granted) else { return Vec::new() };
    let name = &claim.spec.volume_name;
    let Some(volume) = storage::volume_named(world, name) else { return Vec::new() };
    let Some(found) = world.objects.volumes.get(volume) else { return Vec::new() };
    let is_external = found.spec.csi.0.is_some();
    match resize_condition(claim) {
        // The kubelet of the node that mounts the volume expands the file system.
        FILE_SYSTEM_RESIZE_PENDING => Vec::new(),
        // The expansion is not finished: the planned look is still to come.
        RESIZING if world.objects.queue.next_look(Controller::PersistentVolume, key).is_some() => {
            Vec::new()
        }
        RESIZING => {
            let mut requests = vec![Request::GrowVolume { volume, capacity: asked.clone() }];
            requests.extend(grown(claim, is_external));
            requests
        }
        _ => begin(world, &found.metadata.name, is_external),
    }
}

/// Returns what follows when the storage system has expanded a volume.
fn grown(claim: &PersistentVolumeClaim, is_external: bool) -> [Request; 2] {
    if is_external {
        let words = "Require file system resize of volume on node".to_owned();
        let (kind, message) = (FILE_SYSTEM_RESIZE_PENDING, PENDING_WORDS);
        [
            record_event("FileSystemResizeRequired", words, RESIZER),
            Request::SetResizeCondition { kind, message },
        ]
    } else {
        let (namespace, name) = (&claim.metadata.namespace, &claim.metadata.name);
        let words = format!("ExpandVolume succeeded for volume {namespace}/{name}");
        [record_event("VolumeResizeSuccessful", words, "volume_expand"), Request::FinishResize]
    }
}

/// Begins to expand a volume.
fn begin(world: &World, volume: &Text, is_external: bool) -> Vec<Request> {
    let mut requests = Vec::new();
    if is_external {
        requests.push(wait_for_resizer(world));
        let words = format!("External resizer is resizing volume {volume}");
        requests.push(record_event(RESIZING, words, RESIZER));
    }
    requests.push(Request::SetResizeCondition { kind: RESIZING, message: "" });
    requests.push(Request::RequeueAfter(GROWING));
    requests
}

/// Reports that the controller leaves the expansion to an external controller.
fn wait_for_resizer(world: &World) -> Request {
    let (kind, words) = if world.release().has(Feature::ExternalExpandingIsNormal) {
        (EventType::Normal, "waiting for an external controller to expand this PVC")
    } else {
        (
            EventType::Warning,
            "Ignoring the PVC: didn't find a plugin capable of expanding the volume; waiting for an external controller to process this PVC.",
        )
    };
    let (reason, message) = ("ExternalExpanding", words.to_owned());
    Request::RecordEvent { kind, reason, message, from: "volume_expand" }
}

fn record_event(reason: &'static str, message: String, from: &'static str) -> Request {
    Request::RecordEvent { kind: EventType::Normal, reason, message, from }
}

fn amount(quantity: Option<&Quantity>) -> i128 {
    quantity.map_or(0, |quantity| quantity.milli)
}
