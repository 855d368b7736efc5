//! Commands that write to objects: `scale`, `patch`, `label`, `annotate`, `cordon`. Rules KC-22, KC-23, KC-40.

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE, nested};
use super::words::{self, Flag, Takes};
use crate::api::meta::ObjectMeta;
use crate::api::pod::PodSpec;
use crate::api::workload::Workload;
use crate::api::{ObjectRef, Resource, ResourceKind};
use crate::apiserver::request::Server;
use crate::base::text::Text;
use crate::cluster::command::{Command, Subresource, can_patch_part};
use crate::manifest::node::{Node, Value};
use crate::manifest::yaml;
use crate::rules::Feature;

pub(super) const SCALE: &[Flag] = &[
    NAMESPACE,
    ("all", ' ', Takes::Nothing),
    ("current-replicas", ' ', Takes::Value),
    ("replicas", ' ', Takes::Value),
    ("selector", 'l', Takes::Value),
    ("timeout", ' ', Takes::Value),
];

/// Reads `kubectl scale`. Rule KC-22.
pub(super) fn scale(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let words = words::read(given, "scale", SCALE)?;
    let Some(replicas) = words.number("replicas")?.filter(|count| *count >= 0) else {
        return Err(
            "error: The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0"
                .into(),
        );
    };
    let expected = words.number("current-replicas")?.filter(|count| *count >= 0);
    for (kind, metadata) in cluster.objects(&words, "scale", asked)? {
        let (namespace, name) = (metadata.namespace.clone(), metadata.name.clone());
        let object = ObjectRef::new(kind, namespace, name);
        let resource = cluster.object(&object);
        let workload = resource.as_ref().and_then(Resource::workload);
        let Some(count) = workload.map(Workload::replicas) else {
            return Err(
                "Error from server (NotFound): the server could not find the requested resource"
                    .into(),
            );
        };
        if let Some(expected) = expected.filter(|expected| *expected != count) {
            asked.complain(&format!("error: Expected replicas to be {expected}, was {count}"));
            continue;
        }
        let says = format!("{}/{} scaled", kind.singular(), object.name);
        asked.ask(Command::Scale { object, replicas }, says);
    }
    Ok(())
}

pub(super) const PATCH: &[Flag] = &[
    NAMESPACE,
    ("patch", 'p', Takes::Value),
    ("subresource", ' ', Takes::Value),
    ("type", ' ', Takes::Value),
];

/// Reads `kubectl patch`. Rule KC-23.
pub(super) fn patch(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let words = words::read(given, "patch", PATCH)?;
    let text = words.flag("patch").ok_or("error: must specify -p to patch")?;
    let body = body(text, words.flag("type").unwrap_or("strategic"))?;
    let part = words.flag("subresource").map(|word| subresource(cluster, word)).transpose()?;
    for (kind, metadata) in cluster.objects(&words, "patch", asked)? {
        match part {
            None => {
                let says = ["patched", "patched (no change)"];
                put(cluster, kind, &metadata, body.clone(), says, asked);
            }
            Some(part) if !can_patch_part(kind, part) => {
                return Err(
                    "Error from server (NotFound): the server could not find the requested resource"
                        .into(),
                );
            }
            Some(Subresource::Status) => patch_status(cluster, kind, &metadata, &body, asked),
            Some(part) => {
                let (namespace, name) = (metadata.namespace.clone(), metadata.name.clone());
                let says = format!("{}/{name} patched", kind.singular());
                let object = ObjectRef::new(kind, namespace, name);
                let (subresource, patch) = (Some(part), body.clone());
                asked.ask(Command::Patch { object, subresource, patch }, says);
            }
        }
    }
    Ok(())
}

