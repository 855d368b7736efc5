//! Checks of claims and volumes. Models kubernetes pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaim
//! and ValidatePersistentVolume.

use super::affinity::validate_node_selector;
use super::diff::diff;
use super::meta::validate_meta;
use super::{Validator, names};
use crate::api::persistent_volume::PersistentVolume;
use crate::api::persistent_volume_claim::{
    ClaimPhase, PersistentVolumeClaim, PersistentVolumeClaimSpec,
};
use crate::api::quantity::Quantity;
use crate::base::text::Text;
use crate::manifest::schema::{Field, Object};
use crate::rules::Feature;

const VOLUME_MODES: [&str; 2] = ["Block", "Filesystem"];
const MODES: [&str; 4] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
/// The fields of a volume that are not sources.
const OTHERS: [&str; 9] = [
    "accessModes",
    "capacity",
    "claimRef",
    "mountOptions",
    "nodeAffinity",
    "persistentVolumeReclaimPolicy",
    "storageClassName",
    "volumeAttributesClassName",
    "volumeMode",
];

/// Checks a claim.
pub(crate) fn check_claim(v: &mut Validator, claim: &PersistentVolumeClaim) {
    validate_meta(v, &claim.metadata, true, names::dns_subdomain);
    let mark = v.enter("spec");
    check_claim_spec(v, &claim.spec);
    v.leave(mark);
}

/// Checks the spec of a claim, or of a template for claims.
pub(super) fn check_claim_spec(v: &mut Validator, spec: &PersistentVolumeClaimSpec) {
    check_modes(v, &spec.access_modes, "at least 1 access mode is required");
    match spec.resources.requests.get("storage") {
        None => v.required("resources[storage]", ""),
        Some(storage) => check_amount(v, "resources[storage]", storage),
    }
    if let Some(class) = spec.storage_class_name.as_ref().filter(|class| !class.is_empty()) {
        v.invalid_each("storageClassName", class, names::dns_subdomain(v.release, class));
    }
    v.one_of("volumeMode", spec.volume_mode.as_ref(), &VOLUME_MODES);
}

/// Checks a change of a claim. Only the request may change, once the claim is bound, and it may only grow. Rules, V-22.
pub(crate) fn check_claim_update(
    v: &mut Validator,
    new: &PersistentVolumeClaim,
    old: &PersistentVolumeClaim,
) {
    let storage =
        |claim: &PersistentVolumeClaim| claim.spec.resources.requests.get("storage").cloned();
    let (asked, before) = (storage(new), storage(old));
    let mut same = new.spec.clone();
    let is_bound = old.status.phase == Some(ClaimPhase::Bound);
    if is_bound && let Some(before) = &before {
        same.resources.requests.insert("storage".into(), before.clone());
    }
    if same != old.spec {
        let changes = diff(&old.spec.encode(), &same.encode());
        let others = if v.release.knows(Feature::VolumeAttributesClass) {
            " and volumeAttributesClassName"
        } else {
            ""
        };
        let detail = format!(
            "spec is immutable after creation except resources.requests{others} for bound claims"
        );
        v.forbidden("spec", format!("{detail}\n{changes}"));
    }
    let amount = |quantity: &Option<Quantity>| quantity.as_ref().map_or(0, |amount| amount.milli);
    let (asked, before) = (amount(&asked), amount(&before));
    let granted = old.status.capacity.get("storage").map_or(0, |amount| amount.milli);
    // With the gate RecoverVolumeExpansionFailure, a request that could not be met may be lowered again.
    let (is_less, words) = if v.release.has(Feature::RecoverVolumeExpansionFailure) {
        (asked < before && asked <= granted, "status.capacity")
    } else {
        (asked < before, "previous value")
    };
    if is_less {
        let mark = v.enter("spec");
        v.forbidden("resources.requests.storage", format!("field can not be less than {words}"));
        v.leave(mark);
    }
}

fn check_modes(v: &mut Validator, given: &[Text], none: &'static str) {
    if given.is_empty() {
        v.required("accessModes", none);
    }
    let modes = if v.release.has(Feature::ReadWriteOncePod) { &MODES[..] } else { &MODES[..3] };
    for mode in given.iter().filter(|mode| !modes.contains(&mode.as_str())) {
        v.unsupported("accessModes", mode, modes);
    }
}

fn check_amount(v: &mut Validator, field: &str, storage: &Quantity) {
    if storage.milli <= 0 {
        let words = if storage.milli < 0 { "or equal to 0" } else { "zero" };
        v.invalid(field, &storage.canonical(), format!("must be greater than {words}"));
    }
}

/// Checks a volume.
pub(crate) fn check_volume(v: &mut Validator, volume: &PersistentVolume) {
    validate_meta(v, &volume.metadata, false, names::dns_subdomain);
    let mark = v.enter("spec");
    let spec = &volume.spec;
    check_modes(v, &spec.access_modes, "");
    match spec.storage() {
        None if spec.capacity.is_empty() => v.required("capacity", ""),
        None => v.unsupported("capacity", "", &["storage"]),
        Some(storage) => check_amount(v, "capacity[storage]", storage),
    }
    if let Some((policy, _)) = v.bad_choice("persistentVolumeReclaimPolicy") {
        let policies = ["Delete", "Recycle", "Retain"];
        v.unsupported("persistentVolumeReclaimPolicy", &policy, &policies);
    }
    if let Some(affinity) = &spec.node_affinity {
        let mark = v.enter("nodeAffinity");
        match &affinity.required {
            None => v.required("required", "must specify required node constraints"),
            Some(selector) => validate_node_selector(v, "required", selector),
        }
        v.leave(mark);
    }
    let mut sources = 0;
    spec.visit(&mut |name, field: &dyn Field| {
        sources += usize::from(!field.is_unset() && !OTHERS.contains(&name));
    });
    if sources == 0 {
        v.required("", "must specify a volume type");
    } else if sources > 1 {
        v.forbidden("", "may not specify more than 1 volume type");
    }
    if spec.local.0.is_some() && spec.node_affinity.is_none() {
        v.required("nodeAffinity", "Local volume requires node affinity");
    }
    if !spec.storage_class_name.is_empty() {
        let complaints = names::dns_subdomain(v.release, &spec.storage_class_name);
        v.invalid_each("storageClassName", &spec.storage_class_name, complaints);
    }
    v.one_of("volumeMode", spec.volume_mode.as_ref(), &VOLUME_MODES);
    v.leave(mark);
}
