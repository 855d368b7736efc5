//! The kind of a document, by its `apiVersion` and `kind`.

use super::kept::KeptObject;
use super::kept_kind::KeptKind;
use super::mistake::wrong_type;
use super::resource::{Resource, ResourceKind};
use crate::base::text::Text;
use crate::manifest::diagnostic::{Code, Diagnostic};
use crate::manifest::node::{Node, Span, Value};
use crate::manifest::schema::nearest;
use crate::manifest::wrong::{FieldType, Wrong};
use crate::rules::Feature;
use crate::rules::release::Release;

/// Returns an empty object of the kind that the tree names.
///
/// # Errors
///
/// Returns what is wrong with `apiVersion` or `kind`: one is missing, or the API server of the release has no such kind.
pub(crate) fn recognize(node: &Node, release: Release) -> Result<Resource, Diagnostic> {
    let (version, kind) = match (head(node, "apiVersion")?, head(node, "kind")?) {
        (Some(version), Some(kind)) => (version, kind),
        (None, Some(_)) => return Err(missing(node, "apiVersion not set")),
        (Some(_), None) => return Err(missing(node, "kind not set")),
        (None, None) => return Err(missing(node, "[apiVersion not set, kind not set]")),
    };
    empty(kind.0, version.0, release).ok_or_else(|| no_match(version, kind, release))
}

/// Returns an empty object of a kind, if the API server of a release has the kind in this version.
pub(crate) fn empty(kind: &str, api_version: &str, release: Release) -> Option<Resource> {
    let run = ResourceKind::named(kind).filter(|known| {
        api_version == known.api_version()
            || is_old_budget(kind, api_version) && release.has(Feature::PolicyV1Beta1)
    });
    run.map(ResourceKind::empty).or_else(|| {
        let kept = KeptKind::of(kind, api_version)?;
        let object = || KeptObject::new(kept, api_version.to_owned());
        kept.serves(api_version, release).then(|| Resource::Kept(object()))
    })
}

/// Returns whether the object is a budget of policy/v1beta1, which 1.25 removed. Rule B-3.
fn is_old_budget(kind: &str, api_version: &str) -> bool {
    kind == "PodDisruptionBudget" && api_version == "policy/v1beta1"
}

/// Returns the text of a field at the top of a document, and its place.
fn head<'a>(node: &'a Node, name: &'static str) -> Result<Option<(&'a Text, Span)>, Diagnostic> {
    match node.get(name) {
        Some(Node { value: Value::Text(text), span }) if !text.is_empty() => {
            Ok(Some((text, *span)))
        }
        None | Some(Node { value: Value::Null | Value::Text(_), .. }) => Ok(None),
        Some(other) => Err(wrong_type(other.span, FieldType::String, &other.value).at(name)),
    }
}

/// Returns the mistake of a document without `apiVersion` or `kind`.
fn missing(node: &Node, what: &'static str) -> Diagnostic {
    let near = ["Kind", "ApiVersion", "apiversion", "apiVerison", "api_version"];
    let near = node.entries().iter().find(|e| near.contains(&e.key.as_str()));
    let diagnostic = Diagnostic::new(Code::UnknownKind, node.span, what);
    match near {
        Some(near) => {
            let meant = if near.key == *"Kind" { "kind" } else { "apiVersion" };
            Diagnostic { span: near.span, ..diagnostic }
                .help(Wrong::ShouldBe { found: near.key.clone(), meant })
        }
        None => diagnostic.help(Wrong::BeginsPod),
    }
}

/// Returns the mistake of a document whose kind the API server of a release does not have, as kubectl tells it.
fn no_match(found: (&Text, Span), kind: (&Text, Span), release: Release) -> Diagnostic {
    let message = format!("no matches for kind \"{}\" in version \"{}\"", kind.0, found.0);
    let run = ResourceKind::named(kind.0);
    let kept = KeptKind::named(kind.0);
    if run.is_none() && kept.is_none() {
        let run = ResourceKind::ALL.iter().map(|kind| kind.as_str());
        let names: Vec<&'static str> =
            run.chain(KeptKind::built_in().map(KeptKind::as_str)).collect();
        let diagnostic = Diagnostic::new(Code::UnknownKind, kind.1, message).at("kind");
        return diagnostic.guess(nearest(kind.0, &names));
    }
    let diagnostic = Diagnostic::new(Code::UnknownKind, found.1, message).at("apiVersion");
    let preferred = kept.map_or(run.map(ResourceKind::api_version), |k| k.preferred(release));
    match preferred {
        Some(version) if is_old_budget(kind.0, found.0) => {
            diagnostic.help(Wrong::BudgetVersion { version, release: "1.21" })
        }
        Some(version) => diagnostic.help(Wrong::HasVersion { kind: kind.0.clone(), version }),
        None => diagnostic,
    }
}

/// The kinds that are kept as trees and yet asked for: Pods and other objects name them.
const HAVE_EFFECT: [&str; 7] = [
    "deviceclasses.resource.k8s.io",
    "namespaces",
    "resourceclaims.resource.k8s.io",
    "resourceclaimtemplates.resource.k8s.io",
    "resourceslices.resource.k8s.io",
    "runtimeclasses.node.k8s.io",
    "serviceaccounts",
];

/// Returns what a person should know about an object that Podlab does not run. `place` is the place of its kind.
pub(super) fn not_run(resource: &Resource, place: Span) -> Option<Diagnostic> {
    let Resource::Kept(object) = resource else { return None };
    if HAVE_EFFECT.contains(&object.kind.plural()) {
        return None;
    }
    let kinds = Text::from(object.kind.several());
    let warning = |message: Wrong| Diagnostic::new(Code::NotRun, place, message).at("kind");
    Some(if object.kind.creates_pods() {
        warning(Wrong::NotRunPods { kinds }).help(adds(object))
    } else {
        warning(Wrong::NotRun { kinds })
    })
}

/// Returns what the controller of an object would do besides what its template says.
fn adds(object: &KeptObject) -> Wrong {
    let field = |name: &str| object.field("spec").and_then(|spec| spec.get(name));
    let number = |name: &str, usual: i64| field(name).and_then(Node::as_int).unwrap_or(usual);
    match object.kind.plural() {
        "jobs.batch" => Wrong::JobAdds {
            completions: number("completions", 1),
            retries: number("backoffLimit", 6),
        },
        "cronjobs.batch" => {
            let schedule = field("schedule").and_then(Node::as_text).cloned();
            Wrong::CronJobAdds { schedule: schedule.unwrap_or_default() }
        }
        "daemonsets.apps" => Wrong::DaemonSetAdds,
        _ => Wrong::ControllerAdds { replicas: number("replicas", 1) },
    }
}
