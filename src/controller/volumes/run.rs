//! Runs syncs of claims and volumes: plans them after writes, and carries out what they ask for.

use super::request::{COMPONENT, Request};
use super::{reclaim, reconcile};
use crate::api::core::EventType;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::persistent_volume_claim::{
    ClaimPhase, PersistentVolumeClaim, PersistentVolumeClaimStatus,
};
use crate::api::pod::Pod;
use crate::apiserver::{registry, storage};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::numbers::Key;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::syncs::{enqueue, enqueue_after};
use crate::cluster::tables::claims_of;
use crate::cluster::work_queue::Controller;
use crate::cluster::world::World;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Raw;
use crate::rules::Rule;

/// Milliseconds until a volume is created for a new claim.
const PROVISIONING: u64 = 60;

/// Milliseconds until the protection of a claim that no Pod uses any more is removed. Its controller first asks the API
/// server for all Pods.
/// Models kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go isBeingUsed.
const UNPROTECTING: u64 = 30;

/// Plans syncs after a write: of the claim or the volume that was written, of what was bound to one that is gone, and
/// of the claims of a Pod that has ended or is gone.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, .. } = &event.object {
        let is_over = |pod: &Pod| pod.status.phase().is_terminal();
        let was_over = write.before().is_some_and(|old| is_over(old));
        let is_over = write.after().is_none_or(|new| is_over(new) && !was_over);
        if is_over {
            look_at_claims(world, write.newest());
        }
    } else if let Some((key, write)) = event.object.of::<PersistentVolumeClaim>() {
        claim_written(world, key, write);
    } else if let Some((key, write)) = event.object.of::<PersistentVolume>() {
        volume_written(world, key, write);
    }
}

fn claim_written(world: &mut World, key: Key, write: &Write<PersistentVolumeClaim>) {
    match write {
        Write::Added(_) => {
            enqueue_after(world, Controller::PersistentVolume, key, PROVISIONING);
        }
        Write::Modified { .. } => {
            if world.objects.claims.get(key).is_some() {
                enqueue(world, Controller::PersistentVolume, key);
            }
        }
        Write::Deleted(claim) => {
            if let Some(volume) = storage::volume_named(world, &claim.spec.volume_name) {
                enqueue(world, Controller::Volume, volume);
            }
        }
    }
}

fn volume_written(world: &mut World, key: Key, write: &Write<PersistentVolume>) {
    match write {
        Write::Added(_) | Write::Modified { .. } => {
            if world.objects.volumes.get(key).is_some() {
                enqueue(world, Controller::Volume, key);
            }
        }
        Write::Deleted(volume) => {
            let claims = &world.objects.claims;
            let owner = volume.spec.claim_ref.as_ref();
            if let Some(claim) = owner.and_then(|owner| claims.find(&owner.namespace, &owner.name))
            {
                enqueue(world, Controller::PersistentVolume, claim);
            }
        }
    }
}

/// Plans a look at the claims of a Pod that no longer needs them, because a deleted claim may now be removed. Rule V-20.
fn look_at_claims(world: &mut World, pod: &Pod) {
    let namespace = &pod.metadata.namespace;
    for claim in claims_of(pod) {
        let claims = &world.objects.claims;
        let Some(key) = claims.find(namespace, &claim) else { continue };
        if claims.get(key).is_some_and(|claim| claim.metadata.deletion_timestamp.is_some()) {
            enqueue_after(world, Controller::PersistentVolume, key, UNPROTECTING);
        } else {
            enqueue(world, Controller::PersistentVolume, key);
        }
    }
}

/// Runs one sync of a claim. Returns whether it succeeded.
pub(crate) fn sync_claim(world: &mut World, key: Key) -> bool {
    let Some(claim) = world.objects.claims.get(key).cloned() else { return true };
    for request in reconcile(world, key, &claim) {
        act(world, key, &claim, request);
    }
    true
}

