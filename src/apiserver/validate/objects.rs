//! The entry points for objects of any kind.

use super::{FieldError, Validator};
use crate::api::Resource;
use crate::apiserver::registry::strategy;
use crate::manifest::schema::Problem;
use crate::rules::release::Release;

/// Checks a new object. Defaults have been applied.
pub(crate) fn validate_create(
    resource: &Resource,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    strategy(resource.resource_kind()).validate(&mut v, resource);
    v.errors
}

/// Checks a change. Both objects have the same kind and their defaults.
pub(crate) fn validate_update(
    new: &Resource,
    old: &Resource,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    strategy(new.resource_kind()).validate_update(&mut v, new, old);
    v.errors
}
