//! The kubectl lines that do the same as commands.

use podlab::api::core::{ConfigMap, Secret};
use podlab::api::meta::{ObjectMeta, Propagation};
use podlab::api::{ObjectRef, Resource, ResourceKind};
use podlab::base::text::Text;
use podlab::cluster::command::{Command, NamedPatch, Subresource};
use podlab::manifest::emit;
use podlab::manifest::node::Node;
use std::collections::BTreeMap;

/// How kubectl would be told to do the same; none for what kubectl cannot do.
pub fn of(command: &Command) -> Option<String> {
    let line = match command {
        Command::Scale { object, replicas } => {
            format!("scale {} --replicas={replicas}", in_words(object))
        }
        Command::Patch { object, subresource, patch } => {
            if let Some(line) = NamedPatch::of(command).and_then(of_named) {
                return Some(format!("kubectl {line}"));
            }
            if *subresource == Some(Subresource::EphemeralContainers) {
                return None;
            }
            let is_workload = object.kind.is_workload();
            match image_of(patch).filter(|_| is_workload) {
                Some((container, image)) => {
                    format!("set image {} {container}={image}", in_one_word(object))
                }
                None if is_workload && template_of(patch).is_some() => {
                    format!("edit {}", in_words(object))
                }
                None => {
                    let part = subresource
                        .map(|part| format!(" --subresource={}", part.as_str()))
                        .unwrap_or_default();
                    format!("patch {}{part} -p {}", in_words(object), quoted(&emit::json(patch)))
                }
            }
        }
        Command::RolloutUndo { object, to_revision } => {
            let to = to_revision.map(|number| format!(" --to-revision={number}"));
            format!("rollout undo {}{}", in_one_word(object), to.unwrap_or_default())
        }
        Command::RolloutRestart { object } => format!("rollout restart {}", in_one_word(object)),
        Command::RolloutPause { object, paused: true } => {
            format!("rollout pause {}", in_one_word(object))
        }
        Command::RolloutPause { object, paused: false } => {
            format!("rollout resume {}", in_one_word(object))
        }
        Command::Delete { object, options } => {
            let grace = match options.grace_period_seconds {
                None => String::new(),
                Some(0) => " --grace-period=0 --force".to_owned(),
                Some(seconds) => format!(" --grace-period={seconds}"),
            };
            let cascade = match options.propagation {
                Propagation::Background => "",
                Propagation::Foreground => " --cascade=foreground",
                Propagation::Orphan => " --cascade=orphan",
            };
            format!("delete {}{grace}{cascade}", in_words(object))
        }
        Command::Kubectl { line, .. } => return Some(line.to_string()),
        Command::Cordon { node, unschedulable: true } => format!("cordon {node}"),
        Command::Cordon { node, unschedulable: false } => format!("uncordon {node}"),
        Command::DrainNode { node, .. } => {
            format!("drain {node} --force --delete-emptydir-data --ignore-daemonsets")
        }
        Command::Create(resource) => of_created(resource),
        Command::CreateSubresource { .. }
        | Command::DisturbNode { .. }
        | Command::ShutDownNode { .. }
        | Command::ConsumeNodeResource { .. }
        | Command::TaintNode { .. }
        | Command::PutManifest { .. }
        | Command::RemoveManifest { .. }
        | Command::Plan(_)
        | Command::Registry(..)
        | Command::HttpServer(_)
        | Command::TcpServer(_)
        | Command::Exit { .. }
        | Command::ChildOom { .. }
        | Command::KillSandbox { .. }
        | Command::StopSignal { .. }
        | Command::Image { .. } => return None,
    };
    Some(format!("kubectl {line}"))
}

/// The line, after the word `kubectl`, that creates an object: from its words alone where they say all of it.
fn of_created(resource: &Resource) -> String {
    let metadata = resource.metadata();
    let named = ObjectMeta {
        name: metadata.name.clone(),
        namespace: metadata.namespace.clone(),
        ..ObjectMeta::default()
    };
    let line = |what: &str, data: &BTreeMap<Text, Text>| {
        let mut line = format!("create {what} {}", named.name);
        for (key, value) in data {
            line.extend([" --from-literal=", &quoted(&format!("{key}={value}"))]);
        }
        if !matches!(&*named.namespace, "" | "default") {
            line.extend([" -n ", &*named.namespace]);
        }
        line
    };
    if let Resource::ConfigMap(map) = resource {
        let (metadata, data) = (named.clone(), map.data.clone());
        if *map == (ConfigMap { metadata, data, ..ConfigMap::default() }) {
            return line("configmap", &map.data);
        }
    }
    if let Resource::Secret(secret) = resource
        && matches!(&*secret.kind, "" | "Opaque")
    {
        let (metadata, string_data) = (named.clone(), secret.string_data.clone());
        let kind = secret.kind.clone();
        if *secret == (Secret { metadata, string_data, kind, ..Secret::default() }) {
            return line("secret generic", &secret.string_data);
        }
    }
    format!("create -f {}.yaml", resource.kind().to_ascii_lowercase())
}

/// A word of a line as a shell reads it: in quotes, unless it has only letters that mean nothing else.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The line, after the word `kubectl`, for a patch that another command than `patch` does.
fn of_named(patch: NamedPatch<'_>) -> Option<String> {
    Some(match patch {
        NamedPatch::LabelNode { node, key, value: Some(value) } => {
            format!("label node {node} {key}={value} --overwrite")
        }
        NamedPatch::LabelNode { node, key, value: None } => format!("label node {node} {key}-"),
        NamedPatch::Debug { pod, container, image } => {
            format!("debug {} -c {container} --image={image}", pod.name)
        }
        // No command of kubectl but `patch` writes conditions.
        NamedPatch::SetCondition { .. } | NamedPatch::RemoveCondition { .. } => return None,
    })
}

/// The kind and the name of an object as two words of a kubectl line, such as `sts web`.
fn in_words(object: &ObjectRef) -> String {
    format!("{} {}", short(object.kind), object.name)
}

/// The kind and the name of an object as one word of a kubectl line, such as `sts/web`.
fn in_one_word(object: &ObjectRef) -> String {
    format!("{}/{}", short(object.kind), object.name)
}

/// What people usually type for a kind: its short name, but for Pods and nodes.
fn short(kind: ResourceKind) -> String {
    let short = kind.short_name();
    if matches!(kind, ResourceKind::Pod | ResourceKind::Node) || short.is_empty() {
        kind.singular()
    } else {
        short.to_owned()
    }
}

fn template_of(patch: &Node) -> Option<&Node> {
    patch.get("spec")?.get("template")
}

/// The container and image that a patch sets, when it sets nothing else of the template.
fn image_of(patch: &Node) -> Option<(String, String)> {
    let template = template_of(patch).filter(|template| template.get("$patch").is_none())?;
    let container = template.get("spec")?.get("containers")?.elements().first()?;
    let text = |key: &str| container.get(key)?.as_text().map(ToString::to_string);
    Some((text("name")?, text("image")?))
}