/// Reads the patch of a line, of a type that kubectl knows. A JSON patch stays a list.
fn body(text: &str, kind: &str) -> Result<Node, String> {
    let is_json = kind.eq_ignore_ascii_case("json");
    let node = yaml::parse(text).ok().and_then(|mut documents| documents.pop());
    let has_form = |node: &Node| match &node.value {
        Value::Map(_) => !is_json,
        Value::List(_) => is_json,
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => false,
    };
    let form = if is_json { "a JSON list of operations" } else { "a JSON object" };
    let node = node.filter(has_form);
    let node = node.ok_or_else(|| format!("error: unable to parse {text:?}: it must be {form}"));
    match kind.to_ascii_lowercase().as_str() {
        "json" | "strategic" => node,
        "merge" => Ok(replacing_lists(&node?)),
        _ => Err(format!("error: --type must be one of [json merge strategic], not {kind:?}")),
    }
}

/// Reads the name of a part of objects, as the release's kubectl does.
/// Models kubernetes kubectl pkg/cmd/patch/patch.go.
fn subresource(cluster: &Cluster<'_>, word: &str) -> Result<Subresource, String> {
    let release = cluster.world.release();
    if !release.has(Feature::KubectlSubresource) {
        return Err(words::usage("patch", "error: unknown flag: --subresource"));
    }
    let knows_resize = release.has(Feature::KubectlSubresourceResize);
    let known = if knows_resize { "status scale resize" } else { "status scale" };
    let part = Subresource::parse(word).filter(|_| known.split(' ').any(|known| known == word));
    part.ok_or_else(|| {
        format!("error: invalid subresource value: {word:?}. Must be one of [{known}]")
    })
}

/// Asks for a patch of the status of an object, or says that the patch changes nothing. Rule P-207.
fn patch_status(
    cluster: &Cluster<'_>,
    kind: ResourceKind,
    metadata: &ObjectMeta,
    body: &Node,
    asked: &mut Asked,
) {
    let object = ObjectRef::new(kind, metadata.namespace.clone(), metadata.name.clone());
    let name = format!("{}/{}", kind.singular(), object.name);
    let server = Server::of(&cluster.world.settings);
    let changes_nothing = cluster
        .object(&object)
        .is_some_and(|old| server.patch_status(&old, body).is_ok_and(|new| new == old));
    if changes_nothing {
        asked.out.push_str(&format!("{name} patched (no change)\n"));
        return;
    }
    let subresource = Some(Subresource::Status);
    let patch = body.clone();
    asked.ask(Command::Patch { object, subresource, patch }, format!("{name} patched"));
}

/// Turns a JSON merge patch into a strategic merge patch whose lists replace the present lists.
fn replacing_lists(patch: &Node) -> Node {
    match &patch.value {
        Value::Map(entries) => {
            Node::map(entries.iter().map(|entry| (entry.key.clone(), replacing_lists(&entry.node))))
        }
        Value::List(elements) => {
            let replace = Node::map([(Text::Static("$patch"), Node::text("replace"))]);
            let elements = elements.iter().cloned().chain([replace]);
            Value::List(elements.collect()).into()
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            patch.clone()
        }
    }
}

/// Returns the Pod spec of an object that has one: its own, or the one of its template.
pub(super) fn pod_spec(
    cluster: &Cluster<'_>,
    kind: ResourceKind,
    metadata: &ObjectMeta,
) -> Option<PodSpec> {
    let object = ObjectRef::new(kind, metadata.namespace.clone(), metadata.name.clone());
    let found = cluster.object(&object)?;
    if let Some(pod) = found.as_pod() {
        return Some((*pod.spec).clone());
    }
    found.workload().map(|workload| workload.template().spec.clone())
}

/// Wraps fields of a Pod spec so that they become a patch of the object.
pub(super) fn within(kind: ResourceKind, fields: Node) -> Node {
    nested(
        if kind == ResourceKind::Pod { &["spec"] } else { &["spec", "template", "spec"] },
        fields,
    )
}

/// Asks for a patch, or says that the patch changes nothing.
pub(super) fn put(
    cluster: &Cluster<'_>,
    kind: ResourceKind,
    metadata: &ObjectMeta,
    body: Node,
    [done, unchanged]: [&str; 2],
    asked: &mut Asked,
) {
    let object = format!("{}/{}", kind.singular(), metadata.name);
    match cluster.patch(kind, metadata, body) {
        Some(command) => asked.ask(command, format!("{object} {done}")),
        None if unchanged.is_empty() => {}
        None => asked.out.push_str(&format!("{object} {unchanged}\n")),
    }
}

