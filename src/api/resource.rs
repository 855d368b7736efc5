//! The kinds of objects that a manifest can hold, as one type.

use crate::api::kept::KeptObject;
use crate::api::kept_kind::KeptKind;
use crate::api::kinds::for_each_kind;
use crate::api::meta::{Named, ObjectMeta};
use crate::api::naming::{self, Scope};
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Decoder, Object, decode_object, encode_object};
use std::fmt;

/// Declares [`ResourceKind`] and [`Resource`] with what every kind has in common.
macro_rules! resources {
    (plain { $($plain:tt)* } workloads { $($workload:tt)* } internal { $($internal:tt)* } stored { $($stored:tt)* } kept { $($kept:tt)* }) => {
        resources!(@kinds $($plain)* $($workload)* $($stored)*);
        resources!(@workloads $($workload)*);
        resources!(@named $($plain)* $($workload)* $($internal)* $($stored)*);
    };
    (@workloads $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        impl ResourceKind {
            /// The kinds that keep a number of Pods running.
            pub const WORKLOADS: [ResourceKind; [$(stringify!($name)),*].len()] = [$(ResourceKind::$name),*];
        }
    };
    (@named $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident $(in $table:ident)?;)*) => {
        $(impl Named for $type {
            fn metadata(&self) -> &ObjectMeta {
                &self.metadata
            }
        })*
    };
    (@kinds $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident $(in $table:ident)?;)*) => {
        /// A kind of objects that manifests can hold.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ResourceKind {
            $($(#[$meta])* $name,)*
            /// A kind that Podlab does not run.
            Kept(KeptKind),
        }

        impl ResourceKind {
            /// All kinds that Podlab runs.
            pub const ALL: &'static [ResourceKind] = &[$(ResourceKind::$name),*];

            /// Returns the name of the kind, such as `StatefulSet`.
            pub const fn as_str(self) -> &'static str {
                match self { $(ResourceKind::$name => stringify!($name),)* ResourceKind::Kept(kind) => kind.as_str() }
            }

            /// Returns the `apiVersion`, such as `apps/v1`.
            pub const fn api_version(self) -> &'static str {
                match self { $(ResourceKind::$name => $version,)* ResourceKind::Kept(kind) => kind.api_version() }
            }

            /// Returns the name of the kind in addresses and messages, such as `statefulsets.apps`.
            pub const fn plural(self) -> &'static str {
                match self { $(ResourceKind::$name => $plural,)* ResourceKind::Kept(kind) => kind.plural() }
            }

            /// Returns the short name that kubectl knows, such as `sts`; empty when there is none.
            pub const fn short_name(self) -> &'static str {
                match self { $(ResourceKind::$name => $short,)* ResourceKind::Kept(kind) => kind.short_name() }
            }

            /// Returns whether objects of the kind live in a namespace.
            pub(crate) const fn is_namespaced(self) -> bool {
                match self {
                    $(ResourceKind::$name => matches!(Scope::$scope, Scope::Namespaced),)*
                    ResourceKind::Kept(kind) => kind.is_namespaced(),
                }
            }

            /// Returns whether the store keeps the objects of the kind in a table.
            pub const fn has_table(self) -> bool {
                match self {
                    $(ResourceKind::$name => !matches!(concat!($(stringify!($table))?).len(), 0),)*
                    ResourceKind::Kept(_) => true,
                }
            }

            /// Returns an empty object of the kind.
            pub fn empty(self) -> Resource {
                match self {
                    $(ResourceKind::$name => Resource::$name(<$type>::default()),)*
                    ResourceKind::Kept(kind) => Resource::Kept(KeptObject::new(kind, kind.api_version())),
                }
            }
        }

        /// An object that a manifest can hold.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::large_enum_variant, reason = "few of them live, between a manifest and the world")]
        pub enum Resource {
            $($(#[$meta])* $name($type),)*
            /// An object of a kind that Podlab does not run.
            Kept(KeptObject),
        }

        impl Resource {
            /// Returns the kind of the object.
            pub const fn resource_kind(&self) -> ResourceKind {
                match self { $(Resource::$name(_) => ResourceKind::$name,)* Resource::Kept(object) => ResourceKind::Kept(object.kind) }
            }

            /// Returns the name, labels and bookkeeping.
            pub fn metadata(&self) -> &ObjectMeta {
                match self { $(Resource::$name(object) => &object.metadata,)* Resource::Kept(object) => &object.metadata }
            }

            /// Returns the name, labels and bookkeeping so that they can be changed.
            pub fn metadata_mut(&mut self) -> &mut ObjectMeta {
                match self { $(Resource::$name(object) => &mut object.metadata,)* Resource::Kept(object) => &mut object.metadata }
            }

            /// Reads the fields of a tree without `apiVersion` and `kind`.
            fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
                let object: &mut dyn Object = match self {
                    $(Resource::$name(object) => object,)*
                    Resource::Kept(object) => return object.decode(node, decoder),
                };
                decode_object(object, node, decoder);
            }

            /// Writes the fields as a tree without `apiVersion` and `kind`.
            fn encode(&self) -> Node {
                let object: &dyn Object = match self {
                    $(Resource::$name(object) => object,)*
                    Resource::Kept(object) => return object.encode(),
                };
                encode_object(object)
            }
        }

        $(impl ApiObject for $type {
            const RESOURCE_KIND: ResourceKind = ResourceKind::$name;

            fn in_resource(resource: &Resource) -> Option<&Self> {
                if let Resource::$name(object) = resource { Some(object) } else { None }
            }

            fn in_resource_mut(resource: &mut Resource) -> Option<&mut Self> {
                if let Resource::$name(object) = resource { Some(object) } else { None }
            }

            fn from_resource(resource: Resource) -> Option<Self> {
                if let Resource::$name(object) = resource { Some(object) } else { None }
            }

            fn into_resource(self) -> Resource {
                Resource::$name(self)
            }
        })*
    };
}

