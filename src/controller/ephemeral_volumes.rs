//! The claims of generic ephemeral volumes. Rule V-14.
//! Models kubernetes pkg/controller/volume/ephemeral/controller.go.

use crate::api::core::EventType;
use crate::api::meta::{ObjectMeta, OwnerReference};
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::pod::Pod;
use crate::api::volume::Volume;
use crate::apiserver::{storage, store};
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::syncs::enqueue;
use crate::cluster::tables::ephemeral_claim;
use crate::cluster::volume_match::{is_for_pod, not_for_pod};
use crate::cluster::work_queue::Controller;
use crate::cluster::world::{PodId, World};
use crate::manifest::schema::{Decoder, Field};
use crate::rules::Rule;

/// What the controller asks for because of a volume.
#[derive(Debug, PartialEq)]
enum Request {
    /// Create the claim of the volume with this name.
    CreateClaim { volume: Text, claim: Box<PersistentVolumeClaim> },
    /// Report that the volume with this name cannot have its claim.
    Report { volume: Text, why: Text },
}

/// Plans a look at a new Pod, and at the Pods of a claim that is gone.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { id, write: Write::Added(pod), .. } = &event.object {
        if has_claims(pod) {
            enqueue(world, Controller::EphemeralVolume, *id);
        }
    } else if let Some((_, write)) = event.object.of::<PersistentVolumeClaim>()
        && let Some(claim) = write.deleted()
    {
        let ObjectMeta { namespace, name, .. } = &claim.metadata;
        let users: Vec<PodId> = world.objects.users(namespace, name).collect();
        for id in users {
            if world.pod(id).is_some_and(|pod| has_claims(pod)) {
                enqueue(world, Controller::EphemeralVolume, id);
            }
        }
    }
}

fn has_claims(pod: &Pod) -> bool {
    pod.spec.volumes.iter().any(|volume| ephemeral_claim(pod, volume).is_some())
}

/// Runs one sync of a Pod. Returns whether all went well.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(pod) = world.pod(key).cloned() else { return true };
    for request in reconcile(world, &pod) {
        let (volume, refused) = match request {
            Request::CreateClaim { volume, claim } => {
                let name = claim.metadata.name.clone();
                match storage::create_claim(world, *claim, Rule::V14) {
                    Ok(()) => continue,
                    Err(error) => (volume, format!("create PVC {name}: {}", error.message)),
                }
            }
            Request::Report { volume, why } => (volume, why.to_string()),
        };
        let event = NewEvent {
            kind: EventType::Warning,
            reason: "FailedBinding".into(),
            message: format!("ephemeral volume {volume}: {refused}").into(),
            part: Part::Whole,
            from: "ephemeral_volume",
        };
        store::record_pod_event(world, &pod, event);
        // The controller gives up at the first volume that cannot have its claim.
        return false;
    }
    true
}

/// Plans one sync of a Pod.
fn reconcile(world: &World, pod: &Pod) -> Vec<Request> {
    if pod.metadata.deletion_timestamp.is_some() {
        return Vec::new();
    }
    let mut requests = Vec::new();
    for volume in &pod.spec.volumes {
        let Some(name) = ephemeral_claim(pod, volume) else { continue };
        let volume_name = volume.name.clone();
        match world.objects.claims.named(&pod.metadata.namespace, &name) {
            None => {
                let claim = Box::new(new_claim(pod, volume, name));
                requests.push(Request::CreateClaim { volume: volume_name, claim });
            }
            Some(claim) if !is_for_pod(claim, pod) => {
                let why = not_for_pod(claim, pod);
                requests.push(Request::Report { volume: volume_name, why });
            }
            Some(_) => {}
        }
    }
    requests
}

/// Returns the claim that the template of a volume describes. The Pod controls it.
fn new_claim(pod: &Pod, volume: &Volume, name: Text) -> PersistentVolumeClaim {
    let template = volume.ephemeral.0.as_ref().and_then(|e| e.get("volumeClaimTemplate"));
    let mut claim = PersistentVolumeClaim::default();
    if let Some(template) = template {
        claim.decode(template, &mut Decoder::default());
    }
    let ObjectMeta { labels, annotations, .. } = claim.metadata;
    let owner = OwnerReference {
        api_version: "v1".into(),
        kind: "Pod".into(),
        name: pod.metadata.name.clone(),
        uid: pod.metadata.uid.clone(),
        controller: Some(true),
        block_owner_deletion: Some(true),
    };
    claim.metadata = ObjectMeta {
        name,
        namespace: pod.metadata.namespace.clone(),
        labels,
        annotations,
        owner_references: vec![owner],
        ..ObjectMeta::default()
    };
    claim
}
