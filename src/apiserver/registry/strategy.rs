//! The way of an object of any kind through the API server: which fields it keeps, defaults, checks.

use super::any::Of;
use crate::api::{ApiObject, Resource};
use crate::apiserver::validate::{Validator, validate_meta_update};
use crate::rules::Gates;
use crate::rules::release::Release;

/// What differs between kinds in what the API server does with a manifest.
pub(crate) trait Strategy: ApiObject {
    /// Whether an older release drops the fields that it does not know yet.
    const DROPS_NEWER: bool = false;

    /// Drops the fields whose gates are off.
    fn drop_disabled(&mut self, _gates: Gates, _release: Release) {}

    /// Fills in what the API server sets at every write. The namespace is set already.
    fn fill_in(&mut self, _gates: Gates, _release: Release) {}

    /// Checks an object. Defaults have been applied.
    fn validate(&self, v: &mut Validator);

    /// Checks a new version of an object.
    fn validate_update(&self, v: &mut Validator, old: &Self) {
        validate_meta_update(v, self.metadata(), old.metadata());
        self.validate(v);
    }

    /// Keeps the status of the version before. Only a write to the subresource `status` changes it.
    fn keep_status(&mut self, _old: &Self) {}
}

/// Declares [`Strategy::keep_status`] for a kind whose objects have the field `status`.
macro_rules! keep_status {
    () => {
        fn keep_status(&mut self, old: &Self) {
            self.status.clone_from(&old.status);
        }
    };
}

pub(super) use keep_status;

/// The [`Strategy`] of a kind that is known when the program runs. Each method takes resources of that kind.
pub(crate) trait AnyStrategy {
    /// Returns whether an older release drops the fields that it does not know yet.
    fn drops_newer(&self) -> bool;
    /// Drops the fields whose gates are off.
    fn drop_disabled(&self, resource: &mut Resource, gates: Gates, release: Release);
    /// Fills in what the API server sets at every write.
    fn fill_in(&self, resource: &mut Resource, gates: Gates, release: Release);
    /// Checks an object.
    fn validate(&self, v: &mut Validator, resource: &Resource);
    /// Checks a new version of an object.
    fn validate_update(&self, v: &mut Validator, new: &Resource, old: &Resource);
    /// Keeps the status of the version before.
    fn keep_status(&self, new: &mut Resource, old: &Resource);
}

impl<K: Strategy> AnyStrategy for Of<K> {
    fn drops_newer(&self) -> bool {
        K::DROPS_NEWER
    }

    fn drop_disabled(&self, resource: &mut Resource, gates: Gates, release: Release) {
        if let Some(object) = K::in_resource_mut(resource) {
            object.drop_disabled(gates, release);
        }
    }

    fn fill_in(&self, resource: &mut Resource, gates: Gates, release: Release) {
        if let Some(object) = K::in_resource_mut(resource) {
            object.fill_in(gates, release);
        }
    }

    fn validate(&self, v: &mut Validator, resource: &Resource) {
        if let Some(object) = K::in_resource(resource) {
            object.validate(v);
        }
    }

    fn validate_update(&self, v: &mut Validator, new: &Resource, old: &Resource) {
        if let (Some(new), Some(old)) = (K::in_resource(new), K::in_resource(old)) {
            new.validate_update(v, old);
        }
    }

    fn keep_status(&self, new: &mut Resource, old: &Resource) {
        if let (Some(new), Some(old)) = (K::in_resource_mut(new), K::in_resource(old)) {
            new.keep_status(old);
        }
    }
}
