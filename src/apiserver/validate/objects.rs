//! Checks of the smaller kinds, and the entry points for objects of any kind.

use super::budget::check_budget;
use super::meta::{validate_meta, validate_meta_update};
use super::replica_set::{validate_replica_set, validate_replica_set_update};
use super::service::{validate_service, validate_service_update};
use super::spec::validate_pod_create_with;
use super::stateful_set::{validate_stateful_set, validate_stateful_set_update};
use super::storage::{self, check_claim};
use super::update::validate_pod_update_with;
use super::{FieldError, FieldErrorKind, Validator, names};
use crate::api::Resource;
use crate::api::core::{Node, PriorityClass};
use crate::api::meta::ObjectMeta;
use crate::base::text::Text;
use crate::manifest::schema::Problem;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::{BTreeMap, BTreeSet};

/// The highest priority that a user's class may have.
const HIGHEST_USER_PRIORITY: i64 = 1_000_000_000;
/// The most bytes that a ConfigMap or Secret may hold.
const MAX_DATA: usize = 1 << 20;

/// Checks a new object. Defaults have been applied.
pub fn validate_create(
    resource: &Resource,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    match resource {
        Resource::Pod(pod) => return validate_pod_create_with(pod, unsupported, release),
        Resource::Service(service) => return validate_service(service, release),
        Resource::Node(node) => check_node(&mut v, node),
        Resource::ConfigMap(map) => {
            check_data(
                &mut v,
                &map.metadata,
                &[("data", &map.data), ("binaryData", &map.binary_data)],
            );
        }
        Resource::Secret(secret) => {
            let data = [("data", &secret.data), ("stringData", &secret.string_data)];
            check_data(&mut v, &secret.metadata, &data);
        }
        Resource::PriorityClass(class) => check_priority_class(&mut v, class),
        Resource::Namespace(namespace) => {
            validate_meta(&mut v, &namespace.metadata, false, names::dns_label);
        }
        Resource::ServiceAccount(account) => {
            validate_meta(&mut v, &account.metadata, true, names::dns_subdomain);
        }
        Resource::PersistentVolumeClaim(claim) => check_claim(&mut v, claim),
        Resource::PodDisruptionBudget(budget) => check_budget(&mut v, budget),
        Resource::PersistentVolume(volume) => storage::check_volume(&mut v, volume),
        Resource::StatefulSet(set) => return validate_stateful_set(set, unsupported, release),
        Resource::ReplicaSet(set) => return validate_replica_set(set, unsupported, release),
        Resource::StorageClass(class) => {
            validate_meta(&mut v, &class.metadata, false, names::dns_subdomain);
            if class.provisioner.is_empty() {
                v.required("provisioner", "");
            }
        }
    }
    v.errors
}

/// Checks a change. Both objects have the same kind and their defaults.
pub fn validate_update(
    new: &Resource,
    old: &Resource,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    match (new, old) {
        (Resource::Pod(new), Resource::Pod(old)) => {
            return validate_pod_update_with(new, old, unsupported, release);
        }
        (Resource::Service(new), Resource::Service(old)) => {
            return validate_service_update(new, old, release);
        }
        (Resource::StatefulSet(new), Resource::StatefulSet(old)) => {
            return validate_stateful_set_update(new, old, unsupported, release);
        }
        (Resource::ReplicaSet(new), Resource::ReplicaSet(old)) => {
            return validate_replica_set_update(new, old, unsupported, release);
        }
        _ => {}
    }
    let mut v = Validator::new(release, unsupported);
    validate_meta_update(&mut v, new.metadata(), old.metadata());
    match (new, old) {
        (Resource::PersistentVolumeClaim(new), Resource::PersistentVolumeClaim(old)) => {
            storage::check_claim_update(&mut v, new, old);
        }
        (Resource::PriorityClass(new), Resource::PriorityClass(old)) if new.value != old.value => {
            if release.has(Feature::PriorityClassValueIsImmutable) {
                v.invalid_raw("value", new.value, "field is immutable");
            } else {
                v.forbidden("Value", "may not be changed in an update.");
            }
        }
        (Resource::ConfigMap(new), Resource::ConfigMap(old)) if old.immutable == Some(true) => {
            if new.immutable != Some(true) {
                v.forbidden("immutable", "field is immutable when `immutable` is set");
            }
            if new.data != old.data {
                v.forbidden("data", "field is immutable when `immutable` is set");
            }
        }
        _ => {}
    }
    v.errors.extend(validate_create(new, unsupported, release));
    v.errors
}

