//! What the API server does about each kind of objects, one file a kind, and the writes that are the same for all kinds with a
//! table.
//!
//! A kind has a [`Strategy`] for what its manifests go through, and a [`Registry`] for its writes when it has a table. Others
//! reach both by the number of the kind: [`strategy`], [`object`], [`table`].
//!
//! A write stores the object, records what became visible, shows it to a watch, and adds it to the writes that the
//! components are told about. It calls no component.

mod any;
mod controller_revision;
mod deployment;
mod dispatch;
mod endpoint_slice;
mod endpoints;
mod frame;
mod kept;
mod named;
mod named_columns;
pub(crate) mod namespace;
mod objects;
mod persistent_volume;
mod persistent_volume_claim;
mod plain;
pub(crate) mod pod_disruption_budget;
mod replica_set;
mod service;
pub(crate) mod stateful_set;
mod strategy;
mod workload;

use any::AnyObject;
pub(crate) use dispatch::{object, strategy, table};
pub(crate) use frame::{Frame, place};
pub(crate) use kept::find_kept;
pub(crate) use objects::{invalid, validate_create, validate_update};
pub(crate) use persistent_volume::claim_of;
pub(crate) use persistent_volume_claim::capacity_and_access_modes;
use strategy::Strategy;

use super::error::ApiError;
use super::namespaces;
use super::store;
use crate::api::meta::{FOREGROUND, ORPHAN, ObjectMeta, OwnerReference, Propagation};
use crate::api::{KeptKind, ObjectRef, ResourceKind};
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::fact::{Fact, FieldValue};
use crate::cluster::numbers::Key;
use crate::cluster::object::ChangedObject;
use crate::cluster::recorder::{Involved, NewEvent};
use crate::cluster::store_event::Write;
use crate::cluster::table_kind::Item;
use crate::cluster::tables::Kind;
use crate::cluster::world::{About, WatchType, World};
use crate::manifest::schema::Field;
use crate::rules::Rule;
use std::rc::Rc;

/// What differs between kinds in writes to their objects.
pub(crate) trait Registry: Kind {
    /// The rule by which an object that a client sends is stored.
    const CREATED: Rule;
    /// The rule by which a patch changes an object.
    const PATCHED: Rule;
    /// The rule by which an object is removed.
    const REMOVED: Rule;
    /// API versions by which owner references may also name the kind.
    const OTHER_VERSIONS: &'static [&'static str] = &[];

    /// What the API server keeps about an object in its metadata.
    const BOOKKEEPING: Bookkeeping = Bookkeeping::All;
    /// Whether the garbage collector deletes objects of the kind whose owners are gone.
    const IS_COLLECTED: bool = true;

    /// Stores an object that a client sends.
    ///
    /// # Errors
    ///
    /// Returns `AlreadyExists` when an object of the kind has its name.
    fn store(self, world: &mut World) -> Result<(), ApiError> {
        create(world, self, Self::CREATED).map(drop)
    }

    /// Returns the rule by which a patch leads to this version.
    fn patched(&self, _old: &Self) -> Rule {
        Self::PATCHED
    }

    /// Checks what only the present state of the cluster can refuse about a version that a patch leads to.
    ///
    /// # Errors
    ///
    /// Returns the refusal of admission.
    fn admit_patch(&self, _old: &Self, _world: &World) -> Result<(), ApiError> {
        Ok(())
    }

    /// Deletes an object for a client.
    fn delete(world: &mut World, key: Key, propagation: Propagation) {
        let rule = match propagation {
            Propagation::Background => Rule::G04,
            Propagation::Foreground => Rule::G05,
            Propagation::Orphan => Rule::G06,
        };
        delete_owner::<Self>(world, key, propagation, rule);
    }

    /// Deletes an object for the garbage collector. Rule G-03.
    fn collect(world: &mut World, key: Key, propagation: Propagation) {
        Self::delete(world, key, propagation);
    }

    /// Sets the fields of a new object that the API server decides.
    fn begin(&mut self) {}

    /// Sets the fields that the API server decides of a new version only when a client sends it.
    fn replaced(&mut self, _old: &Self, _world: &World) {}

    /// Sets the fields of a new version that the API server decides, such as the generation.
    fn succeed(&mut self, _old: &Self) {}

    /// Records a new object, stored by a rule.
    fn record_created(&self, world: &mut World, rule: Rule) {
        world.record(about(self), Fact::Created, rule);
    }

    /// Records that an object is gone.
    fn record_removed(&self, world: &mut World) {
        world.record(about(self), Fact::Removed, Self::REMOVED);
    }

    /// Records every visible difference from the version before. Changes of the status have the rule `rule`.
    fn record(&self, world: &mut World, old: &Self, rule: Rule);

    /// Updates what the API server itself remembers after a write.
    fn written(&self, _world: &mut World) {}

    /// Whether the name of this object is made up, so that it does not belong to the shape of a state.
    fn has_made_up_name(&self) -> bool {
        false
    }

    /// Adds what decides the future of an object besides its metadata. The clock and made-up names do not belong to it.
    fn shape(&self, frame: &Frame<'_>, out: &mut Digest);
}

