//! Writes to ReplicaSets.

use super::registry::{Registry, about};
use crate::api::replica_set::{ReplicaSet, ReplicaSetStatus};
use crate::cluster::change::{Subject, Value};
use crate::cluster::world::World;
use crate::rules::Rule;

impl Registry for ReplicaSet {
    const REMOVED: Rule = Rule::G04;

    fn begin(&mut self) {
        self.metadata.generation = 1;
        self.status = ReplicaSetStatus::default();
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
        world.record(about(self), Subject::Field("replicas"), Value::None, replicas, Rule::R02);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        let mut note = |subject, old: Value, new: Value, rule| {
            if old != new {
                world.record(about(self), subject, old, new, rule);
            }
        };
        let wanted = |set: &ReplicaSet| Value::Count(set.spec.replicas());
        note(Subject::Field("replicas"), wanted(old), wanted(self), rule);
        if !self.spec.is_same(&old.spec) && old.spec.replicas == self.spec.replicas {
            note(Subject::Spec, Value::None, Value::Flag(true), rule);
        }
        if old.metadata.deletion_timestamp != self.metadata.deletion_timestamp {
            note(Subject::Deletion, Value::None, Value::Count(0), rule);
        }
        let counters = |status: &ReplicaSetStatus| {
            [
                ("status.replicas", status.replicas),
                ("status.readyReplicas", status.ready_replicas),
                ("status.availableReplicas", status.available_replicas),
            ]
        };
        for ((field, before), (_, after)) in
            counters(&old.status).into_iter().zip(counters(&self.status))
        {
            note(Subject::Field(field), Value::Count(before), Value::Count(after), rule);
        }
    }
}
