//! What a sync of a claim or of a volume asks for.

use super::{Request, reclaim, reconcile};
use crate::api::persistent_volume::{
    ObjectReference, PROVISIONED_BY, PersistentVolume, PersistentVolumeSpec, VolumePhase,
};
use crate::api::persistent_volume_claim::{ClaimPhase, PersistentVolumeClaim};
use crate::api::quantity::Quantity;
use crate::api::storage::{ReclaimPolicy, StorageClass, VolumeBindingMode};
use crate::apiserver::storage;
use crate::base::time::Timestamp;
use crate::cluster::world::{Settings, World};
use std::rc::Rc;

fn amount(text: &str) -> Quantity {
    Quantity::parse(text).expect("a quantity")
}

/// Returns a world with the classes `fast`, `outside` and `late`, and a free volume `disk` of 1Gi without a class.
fn world() -> World {
    let mut world = World::new(Settings::default());
    let waits = VolumeBindingMode::WaitForFirstConsumer;
    for (name, provisioner, mode) in [
        ("fast", "kubernetes.io/fast", VolumeBindingMode::Immediate),
        ("outside", "example.com/disk", VolumeBindingMode::Immediate),
        ("late", "kubernetes.io/fast", waits),
        ("none", "kubernetes.io/no-provisioner", VolumeBindingMode::Immediate),
    ] {
        let mut class = StorageClass { provisioner: provisioner.into(), ..StorageClass::default() };
        class.metadata.name = name.into();
        class.volume_binding_mode = Some(mode);
        world.objects.classes.insert(name.into(), Rc::new(class));
    }
    let mut disk = PersistentVolume::default();
    disk.metadata.name = "disk".into();
    disk.spec.capacity.insert("storage".into(), amount("1Gi"));
    disk.spec.access_modes.push("ReadWriteOnce".into());
    storage::create_volume(&mut world, disk, crate::rules::Rule::V01).expect("stored");
    let mut disk = (**world.objects.volumes.get(0).expect("there")).clone();
    disk.status.phase = Some(VolumePhase::Available);
    world.objects.volumes.replace(0, Rc::new(disk));
    world
}

/// Returns a claim of 1Gi of a class.
fn claim(class: &'static str) -> PersistentVolumeClaim {
    let mut claim = PersistentVolumeClaim::default();
    claim.metadata.name = "data".into();
    claim.metadata.finalizers.push(storage::CLAIM_PROTECTION.into());
    claim.spec.storage_class_name = Some(class.into());
    claim.spec.access_modes.push("ReadWriteOnce".into());
    claim.spec.resources.requests.insert("storage".into(), amount("1Gi"));
    claim.status.phase = Some(ClaimPhase::Pending);
    claim
}

/// Returns requests in short words.
fn words(requests: Vec<Request>) -> String {
    let word = |request| match request {
        Request::Remove => "remove".to_owned(),
        Request::Protect => "protect".to_owned(),
        Request::Lose => "lose".to_owned(),
        Request::Bind(volume) => format!("bind {volume}"),
        Request::NameProvisioner { provisioner, .. } => format!("name {provisioner}"),
        Request::Provision { .. } => "provision".to_owned(),
        Request::GrowVolume { volume, capacity } => {
            format!("grow {volume} to {}", capacity.canonical())
        }
        Request::SetResizeCondition { kind, .. } => kind.to_owned(),
        Request::FinishResize => "finish".to_owned(),
        Request::RecordEvent { reason, .. } => format!("event {reason}"),
        Request::RequeueAfter(milliseconds) => format!("again in {milliseconds}"),
    };
    requests.into_iter().map(word).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_claim_without_a_volume_gets_one_or_waits() {
    let world = world();
    let bound = |volume: &'static str| {
        let mut claim = claim("");
        claim.spec.volume_name = volume.into();
        claim.status.phase = Some(ClaimPhase::Bound);
        claim.status.capacity.insert("storage".into(), amount("1Gi"));
        claim
    };
    let mut leaves = claim("fast");
    leaves.metadata.deletion_timestamp = Some(Timestamp(1));
    let mut bare = claim("");
    bare.metadata.finalizers.clear();
    let mut grows = bound("disk");
    grows.spec.resources.requests.insert("storage".into(), amount("2Gi"));
    let mut named = claim("");
    named.spec.volume_name = "other".into();
    let cases = [
        (claim(""), "bind 0"),
        (bare, "protect, bind 0"),
        (claim("fast"), "name kubernetes.io/fast, provision"),
        (claim("outside"), "name example.com/disk, event ExternalProvisioning, again in 15000"),
        (claim("late"), "event WaitForFirstConsumer, again in 15000"),
        (claim("none"), "event ProvisioningFailed, again in 15000"),
        (claim("missing"), "event ProvisioningFailed, again in 15000"),
        (named, "again in 15000"),
        (bound("disk"), ""),
        (bound("gone"), "lose, event ClaimLost"),
        (grows, "Resizing, again in 1000"),
        (leaves, "remove"),
    ];
    for (claim, expected) in cases {
        assert_eq!(words(reconcile(&world, 0, &claim)), expected, "{:?}", claim.spec);
    }
}

#[test]
fn a_volume_goes_the_way_of_its_claim_and_its_policy() {
    let world = world();
    let volume = |phase, policy, made: bool| {
        let mut volume = PersistentVolume::default();
        volume.metadata.finalizers.push(storage::VOLUME_PROTECTION.into());
        if made {
            volume.metadata.annotations.insert(PROVISIONED_BY.into(), "a".into());
        }
        volume.status.phase = Some(phase);
        volume.spec.persistent_volume_reclaim_policy = Some(policy);
        let claim = ObjectReference { uid: "gone".into(), ..ObjectReference::default() };
        volume.spec.claim_ref = Some(claim);
        volume
    };
    let free = |phase| PersistentVolume {
        spec: PersistentVolumeSpec::default(),
        ..volume(phase, ReclaimPolicy::Retain, false)
    };
    let (delete, released) = (ReclaimPolicy::Delete, VolumePhase::Released);
    let cases = [
        (free(VolumePhase::Pending), "Available, look"),
        (free(VolumePhase::Available), ""),
        (volume(VolumePhase::Bound, delete, true), "Released"),
        (volume(released, ReclaimPolicy::Retain, true), ""),
        (volume(released, ReclaimPolicy::Recycle, true), "recycle"),
        (volume(released, delete, true), "delete"),
        (volume(released, delete, false), "Failed, event"),
        (volume(VolumePhase::Failed, delete, false), ""),
    ];
    for (volume, expected) in cases {
        let requests = reclaim::reconcile(&world, &volume).into_iter();
        let words = requests.map(|request| match request {
            reclaim::Request::Remove => "remove",
            reclaim::Request::Protect => "protect",
            reclaim::Request::SetPhase { phase, .. } => phase.as_str(),
            reclaim::Request::LookAtWaitingClaims => "look",
            reclaim::Request::Recycle => "recycle",
            reclaim::Request::Delete => "delete",
            reclaim::Request::RecordFailedDelete(_) => "event",
        });
        let found = words.collect::<Vec<_>>().join(", ");
        assert_eq!(found, expected, "{:?} {:?}", volume.status.phase, volume.spec);
    }
}
