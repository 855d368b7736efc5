//! Makes objects of a text: parses it, takes lists apart, checks `apiVersion` and `kind`, and reads the fields.

use super::release_fields;
use super::resource::{Resource, ResourceKind, decode_into};
use crate::base::text::Text;
use crate::manifest::diagnostic::{Code, Diagnostic};
use crate::manifest::node::{Node, Span, Value};
use crate::manifest::schema::{Decoder, Problem, ProblemKind, nearest};
use crate::manifest::yaml;
use crate::rules::Feature;
use crate::rules::release::Release;

/// The most objects in a text.
pub const MAX_RESOURCES: usize = 2000;
/// The most containers in a Pod.
pub const MAX_CONTAINERS: usize = 1000;
/// The longest time in a manifest, in seconds: 100 years.
const MAX_SECONDS: i64 = 3_155_760_000;

/// How a text is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The release whose fields are known.
    pub release: Release,
    /// The name of the file, for diagnostics.
    pub file: Option<Text>,
}

/// Kinds that Kubernetes knows and Podlab does not run.
const OTHER_KINDS: &[(&str, &str)] = &[
    ("APIService", "apiregistration.k8s.io/v1"),
    ("ClusterRole", "rbac.authorization.k8s.io/v1"),
    ("ClusterRoleBinding", "rbac.authorization.k8s.io/v1"),
    ("CronJob", "batch/v1"),
    ("CustomResourceDefinition", "apiextensions.k8s.io/v1"),
    ("DaemonSet", "apps/v1"),
    ("Deployment", "apps/v1"),
    ("Endpoints", "v1"),
    ("EndpointSlice", "discovery.k8s.io/v1"),
    ("Event", "v1"),
    ("HorizontalPodAutoscaler", "autoscaling/v2"),
    ("Ingress", "networking.k8s.io/v1"),
    ("Job", "batch/v1"),
    ("Lease", "coordination.k8s.io/v1"),
    ("LimitRange", "v1"),
    ("NetworkPolicy", "networking.k8s.io/v1"),
    ("PodTemplate", "v1"),
    ("ReplicationController", "v1"),
    ("ResourceQuota", "v1"),
    ("Role", "rbac.authorization.k8s.io/v1"),
    ("RoleBinding", "rbac.authorization.k8s.io/v1"),
    ("RuntimeClass", "node.k8s.io/v1"),
];

/// Reads the objects of a YAML or JSON text. Skips empty documents.
///
/// # Errors
///
/// Returns every mistake that was found, with its place and, where possible, with a guess at what was meant.
///
/// ```
/// use podlab::api::{ReadOptions, read};
///
/// let options = ReadOptions { file: Some("web.yaml".into()), ..ReadOptions::default() };
/// let mistakes = read("apiVersion: v1\nkind: DaemonSet\n", &options).unwrap_err();
/// assert_eq!(
///     mistakes[0].to_string(),
///     "web.yaml:2:7: kind: Podlab cannot run a DaemonSet yet\nhelp: write down the Pods it would create"
/// );
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<Vec<Resource>, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut resources = Vec::new();
    match yaml::parse(text) {
        Ok(documents) => {
            for node in documents {
                read_document(node, options.release, &mut resources, &mut diagnostics);
            }
        }
        Err(found) => diagnostics = found,
    }
    if diagnostics.is_empty() {
        return Ok(resources);
    }
    for diagnostic in &mut diagnostics {
        diagnostic.file.clone_from(&options.file);
    }
    Err(diagnostics)
}

/// Reads one document: an object, or a list of objects.
pub(crate) fn read_document(
    node: Node,
    release: Release,
    resources: &mut Vec<Resource>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if diagnostics.len() >= Decoder::MAX_PROBLEMS {
        return;
    }
    let is_list = |kind: &Text| kind.ends_with("List");
    let items = match node.value {
        Value::Null => return,
        Value::List(items) => items,
        Value::Map(ref entries)
            if node.get("kind").and_then(Node::as_text).is_some_and(is_list) =>
        {
            let items = entries.iter().find(|entry| entry.key == *"items");
            items.map(|entry| entry.node.elements().to_vec()).unwrap_or_default()
        }
        Value::Map(_) => {
            if resources.len() >= MAX_RESOURCES {
                let message = format!("the text holds more than {MAX_RESOURCES} objects");
                diagnostics.push(Diagnostic::new(Code::Limit, node.span, message));
                return;
            }
            match decode(node, release) {
                Ok(resource) => resources.push(resource),
                Err(found) => diagnostics.extend(found),
            }
            return;
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            let message = format!("an object must be a map, not a {}", node.type_name());
            diagnostics.push(
                Diagnostic::new(Code::WrongType, node.span, message)
                    .help("a manifest begins with apiVersion and kind"),
            );
            return;
        }
    };
    for item in items {
        read_document(item, release, resources, diagnostics);
    }
}