/// The type of the objects of one kind that manifests can hold.
pub(crate) trait ApiObject: Named + Clone + PartialEq + Sized + 'static {
    /// The kind.
    const RESOURCE_KIND: ResourceKind;

    /// Returns the object in a resource of this kind.
    fn in_resource(resource: &Resource) -> Option<&Self>;
    /// Returns the object in a resource of this kind, to change it.
    fn in_resource_mut(resource: &mut Resource) -> Option<&mut Self>;
    /// Returns the object that a resource of this kind is.
    fn from_resource(resource: Resource) -> Option<Self>;
    /// Returns the object as a resource.
    fn into_resource(self) -> Resource;
}

impl ResourceKind {
    /// Returns whether objects of the kind keep a number of Pods running.
    pub fn is_workload(self) -> bool {
        ResourceKind::WORKLOADS.contains(&self)
    }

    /// Returns the kind with this name that Podlab runs, such as `StatefulSet`.
    pub fn named(kind: &str) -> Option<ResourceKind> {
        ResourceKind::ALL.iter().copied().find(|known| known.as_str() == kind)
    }

    /// Returns the kind that a person means by a word, in any of the forms that kubectl knows.
    ///
    /// ```
    /// use podlab::api::ResourceKind;
    ///
    /// for word in ["sts", "statefulset", "StatefulSets", "statefulset.apps", "statefulsets.apps"] {
    ///     assert_eq!(ResourceKind::read(word), Some(ResourceKind::StatefulSet));
    /// }
    /// assert_eq!(ResourceKind::read("statefulset.batch"), None);
    /// ```
    pub fn read(given: &str) -> Option<ResourceKind> {
        let word = given.to_ascii_lowercase();
        let means = |kind: &ResourceKind| {
            let (plural, singular) = (kind.plural(), kind.singular());
            let without_group = |name: &str| name.split('.').next() == Some(&word);
            word == kind.short_name() && !word.is_empty()
                || word == plural
                || word == singular
                || without_group(plural)
                || without_group(&singular)
        };
        let run = ResourceKind::ALL.iter().copied().find(means);
        run.or_else(|| KeptKind::read(given).map(ResourceKind::Kept))
    }

    /// Returns the word that scenario and run files have for the kind, such as `statefulset`.
    pub(crate) fn word(self) -> String {
        if let ResourceKind::Kept(kind) = self {
            kind.word()
        } else {
            self.as_str().to_ascii_lowercase()
        }
    }

