//! Checks of changes through the subresource `ephemeralcontainers` of a Pod. Rule P-515.
//! Models kubernetes pkg/apis/core/validation/validation.go ValidatePodEphemeralContainersUpdate.

use super::diff::diff;
use super::spec::validate_meta_and_spec;
use super::{FieldError, Validator};
use crate::api::pod::Pod;
use crate::manifest::schema::{Problem, encode_object};
use crate::rules::release::Release;

/// Checks that ephemeral containers are only added. Both Pods have their defaults.
pub(crate) fn validate_ephemeral_containers_update(
    new: &Pod,
    old: &Pod,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    validate_meta_and_spec(&mut v, new);
    let mark = v.enter("spec");
    for before in &old.spec.ephemeral_containers {
        let name = &before.name;
        let after = new.spec.ephemeral_containers.iter().find(|after| after.name == *name);
        match after {
            None => {
                let detail = format!("existing ephemeral containers {name:?} may not be removed\n");
                v.forbidden("ephemeralContainers", detail);
            }
            Some(after) if after != before => {
                let changes = diff(&encode_object(before), &encode_object(after));
                let detail =
                    format!("existing ephemeral containers {name:?} may not be changed\n{changes}");
                v.forbidden("ephemeralContainers", detail);
            }
            Some(_) => {}
        }
    }
    v.leave(mark);
    v.errors
}