fn act(world: &mut World, key: Key, claim: &PersistentVolumeClaim, request: Request) {
    match request {
        Request::Remove => registry::remove::<PersistentVolumeClaim>(world, key),
        Request::Protect => storage::protect_claim(world, key, claim),
        Request::Lose => {
            registry::update::<PersistentVolumeClaim>(world, key, Rule::V01, |claim| {
                claim.status = PersistentVolumeClaimStatus {
                    phase: Some(ClaimPhase::Lost),
                    ..PersistentVolumeClaimStatus::default()
                };
            });
        }
        Request::Bind(volume) => storage::bind(world, key, volume),
        Request::NameProvisioner { provisioner, annotations } => {
            registry::update::<PersistentVolumeClaim>(world, key, Rule::V03, |claim| {
                for name in annotations {
                    claim.metadata.annotations.insert(Text::Static(name), provisioner.clone());
                }
            });
        }
        Request::Provision { volume, message } => {
            if let Ok(volume) = storage::create_volume(world, *volume, Rule::V04) {
                record_event(
                    world,
                    claim,
                    EventType::Normal,
                    "ProvisioningSucceeded",
                    message,
                    COMPONENT,
                );
                storage::bind(world, key, volume);
            }
        }
        Request::GrowVolume { volume, capacity } => {
            registry::update::<PersistentVolume>(world, volume, Rule::V22, |volume| {
                volume.spec.capacity.insert("storage".into(), capacity);
            });
        }
        Request::SetResizeCondition { kind, message } => {
            set_resize_condition(world, key, kind, message);
        }
        Request::FinishResize => drop(storage::finish_resize(world, key)),
        Request::RecordEvent { kind, reason, message, from } => {
            record_event(world, claim, kind, reason, message, from);
        }
        Request::RequeueAfter(milliseconds) => {
            enqueue_after(world, Controller::PersistentVolume, key, milliseconds);
        }
    }
}

fn record_event(
    world: &mut World,
    claim: &PersistentVolumeClaim,
    kind: EventType,
    reason: &'static str,
    message: String,
    from: &'static str,
) {
    let message = message.into();
    registry::record_event(
        world,
        claim,
        NewEvent { kind, reason: reason.into(), message, part: Part::Whole, from },
    );
}

fn set_resize_condition(world: &mut World, key: Key, kind: &'static str, message: &'static str) {
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

/// Runs one sync of a volume. Returns whether it succeeded.
pub(crate) fn sync_volume(world: &mut World, key: Key) -> bool {
    let Some(volume) = world.objects.volumes.get(key).cloned() else { return true };
    for request in reclaim::reconcile(world, &volume) {
        act_on_volume(world, key, &volume, request);
    }
    true
}

fn act_on_volume(
    world: &mut World,
    key: Key,
    volume: &PersistentVolume,
    request: reclaim::Request,
) {
    use reclaim::Request;
    match request {
        Request::Remove => registry::remove::<PersistentVolume>(world, key),
        Request::Protect => storage::protect_volume(world, key, volume),
        Request::SetPhase { phase, rule, message } => {
            registry::update::<PersistentVolume>(world, key, rule, |volume| {
                volume.status.phase = Some(phase);
                volume.status.message = message.into();
            });
        }
        Request::LookAtWaitingClaims => look_at_waiting_claims(world),
        Request::Recycle => {
            registry::update::<PersistentVolume>(world, key, Rule::V21, |volume| {
                volume.spec.claim_ref = None;
            });
        }
        Request::Delete => registry::delete::<PersistentVolume>(world, key, Rule::V20),
        Request::RecordFailedDelete(message) => {
            let (kind, reason) = (EventType::Warning, "VolumeFailedDelete");
            let (message, part) = (message.into(), Part::Whole);
            registry::record_event(
                world,
                volume,
                NewEvent { kind, reason: reason.into(), message, part, from: COMPONENT },
            );
        }
    }
}

/// Plans a look at the claims without a volume, after a volume has become free.
fn look_at_waiting_claims(world: &mut World) {
    let claims = world.objects.claims.iter();
    let waiting = claims.filter(|(_, claim)| claim.status.phase == Some(ClaimPhase::Pending));
    let waiting: Vec<Key> = waiting.map(|(key, _)| key).collect();
    for claim in waiting {
        enqueue(world, Controller::PersistentVolume, claim);
    }
}
