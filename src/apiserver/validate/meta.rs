//! The API server's checks of metadata.
//! Models kubernetes staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go.

use super::Validator;
use super::names::{self, Complaints};
use crate::api::meta::ObjectMeta;
use crate::base::text::Text;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;

/// A function that checks a name.
pub(crate) type NameRule = fn(Release, &str) -> Complaints;

/// The most bytes that all annotations together may have.
const ANNOTATIONS_BYTES: usize = 256 * 1024;

/// Checks the metadata of a new object.
pub(crate) fn validate_meta(
    v: &mut Validator,
    meta: &ObjectMeta,
    namespaced: bool,
    rule: NameRule,
) {
    let mark = v.enter("metadata");
    let release = v.release;
    if !meta.generate_name.is_empty() {
        // The server adds a suffix to the prefix, so the prefix may end with a dash.
        let masked = match meta.generate_name.strip_suffix('-') {
            Some(stem) if !stem.is_empty() => format!("{stem}a"),
            _ => meta.generate_name.to_string(),
        };
        v.invalid_each("generateName", &meta.generate_name, rule(release, &masked));
    }
    if meta.name.is_empty() {
        if meta.generate_name.is_empty() {
            v.required("name", "name or generateName is required");
        }
    } else {
        v.invalid_each("name", &meta.name, rule(release, &meta.name));
    }
    match (namespaced, meta.namespace.is_empty()) {
        (true, true) => v.required("namespace", ""),
        (true, false) => {
            v.invalid_each(
                "namespace",
                &meta.namespace,
                names::dns_label(release, &meta.namespace),
            );
        }
        (false, true) => {}
        (false, false) => v.forbidden("namespace", "not allowed on this type"),
    }
    v.non_negative("generation", meta.generation);
    validate_labels(v, "labels", &meta.labels);
    validate_annotations(v, &meta.annotations);
    validate_owners(v, meta);
    for finalizer in &meta.finalizers {
        v.invalid_each("finalizers", finalizer, names::qualified_name(release, finalizer));
    }
    for (index, finalizer) in meta.finalizers.iter().enumerate() {
        let standard = ["foregroundDeletion", "kubernetes", "orphan"];
        if !finalizer.contains('/') && !standard.contains(&finalizer.as_str()) {
            let mark = v.enter_element("finalizers", index);
            let detail = "name is neither a standard finalizer name nor is it fully qualified";
            v.invalid("", finalizer, detail);
            v.leave(mark);
        }
    }
    v.leave(mark);
}

/// Checks the keys and values of labels or of a selector.
pub(super) fn validate_labels(v: &mut Validator, field: &str, labels: &BTreeMap<Text, Text>) {
    for (key, value) in labels {
        v.invalid_each(field, key, names::qualified_name(v.release, key));
        v.invalid_each(field, value, names::label_value(v.release, value));
    }
}

/// Checks the annotations of the present object.
pub(super) fn validate_annotations(v: &mut Validator, annotations: &BTreeMap<Text, Text>) {
    let mut bytes = 0;
    for (key, value) in annotations {
        let lower = key.to_ascii_lowercase();
        v.invalid_each("annotations", key, names::qualified_name(v.release, &lower));
        bytes += key.len() + value.len();
    }
    if bytes > ANNOTATIONS_BYTES {
        let limit = if v.release.has(Feature::LengthLimitsInBytes) {
            "may not be more than"
        } else {
            "must have at most"
        };
        let detail = format!("{limit} {ANNOTATIONS_BYTES} bytes");
        v.report("annotations", super::FieldErrorKind::TooLong, detail);
    }
}

fn validate_owners(v: &mut Validator, meta: &ObjectMeta) {
    let mut controller: Option<&Text> = None;
    for owner in &meta.owner_references {
        // The server reports the list here, not the element.
        let mark = v.enter("ownerReferences");
        let version = owner.api_version.rsplit('/').next().unwrap_or_default();
        if version.is_empty() {
            v.invalid("apiVersion", &owner.api_version, "version must not be empty");
        }
        let fields = [("kind", &owner.kind), ("name", &owner.name), ("uid", &owner.uid)];
        for (field, value) in fields.into_iter().filter(|(_, value)| value.is_empty()) {
            v.invalid(field, value, "must not be empty");
        }
        v.leave(mark);
        if owner.controller == Some(true) {
            if let Some(first) = controller {
                let detail = format!(
                    "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {}",
                    owner.name
                );
                v.invalid_raw("ownerReferences", "[]v1.OwnerReference{…}", detail);
            }
            controller.get_or_insert(&owner.name);
        }
    }
}

/// Checks that the metadata that must not change has not changed.
pub(crate) fn validate_meta_update(v: &mut Validator, new: &ObjectMeta, old: &ObjectMeta) {
    let mark = v.enter("metadata");
    if old.deletion_timestamp.is_some() {
        let added: Vec<String> = new
            .finalizers
            .iter()
            .filter(|finalizer| !old.finalizers.contains(finalizer))
            .map(|finalizer| super::quoted(finalizer))
            .collect();
        if !added.is_empty() {
            let detail = format!(
                "no new finalizers can be added if the object is being deleted, found new finalizers []string{{{}}}",
                added.join(", ")
            );
            v.forbidden("finalizers", detail);
        }
    }
    if new.generation < old.generation {
        v.invalid_raw("generation", new.generation, "must not be decremented");
    }
    let texts = [
        ("name", &new.name, &old.name),
        ("namespace", &new.namespace, &old.namespace),
        ("uid", &new.uid, &old.uid),
    ];
    for (field, new, old) in texts {
        if new != old {
            v.invalid(field, new, "field is immutable");
        }
    }
    let times = [
        ("creationTimestamp", new.creation_timestamp, old.creation_timestamp),
        ("deletionTimestamp", new.deletion_timestamp, old.deletion_timestamp),
    ];
    for (field, new, old) in times {
        if new != old {
            let value = new.map_or("null".to_owned(), crate::base::time::Timestamp::rfc3339);
            v.invalid_raw(field, value, "field is immutable");
        }
    }
    v.leave(mark);
}
