//! The API objects besides Pods, nodes and configuration: tables of objects by kind, and the indexes between them.

use crate::api::kinds::for_each_kind;
use crate::api::meta::{Named, ObjectMeta, OwnerReference, controller};
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::parent_and_ordinal;
use crate::api::storage::StorageClass;
use crate::api::volume::Volume;
use crate::api::workload::Workload;
use crate::api::{Resource, ResourceKind};
use crate::base::text::Text;
use crate::cluster::members::Members;
use crate::cluster::numbers::{Key, PodId};
use crate::cluster::store_event::{MetadataWrite, Stored, Write};
use crate::cluster::table_kind::{Item, TableKind};
use crate::cluster::watch::Watched;
use crate::cluster::work_queue::WorkQueue;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

/// What of the object store decides what happens next, besides the objects in tables.
pub(crate) struct Parts<'a> {
    pub refused: &'a BTreeMap<PodId, Key>,
    pub classes: &'a BTreeMap<Text, Rc<StorageClass>>,
    pub queue: &'a WorkQueue,
}

/// A namespace and a name.
pub(crate) type NamespacedName = (Text, Text);

/// A kind of object that the store keeps in a [`Table`].
pub(crate) trait Kind: Named + Clone + PartialEq + fmt::Debug + 'static {
    /// The kind.
    const TABLE: TableKind;
    /// The name of the kind, such as `StatefulSet`.
    const KIND: &'static str = Self::TABLE.as_str();
    /// The name of the kind in the API server's answers, such as `statefulsets.apps`.
    const RESOURCE: &'static str = Self::TABLE.plural();

    /// Returns the metadata, to change it.
    fn metadata_mut(&mut self) -> &mut ObjectMeta;
    /// Returns all objects of the kind.
    fn table(objects: &ObjectStore) -> &Table<Self>;
    /// Returns all objects of the kind, to change them.
    fn table_mut(objects: &mut ObjectStore) -> &mut Table<Self>;
    /// Returns what a watch shows of an object.
    fn watched(object: Rc<Self>) -> Watched;
    /// Returns what the components that watch the kind are told about a write.
    fn stored(key: Key, write: Write<Self>) -> Stored;
    /// Returns the number of an object of this kind and what a write did to it, if the write is about one.
    fn in_stored(stored: &Stored) -> Option<(Key, &Write<Self>)>;
}

