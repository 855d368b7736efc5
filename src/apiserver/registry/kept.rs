//! Objects of kinds that Podlab does not run. The API server stores, changes and removes them, and nothing else happens. Rule C-7.
//! Models kubernetes staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go.

use super::any::AnyObject;
use super::strategy::AnyStrategy;
use super::{Frame, Registry, about, update};
use crate::api::kept::kind_and_namespace;
use crate::api::meta::{ObjectMeta, OwnerReference, Propagation};
use crate::api::{KeptKind, KeptObject, ObjectRef, Resource, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::apiserver::namespaces::NAME_LABEL;
use crate::apiserver::printed::{Printed, age_of};
use crate::apiserver::validate::{NameRule, Validator, names, validate_meta, validate_meta_update};
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::fact::Fact;
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use crate::manifest::node::Node;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates, Rule};
use std::rc::Rc;

impl Registry for KeptObject {
    const CREATED: Rule = Rule::C7;
    const PATCHED: Rule = Rule::C7;
    const REMOVED: Rule = Rule::C7;

    fn begin(&mut self) {
        if self.field("spec").is_some() {
            self.metadata.generation = 1;
        }
    }

    /// Raises the generation when a field besides the status has changed, or the deletion begins. Rule C-5.
    fn succeed(&mut self, old: &Self) {
        let deletion = |object: &Self| object.metadata.deletion_timestamp;
        let has_changed = is_changed(self, old) || deletion(self) != deletion(old);
        self.metadata.generation = old.metadata.generation;
        if has_changed && old.metadata.generation > 0 {
            self.metadata.generation += 1;
        }
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        if is_changed(self, old) {
            world.record(about(self), Fact::Spec, rule);
        }
        if self.metadata.deletion_timestamp != old.metadata.deletion_timestamp {
            world.record(about(self), Fact::Deletion { old: None, new: Some(0) }, rule);
        }
    }

    fn shape(&self, _: &Frame<'_>, out: &mut Digest) {
        out.text(self.kind.plural());
        out.debug(&self.fields);
    }
}

/// Returns whether two versions differ in a field besides metadata and status.
fn is_changed(new: &KeptObject, old: &KeptObject) -> bool {
    let differ = |one: &KeptObject, other: &KeptObject| {
        let mut fields = one.fields.entries().iter().filter(|field| field.key != *"status");
        fields.any(|field| other.field(&field.key) != Some(&field.node))
    };
    differ(new, old) || differ(old, new)
}

/// What a server prints of kinds without columns of their own. Rules C-7, KC-07.
impl Printed for KeptObject {
    fn columns(_: Release) -> &'static str {
        "NAME,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        vec![self.metadata.name.to_string(), age_of(&self.metadata, now)]
    }
}

/// Stands for the objects of all kinds that Podlab does not run.
pub(super) struct KeptObjects;

impl AnyObject for KeptObjects {
    fn create(&self, world: &mut World, resource: Resource) -> Result<(), ApiError> {
        if let Resource::Kept(object) = resource { object.store(world) } else { Ok(()) }
    }

    fn get(&self, world: &World, object: &ObjectRef) -> Result<(Key, Resource), ApiError> {
        let (key, found) = find(world, object)?;
        Ok((key, Resource::Kept((*found).clone())))
    }

    fn replace(&self, world: &mut World, key: Key, new: Resource) -> Result<(), ApiError> {
        if let Resource::Kept(new) = new {
            update::<KeptObject>(world, key, KeptObject::PATCHED, |object| *object = new);
        }
        Ok(())
    }

    fn delete(
        &self,
        world: &mut World,
        object: &ObjectRef,
        propagation: Propagation,
    ) -> Result<(), ApiError> {
        let (key, _) = find(world, object)?;
        <KeptObject as Registry>::delete(world, key, propagation);
        Ok(())
    }

    fn all<'a>(
        &self,
        world: &'a World,
        kind: ResourceKind,
        namespace: &Text,
    ) -> Vec<&'a ObjectMeta> {
        let ResourceKind::Kept(kind) = kind else { return Vec::new() };
        let namespace = if kind.is_namespaced() { namespace.as_str() } else { "" };
        let found = world.objects.kept.prefixed(&kind_and_namespace(kind, namespace), "");
        found.map(|(_, object)| &object.metadata).collect()
    }
}

/// Returns the object with this name, and its number.
fn find(world: &World, object: &ObjectRef) -> Result<(Key, Rc<KeptObject>), ApiError> {
    let ObjectRef { kind, namespace, name } = object;
    let found = if let ResourceKind::Kept(kind) = kind {
        world.objects.kept_named(*kind, namespace, name)
    } else {
        None
    };
    let found = found.map(|(key, object)| (key, Rc::clone(object)));
    found.ok_or_else(|| ApiError::not_found(kind.plural(), name))
}

/// Returns the number of the kept object that an owner reference of an object in a namespace names, by kind, group and name.
pub(crate) fn find_kept(world: &World, namespace: &str, owner: &OwnerReference) -> Option<Key> {
    let kind = KeptKind::of(&owner.kind, &owner.api_version)?;
    world.objects.kept_named(kind, namespace, &owner.name).map(|(key, _)| key)
}

impl AnyStrategy for KeptObjects {
    fn drops_newer(&self) -> bool {
        false
    }

    fn drop_disabled(&self, _: &mut Resource, _: Gates, _: Release) {}

    fn fill_in(&self, resource: &mut Resource, _: Gates, release: Release) {
        let is_namespace = resource.resource_kind().plural() == "namespaces";
        if is_namespace && release.has(Feature::NamespaceDefaultLabelName) {
            let metadata = resource.metadata_mut();
            metadata.labels.insert(NAME_LABEL.into(), metadata.name.clone());
        }
    }

    fn validate(&self, v: &mut Validator, resource: &Resource) {
        let kind = resource.resource_kind();
        validate_meta(v, resource.metadata(), kind.is_namespaced(), name_rule(kind));
    }

    fn validate_update(&self, v: &mut Validator, new: &Resource, old: &Resource) {
        validate_meta_update(v, new.metadata(), old.metadata());
        self.validate(v, new);
    }

    fn keep_status(&self, new: &mut Resource, old: &Resource) {
        let (Resource::Kept(new), Resource::Kept(old)) = (new, old) else { return };
        let fields = new.fields.entries().iter().filter(|field| field.key != *"status");
        let fields = fields.map(|field| (field.key.clone(), field.node.clone()));
        let status = old.field("status").map(|status| (Text::Static("status"), status.clone()));
        new.fields = Node::map(fields.chain(status));
    }
}

/// Returns the rule for the names of a kind's objects.
fn name_rule(kind: ResourceKind) -> NameRule {
    let is_path_segment = kind.plural().ends_with(".rbac.authorization.k8s.io");
    match kind.plural() {
        "namespaces" => names::dns_label,
        _ if is_path_segment => names::path_segment,
        _ => names::dns_subdomain,
    }
}