fn check_node(v: &mut Validator, node: &Node) {
    validate_meta(v, &node.metadata, false, names::dns_subdomain);
    let mut seen = BTreeSet::new();
    let mark = v.enter("spec");
    for (index, taint) in node.spec.taints.iter().enumerate() {
        let mark = v.enter_element("taints", index);
        v.invalid_each("key", &taint.key, names::qualified_name(v.release, &taint.key));
        let complaints = names::label_value(v.release, &taint.value);
        if !complaints.is_empty() {
            v.invalid("value", &taint.value, complaints.join(";"));
        }
        if taint.effect.is_none() {
            v.required("effect", "");
        }
        v.choice("effect");
        if !seen.insert((&taint.key, taint.effect)) {
            v.report(
                "",
                FieldErrorKind::Duplicate("core.Taint{…}".into()),
                "taints must be unique by key and effect pair",
            );
        }
        v.leave(mark);
    }
    v.leave(mark);
}

fn check_data(
    v: &mut Validator,
    meta: &ObjectMeta,
    maps: &[(&'static str, &BTreeMap<Text, Text>)],
) {
    validate_meta(v, meta, true, names::dns_subdomain);
    let mut bytes = 0;
    for (field, map) in maps {
        for (key, value) in *map {
            let mark = v.enter(&format!("{field}[{key}]"));
            v.invalid_each("", key, names::config_map_key(v.release, key));
            if *field == "binaryData" && maps[0].1.contains_key(key) {
                v.invalid("", key, "duplicate of key present in data");
            }
            v.leave(mark);
            bytes += value.len();
        }
    }
    if bytes > MAX_DATA {
        let words = if v.release.has(Feature::LengthLimitsInBytes) {
            "may not be more than"
        } else {
            "must have at most"
        };
        let field = if maps[1].0 == "binaryData" { "" } else { "data" };
        v.report(field, FieldErrorKind::TooLong, format!("{words} {MAX_DATA} bytes"));
    }
}

fn check_priority_class(v: &mut Validator, class: &PriorityClass) {
    validate_meta(v, &class.metadata, false, names::dns_subdomain);
    let name = &class.metadata.name;
    let system = crate::apiserver::admission::system_priority_classes();
    if name.starts_with("system-") {
        match system.iter().find(|system| system.metadata.name == *name) {
            None => v.forbidden(
                "metadata.name",
                format!(
                    "priority class names with 'system-' prefix are reserved for system use only. error: {name} is not a known system priority class"
                ),
            ),
            Some(system) if system.value != class.value => v.forbidden(
                "metadata.name",
                format!(
                    "priority class names with 'system-' prefix are reserved for system use only. error: value of {name} PriorityClass must be {}",
                    system.value
                ),
            ),
            Some(_) => {}
        }
    } else if class.value > HIGHEST_USER_PRIORITY {
        let detail =
            format!("maximum allowed value of a user defined priority is {HIGHEST_USER_PRIORITY}");
        v.forbidden("value", detail);
    }
    let policies = ["PreemptLowerPriority", "Never"];
    let policy = class.preemption_policy.as_str();
    if !policy.is_empty() && !policies.contains(&policy) {
        v.unsupported("preemptionPolicy", policy, &policies);
    }
}
