//! The cluster's DNS: which names resolve at a moment, and why the others do not. Rules S-07, E-20 to E-25.
//! Models the Kubernetes DNS specification and the search path that the kubelet writes into a Pod's resolv.conf.

mod cache;
mod pod_name;
mod reason;
mod words;

pub use cache::{Cache, TTL};
pub use reason::Reason;

use crate::api::core::{Service, ServicePort};
use crate::api::pod::Pod;
use crate::api::service::{selects, target_port};
use crate::base::text::Text;
use crate::cluster::world::World;
use std::rc::Rc;

/// The search path is tried first for names with fewer dots. Rule E-25.
const DOTS: usize = 5;

/// A record that the DNS returns for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// An address, and the Pod that has it; `None` for a Service's own address.
    Address(Text, Option<Text>),
    /// A port, and the name of the host that listens on it. Rule E-23.
    Port(i64, Text),
    /// Another name to ask for.
    Alias(Text),
}

/// The result of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The full names that were tried, in order. When one of them resolved, it is the last one. Rule E-25.
    pub tried: Vec<Text>,
    /// The full name that the reason is about.
    pub name: Text,
    /// The records; empty when the name does not resolve.
    pub records: Vec<Record>,
    /// Why the name resolves, or why it does not.
    pub reason: Reason,
}

impl Answer {
    /// Returns whether the name resolves.
    pub fn resolves(&self) -> bool {
        !self.records.is_empty()
    }
}

/// Resolves a name as a program in a Pod of namespace `from` does. Rules S-07, E-20 to E-25.
///
/// ```
/// use podlab::dns::{Reason, resolve};
/// use podlab::{Settings, Sim};
///
/// let sim = Sim::with_nodes(Settings::default(), 1);
/// let answer = resolve(sim.world(), "web", "default");
/// assert!(!answer.resolves());
/// assert_eq!(answer.tried.len(), 4, "the search path, then the name itself");
/// assert!(matches!(answer.reason, Reason::NoService { .. }));
/// ```
pub fn resolve(world: &World, name: &str, from: &str) -> Answer {
    walk(world, name, from, &mut |name| lookup(world, name))
}

/// Tries one name after the other until one resolves. Rule E-25.
fn walk(world: &World, name: &str, from: &str, ask: &mut dyn FnMut(&Text) -> Found) -> Answer {
    let domain = &world.settings.cluster_domain;
    let mut tried = Vec::new();
    let mut nearest: Option<(Text, Reason)> = None;
    for name in candidates(name, from, domain) {
        tried.push(name.clone());
        match ask(&name) {
            Ok((records, reason)) => return Answer { tried, name, records, reason },
            Err(reason) => {
                // When two Services are missing, the reason names the Service whose namespace the query named.
                let names_it = matches!(reason, Reason::NoService { .. });
                let how_near = reason.nearness() * 2 + u8::from(names_it);
                if nearest.as_ref().is_none_or(|(_, n)| n.nearness() * 2 < how_near) {
                    nearest = Some((name, reason));
                }
            }
        }
    }
    let (name, reason) =
        nearest.unwrap_or_else(|| (Text::default(), Reason::NoClusterName(domain.clone())));
    Answer { tried, name, records: Vec::new(), reason }
}

/// Returns the full names that a resolver tries, in order. Rule E-25.
///
/// ```
/// use podlab::dns::candidates;
///
/// let tried = candidates("web.prod", "default", "cluster.local");
/// assert_eq!(tried[0], "web.prod.default.svc.cluster.local");
/// assert_eq!(tried[1], "web.prod.svc.cluster.local");
/// assert_eq!(candidates("example.com.", "default", "cluster.local"), ["example.com"]);
/// ```
pub fn candidates(name: &str, from: &str, domain: &str) -> Vec<Text> {
    let name = name.trim().to_ascii_lowercase();
    if let Some(full) = name.strip_suffix('.') {
        return vec![Text::from(full.to_owned())];
    }
    if name.is_empty() {
        return Vec::new();
    }
    let searched = [format!("{from}.svc.{domain}"), format!("svc.{domain}"), domain.to_owned()];
    let mut all: Vec<Text> =
        searched.iter().map(|suffix| format!("{name}.{suffix}").into()).collect();
    let at = if name.matches('.').count() < DOTS { all.len() } else { 0 };
    all.insert(at, name.into());
    all
}

/// The result of one lookup: records and why they were found, or why nothing was found.
type Found = Result<(Vec<Record>, Reason), Reason>;

/// Looks up one full name.
fn lookup(world: &World, name: &str) -> Found {
    let domain = &world.settings.cluster_domain;
    let labels = name.strip_suffix(domain.as_str()).and_then(|rest| rest.strip_suffix(".svc."));
    let labels: Vec<&str> = labels.map(|rest| rest.split('.').collect()).unwrap_or_default();
    match labels.as_slice() {
        [service, namespace] => {
            of_service(world, &ServiceEndpoints::find(world, "", service, namespace)?)
        }
        [host, service, namespace] => {
            let endpoints = ServiceEndpoints::find(world, host, service, namespace)?;
            pod_name::of_pod(world, &endpoints, host)
        }
        [port, protocol, service, namespace]
            if port.starts_with('_') && protocol.starts_with('_') =>
        {
            let before = format!("{port}.{protocol}");
            let endpoints = ServiceEndpoints::find(world, &before, service, namespace)?;
            of_port(world, &endpoints, [&port[1..], &protocol[1..]])
        }
        _ => Err(Reason::NoClusterName(domain.clone())),
    }
}