/// Declares [`ObjectStore`], and makes each type a [`Kind`].
macro_rules! tables {
    (plain { $($plain:tt)* } workloads { $($workload:tt)* } internal { $($internal:tt)* } stored { $($stored:tt)* } kept { $($kept:tt)* }) => {
        tables!(@kinds $($workload)* $($internal)* $($stored)* $($kept)*);
        tables!(@workloads $($workload)*);
        tables!(@resources $($workload)* $($stored)*);
    };
    (@workloads $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        impl ObjectStore {
            /// Returns all objects that keep a number of Pods running: those of each kind, oldest first.
            pub fn all(&self) -> impl Iterator<Item = &dyn Workload> {
                let none = std::iter::empty::<&dyn Workload>();
                none$(.chain(self.$table.iter().map(|(_, object)| &**object as &dyn Workload)))*
            }

            /// Returns an object that keeps a number of Pods running; `None` also when the kind is no such kind.
            pub(crate) fn workload(&self, kind: ResourceKind, namespace: &Text, name: &Text) -> Option<&dyn Workload> {
                $(if kind == ResourceKind::$name {
                    return Some(&**self.$table.named(namespace, name)?);
                })*
                None
            }
        }
    };
    (@resources $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        impl ObjectStore {
            /// Returns copies of all objects of a kind, oldest first; none when the kind has no table.
            pub fn resources(&self, kind: ResourceKind) -> Vec<Resource> {
                if let ResourceKind::Kept(kind) = kind {
                    return self.kept_of(kind).map(|kept| Resource::Kept((**kept).clone())).collect();
                }
                $(if kind == ResourceKind::$name {
                    return self.$table.iter().map(|(_, object)| Resource::$name((**object).clone())).collect();
                })*
                Vec::new()
            }
        }
    };
    (@kinds $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        impl ObjectStore {
            /// Returns what decides what happens next, besides the objects in tables. It names every field, so that a new
            /// one does not compile until this function names it.
            pub(crate) fn parts(&self) -> Parts<'_> {
                let ObjectStore {
                    $($table: _,)*
                    refused,
                    classes,
                    queue,
                    // Which Pods are settled follows from them, and the others are indexes.
                    members: _,
                    users: _,
                    dependents: _,
                    owned: _,
                } = self;
                Parts { refused, classes, queue }
            }
        }

        $(impl Kind for $type {
            const TABLE: TableKind = TableKind::$name;

            fn metadata_mut(&mut self) -> &mut ObjectMeta {
                &mut self.metadata
            }

            fn table(objects: &ObjectStore) -> &Table<Self> {
                &objects.$table
            }

            fn table_mut(objects: &mut ObjectStore) -> &mut Table<Self> {
                &mut objects.$table
            }

            fn watched(object: Rc<Self>) -> Watched {
                Watched::$name(object)
            }

            fn stored(key: Key, write: Write<Self>) -> Stored {
                Stored::$name(key, write)
            }

            fn in_stored(stored: &Stored) -> Option<(Key, &Write<Self>)> {
                if let Stored::$name(key, write) = stored { Some((*key, write)) } else { None }
            }
        })*

        /// The API objects that the world holds in tables, one table a kind, with indexes and the work queues of the controllers.
        #[derive(Clone, Debug, Default)]
        pub struct ObjectStore {
            $(
                #[doc = concat!("All objects of the kind ", stringify!($name), ".")]
                pub $table: Table<$type>,
            )*
            /// The Pods whose eviction was refused, each with the budget that refused it and would still refuse it.
            pub(crate) refused: BTreeMap<PodId, Key>,
            /// The storage classes by name.
            pub classes: BTreeMap<Text, Rc<StorageClass>>,
            /// The work queues of the controllers.
            pub(crate) queue: WorkQueue,
            /// The Pods of each set, by namespace and by the part of their names before the ordinal, as the set's controller
            /// keeps them. Rule S-14.
            members: BTreeMap<NamespacedName, Members>,
            /// The Pods that mount each claim, by namespace and name of the claim.
            users: BTreeMap<NamespacedName, BTreeSet<PodId>>,
            /// The Pods that have an owner other than the set that their name belongs to, as the garbage collector keeps them. Rule G-03.
            dependents: BTreeSet<PodId>,
            /// The objects in tables that have owners, by the UID of each owner, as the garbage collector keeps them. Rule G-03.
            owned: BTreeSet<(Text, TableKind, Key)>,
        }
    };
}

for_each_kind!(tables);

impl Stored {
    /// Returns the number of an object of one kind and what the write did to it, if the write is about one.
    pub(crate) fn of<K: Kind>(&self) -> Option<(Key, &Write<K>)> {
        K::in_stored(self)
    }
}

/// All objects of a kind.
#[derive(Clone, Debug)]
pub struct Table<T> {
    items: Vec<Option<Rc<T>>>,
    names: BTreeMap<NamespacedName, Key>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { items: Vec::new(), names: BTreeMap::new() }
    }
}

impl<T: Named> Table<T> {
    /// Returns the object with this number, while it exists.
    pub(crate) fn get(&self, key: Key) -> Option<&Rc<T>> {
        self.items.get(key as usize)?.as_ref()
    }

    /// Returns the number of the object with this name.
    pub(crate) fn find(&self, namespace: &Text, name: &Text) -> Option<Key> {
        self.names.get(&(namespace.clone(), name.clone())).copied()
    }

    /// Returns the object with this name.
    pub fn named(&self, namespace: &Text, name: &Text) -> Option<&Rc<T>> {
        self.get(self.find(namespace, name)?)
    }

