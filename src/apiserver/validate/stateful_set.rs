//! The API server's checks of StatefulSets. Rules.
//! Models kubernetes pkg/apis/apps/validation/validation.go.

use super::int_or_string::{bound_value, check_percent};
use super::meta::{NameRule, validate_meta, validate_meta_update};
use super::selector::{EMPTY_SELECTOR, validate_label_selector};
use super::spec::validate_pod_template_spec;
use super::workload::{check_template_metadata, check_template_restarts};
use super::{FieldError, FieldErrorKind, Validator, names, quoted};
use crate::api::pod::PodSpec;
use crate::api::probe::IntOrString;
use crate::api::stateful_set::{
    PodTemplateSpec, RollingUpdateStatefulSetStrategy, StatefulSet, StatefulSetSpec,
    StatefulSetStatus, StatefulSetUpdateStrategyType,
};
use crate::api::volume::{PersistentVolumeClaimSource, Volume};
use crate::manifest::schema::Problem;
use crate::rules::Feature;
use crate::rules::release::Release;

/// Checks a new StatefulSet. Defaults have been applied. Models `ValidateStatefulSet`.
pub(crate) fn validate_stateful_set(
    set: &StatefulSet,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    // Before 1.27 the name could be longer than the host name of a Pod may be.
    let rule: NameRule = if release.has(Feature::StatefulSetNameIsDnsLabel) {
        names::dns_label
    } else {
        names::dns_subdomain
    };
    validate_meta(&mut v, &set.metadata, true, rule);
    check_spec(&mut v, &set.spec);
    let service = &set.spec.service_name;
    if release.has(Feature::StatefulSetServiceNameIsDnsLabel) && !service.is_empty() {
        // The name in a set that exists already is not checked. Rule A-48.
        v.invalid_each("spec.serviceName", service, names::dns_label(release, service));
    }
    v.errors
}

/// Checks a changed StatefulSet. Models `ValidateStatefulSetUpdate`.
pub(crate) fn validate_stateful_set_update(
    new: &StatefulSet,
    old: &StatefulSet,
    unsupported: &[Problem],
    release: Release,
) -> Vec<FieldError> {
    let mut v = Validator::new(release, unsupported);
    validate_meta_update(&mut v, &new.metadata, &old.metadata);
    if release.has(Feature::StatefulSetUpdateValidatedFirst) {
        check_spec(&mut v, &new.spec);
        check_fixed(&mut v, &new.spec, &old.spec);
    } else {
        check_fixed(&mut v, &new.spec, &old.spec);
        check_spec(&mut v, &new.spec);
    }
    v.errors
}

/// Checks that the fields that must not change have not changed. Rules A-1, S-11.
fn check_fixed(v: &mut Validator, new: &StatefulSetSpec, old: &StatefulSetSpec) {
    let mut same = new.clone();
    same.replicas = old.replicas;
    same.template = old.template.clone();
    same.update_strategy = old.update_strategy.clone();
    same.min_ready_seconds = old.min_ready_seconds;
    same.ordinals.clone_from(&old.ordinals);
    same.persistent_volume_claim_retention_policy
        .clone_from(&old.persistent_volume_claim_retention_policy);
    let history_may_change = v.release.has(Feature::StatefulSetRevisionHistoryLimitMayChange);
    if history_may_change {
        same.revision_history_limit = old.revision_history_limit;
    }
    if same == *old {
        return;
    }
    let fields = if history_may_change {
        "'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'"
    } else if v.release.has(Feature::StatefulSetStartOrdinal) {
        "'replicas', 'ordinals', 'template', 'updateStrategy', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'"
    } else {
        "'replicas', 'template', and 'updateStrategy'"
    };
    v.forbidden(
        "spec",
        format!("updates to statefulset spec for fields other than {fields} are forbidden"),
    );
}

fn check_spec(v: &mut Validator, spec: &StatefulSetSpec) {
    let mark = v.enter("spec");
    if let Some((policy, _)) = v.bad_choice("podManagementPolicy") {
        v.invalid("podManagementPolicy", &policy, "must be 'OrderedReady' or 'Parallel'");
    }
    check_strategy(v, spec);
    if spec.persistent_volume_claim_retention_policy.is_some()
        && v.release.has(Feature::StatefulSetAutoDeletePVC)
    {
        let mark = v.enter("persistentVolumeClaimRetentionPolicy");
        v.choice("whenDeleted");
        v.choice("whenScaled");
        v.leave(mark);
    }
    v.non_negative("replicas", spec.replicas());
    if v.release.has(Feature::StatefulSetMinReadySeconds) {
        v.non_negative("minReadySeconds", spec.min_ready_seconds);
    }
    if let Some(ordinals) =
        spec.ordinals.as_ref().filter(|_| v.release.has(Feature::StatefulSetStartOrdinal))
    {
        v.non_negative("ordinals.start", ordinals.start);
    }
    match &spec.selector {
        None => v.required("selector", ""),
        Some(selector) if selector.is_empty() => {
            v.invalid_raw("selector", EMPTY_SELECTOR, "empty selector is invalid for statefulset");
        }
        selector => validate_label_selector(v, "selector", selector.as_ref()),
    }
    check_template(v, spec);
    v.leave(mark);
}

