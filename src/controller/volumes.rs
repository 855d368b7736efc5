//! Claims and their volumes: binding, provisioning, protection. Section V of the rule book.
//! Models kubernetes pkg/controller/volume/persistentvolume and pkg/controller/volume/pvcprotection.
//!
//! Simplified: every volume is made for its claim and goes with it.

use super::work::{Controller, enqueue_after};
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::pod::Pod;
use crate::api::storage::{ClaimPhase, StorageClass, VolumeBindingMode};
use crate::apiserver::sets;
use crate::event::SimEvent;
use crate::recorder::Said;
use crate::scheduler;
use crate::tables::{Key, claims_of};
use crate::text::Text;
use crate::world::World;
use std::rc::Rc;

/// Milliseconds after which a claim that could not be bound is looked at again.
const RESYNC: u64 = 15_000;
/// Name of the component that tells.
const COMPONENT: &str = "persistentvolume-controller";
/// Annotation with the node the scheduler chose. Rule V-10.
pub const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";

/// One look at a claim.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(claim) = world.workloads.claims.get(key).cloned() else { return true };
    if claim.metadata.deletion_timestamp.is_some() {
        if !is_used(world, &claim) {
            sets::remove_claim(world, key);
        }
        return true;
    }
    if claim.status.phase == Some(ClaimPhase::Bound) {
        return true;
    }
    match class_of(world, &claim) {
        Class::None => {
            let message =
                "no persistent volumes available for this claim and no storage class is set";
            tell(world, &claim, "Normal", "FailedBinding", message.into());
            enqueue_after(world, Controller::PersistentVolume, key, RESYNC);
        }
        Class::Missing(name) => {
            let message = format!("storageclass.storage.k8s.io \"{name}\" not found");
            tell(world, &claim, "Warning", "ProvisioningFailed", message.into());
            enqueue_after(world, Controller::PersistentVolume, key, RESYNC);
        }
        Class::Found(class) if waits_for_consumer(&class, &claim) => {
            let message = "waiting for first consumer to be created before binding";
            tell(world, &claim, "Normal", "WaitForFirstConsumer", message.into());
            enqueue_after(world, Controller::PersistentVolume, key, RESYNC);
        }
        Class::Found(class) => provision(world, key, &claim, &class),
    }
    true
}

/// The claims of a Pod, those that exist.
fn claims_of_pod(world: &World, pod: &Pod) -> Vec<(Key, Rc<PersistentVolumeClaim>)> {
    let namespace = &pod.metadata.namespace;
    let keys = claims_of(pod).filter_map(|name| world.workloads.claims.find(namespace, name));
    keys.filter_map(|key| Some((key, Rc::clone(world.workloads.claims.get(key)?)))).collect()
}

/// What about its claims keeps a Pod from every node. Rule V-11.
pub(crate) fn blocked(world: &World, pod: &Pod) -> Option<String> {
    let namespace = &pod.metadata.namespace;
    for name in claims_of(pod) {
        match world.workloads.claims.named(namespace, name) {
            None => return Some(format!("persistentvolumeclaim \"{name}\" not found")),
            Some(claim) if claim.metadata.deletion_timestamp.is_some() => {
                return Some(format!("persistentvolumeclaim \"{name}\" is being deleted"));
            }
            Some(_) => {}
        }
    }
    let is_immediate = |claim: &PersistentVolumeClaim| match class_of(world, claim) {
        Class::Found(class) => {
            class.volume_binding_mode != Some(VolumeBindingMode::WaitForFirstConsumer)
        }
        Class::None | Class::Missing(_) => true,
    };
    let unbound = claims_of_pod(world, pod)
        .into_iter()
        .any(|(_, claim)| claim.status.phase != Some(ClaimPhase::Bound) && is_immediate(&claim));
    unbound.then(|| "pod has unbound immediate PersistentVolumeClaims".to_owned())
}

/// Whether all claims of a Pod are bound. Those that wait for it get a volume on the chosen node. Rule V-10.
pub(crate) fn are_bound(world: &mut World, pod: &Pod, node: &Text) -> bool {
    let mut all = true;
    for (key, claim) in claims_of_pod(world, pod) {
        if claim.status.phase == Some(ClaimPhase::Bound) {
            continue;
        }
        all = false;
        sets::update_claim(world, key, |claim| {
            claim.metadata.annotations.or_insert_with(SELECTED_NODE.into(), || node.clone());
        });
    }
    all
}

/// Whether a Pod on a node still needs the claim. Rule V-20.
fn is_used(world: &World, claim: &PersistentVolumeClaim) -> bool {
    let metadata = &claim.metadata;
    let mut users = world.workloads.users(&metadata.namespace, &metadata.name);
    users.any(|id| world.pod(id).is_some_and(|pod| !pod.spec.node_name.is_empty()))
}

/// The class of a claim. Rules V-02, V-03.
pub(crate) enum Class {
    /// It wants none, and there is no default.
    None,
    /// There is no class of that name.
    Missing(Text),
    /// This one.
    Found(Rc<StorageClass>),
}

/// The class a claim gets its volume from.
pub(crate) fn class_of(world: &World, claim: &PersistentVolumeClaim) -> Class {
    match &claim.spec.storage_class_name {
        None => Class::None,
        Some(name) if name.is_empty() => Class::None,
        Some(name) => match world.workloads.classes.get(name) {
            Some(class) => Class::Found(Rc::clone(class)),
            None => Class::Missing(name.clone()),
        },
    }
}

/// Whether binding waits until a Pod that uses the claim is scheduled. Rule V-10.
pub(crate) fn waits_for_consumer(class: &StorageClass, claim: &PersistentVolumeClaim) -> bool {
    class.volume_binding_mode == Some(VolumeBindingMode::WaitForFirstConsumer)
        && !claim.metadata.annotations.contains_key(SELECTED_NODE)
}

/// Makes a volume and binds it. Rules V-03, V-04.
fn provision(world: &mut World, key: Key, claim: &PersistentVolumeClaim, class: &StorageClass) {
    let volume: Text = format!("pvc-{}", claim.metadata.uid).into();
    let message = format!("Successfully provisioned volume {volume} using {}", class.provisioner);
    tell(world, claim, "Normal", "ProvisioningSucceeded", message.into());
    sets::update_claim(world, key, |claim| claim.spec.volume_name = volume);
    sets::update_claim(world, key, |claim| {
        claim.status.phase = Some(ClaimPhase::Bound);
        claim.status.access_modes.clone_from(&claim.spec.access_modes);
        claim.status.capacity.clone_from(&claim.spec.resources.requests);
    });
    let metadata = &claim.metadata;
    let waiting: Vec<_> = world.workloads.users(&metadata.namespace, &metadata.name).collect();
    let deferred = claim.metadata.annotations.contains_key(SELECTED_NODE);
    for pod in waiting {
        let wait = if deferred { 0 } else { scheduler::wait_after_change(world) };
        world.plan(wait, SimEvent::SchedulingTried { pod, turn: 0 });
    }
}

fn tell(
    world: &mut World,
    claim: &PersistentVolumeClaim,
    kind: &'static str,
    reason: &'static str,
    message: Text,
) {
    let said = Said { kind, reason, message, field: Text::default(), from: COMPONENT };
    sets::tell(world, "PersistentVolumeClaim", &claim.metadata, said);
}
