//! StatefulSets.

use super::invalid;
use super::strategy::keep_status;
use super::workload::{self, Rules};
use super::{Frame, Registry, Strategy};
use crate::api::Resource;
use crate::api::meta::Propagation;
use crate::api::stateful_set::{StatefulSet, StatefulSetStatus};
use crate::apiserver::defaults::default_stateful_set;
use crate::apiserver::disabled_fields::drop_disabled_fields;
use crate::apiserver::error::ApiError;
use crate::apiserver::printed::{Printed, age_of, containers};
use crate::apiserver::validate::{
    Validator, validate_stateful_set, validate_stateful_set_status, validate_stateful_set_update,
};
use crate::base::digest::Digest;
use crate::base::time::Timestamp;
use crate::cluster::fact::FieldValue;
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use crate::manifest::schema::Field;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates, Rule};

impl Strategy for StatefulSet {
    const DROPS_NEWER: bool = true;

    fn drop_disabled(&mut self, gates: Gates, release: Release) {
        drop_disabled_fields(&mut self.spec.template.spec, gates, release);
        if !gates.has(Feature::MaxUnavailableStatefulSet, release) {
            drop_max_unavailable(self);
        }
    }

    fn fill_in(&mut self, gates: Gates, release: Release) {
        default_stateful_set(self, release, gates);
    }

    fn validate(&self, v: &mut Validator) {
        v.errors.extend(validate_stateful_set(self, v.unsupported, v.release));
    }

    fn validate_update(&self, v: &mut Validator, old: &Self) {
        v.errors.extend(validate_stateful_set_update(self, old, v.unsupported, v.release));
    }

    keep_status!();
}

/// Drops `maxUnavailable`, which counts only behind a gate. Rule S-70.
/// Models kubernetes pkg/registry/apps/statefulset/strategy.go dropStatefulSetDisabledFields.
fn drop_max_unavailable(set: &mut StatefulSet) {
    if let Some(rolling) = &mut set.spec.update_strategy.rolling_update {
        rolling.max_unavailable = None;
    }
}

impl Registry for StatefulSet {
    const CREATED: Rule = Rule::S01;
    const PATCHED: Rule = Rule::S11;
    const REMOVED: Rule = Rule::S81;

    fn begin(&mut self) {
        self.metadata.generation = 1;
        self.status = StatefulSetStatus::default();
    }

    fn succeed(&mut self, old: &Self) {
        workload::succeed(self, old);
    }

    fn delete(world: &mut World, key: Key, propagation: Propagation) {
        super::delete_owner::<Self>(world, key, propagation, Rule::S81);
    }

    fn record_created(&self, world: &mut World, rule: Rule) {
        workload::record_created(self, world, rule, Rule::S05);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        let rules = Rules { replicas: Rule::S05, spec: Rule::S11, deletion: Rule::S81 };
        workload::record(self, old, world, rules);
        let counters = |status: &StatefulSetStatus| {
            [
                ("status.replicas", status.replicas),
                ("status.readyReplicas", status.ready_replicas),
                ("status.availableReplicas", status.available_replicas),
                ("status.currentReplicas", status.current_replicas),
                ("status.updatedReplicas", status.updated_replicas),
            ]
        };
        super::record_counters(self, world, &counters(&old.status), &counters(&self.status), rule);
        let names = [
            ("status.currentRevision", &old.status.current_revision, &self.status.current_revision),
            ("status.updateRevision", &old.status.update_revision, &self.status.update_revision),
        ];
        for (field, before, after) in names {
            let names = (FieldValue::Name(before.clone()), FieldValue::Name(after.clone()));
            super::record_field(self, world, field, names, Rule::S64);
        }
    }

    fn shape(&self, _: &Frame<'_>, out: &mut Digest) {
        let StatefulSetStatus {
            available_replicas,
            collision_count,
            conditions: _,
            current_replicas,
            current_revision,
            observed_generation,
            ready_replicas,
            replicas,
            update_revision,
            updated_replicas,
        } = &self.status;
        self.spec.digest(out);
        out.debug(&(replicas, current_replicas, updated_replicas, ready_replicas));
        out.debug(&(available_replicas, collision_count, current_revision, update_revision));
        out.flag(*observed_generation == self.metadata.generation);
    }
}

/// Stores the status that the controller computed. Rule A-19.
///
/// # Errors
///
/// Returns a 422 when counters of the status are negative or contradict each other.
pub(crate) fn update_status(
    world: &mut World,
    key: Key,
    status: &StatefulSetStatus,
) -> Result<(), ApiError> {
    let errors = validate_stateful_set_status(status);
    if !errors.is_empty() {
        let Some(set) = world.objects.sets.get(key) else { return Ok(()) };
        return Err(invalid(&Resource::StatefulSet((**set).clone()), errors));
    }
    super::update::<StatefulSet>(world, key, Rule::S63, |set| set.status = status.clone());
    Ok(())
}

impl Printed for StatefulSet {
    const WIDE: &'static str = "CONTAINERS,IMAGES";

    fn columns(_: Release) -> &'static str {
        "NAME,READY,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        let ready = format!("{}/{}", self.status.ready_replicas, self.spec.replicas());
        vec![self.metadata.name.to_string(), ready, age_of(&self.metadata, now)]
    }

    fn wide_cells(&self) -> Vec<String> {
        containers(&self.spec.template).into()
    }
}
