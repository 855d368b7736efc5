//! What the API server does alike about all kinds that keep a number of Pods running.

use super::{Registry, about, record_field};
use crate::api::workload::Workload;
use crate::apiserver::printed::{containers, selector_text};
use crate::cluster::fact::{Fact, FieldValue};
use crate::cluster::world::World;
use crate::manifest::schema::Field;
use crate::rules::Rule;

/// The rules of changes that all workloads have.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Another number of replicas.
    pub replicas: Rule,
    /// Another spec.
    pub spec: Rule,
    /// The beginning of the deletion.
    pub deletion: Rule,
}

impl Rules {
    /// Returns one rule for all of them.
    pub(crate) fn all(rule: Rule) -> Rules {
        Rules { replicas: rule, spec: rule, deletion: rule }
    }
}

/// Raises the generation when a new version has another spec or is being deleted, and shares what is equal in both specs.
pub(super) fn succeed<K: Registry + Workload>(new: &mut K, old: &K) {
    new.share_spec(old);
    let generation = old.metadata().generation;
    let deletion = |object: &K| object.metadata().deletion_timestamp;
    if !new.shares_spec(old) || deletion(new) != deletion(old) {
        new.metadata_mut().generation = generation + 1;
    }
}

/// Records a new object, and by the rule `replicas` how many Pods it asks for.
pub(super) fn record_created<K: Registry + Workload>(
    object: &K,
    world: &mut World,
    rule: Rule,
    replicas: Rule,
) {
    let new = FieldValue::Number(object.replicas());
    world.record(about(object), Fact::Created, rule);
    world.record(about(object), Fact::Field { field: "replicas", old: None, new }, replicas);
}

/// Returns the cells that `kubectl get -o wide` adds: containers, images and selector.
pub(super) fn wide_cells(workload: &dyn Workload) -> Vec<String> {
    let [names, images] = containers(workload.template());
    let selector = workload.selector().map(|selector| selector_text(&selector.encode()));
    vec![names, images, selector.unwrap_or_default()]
}

/// Records another number of replicas, another spec, or the beginning of the deletion.
pub(super) fn record<K: Registry + Workload>(new: &K, old: &K, world: &mut World, rules: Rules) {
    let (before, after) = (old.replicas(), new.replicas());
    if before != after {
        let values = (FieldValue::Number(before), FieldValue::Number(after));
        record_field(new, world, "replicas", values, rules.replicas);
    } else if !new.shares_spec(old) {
        world.record(about(new), Fact::Spec, rules.spec);
    }
    let deletion = |object: &K| object.metadata().deletion_timestamp;
    if deletion(old) != deletion(new) {
        let deletion = Fact::Deletion { old: None, new: Some(0) };
        world.record(about(new), deletion, rules.deletion);
    }
}