/// Reads one object from a tree.
///
/// # Errors
///
/// Returns what is wrong with the object. A field that is newer than `release` counts as a mistake.
pub fn decode(node: Node, release: Release) -> Result<Resource, Vec<Diagnostic>> {
    let mut resource = recognize(&node).map_err(|diagnostic| vec![diagnostic])?;
    let mut diagnostics = limits(&node);
    if !release.has(Feature::PolicyV1Beta1) && is_old_budget(&node) {
        let message = "no matches for kind \"PodDisruptionBudget\" in version \"policy/v1beta1\"";
        let diagnostic = Diagnostic::new(Code::UnknownKind, node.locate("apiVersion"), message);
        let help = "a PodDisruptionBudget has \"apiVersion: policy/v1\" since Kubernetes 1.21";
        return Err(vec![diagnostic.at("apiVersion").help(help)]);
    }
    for newer in release_fields::newer(&node, release) {
        let name = newer.path.rsplit('.').next().unwrap_or_default().to_owned();
        diagnostics.push(
            Diagnostic::new(Code::UnknownField, newer.span, format!("unknown field \"{name}\""))
                .at(newer.path)
                .help(format!("the field came with Kubernetes 1.{}", newer.since)),
        );
    }
    let mut decoder = Decoder::default();
    decode_into(&mut resource, node, &mut decoder);
    diagnostics.extend(decoder.problems.iter().map(describe));
    if diagnostics.is_empty() { Ok(resource) } else { Err(diagnostics) }
}

/// Returns an empty object of the kind that the tree names.
///
/// # Errors
///
/// Returns what is wrong with `apiVersion` or `kind`.
pub fn recognize(node: &Node) -> Result<Resource, Diagnostic> {
    let head = |name: &'static str| -> Result<Option<(&Text, Span)>, Diagnostic> {
        match node.get(name) {
            Some(Node { value: Value::Text(text), span }) if !text.is_empty() => {
                Ok(Some((text, *span)))
            }
            None | Some(Node { value: Value::Null | Value::Text(_), .. }) => Ok(None),
            Some(other) => Err(wrong_type(other.span, "string", &other.value).at(name)),
        }
    };
    let missing = |what: &'static str| {
        let near = ["Kind", "ApiVersion", "apiversion", "apiVerison", "api_version"];
        let near = node.entries().iter().find(|e| near.contains(&e.key.as_str()));
        let diagnostic = Diagnostic::new(Code::UnknownKind, node.span, what);
        match near {
            Some(near) => {
                let meant = if near.key == *"Kind" { "kind" } else { "apiVersion" };
                Diagnostic { span: near.span, ..diagnostic }
                    .help(format!("\"{}\" should be \"{meant}\"", near.key))
            }
            None => {
                diagnostic.help("a Pod begins with the lines \"apiVersion: v1\" and \"kind: Pod\"")
            }
        }
    };
    let (version, kind) = match (head("apiVersion")?, head("kind")?) {
        (Some(version), Some(kind)) => (version, kind),
        (None, Some(_)) => return Err(missing("apiVersion not set")),
        (Some(_), None) => return Err(missing("kind not set")),
        (None, None) => return Err(missing("[apiVersion not set, kind not set]")),
    };
    let no_match = || format!("no matches for kind \"{}\" in version \"{}\"", kind.0, version.0);
    if let Some(found) = ResourceKind::named(kind.0) {
        let expected = found.api_version();
        if *version.0 == *expected || is_old_budget(node) {
            return Ok(found.empty());
        }
        return Err(Diagnostic::new(Code::UnknownKind, version.1, no_match())
            .at("apiVersion")
            .help(format!("a {} has \"apiVersion: {expected}\"", kind.0)));
    }
    if OTHER_KINDS.iter().any(|(name, _)| *name == kind.0.as_str()) {
        let message = format!("Podlab cannot run a {} yet", kind.0);
        return Err(Diagnostic::new(Code::UnsupportedKind, kind.1, message)
            .at("kind")
            .help("write down the Pods it would create"));
    }
    let ours = ResourceKind::ALL.iter().map(|kind| kind.as_str());
    let names: Vec<&'static str> = ours.chain(OTHER_KINDS.iter().map(|(name, _)| *name)).collect();
    Err(Diagnostic::new(Code::UnknownKind, kind.1, no_match())
        .at("kind")
        .guess(nearest(kind.0, &names)))
}

