//! ReplicaSets.

use super::strategy::keep_status;
use super::workload::{self, Rules};
use super::{Frame, Registry, Strategy, about};
use crate::api::deployment::revision;
use crate::api::replica_set::{ReplicaSet, ReplicaSetStatus};
use crate::apiserver::defaults::default_pod_spec;
use crate::apiserver::disabled_fields::drop_disabled_fields;
use crate::apiserver::printed::{Printed, age_of};
use crate::apiserver::validate::{Validator, validate_workload, validate_workload_update};
use crate::base::digest::Digest;
use crate::base::time::Timestamp;
use crate::cluster::fact::Fact;
use crate::cluster::world::World;
use crate::manifest::schema::Field;
use crate::rules::release::Release;
use crate::rules::{Gates, Rule};

impl Strategy for ReplicaSet {
    const DROPS_NEWER: bool = true;

    fn drop_disabled(&mut self, gates: Gates, release: Release) {
        drop_disabled_fields(&mut self.spec.template.spec, gates, release);
    }

    /// Rule R-02. Models kubernetes pkg/apis/apps/v1/defaults.go SetDefaults_ReplicaSet.
    fn fill_in(&mut self, _: Gates, release: Release) {
        let spec = &mut *self.spec;
        spec.replicas.get_or_insert(1);
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

impl Registry for ReplicaSet {
    const CREATED: Rule = Rule::R02;
    const PATCHED: Rule = Rule::R02;
    const REMOVED: Rule = Rule::G04;

    fn begin(&mut self) {
        self.metadata.generation = 1;
        self.status = ReplicaSetStatus::default();
    }

    fn succeed(&mut self, old: &Self) {
        workload::succeed(self, old);
    }

    fn patched(&self, old: &Self) -> Rule {
        if old.spec.template == self.spec.template { Rule::R02 } else { Rule::R13 }
    }

    fn record_created(&self, world: &mut World, rule: Rule) {
        workload::record_created(self, world, rule, Rule::R02);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        workload::record(self, old, world, Rules::all(rule));
        let (before, after) = (revision(&old.metadata), revision(&self.metadata));
        if before != 0 && before != after {
            let fact = Fact::RevisionNumber { old: before, new: after };
            world.record(about(self), fact, Rule::D05);
        }
        let counters = |status: &ReplicaSetStatus| {
            [
                ("status.replicas", status.replicas),
                ("status.readyReplicas", status.ready_replicas),
                ("status.availableReplicas", status.available_replicas),
            ]
        };
        super::record_counters(self, world, &counters(&old.status), &counters(&self.status), rule);
    }

    fn shape(&self, _: &Frame<'_>, out: &mut Digest) {
        let ReplicaSetStatus {
            available_replicas,
            conditions,
            fully_labeled_replicas,
            observed_generation,
            ready_replicas,
            replicas,
            terminating_replicas,
        } = &self.status;
        self.spec.digest(out);
        out.debug(&(replicas, ready_replicas, available_replicas));
        out.debug(&(fully_labeled_replicas, terminating_replicas));
        out.flag(*observed_generation == self.metadata.generation);
        out.count(conditions.len());
        for condition in conditions {
            out.debug(&(&condition.kind, condition.status, &condition.message));
        }
    }
}

impl Printed for ReplicaSet {
    const WIDE: &'static str = "CONTAINERS,IMAGES,SELECTOR";

    fn columns(_: Release) -> &'static str {
        "NAME,DESIRED,CURRENT,READY,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        vec![
            self.metadata.name.to_string(),
            self.spec.replicas().to_string(),
            self.status.replicas.to_string(),
            self.status.ready_replicas.to_string(),
            age_of(&self.metadata, now),
        ]
    }

    fn wide_cells(&self) -> Vec<String> {
        workload::wide_cells(self)
    }
}
