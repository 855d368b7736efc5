//! Fields that Podlab reads and keeps, and that change neither what happens nor a column of `kubectl get`. That `kubectl describe` prints a
//! field is no effect.

use super::scenario::Scenario;
use crate::api::ResourceKind;
use crate::base::text::Text;
use crate::manifest::node::{Entry, Node, Value};
use crate::manifest::wrong::Wrong;
use crate::manifest::{Code, Diagnostic};
use std::collections::BTreeSet;

/// A field without effect, and what it may ask for that happens without it.
type Idle = (&'static str, Usual);

/// What a field may ask for that happens without it. A field without a value, such as an empty list, asks for nothing.
#[derive(Clone, Copy, Debug)]
enum Usual {
    /// Nothing.
    Nothing,
    /// This value.
    Is(bool),
    /// The number 0.
    Zero,
    /// One of these words.
    Words(&'static [&'static str]),
    /// One element, whatever it is.
    OneElement,
    /// One element, which is this word.
    Only(&'static str),
}

use Usual::{Is, Nothing, OneElement, Only, Words, Zero};

/// Such fields of the spec of a Pod.
const OF_POD: [Idle; 12] = [
    ("automountServiceAccountToken", Is(true)),
    ("dnsConfig", Nothing),
    // Names of the cluster resolve in every Pod.
    ("dnsPolicy", Words(&["ClusterFirst", "ClusterFirstWithHostNet"])),
    ("enableServiceLinks", Is(true)),
    ("hostAliases", Nothing),
    ("hostIPC", Is(false)),
    ("hostPID", Is(false)),
    ("hostUsers", Is(true)),
    ("hostnameOverride", Nothing),
    ("imagePullSecrets", Nothing),
    ("setHostnameAsFQDN", Is(false)),
    ("workloadRef", Nothing),
];
/// The resources of a Pod as a whole. The containers have a field of that name with an effect.
const OF_POD_AS_A_WHOLE: [Idle; 1] = [("resources", Nothing)];
/// Such fields of a container.
const OF_CONTAINER: [Idle; 3] =
    [("stdinOnce", Is(false)), ("targetContainerName", Nothing), ("volumeDevices", Nothing)];
/// Such fields of the resources of a container.
const OF_RESOURCES: [Idle; 1] = [("claims", Nothing)];
/// Such fields of a port of a container that has a port of the node too.
const OF_HOST_PORT: [Idle; 1] = [("hostIP", Words(&["0.0.0.0"]))];
/// Such fields of the mount of a volume.
const OF_MOUNT: [Idle; 4] = [
    ("mountPropagation", Words(&["None"])),
    ("recursiveReadOnly", Words(&["Disabled"])),
    ("subPath", Nothing),
    ("subPathExpr", Nothing),
];
/// The only fields of a security context that change something.
const OF_SECURITY_CONTEXT: [&str; 2] = ["appArmorProfile", "readOnlyRootFilesystem"];
/// What the other fields of a security context may ask for that happens without them. For all but these it is nothing.
const USUAL_SECURITY: [Idle; 6] = [
    ("allowPrivilegeEscalation", Is(true)),
    ("fsGroupChangePolicy", Words(&["Always"])),
    ("privileged", Is(false)),
    ("procMount", Words(&["Default"])),
    ("runAsNonRoot", Is(false)),
    ("supplementalGroupsPolicy", Words(&["Merge"])),
];
/// Such fields of the spec of a Service. Podlab has no clients outside the cluster, and a Service does not choose which Pod answers.
const OF_SERVICE: [Idle; 13] = [
    ("allocateLoadBalancerNodePorts", Is(true)),
    ("clusterIPs", OneElement),
    ("externalTrafficPolicy", Words(&["Cluster"])),
    ("healthCheckNodePort", Zero),
    ("internalTrafficPolicy", Words(&["Cluster"])),
    ("ipFamilies", Only("IPv4")),
    ("ipFamilyPolicy", Words(&["SingleStack"])),
    ("loadBalancerClass", Nothing),
    ("loadBalancerIP", Nothing),
    ("loadBalancerSourceRanges", Nothing),
    ("sessionAffinity", Words(&["None"])),
    ("sessionAffinityConfig", Nothing),
    ("trafficDistribution", Nothing),
];
/// Such fields of a port of a Service.
const OF_SERVICE_PORT: [Idle; 1] = [("appProtocol", Nothing)];
/// Such fields of the spec of a claim.
const OF_CLAIM: [Idle; 2] = [("dataSource", Nothing), ("dataSourceRef", Nothing)];
/// Such fields of the resources of a claim.
const OF_CLAIM_RESOURCES: [Idle; 1] = [("limits", Nothing)];
/// Such fields of the spec of a volume.
const OF_VOLUME: [Idle; 1] = [("mountOptions", Nothing)];
/// Such fields of a storage class.
const OF_CLASS: [Idle; 3] =
    [("allowedTopologies", Nothing), ("mountOptions", Nothing), ("parameters", Nothing)];
/// Such fields of the spec of a node.
const OF_NODE: [Idle; 5] = [
    ("configSource", Nothing),
    ("externalID", Nothing),
    ("podCIDR", Nothing),
    ("podCIDRs", Nothing),
    ("providerID", Nothing),
];
/// Such fields of the status of a node.
const OF_NODE_STATUS: [Idle; 9] = [
    ("config", Nothing),
    ("daemonEndpoints", Nothing),
    ("declaredFeatures", Nothing),
    ("features", Nothing),
    ("images", Nothing),
    ("phase", Nothing),
    ("runtimeHandlers", Nothing),
    ("volumesAttached", Nothing),
    ("volumesInUse", Nothing),
];
const CONTAINERS: [&str; 3] = ["initContainers", "containers", "ephemeralContainers"];

/// Such a field in a text.
struct Found<'a> {
    /// The kind that the field belongs to. In a template it is the kind that is made of it.
    kind: ResourceKind,
    /// What the field is called.
    name: String,
    entry: &'a Entry,
}