/// A Service and the Pods in its endpoints.
struct ServiceEndpoints<'a> {
    service: &'a Rc<Service>,
    ready: Vec<&'a Rc<Pod>>,
    not_ready: usize,
}

impl<'a> ServiceEndpoints<'a> {
    /// Finds the Service of that name. `before` holds the labels before it in the query.
    fn find(
        world: &'a World,
        before: &str,
        service: &str,
        namespace: &str,
    ) -> Result<ServiceEndpoints<'a>, Reason> {
        let mut elsewhere = Vec::new();
        for (found, (ready, not_ready)) in world.services() {
            let metadata = &found.metadata;
            if metadata.name != *service {
                continue;
            }
            if metadata.namespace == *namespace {
                let pod = |name| world.pod(world.pod_named(&metadata.namespace, name)?);
                let ready = ready.iter().filter_map(|name| pod(name)).collect();
                return Ok(ServiceEndpoints { service: found, ready, not_ready: not_ready.len() });
            }
            elsewhere.push(metadata.namespace.clone());
        }
        let is_empty = !world.services().any(|(s, _)| s.metadata.namespace == *namespace)
            && !world.pods().any(|(_, pod)| pod.metadata.namespace == *namespace)
            && !world.objects.sets.iter().any(|(_, set)| set.metadata.namespace == *namespace);
        let text = |part: &str| Text::from(part.to_owned());
        let asked =
            if before.is_empty() { text(service) } else { format!("{before}.{service}").into() };
        let (service, namespace) = (text(service), text(namespace));
        Err(Reason::NoService { service, namespace, is_empty, asked, elsewhere })
    }

    fn name(&self) -> Text {
        self.service.metadata.name.clone()
    }

    /// Returns the full name of the Service. Rule S-07.
    fn domain(&self, world: &World) -> String {
        let metadata = &self.service.metadata;
        let domain = world.settings.cluster_domain.as_str();
        format!("{}.{}.svc.{domain}", metadata.name, metadata.namespace)
    }

    fn publishes_all(&self) -> bool {
        self.service.spec.publish_not_ready_addresses
    }
}

fn is_headless(service: &Service) -> bool {
    service.spec.cluster_ip == "None"
}

/// Returns the addresses of a Service. Rules E-20, E-21.
fn of_service(world: &World, endpoints: &ServiceEndpoints) -> Found {
    let spec = &endpoints.service.spec;
    if spec.kind == "ExternalName" {
        return Ok((vec![Record::Alias(spec.external_name.clone())], Reason::ExternalName));
    }
    if !is_headless(endpoints.service) {
        let address = Record::Address(spec.cluster_ip.clone(), None);
        return Ok((vec![address], Reason::ServiceAddress));
    }
    if !endpoints.ready.is_empty() {
        let all = endpoints.publishes_all();
        let reason = if all { Reason::PublishedPods } else { Reason::ReadyPods };
        return Ok((endpoints.ready.iter().map(|pod| address(pod)).collect(), reason));
    }
    if endpoints.not_ready > 0 {
        return Err(Reason::NoneReady(endpoints.name(), endpoints.not_ready));
    }
    if spec.selector.is_empty() {
        return Err(Reason::NoSelector(endpoints.name()));
    }
    let mut selected = world.pods().filter(|(_, pod)| selects(endpoints.service, pod));
    Err(match selected.next() {
        None => Reason::NoPods(endpoints.name()),
        Some((_, pod)) => pod_name::absence(pod),
    })
}

fn address(pod: &Pod) -> Record {
    Record::Address(pod.status.pod_ip.clone(), Some(pod.metadata.name.clone()))
}

/// Returns the ports of that name and protocol, which a query writes as `_web` and `_tcp`. Rule E-23.
fn of_port(world: &World, endpoints: &ServiceEndpoints, [port, protocol]: [&str; 2]) -> Found {
    let is_wanted =
        |known: &&ServicePort| known.name == *port && known.protocol.eq_ignore_ascii_case(protocol);
    let Some(port) = endpoints.service.spec.ports.iter().find(is_wanted) else {
        return Err(Reason::NoPort(endpoints.name()));
    };
    let domain = endpoints.domain(world);
    if !is_headless(endpoints.service) {
        return Ok((vec![Record::Port(port.port, domain.into())], Reason::NamedPort));
    }
    of_service(world, endpoints)?;
    let target = |pod: &&Rc<Pod>| {
        let name = format!("{}.{domain}", pod_name::host(endpoints.service, pod));
        Record::Port(target_port(port, pod), name.into())
    };
    Ok((endpoints.ready.iter().map(target).collect(), Reason::NamedPort))
}