/// What the API server keeps about an object in its metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bookkeeping {
    /// UID, time of creation, and a resource version for each write.
    All,
    /// A resource version for each change.
    Changes,
    /// Nothing: no client names a version of the object.
    None,
}

/// Adds the metadata of an object to the shape of a state, without a name if it is made up.
pub(crate) fn metadata_shape(metadata: &ObjectMeta, has_made_up_name: bool, out: &mut Digest) {
    let ObjectMeta {
        annotations,
        // Numbers are places in the order of creation. Where the age of a Pod counts, its shape has it.
        creation_timestamp: _,
        deletion_grace_period_seconds,
        // Deadlines are scheduled events.
        deletion_timestamp,
        finalizers,
        generate_name: _,
        // Statuses say whether it was seen.
        generation: _,
        labels,
        managed_fields: _,
        name,
        namespace,
        owner_references,
        // Made up.
        resource_version: _,
        self_link: _,
        uid: _,
    } = metadata;
    out.text(namespace);
    out.text(if has_made_up_name { "" } else { name });
    labels.digest(out);
    annotations.digest(out);
    finalizers.digest(out);
    deletion_grace_period_seconds.digest(out);
    out.flag(deletion_timestamp.is_some());
    out.count(owner_references.len());
    for owner in owner_references {
        let OwnerReference { api_version: _, block_owner_deletion, controller, kind, name, uid: _ } =
            owner;
        out.text(kind);
        out.text(name);
        controller.digest(out);
        block_owner_deletion.digest(out);
    }
}

/// Returns how changes name an object.
pub(crate) fn about<K: Kind>(object: &K) -> About {
    let ObjectMeta { namespace, name, .. } = object.metadata();
    let (namespace, name) = (namespace.clone(), name.clone());
    let kept = object.kept_kind().map(ResourceKind::Kept);
    About::Object(match kept.or_else(|| ResourceKind::named(K::KIND)) {
        Some(kind) => ObjectRef::new(kind, namespace, name).into(),
        None => ChangedObject::Internal { kind: K::KIND, name },
    })
}

