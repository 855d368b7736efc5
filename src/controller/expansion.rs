//! Claims that ask for more than their volume has. Rule V-22.
//! Models kubernetes pkg/controller/volume/expand/expand_controller.go, kubernetes-csi external-resizer
//! pkg/controller/controller.go, and the kubelet's NodeExpandVolume.

use super::volumes::users;
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::pod::Pod;
use crate::api::quantity::Quantity;
use crate::api::status::{PodPhase, PodStatus};
use crate::apiserver::{sets, storage, store};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::recorder::{Part, Said};
use crate::cluster::tables::{Key, claims_of};
use crate::cluster::work_queue::{Controller, enqueue, enqueue_after};
use crate::cluster::world::World;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Raw;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// Milliseconds a storage system takes to make a volume larger.
const GROWING: u64 = 1000;
/// Condition of a claim whose volume is being made larger.
const RESIZING: &str = "Resizing";
/// Condition of a claim whose volume is larger than the file system on it.
pub const PENDING: &str = "FileSystemResizePending";
/// The words of that condition.
const PENDING_WORDS: &str =
    "Waiting for user to (re-)start a pod to finish file system resize of volume on node.";

/// One look at a bound claim: its volume grows first, then the file system on the node that uses it.
pub(super) fn sync(world: &mut World, key: Key, claim: &Rc<PersistentVolumeClaim>) {
    let asked = claim.spec.resources.requests.get("storage");
    let granted = amount(claim.status.capacity.get("storage"));
    let Some(asked) = asked.filter(|asked| asked.milli > granted) else { return };
    let Some(volume) = storage::volume_named(world, &claim.spec.volume_name) else { return };
    let Some(found) = world.workloads.volumes.get(volume).cloned() else { return };
    let is_external = found.spec.csi.0.is_some();
    match condition(claim) {
        PENDING => {
            // That is the work of a node that mounts it; one that nobody hears does it when it is heard again.
            let mounts = |pod: &&Rc<Pod>| {
                has_mounted(&pod.status) && world.connectivity_of(&pod.spec.node_name).is_heard()
            };
            let pod = users(world, claim).find(mounts).cloned();
            if let Some(pod) = pod {
                finish(world, key, claim, Some(&pod));
            }
        }
        // It takes its time: the look that was planned is still to come.
        RESIZING
            if world.workloads.queue.next_look(Controller::PersistentVolume, key).is_some() => {}
        RESIZING => {
            let asked = asked.clone();
            storage::update_volume(world, volume, Rule::V22, |volume| {
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
                set_condition(world, key, PENDING, PENDING_WORDS);
            } else {
                let (namespace, name) = (&claim.metadata.namespace, &claim.metadata.name);
                let words = format!("ExpandVolume succeeded for volume {namespace}/{name}");
                tell(world, claim, "VolumeResizeSuccessful", words, "volume_expand");
                finish(world, key, claim, None);
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

/// Whether containers of a Pod run or have run, so that its volumes are mounted. Those of one whose images are still being
/// pulled may be too, but its kubelet looks at them again when that has ended.
fn has_mounted(status: &PodStatus) -> bool {
    match status.phase() {
        PodPhase::Pending => {
            let mut containers = status.init_containers().iter().chain(status.containers());
            containers.any(|container| {
                container.state.running().is_some() || container.state.terminated().is_some()
            })
        }
        phase => phase == PodPhase::Running,
    }
}

/// The controller says that the growing is somebody else's work.
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
    sets::tell(world, "PersistentVolumeClaim", &claim.metadata, said);
}

/// The volumes of a Pod are mounted on its node: file systems grow to what their volumes have.
pub(crate) fn mounted(world: &mut World, pod: &Rc<Pod>) {
    for name in claims_of(pod) {
        let Some(key) = world.workloads.claims.find(&pod.metadata.namespace, name) else {
            continue;
        };
        let Some(claim) = world.workloads.claims.get(key).cloned() else { continue };
        if condition(&claim) == PENDING {
            finish(world, key, &claim, Some(pod));
        }
    }
}

/// A node that was cut off learns what became larger meanwhile of what it mounts.
pub(crate) fn heard_again(world: &mut World, node: &Text) {
    let claims = |(_, pod): (_, &Rc<Pod>)| -> Vec<Key> {
        let namespace = &pod.metadata.namespace;
        claims_of(pod).filter_map(|name| world.workloads.claims.find(namespace, name)).collect()
    };
    let all: Vec<Key> = world.pods_on(node).flat_map(claims).collect();
    for key in all {
        let grows = |claim: &Rc<PersistentVolumeClaim>| condition(claim) == PENDING;
        if world.workloads.claims.get(key).is_some_and(grows) {
            enqueue(world, Controller::PersistentVolume, key);
        }
    }
}

/// The claim has what its volume has; `pod` mounts it where a file system had to grow.
fn finish(world: &mut World, key: Key, claim: &PersistentVolumeClaim, pod: Option<&Rc<Pod>>) {
    let volume = world.workloads.volumes.named(&Text::default(), &claim.spec.volume_name);
    let Some(capacity) = volume.map(|volume| volume.spec.capacity.clone()) else { return };
    storage::update_claim(world, key, |claim| {
        claim.status.capacity = capacity;
        claim.status.conditions = Raw::default();
    });
    let Some(pod) = pod else { return };
    let node = if world.release().has(Feature::FileSystemResizeNamesNode) {
        pod.spec.node_name.as_str()
    } else {
        ""
    };
    let volume = &claim.spec.volume_name;
    let said = Said {
        kind: "Normal",
        reason: "FileSystemResizeSuccessful",
        message: format!("MountVolume.NodeExpandVolume succeeded for volume \"{volume}\" {node}")
            .into(),
        part: Part::Whole,
        from: "kubelet",
    };
    store::tell(world, pod, said);
}

fn amount(quantity: Option<&Quantity>) -> i128 {
    quantity.map_or(0, |quantity| quantity.milli)
}

/// The condition a growing claim has; empty for none.
pub fn condition(claim: &PersistentVolumeClaim) -> &str {
    let first = claim.status.conditions.0.as_ref().and_then(|list| list.elements().first());
    let kind = first.and_then(|condition| condition.get("type")).and_then(Node::as_text);
    kind.map_or("", Text::as_str)
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
    storage::update_claim(world, key, |claim| {
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
    sets::tell(world, "PersistentVolumeClaim", &claim.metadata, said);
}