    /// Returns the name of the kind that kubectl prints before the name of one object, such as `statefulset.apps`.
    pub fn singular(self) -> String {
        naming::singular(self.as_str(), self.plural())
    }
}

impl Resource {
    /// Returns the name of the kind, such as `Pod`.
    pub const fn kind(&self) -> &'static str {
        self.resource_kind().as_str()
    }

    /// Returns the Pod, if the object is one.
    pub fn as_pod(&self) -> Option<&Pod> {
        if let Resource::Pod(pod) = self { Some(pod) } else { None }
    }

    /// Returns the `apiVersion`, such as `v1`.
    pub(crate) fn api_version(&self) -> Text {
        if let Resource::Kept(object) = self {
            object.api_version.clone()
        } else {
            self.resource_kind().api_version().into()
        }
    }

    /// Returns the name of the kind in addresses and messages, such as `pods`.
    pub(crate) const fn plural(&self) -> &'static str {
        self.resource_kind().plural()
    }

    /// Returns whether objects of the kind live in a namespace.
    pub const fn is_namespaced(&self) -> bool {
        self.resource_kind().is_namespaced()
    }
}

/// An object, by its kind, its namespace and its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectRef {
    /// The kind.
    pub kind: ResourceKind,
    /// The namespace; empty for a kind whose objects live in none.
    pub namespace: Text,
    /// The name.
    pub name: Text,
}

impl ObjectRef {
    /// Returns the reference to an object. The namespace is dropped when objects of the kind live in none.
    pub fn new(kind: ResourceKind, namespace: impl Into<Text>, name: impl Into<Text>) -> ObjectRef {
        let namespace = if kind.is_namespaced() { namespace.into() } else { Text::default() };
        ObjectRef { kind, namespace, name: name.into() }
    }

    /// Returns the reference to a Pod.
    pub fn pod(namespace: impl Into<Text>, name: impl Into<Text>) -> ObjectRef {
        ObjectRef::new(ResourceKind::Pod, namespace, name)
    }

    /// Returns the reference to a StatefulSet.
    pub fn stateful_set(namespace: impl Into<Text>, name: impl Into<Text>) -> ObjectRef {
        ObjectRef::new(ResourceKind::StatefulSet, namespace, name)
    }

    /// Returns the reference to a node.
    pub fn node(name: impl Into<Text>) -> ObjectRef {
        ObjectRef::new(ResourceKind::Node, Text::default(), name)
    }
}

/// The kind and the name, such as `StatefulSet/web`.
impl fmt::Display for ObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind.as_str(), self.name)
    }
}

for_each_kind!(resources);

/// Reads the fields of an object. The caller has checked `apiVersion` and `kind`.
pub(crate) fn decode_into(resource: &mut Resource, mut node: Node, decoder: &mut Decoder) {
    if let Value::Map(entries) = &mut node.value {
        entries.retain(|entry| !matches!(entry.key.as_str(), "apiVersion" | "kind"));
    }
    resource.decode(&node, decoder);
}

/// Writes an object as a tree, with `apiVersion` and `kind` first.
///
/// ```
/// use podlab::api::{Resource, write};
/// use podlab::files::scenario_file::read;
/// use podlab::{ReadOptions, manifest::Diagnostic};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
/// let scenario = read(text, &ReadOptions::default())?;
/// let player = scenario.play(scenario.settings());
/// let pod = player.sim.pod("default", "web").map(|(_, pod)| (**pod).clone()).unwrap_or_default();
/// let tree = write(&Resource::Pod(pod));
/// let grace = tree.get("spec").and_then(|spec| spec.get("terminationGracePeriodSeconds")?.as_int());
/// assert_eq!(grace, Some(30), "the API server fills in defaults");
/// # Ok(())
/// # }
/// ```
pub fn write(resource: &Resource) -> Node {
    let mut node = resource.encode();
    let head = [
        (Text::Static("apiVersion"), Node::text(resource.api_version())),
        (Text::Static("kind"), Node::text(resource.kind())),
    ];
    let Value::Map(head) = Node::map(head).value else { return node };
    if let Value::Map(entries) = &mut node.value {
        entries.splice(0..0, head);
    }
    node
}