    /// Returns all objects, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (Key, &Rc<T>)> {
        self.items.iter().enumerate().filter_map(|(key, item)| Some((key as Key, item.as_ref()?)))
    }

    /// Returns the objects of a namespace whose names begin with `prefix`, by name.
    pub fn prefixed<'a>(
        &'a self,
        namespace: &Text,
        prefix: &str,
    ) -> impl Iterator<Item = (Key, &'a Rc<T>)> + use<'a, T> {
        let from = (namespace.clone(), Text::from(prefix.to_owned()));
        let range = self.names.range(&from..);
        let range = range.take_while(move |((space, name), _)| {
            *space == from.0 && name.starts_with(from.1.as_str())
        });
        range.filter_map(|(_, key)| Some((*key, self.get(*key)?)))
    }

    /// Adds an object. Returns its number.
    pub(crate) fn add(&mut self, object: Rc<T>) -> Key {
        let key = self.items.len() as Key;
        self.names.insert(object.namespaced_name(), key);
        self.items.push(Some(object));
        key
    }

    /// Replaces an object by another version.
    pub(crate) fn replace(&mut self, key: Key, object: Rc<T>) {
        self.items[key as usize] = Some(object);
    }

    /// Removes an object. Returns its last version.
    pub(crate) fn remove(&mut self, key: Key) -> Option<Rc<T>> {
        let object = self.items.get_mut(key as usize)?.take()?;
        self.names.remove(&object.namespaced_name());
        Some(object)
    }
}

impl ObjectStore {
    /// Returns the Pods whose names belong to a set, by ascending ordinal. Rule S-14.
    pub fn members(&self, namespace: &Text, set: &Text) -> impl Iterator<Item = PodId> {
        let found = self.members.get(&(namespace.clone(), set.clone()));
        found.into_iter().flat_map(|members| members.all.iter()).map(|(_, pod)| *pod)
    }

    /// Returns what the controller keeps about the Pods of a set.
    pub(crate) fn members_of(&self, set: &ObjectMeta) -> Option<&Members> {
        self.members.get(&(set.namespace.clone(), set.name.clone()))
    }

    /// Returns what the controller keeps about the Pods of a set, to change it.
    pub(crate) fn members_of_mut(&mut self, set: &ObjectMeta) -> Option<&mut Members> {
        self.members.get_mut(&(set.namespace.clone(), set.name.clone()))
    }

    /// Returns the Pods that mount a claim.
    pub(crate) fn users(&self, namespace: &Text, claim: &Text) -> impl Iterator<Item = PodId> {
        self.users.get(&(namespace.clone(), claim.clone())).into_iter().flatten().copied()
    }

    /// Returns the Pods that have an owner other than the set that their name belongs to.
    pub(crate) fn dependents(&self) -> impl Iterator<Item = PodId> {
        self.dependents.iter().copied()
    }

    /// Returns the objects in tables that name an owner.
    pub(crate) fn owned_by(&self, uid: &Text) -> impl Iterator<Item = Item> {
        let owned = self.owned.range((uid.clone(), TableKind::ALL[0], 0)..);
        owned
            .take_while(move |(owner, ..)| owner == uid)
            .map(|(_, kind, key)| Item { kind: *kind, key: *key })
    }

    /// Returns the ReplicaSets that an object with this UID controls, oldest first.
    pub(crate) fn replica_sets_of(&self, uid: &Text) -> impl Iterator<Item = &Rc<ReplicaSet>> {
        let items = self.owned_by(uid).filter(|item| item.kind == TableKind::ReplicaSet);
        items
            .filter_map(|item| self.replica_sets.get(item.key))
            .filter(move |set| controller(&set.metadata).is_some_and(|owner| owner.uid == *uid))
    }

    /// Updates the index of objects with owners for one object that was stored, written to or removed.
    pub(crate) fn owners_changed(&mut self, item: Item, write: MetadataWrite<'_>) {
        fn owners(metadata: Option<&ObjectMeta>) -> &[OwnerReference] {
            metadata.map_or(&[], |metadata| &metadata.owner_references)
        }
        let (before, after) = (owners(write.before), owners(write.after));
        if before == after {
            return;
        }
        let entry = |owner: &OwnerReference| (owner.uid.clone(), item.kind, item.key);
        for owner in before {
            self.owned.remove(&entry(owner));
        }
        self.owned.extend(after.iter().map(entry));
    }

