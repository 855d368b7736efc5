//! Deployments.

use super::strategy::keep_status;
use super::workload::{self, Rules};
use super::{Frame, Registry, Strategy, about};
use crate::api::deployment::{
    AVAILABLE, Deployment, DeploymentCondition, DeploymentSpec, DeploymentStatus,
    DeploymentStrategyType, NEW_REPLICA_SET_AVAILABLE, PAUSED, PROGRESS_DEADLINE_EXCEEDED,
    PROGRESSING, RESUMED, revision,
};
use crate::api::probe::IntOrString;
use crate::api::replica_set::REPLICA_FAILURE;
use crate::apiserver::defaults::default_pod_spec;
use crate::apiserver::disabled_fields::drop_disabled_fields;
use crate::apiserver::printed::{Printed, age_of};
use crate::apiserver::validate::{Validator, validate_workload, validate_workload_update};
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::fact::{ConditionSource, ConditionValue, Fact, FieldValue};
use crate::cluster::world::World;
use crate::manifest::schema::Field;
use crate::rules::release::Release;
use crate::rules::{Gates, Rule};

/// Seconds without progress after which a rollout counts as failed, for a Deployment that names none. Rule D-03.
const DEADLINE: i64 = 600;
/// How many old ReplicaSets are kept for a Deployment that names no number. Rule D-03.
const HISTORY: i64 = 10;
/// `maxSurge` and `maxUnavailable` of a Deployment that names none. Rule D-03.
const QUARTER: IntOrString = IntOrString::String(Text::Static("25%"));

impl Strategy for Deployment {
    const DROPS_NEWER: bool = true;

    fn drop_disabled(&mut self, gates: Gates, release: Release) {
        drop_disabled_fields(&mut self.spec.template.spec, gates, release);
    }

    /// Rule D-03. Models kubernetes pkg/apis/apps/v1/defaults.go SetDefaults_Deployment.
    fn fill_in(&mut self, _: Gates, release: Release) {
        let spec = &mut *self.spec;
        spec.replicas.get_or_insert(1);
        spec.revision_history_limit.get_or_insert(HISTORY);
        spec.progress_deadline_seconds.get_or_insert(DEADLINE);
        default_strategy(spec);
        default_pod_spec(&mut spec.template.spec, release);
    }

    fn validate(&self, v: &mut Validator) {
        validate_workload(v, self);
    }

    fn validate_update(&self, v: &mut Validator, old: &Self) {
        validate_workload_update(v, self, old);
    }

    keep_status!();
}

fn default_strategy(spec: &mut DeploymentSpec) {
    match spec.strategy.kind.get_or_insert(DeploymentStrategyType::RollingUpdate) {
        DeploymentStrategyType::Recreate => {}
        DeploymentStrategyType::RollingUpdate => {
            let rolling = spec.strategy.rolling_update.get_or_insert_default();
            rolling.max_surge.get_or_insert(QUARTER);
            rolling.max_unavailable.get_or_insert(QUARTER);
        }
    }
}

