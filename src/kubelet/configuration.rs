//! The ConfigMaps and Secrets that a Pod needs. Rules P-302, P-305.

use crate::api::ResourceKind;
use crate::api::container::Container;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::cluster::world::World;
use crate::manifest::node::{Node, Value};

/// A ConfigMap or Secret that a Pod needs and that is not there, or lacks a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Missing {
    /// The kind of the object.
    pub kind: ResourceKind,
    /// The name of the object.
    pub name: Text,
    /// The keys that are needed of it.
    pub keys: Vec<Text>,
    /// Whether the object exists, so that only the first of the keys is missing.
    pub exists: bool,
}

impl Missing {
    /// Returns what the kubelet says when it makes the environment of a container.
    fn of_environment(&self, namespace: &Text) -> String {
        let (kind, name) = (self.kind.as_str(), &self.name);
        match self.keys.first().filter(|_| self.exists) {
            Some(key) => format!("couldn't find key {key} in {kind} {namespace}/{name}"),
            None => self.not_found(),
        }
    }

    /// Returns what the kubelet says when it mounts a volume.
    fn of_volume(&self) -> String {
        let what = if self.kind == ResourceKind::Secret { "secret" } else { "config" };
        match self.keys.first().filter(|_| self.exists) {
            Some(key) => format!("references non-existent {what} key: {key}"),
            None => self.not_found(),
        }
    }

    fn not_found(&self) -> String {
        format!("{} \"{}\" not found", self.kind.as_str().to_ascii_lowercase(), self.name)
    }
}

/// Returns whether an object has a key; `None` if there is no such object.
fn has(world: &World, kind: ResourceKind, at: (&Text, &Text), key: &Text) -> Option<bool> {
    let (namespace, name) = at;
    if kind == ResourceKind::Secret {
        let secret = world.secret(namespace, name)?;
        Some(secret.data.contains_key(key))
    } else {
        let map = world.config_map(namespace, name)?;
        Some(map.data.contains_key(key) || map.binary_data.contains_key(key))
    }
}

/// Returns what is missing of an object of which these keys are needed.
fn missing(
    world: &World,
    namespace: &Text,
    kind: ResourceKind,
    name: &Text,
    keys: &[Text],
) -> Option<Missing> {
    let found = |key: &Text| has(world, kind, (namespace, name), key);
    let exists = found(&Text::default()).is_some();
    let lacks: Vec<Text> = keys.iter().filter(|key| found(key) != Some(true)).cloned().collect();
    let is_there = exists && lacks.is_empty();
    (!is_there).then(|| Missing { kind, name: name.clone(), keys: lacks, exists })
}

/// Returns what the environment of a container needs and is not there, in the order in which the kubelet looks.
pub(crate) fn of_environment(world: &World, pod: &Pod, container: &Container) -> Vec<Missing> {
    let namespace = &pod.metadata.namespace;
    let (map, secret) = (ResourceKind::ConfigMap, ResourceKind::Secret);
    let mut found = Vec::new();
    for source in &container.env_from {
        let maps = source.config_map_ref.iter().map(|m| (map, &m.name, m.optional));
        let secrets = source.secret_ref.iter().map(|s| (secret, &s.name, s.optional));
        for (kind, name, _) in maps.chain(secrets).filter(|(.., optional)| !optional) {
            found.extend(missing(world, namespace, kind, name, &[]));
        }
    }
    for source in container.env.iter().filter_map(|variable| variable.value_from.as_ref()) {
        let maps = source.config_map_key_ref.iter().map(|k| (map, &k.name, &k.key, k.optional));
        let secrets = source.secret_key_ref.iter().map(|k| (secret, &k.name, &k.key, k.optional));
        for (kind, name, key, _) in maps.chain(secrets).filter(|(.., optional)| !optional) {
            found.extend(missing(world, namespace, kind, name, std::slice::from_ref(key)));
        }
    }
    found
}

/// Returns why the kubelet cannot read a container's settings, if it cannot. Rule P-305.
/// Models kubernetes pkg/kubelet/kubelet_pods.go makeEnvironmentVariables.
pub(crate) fn error(world: &World, pod: &Pod, container: &Container) -> Option<String> {
    let missing = of_environment(world, pod, container);
    Some(missing.first()?.of_environment(&pod.metadata.namespace))
}

/// Returns what the volumes of a Pod need and is not there, each with the name of its volume. Rule P-302.
pub(crate) fn of_volumes(world: &World, pod: &Pod) -> Vec<(Text, Missing)> {
    let namespace = &pod.metadata.namespace;
    let mut found = Vec::new();
    for volume in &pod.spec.volumes {
        let mut look = |source: Option<&Node>, kind, field| {
            let Some((name, keys)) = source.and_then(|source| required(source, field)) else {
                return;
            };
            let missing = missing(world, namespace, kind, &name, &keys);
            found.extend(missing.map(|missing| (volume.name.clone(), missing)));
        };
        look(volume.config_map.0.as_ref(), ResourceKind::ConfigMap, "name");
        look(volume.secret.0.as_ref(), ResourceKind::Secret, "secretName");
        let projected = volume.projected.0.as_ref();
        let sources = projected.and_then(|projected| projected.get("sources"));
        for source in sources.map_or(&[][..], Node::elements) {
            look(source.get("configMap"), ResourceKind::ConfigMap, "name");
            look(source.get("secret"), ResourceKind::Secret, "name");
        }
    }
    found
}

/// Returns why volumes of a Pod cannot be mounted, one sentence for each volume.
/// Models kubernetes pkg/volume/{configmap,secret,projected}: a projected volume tells of all its sources at once.
pub(crate) fn volume_errors(world: &World, pod: &Pod) -> Vec<String> {
    let missing = of_volumes(world, pod);
    let of = |name: &Text| {
        let all = missing.iter().filter(|(volume, _)| volume == name);
        let all: Vec<String> = all.map(|(_, missing)| missing.of_volume()).collect();
        match all.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            more => Some(format!("[{}]", more.join(", "))),
        }
    };
    let volumes = pod.spec.volumes.iter().map(|volume| &volume.name);
    let say = |name: &Text| {
        Some(format!("MountVolume.SetUp failed for volume \"{name}\" : {}", of(name)?))
    };
    volumes.filter_map(say).collect()
}

/// Returns the name of the object that a volume source needs, and the keys; `None` if it is optional.
fn required(source: &Node, field: &str) -> Option<(Text, Vec<Text>)> {
    let is_optional = source.get("optional").is_some_and(|o| o.value == Value::Bool(true));
    let name = source.get(field)?.as_text().filter(|_| !is_optional)?;
    let items = source.get("items").map_or(&[][..], Node::elements);
    let keys = items.iter().filter_map(|item| item.get("key")?.as_text().cloned());
    Some((name.clone(), keys.collect()))
}
