//! Objects of kinds that the world keeps by name, without a table: ConfigMaps, Secrets and the classes. The API server stores,
//! changes and removes them, and notifies no component. What reads them looks at the present one.

use super::AnyObject;
use crate::api::core::{ConfigMap, PriorityClass, Secret};
use crate::api::meta::{ObjectMeta, Propagation};
use crate::api::storage::StorageClass;
use crate::api::{ApiObject, ObjectRef, Resource, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use std::marker::PhantomData;
use std::rc::Rc;

/// A kind whose objects the world keeps by name.
pub(super) trait Named: ApiObject + Clone {
    /// Whether a client may create an object again. The cluster has classes from the beginning, which scenarios replace.
    const IS_REPLACED: bool;
    /// Returns the object with this name.
    fn find<'a>(world: &'a World, object: &ObjectRef) -> Option<&'a Rc<Self>>;
    /// Adds or replaces an object.
    fn put(self, world: &mut World);
    /// Removes the object with this name.
    fn remove(world: &mut World, object: &ObjectRef);
    /// Returns all objects, by namespace and name.
    fn all(world: &World) -> Vec<&Rc<Self>>;
}

/// Stands for the objects of one such kind.
pub(super) struct ByName<K>(pub PhantomData<fn() -> K>);

impl<K: Named> AnyObject for ByName<K> {
    fn create(&self, world: &mut World, resource: Resource) -> Result<(), ApiError> {
        let Some(object) = K::from_resource(resource) else { return Ok(()) };
        let ObjectMeta { namespace, name, .. } = object.metadata().clone();
        let reference = ObjectRef::new(K::RESOURCE_KIND, namespace, name.clone());
        if !K::IS_REPLACED && K::find(world, &reference).is_some() {
            return Err(ApiError::already_exists(K::RESOURCE_KIND.plural(), &name));
        }
        object.put(world);
        Ok(())
    }

    fn get(&self, world: &World, object: &ObjectRef) -> Result<(Key, Resource), ApiError> {
        let found = K::find(world, object).map(|found| (**found).clone().into_resource());
        let found = found.map(|resource| (Key::default(), resource));
        found.ok_or_else(|| ApiError::not_found(K::RESOURCE_KIND.plural(), &object.name))
    }

    fn replace(&self, world: &mut World, _: Key, new: Resource) -> Result<(), ApiError> {
        if let Some(new) = K::from_resource(new) {
            new.put(world);
        }
        Ok(())
    }

    fn delete(
        &self,
        world: &mut World,
        object: &ObjectRef,
        _: Propagation,
    ) -> Result<(), ApiError> {
        self.get(world, object)?;
        K::remove(world, object);
        Ok(())
    }

    fn all<'a>(
        &self,
        world: &'a World,
        kind: ResourceKind,
        namespace: &Text,
    ) -> Vec<&'a ObjectMeta> {
        let is_there =
            |metadata: &&ObjectMeta| !kind.is_namespaced() || metadata.namespace == *namespace;
        K::all(world).into_iter().map(|object| object.metadata()).filter(is_there).collect()
    }
}

impl Named for ConfigMap {
    const IS_REPLACED: bool = false;

    fn find<'a>(world: &'a World, object: &ObjectRef) -> Option<&'a Rc<Self>> {
        world.config_map(&object.namespace, &object.name)
    }

    fn put(self, world: &mut World) {
        world.put_config_map(self);
    }

    fn remove(world: &mut World, object: &ObjectRef) {
        world.remove_config_map(&object.namespace, &object.name);
    }

    fn all(world: &World) -> Vec<&Rc<Self>> {
        world.config_maps().collect()
    }
}

impl Named for Secret {
    const IS_REPLACED: bool = false;

    fn find<'a>(world: &'a World, object: &ObjectRef) -> Option<&'a Rc<Self>> {
        world.secret(&object.namespace, &object.name)
    }

    fn put(self, world: &mut World) {
        world.put_secret(self);
    }

    fn remove(world: &mut World, object: &ObjectRef) {
        world.remove_secret(&object.namespace, &object.name);
    }

    fn all(world: &World) -> Vec<&Rc<Self>> {
        world.secrets().collect()
    }
}

impl Named for PriorityClass {
    const IS_REPLACED: bool = true;

    fn find<'a>(world: &'a World, object: &ObjectRef) -> Option<&'a Rc<Self>> {
        world.priority_class(&object.name)
    }

    fn put(self, world: &mut World) {
        world.put_priority_class(self);
    }

    fn remove(world: &mut World, object: &ObjectRef) {
        world.remove_priority_class(&object.name);
    }

    fn all(world: &World) -> Vec<&Rc<Self>> {
        world.priority_classes().collect()
    }
}

impl Named for StorageClass {
    const IS_REPLACED: bool = true;

    fn find<'a>(world: &'a World, object: &ObjectRef) -> Option<&'a Rc<Self>> {
        world.objects.classes.get(&object.name)
    }

    fn put(self, world: &mut World) {
        world.objects.classes.insert(self.metadata.name.clone(), Rc::new(self));
    }

    fn remove(world: &mut World, object: &ObjectRef) {
        world.objects.classes.remove(&object.name);
    }

    fn all(world: &World) -> Vec<&Rc<Self>> {
        world.objects.classes.values().collect()
    }
}