/// Records the counters of a status that have changed. Both lists name the same fields.
fn record_counters<K: Kind>(
    object: &K,
    world: &mut World,
    old: &[(&'static str, i64)],
    new: &[(&'static str, i64)],
    rule: Rule,
) {
    for ((field, before), (_, after)) in old.iter().zip(new) {
        let values = (FieldValue::Number(*before), FieldValue::Number(*after));
        record_field(object, world, field, values, rule);
    }
}

/// Records that a field has changed, if its values differ.
fn record_field<K: Kind>(
    object: &K,
    world: &mut World,
    field: &'static str,
    (old, new): (FieldValue, FieldValue),
    rule: Rule,
) {
    if old != new {
        world.record(about(object), Fact::Field { field, old: Some(old), new }, rule);
    }
}

/// Stores a new object by a rule. Returns its number.
///
/// # Errors
///
/// Returns `AlreadyExists` when an object of the kind has its name.
pub(crate) fn create<K: Registry>(
    world: &mut World,
    mut object: K,
    rule: Rule,
) -> Result<Key, ApiError> {
    let (namespace, name) = object.namespaced_name();
    let resource = object.kept_kind().map_or(K::RESOURCE, KeptKind::plural);
    namespaces::admit(world, resource, object.metadata())?;
    if K::table(&world.objects).find(&namespace, &name).is_some() {
        return Err(ApiError::already_exists(resource, &name));
    }
    begin(world, object.metadata_mut(), K::BOOKKEEPING);
    object.begin();
    object.record_created(world, rule);
    let object = Rc::new(object);
    let key = K::table_mut(&mut world.objects).add(Rc::clone(&object));
    object.written(world);
    world.show(WatchType::Added, K::watched(Rc::clone(&object)));
    stored(world, key, Write::Added(object));
    Ok(key)
}

/// Sets the metadata of a new object that the API server decides.
fn begin(world: &mut World, metadata: &mut ObjectMeta, bookkeeping: Bookkeeping) {
    metadata.deletion_timestamp = None;
    metadata.deletion_grace_period_seconds = None;
    match bookkeeping {
        Bookkeeping::All => {
            metadata.uid = world.new_uid();
            metadata.resource_version = world.new_version();
            metadata.creation_timestamp = Some(Timestamp::of(world.now));
        }
        Bookkeeping::Changes | Bookkeeping::None => {}
    }
}

/// Writes to an object by a rule.
///
/// Nothing happens when `write` changes nothing, or the object is gone. An object that is being deleted is removed when
/// no finalizer holds it any more.
pub(crate) fn update<K: Registry>(
    world: &mut World,
    key: Key,
    rule: Rule,
    write: impl FnOnce(&mut K),
) {
    let Some(old) = K::table(&world.objects).get(key).cloned() else { return };
    let mut new = (*old).clone();
    write(&mut new);
    if new == *old {
        return;
    }
    match K::BOOKKEEPING {
        Bookkeeping::All | Bookkeeping::Changes => {
            new.metadata_mut().resource_version = world.new_version();
        }
        Bookkeeping::None => {}
    }
    new.succeed(&old);
    new.record(world, &old, rule);
    let metadata = new.metadata();
    let is_over = metadata.deletion_timestamp.is_some() && metadata.finalizers.is_empty();
    let new = Rc::new(new);
    K::table_mut(&mut world.objects).replace(key, Rc::clone(&new));
    new.written(world);
    world.show(WatchType::Modified, K::watched(Rc::clone(&new)));
    stored(world, key, Write::Modified { old, new });
    if is_over {
        remove::<K>(world, key);
    }
}

/// Marks an object as being deleted. It is removed at once when no finalizer holds it.
pub(crate) fn delete<K: Registry>(world: &mut World, key: Key, rule: Rule) {
    let now = Timestamp::of(world.now);
    update::<K>(world, key, rule, |object| {
        let metadata = object.metadata_mut();
        metadata.deletion_timestamp.get_or_insert(now);
        metadata.deletion_grace_period_seconds = Some(0);
    });
}

/// Marks an owner of other objects as being deleted, or removes it. Rules S-81, G-04 to G-06.
pub(crate) fn delete_owner<K: Registry>(
    world: &mut World,
    key: Key,
    propagation: Propagation,
    rule: Rule,
) {
    let finalizer = match propagation {
        Propagation::Background => None,
        Propagation::Foreground => Some(FOREGROUND),
        Propagation::Orphan => Some(ORPHAN),
    };
    let now = Timestamp::of(world.now);
    update::<K>(world, key, rule, |object| {
        let metadata = object.metadata_mut();
        if let Some(finalizer) = finalizer.filter(|f| !metadata.finalizers.iter().any(|g| g == f)) {
            metadata.finalizers.push(finalizer.into());
        }
        if !metadata.finalizers.is_empty() {
            metadata.deletion_timestamp.get_or_insert(now);
            metadata.deletion_grace_period_seconds = Some(0);
        }
    });
    let waits = |object: &Rc<K>| !object.metadata().finalizers.is_empty();
    if !K::table(&world.objects).get(key).is_some_and(waits) {
        remove::<K>(world, key);
    }
}

/// Removes an object from the API.
pub(crate) fn remove<K: Registry>(world: &mut World, key: Key) {
    let Some(object) = K::table_mut(&mut world.objects).remove(key) else { return };
    object.written(world);
    object.record_removed(world);
    world.show(WatchType::Deleted, K::watched(Rc::clone(&object)));
    stored(world, key, Write::Deleted(object));
}

/// Tells of a write: the index of owners, and later the components.
fn stored<K: Registry>(world: &mut World, key: Key, write: Write<K>) {
    if K::IS_COLLECTED {
        world.objects.owners_changed(Item { kind: K::TABLE, key }, write.metadata());
    }
    world.stored(K::stored(key, write));
}

/// Returns the object with this name, and its number.
///
/// # Errors
///
/// Returns `NotFound` when there is none.
pub(crate) fn find<K: Kind>(
    world: &World,
    namespace: &Text,
    name: &Text,
) -> Result<(Key, Rc<K>), ApiError> {
    let table = K::table(&world.objects);
    let found = table.find(namespace, name).and_then(|key| Some((key, Rc::clone(table.get(key)?))));
    found.ok_or_else(|| ApiError::not_found(K::RESOURCE, name))
}

/// Records an Event about an object.
pub(crate) fn record_event<K: Kind>(world: &mut World, object: &K, event: NewEvent) {
    store::record_event(world, &Involved::new(K::KIND, object.metadata()), event);
}
