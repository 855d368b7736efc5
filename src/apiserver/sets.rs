//! Writes to sets and their revisions: what every write sets, and what a watch and the record see of it.

use super::error::ApiError;
use super::request::invalid;
use super::validate::validate_stateful_set_status;
use crate::api::Resource;
use crate::api::meta::{FOREGROUND, ORPHAN, ObjectMeta, Propagation};
use crate::api::stateful_set::{ControllerRevision, StatefulSet, StatefulSetStatus};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::change::{Subject, Value};
use crate::cluster::recorder::{Involved, Said};
use crate::cluster::store_event::{Stored, Write};
use crate::cluster::tables::Key;
use crate::cluster::world::{About, WatchType, Watched, World};
use crate::rules::Rule;
use std::rc::Rc;

/// Sets what every new object gets.
pub(super) fn stamp(world: &mut World, metadata: &mut ObjectMeta) {
    metadata.uid = world.new_uid();
    metadata.resource_version = world.new_version();
    metadata.creation_timestamp = Some(Timestamp::of(world.now));
    metadata.deletion_timestamp = None;
    metadata.deletion_grace_period_seconds = None;
}

pub(super) fn about(kind: &str, metadata: &ObjectMeta) -> About {
    About::Object(format!("{kind}/{}", metadata.name).into())
}

/// Tells an Event about an object that is no Pod.
pub fn tell(world: &mut World, kind: &str, metadata: &ObjectMeta, said: Said) {
    let involved = Involved::new(kind, metadata);
    super::store::tell_of(world, &involved, said);
}

/// Stores a new set.
pub fn create_set(world: &mut World, mut set: StatefulSet) -> Result<(), ApiError> {
    let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
    if world.workloads.sets.find(namespace, name).is_some() {
        return Err(ApiError::already_exists("statefulsets.apps", name));
    }
    stamp(world, &mut set.metadata);
    set.metadata.generation = 1;
    set.status = StatefulSetStatus::default();
    let object = about("StatefulSet", &set.metadata);
    let replicas = Value::Count(set.spec.replicas());
    world.record(object.clone(), Subject::Created, Value::None, Value::Flag(true), Rule::S01);
    world.record(object, Subject::Field("replicas"), Value::None, replicas, Rule::S05);
    let set = Rc::new(set);
    let key = world.workloads.sets.add(Rc::clone(&set));
    world.show(WatchType::Added, Watched::StatefulSet(Rc::clone(&set)));
    world.stored(Stored::StatefulSet(key, Write::Added(set)));
    Ok(())
}

/// Writes to a set. Nothing happens when `write` changes nothing.
pub fn update_set(world: &mut World, key: Key, rule: Rule, write: impl FnOnce(&mut StatefulSet)) {
    let Some(old) = world.workloads.sets.get(key).cloned() else { return };
    let mut new = (*old).clone();
    write(&mut new);
    if *new.spec == *old.spec {
        new.spec = old.spec.clone();
    } else if *new.spec.template == *old.spec.template {
        new.spec.template = old.spec.template.clone();
    }
    if new == *old {
        return;
    }
    new.metadata.resource_version = world.new_version();
    let deleted = new.metadata.deletion_timestamp != old.metadata.deletion_timestamp;
    if !new.spec.is_same(&old.spec) || deleted {
        new.metadata.generation = old.metadata.generation + 1;
    }
    record_set(world, &old, &new, rule);
    let new = Rc::new(new);
    world.workloads.sets.replace(key, Rc::clone(&new));
    world.show(WatchType::Modified, Watched::StatefulSet(Rc::clone(&new)));
    world.stored(Stored::StatefulSet(key, Write::Modified { old, new: Rc::clone(&new) }));
    if new.metadata.deletion_timestamp.is_some() && new.metadata.finalizers.is_empty() {
        remove_set(world, key);
    }
}

/// Stores what the controller found. A status that makes no sense is refused. Rule A-19.
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
    update_set(world, key, Rule::S63, |set| set.status = status.clone());
    Ok(())
}

