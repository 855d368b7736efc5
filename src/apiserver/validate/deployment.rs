//! The API server's checks of Deployments. Rules, D-61.
//! Models kubernetes pkg/apis/apps/validation/validation.go.

use super::int_or_string::{bound_value, check_percent};
use super::workload::{CheckSpec, check_required_selector, check_template};
use super::{FieldErrorKind, Validator, quoted};
use crate::api::deployment::{
    Deployment, DeploymentStrategy, DeploymentStrategyType, RollingUpdateDeployment,
};
use crate::api::probe::IntOrString;

impl CheckSpec for Deployment {
    /// Models `ValidateDeploymentSpec`.
    fn check_spec(&self, v: &mut Validator) {
        let spec = &self.spec;
        v.non_negative("replicas", spec.replicas());
        check_required_selector(v, spec.selector.as_ref());
        check_template(v, spec.selector.as_ref(), &spec.template);
        check_strategy(v, &spec.strategy);
        v.non_negative("minReadySeconds", spec.min_ready_seconds);
        if let Some(limit) = spec.revision_history_limit {
            v.non_negative("revisionHistoryLimit", limit);
        }
        if let Some(deadline) = spec.progress_deadline_seconds {
            v.non_negative("progressDeadlineSeconds", deadline);
            if deadline <= spec.min_ready_seconds {
                let complaint = "must be greater than minReadySeconds";
                v.invalid_raw("progressDeadlineSeconds", deadline, complaint);
            }
        }
    }
}

/// Models `ValidateDeploymentStrategy`. Rules.
fn check_strategy(v: &mut Validator, strategy: &DeploymentStrategy) {
    let mark = v.enter("strategy");
    let rolling = strategy.rolling_update.as_ref();
    if let Some((kind, supported)) = v.bad_choice("type") {
        let rolling = if is_default(rolling) { "nil" } else { "0xc000000000" };
        let value = format!(
            "apps.DeploymentStrategy{{Type:{}, RollingUpdate:(*apps.RollingUpdateDeployment)({rolling})}}",
            quoted(&kind)
        );
        let supported: Vec<String> = supported.iter().map(|value| quoted(value)).collect();
        let detail = format!("supported values: {}", supported.join(", "));
        v.report("", FieldErrorKind::Unsupported(value.into()), detail);
    } else {
        match (strategy.kind, rolling) {
            (Some(DeploymentStrategyType::Recreate), Some(_)) => v.forbidden(
                "rollingUpdate",
                "may not be specified when strategy `type` is 'Recreate'",
            ),
            (None | Some(DeploymentStrategyType::RollingUpdate), Some(rolling)) => {
                let mark = v.enter("rollingUpdate");
                check_rolling(v, rolling);
                v.leave(mark);
            }
            (_, None) => {}
        }
    }
    v.leave(mark);
}

/// Returns whether all bounds are those that the server fills in, so that the manifest names none.
fn is_default(rolling: Option<&RollingUpdateDeployment>) -> bool {
    let is_quarter = |bound: &Option<IntOrString>| matches!(bound, Some(IntOrString::String(text)) if *text == "25%");
    rolling.is_none_or(|r| is_quarter(&r.max_surge) && is_quarter(&r.max_unavailable))
}

/// Models `ValidateRollingUpdateDeployment`. Rule A-21.
fn check_rolling(v: &mut Validator, rolling: &RollingUpdateDeployment) {
    let bounds = [("maxUnavailable", &rolling.max_unavailable), ("maxSurge", &rolling.max_surge)];
    let bounds = bounds.map(|(field, bound)| (field, bound.clone().unwrap_or_default()));
    for (field, bound) in &bounds {
        check_form(v, field, bound);
    }
    let [(field, unavailable), (_, surge)] = &bounds;
    if number(unavailable) == 0 && number(surge) == 0 {
        let value = bound_value(v, unavailable);
        v.invalid_raw(field, value, "may not be 0 when `maxSurge` is 0");
    }
    if let IntOrString::String(text) = unavailable
        && let Some(complaint) = check_percent(text).err().filter(|_| number(unavailable) > 100)
    {
        let value = bound_value(v, unavailable);
        v.invalid_raw(field, value, complaint);
    }
}

/// Checks that a bound is no negative number, or a percentage of any size. Models `ValidatePositiveIntOrPercent`.
fn check_form(v: &mut Validator, field: &str, bound: &IntOrString) {
    match bound {
        IntOrString::Int(number) => v.non_negative(field, *number),
        IntOrString::String(text) => {
            if let Some(complaint) = check_percent(text).err().filter(|_| number(bound) <= 100) {
                let value = bound_value(v, bound);
                v.invalid_raw(field, value, complaint);
            }
        }
    }
}

/// Returns the number or the percentage; 0 when the text is none.
fn number(bound: &IntOrString) -> i64 {
    match bound {
        IntOrString::Int(number) => *number,
        IntOrString::String(text) => text.trim_end_matches('%').parse().unwrap_or(0),
    }
}
