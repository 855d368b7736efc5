//! Checks of Pods before they are stored.

use super::error::ApiError;
use super::request::{PatchKind, Server, invalid};
use super::validate::validate_pod_create;
use crate::api::Resource;
use crate::api::pod::Pod;
use crate::cluster::world::Settings;
use crate::manifest::Wrong;
use crate::manifest::node::Node;
use crate::rules::release::Release;

/// Checks whether a new Pod may be stored. Defaults and admission have been applied. Rule P-1300.
///
/// # Errors
///
/// Returns a 422 with everything that is wrong.
pub(crate) fn check_new_pod(pod: &Pod, release: Release) -> Result<(), ApiError> {
    let errors = validate_pod_create(pod, release);
    if errors.is_empty() { Ok(()) } else { Err(invalid(&Resource::Pod(pod.clone()), errors)) }
}

/// Returns a Pod after a strategic merge patch. Rules P-1351 to P-1361.
///
/// # Errors
///
/// Returns the refusal when the change is not allowed.
pub(crate) fn patched_pod(old: &Pod, patch: &Node, settings: &Settings) -> Result<Pod, ApiError> {
    let server = Server::of(settings);
    let old = Resource::Pod(old.clone());
    let new = server.patch(&old, patch, PatchKind::Strategic)?;
    let kind = new.kind();
    if let Resource::Pod(pod) = new {
        Ok(pod)
    } else {
        Err(ApiError::bad_request(Wrong::NoPod { kind }))
    }
}
