//! The kinds without a table: what their manifests go through.

use super::Strategy;
use super::strategy::keep_status;
use crate::api::core::{ConfigMap, Node, PriorityClass, Secret};
use crate::api::pod::Pod;
use crate::api::storage::{ReclaimPolicy, StorageClass, VolumeBindingMode};
use crate::apiserver::admission::add_default_tolerations;
use crate::apiserver::defaults::default_pod;
use crate::apiserver::disabled_fields::drop_disabled_fields;
use crate::apiserver::validate::{
    FieldErrorKind, Validator, check_config_map, check_secret, names, validate_meta,
    validate_meta_update, validate_pod_create_with, validate_pod_update_with,
};
use crate::manifest::bytes::Bytes;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates};
use std::collections::BTreeSet;

/// The highest priority that a user's class may have.
const HIGHEST_USER_PRIORITY: i64 = 1_000_000_000;

impl Strategy for Pod {
    const DROPS_NEWER: bool = true;

    fn drop_disabled(&mut self, gates: Gates, release: Release) {
        drop_disabled_fields(&mut self.spec, gates, release);
    }

    fn fill_in(&mut self, _: Gates, release: Release) {
        default_pod(self, release);
        add_default_tolerations(&mut self.spec);
    }

    fn validate(&self, v: &mut Validator) {
        v.errors.extend(validate_pod_create_with(self, v.unsupported, v.release));
    }

    fn validate_update(&self, v: &mut Validator, old: &Self) {
        v.errors.extend(validate_pod_update_with(self, old, v.unsupported, v.release));
    }

    keep_status!();
}

impl Strategy for Node {
    fn validate(&self, v: &mut Validator) {
        check_node(v, self);
    }

    keep_status!();
}

impl Strategy for ConfigMap {
    fn validate(&self, v: &mut Validator) {
        check_config_map(v, self);
    }

    /// Models kubernetes pkg/apis/core/validation/validation.go ValidateConfigMapUpdate.
    fn validate_update(&self, v: &mut Validator, old: &Self) {
        validate_meta_update(v, &self.metadata, &old.metadata);
        let changed =
            [("data", self.data != old.data), ("binaryData", self.binary_data != old.binary_data)];
        check_immutable(v, self.immutable, old.immutable, &changed);
        self.validate(v);
    }
}

impl Strategy for Secret {
    /// Models kubernetes pkg/apis/core/v1/conversion.go Convert_v1_Secret_To_core_Secret and defaults.go SetDefaults_Secret.
    fn fill_in(&mut self, _: Gates, _: Release) {
        for (key, text) in std::mem::take(&mut self.string_data) {
            self.data.insert(key, Bytes::of(text.as_bytes()));
        }
        if self.kind.is_empty() {
            self.kind = "Opaque".into();
        }
    }

    fn validate(&self, v: &mut Validator) {
        check_secret(v, self);
    }

    /// Models kubernetes pkg/apis/core/validation/validation.go ValidateSecretUpdate.
    fn validate_update(&self, v: &mut Validator, old: &Self) {
        validate_meta_update(v, &self.metadata, &old.metadata);
        if self.kind != old.kind {
            v.invalid("type", &self.kind, "field is immutable");
        }
        check_immutable(v, self.immutable, old.immutable, &[("data", self.data != old.data)]);
        self.validate(v);
    }
}

/// Refuses changes of a ConfigMap or a Secret that was immutable: which of its fields are others now.
fn check_immutable(
    v: &mut Validator,
    new: Option<bool>,
    old: Option<bool>,
    changed: &[(&str, bool)],
) {
    if old != Some(true) {
        return;
    }
    let fields = changed.iter().filter(|(_, is_other)| *is_other).map(|(field, _)| *field);
    for field in (new != Some(true)).then_some("immutable").into_iter().chain(fields) {
        v.forbidden(field, "field is immutable when `immutable` is set");
    }
}

impl Strategy for PriorityClass {
    fn fill_in(&mut self, _: Gates, _: Release) {
        self.preemption_policy.get_or_insert("PreemptLowerPriority".into());
    }

    fn validate(&self, v: &mut Validator) {
        check_priority_class(v, self);
    }

    fn validate_update(&self, v: &mut Validator, old: &Self) {
        validate_meta_update(v, &self.metadata, &old.metadata);
        if self.value != old.value {
            if v.release.has(Feature::PriorityClassValueIsImmutable) {
                v.invalid_raw("value", self.value, "field is immutable");
            } else {
                v.forbidden("Value", "may not be changed in an update.");
            }
        }
        self.validate(v);
    }
}

impl Strategy for StorageClass {
    fn fill_in(&mut self, _: Gates, _: Release) {
        self.reclaim_policy.get_or_insert(ReclaimPolicy::Delete);
        self.volume_binding_mode.get_or_insert(VolumeBindingMode::Immediate);
    }

    fn validate(&self, v: &mut Validator) {
        validate_meta(v, &self.metadata, false, names::dns_subdomain);
        if self.provisioner.is_empty() {
            v.required("provisioner", "");
        } else {
            let name = self.provisioner.to_ascii_lowercase();
            let complaints = names::qualified_name(v.release, &name);
            v.invalid_each("provisioner", &self.provisioner, complaints);
        }
        // An empty policy is left as it is.
        if let Some((policy, _)) = v.bad_choice("reclaimPolicy").filter(|(p, _)| !p.is_empty()) {
            v.unsupported("reclaimPolicy", &policy, &["Delete", "Retain"]);
        } else if self.reclaim_policy == Some(ReclaimPolicy::Recycle) {
            v.unsupported("reclaimPolicy", ReclaimPolicy::Recycle.as_str(), &["Delete", "Retain"]);
        }
        v.pointer_choice("volumeBindingMode");
    }

    /// Only metadata, mount options, topologies and whether volumes may grow can change.
    /// Models kubernetes pkg/apis/storage/validation/validation.go ValidateStorageClassUpdate.
    fn validate_update(&self, v: &mut Validator, old: &Self) {
        validate_meta_update(v, &self.metadata, &old.metadata);
        let mut refuse = |field: &str, is_changed: bool| {
            if is_changed {
                v.forbidden(field, format!("updates to {field} are forbidden."));
            }
        };
        refuse("parameters", self.parameters != old.parameters);
        refuse("provisioner", self.provisioner != old.provisioner);
        refuse("reclaimPolicy", self.reclaim_policy != old.reclaim_policy);
        if self.volume_binding_mode != old.volume_binding_mode {
            let mode = self.volume_binding_mode.map_or("", VolumeBindingMode::as_str);
            v.invalid("volumeBindingMode", mode, "field is immutable");
        }
    }
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
    if class.preemption_policy.as_ref().is_some_and(|policy| policy.is_empty()) {
        v.required("preemptionPolicy", "");
    } else {
        v.one_of("preemptionPolicy", class.preemption_policy.as_ref(), &policies);
    }
}
