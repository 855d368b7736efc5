//! The claims of a set's Pods, and their owners. Rules S-16 to S-28.
//! Models kubernetes pkg/controller/statefulset/stateful_set_utils.go and stateful_pod_control.go.

use super::view::{RecordEvent, Request, Sync, View};
use crate::api::meta::{ObjectMeta, OwnerReference};
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::pod::Pod;
use crate::api::stateful_set::{StatefulSet, ordinal};
use crate::api::volume::{PersistentVolumeClaimSource, Volume};
use crate::base::text::Text;
use crate::rules::release::Release;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// Returns whether the release rewrites the owners of claims. Rule S-21.
fn follows_policy(release: Release) -> bool {
    release.has(Feature::StatefulSetAutoDeletePVC)
}

/// Returns the name of a Pod's claim. Rule S-16.
pub fn claim_name(set: &StatefulSet, template: &str, ordinal: i64) -> Text {
    format!("{template}-{}-{ordinal}", set.metadata.name).into()
}

/// Returns the templates, each name once. Of two templates with one name, the last one counts. Rule S-16.
pub fn templates(set: &StatefulSet) -> impl Iterator<Item = &PersistentVolumeClaim> {
    let all = &set.spec.volume_claim_templates;
    all.iter().enumerate().filter_map(|(index, template)| {
        let again = all[index + 1..].iter().any(|t| t.metadata.name == template.metadata.name);
        (!again).then_some(template)
    })
}

/// Returns the names of a Pod's claims.
pub fn claim_names(set: &StatefulSet, ordinal: i64) -> impl Iterator<Item = Text> {
    templates(set).map(move |template| claim_name(set, &template.metadata.name, ordinal))
}

/// Returns the reference by which a set owns claims. It does not manage them, and does not block their deletion. Rule S-21.
pub(crate) fn plain_reference(set: &StatefulSet) -> OwnerReference {
    OwnerReference {
        api_version: "apps/v1".into(),
        kind: "StatefulSet".into(),
        name: set.metadata.name.clone(),
        uid: set.metadata.uid.clone(),
        ..OwnerReference::default()
    }
}

/// Returns the claim that a template describes. Rule S-17. Models getPersistentVolumeClaims.
fn new_claim(
    set: &StatefulSet,
    template: &PersistentVolumeClaim,
    ordinal: i64,
    release: Release,
) -> PersistentVolumeClaim {
    let mut labels = template.metadata.labels.clone();
    if let Some(selector) = &set.spec.selector {
        labels.extend(selector.match_labels.clone());
    }
    let owned = follows_policy(release)
        && set.spec.deletes_claims_with_set()
        && set.spec.has_ordinal(ordinal);
    let metadata = ObjectMeta {
        name: claim_name(set, &template.metadata.name, ordinal),
        namespace: set.metadata.namespace.clone(),
        labels,
        owner_references: owned.then(|| plain_reference(set)).into_iter().collect(),
        ..template.metadata.clone()
    };
    PersistentVolumeClaim { metadata, ..template.clone() }
}

fn volume(set: &StatefulSet, template: &Text, ordinal: i64) -> Volume {
    let claim_name = claim_name(set, template, ordinal);
    let source = PersistentVolumeClaimSource { claim_name, read_only: false };
    Volume { name: template.clone(), persistent_volume_claim: Some(source), ..Volume::default() }
}

/// Adds the claims to a Pod's volumes, in place of volumes with the same names. Rule S-18. Models updateStorage.
pub(crate) fn mount(set: &StatefulSet, pod: &mut Pod) {
    let ordinal = ordinal(pod);
    let mut volumes: Vec<Volume> =
        templates(set).map(|template| volume(set, &template.metadata.name, ordinal)).collect();
    if volumes.is_empty() {
        return;
    }
    let count = volumes.len();
    for volume in &pod.spec.volumes {
        if volumes[..count].iter().all(|claim| claim.name != volume.name) {
            volumes.push(volume.clone());
        }
    }
    pod.spec.volumes = volumes;
}

/// Returns whether a Pod mounts its claims. Rule S-09. Models storageMatches.
pub(crate) fn storage_matches(set: &StatefulSet, pod: &Pod) -> bool {
    let ordinal = ordinal(pod);
    templates(set).all(|template| {
        let name = &template.metadata.name;
        let wanted = claim_name(set, name, ordinal);
        pod.spec.volumes.iter().any(|volume| {
            volume.name == *name
                && volume.persistent_volume_claim.as_ref().is_some_and(|c| c.claim_name == wanted)
        })
    })
}