/// Returns a warning about each such field of the objects and templates of a scenario, where it stands first. What the API server
/// warns of is not told twice.
pub(super) fn warnings(scenario: &Scenario) -> Vec<Diagnostic> {
    let mut told = BTreeSet::new();
    let mut warnings = Vec::new();
    for (index, object) in scenario.objects.iter().enumerate() {
        let Some((file, node)) = scenario.place_of(index) else { continue };
        for Found { kind, name, entry } in of_object(object.resource_kind(), node) {
            if !is_told(scenario, file.as_ref(), entry) && told.insert((kind, name.clone())) {
                let message = Wrong::NoEffect { field: name.into() };
                let warning = Diagnostic::new(Code::NoEffect, entry.span, message);
                warnings.push(Diagnostic { file: file.clone(), ..warning });
            }
        }
    }
    warnings
}

/// Returns whether another warning is about this field.
fn is_told(scenario: &Scenario, file: Option<&Text>, entry: &Entry) -> bool {
    let mut others = scenario.warnings.iter();
    others.any(|known| known.file.as_ref() == file && known.span == entry.span)
}

/// Returns such fields of an object.
fn of_object(kind: ResourceKind, object: &Node) -> Vec<Found<'_>> {
    let at = |path: &[&str]| path.iter().try_fold(object, |node, field| node.get(field));
    let spec = at(&["spec"]);
    match kind {
        ResourceKind::Pod => spec.map(of_pod).unwrap_or_default(),
        ResourceKind::StatefulSet => {
            let mut found = at(&["spec", "template", "spec"]).map(of_pod).unwrap_or_default();
            let claims = spec.map_or(&[][..], |spec| elements(spec, "volumeClaimTemplates"));
            found.extend(claims.iter().filter_map(|claim| claim.get("spec")).flat_map(of_claim));
            found
        }
        ResourceKind::Deployment | ResourceKind::ReplicaSet => {
            at(&["spec", "template", "spec"]).map(of_pod).unwrap_or_default()
        }
        ResourceKind::Service => spec.map(of_service).unwrap_or_default(),
        ResourceKind::PersistentVolumeClaim => spec.map(of_claim).unwrap_or_default(),
        ResourceKind::PersistentVolume => {
            spec.map(|spec| fields(kind, "", spec, &OF_VOLUME)).unwrap_or_default()
        }
        ResourceKind::StorageClass => fields(kind, "", object, &OF_CLASS),
        ResourceKind::Node => {
            let mut found = spec.map(|spec| fields(kind, "", spec, &OF_NODE)).unwrap_or_default();
            let status = at(&["status"]).into_iter();
            found.extend(status.flat_map(|s| fields(kind, "status.", s, &OF_NODE_STATUS)));
            found
        }
        ResourceKind::ConfigMap
        | ResourceKind::Secret
        | ResourceKind::PriorityClass
        | ResourceKind::PodDisruptionBudget
        | ResourceKind::Kept(_) => Vec::new(),
    }
}

