//! The hosts that network handlers ask. A handler without a host of its own asks the Pod. Rules P-604, P-605.

use crate::api::container::Container;
use crate::api::pod::Pod;
use crate::api::probe::{IntOrString, Probe};
use crate::base::text::Text;
use crate::cluster::plan::Server;
use crate::cluster::world::World;
use std::fmt;
use std::net::IpAddr;

/// A server that accepts connections and answers with 200.
pub(crate) const SERVING: &Server = &Server::code(200);

/// What a handler finds behind its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// The Pod itself: its server answers while its container runs.
    Pod,
    /// Something else that accepts connections.
    Other,
    /// A machine on which nothing listens on the port.
    Refuses,
    /// An address from which nothing comes back.
    Silent,
    /// A name that the node cannot resolve.
    Unknown,
}

/// Returns the host that a probe names; empty when it names none.
pub fn named(probe: &Probe) -> &str {
    let http = probe.http_get.as_ref().map(|http| &http.host);
    let tcp = probe.tcp_socket.as_ref().map(|tcp| &tcp.host);
    http.or(tcp).map_or("", |host| host)
}

/// Returns what is behind the host of a probe of this Pod, which has the address `ip`. Probes run on the node, in its network and with its DNS: `127.0.0.1` is
/// the node and not the Pod, and the names of Services are unknown. Names elsewhere are taken to answer.
/// Models kubernetes pkg/kubelet/prober/prober.go runProbe.
pub fn behind(world: &World, pod: &Pod, ip: &str, host: &str) -> Host {
    if host.is_empty() || host == ip {
        return Host::Pod;
    }
    let name = host.trim_end_matches('.');
    let address: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
    match address {
        None if name == "localhost" => of_node(pod),
        None if is_unknown(world, name) => Host::Unknown,
        None => Host::Other,
        Some(address) if address.is_loopback() => of_node(pod),
        Some(_) if is_of_running_pod(world, host) => Host::Other,
        Some(_) => Host::Silent,
    }
}

/// Returns what a probe finds on the node itself: only Pods in the node's network listen there.
fn of_node(pod: &Pod) -> Host {
    if pod.spec.host_network { Host::Pod } else { Host::Refuses }
}

fn is_of_running_pod(world: &World, address: &str) -> bool {
    let has_it = |pod: &Pod| *pod.status.pod_ip == *address;
    world.pods().any(|(_, pod)| has_it(pod) && !pod.status.phase().is_terminal())
}

/// Returns whether a name has no address outside the cluster's DNS: one without a dot, one of a Service, or one that is reserved.
fn is_unknown(world: &World, name: &str) -> bool {
    let domain: &Text = &world.settings.cluster_domain;
    let is_below = |end: &str| name.strip_suffix(end).is_some_and(|rest| rest.ends_with('.'));
    !name.contains('.')
        || is_below("svc")
        || is_below(domain)
        || ["invalid", "test", "local", "localhost"].into_iter().any(is_below)
}

/// The host and port that a handler asks.
#[derive(Clone, Copy)]
pub(crate) struct Address<'a> {
    /// The host that the handler names, or the address of the Pod.
    pub host: &'a str,
    /// The number of the port.
    pub port: i64,
}

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Address { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// Returns the number of a port that a handler gives by number or by name. Rules P-604, P-605, P-708.
/// Models kubernetes pkg/probe/util.go ResolveContainerPort.
///
/// # Errors
///
/// Returns the kubelet's message when the container has no port of that name, or when the number is not a valid port.
pub(crate) fn resolve_port(port: &IntOrString, container: &Container) -> Result<i64, String> {
    let number = match port {
        IntOrString::Int(number) => *number,
        IntOrString::String(name) => match named_port(name, container) {
            Some(port) => port,
            None => name
                .parse()
                .map_err(|_| format!("strconv.Atoi: parsing \"{name}\": invalid syntax"))?,
        },
    };
    match number {
        1..=65535 => Ok(number),
        _ => Err(format!("invalid port number: {number}")),
    }
}

/// Returns the number of the container's port that has this name.
pub(crate) fn named_port(name: &str, container: &Container) -> Option<i64> {
    container.ports.iter().find(|port| port.name == *name).map(|port| port.container_port)
}
