//! Static Pods: manifests on a machine that its kubelet runs by itself, and the mirror Pods by which the API shows
//! them. Rules P-110, P-815.
//!
//! A static Pod and its mirrors share one number. The worker keeps the Pod of the manifest. The object with that number
//! is the present mirror, which may be missing. Writing to the mirror changes nothing on the machine.

use super::worker::PodWorker;
use super::{Kubelet, sync};
use crate::api::pod::{Pod, SOURCE, TaintEffect, Toleration, TolerationOperator};
use crate::api::status::PodPhase;
use crate::apiserver::{admission, defaults, store};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::SimEvent;
use crate::cluster::store_event::NOTICE;
use crate::cluster::world::{PodId, World};
use crate::manifest::schema::Field;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::fmt::Write;
use std::rc::Rc;

const HASH: &str = "kubernetes.io/config.hash";

/// Returns the name of the static Pod of a manifest on a machine, which is also the name of its mirror.
pub fn name_on(manifest: &str, node: &str) -> Text {
    format!("{manifest}-{}", node.to_ascii_lowercase()).into()
}

/// Returns the Pod that a kubelet makes from a manifest. Models kubernetes pkg/kubelet/config/common.go applyDefaults.
pub(crate) fn of_manifest(manifest: &Pod, node: &Text, now: SimTime, release: Release) -> Pod {
    let mut pod = manifest.clone();
    let metadata = &mut pod.metadata;
    if metadata.namespace.is_empty() {
        metadata.namespace = "default".into();
    }
    metadata.name = name_on(&metadata.name, node);
    metadata.uid = hash(manifest, node);
    metadata.creation_timestamp = None;
    let annotations = [
        (HASH, metadata.uid.clone()),
        ("kubernetes.io/config.seen", Timestamp::of(now).rfc3339().into()),
        (SOURCE, "file".into()),
    ];
    for (key, value) in annotations {
        metadata.annotations.insert(key.into(), value);
    }
    if release.has(Feature::PodGeneration) {
        metadata.generation = 1;
    }
    pod.spec.node_name = node.clone();
    // No taint of the node evicts a static Pod.
    pod.spec.tolerations.push(Toleration {
        effect: Some(TaintEffect::NoExecute),
        operator: Some(TolerationOperator::Exists),
        ..Toleration::default()
    });
    defaults::default_pod(&mut pod, release);
    pod.status.phase = Some(PodPhase::Pending);
    pod.status.qos_class = admission::qos_class(&pod.spec).into();
    pod
}

/// Returns a hash in place of the MD5 sum of a manifest and the name of its machine.
fn hash(manifest: &Pod, node: &str) -> Text {
    let text = crate::manifest::emit::json(&manifest.spec.encode());
    let metadata = &manifest.metadata;
    let mut halves = [0xcbf2_9ce4_8422_2325_u64, 0x8422_2325_cbf2_9ce4];
    for part in [text.as_str(), &metadata.namespace, &metadata.name, node] {
        for byte in part.bytes() {
            for half in &mut halves {
                *half = (*half ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    let mut hash = String::new();
    let written = write!(hash, "{:016x}{:016x}", halves[0], halves[1]);
    debug_assert!(written.is_ok(), "a String takes everything");
    hash.into()
}

impl Kubelet {
    /// Puts a manifest on the machine; `id` is a number that no Pod has yet.
    pub(crate) fn put_manifest(&mut self, world: &mut World, id: PodId, manifest: &Pod) {
        let pod = of_manifest(manifest, &self.node.name, world.now, world.release());
        let mut worker = PodWorker::new(id, Rc::new(pod), world.now);
        worker.is_static = true;
        worker.is_admitted = false;
        let token = worker.token;
        self.pods.insert(id, Rc::new(worker));
        // The kubelet notices the file as fast as a write to the API.
        world.schedule(NOTICE, SimEvent::SyncRequeued { pod: id, token });
    }

    /// Takes a manifest off the machine: its Pod ends, then its mirror goes.
    pub(crate) fn remove_manifest(&mut self, world: &mut World, id: PodId) {
        self.with(world, id, sync::removed);
        self.forget_if_done(world, id);
    }

    /// Finds the static Pod with this name on the machine.
    pub(crate) fn static_pod(&self, namespace: &str, name: &str) -> Option<PodId> {
        let is_it = |w: &PodWorker| {
            let metadata = &w.pod.metadata;
            w.is_static && metadata.namespace == *namespace && metadata.name == *name
        };
        self.pods.values().find(|w| is_it(w)).map(|w| w.id)
    }

    /// Cleans up: deletes the mirror of a manifest that is gone and whose Pod has ended. Rule K-6.
    pub(super) fn clean_up_static(&mut self, world: &mut World, id: PodId) {
        let hears = super::Context { world, node: &mut self.node }.can_write();
        if hears && self.pods.get(&id).is_some_and(|w| w.is_static && w.gone) {
            self.pods.remove(&id);
            store::delete_pod(world, id, Some(0));
        }
    }
}