/// Returns such fields of the spec of a Pod.
fn of_pod(spec: &Node) -> Vec<Found<'_>> {
    let kind = ResourceKind::Pod;
    let mut found = fields(kind, "", spec, &OF_POD);
    found.extend(fields(kind, "spec.", spec, &OF_POD_AS_A_WHOLE));
    found.extend(of_security_context(spec));
    for container in CONTAINERS.iter().flat_map(|list| elements(spec, list)) {
        found.extend(fields(kind, "", container, &OF_CONTAINER));
        found.extend(of_security_context(container));
        let resources = container.get("resources").into_iter();
        found.extend(resources.flat_map(|list| fields(kind, "resources.", list, &OF_RESOURCES)));
        let ports = elements(container, "ports").iter();
        let has_host_port = |port: &&Node| port.get("hostPort").is_some_and(|p| !Zero.covers(p));
        let ports = ports.filter(has_host_port);
        found.extend(ports.flat_map(|port| fields(kind, "", port, &OF_HOST_PORT)));
        let mounts = elements(container, "volumeMounts").iter();
        found.extend(mounts.flat_map(|mount| fields(kind, "", mount, &OF_MOUNT)));
    }
    let own = elements(spec, "volumes").iter().filter_map(|volume| volume.get("ephemeral"));
    let claims = own.filter_map(|own| own.get("volumeClaimTemplate")?.get("spec"));
    found.extend(claims.flat_map(of_claim));
    found
}

fn of_security_context(node: &Node) -> Vec<Found<'_>> {
    let entries = node.get("securityContext").map_or(&[][..], Node::entries).iter();
    let idle = entries.filter(|entry| {
        let mut known = USUAL_SECURITY.iter().filter(|(name, _)| entry.key == **name);
        let usual = known.next().map_or(Nothing, |(_, usual)| *usual);
        !OF_SECURITY_CONTEXT.contains(&&*entry.key) && !usual.covers(&entry.node)
    });
    let name = |entry: &Entry| format!("securityContext.{}", entry.key);
    idle.map(|entry| Found { kind: ResourceKind::Pod, name: name(entry), entry }).collect()
}

/// Returns such fields of the spec of a Service.
fn of_service(spec: &Node) -> Vec<Found<'_>> {
    let kind = ResourceKind::Service;
    let mut found = fields(kind, "", spec, &OF_SERVICE);
    let ports = elements(spec, "ports").iter();
    found.extend(ports.flat_map(|port| fields(kind, "", port, &OF_SERVICE_PORT)));
    found
}

/// Returns such fields of the spec of a claim.
fn of_claim(spec: &Node) -> Vec<Found<'_>> {
    let kind = ResourceKind::PersistentVolumeClaim;
    let mut found = fields(kind, "", spec, &OF_CLAIM);
    let resources = spec.get("resources").into_iter();
    found.extend(resources.flat_map(|list| fields(kind, "resources.", list, &OF_CLAIM_RESOURCES)));
    found
}

/// Returns the fields of a node that are in a table, in the order in which they are written.
fn fields<'a>(kind: ResourceKind, prefix: &str, node: &'a Node, table: &[Idle]) -> Vec<Found<'a>> {
    let is_idle = |entry: &&Entry| {
        table.iter().any(|(name, usual)| entry.key == **name && !usual.covers(&entry.node))
    };
    let found = |entry: &'a Entry| Found { kind, name: format!("{prefix}{}", entry.key), entry };
    node.entries().iter().filter(is_idle).map(found).collect()
}

fn elements<'a>(node: &'a Node, field: &str) -> &'a [Node] {
    node.get(field).map(Node::elements).unwrap_or_default()
}

impl Usual {
    /// Returns whether a value asks for nothing but what happens without it.
    fn covers(self, node: &Node) -> bool {
        match &node.value {
            Value::Null => true,
            Value::Bool(value) => matches!(self, Is(usual) if usual == *value),
            Value::Int(number) => matches!(self, Zero) && *number == 0,
            Value::Float(_) => false,
            Value::Text(text) => {
                text.is_empty() || matches!(self, Words(words) if words.contains(&text.as_str()))
            }
            Value::List(elements) => match elements.as_slice() {
                [] => true,
                [only] => {
                    let is_it = |word: &str| only.as_text().is_some_and(|text| *text == *word);
                    matches!(self, OneElement) || matches!(self, Only(word) if is_it(word))
                }
                [_, ..] => false,
            },
            Value::Map(entries) => entries.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests;
