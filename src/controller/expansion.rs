//! Claims that request more storage than their volume has. Rule V-22.
//! Models kubernetes pkg/controller/volume/expand/expand_controller.go, kubernetes-csi external-resizer
//! pkg/controller/controller.go.

use crate::api::cluster::PersistentVolumeClaim;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::quantity::Quantity;
use crate::api::storage::{FILE_SYSTEM_RESIZE_PENDING, resize_condition};
use crate::apiserver::{registry, storage};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::recorder::{Part, Said};
use crate::cluster::tables::Key;
use crate::cluster::work_queue::{Controller, enqueue_after};
use crate::cluster::world::World;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Raw;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// How many milliseconds a storage system takes to expand a volume.
const GROWING: u64 = 1000;
/// The condition of a claim whose volume is being expanded.
const RESIZING: &str = "Resizing";
/// The message of the condition that the file system is still to grow.
const PENDING_WORDS: &str =
    "Waiting for user to (re-)start a pod to finish file system resize of volume on node.";

/// Handles a bound claim: first its volume grows, then the file system on the node that uses it.
pub(super) fn sync(world: &mut World, key: Key, claim: &Rc<PersistentVolumeClaim>) {
    let asked = claim.spec.resources.requests.get("storage");
    let granted = amount(claim.status.capacity.get("storage"));
    let Some(asked) = asked.filter(|asked| asked.milli > granted) else { return };
    let Some(volume) = storage::volume_named(world, &claim.spec.volume_name) else { return };
    let Some(found) = world.workloads.volumes.get(volume).cloned() else { return };
    let is_external = found.spec.csi.0.is_some();
    match resize_condition(claim) {
        // The kubelet of the node that mounts the volume expands the file system.
        FILE_SYSTEM_RESIZE_PENDING => {}
        // The expansion is not finished: the planned look is still to come.
        RESIZING
            if world.workloads.queue.next_look(Controller::PersistentVolume, key).is_some() => {}
        RESIZING => {
            let asked = asked.clone();
            registry::update::<PersistentVolume>(world, volume, Rule::V22, |volume| {
                volume.spec.capacity.insert("storage".into(), asked);
            });
            if is_external {
                let words = "Require file system resize of volume on node";
                tell(
                    world,
                    claim,
                    "FileSystemResizeRequired",
                    words.to_owned(),
                    "external-resizer",
                );
                set_condition(world, key, FILE_SYSTEM_RESIZE_PENDING, PENDING_WORDS);
            } else {
                let (namespace, name) = (&claim.metadata.namespace, &claim.metadata.name);
                let words = format!("ExpandVolume succeeded for volume {namespace}/{name}");
                tell(world, claim, "VolumeResizeSuccessful", words, "volume_expand");
                storage::finish_resize(world, key);
            }
        }
        _ => {
            if is_external {
                wait_for_resizer(world, claim);
                let words = format!("External resizer is resizing volume {}", found.metadata.name);
                tell(world, claim, RESIZING, words, "external-resizer");
            }
            set_condition(world, key, RESIZING, "");
            enqueue_after(world, Controller::PersistentVolume, key, GROWING);
        }
    }
}

/// Reports that the controller leaves the expansion to an external controller.
fn wait_for_resizer(world: &mut World, claim: &PersistentVolumeClaim) {
    let newer = world.release().has(Feature::ExternalExpandingIsNormal);
    let words = if newer {
        "waiting for an external controller to expand this PVC"
    } else {
        "Ignoring the PVC: didn't find a plugin capable of expanding the volume; waiting for an external controller to process this PVC."
    };
    let said = Said {
        kind: if newer { "Normal" } else { "Warning" },
        reason: "ExternalExpanding",
        message: words.into(),
        part: Part::Whole,
        from: "volume_expand",
    };
    registry::tell(world, claim, said);
}

fn amount(quantity: Option<&Quantity>) -> i128 {
    quantity.map_or(0, |quantity| quantity.milli)
}

fn set_condition(world: &mut World, key: Key, kind: &'static str, message: &'static str) {
    let now = Timestamp::of(world.now).rfc3339();
    let mut fields = vec![
        (Text::Static("lastProbeTime"), Value::Null.into()),
        (Text::Static("lastTransitionTime"), Node::text(now)),
    ];
    if !message.is_empty() {
        fields.push((Text::Static("message"), Node::text(message)));
    }
    fields.push((Text::Static("status"), Node::text("True")));
    fields.push((Text::Static("type"), Node::text(kind)));
    registry::update::<PersistentVolumeClaim>(world, key, Rule::V22, |claim| {
        claim.status.conditions = Raw(Some(Node::from(Value::List(vec![Node::map(fields)]))));
    });
}

fn tell(
    world: &mut World,
    claim: &PersistentVolumeClaim,
    reason: &'static str,
    message: String,
    from: &'static str,
) {
    let said = Said { kind: "Normal", reason, message: message.into(), part: Part::Whole, from };
    registry::tell(world, claim, said);
}
