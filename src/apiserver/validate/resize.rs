//! Checks of changes through the subresource `resize` of a Pod. Rule P-214.
//! Models kubernetes pkg/apis/core/validation/validation.go ValidatePodResize.

use super::spec::validate_meta_and_spec;
use super::{FieldError, Validator};
use crate::api::pod::Pod;
use crate::api::pod_requests::RESOURCES;
use crate::apiserver::admission::qos_class;
use crate::manifest::schema::Problem;
use crate::rules::release::Release;

/// Checks a resize. Both Pods have their defaults.
pub(crate) fn validate_pod_resize(
    new: &Pod,
    old: &Pod,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    validate_meta_and_spec(&mut v, new);
    let (before, after) = (qos_class(&old.spec), qos_class(&new.spec));
    let mark = v.enter("spec");
    // Apart from the resources, both Pods must be the same.
    let mut rest = new.clone();
    let spec = &mut *rest.spec;
    for (list, new, old) in [
        ("containers", &mut spec.containers, &old.spec.containers),
        ("initContainers", &mut spec.init_containers, &old.spec.init_containers),
    ] {
        for (index, (new, old)) in new.iter_mut().zip(old).enumerate() {
            let mark = v.enter_element(list, index);
            let inner = v.enter("resources");
            for resource in RESOURCES {
                let has = &mut new.resources;
                for (word, has, had) in [
                    ("limits", &mut has.limits, &old.resources.limits),
                    ("requests", &mut has.requests, &old.resources.requests),
                ] {
                    match had.get(resource) {
                        Some(_) if has.get(resource).is_none() => {
                            v.forbidden(word, format!("resource {word} cannot be removed"));
                        }
                        Some(had) => drop(has.insert(resource.into(), had.clone())),
                        None => drop(has.remove(resource)),
                    }
                }
            }
            v.leave(inner);
            v.leave(mark);
            new.resize_policy = old.resize_policy.clone();
        }
    }
    v.leave(mark);
    if before != after {
        v.invalid("spec", after, "Pod QOS Class may not change as a result of resizing");
    }
    if v.errors.is_empty() && rest.spec != old.spec {
        v.forbidden("spec", "only cpu and memory resources are mutable");
    }
    v.errors
}