fn check_strategy(v: &mut Validator, spec: &StatefulSetSpec) {
    let strategy = &spec.update_strategy;
    let mark = v.enter("updateStrategy");
    let rolling = strategy.rolling_update.as_ref();
    if let Some((kind, _)) = v.bad_choice("type") {
        let value = format!(
            "apps.StatefulSetUpdateStrategy{{Type:{}, RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)({})}}",
            quoted(&kind),
            // Go prints an address, whose digits have no meaning.
            if given_by_default(rolling) { "nil" } else { "0xc000000000" }
        );
        v.invalid_raw("", value, "must be 'RollingUpdate' or 'OnDelete'");
    } else if let Some(rolling) = rolling {
        let mark = v.enter("rollingUpdate");
        match strategy.kind {
            Some(StatefulSetUpdateStrategyType::OnDelete) => {
                let value = format!(
                    "apps.RollingUpdateStatefulSetStrategy{{Partition:{}, MaxUnavailable:(*intstr.IntOrString)({})}}",
                    rolling.partition.unwrap_or(0),
                    if rolling.max_unavailable.is_some() { "0xc000000000" } else { "nil" }
                );
                v.invalid_raw("", value, "only allowed for updateStrategy 'RollingUpdate'");
            }
            None | Some(StatefulSetUpdateStrategyType::RollingUpdate) => {
                v.non_negative("partition", rolling.partition.unwrap_or(0));
                check_max_unavailable(v, rolling);
            }
        }
        v.leave(mark);
    }
    v.leave(mark);
}

/// Returns whether all values of the struct are defaults.
fn given_by_default(rolling: Option<&RollingUpdateStatefulSetStrategy>) -> bool {
    rolling.is_none_or(|rolling| {
        rolling.partition.unwrap_or(0) == 0
            && matches!(rolling.max_unavailable, None | Some(IntOrString::Int(1)))
    })
}

/// Checks `maxUnavailable`. It is set only where its gate is on; otherwise it was dropped before. Rules, S-70.
fn check_max_unavailable(v: &mut Validator, rolling: &RollingUpdateStatefulSetStrategy) {
    let Some(bound) = &rolling.max_unavailable else { return };
    let complaint = match bound {
        IntOrString::Int(0) => "cannot be 0",
        IntOrString::Int(number) => return v.non_negative("maxUnavailable", *number),
        IntOrString::String(text) => match check_percent(text) {
            Ok(0) => "cannot be 0",
            Ok(_) => return,
            Err(complaint) => complaint,
        },
    };
    let value = bound_value(v, bound);
    v.invalid_raw("maxUnavailable", value, complaint);
}

/// Checks the Pod template. Rules. Models ValidatePodTemplateSpecForStatefulSet.
fn check_template(v: &mut Validator, spec: &StatefulSetSpec) {
    let template: &PodTemplateSpec = &spec.template;
    let mark = v.enter("template");
    check_template_metadata(v, spec.selector.as_ref(), template);
    check_template_restarts(v, template, "StatefulSet");
    v.leave(mark);
    // Older servers check the rest only when a Pod is created. Rule A-50.
    if v.release.has(Feature::StatefulSetTemplateIsValidated) {
        let path = v.child("template.spec");
        let full = with_claims(spec);
        let errors = validate_pod_template_spec(&full, &path, v.unsupported, v.release);
        v.errors.extend(errors);
    }
}

/// Returns the spec of a Pod with the volumes that its claims will add. Rule S-16.
fn with_claims(spec: &StatefulSetSpec) -> PodSpec {
    let mut full = spec.template.spec.clone();
    for claim in &spec.volume_claim_templates {
        let name = &claim.metadata.name;
        if !full.volumes.iter().any(|volume| volume.name == *name) {
            let claim_name = name.clone();
            let source = PersistentVolumeClaimSource { claim_name, ..Default::default() };
            let persistent_volume_claim = Some(source);
            full.volumes.push(Volume {
                name: name.clone(),
                persistent_volume_claim,
                ..Volume::default()
            });
        }
    }
    full
}

/// Returns what is wrong with a status. Rule A-19. Models `ValidateStatefulSetStatus`.
pub fn validate_stateful_set_status(status: &StatefulSetStatus) -> Vec<FieldError> {
    let mut v = Validator::new(Release::Current, &[]);
    let mark = v.enter("status");
    let counters = [
        ("replicas", status.replicas),
        ("readyReplicas", status.ready_replicas),
        ("currentReplicas", status.current_replicas),
        ("updatedReplicas", status.updated_replicas),
        ("availableReplicas", status.available_replicas),
    ];
    for (field, count) in counters {
        v.non_negative(field, count);
    }
    for (field, count) in counters.into_iter().filter(|(_, count)| *count > status.replicas) {
        v.invalid_raw(field, count, "cannot be greater than status.replicas");
    }
    if status.available_replicas > status.ready_replicas {
        let detail = "cannot be greater than status.readyReplicas";
        v.report(
            "availableReplicas",
            FieldErrorKind::Invalid(status.available_replicas.to_string().into()),
            detail,
        );
    }
    v.leave(mark);
    v.errors
}
