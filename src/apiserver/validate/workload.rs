//! What the API server checks alike of all workloads, and of ReplicaSets and Deployments. Rules.
//! Models kubernetes pkg/apis/apps/validation/validation.go.

use super::meta::{validate_annotations, validate_labels, validate_meta, validate_meta_update};
use super::security::validate_app_armor_annotations;
use super::selector::{EMPTY_SELECTOR, printed_labels, printed_selector, validate_label_selector};
use super::spec::validate_pod_template_spec;
use super::{Validator, names};
use crate::api::container::RestartPolicy;
use crate::api::selector::LabelSelector;
use crate::api::stateful_set::PodTemplateSpec;
use crate::api::workload::Workload;

/// A workload of which the API server checks all but the spec alike: a ReplicaSet or a Deployment.
pub(crate) trait CheckSpec: Workload {
    /// Checks the spec, which is the present path.
    fn check_spec(&self, v: &mut Validator);
}

/// Checks a new workload. Defaults have been applied. Models `ValidateReplicaSet` and `ValidateDeployment`.
pub(crate) fn validate_workload(v: &mut Validator, workload: &impl CheckSpec) {
    validate_meta(v, workload.metadata(), true, names::dns_subdomain);
    check_spec(v, workload);
}

/// Checks a changed workload. Models `ValidateReplicaSetUpdate`, `ValidateDeploymentUpdate` and the strategies' check of
/// the selector.
pub(crate) fn validate_workload_update<K: CheckSpec>(v: &mut Validator, new: &K, old: &K) {
    validate_meta_update(v, new.metadata(), old.metadata());
    check_spec(v, new);
    check_same_selector(v, new.selector(), old.selector());
}

fn check_spec(v: &mut Validator, workload: &impl CheckSpec) {
    let mark = v.enter("spec");
    workload.check_spec(v);
    v.leave(mark);
}

/// Checks that the selector has not changed. Rule A-20.
fn check_same_selector(
    v: &mut Validator,
    new: Option<&LabelSelector>,
    old: Option<&LabelSelector>,
) {
    if new != old {
        let value = new.map_or("nil".to_owned(), printed_selector);
        v.invalid_raw("spec.selector", value, "field is immutable");
    }
}

/// Checks a selector, which must not be empty. A ReplicaSet has the words of a Deployment. Rule A-25.
pub(super) fn check_required_selector(v: &mut Validator, selector: Option<&LabelSelector>) {
    let Some(selector) = selector else { return v.required("selector", "") };
    validate_label_selector(v, "selector", Some(selector));
    if selector.is_empty() {
        let complaint = "empty selector is invalid for deployment";
        v.invalid_raw("selector", EMPTY_SELECTOR, complaint);
    }
}

/// Checks the Pod template of a ReplicaSet or a Deployment. Models `ValidatePodTemplateSpecForReplicaSet`.
pub(super) fn check_template(
    v: &mut Validator,
    selector: Option<&LabelSelector>,
    template: &PodTemplateSpec,
) {
    let mark = v.enter("template");
    check_template_metadata(v, selector, template);
    let path = v.child("spec");
    let errors = validate_pod_template_spec(&template.spec, &path, v.unsupported, v.release);
    v.errors.extend(errors);
    check_template_restarts(v, template, "ReplicaSet");
    v.leave(mark);
}

/// Checks the labels and annotations of a workload's template. Rule A-3.
pub(super) fn check_template_metadata(
    v: &mut Validator,
    selector: Option<&LabelSelector>,
    template: &PodTemplateSpec,
) {
    let (labels, annotations) = (&template.metadata.labels, &template.metadata.annotations);
    let selects = selector.is_some_and(|s| s.is_empty() || s.matches(labels));
    if !selects {
        let complaint = "`selector` does not match template `labels`";
        v.invalid_raw("metadata.labels", printed_labels(labels), complaint);
    }
    validate_labels(v, "labels", labels);
    validate_annotations(v, annotations);
    validate_app_armor_annotations(v, annotations, &template.spec);
}

/// Checks that the Pods of a template start their containers again and have no deadline. Rules.
pub(super) fn check_template_restarts(v: &mut Validator, template: &PodTemplateSpec, kind: &str) {
    let unsupported = v.bad_choice("spec.restartPolicy").map(|(policy, _)| policy);
    let policy = template.spec.restart_policy.unwrap_or(RestartPolicy::Always);
    if let Some(policy) = unsupported {
        v.unsupported("spec.restartPolicy", &policy, &["Always"]);
    } else if policy != RestartPolicy::Always {
        v.unsupported("spec.restartPolicy", policy.as_str(), &["Always"]);
    }
    if template.spec.active_deadline_seconds.is_some() {
        let complaint = format!("activeDeadlineSeconds in {kind} is not Supported");
        v.forbidden("spec.activeDeadlineSeconds", complaint);
    }
}
