//! Fields of Pods that Podlab reads and keeps, and that change nothing that happens.

use super::scenario::Scenario;
use crate::manifest::node::{Entry, Node};
use crate::manifest::wrong::Wrong;
use crate::manifest::{Code, Diagnostic};
use std::collections::BTreeSet;

/// Such fields of the spec of a Pod.
const OF_POD: [&str; 11] = [
    "automountServiceAccountToken",
    "dnsConfig",
    "enableServiceLinks",
    "hostAliases",
    "hostIPC",
    "hostPID",
    "hostUsers",
    "hostnameOverride",
    "imagePullSecrets",
    "setHostnameAsFQDN",
    "workloadRef",
];
/// Such fields of a container.
const OF_CONTAINER: [&str; 2] = ["stdinOnce", "volumeDevices"];
/// Such fields of the mount of a volume.
const OF_MOUNT: [&str; 4] = ["mountPropagation", "recursiveReadOnly", "subPath", "subPathExpr"];
/// The only fields of a security context that change something.
const OF_SECURITY_CONTEXT: [&str; 2] = ["appArmorProfile", "readOnlyRootFilesystem"];
const CONTAINERS: [&str; 3] = ["initContainers", "containers", "ephemeralContainers"];

/// Returns a warning about each such field in the Pods and in the templates of a scenario, where it stands first.
pub(super) fn warnings(scenario: &Scenario) -> Vec<Diagnostic> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for (index, object) in scenario.objects.iter().enumerate() {
        let Some((file, node)) = scenario.place_of(index) else { continue };
        let path: &[&str] = match (object.as_pod(), object.workload()) {
            (Some(_), _) => &["spec"],
            (None, Some(_)) => &["spec", "template", "spec"],
            (None, None) => continue,
        };
        let spec = path.iter().try_fold(node, |node, field| node.get(field));
        for (entry, name) in spec.map(of_spec).unwrap_or_default() {
            if !entry.node.is_null() && told.insert(name.clone()) {
                let message = Wrong::NoEffect { field: name.into() };
                let warning = Diagnostic::new(Code::NoEffect, entry.span, message);
                found.push(Diagnostic { file: file.clone(), ..warning });
            }
        }
    }
    found
}

/// Returns such fields of the spec of a Pod, with their names.
fn of_spec(spec: &Node) -> Vec<(&Entry, String)> {
    let mut found = fields(spec, |name| OF_POD.contains(&name));
    found.extend(of_security_context(spec));
    for container in CONTAINERS.iter().flat_map(|list| elements(spec, list)) {
        found.extend(fields(container, |name| OF_CONTAINER.contains(&name)));
        found.extend(of_security_context(container));
        for mount in elements(container, "volumeMounts") {
            found.extend(fields(mount, |name| OF_MOUNT.contains(&name)));
        }
    }
    found
}

fn of_security_context(node: &Node) -> Vec<(&Entry, String)> {
    let Some(context) = node.get("securityContext") else { return Vec::new() };
    let found = fields(context, |name| !OF_SECURITY_CONTEXT.contains(&name));
    found.into_iter().map(|(entry, name)| (entry, format!("securityContext.{name}"))).collect()
}

fn fields(node: &Node, is_meant: impl Fn(&str) -> bool) -> Vec<(&Entry, String)> {
    let entries = node.entries().iter().filter(|entry| is_meant(&entry.key));
    entries.map(|entry| (entry, entry.key.to_string())).collect()
}

fn elements<'a>(node: &'a Node, field: &str) -> &'a [Node] {
    node.get(field).map(Node::elements).unwrap_or_default()
}
