//! Checks of changes of a Pod. Rules P-1311, P-1351, P-1352, P-1357, P-1360, P-1361.
//! Models kubernetes pkg/apis/core/validation/validation.go ValidatePodUpdate.

use super::container::validate_trimmed_image;
use super::diff::diff;
use super::meta::validate_meta_update;
use super::security::validate_app_armor_update;
use super::spec::{validate_meta_and_spec, validate_tolerations};
use super::{FieldError, Validator};
use crate::api::container::Container;
use crate::api::pod::{Pod, PodSpec};
use crate::manifest::emit;
use crate::manifest::schema::{Field, Problem};
use crate::rules::Feature;
use crate::rules::release::Release;

/// Checks a change of a Pod. Both versions have their defaults. Rule A-42.
pub(crate) fn validate_pod_update(new: &Pod, old: &Pod, release: Release) -> Vec<FieldError> {
    validate_pod_update_with(new, old, &[], release)
}

/// Checks a change as [`validate_pod_update`] does, and also reports the values that the decoder did not accept, in
/// their places in the order.
pub(crate) fn validate_pod_update_with(
    new: &Pod,
    old: &Pod,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    validate_meta_update(&mut v, &new.metadata, &old.metadata);
    validate_meta_and_spec(&mut v, new);
    validate_app_armor_update(&mut v, new, old);
    let mark = v.enter("spec");
    validate_spec_update(&mut v, &new.spec, &old.spec);
    v.leave(mark);
    v.errors
}

fn validate_spec_update(v: &mut Validator, new: &PodSpec, old: &PodSpec) {
    let lists = [
        ("containers", &new.containers, &old.containers),
        ("initContainers", &new.init_containers, &old.init_containers),
    ];
    for (list, new, old) in lists {
        if !validate_images(v, list, new, old) {
            return;
        }
    }
    match (new.active_deadline_seconds, old.active_deadline_seconds) {
        (Some(new), _) if !(0..=i64::from(i32::MAX)).contains(&new) => {
            let detail = "must be between 0 and 2147483647, inclusive";
            return v.invalid_raw("activeDeadlineSeconds", new, detail);
        }
        (Some(new), Some(old)) if old < new => {
            let detail = "must be less than or equal to previous value";
            return v.invalid_raw("activeDeadlineSeconds", new, detail);
        }
        (None, Some(_)) => {
            let detail = "must not update from a positive integer to nil value";
            v.invalid_raw("activeDeadlineSeconds", "null", detail);
        }
        _ => {}
    }
    validate_added_tolerations(v, new, old);
    validate_deleted_gates(v, new, old);
    let mut same = new.clone();
    same.active_deadline_seconds = old.active_deadline_seconds;
    same.scheduling_gates.clone_from(&old.scheduling_gates);
    same.tolerations.clone_from(&old.tolerations);
    let containers = same.containers.iter_mut().chain(&mut same.init_containers);
    for (new, old) in containers.zip(old.containers.iter().chain(&old.init_containers)) {
        new.image.clone_from(&old.image);
    }
    let grace = (old.termination_grace_period_seconds, new.termination_grace_period_seconds);
    if let (Some(..0), Some(1)) = grace {
        same.termination_grace_period_seconds = old.termination_grace_period_seconds;
    }
    if !old.scheduling_gates.is_empty() && v.release.has(Feature::PodSchedulingReadiness) {
        let kept = |(key, value)| new.node_selector.get(key) == Some(value);
        if !old.node_selector.iter().all(kept) {
            let value = emit::json(&new.node_selector.encode()).replace(',', ", ");
            let detail =
                "only additions are allowed to spec.nodeSelector (no mutations or deletions)";
            v.invalid_raw("nodeSelector", format!("map[string]string{value}"), detail);
        }
        same.node_selector.clone_from(&old.node_selector);
    }
    if same != *old {
        let (old, same) = (old.encode(), same.encode());
        // 1.20 printed the change backwards.
        let changes = if v.release.has(Feature::PodUpdatePrintsOldToNew) {
            diff(&old, &same)
        } else {
            diff(&same, &old)
        };
        let detail = format!("{}\n{changes}", updatable(v.release));
        v.forbidden("", detail);
    }
}

/// Returns the sentence of rule P-1361, which names the fields that may change.
fn updatable(release: Release) -> &'static str {
    if release.has(Feature::PodUpdateNamesGracePeriod) {
        "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)"
    } else {
        "pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations` (only additions to existing tolerations)"
    }
}

/// Checks the images, which may change. Returns whether there are as many containers as before.
fn validate_images(v: &mut Validator, list: &str, new: &[Container], old: &[Container]) -> bool {
    if new.len() != old.len() {
        v.forbidden(list, "pod updates may not add or remove containers");
        return false;
    }
    for (index, container) in new.iter().enumerate() {
        let mark = v.enter_element(list, index);
        if container.image.is_empty() {
            v.required("image", "");
        }
        validate_trimmed_image(v, container);
        v.leave(mark);
    }
    true
}

fn validate_added_tolerations(v: &mut Validator, new: &PodSpec, old: &PodSpec) {
    let is_kept = |old: &crate::api::pod::Toleration| {
        new.tolerations.iter().any(|new| {
            let mut old = old.clone();
            old.toleration_seconds = new.toleration_seconds;
            old == *new
        })
    };
    if !old.tolerations.iter().all(is_kept) {
        let detail = "existing toleration can not be modified except its tolerationSeconds";
        return v.forbidden("tolerations", detail);
    }
    validate_tolerations(v, new);
}

fn validate_deleted_gates(v: &mut Validator, new: &PodSpec, old: &PodSpec) {
    for (index, gate) in new.scheduling_gates.iter().enumerate() {
        if old.scheduling_gates.contains(gate) {
            continue;
        }
        let mark = v.enter_element("schedulingGates", index);
        let detail =
            format!("only deletion is allowed, but found new scheduling gate '{}'", gate.name);
        v.forbidden("name", detail);
        v.leave(mark);
    }
}
