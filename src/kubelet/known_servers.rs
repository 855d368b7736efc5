//! The servers of which Podlab knows when they are there. Rules E-20 to E-25.

use crate::api::pod::Pod;
use crate::apiserver::registry::namespace;
use crate::base::text::Text;
use crate::cluster::program::Server;
use crate::cluster::world::World;
use crate::dns;

/// Returns whether a host is the Pod itself.
pub(crate) fn is_own(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1")
}

/// Returns whether Podlab knows when a server is there: it is one that the cluster's DNS has to say something about, or a
/// container of the same Pod.
pub(crate) fn is_known(world: &World, pod: &Pod, server: &Server) -> bool {
    match server {
        Server::Named(host) => !is_own(host) && is_of_cluster(world, host, pod),
        Server::Accepting { host, .. } => is_own(host) || is_of_cluster(world, host, pod),
    }
}

/// Returns whether a name is one of a Service or of a Pod behind it: a single label; a name with `svc` in it or with the domain
/// of the cluster; or a name that ends with a namespace in which something is, or with a Service of the Pod's namespace. Podlab
/// does not run the Services that every cluster has, such as `kubernetes`.
fn is_of_cluster(world: &World, host: &str, pod: &Pod) -> bool {
    let own = &pod.metadata.namespace;
    let resolves = || dns::resolve(world, host, own).resolves();
    let host = host.to_ascii_lowercase();
    let host = host.strip_suffix('.').unwrap_or(&host);
    let domain = format!(".{}", world.settings.cluster_domain);
    let inner = host.strip_suffix(domain.as_str()).unwrap_or(host);
    let (inner, is_service) = match inner.strip_suffix(".svc") {
        Some(inner) => (inner, true),
        None => (inner, inner.len() < host.len()),
    };
    let labels: Vec<&str> = inner.split('.').collect();
    let is_of_every_cluster = match labels.as_slice() {
        ["kubernetes"] => &**own == "default",
        ["kubernetes", "default"] | [.., "kube-system"] => true,
        _ => false,
    };
    if is_of_every_cluster {
        return resolves();
    }
    match labels.as_slice() {
        [_] => true,
        _ if host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => false,
        [.., last] => is_service || is_inner(world, own, &Text::from((*last).to_owned())),
        [] => false,
    }
}

/// Returns whether a label is the name of a namespace in which something is, or of a Service in the namespace `own`, which may
/// not be there yet.
fn is_inner(world: &World, own: &Text, label: &Text) -> bool {
    let is_service =
        || world.services().any(|(s, _)| s.metadata.namespace == *own && s.metadata.name == *label);
    let is_of_set = || {
        let mut sets = world.objects.sets.iter().map(|(_, set)| set);
        sets.any(|set| set.metadata.namespace == *own && set.spec.service_name == *label)
    };
    let is_namespace =
        || namespace::object(world, label).is_some() || !namespace::is_empty(world, label);
    label == own || **label == *"default" || is_namespace() || is_service() || is_of_set()
}
