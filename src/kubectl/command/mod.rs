//! kubectl command lines as a person types them: a line of text becomes commands, with kubectl's own answers and error
//! messages.
//! Sections 10.2 to 10.6 of the rule book for controllers.

mod change;
mod complete;
mod delete;
mod describe;
mod env;
mod get;
mod help;
mod kinds;
mod made;
mod nodes;
mod rollout;
mod set;
mod shown;
mod verbs;
mod words;

pub use complete::{Candidate, Completion, complete};

use crate::api::core::Node as ClusterNode;
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::{ObjectRef, Resource, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::apiserver::registry;
use crate::apiserver::request::{PatchKind, Server};
use crate::base::text::Text;
use crate::cluster::command::Command;
use crate::cluster::world::World;
use crate::manifest::node::Node;
use std::rc::Rc;
use words::{Flag, Takes};

/// What a line asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The commands, in order. Each has the line that kubectl prints when the API server accepts it.
    pub commands: Vec<(Command, String)>,
    /// Other standard output, with its line breaks.
    pub out: String,
    /// Errors and warnings, with their line breaks.
    pub err: String,
    /// Whether kubectl ends with an error even if everything is accepted.
    pub failed: bool,
}

impl Asked {
    fn complain(&mut self, complaint: &str) {
        self.err.push_str(complaint);
        self.err.push('\n');
        self.failed = true;
    }

    fn ask(&mut self, command: Command, says: String) {
        self.commands.push((command, says));
    }
}

/// A cluster as a reader sees it.
pub trait View {
    /// Returns the present state of the cluster.
    fn world(&self) -> &World;
    /// Returns the Node objects, with what their kubelets post.
    fn nodes(&self) -> Vec<ClusterNode>;
    /// Returns the text of `kubectl describe node`, while the Node object exists.
    fn describe_node(&self, name: &str) -> Option<String>;
}

/// What a terminal shows after a line was carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// Whether the exit code is 1 and not 0.
    pub failed: bool,
}

/// Returns what a line typed at a terminal asks for, in the present state of a cluster, and changes nothing.
///
/// The line may begin with the word `kubectl`.
///
/// ```
/// use podlab::kubectl::command::command;
/// use podlab::{Settings, Sim};
///
/// let sim = Sim::with_nodes(Settings::default(), 1);
/// let asked = command(&sim, &"default".into(), "kubectl cordon node-1");
/// assert_eq!((asked.commands.len(), asked.failed), (1, false));
/// let asked = command(&sim, &"default".into(), "kubectl delete pod web");
/// assert_eq!(asked.err, "Error from server (NotFound): pods \"web\" not found\n");
/// let asked = command(&sim, &"default".into(), "kubectl get node node-1 -o name");
/// assert_eq!((asked.commands.len(), asked.out.as_str()), (0, "node/node-1\n"));
/// ```
pub fn command(view: &dyn View, namespace: &Text, line: &str) -> Asked {
    let mut asked = Asked::default();
    let read = words::split(line).and_then(|words| {
        dispatch(&Cluster::of(view, namespace), &without_kubectl(words), &mut asked)
    });
    if let Err(complaint) = read {
        asked.complain(&complaint);
    }
    asked
}

/// The verb in messages about commands on revisions.
const ROLL_OUT: &str = "roll out";

/// The cluster that a line is about, and the namespace that counts when the line names none.
struct Cluster<'a> {
    view: &'a dyn View,
    world: &'a World,
    namespace: &'a Text,
}

const NAMESPACE: Flag = ("namespace", 'n', Takes::Value);

/// Returns the words after `kubectl`. A namespace that stands before the command is put behind it.
fn without_kubectl(mut words: Vec<String>) -> Vec<String> {
    if words.first().is_some_and(|first| first == "kubectl") {
        words.remove(0);
    }
    let first = words.first().map(String::as_str);
    let flags = match first {
        Some("-n" | "--namespace") => 2,
        Some(word) if word.starts_with("-n") || word.starts_with("--namespace=") => 1,
        Some(_) | None => 0,
    };
    if flags < words.len() {
        words.rotate_left(flags);
    }
    words
}

fn dispatch(cluster: &Cluster<'_>, words: &[String], asked: &mut Asked) -> Result<(), String> {
    let Some((verb, rest)) = words.split_first() else {
        asked.out.push_str(&help::all());
        return Ok(());
    };
    if verb == "help" || verb == "--help" || verb == "-h" {
        return help::about(rest, asked);
    }
    let Some(known) = verbs::named(verb) else { return Err(help::unknown(verb)) };
    if rest.iter().any(|word| word == "--help" || word == "-h") {
        return help::about(words, asked);
    }
    (known.carry_out)(cluster, rest, asked)
}

/// Returns the metadata of those of a namespace, sorted by name.
fn sorted<'a>(all: impl Iterator<Item = &'a ObjectMeta>, namespace: &Text) -> Vec<&'a ObjectMeta> {
    let mut found: Vec<&ObjectMeta> =
        all.filter(|metadata| metadata.namespace == *namespace).collect();
    found.sort_by_key(|metadata| &metadata.name);
    found
}

impl<'a> Cluster<'a> {
    fn of(view: &'a dyn View, namespace: &'a Text) -> Cluster<'a> {
        Cluster { view, world: view.world(), namespace }
    }

    /// Returns the Pod of that name.
    fn pod(&self, namespace: &Text, name: &Text) -> Option<&Rc<Pod>> {
        self.world.pod(self.world.pod_named(namespace, name)?)
    }

    /// Returns the object, of a kind that commands can be about.
    fn object(&self, object: &ObjectRef) -> Option<Resource> {
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
    fn find(&self, kind: ResourceKind, namespace: &Text, name: &Text) -> Option<Rc<ObjectMeta>> {
        let object = self.object(&ObjectRef::new(kind, namespace.clone(), name.clone()))?;
        Some(Rc::new(object.metadata().clone()))
    }

    /// Returns the metadata of all objects of a kind in a namespace. Nodes come in the order in which they joined, others by name.
    fn all(&self, kind: ResourceKind, namespace: &Text) -> Vec<Rc<ObjectMeta>> {
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
    fn objects(
        &self,
        words: &words::Words,
        verb: &str,
        asked: &mut Asked,
    ) -> Result<Vec<(ResourceKind, Rc<ObjectMeta>)>, String> {
        let namespace = words.namespace(self.namespace);
        let selector = words.flag("selector").map(words::selector).transpose()?;
        let mut found = Vec::new();
        for (kind, name) in words.objects(self.world)? {
            match (name, &selector) {
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
                        selector.as_ref().is_none_or(|s| s.matches(&metadata.labels))
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
    fn patch(&self, kind: ResourceKind, metadata: &ObjectMeta, patch: Node) -> Option<Command> {
        let object = ObjectRef::new(kind, metadata.namespace.clone(), metadata.name.clone());
        let server = Server::of(&self.world.settings);
        let changes_nothing = self.object(&object).is_none_or(|old| {
            server.patch(&old, &patch, PatchKind::Strategic).is_ok_and(|new| new == old)
        });
        (!changes_nothing).then(|| Command::patch(object, patch))
    }
}

/// Returns `{a: {b: node}}` for `["a", "b"]`.
fn nested(path: &[&'static str], node: Node) -> Node {
    path.iter().rev().fold(node, |node, key| Node::map([(Text::Static(key), node)]))
}
