//! The kinds of objects that a manifest can hold, as one type.

use crate::api::budget::PodDisruptionBudget;
use crate::api::cluster::{Namespace, PersistentVolumeClaim, ServiceAccount};
use crate::api::core::{ConfigMap, Node as ClusterNode, PriorityClass, Secret, Service};
use crate::api::meta::ObjectMeta;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::pod::Pod;
use crate::api::stateful_set::StatefulSet;
use crate::api::storage::StorageClass;
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Decoder, Object, decode_object, encode_object};

/// Declares [`Resource`] with what every kind has in common.
macro_rules! resources {
    ($($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $scope:ident,)*) => {
        /// An object of one of the kinds Podlab runs.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::large_enum_variant, reason = "few of them live, between a manifest and the world")]
        pub enum Resource { $($(#[$meta])* $name($type),)* }

        impl Resource {
            /// The kinds, with their `apiVersion`.
            pub const KINDS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($name), $version)),*];

            /// Returns an empty object of that kind, or `None` when Podlab does not run the kind.
            pub fn empty(kind: &str) -> Option<Resource> {
                Some(match kind {
                    $(stringify!($name) => Resource::$name(<$type>::default()),)*
                    _ => return None,
                })
            }

            /// Returns the kind, such as `Pod`.
            pub const fn kind(&self) -> &'static str {
                match self { $(Resource::$name(_) => stringify!($name),)* }
            }

            /// Returns the `apiVersion`, such as `v1`.
            pub const fn api_version(&self) -> &'static str {
                match self { $(Resource::$name(_) => $version,)* }
            }

            /// Returns the name of the kind in addresses and messages, such as `pods`.
            pub const fn plural(&self) -> &'static str {
                match self { $(Resource::$name(_) => $plural,)* }
            }

            /// Returns whether objects of the kind live in a namespace.
            pub const fn is_namespaced(&self) -> bool {
                match self { $(Resource::$name(_) => matches!(Scope::$scope, Scope::Namespaced),)* }
            }

            /// Returns the name, labels and bookkeeping.
            pub fn metadata(&self) -> &ObjectMeta {
                match self { $(Resource::$name(object) => &object.metadata,)* }
            }

            /// Returns the name, labels and bookkeeping so that they can be changed.
            pub fn metadata_mut(&mut self) -> &mut ObjectMeta {
                match self { $(Resource::$name(object) => &mut object.metadata,)* }
            }

            /// Returns the fields.
            pub fn object(&self) -> &dyn Object {
                match self { $(Resource::$name(object) => object,)* }
            }

            /// Returns the fields so that they can be changed.
            pub fn object_mut(&mut self) -> &mut dyn Object {
                match self { $(Resource::$name(object) => object,)* }
            }
        }
    };
}

/// Where the names of a kind are unique.
enum Scope {
    Namespaced,
    Cluster,
}

resources! {
    /// A Pod.
    Pod(Pod) = "v1" "pods" Namespaced,
    /// A Service.
    Service(Service) = "v1" "services" Namespaced,
    /// A node of the cluster.
    Node(ClusterNode) = "v1" "nodes" Cluster,
    /// A ConfigMap.
    ConfigMap(ConfigMap) = "v1" "configmaps" Namespaced,
    /// A Secret.
    Secret(Secret) = "v1" "secrets" Namespaced,
    /// A PriorityClass.
    PriorityClass(PriorityClass) = "scheduling.k8s.io/v1" "priorityclasses.scheduling.k8s.io" Cluster,
    /// A namespace.
    Namespace(Namespace) = "v1" "namespaces" Cluster,
    /// A service account.
    ServiceAccount(ServiceAccount) = "v1" "serviceaccounts" Namespaced,
    /// A claim for storage.
    PersistentVolumeClaim(PersistentVolumeClaim) = "v1" "persistentvolumeclaims" Namespaced,
    /// A piece of storage.
    PersistentVolume(PersistentVolume) = "v1" "persistentvolumes" Cluster,
    /// Limits how many Pods may be away because a person or a tool wants it.
    PodDisruptionBudget(PodDisruptionBudget) = "policy/v1" "poddisruptionbudgets.policy" Namespaced,
    /// A set of Pods with names of their own.
    StatefulSet(StatefulSet) = "apps/v1" "statefulsets.apps" Namespaced,
    /// A kind of storage.
    StorageClass(StorageClass) = "storage.k8s.io/v1" "storageclasses.storage.k8s.io" Cluster,
}

/// Reads the fields of an object. The caller has checked `apiVersion` and `kind`.
pub(crate) fn decode_into(resource: &mut Resource, mut node: Node, decoder: &mut Decoder) {
    if let Value::Map(entries) = &mut node.value {
        entries.retain(|entry| !matches!(entry.key.as_str(), "apiVersion" | "kind"));
    }
    decode_object(resource.object_mut(), &node, decoder);
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
    let mut node = encode_object(resource.object());
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