/// Records every visible difference between two versions of a set.
fn record_set(world: &mut World, old: &StatefulSet, new: &StatefulSet, rule: Rule) {
    let object = about("StatefulSet", &new.metadata);
    let mut note = |subject, old: Value, new: Value, rule| {
        if old != new {
            world.record(object.clone(), subject, old, new, rule);
        }
    };
    let wanted = |set: &StatefulSet| Value::Count(set.spec.replicas());
    note(Subject::Field("replicas"), wanted(old), wanted(new), Rule::S05);
    if !new.spec.is_same(&old.spec) && old.spec.replicas == new.spec.replicas {
        note(Subject::Spec, Value::None, Value::Flag(true), Rule::S11);
    }
    if old.metadata.deletion_timestamp != new.metadata.deletion_timestamp {
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
        counters(&old.status).into_iter().zip(counters(&new.status))
    {
        note(Subject::Field(field), Value::Count(before), Value::Count(after), rule);
    }
    let names = [
        ("status.currentRevision", &old.status.current_revision, &new.status.current_revision),
        ("status.updateRevision", &old.status.update_revision, &new.status.update_revision),
    ];
    for (field, before, after) in names {
        let text = |text: &Text| Value::Text(text.clone());
        note(Subject::Field(field), text(before), text(after), Rule::S64);
    }
}

/// Asks for a set's deletion. Rules S-81, G-04 to G-06.
pub fn delete_set(world: &mut World, key: Key, propagation: Propagation) {
    let finalizer = match propagation {
        Propagation::Background => None,
        Propagation::Foreground => Some(FOREGROUND),
        Propagation::Orphan => Some(ORPHAN),
    };
    let now = Timestamp::of(world.now);
    update_set(world, key, Rule::S81, |set| {
        let metadata = &mut set.metadata;
        if let Some(finalizer) = finalizer.filter(|f| !metadata.finalizers.iter().any(|g| g == f)) {
            metadata.finalizers.push(finalizer.into());
        }
        if !metadata.finalizers.is_empty() {
            metadata.deletion_timestamp.get_or_insert(now);
            metadata.deletion_grace_period_seconds = Some(0);
        }
    });
    let waits = |set: &Rc<StatefulSet>| !set.metadata.finalizers.is_empty();
    if !world.workloads.sets.get(key).is_some_and(waits) {
        remove_set(world, key);
    }
}

/// Takes a set out of the API; its dependents are left to the garbage collector.
fn remove_set(world: &mut World, key: Key) {
    let Some(set) = world.workloads.sets.remove(key) else { return };
    let object = about("StatefulSet", &set.metadata);
    world.record(object, Subject::Removed, Value::Flag(true), Value::None, Rule::S81);
    world.show(WatchType::Deleted, Watched::StatefulSet(Rc::clone(&set)));
    world.stored(Stored::StatefulSet(key, Write::Deleted(set)));
}

/// Stores a revision. Rule S-66.
pub fn create_revision(world: &mut World, mut revision: ControllerRevision) {
    stamp(world, &mut revision.metadata);
    let object = about("ControllerRevision", &revision.metadata);
    let number = Value::Count(revision.revision);
    world.record(object, Subject::Created, Value::None, number, Rule::S66);
    let revision = Rc::new(revision);
    world.workloads.revisions.add(Rc::clone(&revision));
    world.show(WatchType::Added, Watched::ControllerRevision(Rc::clone(&revision)));
    world.stored(Stored::ControllerRevision(Write::Added(revision)));
}

/// Writes to a revision.
pub fn update_revision(world: &mut World, key: Key, write: impl FnOnce(&mut ControllerRevision)) {
    let Some(old) = world.workloads.revisions.get(key).cloned() else { return };
    let mut new = (*old).clone();
    write(&mut new);
    if new == *old {
        return;
    }
    new.metadata.resource_version = world.new_version();
    if new.revision != old.revision {
        let object = about("ControllerRevision", &new.metadata);
        let (before, after) = (Value::Count(old.revision), Value::Count(new.revision));
        world.record(object, Subject::Field("revision"), before, after, Rule::S66);
    }
    let new = Rc::new(new);
    world.workloads.revisions.replace(key, Rc::clone(&new));
    world.show(WatchType::Modified, Watched::ControllerRevision(Rc::clone(&new)));
    world.stored(Stored::ControllerRevision(Write::Modified { old, new }));
}

/// Takes a revision out of the API. Rule S-67.
pub fn remove_revision(world: &mut World, key: Key) {
    let Some(revision) = world.workloads.revisions.remove(key) else { return };
    let object = about("ControllerRevision", &revision.metadata);
    world.record(object, Subject::Removed, Value::Flag(true), Value::None, Rule::S67);
    world.show(WatchType::Deleted, Watched::ControllerRevision(Rc::clone(&revision)));
    world.stored(Stored::ControllerRevision(Write::Deleted(revision)));
}