pub(super) const MARK: &[Flag] = &[
    NAMESPACE,
    ("all", ' ', Takes::Nothing),
    ("overwrite", ' ', Takes::Nothing),
    ("selector", 'l', Takes::Value),
];

/// The differences between `label` and `annotate`.
pub(super) struct Mark {
    command: &'static str,
    field: &'static str,
    done: [&'static str; 2],
}

/// `kubectl label`.
pub(super) const LABEL: Mark =
    Mark { command: "label", field: "labels", done: ["labeled", "not labeled"] };
/// `kubectl annotate`.
pub(super) const ANNOTATE: Mark =
    Mark { command: "annotate", field: "annotations", done: ["annotated", "annotated"] };

/// Reads `kubectl label` and `kubectl annotate`: `key=value` sets, `key-` removes.
pub(super) fn mark(
    cluster: &Cluster<'_>,
    given: &[String],
    mark: &Mark,
    asked: &mut Asked,
) -> Result<(), String> {
    let mut words = words::read(given, mark.command, MARK)?;
    let is_mark = |word: &String| word.contains('=') || word.ends_with('-');
    let (marks, objects): (Vec<String>, Vec<String>) = words.plain.drain(..).partition(is_mark);
    words.plain = objects;
    if marks.is_empty() {
        return Err(format!("error: at least one {} update is required", mark.command));
    }
    let overwrite = words.is_set("overwrite");
    for (kind, metadata) in cluster.objects(&words, mark.command, asked)? {
        let old = if mark.field == "labels" { &metadata.labels } else { &metadata.annotations };
        let mut body = Vec::new();
        for written in &marks {
            let (key, value) = match written.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (written.trim_end_matches('-'), None),
            };
            match (value, old.get(key)) {
                (Some(value), Some(before)) if *before != *value && !overwrite => {
                    return Err(if mark.field == "labels" {
                        format!(
                            "error: '{key}' already has a value ({before}), and --overwrite is false"
                        )
                    } else {
                        format!(
                            "error: --overwrite is false but found the following declared annotation(s): '{key}' \
                             already has a value ({before})"
                        )
                    });
                }
                (None, None) if mark.field == "labels" => {
                    asked.out.push_str(&format!("label {key:?} not found.\n"));
                }
                _ => {}
            }
            let value = value.map_or_else(Node::default, |value| Node::text(value.to_owned()));
            body.push((Text::from(key.to_owned()), value));
        }
        let takes_away = body.iter().all(|(_, value)| value.is_null());
        let newer = cluster.world.release().has(Feature::LabelSaysUnlabeled);
        let done =
            if takes_away && newer && mark.field == "labels" { "unlabeled" } else { mark.done[0] };
        let body = nested(&["metadata", mark.field], Node::map(body));
        put(cluster, kind, &metadata, body, [done, mark.done[1]], asked);
    }
    Ok(())
}

pub(super) const CORDON: &[Flag] = &[("selector", 'l', Takes::Value)];

/// Reads `kubectl cordon` and `kubectl uncordon`. Rules KC-40, KC-43.
pub(super) fn cordon(
    cluster: &Cluster<'_>,
    given: &[String],
    unschedulable: bool,
    asked: &mut Asked,
) -> Result<(), String> {
    let verb = if unschedulable { "cordon" } else { "uncordon" };
    let mut words = words::read(given, verb, CORDON)?;
    if words.plain.first().is_none_or(|word| !word.contains('/')) {
        words.plain.insert(0, "node".into());
    }
    for (_, metadata) in cluster.objects(&words, verb, asked)? {
        let mut nodes = cluster.world.nodes();
        let node = nodes.find(|node| node.metadata.name == metadata.name);
        let node_name = metadata.name.clone();
        if node.is_some_and(|node| node.spec.unschedulable == unschedulable) {
            asked.out.push_str(&format!("node/{node_name} already {verb}ed\n"));
            continue;
        }
        let says = format!("node/{node_name} {verb}ed");
        asked.ask(Command::Cordon { node: node_name, unschedulable }, says);
    }
    Ok(())
}
