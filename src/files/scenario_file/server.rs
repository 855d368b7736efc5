//! What an API server would say about the objects of a scenario that Podlab takes as they are.

use super::Scenario;
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

/// Returns what the API server warns of, and which objects it would refuse because their namespace does not exist.
pub(super) fn warnings(scenario: &Scenario, release: Release) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut namespaces: Vec<Text> = NAMESPACES.map(Text::Static).into();
    for (index, object) in scenario.objects.iter().enumerate() {
        let namespace = &object.metadata().namespace;
        if object.is_namespaced() && !namespaces.contains(namespace) {
            let message = Wrong::NoNamespace { namespace: namespace.clone() };
            let missing = told(scenario, index, Code::NoNamespace, "metadata.namespace", message);
            found.push(missing.help(Wrong::AddNamespace));
            // One warning for each namespace is enough.
            namespaces.push(namespace.clone());
        }
        if is_namespace(object) {
            namespaces.push(object.metadata().name.clone());
        }
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
