//! Writes to sets and their revisions.

use super::error::ApiError;
use super::registry::{self, Registry, about};
use super::request::invalid;
use super::validate::validate_stateful_set_status;
use crate::api::Resource;
use crate::api::stateful_set::{ControllerRevision, StatefulSet, StatefulSetStatus};
use crate::base::text::Text;
use crate::cluster::change::{Subject, Value};
use crate::cluster::tables::Key;
use crate::cluster::world::World;
use crate::rules::Rule;

impl Registry for StatefulSet {
    const REMOVED: Rule = Rule::S81;

    fn begin(&mut self) {
        self.metadata.generation = 1;
        self.status = StatefulSetStatus::default();
    }

    fn succeed(&mut self, old: &Self) {
        if *self.spec == *old.spec {
            self.spec = old.spec.clone();
        } else if *self.spec.template == *old.spec.template {
            self.spec.template = old.spec.template.clone();
        }
        let deleted = self.metadata.deletion_timestamp != old.metadata.deletion_timestamp;
        if !self.spec.is_same(&old.spec) || deleted {
            self.metadata.generation = old.metadata.generation + 1;
        }
    }

    fn record_created(&self, world: &mut World, rule: Rule) {
        let replicas = Value::Count(self.spec.replicas());
        world.record(about(self), Subject::Created, Value::None, Value::Flag(true), rule);
        world.record(about(self), Subject::Field("replicas"), Value::None, replicas, Rule::S05);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        let mut note = |subject, old: Value, new: Value, rule| {
            if old != new {
                world.record(about(self), subject, old, new, rule);
            }
        };
        let wanted = |set: &StatefulSet| Value::Count(set.spec.replicas());
        note(Subject::Field("replicas"), wanted(old), wanted(self), Rule::S05);
        if !self.spec.is_same(&old.spec) && old.spec.replicas == self.spec.replicas {
            note(Subject::Spec, Value::None, Value::Flag(true), Rule::S11);
        }
        if old.metadata.deletion_timestamp != self.metadata.deletion_timestamp {
            note(Subject::Deletion, Value::None, Value::Count(0), Rule::S81);
        }
        let counters = |status: &StatefulSetStatus| {
            [
                ("status.replicas", status.replicas),
                ("status.readyReplicas", status.ready_replicas),
                ("status.availableReplicas", status.available_replicas),
                ("status.currentReplicas", status.current_replicas),
                ("status.updatedReplicas", status.updated_replicas),
            ]
        };
        for ((field, before), (_, after)) in
            counters(&old.status).into_iter().zip(counters(&self.status))
        {
            note(Subject::Field(field), Value::Count(before), Value::Count(after), rule);
        }
        let names = [
            ("status.currentRevision", &old.status.current_revision, &self.status.current_revision),
            ("status.updateRevision", &old.status.update_revision, &self.status.update_revision),
        ];
        for (field, before, after) in names {
            let text = |text: &Text| Value::Text(text.clone());
            note(Subject::Field(field), text(before), text(after), Rule::S64);
        }
    }
}

impl Registry for ControllerRevision {
    const REMOVED: Rule = Rule::S67;

    fn record_created(&self, world: &mut World, rule: Rule) {
        let number = Value::Count(self.revision);
        world.record(about(self), Subject::Created, Value::None, number, rule);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        if self.revision != old.revision {
            let (before, after) = (Value::Count(old.revision), Value::Count(self.revision));
            world.record(about(self), Subject::Field("revision"), before, after, rule);
        }
    }
}

/// Stores the status that the controller computed. Rule A-19.
///
/// # Errors
///
/// Returns a 422 when counters of the status are negative or contradict each other.
pub fn update_status(
    world: &mut World,
    key: Key,
    status: &StatefulSetStatus,
) -> Result<(), ApiError> {
    let errors = validate_stateful_set_status(status);
    if !errors.is_empty() {
        let Some(set) = world.workloads.sets.get(key) else { return Ok(()) };
        return Err(invalid(&Resource::StatefulSet((**set).clone()), errors));
    }
    registry::update::<StatefulSet>(world, key, Rule::S63, |set| set.status = status.clone());
    Ok(())
}