    /// Returns the class that claims without a class get: the newest default class. Rule V-02.
    pub(crate) fn default_class(&self) -> Option<&Rc<StorageClass>> {
        let defaults = self.classes.values().filter(|class| class.is_default());
        defaults.max_by_key(|class| class.metadata.creation_timestamp)
    }

    /// Updates the indexes for a Pod that was stored.
    pub(crate) fn pod_added(&mut self, id: PodId, pod: &Pod) {
        let namespace = &pod.metadata.namespace;
        if let Some((name, ordinal)) = membership(pod) {
            self.members.entry(name).or_default().add(id, pod, ordinal);
        }
        for claim in claims_of(pod) {
            let name = (namespace.clone(), claim);
            self.users.entry(name).or_default().insert(id);
        }
        self.owners_written(id, pod);
    }

    /// Updates the indexes for a Pod that was written to.
    pub(crate) fn pod_written(&mut self, id: PodId, old: &Pod, new: &Pod) {
        self.loosen(id, new);
        if old.metadata.owner_references != new.metadata.owner_references {
            self.owners_written(id, new);
        }
    }

    /// Makes the controller of a Pod's set look at the Pod again.
    pub(crate) fn loosen(&mut self, id: PodId, pod: &Pod) {
        if let Some((name, ordinal)) = membership(pod)
            && let Some(members) = self.members.get_mut(&name)
        {
            members.loosen(id, ordinal);
        }
    }

    /// Updates the index of Pods with other owners for one Pod.
    fn owners_written(&mut self, id: PodId, pod: &Pod) {
        let parent = parent_and_ordinal(&pod.metadata.name).map(|(parent, _)| parent);
        let is_other =
            |owner: &OwnerReference| owner.kind != "StatefulSet" || Some(&*owner.name) != parent;
        if pod.metadata.owner_references.iter().any(is_other) {
            self.dependents.insert(id);
        } else {
            self.dependents.remove(&id);
        }
    }

    /// Updates the indexes for a Pod that was removed.
    pub(crate) fn pod_removed(&mut self, id: PodId, pod: &Pod) {
        let namespace = &pod.metadata.namespace;
        if let Some((name, ordinal)) = membership(pod)
            && let Some(members) = self.members.get_mut(&name)
        {
            members.remove(id, pod, ordinal);
            if members.all.is_empty() {
                self.members.remove(&name);
            }
        }
        for claim in claims_of(pod) {
            take(&mut self.users, &(namespace.clone(), claim), &id);
        }
        self.dependents.remove(&id);
    }
}

/// Returns the set that a Pod's name belongs to, by namespace and name, and the Pod's ordinal.
fn membership(pod: &Pod) -> Option<(NamespacedName, i64)> {
    let (parent, ordinal) = parent_and_ordinal(&pod.metadata.name)?;
    Some(((pod.metadata.namespace.clone(), parent.to_owned().into()), ordinal))
}

fn take<T: Ord>(
    index: &mut BTreeMap<NamespacedName, BTreeSet<T>>,
    name: &NamespacedName,
    item: &T,
) {
    if let Some(found) = index.get_mut(name) {
        found.remove(item);
        if found.is_empty() {
            index.remove(name);
        }
    }
}

/// Returns the names of the claims that a Pod mounts: those that it names, and those of its generic ephemeral volumes. Rule V-14.
pub fn claims_of(pod: &Pod) -> impl Iterator<Item = Text> {
    pod.spec.volumes.iter().filter_map(|volume| match &volume.persistent_volume_claim {
        Some(claim) => Some(claim.claim_name.clone()),
        None => ephemeral_claim(pod, volume),
    })
}

/// Returns the name of the claim of a generic ephemeral volume. Rule V-14.
/// Models kubernetes staging/src/k8s.io/component-helpers/storage/ephemeral/ephemeral.go VolumeClaimName.
pub(crate) fn ephemeral_claim(pod: &Pod, volume: &Volume) -> Option<Text> {
    let has_claim = volume.ephemeral.0.as_ref().is_some_and(|source| !source.is_null());
    has_claim.then(|| format!("{}-{}", pod.metadata.name, volume.name).into())
}