impl Registry for Deployment {
    const CREATED: Rule = Rule::D03;
    const PATCHED: Rule = Rule::D03;
    const REMOVED: Rule = Rule::G04;
    const OTHER_VERSIONS: &'static [&'static str] =
        &["apps/v1beta1", "apps/v1beta2", "extensions/v1beta1"];

    fn begin(&mut self) {
        self.metadata.generation = 1;
        self.status = DeploymentStatus::default();
    }

    /// Models kubernetes pkg/registry/apps/deployment/strategy.go PrepareForUpdate.
    fn replaced(&mut self, old: &Self, _: &World) {
        if self.metadata.annotations != old.metadata.annotations {
            self.metadata.generation = old.metadata.generation + 1;
        }
    }

    fn succeed(&mut self, old: &Self) {
        workload::succeed(self, old);
    }

    fn patched(&self, old: &Self) -> Rule {
        if old.spec.template != self.spec.template {
            Rule::D04
        } else if old.spec.paused != self.spec.paused {
            Rule::D40
        } else {
            Rule::D03
        }
    }

    fn record_created(&self, world: &mut World, rule: Rule) {
        workload::record_created(self, world, rule, Rule::D03);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        workload::record(self, old, world, Rules::all(rule));
        let paused = (FieldValue::Flag(old.spec.paused), FieldValue::Flag(self.spec.paused));
        super::record_field(self, world, "paused", paused, Rule::D40);
        let number = |deployment: &Self| FieldValue::Number(revision(&deployment.metadata));
        super::record_field(self, world, "revision", (number(old), number(self)), Rule::D05);
        let counters = |status: &DeploymentStatus| {
            [
                ("status.replicas", status.replicas),
                ("status.updatedReplicas", status.updated_replicas),
                ("status.readyReplicas", status.ready_replicas),
                ("status.availableReplicas", status.available_replicas),
            ]
        };
        super::record_counters(self, world, &counters(&old.status), &counters(&self.status), rule);
        record_conditions(self, old, world);
    }

    fn shape(&self, frame: &Frame<'_>, out: &mut Digest) {
        let DeploymentStatus {
            available_replicas,
            collision_count,
            conditions,
            observed_generation,
            ready_replicas,
            replicas,
            terminating_replicas,
            unavailable_replicas,
            updated_replicas,
        } = &self.status;
        self.spec.digest(out);
        out.debug(&(replicas, updated_replicas, ready_replicas, available_replicas));
        out.debug(&(unavailable_replicas, terminating_replicas, collision_count));
        out.flag(*observed_generation == self.metadata.generation);
        out.count(conditions.len());
        for condition in conditions {
            let DeploymentCondition {
                last_transition_time: _,
                last_update_time,
                message,
                reason,
                status,
                kind,
            } = condition;
            out.debug(&(kind, status, reason, message));
            if let Some(written) = last_update_time.filter(|_| counts_down(condition)) {
                let age = Timestamp::of(frame.now).0 - written.0;
                out.signed(if frame.exact { age } else { 0 });
            }
        }
    }
}

/// Returns whether the deadline of the rollout counts from the time at which a condition was written. Rule D-51.
fn counts_down(condition: &DeploymentCondition) -> bool {
    condition.kind == *PROGRESSING
        && condition.reason != *NEW_REPLICA_SET_AVAILABLE
        && condition.reason != *PROGRESS_DEADLINE_EXCEEDED
}

/// Records the conditions whose status or reason have changed. Rules D-40, D-51 to D-53.
fn record_conditions(new: &Deployment, old: &Deployment, world: &mut World) {
    let shown = |deployment: &Deployment, kind: &Text| {
        let found = deployment.status.condition(kind);
        found.map(|c| ConditionValue { status: c.status, reason: c.reason.clone() })
    };
    let gone = old.status.conditions.iter().filter(|c| new.status.condition(&c.kind).is_none());
    for condition in new.status.conditions.iter().chain(gone) {
        let (before, after) = (shown(old, &condition.kind), shown(new, &condition.kind));
        if before != after {
            let (kind, source) = (condition.kind.clone(), ConditionSource::Object);
            let fact = Fact::Condition { kind, old: before, new: after, source };
            let reason = new.status.condition(&condition.kind).map(|c| &c.reason);
            world.record(about(new), fact, condition_rule(&condition.kind, reason));
        }
    }
}

/// Returns the rule by which a condition has another status or reason.
fn condition_rule(kind: &Text, reason: Option<&Text>) -> Rule {
    if *kind == *AVAILABLE {
        Rule::D52
    } else if *kind == *REPLICA_FAILURE {
        Rule::D53
    } else if reason.is_some_and(|reason| *reason == *PAUSED || *reason == *RESUMED) {
        Rule::D40
    } else {
        Rule::D51
    }
}

impl Printed for Deployment {
    const WIDE: &'static str = "CONTAINERS,IMAGES,SELECTOR";

    fn columns(_: Release) -> &'static str {
        "NAME,READY,UP-TO-DATE,AVAILABLE,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        vec![
            self.metadata.name.to_string(),
            format!("{}/{}", self.status.ready_replicas, self.spec.replicas()),
            self.status.updated_replicas.to_string(),
            self.status.available_replicas.to_string(),
            age_of(&self.metadata, now),
        ]
    }

    fn wide_cells(&self) -> Vec<String> {
        workload::wide_cells(self)
    }
}
