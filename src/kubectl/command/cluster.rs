//! The cluster that a line for kubectl is about, and the objects in it that the line names.

use super::asked::Asked;
use super::words::{self, Flag, Takes, Words};
use crate::api::core::Node as ClusterNode;
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::selector::LabelSelector;
use crate::api::{ObjectRef, Resource, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::apiserver::registry;
use crate::apiserver::request::{PatchKind, Server};
use crate::base::text::Text;
use crate::cluster::command::Command;
use crate::cluster::world::{PodId, World};
use crate::manifest::node::Node;
use std::rc::Rc;

/// A cluster as a reader sees it.
pub trait View {
    /// Returns the present state of the cluster.
    fn world(&self) -> &World;
    /// Returns the Node objects, with what their kubelets post.
    fn nodes(&self) -> Vec<ClusterNode>;
    /// Returns the text of `kubectl describe node`, while the Node object exists.
    fn describe_node(&self, name: &str) -> Option<String>;
    /// Returns what a container of a Pod has printed, or its instance before the present one; `None` when its program is not
    /// run.
    ///
    /// # Errors
    ///
    /// Returns what kubectl prints when there is no log.
    fn log(&self, pod: PodId, container: &str, is_previous: bool)
    -> Result<Option<String>, String>;
}

/// The verb in messages about commands on revisions.
pub(super) const ROLL_OUT: &str = "roll out";

/// The cluster that a line is about, and the namespace that counts when the line names none.
pub(super) struct Cluster<'a> {
    pub(super) view: &'a dyn View,
    pub(super) world: &'a World,
    pub(super) namespace: &'a Text,
}

/// The flag of almost all commands that names a namespace.
pub(super) const NAMESPACE: Flag = ("namespace", 'n', Takes::Value);

/// Returns the metadata of those of a namespace, sorted by name.
fn sorted<'a>(all: impl Iterator<Item = &'a ObjectMeta>, namespace: &Text) -> Vec<&'a ObjectMeta> {
    let mut found: Vec<&ObjectMeta> =
        all.filter(|metadata| metadata.namespace == *namespace).collect();
    found.sort_by_key(|metadata| &metadata.name);
    found
}

impl<'a> Cluster<'a> {
    pub(super) fn of(view: &'a dyn View, namespace: &'a Text) -> Cluster<'a> {
        Cluster { view, world: view.world(), namespace }
    }

    /// Returns the Pod of that name.
    pub(super) fn pod(&self, namespace: &Text, name: &Text) -> Option<&Rc<Pod>> {
        self.world.pod(self.world.pod_named(namespace, name)?)
    }

    /// Returns the object, of a kind that commands can be about.
    pub(super) fn object(&self, object: &ObjectRef) -> Option<Resource> {
        let ObjectRef { kind, namespace, name } = object;
        Some(if *kind == ResourceKind::Pod {
            Resource::Pod((**self.pod(namespace, name)?).clone())
        } else if *kind == ResourceKind::Node {
            Resource::Node((**self.world.node(self.world.node_named(name)?)?).clone())
        } else {
            registry::object(*kind)?.get(self.world, object).ok()?.1
        })
    }

    /// Finds the metadata of an object.
    pub(super) fn find(
        &self,
        kind: ResourceKind,
        namespace: &Text,
        name: &Text,
    ) -> Option<Rc<ObjectMeta>> {
        let object = self.object(&ObjectRef::new(kind, namespace.clone(), name.clone()))?;
        Some(Rc::new(object.metadata().clone()))
    }

    /// Returns the metadata of all objects of a kind in a namespace. Nodes come in the order in which they joined, others by name.
    pub(super) fn all(&self, kind: ResourceKind, namespace: &Text) -> Vec<Rc<ObjectMeta>> {
        let all: Vec<&ObjectMeta> = if kind == ResourceKind::Pod {
            sorted(self.world.pods().map(|(_, pod)| &*pod.metadata), namespace)
        } else if kind == ResourceKind::Node {
            self.world.nodes().map(|node| &node.metadata).collect()
        } else {
            let objects = registry::object(kind);
            objects.map_or(Vec::new(), |objects| objects.all(self.world, kind, namespace))
        };
        all.into_iter().map(|metadata| Rc::new(metadata.clone())).collect()
    }

    /// Finds the objects that the words name or select, or all objects of a kind. Complains about those that do not
    /// exist.
    pub(super) fn objects(
        &self,
        words: &Words,
        verb: &str,
        asked: &mut Asked,
    ) -> Result<Vec<(ResourceKind, Rc<ObjectMeta>)>, String> {
        let selector = words.flag("selector").map(words::selector).transpose()?;
        self.objects_of(words, selector.as_ref(), verb, asked)
    }

    /// Finds the objects that the words name, for a command whose `--selector` is something else, or all objects of a kind.
    pub(super) fn named_objects(
        &self,
        words: &Words,
        verb: &str,
        asked: &mut Asked,
    ) -> Result<Vec<(ResourceKind, Rc<ObjectMeta>)>, String> {
        self.objects_of(words, None, verb, asked)
    }

    fn objects_of(
        &self,
        words: &Words,
        selector: Option<&LabelSelector>,
        verb: &str,
        asked: &mut Asked,
    ) -> Result<Vec<(ResourceKind, Rc<ObjectMeta>)>, String> {
        let namespace = words.namespace(self.namespace);
        let mut found = Vec::new();
        for (kind, name) in words.objects(self.world)? {
            match (name, selector) {
                (Some(_), Some(_)) => {
                    return Err(
                        "error: name cannot be provided when a selector is specified".into()
                    );
                }
                (Some(name), None) => match self.find(kind, &namespace, &name) {
                    Some(metadata) => found.push((kind, metadata)),
                    None if words.is_set("ignore-not-found") => {}
                    None => {
                        asked.complain(&ApiError::not_found(kind.plural(), &name).kubectl(""));
                    }
                },
                // Without a name, `kubectl rollout history sts` is about every object.
                (None, None) if !words.is_set("all") && verb != ROLL_OUT => {
                    return Err(
                        "error: resource(s) were provided, but no name was specified".into()
                    );
                }
                (None, selector) => {
                    let matches = |metadata: &Rc<ObjectMeta>| {
                        selector.is_none_or(|s| s.matches(&metadata.labels))
                    };
                    let all = self.all(kind, &namespace).into_iter().filter(matches);
                    found.extend(all.map(|metadata| (kind, metadata)));
                    if found.is_empty() {
                        asked.err.push_str("No resources found\n");
                    }
                }
            }
        }
        Ok(found)
    }

    /// Returns the command that patches an object, when the patch changes it or is refused.
    pub(super) fn patch(
        &self,
        kind: ResourceKind,
        metadata: &ObjectMeta,
        patch: Node,
    ) -> Option<Command> {
        let object = ObjectRef::new(kind, metadata.namespace.clone(), metadata.name.clone());
        let server = Server::of(&self.world.settings);
        let changes_nothing = self.object(&object).is_none_or(|old| {
            server.patch(&old, &patch, PatchKind::Strategic).is_ok_and(|new| new == old)
        });
        (!changes_nothing).then(|| Command::patch(object, patch))
    }
}

/// Returns `{a: {b: node}}` for `["a", "b"]`.
pub(super) fn nested(path: &[&'static str], node: Node) -> Node {
    path.iter().rev().fold(node, |node, key| Node::map([(Text::Static(key), node)]))
}