/// Returns whether the object is a budget of policy/v1beta1, which 1.25 removed. Rule B-3.
fn is_old_budget(node: &Node) -> bool {
    let is = |key: &str, value: &str| {
        node.get(key).and_then(Node::as_text).is_some_and(|text| *text == *value)
    };
    is("kind", "PodDisruptionBudget") && is("apiVersion", "policy/v1beta1")
}

/// Returns what Podlab does not simulate although Kubernetes accepts it.
fn limits(node: &Node) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if let Some(spec) = node.get("spec") {
        let lists = ["containers", "initContainers", "ephemeralContainers"];
        let count: usize =
            lists.iter().filter_map(|l| spec.get(l)).map(|l| l.elements().len()).sum();
        if count > MAX_CONTAINERS {
            let message =
                format!("the Pod has {count} containers; Podlab simulates up to {MAX_CONTAINERS}");
            let span = node.locate("spec.containers");
            diagnostics.push(Diagnostic::new(Code::Limit, span, message).at("spec.containers"));
        }
    }
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        pending.extend(node.elements());
        for entry in node.entries() {
            pending.push(&entry.node);
            let number = entry.node.as_int().unwrap_or(0);
            if entry.key.ends_with("Seconds") && number.unsigned_abs() > MAX_SECONDS as u64 {
                let message = format!("{number} seconds is more than Podlab counts (100 years)");
                diagnostics
                    .push(Diagnostic::new(Code::Limit, entry.span, message).at(entry.key.clone()));
            }
        }
    }
    diagnostics.truncate(Decoder::MAX_PROBLEMS);
    diagnostics
}

/// Describes in words a mistake that the decoder found.
pub fn describe(problem: &Problem) -> Diagnostic {
    let diagnostic = match &problem.kind {
        ProblemKind::UnknownField { name, suggestion } => {
            let message = format!("unknown field \"{name}\"");
            Diagnostic::new(Code::UnknownField, problem.span, message).guess(*suggestion)
        }
        ProblemKind::WrongType { expected, found } => wrong_type(problem.span, expected, found),
        ProblemKind::Unsupported { value, supported } => {
            let path = &problem.path;
            // StatefulSets have other words for this. Rules A-10, A-11.
            let is_set =
                path.ends_with("podManagementPolicy") || path.ends_with("updateStrategy.type");
            let message = if is_set {
                format!("Invalid value: \"{value}\": must be '{}'", supported.join("' or '"))
            } else {
                let supported = supported.join("\", \"");
                format!("Unsupported value: \"{value}\": supported values: \"{supported}\"")
            };
            Diagnostic::new(Code::Unsupported, problem.span, message)
                .guess(nearest(value, supported))
        }
        ProblemKind::Malformed { value, message } => {
            let message = format!("{value:?}: {message}");
            Diagnostic::new(Code::Malformed, problem.span, message)
        }
    };
    diagnostic.at(problem.path.clone())
}

fn wrong_type(span: Span, expected: &str, found: &Value) -> Diagnostic {
    let wanted = match expected {
        "quantity" => "a quantity such as 500m or 64Mi",
        "integer" => "an integer",
        "integer or string" => "an integer or a string",
        "boolean" => "a boolean",
        "string" => "a string",
        "list" => "a list",
        "map" => "a map",
        other => other,
    };
    let stands = match found {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => format!("the boolean {flag}"),
        Value::Int(number) => format!("the number {number}"),
        Value::Float(number) => format!("the number {number}"),
        Value::Text(text) => format!("the string \"{text}\""),
        Value::List(_) => "a list".to_owned(),
        Value::Map(_) => "a map".to_owned(),
    };
    let diagnostic =
        Diagnostic::new(Code::WrongType, span, format!("expected {wanted}, found {stands}"));
    match (expected, found) {
        ("string", Value::Bool(_)) => diagnostic.help("write it in quotes, as \"true\" or \"yes\""),
        ("string", Value::Int(_) | Value::Float(_)) => {
            diagnostic.help("write the number in quotes")
        }
        ("integer" | "boolean", Value::Text(text)) => {
            let plain =
                !matches!(crate::manifest::scalar::resolve(text), Value::Text(_) | Value::Null);
            if plain { diagnostic.help("write it without quotes") } else { diagnostic }
        }
        ("integer", Value::Int(_) | Value::Float(_)) => {
            diagnostic.help("the field holds whole numbers of 32 or 64 bits")
        }
        ("list", Value::Map(_)) => diagnostic.help("begin every element with \"- \""),
        _ => diagnostic,
    }
}
