//! What marks a namespace, and what the API server refuses while one is being deleted.

use super::error::ApiError;
use crate::api::meta::ObjectMeta;
use crate::base::text::Text;
use crate::cluster::world::World;

/// The label that has the name of the namespace as its value.
pub(super) const NAME_LABEL: &str = "kubernetes.io/metadata.name";

/// Returns whether a namespace is being deleted.
pub(crate) fn is_leaving(world: &World, namespace: &Text) -> bool {
    !namespace.is_empty() && world.objects.queue.leaving.contains(namespace)
}

/// Refuses a new object in a namespace that is being deleted. `resource` is the plural of its kind.
/// Models kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go.
///
/// # Errors
///
/// Returns the refusal of admission.
pub(crate) fn admit(world: &World, resource: &str, metadata: &ObjectMeta) -> Result<(), ApiError> {
    let ObjectMeta { namespace, name, .. } = metadata;
    if !is_leaving(world, namespace) {
        return Ok(());
    }
    let why = format!(
        "unable to create new content in namespace {namespace} because it is being terminated"
    );
    Err(ApiError::forbidden(resource, name, why))
}
