//! Objects of a kind that is known only when the program runs.

use super::{Frame, Registry, find, metadata_shape, place, update};
use crate::api::meta::{ObjectMeta, Propagation};
use crate::api::{ApiObject, ObjectRef, Resource, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use crate::rules::Rule;
use std::marker::PhantomData;

/// Stands for the objects of one kind.
pub(super) struct Of<K>(pub PhantomData<fn() -> K>);

/// The objects of a kind that manifests can hold.
pub(crate) trait AnyObject {
    /// Stores an object that a client sends. It has been checked.
    ///
    /// # Errors
    ///
    /// Returns `AlreadyExists` when an object of the kind has its name.
    fn create(&self, world: &mut World, resource: Resource) -> Result<(), ApiError>;

    /// Returns an object and its number.
    ///
    /// # Errors
    ///
    /// Returns `NotFound` when there is none with this name.
    fn get(&self, world: &World, object: &ObjectRef) -> Result<(Key, Resource), ApiError>;

    /// Replaces an object by the version that a patch leads to. It has been checked.
    ///
    /// # Errors
    ///
    /// Returns the refusal of admission.
    fn replace(&self, world: &mut World, key: Key, new: Resource) -> Result<(), ApiError>;

    /// Deletes an object.
    ///
    /// # Errors
    ///
    /// Returns `NotFound` when there is none with this name.
    fn delete(
        &self,
        world: &mut World,
        object: &ObjectRef,
        propagation: Propagation,
    ) -> Result<(), ApiError>;

    /// Returns the metadata of all objects of a kind in a namespace, or of all objects when the kind has none, by name.
    fn all<'a>(
        &self,
        world: &'a World,
        kind: ResourceKind,
        namespace: &Text,
    ) -> Vec<&'a ObjectMeta>;
}

impl<K: Registry + ApiObject> AnyObject for Of<K> {
    fn create(&self, world: &mut World, resource: Resource) -> Result<(), ApiError> {
        match K::from_resource(resource) {
            Some(object) => object.store(world),
            None => Ok(()),
        }
    }

    fn get(&self, world: &World, object: &ObjectRef) -> Result<(Key, Resource), ApiError> {
        let (key, object) = find::<K>(world, &object.namespace, &object.name)?;
        Ok((key, (*object).clone().into_resource()))
    }

    fn replace(&self, world: &mut World, key: Key, new: Resource) -> Result<(), ApiError> {
        let old = K::table(&world.objects).get(key).cloned();
        let (Some(old), Some(mut new)) = (old, K::from_resource(new)) else { return Ok(()) };
        new.admit_patch(&old, world)?;
        new.replaced(&old, world);
        let rule = new.patched(&old);
        update::<K>(world, key, rule, |object| *object = new);
        Ok(())
    }

    fn delete(
        &self,
        world: &mut World,
        object: &ObjectRef,
        propagation: Propagation,
    ) -> Result<(), ApiError> {
        let (key, _) = find::<K>(world, &object.namespace, &object.name)?;
        <K as Registry>::delete(world, key, propagation);
        Ok(())
    }

    fn all<'a>(&self, world: &'a World, _: ResourceKind, namespace: &Text) -> Vec<&'a ObjectMeta> {
        let everywhere = Text::default();
        let namespace = if K::RESOURCE_KIND.is_namespaced() { namespace } else { &everywhere };
        let found = K::table(&world.objects).prefixed(namespace, "");
        found.map(|(_, object)| object.metadata()).collect()
    }
}

/// The objects of a kind with a table, by their numbers.
pub(crate) trait AnyTable {
    /// Returns whether the garbage collector deletes objects of the kind whose owners are gone.
    fn is_collected(&self) -> bool;
    /// Returns whether owner references name the kind with this API version.
    fn has_version(&self, api_version: &str) -> bool;
    /// Returns the number of the object with this name, in a namespace or, when the kind has none, anywhere.
    fn find(&self, world: &World, namespace: &Text, name: &Text) -> Option<Key>;
    /// Returns the metadata of an object, while it exists.
    fn metadata<'a>(&self, world: &'a World, key: Key) -> Option<&'a ObjectMeta>;
    /// Changes the metadata of an object.
    fn change(&self, world: &mut World, key: Key, rule: Rule, change: &dyn Fn(&mut ObjectMeta));
    /// Returns the numbers of the objects in a namespace, oldest first.
    fn in_namespace(&self, world: &World, namespace: &Text) -> Vec<Key>;
    /// Deletes an object.
    fn delete(&self, world: &mut World, key: Key, propagation: Propagation);
    /// Deletes an object for the garbage collector. Rule G-03.
    fn collect(&self, world: &mut World, key: Key, propagation: Propagation);
    /// Adds what decides the future of all objects.
    fn shape(&self, frame: &Frame<'_>, out: &mut Digest);
    /// Returns the place of an object among all of its kind.
    fn place(&self, world: &World, key: Key) -> Option<u64>;
}

impl<K: Registry> AnyTable for Of<K> {
    fn is_collected(&self) -> bool {
        K::IS_COLLECTED
    }

    fn has_version(&self, api_version: &str) -> bool {
        api_version == K::TABLE.api_version() || K::OTHER_VERSIONS.contains(&api_version)
    }

    fn find(&self, world: &World, namespace: &Text, name: &Text) -> Option<Key> {
        let everywhere = Text::default();
        let namespace = if K::TABLE.is_namespaced() { namespace } else { &everywhere };
        K::table(&world.objects).find(namespace, name)
    }

    fn metadata<'a>(&self, world: &'a World, key: Key) -> Option<&'a ObjectMeta> {
        Some(K::table(&world.objects).get(key)?.metadata())
    }

    fn change(&self, world: &mut World, key: Key, rule: Rule, change: &dyn Fn(&mut ObjectMeta)) {
        update::<K>(world, key, rule, |object| change(object.metadata_mut()));
    }

    fn in_namespace(&self, world: &World, namespace: &Text) -> Vec<Key> {
        let all = K::table(&world.objects).iter();
        let found = all.filter(|(_, object)| object.metadata().namespace == *namespace);
        found.map(|(key, _)| key).collect()
    }

    fn delete(&self, world: &mut World, key: Key, propagation: Propagation) {
        <K as Registry>::delete(world, key, propagation);
    }

    fn collect(&self, world: &mut World, key: Key, propagation: Propagation) {
        K::collect(world, key, propagation);
    }

    fn shape(&self, frame: &Frame<'_>, out: &mut Digest) {
        out.text(K::KIND);
        let mut before = None;
        for (_, object) in K::table(&frame.world.objects).iter() {
            // Among objects of one second names decide which is the older.
            let created = object.metadata().creation_timestamp;
            out.flag(before.replace(created) == Some(created));
            metadata_shape(object.metadata(), object.has_made_up_name(), out);
            object.shape(frame, out);
        }
    }

    fn place(&self, world: &World, key: Key) -> Option<u64> {
        place(K::table(&world.objects).iter().map(|(key, _)| key), key)
    }
}
