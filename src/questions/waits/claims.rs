//! What claims wait for. Section V of the rule book.

use super::wait::{Wait, WaitKind};
use crate::api::persistent_volume_claim::{ClaimPhase, PersistentVolumeClaim};
use crate::api::pod::Pod;
use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::cluster::tables::claims_of;
use crate::cluster::volume_match::{Class, class_of, waits_for_consumer};
use crate::cluster::work_queue::Controller;
use crate::rules::Rule;
use crate::sim::Sim;

/// Returns whether a claim has its volume and keeps it.
pub(super) fn is_bound(claim: &PersistentVolumeClaim) -> bool {
    claim.status.phase == Some(ClaimPhase::Bound) && claim.metadata.deletion_timestamp.is_none()
}

/// Returns the first claim of a Pod that has no volume yet and gets one by itself, whatever the Pod does. Rule V-03.
pub fn claim_to_come(sim: &Sim, pod: &Pod) -> Option<Text> {
    let world = sim.world();
    claims_of(pod).find(|name| {
        let claim = world.objects.claims.named(&pod.metadata.namespace, name);
        claim.is_some_and(|claim| {
            let is_served = match class_of(world, claim) {
                Class::None | Class::Missing(_) => false,
                Class::Found(class) => !waits_for_consumer(&class, claim),
            };
            is_served && !is_bound(claim) && claim.metadata.deletion_timestamp.is_none()
        })
    })
}

/// Adds what claims wait for.
pub(super) fn collect(sim: &Sim, waits: &mut Vec<Wait>) {
    let world = sim.world();
    for (key, claim) in world.objects.claims.iter() {
        let metadata = &claim.metadata;
        let next = world.objects.queue.next_look(Controller::PersistentVolume, key);
        let (kind, until, rule) = if metadata.deletion_timestamp.is_some() {
            let mut users = world.objects.users(&metadata.namespace, &metadata.name);
            let user = users.find_map(|id| world.pod(id));
            match user.map(|pod| pod.metadata.name.clone()) {
                Some(user) => (WaitKind::InUse(user), None, Rule::V20),
                None => (WaitKind::Finalizers(metadata.finalizers.clone()), next, Rule::V20),
            }
        } else if claim.status.phase == Some(ClaimPhase::Bound) {
            continue;
        } else {
            match class_of(world, claim) {
                Class::None => (WaitKind::NoClass, next, Rule::V03),
                Class::Missing(name) => (WaitKind::UnknownClass(name), next, Rule::V03),
                Class::Found(class) if waits_for_consumer(&class, claim) => {
                    (WaitKind::FirstConsumer, None, Rule::V10)
                }
                Class::Found(_) => (WaitKind::Provisioning, next, Rule::V03),
            }
        };
        let (namespace, name) = (metadata.namespace.clone(), metadata.name.clone());
        let object = ObjectRef::new(ResourceKind::PersistentVolumeClaim, namespace, name);
        waits.push(Wait { object, pod: None, kind, until, rule });
    }
}
