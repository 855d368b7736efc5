//! The checks of an object of any kind, and the answer to one that does not pass them.

use super::strategy;
use crate::api::Resource;
use crate::apiserver::error::ApiError;
use crate::apiserver::validate::{FieldError, Validator};
use crate::base::text::Text;
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

/// Returns the 422 answer for an object.
pub(crate) fn invalid(resource: &Resource, errors: Vec<FieldError>) -> ApiError {
    let version = resource.api_version();
    let group = version.split_once('/').map_or("", |(group, _)| group);
    let metadata = resource.metadata();
    let name: &Text =
        if metadata.name.is_empty() { &metadata.generate_name } else { &metadata.name };
    ApiError::invalid(resource.kind(), group, name, errors)
}
