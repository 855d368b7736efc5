//! Adds Pods to a text that has an owner of Pods which Podlab does not run: each as the template of the owner describes it.

use crate::api::KeptKind;
use crate::base::text::Text;
use crate::manifest::node::{Node, Span};
use crate::manifest::{emit, yaml};

/// Returns the text with the Pod at its end that the object would create whose kind stands at a place; `None` when it creates no
/// Pods, has no template or name, or when its Pod is there already.
///
/// ```
/// use podlab::files::template::with_pod;
/// use podlab::manifest::node::Span;
///
/// let job = "apiVersion: batch/v1
/// kind: Job
/// metadata: {name: pi}
/// spec: {template: {spec: {restartPolicy: Never, containers: [{name: pi, image: perl}]}}}
/// ";
/// let pod = "---
/// apiVersion: v1
/// kind: Pod
/// metadata:
///   name: pi-0
/// spec:
///   restartPolicy: Never
///   containers:
///   - name: pi
///     image: perl
/// ";
/// let place = Span { line: 2, column: 7 };
/// assert_eq!(with_pod(job, place).unwrap(), format!("{job}{pod}"));
/// assert_eq!(with_pod(&format!("{job}{pod}"), place), None);
/// ```
pub fn with_pod(text: &str, place: Span) -> Option<String> {
    with(text, |kind| kind.span == place)
}

/// Returns the text with a Pod of every such object at its end; `None` when none is missing.
pub fn with_pods(text: &str) -> Option<String> {
    with(text, |_| true)
}

fn with(text: &str, is_meant: impl Fn(&Node) -> bool) -> Option<String> {
    let documents = yaml::parse(text).ok()?;
    let objects = objects(&documents);
    let mut known: Vec<[Option<Text>; 3]> = objects.iter().map(|object| id(object)).collect();
    let owners = objects.iter().filter(|owner| owner.get("kind").is_some_and(&is_meant));
    let mut out = text.to_owned();
    for pod in owners.filter_map(|owner| pod(owner)) {
        if known.contains(&id(&pod)) {
            continue;
        }
        known.push(id(&pod));
        if !out.ends_with('\n') {
            out.push('\n');
        }
        out = out + "---\n" + &emit::yaml_in_order(&pod);
    }
    (out.len() > text.len()).then_some(out)
}

/// Returns the objects of documents, those of lists too.
fn objects(documents: &[Node]) -> Vec<&Node> {
    let mut pending: Vec<&Node> = documents.iter().rev().collect();
    let mut objects = Vec::new();
    while let Some(node) = pending.pop() {
        let items = node.get("items").map_or(node.elements(), Node::elements);
        pending.extend(items.iter().rev());
        objects.push(node);
    }
    objects
}

/// Returns what no two objects have in common.
fn id(object: &Node) -> [Option<Text>; 3] {
    let metadata = object.get("metadata");
    let of = |key: &str| {
        metadata.and_then(|metadata| metadata.get(key)).and_then(Node::as_text).cloned()
    };
    let kind = object.get("kind").and_then(Node::as_text).cloned();
    [kind, of("name"), of("namespace").or(Some(Text::Static("default")))]
}

/// Returns the first Pod that an object would create.
fn pod(owner: &Node) -> Option<Node> {
    let (kind, version) = (owner.get("kind")?.as_text()?, owner.get("apiVersion")?.as_text()?);
    KeptKind::of(kind, version).filter(|kind| kind.creates_pods())?;
    let spec = owner.get("spec")?;
    let spec = spec.get("jobTemplate").map_or(Some(spec), |job| job.get("spec"))?;
    let template = spec.get("template")?;
    let metadata = owner.get("metadata")?;
    let name = Node::text(format!("{}-0", metadata.get("name")?.as_text()?));
    let of =
        |node: Option<&Node>, key: &'static str| Some((Text::Static(key), node?.get(key)?.clone()));
    let described = template.get("metadata");
    let metadata = [
        Some((Text::Static("name"), name)),
        of(Some(metadata), "namespace"),
        of(described, "labels"),
        of(described, "annotations"),
    ];
    Some(Node::map([
        (Text::Static("apiVersion"), Node::text("v1")),
        (Text::Static("kind"), Node::text("Pod")),
        (Text::Static("metadata"), Node::map(metadata.into_iter().flatten())),
        (Text::Static("spec"), template.get("spec")?.clone()),
    ]))
}
