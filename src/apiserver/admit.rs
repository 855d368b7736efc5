//! What the API server does with a Pod of any client before it stores it.

use super::error::ApiError;
use super::request::drop_stop_signals;
use super::{admission, defaults, namespaces, update};
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::base::text::{SAFE_ALPHABET, Text};
use crate::cluster::world::World;

/// Defaults, admits and validates a new Pod.
///
/// # Errors
///
/// Returns the refusal of admission or of validation.
pub(crate) fn pod(world: &World, pod: &mut Pod) -> Result<(), ApiError> {
    namespaces::admit(world, "pods", &pod.metadata)?;
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

/// The most characters of `generateName` that a generated name keeps.
const MOST_OF_BASE: usize = 58;

/// Returns a name for a Pod that begins with `generateName` and that no Pod of the namespace has. Rule R-01.
/// Models kubernetes staging/src/k8s.io/apiserver/pkg/storage/names/generate.go.
pub(crate) fn generated_name(world: &mut World, metadata: &ObjectMeta) -> Text {
    let base: String = metadata.generate_name.chars().take(MOST_OF_BASE).collect();
    loop {
        let suffix: String = (0..5)
            .map(|_| SAFE_ALPHABET[world.rng.below(SAFE_ALPHABET.len() as u64) as usize] as char)
            .collect();
        let name = Text::from(format!("{base}{suffix}"));
        if world.pod_named(&metadata.namespace, &name).is_none() {
            return name;
        }
    }
}
