//! What an API server would say about the objects of a scenario that Podlab takes as they are.

use super::scenario::Scenario;
use crate::api::Resource;
use crate::apiserver::registry::validate_create;
use crate::apiserver::request::Server;
use crate::apiserver::warnings;
use crate::base::text::Text;
use crate::manifest::wrong::Wrong;
use crate::manifest::{Code, Diagnostic};
use crate::rules::release::Release;

/// The namespaces that every cluster has.
const NAMESPACES: [&str; 5] = ["", "default", "kube-node-lease", "kube-public", "kube-system"];

/// Returns which objects the API server refuses because no document before them defines their namespace. Each namespace is told once.
///
/// Only manifests are held to it: recorded runs and saved ones begin without Namespace objects.
pub(super) fn missing_namespaces(scenario: &Scenario) -> Vec<Diagnostic> {
    let mut namespaces: Vec<Text> = NAMESPACES.map(Text::Static).into();
    let mut missing = Vec::new();
    for (index, object) in scenario.objects.iter().enumerate() {
        let namespace = &object.metadata().namespace;
        if object.is_namespaced() && !namespaces.contains(namespace) {
            let message = format!("namespaces {:?} not found", namespace.as_str());
            let place = "metadata.namespace";
            let refused = told(scenario, index, Code::NoNamespace, place, message);
            let namespace = namespace.clone();
            namespaces.push(namespace.clone());
            let is_it =
                |object: &Resource| is_namespace(object) && object.metadata().name == namespace;
            let comes_later = scenario.objects[index..].iter().any(is_it);
            let help = Wrong::AddNamespace { namespace };
            missing.push(if comes_later { refused } else { refused.help(help) });
        }
        if is_namespace(object) {
            namespaces.push(object.metadata().name.clone());
        }
    }
    missing
}

/// Returns what the API server warns of.
pub(super) fn warnings(scenario: &Scenario, release: Release) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, object) in scenario.objects.iter().enumerate() {
        if is_valid(object, release) {
            for warning in warnings::warnings(object, release) {
                found.push(told(scenario, index, Code::Warned, &warning.path, warning.message));
            }
        }
    }
    found
}

/// Returns whether the fields of an object pass the checks of the API server, which warns of such objects only.
fn is_valid(object: &Resource, release: Release) -> bool {
    let mut object = object.clone();
    Server { release, ..Server::default() }.fill_in(&mut object);
    validate_create(&object, &[], release).is_empty()
}

fn is_namespace(object: &Resource) -> bool {
    object.plural() == "namespaces"
}

/// Returns a diagnostic about a field of an object.
fn told(
    scenario: &Scenario,
    index: usize,
    code: Code,
    path: &str,
    message: impl Into<crate::manifest::Complaint>,
) -> Diagnostic {
    let place = scenario.place_of(index);
    let span = place.map(|(_, node)| node.locate(path)).unwrap_or_default();
    let diagnostic = Diagnostic::new(code, span, message).at(path.to_owned());
    Diagnostic { file: place.and_then(|(file, _)| file.clone()), ..diagnostic }
}