/// Asks for the missing claims of a Pod. Returns why the Pod cannot be stored, if it cannot. Rules S-16, S-26.
/// Models createPersistentVolumeClaims.
pub(super) fn create_missing(sync: &mut Sync<'_>, pod: &Pod) -> Option<Text> {
    let ordinal = ordinal(pod);
    let mut going: Vec<String> = Vec::new();
    for template in templates(sync.set) {
        let name = claim_name(sync.set, &template.metadata.name, ordinal);
        match sync.view.claims.get(&name) {
            None => {
                let claim = Rc::new(new_claim(sync.set, template, ordinal, sync.release()));
                sync.ask(Rule::S16, Request::CreateClaim { pod: pod.metadata.name.clone(), claim });
            }
            Some(claim) if claim.metadata.deletion_timestamp.is_some() => {
                going.push(format!("pvc {name} is being deleted"));
            }
            Some(_) => {}
        }
    }
    match going.as_slice() {
        [] => None,
        [one] => Some(one.clone().into()),
        several => Some(format!("[{}]", several.join(", ")).into()),
    }
}

/// Asks for the missing claims of a Pod that is Pending. Rule S-19. Models createMissingPersistentVolumeClaims.
pub(super) fn complete(sync: &mut Sync<'_>, pod: &Pod) {
    if !sync.release().has(Feature::StatefulSetRecreatesClaims) {
        return;
    }
    if let Some(why) = create_missing(sync, pod) {
        sync.ask(
            Rule::S26,
            Request::GiveUp { pod: pod.metadata.name.clone(), why, event: RecordEvent::No },
        );
    } else {
        set_owners(sync, pod);
    }
}

fn owns(claim: &PersistentVolumeClaim, uid: &str) -> bool {
    claim.metadata.owner_references.iter().any(|owner| owner.uid == *uid)
}

/// Returns whether the set, and whether the Pod, should own the Pod's claims. Rule S-21.
fn wanted_owners(set: &StatefulSet, pod: &Pod) -> (bool, bool) {
    let in_range = set.spec.has_ordinal(ordinal(pod));
    let (with_set, with_pods) =
        (set.spec.deletes_claims_with_set(), set.spec.deletes_claims_with_pods());
    (with_set && (in_range || !with_pods), with_pods && !in_range)
}

/// Returns the claims of a Pod whose owners do not follow the policy. Models ClaimsMatchRetentionPolicy.
fn mismatched<'a>(
    view: &'a View,
    set: &'a StatefulSet,
    pod: &'a Pod,
) -> impl Iterator<Item = &'a Rc<PersistentVolumeClaim>> + use<'a> {
    let (by_set, by_pod) = wanted_owners(set, pod);
    claim_names(set, ordinal(pod)).filter_map(|name| view.claims.get(&name)).filter(move |claim| {
        let pod_owns = !pod.metadata.uid.is_empty() && owns(claim, &pod.metadata.uid);
        owns(claim, &set.metadata.uid) != by_set || pod_owns != by_pod
    })
}

/// Returns whether the owners of a Pod's claims follow the policy. Rule S-21.
pub(super) fn owners_match(view: &View, set: &StatefulSet, pod: &Pod) -> bool {
    !follows_policy(view.release) || mismatched(view, set, pod).next().is_none()
}

/// Asks for the owners that follow the policy. Rule S-21. Models updateClaimOwnerRefForSetAndPod.
pub(super) fn set_owners(sync: &mut Sync<'_>, pod: &Pod) {
    if !follows_policy(sync.release()) {
        return;
    }
    let set = sync.set;
    let (by_set, by_pod) = wanted_owners(set, pod);
    let wrong: Vec<Rc<PersistentVolumeClaim>> = mismatched(sync.view, set, pod).cloned().collect();
    for claim in wrong {
        let mut owners = claim.metadata.owner_references.clone();
        owners.retain(|owner| owner.uid != set.metadata.uid && owner.uid != pod.metadata.uid);
        if by_set {
            owners.push(plain_reference(set));
        }
        if by_pod && !pod.metadata.uid.is_empty() {
            owners.push(OwnerReference {
                api_version: "v1".into(),
                kind: "Pod".into(),
                name: pod.metadata.name.clone(),
                uid: pod.metadata.uid.clone(),
                ..OwnerReference::default()
            });
        }
        sync.ask(
            Rule::S21,
            Request::SetClaimOwners {
                pod: pod.metadata.name.clone(),
                claim: claim.metadata.name.clone(),
                owners,
            },
        );
    }
}

/// Returns whether a claim of a Pod that is to be created still names an older Pod with the same name as its owner.
/// Rule S-25. Models PodClaimIsStale.
pub(super) fn is_stale(sync: &Sync<'_>, pod: &Pod) -> bool {
    let ordinal = ordinal(pod);
    let names_older = |owner: &OwnerReference| {
        owner.name == pod.metadata.name && owner.kind == "Pod" && owner.uid != pod.metadata.uid
    };
    follows_policy(sync.release())
        && sync.set.spec.deletes_claims_with_pods()
        && claim_names(sync.set, ordinal)
            .filter_map(|name| sync.view.claims.get(&name))
            .any(|claim| claim.metadata.owner_references.iter().any(names_older))
}
