//! What the API server does with a Pod of any client before it stores it.

use super::disabled_fields::drop_disabled_fields;
use super::error::ApiError;
use super::{admission, defaults, label_keys, namespaces, update};
use crate::api::meta::ObjectMeta;
use crate::api::pod::{Pod, PodSpec};
use crate::base::rng::Rng;
use crate::base::text::{SAFE_ALPHABET, Text};
use crate::cluster::world::World;

/// Defaults, admits and validates a new Pod.
///
/// # Errors
///
/// Returns the refusal of admission or of validation.
pub(crate) fn pod(world: &World, pod: &mut Pod) -> Result<(), ApiError> {
    namespaces::admit(world, "pods", &pod.metadata)?;
    check_references(world, pod)?;
    let release = world.release();
    defaults::default_pod(pod, release);
    drop_disabled_fields(&mut pod.spec, world.settings.gates, release);
    admission::add_default_tolerations(&mut pod.spec);
    let mut classes: Vec<_> = admission::system_priority_classes().into();
    classes.extend(world.priority_class(&pod.spec.priority_class_name).map(|c| (**c).clone()));
    if let Err(message) = admission::admit_priority(pod, &classes) {
        return Err(ApiError::forbidden("pods", asked_name(&pod.metadata), message));
    }
    label_keys::merge(pod, release);
    update::check_new_pod(pod, release)
}

/// The most characters of `generateName` that a generated name keeps.
const MOST_OF_BASE: usize = 58;

/// Returns a name for a Pod that begins with `generateName` and that no Pod of the namespace has. Rule R-01.
pub(crate) fn generated_name(world: &mut World, metadata: &ObjectMeta) -> Text {
    loop {
        let name = name_from(&metadata.generate_name, &mut world.rng);
        if world.pod_named(&metadata.namespace, &name).is_none() {
            return name;
        }
    }
}

/// Returns a name that begins with `generateName`. Rule R-01.
/// Models kubernetes staging/src/k8s.io/apiserver/pkg/storage/names/generate.go.
pub(crate) fn name_from(base: &str, rng: &mut Rng) -> Text {
    let base: String = base.chars().take(MOST_OF_BASE).collect();
    let most = SAFE_ALPHABET.len() as u64;
    let suffix: String = (0..5).map(|_| SAFE_ALPHABET[rng.below(most) as usize] as char).collect();
    Text::from(format!("{base}{suffix}"))
}

/// Returns the name that a client asked for. Admission does not know the name that is made from `generateName`.
fn asked_name(metadata: &ObjectMeta) -> &Text {
    let is_generated = !metadata.generate_name.is_empty();
    if is_generated { &metadata.generate_name } else { &metadata.name }
}

/// Refuses a Pod of which something that it names is not there: its ServiceAccount or its RuntimeClass.
/// Models kubernetes plugin/pkg/admission/{serviceaccount,runtimeclass}.
fn check_references(world: &World, pod: &Pod) -> Result<(), ApiError> {
    let namespace = &pod.metadata.namespace;
    let name = asked_name(&pod.metadata);
    let is_there = |plural: &str, namespace: &str, name: &str| {
        let mut kept = world.objects.kept.iter().map(|(_, object)| object);
        kept.any(|object| {
            let metadata = &object.metadata;
            object.kind.plural() == plural
                && (&*metadata.namespace, &*metadata.name) == (namespace, name)
        })
    };
    // The older field says the same.
    let PodSpec { service_account, service_account_name, .. } = &*pod.spec;
    let is_new = !service_account_name.is_empty();
    let account = if is_new { service_account_name } else { service_account };
    // A cluster makes the accounts of its own components.
    let is_usual = account.is_empty() || *account == "default" || *namespace == "kube-system";
    if !is_usual && !is_there("serviceaccounts", namespace, account) {
        let why = format!(
            "error looking up service account {namespace}/{account}: serviceaccount \"{account}\" not found"
        );
        return Err(ApiError::forbidden("pods", name, why));
    }
    if let Some(class) = &pod.spec.runtime_class_name
        && !is_there("runtimeclasses.node.k8s.io", "", class)
    {
        let why = format!("pod rejected: RuntimeClass \"{class}\" not found");
        return Err(ApiError::forbidden("pods", name, why));
    }
    Ok(())
}
