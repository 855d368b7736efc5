//! What the API server does with a Pod of any client before it stores it.

use super::error::ApiError;
use super::request::drop_stop_signals;
use super::{admission, defaults, update};
use crate::api::pod::Pod;
use crate::cluster::world::World;

/// Defaults, admits and validates a new Pod.
///
/// # Errors
///
/// Returns the refusal of admission or of validation.
pub fn pod(world: &World, pod: &mut Pod) -> Result<(), ApiError> {
    let release = world.release();
    drop_stop_signals(&mut pod.spec, world.settings.gates, release);
    defaults::default_pod(pod, release);
    admission::add_default_tolerations(&mut pod.spec);
    let mut classes: Vec<_> = admission::system_priority_classes().into();
    classes.extend(world.priority_class(&pod.spec.priority_class_name).map(|c| (**c).clone()));
    if let Err(message) = admission::admit_priority(pod, &classes) {
        return Err(ApiError::forbidden("pods", &pod.metadata.name, message));
    }
    update::check_new_pod(pod, release)
}
